/* SPDX-License-Identifier: Apache-2.0 */
/* Nets and their tables. */
#include "bindings/c/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int released = 0;

static void release(void* user, const void* bytes) {
  ++*(int*)user;
  free((void*)(uintptr_t)bytes);
}

static void test_tables(navnet_net net) {
  navnet_level_info level;
  CHECK_OK(navnet_net_get_level(net, 1, &level, sizeof level));
  CHECK(level.radius_m == 0.4 && level.cell_count > 0 && level.voxels_free > 0);
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_net_get_level(net, 2, &level, sizeof level));
  navnet_bool found = 0;
  uint32_t number = 9;
  CHECK_OK(navnet_net_level_for(net, 0.3, &found, &number));
  CHECK(found && number == 1);
  CHECK_OK(navnet_net_level_for(net, 5, &found, &number));
  CHECK(!found);

  static navnet_block blocks[4096];
  static navnet_voxel_box cells[4096], volumes[4096];
  static uint32_t components[4096], first_neighbours[4096];
  static navnet_neighbour links[4096];
  size_t block_count = 0, cell_count = 0, volume_count = 0, component_count = 0, first_count = 0, link_count = 0;
  CHECK_COPY(block_count, blocks, navnet_net_copy_blocks, net, 0);
  CHECK_COPY(cell_count, cells, navnet_net_copy_cells, net, 0);
  CHECK_COPY(volume_count, volumes, navnet_net_copy_volumes, net, 0);
  CHECK_COPY(component_count, components, navnet_net_copy_components, net, 0);
  CHECK_COPY(first_count, first_neighbours, navnet_net_copy_first_neighbours, net, 0);
  CHECK_COPY(link_count, links, navnet_net_copy_neighbours, net, 0);
  CHECK(cell_count > 1 && volume_count == cell_count && component_count == cell_count);
  CHECK(first_count == cell_count + 1 && first_neighbours[cell_count] == link_count);
  for (size_t i = 0; i < cell_count; ++i) {
    CHECK(volumes[i].lo.x <= cells[i].lo.x && volumes[i].hi.z >= cells[i].hi.z);
    uint32_t at = 0;
    CHECK_OK(navnet_net_cell_at(net, 0, cells[i].lo, &at));
    CHECK(at == i);
    for (uint32_t k = first_neighbours[i]; k < first_neighbours[i + 1]; ++k) {
      int32_t axis = -1;
      navnet_voxel_box face;
      CHECK_OK(navnet_contact_of(cells[i], cells[links[k].cell], &axis, &face));
      CHECK(axis >= 0);
    }
  }
  navnet_block block;
  CHECK_OK(navnet_net_block_at(net, 0, cells[0].lo, &found, &block));
  CHECK(found && memcmp(&block, &blocks[0], sizeof block) == 0);
  CHECK_OK(navnet_net_block_at(net, 0, (navnet_voxel){1 << 20, 0, 0}, &found, &block));
  CHECK(!found);
  uint32_t none = 0;
  CHECK_OK(navnet_net_cell_at(net, 0, (navnet_voxel){1 << 20, 0, 0}, &none));
  CHECK(none == NAVNET_NO_CELL);
  navnet_level_quality quality;
  CHECK_OK(navnet_net_measure_quality(net, 0, &quality, sizeof quality));
  CHECK(quality.coverage > 0.5 && quality.coverage <= 1 && quality.free_m3 > 0);
}

