// SPDX-License-Identifier: Apache-2.0
// How long does a live net take to follow an edit? Bakes a world as a whole, then opens and closes doors and moves cars
// and cubes of growing size at seeded random places near its surfaces. Prints a table: medians and 99th percentiles of
// updates, including the new snapshot, and how many times longer a full bake takes. Then compares queries on the last
// snapshot with queries on the net it would be saved as.
//
//   build/release/bin/live_bench [--voxel M] [--radius R] [--edits N] [--threads N] [--rounds N] [--walk] WORLD…
//
// WORLD is a file or builtin:NAME, as for the navnet command.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/live/live_world.h>

#include "builtin_world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace navnet {
namespace {

double Quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[std::min(values.size() - 1, size_t(share * double(values.size())))];
}

struct Settings {
  double voxel_m = 0.25;
  double radius_m = 0;
  int edits = 200, threads = 0, rounds = 3;
  bool walk = false;
  std::vector<std::string> worlds;
};

/// A free place less than 4 m from a surface, where edits are typical and most expensive.
Vec3 PlaceNearSurface(const Navigator& navigator, uint64_t& seed) {
  constexpr double kNear_m = 4;
  Vec3 place;
  for (int i = 0; i < 1000; ++i) {
    place = navigator.RandomFree(++seed, 0).value_or(Vec3{});
    if (navigator.ClearanceAt(place) < kNear_m) break;
  }
  return place;
}

/// Repeatedly adds an obstacle near a surface and moves it by `step_m`, or opens and closes it; `edits` edits in all.
/// Appends the time of each update to `ms`.
bool RunEdits(LiveWorld& live, const Obstacle& shape, double step_m, int edits, uint64_t seed,
              std::vector<double>& ms) {
  constexpr int kEditsAtAPlace = 10;
  const auto updated = [&](const Status& edit) {
    if (!edit) return false;
    Stopwatch watch;
    const Result<WorldChange> change = live.Update();
    ms.push_back(1e3 * watch.Lap());
    return change.ok();
  };
  for (int done = 0; done < edits; done += kEditsAtAPlace) {
    const std::shared_ptr<const LiveSnapshot> now = live.Latest();
    Obstacle obstacle = shape;
    obstacle.transform.position = PlaceNearSurface(now->navigator, seed);
    const Result<ObstacleId> id = live.Add(obstacle);
    if (!id || !live.Update()) return false;
    for (int i = 0; i < kEditsAtAPlace; ++i) {
      if (obstacle.is_door) {
        if (!updated(live.SetDoor(*id, i % 2 == 0))) return false;
      } else {
        obstacle.transform.position.x += i % 4 < 2 ? step_m : -step_m;
        // The obstacle stays if the move would leave the bounds.
        if (const Status moved = live.Move(*id, obstacle.transform); moved && !updated(moved)) return false;
      }
    }
    if (!live.Remove(*id) || !live.Update()) return false;
  }
  return true;
}

/// Compares random flights on a snapshot with the same flights on the net that it would be saved as: of each flight the
/// least time of several rounds, in turns, so that interruptions by other programs do not count.
void CompareQueries(const LiveWorld& live, double radius_m) {
  constexpr size_t kQueries = 2000;
  constexpr int kRounds = 6;
  const Result<Net> net = live.MakeNet();
  if (!net) return;
  const std::shared_ptr<const LiveSnapshot> now = live.Latest();
  const Navigator saved(*net);
  const Navigator* const navigators[] = {&now->navigator, &saved};
  QueryContext contexts[2];
  FlightPath path;
  std::vector<double> us[2];
  size_t different = 0;
  for (std::vector<double>& least : us) least.assign(kQueries, std::numeric_limits<double>::infinity());
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < kQueries; ++i) {
      FlightQuery query;
      query.start = saved.RandomFree(2 * i, radius_m).value_or(Vec3{});
      query.goal = saved.RandomFree(2 * i + 1, radius_m).value_or(Vec3{});
      query.radius_m = radius_m;
      double length_m[2] = {0, 0};
      for (size_t turn = 0; turn < 2; ++turn) {
        const size_t which = (i + turn) % 2;
        Stopwatch watch;
        navigators[which]->Find(query, contexts[which], path);
        us[which][i] = std::min(us[which][i], 1e6 * watch.Lap());
        length_m[which] = path.length_m;
      }
      different += length_m[0] != length_m[1];
    }
  }
  const double p50 = Quantile(us[0], 0.5) / Quantile(us[1], 0.5), p99 = Quantile(us[0], 0.99) / Quantile(us[1], 0.99);
  const auto sum = [](const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); };
  std::printf(
      "%zu flights: snapshot p50 %.1f us, p99 %.1f us; saved net p50 %.1f us, p99 %.1f us; ratios p50 %.3f, p99 %.3f, "
      "sum %.3f; %zu of other length\n",
      kQueries, Quantile(us[0], 0.5), Quantile(us[0], 0.99), Quantile(us[1], 0.5), Quantile(us[1], 0.99), p50, p99,
      sum(us[0]) / sum(us[1]), different);
}

