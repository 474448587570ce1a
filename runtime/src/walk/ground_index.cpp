#include "ground_index.h"

#include "portals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCellSlack_m = 1e-6;    // How far outside all cells rounding may put a point of one.
constexpr double kOnBorder_m = 1e-9;     // The same for patches.
constexpr double kSameSurface_m = 0.01;  // Nothing else can be walked on so near above or below a surface.

Vec2 NearestOnSegment(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double length2 = LengthSquared(d);
  return length2 > 0 ? a + std::clamp(Dot(p - a, d) / length2, 0.0, 1.0) * d : a;
}

// How deep a point lies inside a convex polygon, counter-clockwise: its distance to the nearest side's line, negative
// outside, and -infinity if it is farther outside than `slack`. Sides of no length but for rounding do not count.
template <class Corners>
double Depth(const Corners& corners, size_t count, Vec2 p, double slack) {
  constexpr double kNoLength2 = 1e-14;
  // Most polygons asked are beside the point: they need no roots.
  for (size_t i = 0; i < count; ++i) {
    const Vec2 a = corners[i], side = corners[i + 1 == count ? 0 : i + 1] - a;
    const double inside = Cross(side, p - a), length2 = LengthSquared(side);
    if (inside < 0 && inside * inside > slack * slack * length2 && length2 > kNoLength2) return -kInfinity;
  }
  double depth = kInfinity;
  for (size_t i = 0; i < count; ++i) {
    const Vec2 a = corners[i], side = corners[i + 1 == count ? 0 : i + 1] - a;
    const double length2 = LengthSquared(side);
    if (length2 > kNoLength2) depth = std::min(depth, Cross(side, p - a) / std::sqrt(length2));
  }
  return depth == kInfinity ? -kInfinity : depth;
}

struct Half {
  Vec2 p0, p1, o0, o1;  // The axis and the obstacle, from bend to bend.
};

std::array<Half, 2> Halves(const GroundBend& a, const GroundBend& b) {
  return {Half{a.p, b.p, a.left, b.left}, Half{a.p, b.p, a.right, b.right}};
}

}  // namespace

GroundIndex::GroundIndex(const GroundView& ground)
    : ground_(ground), reach_m_(std::max(ground.height_m, ground.step_m)), edge_of_(ground.bends.size(), kNone) {
  std::vector<WalkBox> boxes;
  for (uint32_t e = 0; e < ground.edges.size(); ++e) {
    const GroundEdge& edge = ground.edges[e];
    for (uint32_t i = edge.first_bend; i + 1 < edge.first_bend + edge.bend_count; ++i) {
      WalkBox box;
      for (const GroundBend* bend : {&ground.bends[i], &ground.bends[i + 1]}) {
        for (const Vec2 p : {bend->p, bend->left, bend->right}) box.Extend(p);
      }
      edge_of_[i] = e;
      cell_at_.push_back(i);
      boxes.push_back(box);
    }
  }
  cells_ = WalkGrid(boxes);
  boxes.clear();
  area_before_.push_back(0);
  for (const GroundPatch& patch : ground.patches) {
    const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
    WalkBox box;
    double area = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
      // A little wider, so that the patches beside a gap are found in it.
      box.Extend(corners[i] - Vec2{kPatchSlack_m, kPatchSlack_m});
      box.Extend(corners[i] + Vec2{kPatchSlack_m, kPatchSlack_m});
      if (i >= 2) area += Cross(corners[i - 1] - corners[0], corners[i] - corners[0]) / 2;
    }
    boxes.push_back(box);
    area_before_.push_back(area_before_.back() + std::max(area, 0.0));
  }
  patches_ = WalkGrid(boxes);
  for (const GroundBend& bend : ground.bends) {
    const uint32_t patch = PatchIn(bend.layer, bend.p);
    axis_height_.push_back(patch == kNone ? kInfinity : ground.patches[patch].HeightAt(bend.p));
  }
  beside_.assign(ground.corners.size(), kNone);
  for (uint32_t i = 0; i < ground.patches.size(); ++i) {
    const GroundPatch& patch = ground.patches[i];
    const uint32_t end = patch.first_corner + patch.corner_count;
    for (uint32_t k = patch.first_corner; k < end; ++k) {
      const Vec2 a = ground.corners[k], side = ground.corners[k + 1 == end ? patch.first_corner : k + 1] - a;
      const double length = Length(side);
      if (!(length > kAhead_m)) continue;
      const Vec2 p = a + 0.5 * side + (kAhead_m / length) * Vec2{side.y, -side.x};
      const uint32_t beside = PatchAt(p, patch.HeightAt(p), reach_m_ / 2);
      if (beside != i) beside_[k] = beside;
    }
  }
}

