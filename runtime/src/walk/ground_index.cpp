// SPDX-License-Identifier: Apache-2.0
#include "walk/ground_index.h"

#include "walk/portals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCellSlack_m = 1e-6;    // Rounding may put a point of a cell this far outside all cells.
constexpr double kOnBorder_m = 1e-9;     // The same for patches.
constexpr double kSameSurface_m = 0.01;  // Surfaces nearer than this in height are the same; ends a lookup early.
constexpr double kStepSlack_m = 2e-3;    // Tolerance for step heights: slightly more than the bake rounds up by.

// Upper bound on the rounding of corners: the bake uses at most 2^27 units between the middle of the world and its
// edge, and its next coarser unit is ten times as long.
double RoundingOf(const WalkBox& bounds) {
  const double reach_m = std::max(bounds.hi.x - bounds.lo.x, bounds.hi.y - bounds.lo.y);
  return reach_m > 0 ? std::max(1e-4, 20 * reach_m / double(1 << 27)) : 1e-4;
}

Vec2 NearestOnSegment(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double length2 = LengthSquared(d);
  return length2 > 0 ? a + std::clamp(Dot(p - a, d) / length2, 0.0, 1.0) * d : a;
}

// Sides shorter than this, squared, have no direction apart from rounding, and are ignored.
constexpr double kNoLength2 = 1e-14;

// Whether a convex polygon, given counter-clockwise, contains a point or ends at most `slack` metres before it. Without
// square roots: most polygons tested do not contain the point.
template <class Corners>
bool IsWithin(const Corners& corners, size_t count, Vec2 p, double slack) {
  bool has_side = false;
  Vec2 a = corners[count - 1];
  for (size_t i = 0; i < count; ++i) {
    const Vec2 b = corners[i], side = b - a;
    const double inside = Cross(side, p - a), length2 = LengthSquared(side);
    if (length2 > kNoLength2) {
      if (inside < 0 && inside * inside > slack * slack * length2) return false;
      has_side = true;
    }
    a = b;
  }
  return has_side;
}

// Signed depth of a point in a convex polygon: its distance to the line of the nearest side, negative outside,
// -infinity if farther outside than `slack`.
template <class Corners>
double Depth(const Corners& corners, size_t count, Vec2 p, double slack) {
  if (!IsWithin(corners, count, p, slack)) return -kInfinity;
  double depth = kInfinity;
  for (size_t i = 0; i < count; ++i) {
    const Vec2 a = corners[i], side = corners[i + 1 == count ? 0 : i + 1] - a;
    const double length2 = LengthSquared(side);
    if (length2 > kNoLength2) depth = std::min(depth, Cross(side, p - a) / std::sqrt(length2));
  }
  return depth;
}

struct Half {
  Vec2 p0, p1, o0, o1;  // The axis and the obstacle between two bends.
};

std::array<Half, 2> Halves(const GroundBend& a, const GroundBend& b) {
  return {Half{a.p, b.p, a.left, b.left}, Half{a.p, b.p, a.right, b.right}};
}

}  // namespace

