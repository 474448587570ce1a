// SPDX-License-Identifier: Apache-2.0
#include "ground/spots.h"

#include <navnet/internal/core/text.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

/// Approximate number of spots at the default spacing (if it grows: more choice for journeys, slower), maximum number
/// on the grid, and smallest default spacing in metres.
constexpr double kWantedSpots = 2000, kMostSpots = 1e6, kSmallestSpacing = 1;
/// Minimum clearance, in metres, of a junction of corridors that gets a spot. If it grows, narrow junctions get none.
constexpr double kRoom = 0.25;

/// Distance to a patch, in metres, up to which a vertex counts as lying on it: the corners of patches are rounded, so
/// there may be gaps between them.
constexpr double kCrack = 1e-4;

/// Whether a convex counter-clockwise polygon, widened by `widen_m` metres, contains p.
bool Holds(std::span<const Vec2> corners, Vec2 p, double widen_m) {
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    if (Cross(b - a, p - a) < -widen_m * Length(b - a)) return false;
  }
  return true;
}

struct PlanBox {
  Vec2 lo, hi;
};

PlanBox BoxOf(std::span<const Vec2> corners) {
  PlanBox box{corners[0], corners[0]};
  for (const Vec2 c : corners) {
    box.lo = {std::min(box.lo.x, c.x), std::min(box.lo.y, c.y)};
    box.hi = {std::max(box.hi.x, c.x), std::max(box.hi.y, c.y)};
  }
  return box;
}

/// The `count` integers i, from `first` on, for which lo <= (i + 0.5) * spacing < hi.
struct Steps {
  double first = 0;
  int64_t count = 0;
};

/// Returns a count because a loop that increments a double may not advance: far from the origin, i + 1 may equal i.
Steps StepsBetween(double lo, double hi, double spacing) {
  const double first = std::ceil(lo / spacing - 0.5), end = std::ceil(hi / spacing - 0.5);
  return {first, int64_t(std::max(0.0, end - first))};
}

}  // namespace

std::vector<PlacedVertex> PlaceVertices(const GroundView& ground, double clearance_m) {
  std::vector<const GroundVertex*> vertices;
  for (const GroundVertex& vertex : ground.vertices) {
    if (vertex.clearance_m >= clearance_m) vertices.push_back(&vertex);
  }
  const auto x_of = [](const GroundVertex* v) { return v->p.x; };
  std::ranges::sort(vertices, {}, x_of);
  std::vector<PlacedVertex> placed;
  const auto place = [&](double widen_m) {
    for (const GroundPatch& patch : ground.patches) {
      const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
      const PlanBox box = BoxOf(corners);
      for (auto at = std::ranges::lower_bound(vertices, box.lo.x - widen_m, {}, x_of);
           at != vertices.end() && (*at)->p.x <= box.hi.x + widen_m; ++at) {
        if ((*at)->layer != patch.layer || !Holds(corners, (*at)->p, widen_m)) continue;
        placed.push_back({*at, patch.HeightAt((*at)->p)});
      }
    }
  };
  place(0);
  // The remaining vertices may lie in gaps between patches.
  std::vector<const GroundVertex*> done;
  done.reserve(placed.size());
  for (const PlacedVertex& one : placed) done.push_back(one.vertex);
  std::ranges::sort(done);
  std::erase_if(vertices, [&](const GroundVertex* v) { return std::ranges::binary_search(done, v); });
  if (!vertices.empty()) place(kCrack);
  return placed;
}

Result<std::vector<GroundLink>> MakeSpots(const GroundView& ground, UpAxis up, double spacing_m) {
  if (spacing_m <= 0) spacing_m = std::max(kSmallestSpacing, std::sqrt(ground.area_m2 / kWantedSpots));
  if (const double least_m = std::sqrt(ground.area_m2 / kMostSpots); spacing_m < least_m) {
    return Error{ErrorCode::TooLarge, "spot_spacing_m " + Shortest(spacing_m) + " would make more than " +
                                          Shortest(kMostSpots) + " spots on " + Shortest(ground.area_m2) +
                                          " m2 of ground; use at least " + Shortest(least_m, 2)};
  }
  std::vector<GroundLink> spots;
  const auto add = [&](Vec2 p, double height) {
    GroundLink spot;
    spot.from = spot.to = WorldOf(p, height, up);
    spots.push_back(spot);
  };
  for (const GroundPatch& patch : ground.patches) {
    const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
    const PlanBox box = BoxOf(corners);
    const auto [first_x, count_x] = StepsBetween(box.lo.x, box.hi.x, spacing_m);
    const auto [first_y, count_y] = StepsBetween(box.lo.y, box.hi.y, spacing_m);
    for (int64_t i = 0; i < count_x; ++i) {
      for (int64_t j = 0; j < count_y; ++j) {
        // Offset by half a step from multiples of the spacing, where walls are likely to stand.
        const Vec2 p{(first_x + double(i) + 0.5) * spacing_m, (first_y + double(j) + 0.5) * spacing_m};
        if (Holds(corners, p, 0)) add(p, patch.HeightAt(p));
      }
    }
  }
  for (const PlacedVertex& placed : PlaceVertices(ground, kRoom)) {
    if (placed.vertex->spoke_count >= 3) add(placed.vertex->p, placed.height);
  }
  // A point on a border belongs to both patches: remove duplicates.
  const auto key = [](const GroundLink& l) { return std::tie(l.from.x, l.from.y, l.from.z); };
  std::ranges::sort(spots, {}, key);
  const auto is_same = [&](const GroundLink& a, const GroundLink& b) { return key(a) == key(b); };
  spots.erase(std::unique(spots.begin(), spots.end(), is_same), spots.end());
  return spots;
}

}  // namespace navnet