int Run(const Settings& settings, const std::string& name) {
  Result<World> world = cli::IsBuiltin(name) ? cli::MakeBuiltin(name) : LoadWorld(name);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 2;
  BakeOptions options;
  if (world->mesh()) options.sample.voxel_m = settings.voxel_m;
  options.sample.radii_m = {settings.radius_m};
  options.sample.threads = settings.threads;
  if (settings.walk) options.walk.emplace();
  std::vector<double> bake_ms;
  int64_t voxels = 0;
  size_t cells = 0;
  for (int i = 0; i < settings.rounds; ++i) {
    Stopwatch watch;
    const Result<Baked> baked = Bake(*world, options);
    bake_ms.push_back(1e3 * watch.Lap());
    if (!baked) return std::fprintf(stderr, "%s\n", baked.error().message.c_str()), 1;
    voxels = baked->net.info().bounds.Volume();
    cells = baked->net.levels()[0].cells.size();
  }
  Stopwatch watch;
  Result<LiveWorld> live = LiveWorld::Make(std::move(*world), options);
  if (!live) return std::fprintf(stderr, "%s\n", live.error().message.c_str()), 1;
  const double make_ms = 1e3 * watch.Lap(), bake = Quantile(bake_ms, 0.5);
  std::printf("%s: %.0f million voxels, %zu cells; whole bake %.0f ms (median of %d), live world made in %.0f ms\n\n",
              name.c_str(), double(voxels) / 1e6, cells, bake, settings.rounds, make_ms);
  std::printf("| edit | updates | p50 ms | p99 ms | bake / p50 | bake / p99 |\n|---|---|---|---|---|---|\n");
  const auto run = [&](const std::string& what, const Obstacle& obstacle, double step_m) {
    std::vector<double> ms;
    if (!RunEdits(*live, obstacle, step_m, settings.edits, 7, ms)) return false;
    const double p50 = Quantile(ms, 0.5), p99 = Quantile(ms, 0.99);
    std::printf("| %s | %zu | %.2f | %.2f | %.0f | %.0f |\n", what.c_str(), ms.size(), p50, p99, bake / p50,
                bake / p99);
    std::fflush(stdout);
    return true;
  };
  Obstacle door{BoxShape{{0.5, 0.05, 1.05}}, {}, true};
  bool ok = run("door opened or closed, 1.0 x 0.1 x 2.1 m", door, 0);
  ok = ok && run("car moved by 1 m, 4.5 x 1.8 x 1.5 m", {BoxShape{{2.25, 0.9, 0.75}}, {}, false}, 1);
  for (const double size_m : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
    const std::string what = "cube of " +
                             std::to_string(size_m).substr(0, size_m < 1    ? 3
                                                              : size_m < 10 ? 1
                                                                            : 2) +
                             " m moved by a tenth of that";
    ok = ok && run(what, {BoxShape{Vec3{0.5, 0.5, 0.5} * size_m}, {}, false}, size_m / 10);
  }
  std::printf("\n");
  CompareQueries(*live, settings.radius_m);
  return ok ? 0 : 1;
}

int Main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const bool last = i + 1 == argc;
    if (arg == "--voxel" && !last) {
      settings.voxel_m = std::atof(argv[++i]);
    } else if (arg == "--radius" && !last) {
      settings.radius_m = std::atof(argv[++i]);
    } else if (arg == "--edits" && !last) {
      settings.edits = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--threads" && !last) {
      settings.threads = std::atoi(argv[++i]);
    } else if (arg == "--rounds" && !last) {
      settings.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--walk") {
      settings.walk = true;
    } else {
      settings.worlds.push_back(arg);
    }
  }
  if (settings.worlds.empty()) {
    std::fprintf(stderr,
                 "usage: live_bench [--voxel M] [--radius R] [--edits N] [--threads N] [--rounds N] [--walk] "
                 "WORLD...\n");
    return 2;
  }
  for (const std::string& world : settings.worlds) {
    if (const int status = Run(settings, world); status != 0) return status;
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
