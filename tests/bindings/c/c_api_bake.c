/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds, sampling, baking. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

static navnet_bool count_calls(void* user, const char* stage, double done) {
  CHECK(stage[0] != '\0' && done >= 0 && done <= 1);
  return ++*(int*)user < 1000000;
}

static navnet_bool refuse(void* user, const char* stage, double done) {
  (void)user, (void)stage, (void)done;
  return 0;
}

static void test_grid(navnet_grid grid, double radius_m) {
  navnet_grid_info info;
  CHECK_OK(navnet_grid_get_info(grid, &info, sizeof info));
  CHECK(info.radius_m == radius_m && info.blocked_count > 0 && info.free_count > info.blocked_count);
  static navnet_voxel blocks[4096];
  size_t count = 0;
  CHECK_COPY(count, blocks, navnet_grid_copy_mixed_blocks, grid);
  int64_t blocked = 0;
  static uint64_t words[NAVNET_BLOCK_WORDS];
  for (size_t i = 0; i < count; ++i) {
    CHECK_OK(navnet_grid_read_block(grid, blocks[i], words, NAVNET_BLOCK_WORDS));
    for (int32_t x = 0; x < 64; ++x) {
      for (int32_t y = 0; y < 64; ++y) {
        for (int32_t z = 0; z < 64; ++z) {
          const navnet_voxel v = {64 * blocks[i].x + x, 64 * blocks[i].y + y, 64 * blocks[i].z + z};
          const int inside = v.x >= info.bounds.lo.x && v.x < info.bounds.hi.x && v.y >= info.bounds.lo.y &&
                             v.y < info.bounds.hi.y && v.z >= info.bounds.lo.z && v.z < info.bounds.hi.z;
          blocked += inside && (words[x * 64 + y] >> z & 1);
        }
      }
    }
  }
  CHECK(blocked == info.blocked_count);
  navnet_bool is_blocked = 0;
  CHECK_OK(navnet_grid_is_blocked(grid, (navnet_voxel){1 << 20, 0, 0}, &is_blocked));
  CHECK(is_blocked);
}

static void test_voxel_array(void) {
  const uint8_t blocked[24] = {[5] = 1, [23] = 7}; /* Of 2 × 3 × 4 voxels: (0, 1, 1) and (1, 2, 3). */
  const navnet_voxel size = {2, 3, 4};
  const navnet_vec3 origin = {10, 20, 30};
  navnet_world world = {0};
  CHECK_OK(navnet_world_from_voxels("array", NAVNET_UP_AXIS_Z, origin, 0.5, size, blocked, 24, &world));
  navnet_grid grid = {0};
  navnet_grid_info info;
  CHECK_OK(navnet_world_grid(world, &grid));
  CHECK_OK(navnet_grid_get_info(grid, &info, sizeof info));
  CHECK(info.blocked_count == 2 && info.free_count == 22 && info.frame.voxel_m == 0.5 && info.frame.origin.z == 30);
  navnet_bool first = 0, last = 0, other = 1;
  CHECK_OK(navnet_grid_is_blocked(grid, (navnet_voxel){0, 1, 1}, &first));
  CHECK_OK(navnet_grid_is_blocked(grid, (navnet_voxel){1, 2, 3}, &last));
  CHECK_OK(navnet_grid_is_blocked(grid, (navnet_voxel){0, 0, 0}, &other));
  CHECK(first && last && !other);
  navnet_world none = {0};
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT,
               navnet_world_from_voxels("array", NAVNET_UP_AXIS_Z, origin, 0.5, size, blocked, 23, &none));
  CHECK_OK(navnet_grid_destroy(grid));
  CHECK_OK(navnet_world_destroy(world));
}

