// SPDX-License-Identifier: Apache-2.0
#include "walk/cell_planes.h"

#include "walk/ground_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <unordered_map>

namespace navnet {
namespace {

struct PlaneKey {
  double base, slope_x, slope_y;
  bool operator==(const PlaneKey&) const = default;
};

struct PlaneHash {
  size_t operator()(const PlaneKey& key) const {
    const std::hash<double> hash;
    constexpr size_t kMix = 0x9E3779B9;
    return (hash(key.base) * kMix + hash(key.slope_x)) * kMix + hash(key.slope_y);
  }
};

// Whether a side of the convex polygon `a`, given counter-clockwise, has all of `b` on its right, or less than `depth`
// to its left.
bool Separates(std::span<const Vec2> a, std::span<const Vec2> b, double depth) {
  Vec2 from = a.back();
  for (const Vec2 to : a) {
    const Vec2 side = to - from;
    const double length = Length(side);
    // Shorter sides have no direction apart from rounding.
    constexpr double kNoLength_m = 1e-7;
    if (length > kNoLength_m &&
        std::all_of(b.begin(), b.end(), [&](Vec2 p) { return Cross(side, p - from) < depth * length; })) {
      return true;
    }
    from = to;
  }
  return false;
}

bool DoOverlap(std::span<const Vec2> a, std::span<const Vec2> b, double depth) {
  return !Separates(a, b, depth) && !Separates(b, a, depth);
}

}  // namespace

CellPlanes::CellPlanes(const GroundIndex& index)
    : of_cell_(index.ground().bends.size(), kNone),
      of_edge_(index.ground().edges.size(), kNone),
      of_hub_(index.ground().vertices.size(), kNone) {
  const GroundView& ground = index.ground();
  FindPlanesOfPatches(index);
  for (uint32_t cell = 0; cell < of_cell_.size(); ++cell) {
    if (index.IsCell(cell)) of_cell_[cell] = PlaneIn(index, cell);
  }
  const auto plane_of = [&](uint32_t first, uint32_t last) {
    const uint32_t plane = of_cell_[first];
    const bool is_one = std::all_of(&of_cell_[first], &of_cell_[last] + 1, [&](uint32_t p) { return p == plane; });
    return is_one ? plane : kNone;
  };
  for (uint32_t e = 0; e < ground.edges.size(); ++e) {
    const GroundEdge& edge = ground.edges[e];
    of_edge_[e] = plane_of(edge.first_bend, edge.first_bend + edge.bend_count - 2);
  }
  for (uint32_t v = 0; v < ground.vertices.size(); ++v) {
    const GroundVertex& vertex = ground.vertices[v];
    bool is_first = true;
    for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
      const CellRange cells = CellsAround(ground, vertex, spoke);
      const uint32_t plane = plane_of(cells.first, cells.last);
      of_hub_[v] = is_first || plane == of_hub_[v] ? plane : kNone;
      is_first = false;
      if (of_hub_[v] == kNone) break;
    }
  }
}

// The first patch of a plane gives it its number. Patches join the plane of an adjacent one as long as they are near
// the plane of that first patch, so that errors do not add up.
void CellPlanes::FindPlanesOfPatches(const GroundIndex& index) {
  const GroundView& ground = index.ground();
  std::unordered_map<PlaneKey, uint32_t, PlaneHash> planes;
  of_patch_.assign(ground.patches.size(), kNone);
  std::vector<uint32_t> open;
  for (uint32_t seed = 0; seed < ground.patches.size(); ++seed) {
    if (of_patch_[seed] != kNone) continue;
    const GroundPatch& first = ground.patches[seed];
    const uint32_t plane = planes.try_emplace({first.base, first.slope_x, first.slope_y}, seed).first->second;
    const auto is_near = [&](const GroundPatch& patch) {
      const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
      return std::all_of(corners.begin(), corners.end(), [&](Vec2 p) {
        return std::abs(patch.HeightAt(p) - ground.patches[plane].HeightAt(p)) <= kSamePlane_m;
      });
    };
    of_patch_[seed] = plane;
    open.push_back(seed);
    while (!open.empty()) {
      const GroundPatch& patch = ground.patches[open.back()];
      open.pop_back();
      for (uint32_t k = patch.first_corner; k < patch.first_corner + patch.corner_count; ++k) {
        const uint32_t next = index.Beside(k);
        if (next == kNone || of_patch_[next] != kNone || !is_near(ground.patches[next])) continue;
        of_patch_[next] = plane;
        open.push_back(next);
      }
    }
  }
  is_one_ = std::all_of(of_patch_.begin(), of_patch_.end(), [&](uint32_t plane) { return plane == of_patch_[0]; });
}

uint32_t CellPlanes::PlaneIn(const GroundIndex& index, uint32_t cell) const {
  const GroundView& ground = index.ground();
  const uint32_t axis_patch = index.AxisPatch(cell), next = index.AxisPatch(cell + 1);
  if (axis_patch == kNone || next == kNone || of_patch_[axis_patch] != of_patch_[next]) return kNone;
  const uint32_t plane = of_patch_[axis_patch];
  const GroundBend &a = ground.bends[cell], &b = ground.bends[cell + 1];
  const std::array<Vec2, 4> left{a.p, b.p, b.left, a.left}, right{a.p, a.right, b.right, b.p};
  WalkBox box;
  for (const auto* half : {&left, &right}) {
    for (const Vec2 p : *half) box.Extend(p);
  }
  bool is_one = true;
  index.EachPatchIn(box, [&](uint32_t i) {
    if (of_patch_[i] == plane) return true;
    const auto corners = ground.corners.subspan(ground.patches[i].first_corner, ground.patches[i].corner_count);
    // Differences in height are linear, so they are extreme at corners.
    const auto is_above = [&](Vec2 p) { return ground.patches[i].HeightAt(p) > ground.patches[plane].HeightAt(p); };
    const bool above = is_above(corners[0]);
    const bool is_apart = std::all_of(corners.begin(), corners.end(),
                                      [&](Vec2 p) { return is_above(p) == above && !index.IsStep(plane, i, p); });
    if (is_apart) return true;
    is_one = !DoOverlap(left, corners, index.rounding_m()) && !DoOverlap(right, corners, index.rounding_m());
    return is_one;
  });
  return is_one ? plane : kNone;
}

}  // namespace navnet
