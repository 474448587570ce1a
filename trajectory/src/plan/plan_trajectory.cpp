// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/plan.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/trajectory/replan.h>

#include "plan/context.h"

#include <algorithm>

namespace navnet {

TrajectoryContext::TrajectoryContext() : scratch_(std::make_unique<Scratch>()) {}
TrajectoryContext::~TrajectoryContext() = default;
TrajectoryContext::TrajectoryContext(TrajectoryContext&&) noexcept = default;
TrajectoryContext& TrajectoryContext::operator=(TrajectoryContext&&) noexcept = default;

double PlannedTrajectory::Gap() const {
  if (trajectory.duration_s() <= bound_s) return 0;
  return trajectory.duration_s() / bound_s - 1;
}

void PlanTrajectory(const TrajectoryQuery& query, TrajectoryContext& context, PlannedTrajectory& planned) {
  const Stopwatch watch;
  planned.trajectory.Assign({});
  planned.bound_s = 0;
  planned.steps = 0;
  planned.status = TrajectoryStatus::InvalidQuery;
  if (Validate(query)) TrajectoryAccess::PlannerOf(context).Plan(query, planned);
  planned.us = 1e6 * watch.Elapsed();
}

PlannedTrajectory PlanTrajectory(const TrajectoryQuery& query) {
  TrajectoryContext context;
  PlannedTrajectory planned;
  PlanTrajectory(query, context, planned);
  return planned;
}

std::vector<PlannedTrajectory> PlanTrajectories(std::span<const TrajectoryQuery> queries, int threads) {
  std::vector<PlannedTrajectory> planned(queries.size());
  constexpr size_t kBatch = 16;
  ParallelFor((queries.size() + kBatch - 1) / kBatch, threads, [&](size_t batch) {
    TrajectoryContext context;
    for (size_t i = batch * kBatch; i < std::min(queries.size(), (batch + 1) * kBatch); ++i) {
      PlanTrajectory(queries[i], context, planned[i]);
    }
  });
  return planned;
}

void PlanStop(const Trajectory& trajectory, double time_s, const RoomCorridor& rooms, const MotionLimits& limits,
              TrajectoryContext& context, PlannedTrajectory& planned, int max_steps) {
  const Stopwatch watch;
  planned.trajectory.Assign({});
  planned.bound_s = 0;
  planned.steps = 0;
  planned.status = TrajectoryStatus::InvalidQuery;
  const bool known = !trajectory.empty() && RunsThrough(trajectory, rooms);
  TrajectoryQuery query;  // The numbers to check.
  query.rooms = &rooms;
  query.limits = limits;
  if (known) query.points = {&trajectory.pieces()[0].points[0], 1};
  if (Validate(query)) {
    const double from_s = std::clamp(time_s, 0.0, trajectory.duration_s());
    TrajectoryAccess::PlannerOf(context).Stop(trajectory, from_s, rooms, limits, max_steps, planned);
  }
  planned.us = 1e6 * watch.Elapsed();
}

void Replan(const ReplanQuery& query, TrajectoryContext& context, Replanned& out) {
  const Stopwatch watch;
  out.planned.trajectory.Assign({});
  out.planned.bound_s = 0;
  out.planned.steps = 0;
  out.planned.status = out.refused = TrajectoryStatus::InvalidQuery;
  out.rooms.Clear();
  out.way = ReplanWay::Stop;
  if (Validate(query)) {
    ReplanQuery asked = query;
    asked.time_s = std::clamp(query.time_s, 0.0, query.flown->duration_s());
    TrajectoryAccess::PlannerOf(context).Replan(asked, out);
  }
  out.planned.us = 1e6 * watch.Elapsed();
}

void PlanInTraffic(const TrafficQuery& query, TrajectoryContext& context, TrafficPlan& plan) {
  const Stopwatch watch;
  plan.planned.trajectory.Assign({});
  plan.planned.bound_s = 0;
  plan.planned.steps = 0;
  plan.planned.status = TrajectoryStatus::InvalidQuery;
  plan.way = TrafficWay::Blocked;
  plan.wait_s = 0;
  plan.conflict = {};
  if (Validate(query)) {
    TrajectoryAccess::TrafficPlannerOf(context).Plan(query, TrajectoryAccess::PlannerOf(context), plan);
  }
  plan.planned.us = 1e6 * watch.Elapsed();
}

}  // namespace navnet
