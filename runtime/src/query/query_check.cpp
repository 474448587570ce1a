// SPDX-License-Identifier: Apache-2.0
// Validation of queries: the ranges of their numbers.

#include <navnet/core/range.h>
#include <navnet/internal/core/text.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>
#include <navnet/runtime/walk.h>

#include <algorithm>
#include <string>

namespace navnet {
namespace {

// Regions may be unbounded.
constexpr Range kAnywhere = {-ranges::kInfinity, ranges::kInfinity};
constexpr Range kCount = {0, 0x1p63};
constexpr Range kMicroseconds = {0, ranges::kInfinity};

bool IsRegion(const CostRegion& region) {
  return ranges::kCostFactor.Contains(region.factor) && RangeCheck().Point("", region.box_world.min, kAnywhere).ok() &&
         RangeCheck().Point("", region.box_world.max, kAnywhere).ok();
}

Status CheckRegions(const char* name, std::span<const CostRegion> regions) {
  const auto wrong = std::find_if_not(regions.begin(), regions.end(), IsRegion);
  if (wrong == regions.end()) return Ok();
  return RangeCheck(std::string(name) + "[" + std::to_string(wrong - regions.begin()) + "].")
      .Number("factor", wrong->factor, ranges::kCostFactor)
      .Point("box_world.min", wrong->box_world.min, kAnywhere)
      .Point("box_world.max", wrong->box_world.max, kAnywhere)
      .status();
}

// On the ground, a region must be a non-empty box (min <= max).
Status CheckWalkRegions(const char* name, std::span<const CostRegion> regions) {
  if (Status s = CheckRegions(name, regions); !s) return s;
  const auto is_box = [](const CostRegion& region) { return !region.box_world.IsEmpty(); };
  const auto wrong = std::find_if_not(regions.begin(), regions.end(), is_box);
  if (wrong == regions.end()) return Ok();
  return Error{ErrorCode::InvalidArgument, std::string(name) + "[" + std::to_string(wrong - regions.begin()) +
                                               "].box_world is empty; give the low corner first"};
}

Status CheckHeights(double floor_m, double ceiling_m) {
  if (floor_m <= ceiling_m) return Ok();
  return Error{ErrorCode::InvalidArgument,
               "floor_m " + Shortest(floor_m) + " is out of range: expected at most ceiling_m, " + Shortest(ceiling_m)};
}

}  // namespace

Status Validate(const FlightQuery& query) {
  const RangeCheck check = RangeCheck()
                               .Number("radius_m", query.radius_m, ranges::kLength_m)
                               .Number("preferred_clearance_m", query.preferred_clearance_m, ranges::kDistance_m)
                               .Number("climb_cost", query.climb_cost, ranges::kCost)
                               .Number("descend_cost", query.descend_cost, ranges::kCost)
                               .Number("floor_m", query.floor_m, kAnywhere)
                               .Number("ceiling_m", query.ceiling_m, kAnywhere)
                               .Number("speed_m_s", query.speed_m_s, ranges::kSpeed_m_s)
                               .Number("snap_m", query.snap_m, ranges::kDistance_m)
                               .Number("max_expansions", double(query.max_expansions), kCount)
                               .Number("max_us", query.max_us, kMicroseconds);
  if (!check.ok()) return check.status();
  if (Status s = CheckHeights(query.floor_m, query.ceiling_m); !s) return s;
  return CheckRegions("regions", query.regions);
}

Status Validate(const WalkQuery& query) {
  const RangeCheck check = RangeCheck()
                               .Number("radius_m", query.radius_m, ranges::kLength_m)
                               .Number("preferred_clearance_m", query.preferred_clearance_m, ranges::kDistance_m)
                               .Number("snap_m", query.snap_m, ranges::kDistance_m)
                               .Number("max_expansions", double(query.max_expansions), kCount)
                               .Number("max_us", query.max_us, kMicroseconds);
  return check.ok() ? CheckWalkRegions("regions", query.regions) : check.status();
}

Status Validate(const TravelQuery& query) {
  const TravelAgent& agent = query.agent;
  const RangeCheck check = RangeCheck()
                               .Number("agent.radius_m", agent.radius_m, ranges::kLength_m)
                               .Number("agent.walk_m_s", agent.walk_m_s, ranges::kSpeed_m_s)
                               .Number("agent.fly_m_s", agent.fly_m_s, ranges::kSpeed_m_s)
                               .Number("agent.switch_s", agent.switch_s, ranges::kSeconds)
                               .Number("weights.walk", query.weights.walk, ranges::kMoveWeight)
                               .Number("weights.fly", query.weights.fly, ranges::kMoveWeight)
                               .Number("weights.switching", query.weights.switching, ranges::kChangeWeight)
                               .Number("weights.link", query.weights.link, ranges::kChangeWeight)
                               .Number("walk_clearance_m", query.walk_clearance_m, ranges::kDistance_m)
                               .Number("fly_clearance_m", query.fly_clearance_m, ranges::kDistance_m)
                               .Number("max_fly_m", query.max_fly_m, ranges::kDistance_m)
                               .Number("max_fly_s", query.max_fly_s, {0, ranges::kInfinity})
                               .Number("climb_cost", query.climb_cost, ranges::kCost)
                               .Number("descend_cost", query.descend_cost, ranges::kCost)
                               .Number("floor_m", query.floor_m, kAnywhere)
                               .Number("ceiling_m", query.ceiling_m, kAnywhere)
                               .Number("snap_m", query.snap_m, ranges::kDistance_m)
                               .Number("max_expansions", double(query.max_expansions), kCount)
                               .Number("max_us", query.max_us, kMicroseconds);
  if (!check.ok()) return check.status();
  if (!(agent.walk_m_s > 0 || agent.fly_m_s > 0)) {
    return Error{ErrorCode::InvalidArgument, "agent.walk_m_s and agent.fly_m_s are both 0: the agent cannot move"};
  }
  if (Status s = CheckHeights(query.floor_m, query.ceiling_m); !s) return s;
  if (Status s = CheckRegions("fly_regions", query.fly_regions); !s) return s;
  return CheckWalkRegions("walk_regions", query.walk_regions);
}

}  // namespace navnet
