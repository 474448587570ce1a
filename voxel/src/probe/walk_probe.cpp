// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/walk_probe.h>

#include <navnet/internal/core/text.h>
#include <navnet/internal/core/union_find.h>

#include "probe/ground_slice.h"
#include "probe/probe_data.h"
#include "probe/walk_obstacles.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numbers>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace navnet {
namespace {

constexpr double kLargestCoordinate = 1e12;
// Longer walks are checked in parts, in metres. Larger: fewer lookups of nearby geometry, but more geometry in each.
constexpr double kLongestPart_m = 4;
constexpr double kUprightCosine = 1e-3;   // Faces whose normal has a smaller vertical part are walls.
constexpr double kSlopeTolerance = 1e-6;  // For the cosine of the steepest slope.

bool IsWithinLimits(Vec3 p) {
  return IsFinite(p) && std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= kLargestCoordinate;
}

bool Touch(const Box3& a, const Box3& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.max[axis] < b.min[axis] || a.min[axis] > b.max[axis]) return false;
  }
  return true;
}

enum Face : uint8_t { kWall, kSteep, kWalkable, kIgnored };

// Makes patches of steep faces (connected by shared corners) walkable if their total height is at most a step.
void AllowLowPatches(MeshView mesh, UpAxis up, double step_m, std::vector<uint8_t>& faces) {
  std::vector<std::pair<Vec3, uint32_t>> uses;
  for (uint32_t i = 0; i < faces.size(); ++i) {
    if (faces[i] != kSteep) continue;
    for (const Vec3& corner : CornersOf(mesh, i)) uses.emplace_back(corner, i);
  }
  const auto key = [](const auto& use) { return std::tuple(use.first.x, use.first.y, use.first.z); };
  std::sort(uses.begin(), uses.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  UnionFind patches(uses.empty() ? 0 : faces.size());
  for (size_t i = 1; i < uses.size(); ++i) {
    if (key(uses[i]) == key(uses[i - 1])) patches.Join(uses[i].second, uses[i - 1].second);
  }
  struct Range {
    double low = INFINITY, high = -INFINITY;
  };
  std::vector<Range> ranges(uses.empty() ? 0 : faces.size());
  for (const auto& [corner, i] : uses) {
    Range& range = ranges[patches.Find(i)];
    range.low = std::min(range.low, HeightOf(corner, up));
    range.high = std::max(range.high, HeightOf(corner, up));
  }
  for (const auto& [corner, i] : uses) {
    const Range& range = ranges[patches.Find(i)];
    if (range.high - range.low <= step_m + WalkProbe::kPlanSlack_m) faces[i] = kWalkable;
  }
}

std::vector<uint8_t> FacesOf(MeshView mesh, UpAxis up, const WalkRules& rules) {
  std::vector<uint8_t> faces(mesh.triangles.size(), kWall);
  const double least_cosine = std::cos(rules.max_slope_deg * std::numbers::pi / 180) - kSlopeTolerance;
  for (size_t i = 0; i < faces.size(); ++i) {
    const auto corners = CornersOf(mesh, i);
    if (rules.bounds_world && !Touch(BoxOf(corners), *rules.bounds_world)) {
      faces[i] = kIgnored;
      continue;
    }
    const Vec3 normal = Cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double cosine = std::abs(HeightOf(normal, up)) / Length(normal);  // NaN for a triangle without area: a wall.
    if (cosine >= kUprightCosine) faces[i] = cosine >= least_cosine ? kWalkable : kSteep;
  }
  AllowLowPatches(mesh, up, rules.step_m, faces);
  return faces;
}

}  // namespace

const char* ToString(WalkFlaw flaw) {
  switch (flaw) {
    case WalkFlaw::None: return "none";
    case WalkFlaw::InvalidInput: return "invalid_input";
    case WalkFlaw::NoGround: return "no_ground";
    case WalkFlaw::HighStep: return "high_step";
    case WalkFlaw::NoHeadroom: return "no_headroom";
    case WalkFlaw::NoRoom: return "no_room";
    case WalkFlaw::NotUpright: return "not_upright";
    case WalkFlaw::Blocked: return "blocked";
  }
  return "unknown";
}