uint32_t GroundIndex::PatchAt(Vec2 p, double height, double reach) const {
  uint32_t best = kNone;
  double best_off = kInfinity;
  patches_.EachAt(p, [&](uint32_t i) {
    const GroundPatch& patch = ground_.patches[i];
    const double off = std::abs(patch.HeightAt(p) - height);
    if (off > reach || off >= best_off) return true;
    const double depth = Depth(&ground_.corners[patch.first_corner], patch.corner_count, p, kPatchSlack_m);
    if (depth < -kPatchSlack_m) return true;
    // Beside a patch counts for more than any height within reach.
    const double badness = depth >= -kOnBorder_m ? off : reach + off - depth;
    if (badness < best_off) {
      best_off = badness;
      best = i;
    }
    return best_off > kSameSurface_m;
  });
  return best;
}

// The patch behind the side at a corner that holds a point, as PatchAt finds it for half the reach: on the surface at a
// height, and no other is near that. Steps from the patch behind the middle of the side to the ones beside it.
uint32_t GroundIndex::PatchBehind(uint32_t corner, Vec2 p, double height) const {
  for (int step = 0; step < 4 && corner != kNone && beside_[corner] != kNone; ++step) {
    const uint32_t i = beside_[corner];
    const GroundPatch& patch = ground_.patches[i];
    if (std::abs(patch.HeightAt(p) - height) > reach_m_ / 2) break;
    const uint32_t end = patch.first_corner + patch.corner_count;
    corner = kNone;
    double farthest = 0;
    for (uint32_t k = patch.first_corner; k < end; ++k) {
      const double outside = -Cross(ground_.corners[k + 1 == end ? patch.first_corner : k + 1] - ground_.corners[k],
                                    p - ground_.corners[k]);
      if (outside <= farthest) continue;
      farthest = outside;
      corner = k;
    }
    if (corner == kNone) return i;
  }
  return PatchAt(p, height, reach_m_ / 2);
}

uint32_t GroundIndex::PatchIn(uint32_t layer, Vec2 p) const {
  uint32_t best = kNone;
  double best_depth = -kPatchSlack_m;
  patches_.EachAt(p, [&](uint32_t i) {
    const GroundPatch& patch = ground_.patches[i];
    if (patch.layer != layer) return true;
    const double depth = Depth(&ground_.corners[patch.first_corner], patch.corner_count, p, kPatchSlack_m);
    if (depth >= best_depth) {
      best_depth = depth;
      best = i;
    }
    return best_depth < -kOnBorder_m;
  });
  return best;
}

GroundIndex::Exit GroundIndex::ExitFrom(uint32_t patch, Vec2 a, Vec2 b) const {
  const uint32_t first = ground_.patches[patch].first_corner, end = first + ground_.patches[patch].corner_count;
  Exit exit;
  for (uint32_t i = first; i < end; ++i) {
    const Vec2 side = ground_.corners[i + 1 == end ? first : i + 1] - ground_.corners[i];
    const double sinking = -Cross(side, b - a), height = Cross(side, a - ground_.corners[i]);
    if (sinking > 0 && height < exit.share * sinking) exit = {height / sinking, i};
  }
  return exit;
}

std::optional<CellPoint> GroundIndex::Locate(Vec2 p, double height) const {
  const uint32_t patch = PatchAt(p, height, reach_m_);
  if (patch == kNone) return std::nullopt;
  return LocateOn(patch, p);
}