CellRange CellsAround(const GroundView& ground, const GroundVertex& vertex, GroundSpoke spoke) {
  const GroundEdge& edge = ground.edges[spoke / 2];
  CellRange cells{edge.first_bend, edge.first_bend + edge.bend_count - 2};
  const auto is_near = [&](uint32_t bend) { return Length(ground.bends[bend].p - vertex.p) <= vertex.clearance_m; };
  if (spoke % 2 == 0) {
    while (cells.last > cells.first && !is_near(cells.last)) --cells.last;
  } else {
    while (cells.first < cells.last && !is_near(cells.first + 1)) ++cells.first;
  }
  return cells;
}

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
  cells_ = WalkGrid(boxes, [&](uint32_t item, const WalkBox& area) { return MeetsCell(cell_at_[item], area); });
  boxes.clear();
  area_before_.push_back(0);
  for (const GroundPatch& patch : ground.patches) {
    const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
    WalkBox box;
    double area = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
      // Slightly enlarged, so that the patches beside a gap are found in it.
      box.Extend(corners[i] - Vec2{kPatchSlack_m, kPatchSlack_m});
      box.Extend(corners[i] + Vec2{kPatchSlack_m, kPatchSlack_m});
      if (i >= 2) area += Cross(corners[i - 1] - corners[0], corners[i] - corners[0]) / 2;
    }
    boxes.push_back(box);
    area_before_.push_back(area_before_.back() + std::max(area, 0.0));
  }
  patches_ = WalkGrid(boxes);
  rounding_m_ = RoundingOf(patches_.bounds());
  beside_.assign(ground.corners.size(), kNone);
  for (uint32_t i = 0; i < ground.patches.size(); ++i) {
    const GroundPatch& patch = ground.patches[i];
    const uint32_t end = patch.first_corner + patch.corner_count;
    for (uint32_t k = patch.first_corner; k < end; ++k) {
      const Vec2 a = ground.corners[k], side = ground.corners[k + 1 == end ? patch.first_corner : k + 1] - a;
      const double length = Length(side);
      if (!(length > kAhead_m)) continue;
      const Vec2 p = a + 0.5 * side + (kAhead_m / length) * Vec2{side.y, -side.x};
      const uint32_t beside = PatchOnFrom(i, p);
      if (beside != i) beside_[k] = beside;
    }
  }
  FindAxisPatches();
  planes_ = CellPlanes(*this);
}

// A bend away from walls lies on its own surface, or in a gap beside it. A bend at a wall may be nearer to the surface
// behind the wall, so its patch is found by following the surface from the bend of its edge with the largest clearance.
void GroundIndex::FindAxisPatches() {
  axis_patch_.assign(ground_.bends.size(), kNone);
  for (const GroundEdge& edge : ground_.edges) {
    const auto bends = ground_.bends.subspan(edge.first_bend, edge.bend_count);
    uint32_t* const patches = &axis_patch_[edge.first_bend];
    size_t widest = 0;
    for (size_t i = 1; i < bends.size(); ++i) {
      if (bends[i].Clearance() > bends[widest].Clearance()) widest = i;
    }
    const auto find = [&](size_t i, size_t from) {
      const bool is_known = patches[from] != kNone;
      if (!is_known || bends[i].Clearance() >= kPatchEdge_m) patches[i] = PatchIn(bends[i].layer, bends[i].p);
      if (patches[i] != kNone || !is_known) return;
      patches[i] = Follow(patches[from], bends[from].p, bends[i].p, [](Vec2, uint32_t, uint32_t) {});
    };
    find(widest, widest);
    for (size_t i = widest; i > 0; --i) find(i - 1, i);
    for (size_t i = widest + 1; i < bends.size(); ++i) find(i, i - 1);
  }
}

// The tolerance grows with the slopes, since the rounding of corners on the plan changes the heights of steep patches.
bool GroundIndex::IsStep(uint32_t from, uint32_t to, Vec2 p) const {
  const GroundPatch &a = ground_.patches[from], &b = ground_.patches[to];
  const double off = std::abs(a.HeightAt(p) - b.HeightAt(p)) - ground_.step_m - kStepSlack_m;
  if (off <= 0) return true;
  const double slopes = std::abs(a.slope_x) + std::abs(a.slope_y) + std::abs(b.slope_x) + std::abs(b.slope_y);
  return off <= rounding_m_ * (slopes + 20);
}

// The patch that contains `p` and is nearest in height to `height`, within reach_m_; or kNone.
uint32_t GroundIndex::PatchAt(Vec2 p, double height) const {
  uint32_t best = kNone;
  double best_off = kInfinity;
  patches_.EachAt(p, [&](uint32_t i) {
    const GroundPatch& patch = ground_.patches[i];
    const double off = std::abs(patch.HeightAt(p) - height);
    if (off > reach_m_ || off >= best_off) return true;
    if (!IsWithin(&ground_.corners[patch.first_corner], patch.corner_count, p, kOnBorder_m)) return true;
    best_off = off;
    best = i;
    return best_off > kSameSurface_m;
  });
  return best;
}

