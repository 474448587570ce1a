// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/shapes.h>

#include <navnet/core/range.h>
#include <navnet/core/solids.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace navnet {
namespace {

constexpr Range kError = {1e-4, 1};

// Round shapes are enlarged by this fraction, so that rounding does not let a face cut into them.
constexpr double kRoundingRoom = 1e-9;

Vec3 NormalOf(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3 n = Cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
  return n * (1 / Length(n));
}

// The least distance of a face's plane from the origin.
double InnerRadius(const TriangleMesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& t : mesh.triangles) least = std::min(least, Dot(NormalOf(mesh, t), mesh.vertices[t[0]]));
  return least;
}

}  // namespace

Result<TriangleMesh> BoxMesh(Vec3 half_size_m) {
  const RangeCheck check = RangeCheck("box: ").Point("half_size_m", half_size_m, ranges::kSize_m);
  if (!check.ok()) return check.status().error();
  TriangleMesh mesh;
  AddBox(mesh, {half_size_m * -1, half_size_m});
  return mesh;
}

Result<TriangleMesh> SphereMesh(double radius_m, double error) {
  const RangeCheck check = RangeCheck().Number("radius_m", radius_m, ranges::kSize_m).Number("error", error, kError);
  if (!check.ok()) return check.status().error();
  for (int frequency = 1;; ++frequency) {
    TriangleMesh mesh = UnitIcosphere(frequency);
    // Its corners lie on the unit sphere and its faces inside: scaled until the faces are outside.
    const double grown = (1 + kRoundingRoom) / InnerRadius(mesh);
    if (grown > 1 + error - kRoundingRoom) continue;
    for (Vec3& v : mesh.vertices) v = v * (grown * radius_m);
    return mesh;
  }
}

// The polyhedron of the sphere swept along the segment: faces that look up are placed at its upper end, the others at
// its lower end, and the edges between the two kinds sweep the walls. It contains the sphere at every point of the
// segment, and so the capsule.
Result<TriangleMesh> CapsuleMesh(double radius_m, double half_length_m, double error) {
  if (const Status status = CheckRange("half_length_m", half_length_m, ranges::kLength_m); !status) {
    return status.error();
  }
  Result<TriangleMesh> sphere = SphereMesh(radius_m, error);
  if (!sphere || half_length_m == 0) return sphere;

  TriangleMesh mesh;
  std::map<std::pair<bool, uint32_t>, uint32_t> made;
  const auto vertex = [&](bool up, uint32_t v) {
    const auto [at, fresh] = made.try_emplace({up, v}, uint32_t(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back(sphere->vertices[v] + Vec3{0, 0, up ? half_length_m : -half_length_m});
    return at->second;
  };
  std::map<std::pair<uint32_t, uint32_t>, bool> looks_up;  // By directed edge: whether the face to its left does.
  for (const Triangle& t : sphere->triangles) {
    const bool up = NormalOf(*sphere, t).z >= 0;
    mesh.triangles.push_back({vertex(up, t[0]), vertex(up, t[1]), vertex(up, t[2])});
    for (size_t i = 0; i < 3; ++i) looks_up[{t[i], t[(i + 1) % 3]}] = up;
  }
  for (const auto& [edge, up] : looks_up) {
    const auto [a, b] = edge;
    if (!up || looks_up.at({b, a})) continue;
    mesh.triangles.push_back({vertex(true, b), vertex(true, a), vertex(false, a)});
    mesh.triangles.push_back({vertex(true, b), vertex(false, a), vertex(false, b)});
  }
  return mesh;
}

}  // namespace navnet