std::optional<CellPoint> GroundIndex::LocateOn(uint32_t patch, Vec2 p) const {
  const auto each_cell = [&](const auto& visit) {
    cells_.EachAt(p, [&](uint32_t item) {
      const uint32_t cell = cell_at_[item];
      const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
      const std::array<Vec2, 4> left{a.p, b.p, b.left, a.left}, right{a.p, a.right, b.right, b.p};
      const double depth = std::max(Depth(left, 4, p, kCellSlack_m), Depth(right, 4, p, kCellSlack_m));
      return depth < -kCellSlack_m || visit(cell, depth);
    });
  };
  // Of cells above each other most likely the one with its axis nearest in height.
  const double height = ground_.patches[patch].HeightAt(p);
  uint32_t count = 0, nearest = kNone;
  double least_off = kInfinity;
  each_cell([&](uint32_t cell, double) {
    const double off = std::min(std::abs(axis_height_[cell] - height), std::abs(axis_height_[cell + 1] - height));
    ++count;
    if (nearest == kNone || off < least_off) {
      least_off = off;
      nearest = cell;
    }
    return true;
  });
  if (count == 0) return std::nullopt;
  uint32_t found = nearest;
  if (count > 1 && ground_.layer_count > 1 && !IsOn(nearest, patch, p)) {
    each_cell([&](uint32_t cell, double) {
      if (cell == nearest || !IsOn(cell, patch, p)) return true;
      found = cell;
      return false;
    });
  }
  return InCell(found, patch, p);
}

CellPoint GroundIndex::PlaceIn(uint32_t cell, Vec2 p) const {
  const GroundBend& bend = ground_.bends[cell];
  uint32_t patch = PatchIn(bend.layer, bend.p);
  if (patch != kNone) patch = Follow(patch, bend.p, p, [](Vec2, uint32_t, uint32_t) {});
  return InCell(cell, patch, p);
}

// Whether a point of a patch that lies above or below a cell is on it: the surface goes on from it to the cell's axis.
bool GroundIndex::IsOn(uint32_t cell, uint32_t patch, Vec2 p) const {
  const Vec2 axis = ground_.bends[cell].p;
  const uint32_t there = Follow(patch, p, axis, [](Vec2, uint32_t, uint32_t) {});
  return std::abs(ground_.patches[there].HeightAt(axis) - axis_height_[cell]) <= reach_m_ / 2;
}

CellPoint GroundIndex::InCell(uint32_t cell, uint32_t patch, Vec2 p) const {
  CellPoint out;
  out.p = p;
  out.patch = patch;
  out.height = patch == kNone ? 0 : ground_.patches[patch].HeightAt(p);
  out.cell = cell;
  const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
  const Vec2 left = NearestOnSegment(a.left, b.left, p), right = NearestOnSegment(a.right, b.right, p);
  out.left = LengthSquared(p - left) <= LengthSquared(p - right);
  out.obstacle = out.left ? left : right;
  out.clearance_m = Length(p - out.obstacle);
  return out;
}

Vec2 GroundIndex::Retract(const CellPoint& place) const {
  const GroundBend &a = ground_.bends[place.cell], &b = ground_.bends[place.cell + 1];
  const Vec2 near0 = place.left ? a.left : a.right, near1 = place.left ? b.left : b.right;
  const Vec2 far0 = place.left ? a.right : a.left, far1 = place.left ? b.right : b.left;
  Vec2 away = place.p - place.obstacle;
  if (!(LengthSquared(away) > 0)) away = a.p - near0 + (b.p - near1);  // On the obstacle itself.
  if (!(LengthSquared(away) > 0)) return place.p;
  away = away * (1 / Length(away));
  // The distance at which the far side is equally far: from a point, or from a wall's line.
  double distance = 0;
  if (IsCorner(far0, far1)) {
    distance = LengthSquared(far0 - place.obstacle) / (2 * Dot(away, far0 - place.obstacle));
  } else {
    const Vec2 along = (far1 - far0) * (1 / Length(far1 - far0));
    const Vec2 normal = place.left ? Vec2{-along.y, along.x} : Vec2{along.y, -along.x};
    distance = Dot(place.obstacle - far0, normal) / (1 - Dot(away, normal));
  }
  // Rounding may lead astray where the cell is but a sliver.
  const double most = std::max(a.Clearance(), b.Clearance());
  if (!(distance >= 0)) distance = most;
  return place.obstacle + std::min(distance, most) * away;
}

