// SPDX-License-Identifier: Apache-2.0
#include "walk/surface_line.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kSameHeight_m = 1e-3;  // Largest error in height of a straight segment. Larger: fewer waypoints.
constexpr double kSlightStep_m = 1e-3;  // Lower steps get no waypoints of their own.
constexpr double kSliver_m = 1e-3;      // Shorter crossings of a patch are rounding: no step down and up again.

}  // namespace

void SurfaceLine::Lift(const Line& line, UpAxis up, std::vector<Vec3>& points) const {
  points.clear();
  const auto& patches = index_->ground().patches;
  uint32_t patch = line.first;
  bool is_below = false;  // Whether `patch` lies below the last point; otherwise it is only in the same plane.
  points.push_back(WorldOf(line.points[0], patches[patch].HeightAt(line.points[0]), up));
  for (size_t i = 1; i < line.points.size(); ++i) {
    const Vec2 a = line.points[i - 1], b = line.points[i];
    const uint32_t plane = is_one_plane() ? patch : line.planes.empty() ? kNone : line.planes[i];
    if (plane != kNone) {
      if (patch != plane) StepOnto(plane, a, up, points);
      points.push_back(WorldOf(b, patches[plane].HeightAt(b), up));
      patch = plane;
      is_below = false;
      continue;
    }
    if (!is_below) patch = index_->PatchBelow(patch, a);
    is_below = true;
    if (!line.patches.empty()) {
      LiftBetween(a, b, line.patches[i - 1], line.patches[i], up, points);
    } else if (i + 1 == line.points.size() && line.last != kNone) {
      LiftBetween(a, b, patch, line.last, up, points);
    } else {
      LiftPiece(a, b, patch, up, points);
    }
  }
  // From one side of the edge of a step to the other side.
  if (line.last != kNone && !is_one_plane()) StepOnto(line.last, line.points.back(), up, points);
}

// Lifts a segment between two known patches: follows the surface forwards or, if that ends on another patch, backwards.
void SurfaceLine::LiftBetween(Vec2 a, Vec2 b, uint32_t from, uint32_t to, UpAxis up, std::vector<Vec3>& points) const {
  const auto& patches = index_->ground().patches;
  const size_t count = points.size();
  uint32_t end = from;
  LiftPiece(a, b, end, up, points);
  if (!index_->IsStep(end, to, b)) {
    points.resize(count);
    end = index_->PatchBelow(to, b);
    points.push_back(WorldOf(b, patches[to].HeightAt(b), up));
    LiftPiece(b, a, end, up, points);
    // On a stair, several steps may lie within the rounding of the contour.
    if (!index_->IsStep(from, end, a)) {
      const uint32_t between = index_->PatchBetween(from, end, a);
      if (between != kNone) points.push_back(WorldOf(a, patches[between].HeightAt(a), up));
    }
    std::reverse(points.begin() + ptrdiff_t(count), points.end());
  }
  StepOnto(to, b, up, points);
}

// Adds the point of `patch` at `p`, above or below the last waypoint, unless that is it.
void SurfaceLine::StepOnto(uint32_t patch, Vec2 p, UpAxis up, std::vector<Vec3>& points) const {
  const Vec3 there = WorldOf(p, index_->ground().patches[patch].HeightAt(p), up);
  if (std::abs(HeightOf(there - points.back(), up)) > kSlightStep_m) points.push_back(there);
}

void SurfaceLine::LiftPiece(Vec2 a, Vec2 b, uint32_t& patch, UpAxis up, std::vector<Vec3>& points) const {
  const auto& patches = index_->ground().patches;
  // The last change between planes: where, from which patch, and the number of waypoints before it.
  Vec2 last_border = a;
  uint32_t last_from = patch;
  size_t last_count = points.size();
  patch = index_->Follow(patch, a, b, [&](Vec2 border, uint32_t from, uint32_t to) {
    const GroundPatch& then = patches[to];
    if (index_->planes().OfPatch(from) == index_->planes().OfPatch(to)) return;
    const double after = then.HeightAt(border);
    if (Length(border - last_border) < kSliver_m &&
        std::abs(after - patches[last_from].HeightAt(border)) <= kSlightStep_m) {
      from = last_from;
      points.resize(last_count);
    }
    last_border = border;
    last_from = from;
    last_count = points.size();
    const GroundPatch& now = patches[from];
    const double before = now.HeightAt(border);
    const Vec2 slope{then.slope_x - now.slope_x, then.slope_y - now.slope_y};
    // No waypoint where the surface continues straight.
    const bool is_step = std::abs(after - before) > kSlightStep_m;
    const bool bends = std::abs(Dot(slope, b - border)) > kSameHeight_m;
    if (bends || is_step) points.push_back(WorldOf(border, before, up));
    if (is_step) points.push_back(WorldOf(border, after, up));
  });
  points.push_back(WorldOf(b, patches[patch].HeightAt(b), up));
}

}  // namespace navnet
