/* SPDX-License-Identifier: Apache-2.0 */
/* The whole API from C11, on a world made of boxes: calls every function at least once, and checks results where that
 * is simple. Other tests compare the answers with those of the C++ library. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

int failures = 0;

static void add_box(double* xyz, uint32_t* indices, size_t number, double x0, double y0, double z0, double x1,
                    double y1, double z1) {
  static const uint32_t kFaces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  for (uint32_t i = 0; i < 8; ++i) {
    double* const p = xyz + 24 * number + 3 * i;
    p[0] = i & 1 ? x1 : x0;
    p[1] = i & 2 ? y1 : y0;
    p[2] = i & 4 ? z1 : z0;
  }
  for (uint32_t i = 0; i < 12; ++i) {
    for (uint32_t k = 0; k < 3; ++k) indices[36 * number + 3 * i + k] = (uint32_t)(8 * number) + kFaces[i][k];
  }
}

navnet_world make_hall(void) {
  enum { kBoxes = 3 };
  double xyz[24 * kBoxes];
  uint32_t indices[36 * kBoxes];
  add_box(xyz, indices, 0, 0, 0, -0.5, 20, 20, 0);
  add_box(xyz, indices, 1, 9.75, 0, 0, 10.25, 12, 5);
  add_box(xyz, indices, 2, 9.75, 14, 0, 10.25, 20, 5);
  navnet_world world = {0};
  CHECK_OK(navnet_world_from_doubles("hall", NAVNET_UP_AXIS_Z, xyz, 8 * kBoxes, indices, 12 * kBoxes, &world));

  float xyz_float[24 * kBoxes];
  for (int i = 0; i < 24 * kBoxes; ++i) xyz_float[i] = (float)xyz[i];
  navnet_world same = {0};
  CHECK_OK(navnet_world_from_floats(NULL, NAVNET_UP_AXIS_Z, xyz_float, 8 * kBoxes, indices, 12 * kBoxes, &same));
  navnet_world_info a, b;
  CHECK_OK(navnet_world_get_info(world, &a, sizeof a));
  CHECK_OK(navnet_world_get_info(same, &b, sizeof b));
  CHECK(memcmp(&a, &b, sizeof a) == 0);
  CHECK(a.triangle_count == 12 * kBoxes && a.box.max.x == 20 && !a.has_voxels);
  CHECK_OK(navnet_world_destroy(same));
  return world;
}

navnet_net bake_hall(void) {
  navnet_world world = make_hall();
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  const double radii[2] = {0, 0.4};
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = radii;
  options.sample.radius_count = 2;
  options.sample.has_bounds = 1;
  options.sample.bounds = (navnet_box){{0, 0, -0.5}, {20, 20, 6}};
  options.walks = 1;
  const navnet_ground_link link = {{9, 5, 0}, {11, 5, 0}, 1.5, NAVNET_LINK_KIND_DOOR, 0};
  options.links = &link;
  options.link_count = 1;
  navnet_net net = {0};
  CHECK_OK(navnet_bake(world, &options, &net, NULL, NULL, 0));
  CHECK_OK(navnet_world_destroy(world));
  return net;
}

static void test_names(void) {
  static const struct {
    const char* (*name)(int32_t);
    const char* names; /* Of all values from 0 on. */
  } kEnums[] = {
      {navnet_status_name,
       "ok invalid_argument not_found unreadable unknown_format bad_format empty_world too_large write_failed "
       "cancelled "
       "out_of_memory internal bad_handle null_pointer buffer_too_small bad_version busy"},
      {navnet_up_axis_name, "y z"},
      {navnet_net_loading_name, "read map"},
      {navnet_keep_name, "all outside largest seeds"},
      {navnet_link_kind_name, "spot jump drop ladder door"},
      {navnet_path_status_name,
       "complete partial unreachable out_of_budget cancelled start_blocked goal_blocked outside_world invalid_query "
       "beyond_limit"},
      {navnet_path_kind_name, "none flight walk journey"},
      {navnet_travel_mode_name, "walk take_off fly land link"},
      {navnet_effort_name, "fast balanced best"},
      {navnet_path_validity_name, "valid broken invalid"},
      {navnet_repair_outcome_name, "kept repaired improved replanned"},
      {navnet_follow_outcome_name, "moving arrived off_path invalid at_gate"},
      {navnet_agent_kind_name, "flyer walker"},
      {navnet_agent_status_name, "idle moving arrived stuck off_path no_path blocked"},
      {navnet_room_status_name, "complete blocked invalid_query"},
      {navnet_trajectory_status_name,
       "complete out_of_budget invalid_query rooms_apart start_outside goal_outside start_too_fast goal_too_fast"},
      {navnet_align_name, "world auto"},
      {navnet_unknown_name, "blocked at_a_cost"},
      {navnet_shape_name, "box sphere capsule mesh"},
      {navnet_voxel_state_name, "unknown free occupied"},
  };
  for (size_t i = 0; i < sizeof kEnums / sizeof kEnums[0]; ++i) {
    char all[512] = "";
    int32_t value = 0;
    do {
      if (value > 0) strcat(all, " ");
      strcat(all, kEnums[i].name(value));
      ++value;
    } while (value < 20 && strlen(all) < strlen(kEnums[i].names));
    CHECK(strcmp(all, kEnums[i].names) == 0);
    CHECK(strcmp(kEnums[i].name(value), "unknown") == 0);
    CHECK(strcmp(kEnums[i].name(-1), "unknown") == 0);
  }
}