static void test_sampling(navnet_world world) {
  navnet_sample_options options;
  CHECK_OK(navnet_sample_options_default(&options, sizeof options));
  const double radii[2] = {0, 0.5};
  int calls = 0;
  options.voxel_m = 0.25;
  options.radii_m = radii;
  options.radius_count = 2;
  options.threads = 1;
  options.progress = count_calls;
  options.progress_user = &calls;
  navnet_sampling sampling = {0};
  CHECK_OK(navnet_sample(world, &options, &sampling));
  CHECK(calls > 0);
  navnet_sampling_info info;
  CHECK_OK(navnet_sampling_get_info(sampling, &info, sizeof info));
  CHECK(info.level_count == 2 && info.triangle_count == 36 && info.frame.voxel_m == 0.25);
  char reason[256];
  size_t length = 0;
  CHECK_COPY(length, reason, navnet_sampling_copy_voxel_reason, sampling);
  CHECK(length > 1 && reason[length - 1] == '\0');
  for (uint32_t level = 0; level < 2; ++level) {
    navnet_grid grid = {0};
    CHECK_OK(navnet_sampling_grid(sampling, level, &grid));
    test_grid(grid, radii[level]);
    CHECK_OK(navnet_grid_destroy(grid));
  }
  options.progress = refuse;
  CHECK_STATUS(NAVNET_ERROR_CANCELLED, navnet_sample(world, &options, &(navnet_sampling){0}));

  /* A .vdb file written and read again is a voxel world. */
  const char* const file = "c_api_test.vdb";
  uint64_t bytes = 0;
  CHECK_OK(navnet_sampling_write_vdb(sampling, file, &bytes));
  CHECK(bytes > 0);
  navnet_load_options load;
  CHECK_OK(navnet_load_options_default(&load, sizeof load));
  load.has_up = 1;
  load.up = NAVNET_UP_AXIS_Z;
  navnet_world voxels = {0};
  CHECK_OK(navnet_world_load(file, &load, &voxels));
  remove(file);
  navnet_world_info voxel_info;
  CHECK_OK(navnet_world_get_info(voxels, &voxel_info, sizeof voxel_info));
  CHECK(voxel_info.has_voxels && voxel_info.triangle_count == 0);
  navnet_grid grid = {0};
  CHECK_OK(navnet_world_grid(voxels, &grid));
  test_grid(grid, 0);
  CHECK_OK(navnet_grid_destroy(grid));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_world_grid(world, &grid));
  test_voxel_array();
  CHECK_OK(navnet_world_destroy(voxels));
  CHECK_OK(navnet_sampling_destroy(sampling));
}

void test_bake(void) {
  navnet_world world = make_hall();
  char name[16];
  size_t length = 0;
  CHECK_COPY(length, name, navnet_world_copy_name, world);
  CHECK(strcmp(name, "hall") == 0);
  static navnet_vec3 vertices[64];
  static uint32_t indices[256];
  CHECK_COPY(length, vertices, navnet_world_copy_vertices, world);
  CHECK(length == 24 && vertices[7].x == 20);
  CHECK_COPY(length, indices, navnet_world_copy_indices, world);
  CHECK(length == 108 && indices[0] == 0 && indices[1] == 2);
  test_sampling(world);

  navnet_walk_options walk;
  CHECK_OK(navnet_walk_options_default(&walk, sizeof walk));
  CHECK(walk.max_slope_deg == 45 && walk.height_m == 1.8);
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  CHECK(options.keep == NAVNET_KEEP_ALL && options.sample.memory_budget_bytes == (uint64_t)4 << 30);
  options.sample.voxel_m = 0.25;
  options.align = NAVNET_ALIGN_AUTO;
  navnet_net net = {0};
  navnet_sampling sampling = {0};
  navnet_bake_report report;
  CHECK_OK(navnet_bake(world, &options, &net, &sampling, &report, sizeof report));
  CHECK(report.has_align && report.cells_before > 0 && report.sample_s >= 0);
  CHECK_OK(navnet_sampling_destroy(sampling));
  CHECK_OK(navnet_net_destroy(net));
  navnet_alignment alignment;
  CHECK_OK(navnet_find_alignment(world, 0.25, 0, &alignment));
  CHECK(fabs(alignment.turn_cos * alignment.turn_cos + alignment.turn_sin * alignment.turn_sin - 1) < 1e-9);

  navnet_probe probe = {0};
  double clearance = -1;
  CHECK_OK(navnet_probe_create(world, 1, &probe));
  CHECK_OK(navnet_probe_point(probe, (navnet_vec3){5, 5, 1}, INFINITY, &clearance));
  CHECK(clearance == 1);
  CHECK_OK(navnet_probe_segment(probe, (navnet_vec3){5, 5, 1}, (navnet_vec3){15, 5, 1}, 4, &clearance));
  CHECK(clearance == 0);
  CHECK_OK(navnet_probe_destroy(probe));
  CHECK_OK(navnet_world_destroy(world));
}