uint32_t GroundIndex::PatchOnFrom(uint32_t from, Vec2 p) const {
  const double height = ground_.patches[from].HeightAt(p);
  uint32_t best = kNone;
  double best_off = kInfinity;
  patches_.EachAt(p, [&](uint32_t i) {
    const GroundPatch& patch = ground_.patches[i];
    const double off = std::abs(patch.HeightAt(p) - height);
    if (off >= best_off || !IsStep(from, i, p)) return true;
    const Vec2* corners = &ground_.corners[patch.first_corner];
    const double depth = IsWithin(corners, patch.corner_count, p, kOnBorder_m)
                             ? 0
                             : Depth(corners, patch.corner_count, p, kPatchSlack_m);
    if (depth < -kPatchSlack_m) return true;
    // A patch that contains the point beats one beside it, whatever the heights; one within the rounding of contours
    // beats one farther away.
    const double badness = depth >= -kOnBorder_m    ? off
                           : depth >= -kPatchEdge_m ? reach_m_ + off
                                                    : 2 * reach_m_ + off - depth;
    if (badness < best_off) {
      best_off = badness;
      best = i;
    }
    return best_off > kSameSurface_m;
  });
  return best;
}

uint32_t GroundIndex::PatchBelow(uint32_t plane, Vec2 p) const {
  const GroundPatch& patch = ground_.patches[plane];
  if (IsWithin(&ground_.corners[patch.first_corner], patch.corner_count, p, kOnBorder_m)) return plane;
  const uint32_t below = PatchOnFrom(plane, p);
  return below == kNone ? plane : below;
}

uint32_t GroundIndex::PatchBetween(uint32_t from, uint32_t to, Vec2 p) const {
  uint32_t found = kNone;
  patches_.EachAt(p, [&](uint32_t i) {
    const GroundPatch& patch = ground_.patches[i];
    if (!IsStep(from, i, p) || !IsStep(i, to, p)) return true;
    if (!IsWithin(&ground_.corners[patch.first_corner], patch.corner_count, p, kPatchEdge_m)) return true;
    found = i;
    return false;
  });
  return found;
}

