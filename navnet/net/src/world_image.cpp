// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/net/world_image.h>

#include <navnet/internal/net/image.h>
#include <navnet/net/net_world.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>
#include <vector>

namespace navnet {
namespace {

constexpr double kFarthestVertex_m = 1e12;  // As for every mesh.

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

Vec3 VertexAt(const ImageWorld& stored, const std::byte* image, size_t vertex) {
  const std::byte* at = image + stored.vertices_at + vertex * stored.vertex_bytes;
  Vec3 out;
  for (int k = 0; k < 3; ++k) {
    out[k] = stored.vertex_bytes == 12 ? double(Load<float>(at + 4 * k)) : Load<double>(at + 8 * k);
  }
  return out;
}

Triangle TriangleAt(const ImageWorld& stored, const std::byte* image, size_t triangle) {
  const std::byte* at = image + stored.triangles_at + triangle * 3 * stored.index_bytes;
  Triangle out;
  for (size_t k = 0; k < 3; ++k) {
    out[k] = stored.index_bytes == 2 ? Load<uint16_t>(at + 2 * k) : Load<uint32_t>(at + 4 * k);
  }
  return out;
}

bool ComesBefore(Vec3 p, Vec3 q) { return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z); }

bool AreSingle(std::span<const Vec3> vertices) {
  return std::all_of(vertices.begin(), vertices.end(), [](Vec3 p) {
    return p.x == double(float(p.x)) && p.y == double(float(p.y)) && p.z == double(float(p.z));
  });
}

std::optional<ImageWorld> StoredIn(const Net& net) {
  if (net.image().empty()) return std::nullopt;
  const auto header = Load<ImageHeader>(net.image().data());
  if (!(header.parts & kWorldPart)) return std::nullopt;
  return Load<ImageWorld>(net.image().data() + WorldTableAt(header));
}

}  // namespace

ImageWorld StoredWorld(TriangleMesh& mesh) {
  TriangleMesh out;
  for (const Triangle& triangle : mesh.triangles) {
    for (const uint32_t corner : triangle) out.vertices.push_back(mesh.vertices[corner] + Vec3{});  // -0 becomes 0.
  }
  std::sort(out.vertices.begin(), out.vertices.end(), ComesBefore);
  out.vertices.erase(std::unique(out.vertices.begin(), out.vertices.end()), out.vertices.end());
  out.triangles.reserve(mesh.triangles.size());
  for (Triangle triangle : mesh.triangles) {
    for (uint32_t& corner : triangle) {
      const auto at = std::lower_bound(out.vertices.begin(), out.vertices.end(), mesh.vertices[corner], ComesBefore);
      corner = uint32_t(at - out.vertices.begin());
    }
    std::sort(triangle.begin(), triangle.end());
    out.triangles.push_back(triangle);
  }
  std::sort(out.triangles.begin(), out.triangles.end());
  out.triangles.erase(std::unique(out.triangles.begin(), out.triangles.end()), out.triangles.end());
  mesh = std::move(out);
  return {.vertex_count = uint32_t(mesh.vertices.size()),
          .triangle_count = uint32_t(mesh.triangles.size()),
          .vertex_bytes = AreSingle(mesh.vertices) ? 12u : 24u,
          .index_bytes = mesh.vertices.size() <= 65536 ? 2u : 4u,
          .vertices_at = 0,
          .triangles_at = 0};
}

void WriteWorld(const ImageWorld& stored, const TriangleMesh& mesh, std::byte* image) {
  std::byte* at = image + stored.vertices_at;
  const auto put = [&](auto value) {
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
  };
  for (const Vec3& p : mesh.vertices) {
    for (int k = 0; k < 3; ++k) {
      if (stored.vertex_bytes == 12) {
        put(float(p[k]));
      } else {
        put(p[k]);
      }
    }
  }
  at = image + stored.triangles_at;
  for (const Triangle& triangle : mesh.triangles) {
    for (const uint32_t corner : triangle) {
      if (stored.index_bytes == 2) {
        put(uint16_t(corner));
      } else {
        put(corner);
      }
    }
  }
}

TriangleMesh ReadWorld(const ImageWorld& stored, const std::byte* image) {
  TriangleMesh mesh;
  mesh.vertices.reserve(stored.vertex_count);
  mesh.triangles.reserve(stored.triangle_count);
  for (size_t i = 0; i < stored.vertex_count; ++i) mesh.vertices.push_back(VertexAt(stored, image, i));
  for (size_t i = 0; i < stored.triangle_count; ++i) mesh.triangles.push_back(TriangleAt(stored, image, i));
  return mesh;
}

std::string FindWorldFault(const ImageWorld& stored, const std::byte* image, uint64_t tables_end, uint64_t bytes) {
  if (stored.vertex_bytes != 12 && stored.vertex_bytes != 24) return "the world's vertices have an unknown size";
  if (stored.index_bytes != 2 && stored.index_bytes != 4) return "the world's indices have an unknown size";
  if (!Fits(stored.vertices_at, stored.vertex_count, stored.vertex_bytes, tables_end, bytes) ||
      !Fits(stored.triangles_at, stored.triangle_count, 3 * size_t{stored.index_bytes}, tables_end, bytes)) {
    return "an array of the world lies outside the file";
  }
  for (size_t i = 0; i < stored.vertex_count; ++i) {
    const Vec3 p = VertexAt(stored, image, i);
    for (int k = 0; k < 3; ++k) {
      if (!(std::abs(p[k]) <= kFarthestVertex_m)) {
        return "vertex " + std::to_string(i) + " of the world is not finite or too far away";
      }
    }
  }
  for (size_t i = 0; i < stored.triangle_count; ++i) {
    for (const uint32_t corner : TriangleAt(stored, image, i)) {
      if (corner >= stored.vertex_count) {
        return "triangle " + std::to_string(i) + " of the world has a vertex that does not exist";
      }
    }
  }
  return {};
}

std::optional<NetWorldSize> WorldSizeOf(const Net& net) {
  const std::optional<ImageWorld> stored = StoredIn(net);
  if (!stored) return std::nullopt;
  return NetWorldSize{
      stored->triangle_count, stored->vertex_count,
      size_t{stored->vertex_count} * stored->vertex_bytes + size_t{stored->triangle_count} * 3 * stored->index_bytes};
}

std::optional<TriangleMesh> TrianglesOf(const Net& net) {
  const std::optional<ImageWorld> stored = StoredIn(net);
  if (!stored) return std::nullopt;
  return ReadWorld(*stored, net.image().data());
}

}  // namespace navnet