struct WalkProbe::Data {
  ClearanceProbe world;
  UpAxis up;
  WalkRules rules;
  SliceRules limits;
  std::vector<uint8_t> faces;  ///< Face, by triangle.

  /// The solids near a straight walk: within `aside` on the plan, from `down` below the walk to `above` over it.
  std::vector<PlanSolid> Near(Vec3 a, Vec3 b, double aside, double down, double above) const;
  /// The nearest place beside the walk where the ground provably ends: its distance on the plan is at most `within`.
  SidePlace ClearanceOf(std::span<const PlanSolid> solids, std::span<const PlanPlane> planes, Vec3 a, Vec3 b,
                        double within) const;
  /// The first u without headroom on a straight walk along `line`, from height `at_from` at u = 0 to `at_to` at
  /// `length`.
  std::optional<double> FirstWithoutHeadroom(std::span<const PlanSolid> solids, const PlanLine& line, double length,
                                             double at_from, double at_to) const;
};

Result<WalkProbe> WalkProbe::Make(const ClearanceProbe& world, UpAxis up, const WalkRules& rules) {
  const bool valid = rules.max_slope_deg >= 0 && rules.max_slope_deg <= 80 && rules.height_m > 0 &&
                     rules.height_m <= 1000 && rules.step_m >= 0 && rules.step_m <= 1000;
  if (!valid) {
    return Error{ErrorCode::InvalidArgument,
                 "walk audit: slope " + Shortest(rules.max_slope_deg) + " (0 to 80), step " + Shortest(rules.step_m) +
                     " (0 to 1000) or height " + Shortest(rules.height_m) + " (up to 1000) is out of range"};
  }
  try {
    auto data = std::make_shared<Data>(Data{
        world, up, rules, {rules.step_m, std::max(rules.height_m, rules.step_m), kPlanSlack_m, kHeightSlack_m}, {}});
    data->faces = FacesOf(world.data_->mesh, up, rules);
    return WalkProbe(std::move(data));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "walk audit: out of memory"};
  }
}

std::vector<PlanSolid> WalkProbe::Data::Near(Vec3 a, Vec3 b, double aside, double down, double above) const {
  const ClearanceProbe::Data& data = *world.data_;
  Box3 box{Min(a, b) - Vec3{aside, aside, aside}, Max(a, b) + Vec3{aside, aside, aside}};
  const int axis = up == UpAxis::Z ? 2 : 1;
  box.min[axis] = std::min(a[axis], b[axis]) - down;
  box.max[axis] = std::max(a[axis], b[axis]) + above;
  std::vector<PlanSolid> solids;
  if (data.blocked.empty()) {
    data.tree.EachTouching(box, [&](uint32_t i) {
      const auto corners = CornersOf(data.mesh, i);
      if (faces[i] == kIgnored || !Touch(BoxOf(corners), box)) return;
      PlanSolid& solid = solids.emplace_back();
      solid.is_walkable = faces[i] == kWalkable;
      for (size_t k = 0; k < 3; ++k) {
        solid.corners[k] = PlanOf(corners[k], up);
        solid.heights[k] = HeightOf(corners[k], up);
      }
    });
    return solids;
  }
  Box3 in_voxels;
  for (int i = 0; i < 8; ++i) {
    in_voxels.Extend(data.frame.ToVoxelSpace(
        {i & 1 ? box.min.x : box.max.x, i & 2 ? box.min.y : box.max.y, i & 4 ? box.min.z : box.max.z}));
  }
  data.tree.EachTouching(in_voxels, [&](uint32_t i) {
    const VoxelBox& blocked = data.blocked[i];
    PlanSolid& solid = solids.emplace_back();
    solid.is_box = solid.is_walkable = true;
    // The two axes of the plan, in the order of PlanOf.
    const int first = up == UpAxis::Z ? 0 : 2, second = up == UpAxis::Z ? 1 : 0;
    for (int k = 0; k < 4; ++k) {
      VoxelCoord corner = blocked.lo;
      if (k == 1 || k == 2) corner[first] = blocked.hi[first];
      if (k >= 2) corner[second] = blocked.hi[second];
      solid.corners[size_t(k)] = PlanOf(data.frame.CornerWorld(corner), up);
    }
    solid.heights[0] = HeightOf(data.frame.CornerWorld(blocked.lo), up);
    solid.heights[1] = HeightOf(data.frame.CornerWorld(blocked.hi), up);
  });
  return solids;
}