static void test_ground(navnet_net net) {
  navnet_ground ground = {0};
  CHECK_OK(navnet_net_ground(net, &ground));
  navnet_ground_info info;
  CHECK_OK(navnet_ground_get_info(ground, &info, sizeof info));
  CHECK(info.up == NAVNET_UP_AXIS_Z && info.area_m2 > 390 && info.area_m2 < 410 && info.link_count > 1);
  static navnet_vec2 corners[4096];
  static navnet_ground_patch patches[4096];
  static navnet_ground_wall walls[4096];
  static navnet_ground_vertex vertices[4096];
  static navnet_ground_edge edges[4096];
  static navnet_ground_bend bends[4096];
  static uint32_t spokes[4096];
  static navnet_ground_link links[4096];
  size_t count = 0;
  CHECK_COPY(count, corners, navnet_ground_copy_corners, ground);
  CHECK(count == info.corner_count);
  CHECK_COPY(count, patches, navnet_ground_copy_patches, ground);
  CHECK(count == info.patch_count && patches[0].corner_count >= 3);
  CHECK_COPY(count, walls, navnet_ground_copy_walls, ground);
  CHECK(count == info.wall_count);
  CHECK_COPY(count, vertices, navnet_ground_copy_vertices, ground);
  CHECK(count == info.vertex_count);
  CHECK_COPY(count, edges, navnet_ground_copy_edges, ground);
  CHECK(count == info.edge_count && edges[0].bend_count >= 2);
  CHECK_COPY(count, bends, navnet_ground_copy_bends, ground);
  CHECK(count == info.bend_count);
  CHECK_COPY(count, spokes, navnet_ground_copy_spokes, ground);
  CHECK(count == info.spoke_count && count == 2 * info.edge_count);
  CHECK_COPY(count, links, navnet_ground_copy_links, ground);
  CHECK(count == info.link_count && links[0].kind == NAVNET_LINK_KIND_DOOR && links[0].seconds == 1.5);
  CHECK_OK(navnet_ground_destroy(ground));
}

void test_net(navnet_net net) {
  navnet_net_info info;
  CHECK_OK(navnet_net_get_info(net, &info, sizeof info));
  CHECK(info.level_count == 2 && info.has_ground && info.frame.voxel_m == 0.25 && info.image_bytes > 0);
  CHECK(fabs(info.bounds_world.max.x - 20) < 1e-9);

  const void* image = NULL;
  size_t image_bytes = 0;
  CHECK_OK(navnet_net_image(net, &image, &image_bytes));
  CHECK(image_bytes == info.image_bytes);
  navnet_net copy = {0}, in_place = {0}, loaded = {0};
  CHECK_OK(navnet_net_from_memory(image, image_bytes, &copy));
  CHECK_STATUS(NAVNET_ERROR_BAD_FORMAT, navnet_net_from_memory(image, image_bytes - 8, &loaded));
  CHECK(loaded.id == 0);

  /* Used in place: released once, after the last object that needs the bytes; not released after a failure. */
  void* const aligned = aligned_alloc(64, (image_bytes + 63) / 64 * 64);
  memcpy(aligned, image, image_bytes);
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT,
               navnet_net_from_memory_in_place((const char*)aligned + 1, 64, release, &released, &in_place));
  CHECK_STATUS(NAVNET_ERROR_BAD_FORMAT,
               navnet_net_from_memory_in_place(aligned, image_bytes - 8, release, &released, &in_place));
  CHECK(released == 0);
  CHECK_OK(navnet_net_from_memory_in_place(aligned, image_bytes, release, &released, &in_place));
  navnet_navigator navigator = {0};
  CHECK_OK(navnet_navigator_create(in_place, &navigator));
  CHECK_OK(navnet_net_destroy(in_place));
  CHECK(released == 0);
  CHECK_OK(navnet_navigator_destroy(navigator));
  CHECK(released == 1);

  const char* const file = "c_api_test.navnet";
  uint64_t written = 0;
  CHECK_OK(navnet_net_save(net, file, &written));
  CHECK(written == image_bytes);
  for (navnet_net_loading loading = NAVNET_NET_LOADING_READ; loading <= NAVNET_NET_LOADING_MAP; ++loading) {
    CHECK_OK(navnet_net_load(file, loading, &loaded));
    const void* other = NULL;
    size_t other_bytes = 0;
    CHECK_OK(navnet_net_image(loaded, &other, &other_bytes));
    CHECK(other_bytes == image_bytes && memcmp(other, image, image_bytes) == 0);
    CHECK_OK(navnet_net_destroy(loaded));
  }
  remove(file);
  test_tables(copy);
  test_ground(copy);
  CHECK_OK(navnet_net_destroy(copy));
  CHECK_OK(navnet_net_destroy((navnet_net){0}));
}
