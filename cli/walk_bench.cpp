#include "walk_bench.h"

#include <navnet/internal/core/stopwatch.h>

#include "peer_planners.h"

namespace navnet::cli {
namespace {

constexpr double kRoom_m = 0.1;          // Kept besides the radius, so that a mesh of cells has the places as well.
constexpr int64_t kTriesPerPair = 1000;  // Random pairs looked at for each one wanted, at the most.

std::vector<WalkQuery> RandomWalks(const Walker& walker, double radius_m, int64_t count) {
  std::vector<WalkQuery> queries;
  for (int64_t i = 0; i < kTriesPerPair * count && int64_t(queries.size()) < count; ++i) {
    const auto start = walker.RandomWalkable(uint64_t(2 * i), radius_m + kRoom_m);
    const auto goal = walker.RandomWalkable(uint64_t(2 * i + 1), radius_m + kRoom_m);
    if (!start || !goal) break;
    if (walker.WidestRadius(*start, *goal) < radius_m + kRoom_m) continue;
    WalkQuery query;
    query.start = *start;
    query.goal = *goal;
    query.radius_m = radius_m;
    queries.push_back(query);
  }
  return queries;
}

}  // namespace

double StraightM(const WalkQuery& query, UpAxis up) { return Length(PlanOf(query.goal, up) - PlanOf(query.start, up)); }

Result<BenchResult> BenchWalking(const Navigator& navigator, const World& world, const WalkBenchOptions& options,
                                 ProgressBar& bar) {
  const Walker& walker = *navigator.walker();
  const std::vector<WalkQuery> queries = RandomWalks(walker, options.radius_m, options.queries);
  if (queries.empty()) {
    return Error{ErrorCode::InvalidArgument, "no two connected places with room for the agent to walk between"};
  }
  BenchResult out;
  out.queries = queries.size();
  WalkContext context;
  WalkPath path;
  for (const WalkQuery& query : queries) {
    Stopwatch watch;
    walker.Find(query, context, path);
    const double us = 1e6 * watch.Lap();
    out.ours.Add(path.status == PathStatus::Complete, us, path.length_m, StraightM(query, walker.up()));
    out.expanded += double(path.statistics.expanded) / double(queries.size());
  }
  const auto per_second = [&](int threads) {
    walker.FindAll(queries, threads);  // Warm-up, not timed.
    Stopwatch watch;
    walker.FindAll(queries, threads);
    return double(queries.size()) / watch.Lap();
  };
  out.alone = per_second(1);
  out.together = per_second(options.threads);
  if (options.peers) {
    const PeerWalks walks = {world, walker, queries, options.radius_m};
    if (const Status walked = options.peers->Walk(walks, bar, out); !walked) return walked.error();
  }
  return out;
}

}  // namespace navnet::cli