SidePlace WalkProbe::Data::ClearanceOf(std::span<const PlanSolid> solids, std::span<const PlanPlane> planes, Vec3 a,
                                       Vec3 b, double within) const {
  const Vec2 from = PlanOf(a, up), to = PlanOf(b, up);
  const double length = Length(to - from);
  std::vector<SidePlace> places;
  for (size_t i = 0; i < solids.size(); ++i) {
    for (const PlanPlane& plane : planes) AddObstacle(solids[i], plane, from, to, within, limits, places);
    if (solids[i].is_walkable) AddLedges(solids, i, from, to, within, limits, places);
  }
  std::sort(places.begin(), places.end(), [](const auto& x, const auto& y) { return x.distance < y.distance; });
  SidePlace nearest{within, from, from, from};
  std::vector<SlicePiece> pieces;
  for (const SidePlace& place : places) {
    if (place.distance >= nearest.distance) break;
    if (!(place.distance > kPlanSlack_m)) continue;  // On the line itself: covered by the check along it.
    const double share = length > 0 ? Length(place.on_walk - from) / length : 0;
    const double z = HeightOf(a, up) + share * (HeightOf(b, up) - HeightOf(a, up));
    for (const Vec2 target : {place.beside, place.within}) {
      const double distance = Length(target - place.on_walk);
      if (!(distance > kPlanSlack_m)) continue;
      const Vec2 towards = (target - place.on_walk) * (1 / distance);
      const double enough = std::min(distance + 4 * kPlanSlack_m, nearest.distance);
      // A line along the border of two surfaces may miss both, so lines that start slightly to the left and to the
      // right count as well. All of them meet in the target, so none passes beside it.
      double reached = 0;
      for (const double offset : {0.0, kPlanSlack_m, -kPlanSlack_m}) {
        const Vec2 start = place.on_walk + Vec2{-towards.y, towards.x} * offset;
        const PlanLine line{start, (target - start) * (1 / Length(target - start))};
        pieces.clear();
        for (const PlanSolid& solid : solids) AddSlice(solid, line, pieces);
        std::erase_if(pieces,
                      [&](const SlicePiece& p) { return p.u1 < -kPlanSlack_m || p.u0 > enough + kPlanSlack_m; });
        reached = std::max(reached, WalkAlong(pieces, z, enough, limits));
        if (reached >= enough) break;
      }
      if (reached < enough) nearest = {reached, place.on_walk, place.on_walk + reached * towards, target};
    }
  }
  return nearest;
}

