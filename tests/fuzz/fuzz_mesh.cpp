// SPDX-License-Identifier: Apache-2.0
// Untrusted meshes, as files of every format and as raw arrays. Each must give valid triangles or a clear error, and
// sampling valid triangles must stay inside the bounds.

#include <navnet/core/mesh.h>
#include <navnet/voxel/sampler.h>

#include "fuzz/fuzz_check.h"
#include "import/import_mesh.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

namespace navnet {
namespace {

void CheckSampling(MeshView mesh) {
  SampleOptions options;
  options.voxel_m = 0.25;
  options.bounds_world = Box3{{-4, -4, -4}, {4, 4, 4}};
  options.memory_budget_bytes = size_t{256} << 20;
  options.threads = 1;
  const bool valid = Validate(mesh).ok();
  const Result<Sampling> sampling = Sample(mesh, options);
  if (!sampling) return FuzzCheckError(sampling.error());
  FuzzCheck(valid, "an invalid mesh was sampled");
  for (const OccupancyGrid& level : sampling->levels) {
    FuzzCheck(level.bounds() == sampling->bounds, "a level with other bounds");
    FuzzCheck(level.blocked_count() + level.free_count() == level.bounds().Volume(), "counts that do not add up");
    for (const Triangle& triangle : mesh.triangles) {
      for (uint32_t v : triangle) {
        const Vec3 p = mesh.vertices[v];
        if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) >= 4) continue;
        FuzzCheck(level.IsBlocked(level.frame().VoxelAt(p)), "a corner of a triangle lies in a free voxel");
      }
    }
  }
}

void CheckImport(Result<ImportedMesh> imported) {
  if (!imported) return FuzzCheckError(imported.error());
  if (const Status status = Validate(imported->mesh); !status) return FuzzCheckError(status.error());
  FuzzCheck(!BoundsOf(imported->mesh).IsEmpty(), "a valid mesh without bounds");
}

/// Input: number of vertices, their coordinates as floats, and one byte per index; any of it may be invalid.
void CheckRaw(std::string_view bytes) {
  if (bytes.empty()) return;
  TriangleMesh mesh;
  size_t count = static_cast<unsigned char>(bytes[0]) % 64;
  bytes.remove_prefix(1);
  for (; count > 0 && bytes.size() >= 12; --count, bytes.remove_prefix(12)) {
    float xyz[3];
    std::memcpy(xyz, bytes.data(), sizeof xyz);
    mesh.vertices.push_back({xyz[0], xyz[1], xyz[2]});
  }
  for (; bytes.size() >= 3 && mesh.triangles.size() < 256; bytes.remove_prefix(3)) {
    const auto index = [&](size_t i) { return uint32_t(static_cast<unsigned char>(bytes[i])); };
    mesh.triangles.push_back({index(0), index(1), index(2)});
  }
  CheckSampling(mesh);
}

}  // namespace
}  // namespace navnet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  using Import = navnet::Result<navnet::ImportedMesh> (*)(std::string_view, const navnet::ProgressFunction&);
  const Import imports[] = {navnet::ImportObj, navnet::ImportPly, navnet::ImportStl, navnet::ImportCollada,
                            [](std::string_view b, const navnet::ProgressFunction& progress) {
                              return navnet::ImportGltf(b, "/nonexistent", progress);
                            }};
  for (Import import : imports) {
    try {
      navnet::CheckImport(import(bytes, {}));
    } catch (const std::bad_alloc&) {  // LoadWorld() turns it into an error.
    } catch (const std::length_error&) {
    }
  }
  navnet::CheckRaw(bytes);
  return 0;
}