// The patch in which the surface of `patch` continues at `p`, beyond the side that begins at `corner`; the same as
// PatchOnFrom. Faster: walks from the patch across the middle of the side to its neighbours, and falls back to
// PatchOnFrom after a few steps.
uint32_t GroundIndex::PatchBehind(uint32_t patch, uint32_t corner, Vec2 p) const {
  for (int step = 0; step < 4 && corner != kNone && beside_[corner] != kNone; ++step) {
    const uint32_t i = beside_[corner];
    if (!IsStep(patch, i, p)) break;
    const uint32_t first = ground_.patches[i].first_corner, end = first + ground_.patches[i].corner_count;
    corner = kNone;
    double farthest = 0;
    for (uint32_t k = first; k < end; ++k) {
      const double outside =
          -Cross(ground_.corners[k + 1 == end ? first : k + 1] - ground_.corners[k], p - ground_.corners[k]);
      if (outside <= farthest) continue;
      farthest = outside;
      corner = k;
    }
    if (corner == kNone) return i;
  }
  return PatchOnFrom(patch, p);
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

double GroundIndex::EntryTo(uint32_t patch, Vec2 a, Vec2 b) const {
  const uint32_t first = ground_.patches[patch].first_corner, end = first + ground_.patches[patch].corner_count;
  double entry = 0;
  for (uint32_t i = first; i < end; ++i) {
    const Vec2 side = ground_.corners[i + 1 == end ? first : i + 1] - ground_.corners[i];
    const double rising = Cross(side, b - a), depth = -Cross(side, a - ground_.corners[i]);
    if (rising > 0) entry = std::max(entry, depth / rising);
  }
  return entry;
}

std::optional<CellPoint> GroundIndex::Locate(Vec2 p, double height) const {
  if (const uint32_t patch = PatchAt(p, height); patch != kNone) {
    if (const auto place = LocateOn(patch, p)) return place;
  }
  // `p` is in a gap between patches, or on a patch that extends beyond the outline of the ground: use the surfaces of
  // the cells there.
  std::optional<CellPoint> best;
  double best_off = reach_m_;
  EachCellAt(p, [&](uint32_t cell) {
    const CellPoint place = PlaceIn(cell, p);
    const double off = std::abs(place.height - height);
    if (place.patch == kNone || off > best_off || (best && off == best_off)) return true;
    best = place;
    best_off = off;
    return true;
  });
  return best;
}

// Signed depth of a point in a cell: negative outside, -infinity if farther outside than `slack`.
double GroundIndex::DepthIn(uint32_t cell, Vec2 p, double slack) const {
  const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
  const std::array<Vec2, 4> left{a.p, b.p, b.left, a.left}, right{a.p, a.right, b.right, b.p};
  return std::max(Depth(left, 4, p, slack), Depth(right, 4, p, slack));
}

// Whether a cell, with kCellSlack_m around it, meets an area; may say yes if it is near.
bool GroundIndex::MeetsCell(uint32_t cell, const WalkBox& area) const {
  const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
  const Vec2 middle = 0.5 * (area.lo + area.hi), half = 0.5 * (area.hi - area.lo) + Vec2{kCellSlack_m, kCellSlack_m};
  const auto meets = [&](const std::array<Vec2, 4>& corners) {
    Vec2 from = corners[3];
    for (const Vec2 to : corners) {
      const Vec2 side = to - from;
      // The corner of the area that is farthest inside.
      const double inside = Cross(side, middle - from) + std::abs(side.x) * half.y + std::abs(side.y) * half.x;
      if (inside < 0 && LengthSquared(side) > kNoLength2) return false;
      from = to;
    }
    return true;
  };
  return meets({a.p, b.p, b.left, a.left}) || meets({a.p, a.right, b.right, b.p});
}

// Whether a cell contains a point or ends at most kCellSlack_m before it. Looks only at the half on whose side of the
// axis the point lies, unless that is not certain.
bool GroundIndex::IsIn(uint32_t cell, Vec2 p) const {
  const GroundBend &a = ground_.bends[cell], &b = ground_.bends[cell + 1];
  const Vec2 axis = b.p - a.p;
  const double side = Cross(axis, p - a.p), length2 = LengthSquared(axis);
  if (!(length2 > kNoLength2) || side * side <= kCellSlack_m * kCellSlack_m * length2) {
    const std::array<Vec2, 4> left{a.p, b.p, b.left, a.left}, right{a.p, a.right, b.right, b.p};
    return IsWithin(left, 4, p, kCellSlack_m) || IsWithin(right, 4, p, kCellSlack_m);
  }
  const bool is_left = side > 0;
  const Vec2 at_a = is_left ? a.left : a.right, at_b = is_left ? b.left : b.right;
  const double turn = is_left ? 1 : -1;
  // The same test as IsWithin for the three other sides. Without branches, which would be mispredicted.
  const auto is_inside = [&](Vec2 from, Vec2 to) {
    const double inside = turn * Cross(to - from, p - from), sq = LengthSquared(to - from);
    return (inside >= 0) | (inside * inside <= kCellSlack_m * kCellSlack_m * sq) | !(sq > kNoLength2);
  };
  return is_inside(b.p, at_b) & is_inside(at_b, at_a) & is_inside(at_a, a.p);
}

// Calls `visit(cell)` for the cells of all storeys that contain `p`, as long as it returns true.
template <class Visit>
void GroundIndex::EachCellAt(Vec2 p, const Visit& visit) const {
  cells_.EachAt(p, [&](uint32_t item) {
    const uint32_t cell = cell_at_[item];
    return !IsIn(cell, p) || visit(cell);
  });
}

std::optional<CellPoint> GroundIndex::LocateInPlane(Vec2 p, double height) const {
  uint32_t found = kNone;
  EachCellAt(p, [&](uint32_t cell) {
    const uint32_t plane = planes_.OfCell(cell);
    if (plane != kNone && std::abs(ground_.patches[plane].HeightAt(p) - height) <= kSameSurface_m) found = cell;
    return found == kNone;
  });
  if (found == kNone) return std::nullopt;
  return InCell(found, planes_.OfCell(found), p);
}

std::optional<CellPoint> GroundIndex::LocateOn(uint32_t patch, Vec2 p) const {
  // Of cells above each other, try the one whose axis is nearest in height first.
  const double height = ground_.patches[patch].HeightAt(p);
  const auto off_axis = [&](uint32_t bend) {
    const uint32_t there = axis_patch_[bend];
    return there == kNone ? kInfinity : std::abs(ground_.patches[there].HeightAt(ground_.bends[bend].p) - height);
  };
  const auto off = [&](uint32_t cell) { return std::min(off_axis(cell), off_axis(cell + 1)); };
  uint32_t nearest = kNone;
  double least_off = -1;  // Negative: not computed yet, since there is one cell so far.
  EachCellAt(p, [&](uint32_t cell) {
    if (nearest == kNone) {
      nearest = cell;
      return true;
    }
    if (least_off < 0) least_off = off(nearest);
    if (const double other = off(cell); other < least_off) {
      least_off = other;
      nearest = cell;
    }
    return true;
  });
  if (nearest == kNone) return std::nullopt;
  if (IsOn(nearest, patch, p)) return InCell(nearest, patch, p);
  uint32_t found = kNone;
  EachCellAt(p, [&](uint32_t cell) {
    if (cell == nearest || !IsOn(cell, patch, p)) return true;
    found = cell;
    return false;
  });
  if (found == kNone) return std::nullopt;
  return InCell(found, patch, p);
}

CellPoint GroundIndex::PlaceIn(uint32_t cell, Vec2 p) const {
  uint32_t patch = axis_patch_[cell];
  if (patch != kNone) patch = Follow(patch, ground_.bends[cell].p, p, [](Vec2, uint32_t, uint32_t) {});
  return InCell(cell, patch, p);
}

uint32_t GroundIndex::PatchFromAxis(uint32_t first, uint32_t last, Vec2 p) const {
  uint32_t best = kNone;
  double best_depth = -kPatchEdge_m;
  for (uint32_t cell = first; cell <= last; ++cell) {
    if (!IsCell(cell)) continue;
    if (const double depth = DepthIn(cell, p, kPatchEdge_m); depth >= best_depth) {
      best_depth = depth;
      best = cell;
    }
  }
  return best == kNone ? kNone : PlaceIn(best, p).patch;
}

// Whether `p`, a point of `patch` above or below `cell`, belongs to the surface of the cell: the surface leads from it
// to the axis of the cell.
bool GroundIndex::IsOn(uint32_t cell, uint32_t patch, Vec2 p) const {
  const uint32_t there = axis_patch_[cell];
  if (there == kNone) return false;
  if (there == patch || axis_patch_[cell + 1] == patch) return true;
  if (const uint32_t plane = planes_.OfCell(cell); plane != kNone && plane == planes_.OfPatch(patch)) return true;
  const Vec2 axis = ground_.bends[cell].p;
  const uint32_t end = Follow(patch, p, axis, [](Vec2, uint32_t, uint32_t) {});
  return end == there || IsStep(end, there, axis);
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
  // The distance from the near obstacle at which the far obstacle, a point or a wall, is equally far.
  double distance = 0;
  if (IsCorner(far0, far1)) {
    distance = LengthSquared(far0 - place.obstacle) / (2 * Dot(away, far0 - place.obstacle));
  } else {
    const Vec2 along = (far1 - far0) * (1 / Length(far1 - far0));
    const Vec2 normal = place.left ? Vec2{-along.y, along.x} : Vec2{along.y, -along.x};
    distance = Dot(place.obstacle - far0, normal) / (1 - Dot(away, normal));
  }
  // In a cell that is only a sliver, rounding can give a wrong distance.
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
    // Along the ends of the cell: from the required clearance to the axis.
    if (at_a >= clearance_m && at_a > 0) {
      offer(NearestOnSegment(half.o0 + (clearance_m / at_a) * (half.p0 - half.o0), half.p0, p));
    }
    if (at_b >= clearance_m && at_b > 0) {
      offer(NearestOnSegment(half.o1 + (clearance_m / at_b) * (half.p1 - half.o1), half.p1, p));
    }
    // Along the obstacle at the required clearance, where the axis is at least that far away.
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
  // The triangle in the fan of the patch that contains the rest of the area, and a point in it.
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
