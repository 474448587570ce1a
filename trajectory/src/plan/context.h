// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory behind a TrajectoryContext.

#include "plan/planner.h"
#include "plan/traffic_planner.h"

#include <vector>

namespace navnet {

struct TrajectoryContext::Scratch {
  Planner planner;
  TrafficPlanner traffic;
  std::vector<TrajectoryPiece> pieces;  ///< Of a trajectory that is checked.
};

/// Reaches the memory of a context.
struct TrajectoryAccess {
  static Planner& PlannerOf(TrajectoryContext& context) { return context.scratch_->planner; }
  static std::vector<TrajectoryPiece>& PiecesOf(TrajectoryContext& context) { return context.scratch_->pieces; }
  static TrafficPlanner& TrafficPlannerOf(TrajectoryContext& context) { return context.scratch_->traffic; }
};

}  // namespace navnet
