// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>

#include "support/surface_grid.h"

#include "support/ground_oracle.h"
#include "support/walk_oracle.h"

#include <cmath>
#include <queue>

namespace navnet::oracle {
namespace {

using ranges::kInfinity;
constexpr double kBesidePatch_m = 0.1;  // Largest gap between patches, or between patches and outline.
constexpr double kWallPiece_m = 0.2;
constexpr double kSameHeight_m = 1e-3;
constexpr int kReach = 2;  // In steps; gives neighbours in sixteen directions.

uint64_t KeyOf(int64_t x, int64_t y) { return uint64_t(x) << 32 ^ (uint64_t(y) & 0xFFFFFFFF); }
int64_t SquareOf(double x) { return int64_t(std::floor(x)); }
Vec2 Plan(Vec3 p) { return {p.x, p.y}; }

// Distance from a point to a convex polygon; 0 inside.
double DistanceTo(std::span<const Vec2> polygon, Vec2 p) {
  double nearest = kInfinity;
  bool inside = true;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    inside &= Cross(b - a, p - a) >= 0;
    nearest = std::min(nearest, DistanceToSegment(p, a, b));
  }
  return inside ? 0 : nearest;
}

template <class Buckets>
void AddBox(Buckets& buckets, uint32_t item, Vec2 lo, Vec2 hi) {
  for (int64_t x = SquareOf(lo.x); x <= SquareOf(hi.x); ++x) {
    for (int64_t y = SquareOf(lo.y); y <= SquareOf(hi.y); ++y) buckets[KeyOf(x, y)].push_back(item);
  }
}

}  // namespace

SurfaceGrid::SurfaceGrid(const GroundView& ground, double step_m)
    : ground_(ground), step_m_(step_m), same_surface_m_(ground.height_m / 2) {
  const Vec2 beside{kBesidePatch_m, kBesidePatch_m};
  for (uint32_t i = 0; i < ground.patches.size(); ++i) {
    Vec2 lo{kInfinity, kInfinity}, hi{-kInfinity, -kInfinity};
    for (const Vec2 p : ground.corners.subspan(ground.patches[i].first_corner, ground.patches[i].corner_count)) {
      lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
      hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
    }
    AddBox(patches_near_, i, lo - beside, hi + beside);
  }
  AddWalls();
  AddNodes();
  FindNeighbours();
}

