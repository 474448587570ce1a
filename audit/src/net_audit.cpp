// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/net_audit.h>

#include <navnet/internal/core/text.h>

#include "audit_modes.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace navnet {
namespace {

/// Scratch memory and findings for each thread. The sum of all findings does not depend on which thread uses which
/// worker.
template <class Scratch>
class WorkerPool {
 public:
  struct Worker {
    Scratch scratch;
    AuditFindings findings;
  };

  std::unique_ptr<Worker> Take() {
    const std::lock_guard lock(guard_);
    if (idle_.empty()) return std::make_unique<Worker>();
    std::unique_ptr<Worker> worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }
  void Return(std::unique_ptr<Worker> worker) {
    const std::lock_guard lock(guard_);
    idle_.push_back(std::move(worker));
  }
  AuditFindings Sum() const {
    AuditFindings sum;
    for (const auto& worker : idle_) sum.Add(worker->findings);
    return sum;
  }

 private:
  std::mutex guard_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

template <class Mode>
Result<AuditFindings> AskAll(const Mode& mode, const NetAuditOptions& options) {
  WorkerPool<typename Mode::Scratch> pool;
  const auto count = uint64_t(options.queries), batches = (count + Mode::kBatch - 1) / Mode::kBatch;
  // Progress is reported in steps of a thousandth, which can be long for journeys: each query polls keep_going.
  const auto ask = [&](size_t batch, const KeepGoing& keep_going) {
    auto worker = pool.Take();
    const uint64_t first = batch * Mode::kBatch;
    for (uint64_t i = first; i < std::min(count, first + Mode::kBatch) && keep_going(); ++i) {
      mode.Ask(i, worker->scratch, worker->findings);
    }
    pool.Return(std::move(worker));
  };
  if (!ParallelFor(size_t(batches), options.threads, Mode::kStage, options.progress, ask)) {
    return Error{ErrorCode::Cancelled, "cancelled"};
  }
  return pool.Sum();
}

Status Validate(const Net& net, const NetAuditOptions& options) {
  const auto bad = [](const std::string& what) { return Error{ErrorCode::InvalidArgument, what}; };
  const bool flies = options.mode != AuditMode::Walk, walks = options.mode != AuditMode::Fly;
  if (options.trajectories && options.mode != AuditMode::Fly) return bad("trajectories are audited of flights alone");
  if (options.queries < 0) return bad("the number of queries is below 0");
  if (flies && net.levels().empty()) return bad("the net has no levels to fly on");
  if (walks && net.ground().IsEmpty()) return bad("the net has no ground to walk on; bake it with --walk");
  if (!(options.snap_m >= 0 && options.snap_m <= 1e12)) return bad("the snapping distance is not 0 to 1e12 m");
  if (!(options.preferred_clearance_m >= 0 && options.preferred_clearance_m <= 1e12)) {
    return bad("the preferred clearance is not 0 to 1e12 m");
  }
  for (const double radius_m : options.radii_m) {
    if (!flies && radius_m >= 0 && radius_m <= 1e12) continue;
    if (!flies) return bad("the radius " + Shortest(radius_m) + " is not 0 to 1e12 m");
    if (!(radius_m >= 0) || !net.LevelFor(radius_m)) {
      return bad("no level of the net is for a radius of " + Shortest(radius_m) + " m; the largest is for " +
                 Shortest(net.levels().back().radius_m) + " m");
    }
  }
  return Ok();
}

}  // namespace

const char* ToString(AuditMode mode) {
  switch (mode) {
    case AuditMode::Fly: return "fly";
    case AuditMode::Walk: return "walk";
    case AuditMode::Any: return "any";
  }
  return "unknown";
}

Result<AuditFindings> AuditNet(const Net& net, const World& world, const NetAuditOptions& options) {
  if (Status valid = Validate(net, options); !valid) return valid.error();
  const auto of_world = [&](const Error& error) { return Error{error.code, world.name + ": " + error.message}; };
  const Result<ClearanceProbe> probe = ClearanceProbe::Make(world, options.threads);
  if (!probe) return of_world(probe.error());
  const Navigator navigator(net);
  const AuditQueries queries(navigator, options);
  FlightAuditor flights(world, *probe, net.info(), net.gates());
  if (options.mode == AuditMode::Fly) {
    FlightMode mode(navigator, queries, std::move(flights));
    if (options.trajectories) {
      std::optional<RoomMaker> maker;
      if (const TriangleMesh* mesh = world.mesh()) {
        Result<RoomMaker> made = RoomMaker::Make(*mesh, options.threads);
        if (!made) return of_world(made.error());
        maker = std::move(*made);
      }
      mode.PlanAlso(TrajectoryAuditor(*probe, net.info().frame.voxel_m), std::move(maker));
    }
    return AskAll(mode, options);
  }
  Result<WalkAuditor> walks = WalkAuditor::Make(world, *probe, net.info(), net.ground());
  if (!walks) return of_world(walks.error());
  if (options.mode == AuditMode::Walk) {
    return AskAll(WalkMode(*navigator.walker(), queries, std::move(*walks)), options);
  }
  JourneyAuditor journeys(std::move(flights), std::move(*walks), net);
  return AskAll(JourneyMode(navigator, queries, std::move(journeys)), options);
}

}  // namespace navnet