void test_basics(void) {
  int32_t major = -1, minor = -1, patch = -1;
  navnet_version(&major, &minor, &patch);
  CHECK(major == NAVNET_VERSION_MAJOR && minor == NAVNET_VERSION_MINOR && patch == NAVNET_VERSION_PATCH);
  navnet_version(NULL, NULL, NULL);
  CHECK_OK(navnet_check_api_version(NAVNET_API_VERSION));
  CHECK_STATUS(NAVNET_ERROR_BAD_VERSION, navnet_check_api_version(NAVNET_API_VERSION + 1));
  CHECK(strstr(navnet_last_error_message(), "navnet_check_api_version") != NULL);
  CHECK(navnet_can_bake() == 1);
  test_names();

  const navnet_frame frame = {{10, 20, 30}, 0.5, 0, 1, NAVNET_UP_AXIS_Z, 0};
  navnet_vec3 world, back;
  CHECK_OK(navnet_frame_to_world(&frame, (navnet_vec3){2, 4, 6}, &world));
  CHECK(world.x == 8 && world.y == 21 && world.z == 33);
  CHECK_OK(navnet_frame_to_voxels(&frame, world, &back));
  CHECK(back.x == 2 && back.y == 4 && back.z == 6);
  const double sizes_m[] = {0, -1, 1e-10, 2e12, NAN, INFINITY};
  for (size_t i = 0; i < sizeof sizes_m / sizeof sizes_m[0]; ++i) {
    navnet_frame wrong = frame;
    wrong.voxel_m = sizes_m[i];
    CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_frame_to_voxels(&wrong, world, &back));
    CHECK(strstr(navnet_last_error_message(), "frame.voxel_m") != NULL);
  }
  navnet_box box;
  CHECK_OK(navnet_frame_world_box(&frame, (navnet_voxel_box){{0, 0, 0}, {2, 4, 6}}, &box));
  CHECK(box.min.x == 8 && box.max.x == 10 && box.min.y == 20 && box.max.y == 21);
  int32_t axis = 9;
  navnet_voxel_box face;
  CHECK_OK(navnet_contact_of((navnet_voxel_box){{0, 0, 0}, {4, 4, 4}}, (navnet_voxel_box){{4, 2, 2}, {8, 8, 8}}, &axis,
                             &face));
  CHECK(axis == 0 && face.lo.x == 4 && face.hi.x == 4 && face.lo.y == 2 && face.hi.y == 4);

  /* The message of a failure stays until the next failure. */
  CHECK_STATUS(NAVNET_ERROR_NOT_FOUND,
               navnet_net_load("no such file.navnet", NAVNET_NET_LOADING_READ, &(navnet_net){0}));
  CHECK_OK(navnet_check_api_version(NAVNET_API_VERSION));
  CHECK(strstr(navnet_last_error_message(), "no such file.navnet") != NULL);
}

int main(void) {
  test_basics();
  navnet_net net = bake_hall();
  test_net(net);
  test_paths(net);
  test_journeys(net);
  test_repair(net);
  test_agents(net);
  test_gates();
  test_rooms();
  test_motion();
  CHECK_OK(navnet_net_destroy(net));
  CHECK_STATUS(NAVNET_ERROR_BAD_HANDLE, navnet_net_destroy(net));
  test_bake();
  test_live();
  test_explored();
  CHECK(navnet_object_count() == 0);
  if (failures == 0) puts("all passed");
  return failures == 0 ? 0 : 1;
}
