// SPDX-License-Identifier: Apache-2.0
#include "walk_bench.h"

#include <navnet/internal/core/stopwatch.h>

#include "peer_planners.h"

#include <optional>
#include <unordered_map>

namespace navnet::cli {
namespace {

constexpr double kRoom_m = 0.1;        // Kept besides the radius, so that a mesh of cells has the places as well.
constexpr int64_t kTriesPerPair = 50;  // Random pairs, and then random places, looked at for each pair wanted.

std::optional<WalkQuery> WalkBetween(const Walker& walker, Vec3 start, Vec3 goal, double radius_m) {
  if (walker.WidestRadius(start, goal) < radius_m + kRoom_m) return std::nullopt;
  WalkQuery query;
  query.start = start;
  query.goal = goal;
  query.radius_m = radius_m;
  return query;
}

// Random pairs of places. If too few of them are connected, because the ground has many components, each further place
// is paired with the last one of its component that has no partner.
std::vector<WalkQuery> RandomWalks(const Walker& walker, double radius_m, int64_t count) {
  std::vector<WalkQuery> queries;
  uint64_t seed = 0;
  const auto random_place = [&] { return walker.RandomWalkable(seed++, radius_m + kRoom_m); };
  for (int64_t i = 0; i < kTriesPerPair * count && int64_t(queries.size()) < count; ++i) {
    const auto start = random_place(), goal = random_place();
    if (!start || !goal) return queries;
    if (const auto query = WalkBetween(walker, *start, *goal, radius_m)) queries.push_back(*query);
  }
  const GroundView& ground = walker.ground();
  std::unordered_map<uint32_t, Vec3> alone;  // By component: the place that has no partner yet.
  for (int64_t i = 0; i < kTriesPerPair * count && int64_t(queries.size()) < count; ++i) {
    const Vec3 goal = *random_place();
    const auto place = walker.Locate(goal);
    if (!place) continue;
    const auto [start, is_new] = alone.try_emplace(ground.vertices[ground.edges[place->edge].from].component, goal);
    if (is_new) continue;
    if (const auto query = WalkBetween(walker, start->second, goal, radius_m)) queries.push_back(*query);
    alone.erase(start);
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
  QueryContext context;
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
