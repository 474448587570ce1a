// SPDX-License-Identifier: Apache-2.0
#pragma once
// One query in traffic: its memory and its stages.

#include <navnet/trajectory/traffic.h>

#include "curve/parts.h"
#include "plan/planner.h"

#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// The memory of a query in traffic.
class TrafficPlanner {
 public:
  /// See navnet::PlanInTraffic. Requires: Validate(query) passed; the plan is empty and Blocked.
  void Plan(const TrafficQuery& query, Planner& planner, TrafficPlan& plan);

 private:
  std::optional<double> LeastWait(const TrafficQuery& query, double head_s, const Trajectory& tail);
  void TryHold(const TrafficQuery& query, double time_s, Planner& planner, TrafficPlan& plan);
  void Keep(TrafficWay way, double wait_s, std::span<const TrajectoryPiece> head, const Trajectory& tail,
            TrafficPlan& plan);

  double best_s_ = 0;  // Duration of the best so far, waits included.
  Trajectory free_;    // Without traffic.
  Trajectory head_trajectory_, tail_, rest_;
  PlannedTrajectory part_;
  std::vector<TrajectoryPiece> head_, pieces_, rest_pieces_;
  std::vector<Vec3> points_;
  RoomCorridor ahead_;
};

}  // namespace navnet
