// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_cost_field.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMaxFactor = 1e6;  // Upper limit for finite factors and for products of overlapping ones.
// Surfaces up to this far below the bottom of a region count as inside, in metres: floors are only as exact as the
// equations of their planes.
constexpr double kHeightSlack_m = 1e-3;
constexpr double kLeastSlope = 1e-6;  // Smaller slopes count as flat.
// In metres. Shorter stretches in forbidden regions and shorter borders are ignored as rounding.
constexpr double kTouch_m = 1e-9;

// Clips [from, to] to the t with lo <= a + t * d < hi.
void Cut(double a, double d, double lo, double hi, double& from, double& to) {
  if (d == 0) {
    if (!(a >= lo && a < hi)) to = from;
    return;
  }
  const double in = ((d > 0 ? lo : hi) - a) / d, out = ((d > 0 ? hi : lo) - a) / d;
  from = std::max(from, in);
  to = std::min(to, out);
}

}  // namespace

void CostField::Begin(std::span<const CostRegion> regions, const GroundIndex& index, UpAxis up, bool one_plane) {
  regions_.clear();
  index_ = &index;
  one_plane_ = one_plane;
  portals_at_walls_ = nullptr;
  // Sides outside the world are moved close to it: that changes no walk, and keeps them finite.
  const Vec2 margin{1, 1}, low = index.bounds().lo - margin, high = index.bounds().hi + margin;
  for (const CostRegion& region : regions) {
    const Vec2 lo = PlanOf(region.box_world.min, up), hi = PlanOf(region.box_world.max, up);
    PlanRegion r;
    r.lo = {std::max(lo.x, low.x), std::max(lo.y, low.y)};
    r.hi = {std::min(hi.x, high.x), std::min(hi.y, high.y)};
    r.bottom = HeightOf(region.box_world.min, up) - kHeightSlack_m;
    r.top = HeightOf(region.box_world.max, up) - kHeightSlack_m;
    r.factor = region.factor == kInfinity ? kInfinity : std::min(region.factor, kMaxFactor);
    if (r.factor > 1 && r.lo.x < r.hi.x && r.lo.y < r.hi.y && r.bottom < r.top) regions_.push_back(r);
  }
  borders_.clear();
  for (uint32_t i = 0; i < regions_.size(); ++i) {
    const Vec2 out{kBorderOffset_m, kBorderOffset_m}, lo = regions_[i].lo - out, hi = regions_[i].hi + out;
    const Vec2 corners[] = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
    for (int side = 0; side < 4; ++side) borders_.push_back({corners[side], corners[(side + 1) % 4], i, kNone});
  }
  const auto& patches = index.ground().patches;
  const bool is_flat = one_plane && !patches.empty() && patches[0].slope_x == 0 && patches[0].slope_y == 0;
  for (uint32_t i = 0; i < regions_.size() && !is_flat; ++i) {
    for (uint32_t k = 0; k < patches.size(); ++k) AddContours(i, patches[k], k);
  }
}

// Adds the contour lines where a sloped patch leaves the range of heights of a region, clipped to its box.
void CostField::AddContours(uint32_t region, const GroundPatch& patch, uint32_t patch_number) {
  const PlanRegion& r = regions_[region];
  const double slope = Length(Vec2{patch.slope_x, patch.slope_y});
  if (slope < kLeastSlope) return;
  const auto corners = index_->ground().corners.subspan(patch.first_corner, patch.corner_count);
  for (const double level : {r.bottom - kBorderOffset_m * slope, r.top + kBorderOffset_m * slope}) {
    Vec2 ends[2];
    int count = 0;
    for (size_t i = 0; i < corners.size() && count < 2; ++i) {
      const Vec2 p = corners[i], q = corners[i + 1 == corners.size() ? 0 : i + 1];
      const double at_p = patch.HeightAt(p) - level, at_q = patch.HeightAt(q) - level;
      if ((at_p < 0) != (at_q < 0)) ends[count++] = p + at_p / (at_p - at_q) * (q - p);
    }
    if (count < 2) continue;
    const Vec2 a = ends[0], d = ends[1] - a;
    double from = 0, to = 1;
    Cut(a.x, d.x, r.lo.x - kBorderOffset_m, r.hi.x + kBorderOffset_m, from, to);
    Cut(a.y, d.y, r.lo.y - kBorderOffset_m, r.hi.y + kBorderOffset_m, from, to);
    if ((to - from) * Length(d) > kTouch_m) borders_.push_back({a + from * d, a + to * d, region, patch_number});
  }
}

uint32_t CostField::PatchAfter(Vec2 a, Vec2 b, uint32_t patch, const WalkPolygon& polygon) const {
  if (one_plane_) return patch;
  if (const uint32_t there = PatchIn(polygon, b); there != kNone) return there;
  return index_->Follow(patch, a, b, [](Vec2, uint32_t, uint32_t) {});
}

uint32_t CostField::PatchIn(const WalkPolygon& polygon, Vec2 p) const {
  return is_at_walls() ? PatchAt(*index_, *portals_at_walls_, polygon, p) : kNone;
}

