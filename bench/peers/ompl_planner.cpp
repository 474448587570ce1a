// SPDX-License-Identifier: Apache-2.0
#include "peers/ompl_planner.h"

#include <navnet/internal/core/stopwatch.h>

#include "peers/line_of_sight.h"

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace navnet::peers {
namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Space = ob::RealVectorStateSpace;

Vec3 PointOf(const ob::State* state) {
  const auto* values = state->as<Space::StateType>()->values;
  return {values[0], values[1], values[2]};
}

bool IsFree(const DenseGrid& grid, Vec3 p) {
  return !grid.IsBlocked({int32_t(std::floor(p.x)), int32_t(std::floor(p.y)), int32_t(std::floor(p.z))});
}

class SightValidator final : public ob::MotionValidator {
 public:
  SightValidator(const ob::SpaceInformationPtr& space, const DenseGrid& grid) : MotionValidator(space), grid_(grid) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const bool free = SeesPoint(grid_, PointOf(from), PointOf(to));
    ++(free ? valid_ : invalid_);
    return free;
  }
  // RRT-Connect only asks whether a motion is free, so the start serves as the last valid state.
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last_valid) const override {
    if (checkMotion(from, to)) return true;
    if (last_valid.first) si_->copyState(last_valid.first, from);
    last_valid.second = 0;
    return false;
  }

 private:
  const DenseGrid& grid_;
};

std::vector<Vec3> Plan(const DenseGrid& grid, const OmplOptions& options, VoxelCoord start, VoxelCoord goal) {
  const auto space = std::make_shared<Space>(3);
  ob::RealVectorBounds bounds(3);
  for (int a = 0; a < 3; ++a) {
    bounds.setLow(unsigned(a), grid.bounds().lo[a]);
    bounds.setHigh(unsigned(a), grid.bounds().hi[a]);
  }
  space->setBounds(bounds);
  const auto info = std::make_shared<ob::SpaceInformation>(space);
  info->setStateValidityChecker([&grid](const ob::State* state) { return IsFree(grid, PointOf(state)); });
  info->setMotionValidator(std::make_shared<SightValidator>(info, grid));
  info->setup();

  ob::ScopedState<Space> from(space), to(space);
  for (int a = 0; a < 3; ++a) {
    from[unsigned(a)] = CentreOf(start)[a];
    to[unsigned(a)] = CentreOf(goal)[a];
  }
  const auto problem = std::make_shared<ob::ProblemDefinition>(info);
  problem->setStartAndGoalStates(from, to);
  og::RRTConnect planner(info);
  planner.setProblemDefinition(problem);
  if (options.range_voxels > 0) planner.setRange(options.range_voxels);
  planner.setup();
  const ob::PlannerTerminationCondition time_is_up = ob::timedPlannerTerminationCondition(options.time_limit_s);
  if (planner.solve(time_is_up) != ob::PlannerStatus::EXACT_SOLUTION) return {};

  og::PathGeometric path(*problem->getSolutionPath()->as<og::PathGeometric>());
  og::PathSimplifier(info).simplify(path, time_is_up);
  std::vector<Vec3> points;
  for (const ob::State* state : path.getStates()) points.push_back(PointOf(state));
  return points;
}

}  // namespace

PeerAnswer OmplPlanner::Find(VoxelCoord start, VoxelCoord goal) {
  Stopwatch watch;
  PeerAnswer answer;
  if (!grid_->IsBlocked(start) && !grid_->IsBlocked(goal)) {
    if (start == goal) {
      answer.points_voxels = {CentreOf(start)};
    } else {
      // All random generators of a query draw their seeds from this one. The library logs an error when it is seeded
      // twice, so its log is disabled first.
      ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
      ompl::RNG::setSeed(options_.seed);
      answer.points_voxels = Plan(*grid_, options_, start, goal);
    }
    answer.found = !answer.points_voxels.empty();
    answer.length_voxels = PathLength(answer.points_voxels);
  }
  answer.us = watch.Lap() * 1e6;
  return answer;
}

}  // namespace navnet::peers