std::optional<double> WalkProbe::Data::FirstWithoutHeadroom(std::span<const PlanSolid> solids, const PlanLine& line,
                                                            double length, double at_from, double at_to) const {
  constexpr double kEnds_m = 2 * kPlanSlack_m;
  const double beyond = length > 0 ? (at_to - at_from) * (kEnds_m / length) : 0;
  const Vec2 aside = Vec2{-line.direction.y, line.direction.x} * kPlanSlack_m;
  std::vector<SlicePiece> pieces;
  std::vector<Stretch> low{{-kEnds_m, length + kEnds_m}}, low_here;
  // At a step the walk lies, within the tolerance, on the border of the upper surface. So a surface counts as overhead
  // only where it is overhead on both sides of the line as well; walls count on the line itself.
  for (const Vec2 offset : {Vec2{}, aside, aside * -1.0}) {
    low_here.clear();
    pieces.clear();
    for (const PlanSolid& solid : solids) AddSlice(solid, {line.origin + offset, line.direction}, pieces);
    for (const SlicePiece& p : pieces) {
      if (!IsUpright(p, limits)) {
        const Stretch s = WhereInTheWay(p, -kEnds_m, length + kEnds_m, at_from - beyond, at_to + beyond, limits);
        if (!s.IsEmpty()) low_here.push_back(s);
      } else if (offset == Vec2{}) {
        const Stretch s = WhereInTheWay(p, 0, length, at_from, at_to, limits);
        if (!s.IsEmpty()) return s.lo;
      }
    }
    low = CommonParts(low, MergedParts(low_here));
  }
  for (const Stretch& s : low) {
    if (s.hi - s.lo >= 1.999 * kEnds_m) return s.lo;
  }
  return std::nullopt;
}

WalkFinding WalkProbe::CheckPart(Vec3 a, Vec3 b, double radius_m) const {
  const Data& d = *data_;
  const SliceRules& limits = d.limits;
  const Vec2 from = PlanOf(a, d.up), to = PlanOf(b, d.up);
  const double at_from = HeightOf(a, d.up), at_to = HeightOf(b, d.up);
  const double length = Length(to - from), within = 2 * radius_m;
  const PlanLine line{from, length > 0 ? (to - from) * (1 / length) : Vec2{1, 0}};
  const auto found = [&](WalkFlaw flaw, double u) {
    const double share = length > 0 ? std::clamp(u / length, 0.0, 1.0) : 0;
    return WalkFinding{flaw, a + share * (b - a), 0};
  };
  // The surface may rise and fall to the sides; solids outside this range of heights are not found.
  const double rise = limits.step_m + limits.height_slack_m +
                      within * std::max(3.0, std::tan(d.rules.max_slope_deg * std::numbers::pi / 180));
  const std::vector<PlanSolid> solids = d.Near(a, b, within + 4 * kPlanSlack_m, rise, rise + limits.height_m);

  // Surfaces under the line, or within the tolerance beside it.
  std::vector<Stretch> on_ground;
  std::vector<PlanPlane> planes;
  std::vector<SlicePiece> pieces;
  const Vec2 aside = Vec2{-line.direction.y, line.direction.x} * kPlanSlack_m;
  for (const Vec2 offset : {Vec2{}, aside, aside * -1.0}) {
    for (const PlanSolid& solid : solids) {
      if (!solid.is_walkable) continue;
      pieces.clear();
      AddSlice(solid, {line.origin + offset, line.direction}, pieces);
      for (const SlicePiece& p : pieces) {
        const Stretch both = Common({p.u0, p.u1}, {-kPlanSlack_m, length + kPlanSlack_m});
        if (both.IsEmpty()) continue;
        const double reach = kHeightSlack_m + kPlanSlack_m * p.Slope();
        const auto off = [&](double u) {
          return p.High(u) - at_from - (length > 0 ? (at_to - at_from) * (u / length) : 0);
        };
        const Stretch s = Common(WhereNotNegative(both.lo, both.hi, reach - off(both.lo), reach - off(both.hi)),
                                 WhereNotNegative(both.lo, both.hi, off(both.lo) + reach, off(both.hi) + reach));
        if (s.IsEmpty()) continue;
        on_ground.push_back(s);
        planes.push_back(PlaneOf(solid));
      }
    }
  }
  std::sort(on_ground.begin(), on_ground.end(), [](const Stretch& x, const Stretch& y) { return x.lo < y.lo; });
  double at = -kPlanSlack_m;
  for (const Stretch& s : on_ground) {
    if (s.lo - at > 2 * kPlanSlack_m) break;
    at = std::max(at, s.hi);
  }
  if (on_ground.empty() || at + 2 * kPlanSlack_m < length) return found(WalkFlaw::NoGround, at);

  if (const std::optional<double> low = d.FirstWithoutHeadroom(solids, line, length, at_from, at_to)) {
    return found(WalkFlaw::NoHeadroom, *low);
  }
  WalkFinding finding;
  if (!(radius_m > 2 * kPlanSlack_m)) return finding;
  std::sort(planes.begin(), planes.end(), [](const PlanPlane& x, const PlanPlane& y) {
    return std::tuple(x.base, x.slope.x, x.slope.y) < std::tuple(y.base, y.slope.x, y.slope.y);
  });
  planes.erase(
      std::unique(planes.begin(), planes.end(),
                  [](const PlanPlane& x, const PlanPlane& y) { return x.base == y.base && x.slope == y.slope; }),
      planes.end());
  const SidePlace nearest = d.ClearanceOf(solids, planes, a, b, within);
  if (nearest.distance < radius_m - 2 * kPlanSlack_m) finding = found(WalkFlaw::NoRoom, Length(nearest.on_walk - from));
  finding.clearance_m = nearest.distance;
  return finding;
}