std::optional<Vec2> GroundIndex::NearestInCell(uint32_t cell, double clearance_m, Vec2 p) const {
  const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
  const double at_a = a.Clearance(), at_b = b.Clearance();
  std::optional<Vec2> best;
  double best2 = kInfinity;
  const auto offer = [&](Vec2 q) {
    const double d2 = LengthSquared(q - p);
    if (d2 >= best2) return;
    best2 = d2;
    best = q;
  };
  const auto halves = Halves(a, b);
  for (size_t side = 0; side < 2; ++side) {
    const Half& half = halves[side];
    // Across the ends of the cell, from the clearance to the axis.
    if (at_a >= clearance_m && at_a > 0) {
      offer(NearestOnSegment(half.o0 + (clearance_m / at_a) * (half.p0 - half.o0), half.p0, p));
    }
    if (at_b >= clearance_m && at_b > 0) {
      offer(NearestOnSegment(half.o1 + (clearance_m / at_b) * (half.p1 - half.o1), half.p1, p));
    }
    // Along the obstacle, at the clearance: where the axis is farther away than that.
    const Vec2 foot = NearestOnSegment(half.o0, half.o1, p);
    CellPoint at;
    at.cell = cell;
    at.obstacle = foot;
    at.left = side == 0;
    Vec2 out;
    if (IsCorner(half.o0, half.o1)) {
      const Vec2 from = half.p0 - foot, to = half.p1 - foot;
      out = p - foot;
      const double turn = side == 0 ? 1 : -1;
      if (turn * Cross(from, out) < 0 || turn * Cross(out, to) < 0 || Dot(out, from + to) <= 0) continue;
    } else {
      const Vec2 along = half.o1 - half.o0;
      out = side == 0 ? Vec2{along.y, -along.x} : Vec2{-along.y, along.x};
    }
    const double length = Length(out);
    if (!(length > 0)) continue;
    at.p = foot + out * (1 / length);
    const Vec2 axis = Retract(at);
    const double room = Length(axis - foot);
    if (room < clearance_m) continue;
    offer(NearestOnSegment(foot + (clearance_m / length) * out, axis, p));
  }
  return best;
}

std::optional<CellPoint> GroundIndex::Nearest(Vec2 p, double height, double clearance_m, double within) const {
  std::optional<CellPoint> best;
  double limit = within;
  cells_.EachNear(
      p,
      [&](uint32_t item) {
        const uint32_t cell = cell_at_[item];
        const auto q = NearestInCell(cell, clearance_m, p);
        if (!q) return;
        const double distance = Length(*q - p);
        if (distance > limit || (best && distance == limit)) return;
        const CellPoint place = PlaceIn(cell, *q);
        if (place.patch == kNone || std::abs(place.height - height) > reach_m_) return;
        if (place.clearance_m < clearance_m - 1e-9) return;
        best = place;
        limit = distance;
      },
      [&] { return limit; });
  return best;
}

std::optional<CellPoint> GroundIndex::PlaceAt(double share, double u, double v) const {
  const double area = share * area_before_.back();
  const auto it = std::upper_bound(area_before_.begin() + 1, area_before_.end() - 1, area);
  const size_t i = size_t(it - area_before_.begin()) - 1;
  const GroundPatch& patch = ground_.patches[i];
  const auto corners = ground_.corners.subspan(patch.first_corner, patch.corner_count);
  // The triangle of the patch's fan that holds the rest of the area, and a point in it.
  double rest = area - area_before_[i];
  size_t k = 2;
  for (; k + 1 < corners.size(); ++k) {
    const double triangle = Cross(corners[k - 1] - corners[0], corners[k] - corners[0]) / 2;
    if (rest < triangle) break;
    rest -= triangle;
  }
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const Vec2 p = corners[0] + u * (corners[k - 1] - corners[0]) + v * (corners[k] - corners[0]);
  return LocateOn(uint32_t(i), p);
}

}  // namespace navnet
