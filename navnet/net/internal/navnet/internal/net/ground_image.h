#pragma once
// The ground's part of a net's image.

#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace navnet {

/// Stands behind the levels. Offsets are from the image's start, multiples of 64.
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

/// The arrays in the order they stand in the image: calls visit(offset field, count field, array).
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

/// A ground's arrays as they stand in an image, checked. `tables_end`: where the first array may begin.
Result<GroundView> ReadGround(const ImageGround& stored, const std::byte* image, uint64_t tables_end, uint64_t bytes);

/// Everything of a ground but where its arrays stand.
Result<ImageGround> StoredGround(const GroundView& ground);

/// Whether a ground's arrays hold together: what queries rely on. Empty when they do, else what is wrong.
std::string FindGroundFault(const GroundView& ground);

}  // namespace navnet
