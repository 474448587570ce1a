#include <navnet/audit/net_audit.h>

#include <navnet/audit/flight_auditor.h>
#include <navnet/internal/core/text.h>

#include "audit_queries.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace navnet {
namespace {

// Queries that one worker answers before another may have it: enough that handing over costs nothing.
constexpr uint64_t kBatch = 16;

/// Scratch memory of a thread, and what it has found so far.
struct Worker {
  FlightContext context;
  FlightPath path;
  AuditFlight flight;
  AuditFindings findings;
};

/// Workers that nobody uses at the moment. Which thread gets which one does not matter for the sum of all findings.
class WorkerPool {
 public:
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
    for (const std::unique_ptr<Worker>& worker : idle_) sum.Add(worker->findings);
    return sum;
  }

 private:
  std::mutex guard_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

void AskFlight(uint64_t number, const Navigator& navigator, const AuditQueries& queries, const FlightAuditor& auditor,
               Worker& worker) {
  if (!queries.MakeFlight(number, worker.flight)) return;
  const FlightQuery& query = worker.flight.query;
  ++worker.findings.queries;
  navigator.Find(query, worker.context, worker.path);
  auditor.Audit(number, query, worker.path, worker.findings);
  if (worker.path.status == PathStatus::Complete || !worker.flight.has_path) return;
  // Forbidden boxes, floor and ceiling may leave no way. There is one if the way without them keeps clear of them. A
  // box counts as larger where the grid is turned, and too many pieces of regions are out of the budget.
  if (!query.regions.empty() || std::isfinite(query.floor_m) || std::isfinite(query.ceiling_m)) {
    if (worker.path.status == PathStatus::OutOfBudget || !navigator.info().frame.turn.IsNone()) return;
    FlightQuery plain = query;
    plain.regions = {};
    plain.floor_m = FlightQuery{}.floor_m;
    plain.ceiling_m = FlightQuery{}.ceiling_m;
    navigator.Find(plain, worker.context, worker.path);
    if (worker.path.status == PathStatus::Complete && !auditor.KeepsRules(query, worker.path.points)) return;
  }
  worker.findings.Fail(number);
}

Status Validate(const Net& net, const NetAuditOptions& options) {
  const auto bad = [](const std::string& what) { return Error{ErrorCode::InvalidArgument, what}; };
  if (options.queries < 0) return bad("the number of queries is below 0");
  if (net.levels().empty()) return bad("the net has no levels to fly on");
  if (!(options.snap_m >= 0 && options.snap_m <= 1e12)) return bad("the snapping distance is not 0 to 1e12 m");
  for (const double radius_m : options.radii_m) {
    if (!(radius_m >= 0) || !net.LevelFor(radius_m)) {
      return bad("no level of the net is for a radius of " + Shortest(radius_m) + " m; the largest is for " +
                 Shortest(net.levels().back().radius_m) + " m");
    }
  }
  return Ok();
}

}  // namespace

Result<AuditFindings> AuditNet(const Net& net, const World& world, const NetAuditOptions& options) {
  if (Status valid = Validate(net, options); !valid) return valid.error();
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world, options.threads);
  if (!probe) return Error{probe.error().code, world.name + ": " + probe.error().message};
  const Navigator navigator(net);
  const AuditQueries queries(navigator, options);
  const FlightAuditor auditor(world, std::move(*probe), net.info());
  WorkerPool pool;
  const auto count = uint64_t(options.queries);
  const bool done = ParallelFor(size_t((count + kBatch - 1) / kBatch), options.threads, "flying", options.progress,
                                [&](size_t batch) {
                                  std::unique_ptr<Worker> worker = pool.Take();
                                  const uint64_t first = batch * kBatch;
                                  for (uint64_t i = first; i < std::min(count, first + kBatch); ++i) {
                                    AskFlight(i, navigator, queries, auditor, *worker);
                                  }
                                  pool.Return(std::move(worker));
                                });
  if (!done) return Error{ErrorCode::Cancelled, "cancelled"};
  return pool.Sum();
}

}  // namespace navnet