uint32_t SurfaceGrid::PatchIn(uint32_t layer, Vec2 p) const {
  const auto near = patches_near_.find(KeyOf(SquareOf(p.x), SquareOf(p.y)));
  uint32_t best = uint32_t(ground_.patches.size());
  if (near == patches_near_.end()) return best;
  double least = kBesidePatch_m;
  for (const uint32_t i : near->second) {
    const GroundPatch& patch = ground_.patches[i];
    if (patch.layer != layer) continue;
    const double distance = DistanceTo(ground_.corners.subspan(patch.first_corner, patch.corner_count), p);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

void SurfaceGrid::AddWalls() {
  for (const GroundWall& wall : ground_.walls) {
    const int count = std::max(1, int(std::ceil(Length(wall.b - wall.a) / kWallPiece_m)));
    for (int k = 0; k < count; ++k) {
      const Vec2 a = wall.a + (wall.b - wall.a) * (double(k) / count);
      const Vec2 b = k + 1 == count ? wall.b : wall.a + (wall.b - wall.a) * (double(k + 1) / count);
      const Vec2 middle = (a + b) * 0.5;
      const uint32_t patch = PatchIn(wall.layer, middle);
      if (patch == ground_.patches.size()) continue;
      const Vec2 far{kFar_m, kFar_m}, lo{std::min(a.x, b.x), std::min(a.y, b.y)},
          hi{std::max(a.x, b.x), std::max(a.y, b.y)};
      AddBox(walls_near_, uint32_t(walls_.size()), lo - far, hi + far);
      walls_.push_back({a, b, ground_.patches[patch].HeightAt(middle)});
    }
  }
}

// Calls `visit(node, distance)` for the nodes near a place on the same surface.
template <class Visit>
void SurfaceGrid::EachNear(Vec3 place, const Visit& visit) const {
  const int x = int(std::lround(place.x / step_m_)), y = int(std::lround(place.y / step_m_));
  for (int j = y - kReach; j <= y + kReach; ++j) {
    for (int i = x - kReach; i <= x + kReach; ++i) {
      const auto here = nodes_at_.find(KeyOf(i, j));
      if (here == nodes_at_.end()) continue;
      for (const uint32_t node : here->second) {
        if (std::abs(nodes_[node].height - place.z) > same_surface_m_) continue;
        visit(node, Length(Plan(PlaceOf(nodes_[node])) - Plan(place)));
      }
    }
  }
}

void SurfaceGrid::AddNodes() {
  for (const GroundPatch& patch : ground_.patches) {
    const auto corners = ground_.corners.subspan(patch.first_corner, patch.corner_count);
    Vec2 lo = corners[0], hi = corners[0];
    for (const Vec2 p : corners) {
      lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
      hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
    }
    for (int y = int(std::ceil(lo.y / step_m_)); y * step_m_ <= hi.y; ++y) {
      for (int x = int(std::ceil(lo.x / step_m_)); x * step_m_ <= hi.x; ++x) {
        const Vec2 p{x * step_m_, y * step_m_};
        if (DistanceTo(corners, p) > 0) continue;
        Node node{x, y, patch.HeightAt(p), 0};
        std::vector<uint32_t>& here = nodes_at_[KeyOf(x, y)];
        bool is_new = true;
        for (const uint32_t i : here) is_new &= std::abs(nodes_[i].height - node.height) > kSameHeight_m;
        if (!is_new) continue;
        node.clearance_m = ClearanceOf(PlaceOf(node), PlaceOf(node));
        here.push_back(uint32_t(nodes_.size()));
        nodes_.push_back(node);
      }
    }
  }
}

void SurfaceGrid::FindNeighbours() {
  for (const Node& node : nodes_) {
    first_neighbour_.push_back(uint32_t(neighbours_.size()));
    EachNear(PlaceOf(node), [&](uint32_t i, double distance) {
      if (node.clearance_m + nodes_[i].clearance_m > distance) neighbours_.push_back(i);
    });
  }
  first_neighbour_.push_back(uint32_t(neighbours_.size()));
}

double SurfaceGrid::HeightOff(Vec3 p) const {
  double least = same_surface_m_;
  const auto near = patches_near_.find(KeyOf(SquareOf(p.x), SquareOf(p.y)));
  if (near == patches_near_.end()) return kInfinity;
  for (const uint32_t i : near->second) {
    const GroundPatch& patch = ground_.patches[i];
    const double off = std::abs(patch.HeightAt(Plan(p)) - p.z);
    if (off >= least) continue;
    const auto corners = ground_.corners.subspan(patch.first_corner, patch.corner_count);
    if (DistanceTo(corners, Plan(p)) <= kBesidePatch_m) least = off;
  }
  return least < same_surface_m_ ? least : kInfinity;
}

double SurfaceGrid::ClearanceOf(Vec3 a, Vec3 b) const {
  double least = kFar_m;
  const int squares = int(Length(Plan(b) - Plan(a)) / kFar_m) + 1;
  for (int k = 0; k < squares; ++k) {
    const Vec3 from = a + (b - a) * (double(k) / squares), to = a + (b - a) * (double(k + 1) / squares);
    for (const Vec3 end : {from, to}) {
      const auto near = walls_near_.find(KeyOf(SquareOf(end.x), SquareOf(end.y)));
      if (near == walls_near_.end()) continue;
      for (const uint32_t i : near->second) {
        const WallPiece& wall = walls_[i];
        if (std::abs(wall.height - end.z) > same_surface_m_) continue;
        least = std::min(least, SegmentDistance(Plan(from), Plan(to), wall.a, wall.b));
      }
    }
  }
  return least;
}

std::vector<double> SurfaceGrid::LengthsFrom(Vec3 place, double clearance_m) const {
  std::vector<double> lengths(nodes_.size(), kInfinity);
  using Entry = std::pair<double, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto offer = [&](uint32_t node, double length) {
    if (length >= lengths[node]) return;
    lengths[node] = length;
    open.push({length, node});
  };
  EachNear(place, [&](uint32_t node, double distance) {
    if (ClearanceOf(place, PlaceOf(nodes_[node])) >= clearance_m) offer(node, distance);
  });
  while (!open.empty()) {
    const auto [length, at] = open.top();
    open.pop();
    if (length > lengths[at]) continue;
    const Node& from = nodes_[at];
    for (uint32_t k = first_neighbour_[at]; k < first_neighbour_[at + 1]; ++k) {
      const Node& to = nodes_[neighbours_[k]];
      const double distance = step_m_ * std::hypot(to.x - from.x, to.y - from.y);
      // Lower bound on the clearance of the segment between the two nodes.
      const double clearance = (from.clearance_m + to.clearance_m - distance) / 2;
      if (clearance >= clearance_m) offer(neighbours_[k], length + distance);
    }
  }
  return lengths;
}

double SurfaceGrid::LengthTo(Vec3 place, double clearance_m, std::span<const double> lengths) const {
  double best = kInfinity;
  EachNear(place, [&](uint32_t node, double distance) {
    if (lengths[node] + distance < best && ClearanceOf(place, PlaceOf(nodes_[node])) >= clearance_m) {
      best = lengths[node] + distance;
    }
  });
  return best;
}

}  // namespace navnet::oracle
