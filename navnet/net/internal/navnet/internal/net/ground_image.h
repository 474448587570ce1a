// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout of the ground in a net's image.

#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace navnet {

/// Follows the ImageLevels. Offsets are from the image's start, multiples of 64.
struct ImageGround {
  double max_slope_deg, step_m, height_m, area_m2;
  uint32_t layer_count, component_count, ring_count;
  uint32_t corner_count, patch_count, wall_count, vertex_count, edge_count, bend_count, spoke_count, link_count;
  uint32_t zero;
  uint64_t corners_at, patches_at, walls_at, vertices_at, edges_at, bends_at, spokes_at, links_at;
};
static_assert(sizeof(ImageGround) == 144);
static_assert(sizeof(GroundPatch) == 40 && sizeof(GroundWall) == 40 && sizeof(GroundBend) == 64);
static_assert(sizeof(GroundEdge) == 32 && sizeof(GroundVertex) == 40 && sizeof(GroundLink) == 64);

/// Calls visit(offset field, count field, array) for each array, in the order of the image.
template <class Stored, class View, class Visit>
void EachGroundArray(Stored& stored, View& view, const Visit& visit) {
  visit(stored.corners_at, stored.corner_count, view.corners);
  visit(stored.patches_at, stored.patch_count, view.patches);
  visit(stored.walls_at, stored.wall_count, view.walls);
  visit(stored.vertices_at, stored.vertex_count, view.vertices);
  visit(stored.edges_at, stored.edge_count, view.edges);
  visit(stored.bends_at, stored.bend_count, view.bends);
  visit(stored.spokes_at, stored.spoke_count, view.spokes);
  visit(stored.links_at, stored.link_count, view.links);
}

/// A checked view of the ground in an image of `bytes` bytes. `tables_end` is the lowest offset of an array.
Result<GroundView> ReadGround(const ImageGround& stored, const std::byte* image, uint64_t tables_end, uint64_t bytes);

/// The ImageGround of a ground, without the offsets of its arrays. Fails if an array has too many elements.
Result<ImageGround> StoredGround(const GroundView& ground);

/// Checks everything that queries rely on. Returns what is wrong with a ground, or an empty string.
std::string FindGroundFault(const GroundView& ground);

}  // namespace navnet