double CostField::Cost(Vec2 a, Vec2 b, uint32_t patch, uint32_t last_patch) {
  const double length = Length(b - a);
  const Vec2 lo{std::min(a.x, b.x), std::min(a.y, b.y)}, hi{std::max(a.x, b.x), std::max(a.y, b.y)};
  near_.clear();
  for (uint32_t i = 0; i < regions_.size(); ++i) {
    const PlanRegion& r = regions_[i];
    if (r.lo.x <= hi.x && r.hi.x >= lo.x && r.lo.y <= hi.y && r.hi.y >= lo.y) near_.push_back(i);
  }
  if (near_.empty() || !(length > 0)) return length;
  const uint32_t end = FollowStretches(a, b, patch);
  const double cost = CostOfStretches(length);
  if (!is_at_walls() || last_patch == kNone || index_->IsStep(end, last_patch, b)) return cost;
  const uint32_t begin = FollowStretches(b, a, last_patch);
  const double cost_back = CostOfStretches(length);
  return index_->IsStep(begin, patch, a) ? cost_back : std::max(cost, cost_back);
}

// Collects the stretches of a segment that lie in regions. Returns the patch on which the segment ends.
uint32_t CostField::FollowStretches(Vec2 a, Vec2 b, uint32_t patch) {
  stretches_.clear();
  const auto& patches = index_->ground().patches;
  if (one_plane_) {
    AddStretches(a, b, patches[patch], 0, 1);
    return patch;
  }
  const double length = Length(b - a);
  double from = 0;
  const uint32_t last = index_->Follow(patch, a, b, [&](Vec2 border, uint32_t before, uint32_t) {
    const double to = Length(border - a) / length;
    AddStretches(a, b, patches[before], from, to);
    from = to;
  });
  AddStretches(a, b, patches[last], from, 1);
  return last;
}

// The cost of the current segment, from its stretches.
double CostField::CostOfStretches(double length) {
  if (stretches_.empty()) return length;
  double forbidden = 0;
  for (const Stretch& s : stretches_) forbidden += s.factor == kInfinity ? s.to - s.from : 0;
  if (forbidden * length > kTouch_m) return kInfinity;
  return length * WeightedShare();
}

// Adds the stretches in regions of the part [from, to] of the segment a -> b, which lies on `patch`.
void CostField::AddStretches(Vec2 a, Vec2 b, const GroundPatch& patch, double from, double to) {
  const double height = patch.HeightAt(a), rise = patch.slope_x * (b.x - a.x) + patch.slope_y * (b.y - a.y);
  for (const uint32_t i : near_) {
    const PlanRegion& r = regions_[i];
    double in = from, out = to;
    Cut(a.x, b.x - a.x, r.lo.x, r.hi.x, in, out);
    Cut(a.y, b.y - a.y, r.lo.y, r.hi.y, in, out);
    Cut(height, rise, r.bottom, r.top, in, out);
    if (out > in) stretches_.push_back({in, out, r.factor});
  }
}

// The cost of the segment divided by its length.
double CostField::WeightedShare() {
  if (stretches_.size() == 1) {
    const Stretch& s = stretches_[0];
    return s.factor == kInfinity ? 1 : 1 + (s.factor - 1) * (s.to - s.from);
  }
  stops_.assign({0, 1});
  for (const Stretch& s : stretches_) {
    stops_.push_back(s.from);
    stops_.push_back(s.to);
  }
  std::sort(stops_.begin(), stops_.end());
  double share = 0;
  for (size_t i = 1; i < stops_.size(); ++i) {
    if (!(stops_[i] > stops_[i - 1])) continue;
    const double middle = (stops_[i] + stops_[i - 1]) / 2;
    double factor = 1;
    for (const Stretch& s : stretches_) {
      if (s.factor != kInfinity && middle > s.from && middle < s.to) factor *= s.factor;
    }
    share += std::min(factor, kMaxFactor) * (stops_[i] - stops_[i - 1]);
  }
  return share;
}

bool CostField::IsForbidden(Vec2 p, double height) const {
  return std::any_of(regions_.begin(), regions_.end(), [&](const PlanRegion& r) {
    return r.IsForbidden() && r.HasHeight(height) && p.x > r.lo.x && p.x < r.hi.x && p.y > r.lo.y && p.y < r.hi.y;
  });
}

std::optional<CellPoint> CostField::NearestAllowed(const CellPoint& place, double radius_m, double within_m) const {
  if (!IsForbidden(place.p, place.height)) return place;
  double best = within_m > 0 ? within_m : 0;
  std::optional<CellPoint> found;
  for (const CostBorder& border : borders_) {
    if (!regions_[border.region].IsForbidden()) continue;
    const Vec2 along = border.b - border.a;
    const double share = Dot(place.p - border.a, along) / LengthSquared(along);
    const Vec2 p = border.a + std::clamp(share, 0.0, 1.0) * along;
    const double distance = Length(p - place.p);
    if (distance > best || (found && distance == best)) continue;
    const auto there = index_->Locate(p, place.height);
    if (!there || there->clearance_m < radius_m || IsForbidden(p, there->height)) continue;
    best = distance;
    found = there;
  }
  return found;
}

}  // namespace navnet
