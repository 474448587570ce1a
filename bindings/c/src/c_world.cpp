// SPDX-License-Identifier: Apache-2.0
// Worlds: loading, and creation from arrays.
#include <navnet/internal/voxel/sample/alignment.h>

#include "bake_objects.h"
#include "convert.h"

#include <cmath>

using namespace navnet;
using namespace navnet::c;

Result<TriangleMesh> navnet::c::MeshOf(std::span<const Vec3> vertices, const uint32_t* indices, size_t triangle_count) {
  TriangleMesh mesh;
  mesh.vertices.assign(vertices.begin(), vertices.end());
  mesh.triangles.reserve(triangle_count);
  for (size_t i = 0; i < triangle_count; ++i) {
    mesh.triangles.push_back({indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]});
  }
  if (Status valid = Validate(mesh); !valid) return valid.error();
  return mesh;
}

namespace {

/// The common body of both functions that make a world from triangles.
template <class Number>
navnet_status FromArrays(const char* function, const char* name, navnet_up_axis up, const Number* xyz,
                         size_t vertex_count, const uint32_t* indices, size_t triangle_count, navnet_world* world) {
  return Guard(function, [&](Call& call) {
    call.NeedEnum(up, NAVNET_UP_AXIS_Z, "up");
    call.NeedArray(xyz, vertex_count, "xyz");
    call.NeedArray(indices, triangle_count, "indices");
    call.NeedPointer(world, "world");
    if (!call.ok()) return;
    std::vector<Vec3> vertices(vertex_count);
    for (size_t i = 0; i < vertex_count; ++i) vertices[i] = {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
    Result<TriangleMesh> mesh = MeshOf(vertices, indices, triangle_count);
    if (!call.Check(mesh)) return;
    call.Give<WorldObject>(world, World{name ? name : "world", UpOf(up), *std::move(mesh)});
  });
}

}  // namespace

navnet_status navnet_load_options_default(navnet_load_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_load_options");
    if (!call.ok()) return;
    *options = {};
    options->struct_bytes = sizeof *options;
    options->scale = LoadOptions{}.scale;
  });
}

navnet_status navnet_world_load(const char* file, const navnet_load_options* options, navnet_world* world) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(file, "file");
    call.NeedPointer(world, "world");
    LoadOptions how;
    if (options) {
      call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_load_options");
      if (!call.ok()) return;
      how.scale = options->scale;
      if (options->has_up) {
        call.NeedEnum(options->up, NAVNET_UP_AXIS_Z, "options.up");
        how.up = UpOf(options->up);
      }
      if (options->vdb_grid) how.vdb_grid = options->vdb_grid;
      if (options->has_vdb_threshold) how.vdb_threshold = options->vdb_threshold;
      how.progress = ProgressOf(options->progress, options->progress_user);
    }
    if (!call.ok()) return;
    Result<World> loaded = LoadWorld(file, how);
    if (call.Check(loaded)) call.Give<WorldObject>(world, *std::move(loaded));
  });
}

navnet_status navnet_world_from_floats(const char* name, navnet_up_axis up, const float* xyz, size_t vertex_count,
                                       const uint32_t* indices, size_t triangle_count, navnet_world* world) {
  return FromArrays(__func__, name, up, xyz, vertex_count, indices, triangle_count, world);
}

navnet_status navnet_world_from_doubles(const char* name, navnet_up_axis up, const double* xyz, size_t vertex_count,
                                        const uint32_t* indices, size_t triangle_count, navnet_world* world) {
  return FromArrays(__func__, name, up, xyz, vertex_count, indices, triangle_count, world);
}

navnet_status navnet_world_from_voxels(const char* name, navnet_up_axis up, navnet_vec3 origin, double voxel_m,
                                       navnet_voxel size, const uint8_t* blocked, size_t count, navnet_world* world) {
  return Guard(__func__, [&](Call& call) {
    call.NeedEnum(up, NAVNET_UP_AXIS_Z, "up");
    call.NeedArray(blocked, count, "blocked");
    call.NeedPointer(world, "world");
    if (!call.ok()) return;
    Result<World> made =
        WorldFromVoxels({{blocked, count}, In(size), In(origin), voxel_m}, UpOf(up), name ? name : "voxels");
    if (!call.Check(made)) return;
    call.Give<WorldObject>(world, *std::move(made));
  });
}

navnet_status navnet_world_destroy(navnet_world world) { return DestroyHandle<WorldObject>(__func__, world); }

navnet_status navnet_world_get_info(navnet_world world, navnet_world_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_world_info");
    if (!call.ok()) return;
    *info = {};
    info->up = Out(held->world.up);
    if (const TriangleMesh* mesh = held->world.mesh()) {
      info->vertex_count = mesh->vertices.size();
      info->triangle_count = mesh->triangles.size();
      info->box = Out(BoundsOf(*mesh));
    } else {
      const OccupancyGrid& grid = *held->world.voxels();
      info->has_voxels = 1;
      info->box = Out(grid.frame().WorldBox(grid.bounds()));
    }
  });
}

navnet_status navnet_world_copy_name(navnet_world world, char* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    if (call.ok()) CopyText(call, held->world.name, out, capacity, required);
  });
}

navnet_status navnet_world_copy_vertices(navnet_world world, navnet_vec3* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    if (!call.ok()) return;
    const TriangleMesh* const mesh = held->world.mesh();
    CopyAll(call, mesh ? std::span(mesh->vertices) : std::span<const Vec3>(), out, capacity, required);
  });
}

navnet_status navnet_world_copy_indices(navnet_world world, uint32_t* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    if (!call.ok()) return;
    const TriangleMesh* const mesh = held->world.mesh();
    CopyEach(call, mesh ? 3 * mesh->triangles.size() : 0, out, capacity, required,
             [&](size_t i) { return mesh->triangles[i / 3][i % 3]; });
  });
}

navnet_status navnet_world_grid(navnet_world world, navnet_grid* grid) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    call.NeedPointer(grid, "grid");
    if (!call.ok()) return;
    if (const OccupancyGrid* voxels = held->world.voxels()) {
      call.Give<GridObject>(grid, *voxels);
    } else {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "world: is made of triangles; navnet_sample makes a grid of it");
    }
  });
}

navnet_status navnet_find_alignment(navnet_world world, double voxel_m, double radius_m, navnet_alignment* alignment) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    call.NeedPointer(alignment, "alignment");
    if (!call.ok()) return;
    const TriangleMesh* const mesh = held->world.mesh();
    if (!mesh) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "world: is made of voxels, which keep their own grid");
    } else if (!(voxel_m > 0) || !std::isfinite(voxel_m) || !(radius_m >= 0) || !std::isfinite(radius_m)) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "voxel_m must be finite and above 0, radius_m finite and 0 or more");
    } else if (Status valid = Validate(*mesh); call.Check(valid)) {
      const Alignment found = FindAlignment(*mesh, held->world.up, voxel_m, radius_m);
      const GridPlacement& placed = found.placement;
      *alignment = {Out(placed.origin_world), placed.turn.cos,        placed.turn.sin, Out(placed.turn.up), 0,
                    found.turn_deg,           Out(found.shift_voxels)};
    }
  });
}
