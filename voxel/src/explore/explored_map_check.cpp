// SPDX-License-Identifier: Apache-2.0
#include "explore/explored_map_check.h"

#include <navnet/core/range.h>
#include <navnet/internal/core/text.h>

#include <cmath>
#include <string>

namespace navnet {
namespace {

constexpr double kStepsPerUnit = 32, kLargestLogOdds = 127 / kStepsPerUnit;
constexpr Range kVoxel_m = {1e-6, 1e6}, kScanRange_m = {1e-9, 1e9};
constexpr int32_t kLargestBound = int32_t{1} << 29;
constexpr int64_t kLargestSide = int64_t{1} << 19;

Error Refuse(const std::string& what, const std::string& why) {
  return Error{ErrorCode::InvalidArgument, what + ": " + why};
}

}  // namespace

int LogOddsSteps(double log_odds) { return int(std::lround(log_odds * kStepsPerUnit)); }

Status CheckExploredFrame(const GridFrame& frame, const VoxelBox& bounds) {
  const RangeCheck check =
      RangeCheck().Point("frame.origin_world", frame.origin_world).Number("frame.voxel_m", frame.voxel_m, kVoxel_m);
  if (!check.ok()) return check.status();
  const double norm = frame.turn.cos * frame.turn.cos + frame.turn.sin * frame.turn.sin;
  if (!(std::abs(norm - 1) <= 1e-9)) return Refuse("frame.turn", "its cos and sin belong to no angle");
  if (bounds.IsEmpty()) return Refuse("bounds", "have no voxels");
  for (int axis = 0; axis < 3; ++axis) {
    if (bounds.lo[axis] < -kLargestBound || bounds.hi[axis] > kLargestBound || bounds.Size(axis) > kLargestSide) {
      return Refuse("bounds of " + Text(bounds) + " voxels",
                    "at most 524288 are possible along an axis, within ±2^29: use larger voxels");
    }
  }
  return Ok();
}

Status CheckExploredOptions(const ExploredMapOptions& options) {
  const auto in_range = [](double log_odds) { return std::abs(log_odds) <= kLargestLogOdds; };  // False for NaN.
  const auto refuse = [](const char* name, double value, const char* why) {
    return Refuse(std::string(name) + " " + Shortest(value), why);
  };
  if (!in_range(options.hit_log_odds) || LogOddsSteps(options.hit_log_odds) < 1) {
    return refuse("hit_log_odds", options.hit_log_odds, "expected 1/32 to 127/32");
  }
  if (!in_range(options.miss_log_odds) || LogOddsSteps(options.miss_log_odds) > -1) {
    return refuse("miss_log_odds", options.miss_log_odds, "expected -127/32 to -1/32");
  }
  if (!in_range(options.min_log_odds) || LogOddsSteps(options.min_log_odds) > -1) {
    return refuse("min_log_odds", options.min_log_odds, "expected -127/32 to -1/32");
  }
  if (!in_range(options.max_log_odds) || LogOddsSteps(options.max_log_odds) < 1) {
    return refuse("max_log_odds", options.max_log_odds, "expected 1/32 to 127/32");
  }
  if (!in_range(options.occupied_log_odds) ||
      LogOddsSteps(options.occupied_log_odds) <= LogOddsSteps(options.min_log_odds) ||
      LogOddsSteps(options.occupied_log_odds) > LogOddsSteps(options.max_log_odds)) {
    return refuse("occupied_log_odds", options.occupied_log_odds,
                  "expected more than min_log_odds and at most max_log_odds, or no voxel could change its state");
  }
  if (LogOddsSteps(options.occupied_log_odds) > LogOddsSteps(options.hit_log_odds)) {
    return refuse("occupied_log_odds", options.occupied_log_odds,
                  "expected at most hit_log_odds, or a voxel hit at first sight would be free");
  }
  return RangeCheck()
      .Number("max_range_m", options.max_range_m, kScanRange_m)
      .Number("threads", options.threads, ranges::kThreads)
      .status();
}

Status CheckDepthScan(const DepthScan& scan) {
  if (const RangeCheck check = RangeCheck().Point("origin_world", scan.origin_world); !check.ok()) {
    return check.status();
  }
  for (size_t i = 0; i < scan.points_world.size(); ++i) {
    const Vec3 p = scan.points_world[i];
    if (RangeCheck().Point("", p).ok()) continue;
    return Refuse("points_world[" + std::to_string(i) + "] " + Text(p),
                  "expected " + Text(ranges::kCoordinate_m) + " m; give rays that hit nothing as clear_world");
  }
  for (size_t i = 0; i < scan.clear_world.size(); ++i) {
    if (IsFinite(scan.clear_world[i]) && scan.clear_world[i] != Vec3{}) continue;
    return Refuse("clear_world[" + std::to_string(i) + "] " + Text(scan.clear_world[i]),
                  "expected a finite direction that is not zero");
  }
  return Ok();
}

}  // namespace navnet