WalkFinding WalkProbe::Check(Vec3 a, Vec3 b, double radius_m) const {
  if (!IsWithinLimits(a) || !IsWithinLimits(b) || !(radius_m >= 0 && radius_m <= kLargestCoordinate)) {
    return {WalkFlaw::InvalidInput, a, 0};
  }
  const UpAxis up = data_->up;
  const double length = Length(PlanOf(b, up) - PlanOf(a, up)), rise = std::abs(HeightOf(b, up) - HeightOf(a, up));
  if (length < kPlanSlack_m && rise > kHeightSlack_m) {
    if (rise > data_->rules.step_m + kHeightSlack_m) return {WalkFlaw::HighStep, a, 0};
    const WalkFinding low = CheckPart(a, a, radius_m), high = CheckPart(b, b, radius_m);
    return low.ok() && (!high.ok() || high.clearance_m < low.clearance_m) ? high : low;
  }
  const int parts = std::max(1, int(std::ceil(length / kLongestPart_m)));
  WalkFinding worst;
  for (int i = 0; i < parts; ++i) {
    const WalkFinding part =
        CheckPart(a + (b - a) * (double(i) / parts), a + (b - a) * (double(i + 1) / parts), radius_m);
    if (!part.ok()) return part;
    if (i == 0 || part.clearance_m < worst.clearance_m) worst = part;
  }
  return worst;
}

WalkFinding WalkProbe::CheckRise(Vec3 on_ground, Vec3 in_air, double radius_m) const {
  const WalkFinding stands = Check(on_ground, on_ground, radius_m);
  if (!stands.ok()) return stands;
  if (!IsWithinLimits(in_air)) return {WalkFlaw::InvalidInput, in_air, 0};
  const UpAxis up = data_->up;
  const double rise = HeightOf(in_air, up) - HeightOf(on_ground, up);
  if (Length(PlanOf(in_air, up) - PlanOf(on_ground, up)) > kPlanSlack_m || rise < -kHeightSlack_m) {
    return {WalkFlaw::NotUpright, in_air, 0};
  }
  const auto raised = [&](double by) { return WorldOf(PlanOf(on_ground, up), HeightOf(on_ground, up) + by, up); };
  if (rise > kHeightSlack_m && !(data_->world.SegmentClearance(raised(kHeightSlack_m), in_air, kPlanSlack_m) > 0)) {
    return {WalkFlaw::Blocked, in_air, 0};
  }
  // Up to the agent's height there is room (checked above); the part that rises higher is a ball.
  const double low = data_->rules.height_m - radius_m;
  if (rise > low && radius_m > 0) {
    const double clearance = data_->world.SegmentClearance(raised(std::max(low, 0.0)), in_air, radius_m);
    if (clearance < radius_m - kPlanSlack_m) return {WalkFlaw::Blocked, in_air, clearance};
  }
  return stands;
}

}  // namespace navnet
