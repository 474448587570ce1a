/* SPDX-License-Identifier: Apache-2.0 */
/* A program may end while a live world is being updated in the background. */
#include <navnet/navnet.h>

#include <stdio.h>

int main(void) {
  const double xyz[] = {0, 0, 0, 40, 0, 0, 0, 40, 0};
  const uint32_t indices[] = {0, 1, 2};
  navnet_world world;
  navnet_live live;
  navnet_bake_options options;
  if (navnet_world_from_doubles("floor", NAVNET_UP_AXIS_Z, xyz, 3, indices, 1, &world)) return 2;
  if (navnet_bake_options_default(&options, sizeof options)) return 2;
  options.sample.voxel_m = 0.1;
  options.sample.has_bounds = 1;
  options.sample.bounds = (navnet_box){{0, 0, 0}, {40, 40, 8}};
  if (navnet_live_create(world, &options, &live)) return 2;
  if (navnet_live_start_background(live)) return 2;
  for (int i = 0; i < 300; ++i) {
    navnet_obstacle box;
    uint64_t id;
    if (navnet_obstacle_default(&box, sizeof box)) return 2;
    box.transform.position = (navnet_vec3){1 + i % 38, 1 + i / 8, 2};
    if (navnet_live_add_obstacle(live, &box, &id)) return fprintf(stderr, "%s\n", navnet_last_error_message()), 2;
  }
  return 0;
}
