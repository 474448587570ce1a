// SPDX-License-Identifier: Apache-2.0
// Rooms around flights, and taut paths in them, on one thread. Bakes each world, finds random flights, and prints per
// world: boxes and rooms a path; the depth of the narrowest portal; the length gained by pulling tight in the rooms,
// and in the best local optimum (rooms made again along the taut path until it no longer gets shorter); times; and the
// smallest clearance of the taut paths beyond the radius, by exact distances.
//
//   build/release/bin/rooms_bench [--voxel M] [--radius R] [--queries N] [--seed N] [--reach M] [--json] WORLD…
//
// WORLD is a file or builtin:NAME, as for the navnet command.

#include <navnet/bake.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/voxel/clearance_probe.h>

#include "builtin_world.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace navnet {
namespace {

constexpr int kRuns = 3;         // Runs of each query; the shortest time counts.
constexpr int kMostRounds = 30;  // Rounds for the best local optimum. More find slightly shorter paths.

struct Settings {
  double voxel_m = 0.2, radius_m = 0.3, reach_m = 0;
  int queries = 500;
  uint64_t seed = 1;
  bool json = false;
  std::vector<std::string> worlds;
};

struct Findings {
  std::vector<double> boxes, rooms, planes, portals, grow_us, pull_us;
  double given_m = 0, taut_m = 0, best_m = 0, bound_m = 0;
  double clearance_m = 1e9;  // Smallest clearance beyond the radius.
  int flights = 0, blocked = 0;
};

double Quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[std::min(values.size() - 1, size_t(share * double(values.size())))];
}

// The depth of a room's portal to the next: of the mean of its corners.
double DepthOf(const RoomShape& portal) {
  Vec3 middle;
  for (const Vec3& corner : portal.corners) middle = middle + corner * (1 / double(portal.corners.size()));
  double depth = 1e9;
  for (const HalfSpace& plane : portal.planes) depth = std::min(depth, -plane.DistanceTo(middle));
  return portal.planes.empty() ? 0 : depth;
}

Findings Measure(const Navigator& navigator, const RoomMaker& maker, const ClearanceProbe& probe,
                 const Settings& settings) {
  Findings found;
  QueryContext context;
  RoomContext room_context;
  FlightPath path;
  Rooms rooms;
  RoomCorridor boxes;
  const std::array<HalfSpace, 6> walls = WallsOf(navigator.info());
  RoomOptions options{.radius_m = settings.radius_m,
                      .reach_m = settings.reach_m,
                      .walls = walls,
                      .up = navigator.info().up,
                      .navigator = &navigator};
  for (int i = 0; i < settings.queries; ++i) {
    const auto start = navigator.RandomFree(2 * settings.seed * uint64_t(i) + 11, settings.radius_m);
    const auto goal = navigator.RandomFree(2 * settings.seed * uint64_t(i) + 12, settings.radius_m);
    if (!start || !goal) continue;
    const FlightQuery query{.start = *start, .goal = *goal, .radius_m = settings.radius_m};
    navigator.Find(query, context, path);
    if (path.status != PathStatus::Complete) continue;
    double grow_us = 1e9, pull_us = 1e9;
    for (int run = 0; run < kRuns; ++run) {
      maker.Find(path.points, options, room_context, rooms);
      grow_us = std::min(grow_us, rooms.grow_us);
      pull_us = std::min(pull_us, rooms.pull_us);
    }
    if (rooms.status != RoomStatus::Complete) {
      ++found.blocked;
      continue;
    }
    ++found.flights;
    found.grow_us.push_back(grow_us);
    found.pull_us.push_back(pull_us);
    found.rooms.push_back(double(rooms.corridor.size()));
    found.planes.push_back(double(rooms.corridor.planes.size()) / double(rooms.corridor.size()));
    if (BoxRoomsOf(navigator, query, path.points, context, boxes)) found.boxes.push_back(double(boxes.size()));
    double narrowest = 1e9;
    for (size_t room = 0; room + 1 < rooms.corridor.size(); ++room) {
      narrowest = std::min(narrowest, DepthOf(PortalShapeOf(rooms.corridor, room)));
    }
    if (rooms.corridor.size() > 1) found.portals.push_back(narrowest);
    found.given_m += path.length_m;
    found.taut_m += rooms.length_m;
    found.bound_m += rooms.lower_bound_m;
    for (size_t k = 1; k < rooms.path.size(); ++k) {
      const double clearance = probe.SegmentClearance(rooms.path[k - 1], rooms.path[k], settings.radius_m + 1);
      found.clearance_m = std::min(found.clearance_m, clearance - settings.radius_m);
    }
    double best = rooms.length_m;
    for (int round = 0; round < kMostRounds; ++round) {
      const std::vector<Vec3> again = rooms.path;
      maker.Find(again, options, room_context, rooms);
      if (rooms.status != RoomStatus::Complete || rooms.length_m > best - 1e-7 * best) break;
      best = rooms.length_m;
    }
    found.best_m += best;
  }
  return found;
}

int Run(const Settings& settings) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& name : settings.worlds) {
    const Result<World> world = cli::IsBuiltin(name) ? cli::MakeBuiltin(name) : LoadWorld(name);
    if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
    if (!world->mesh()) return std::fprintf(stderr, "%s: has no triangles\n", name.c_str()), 1;
    BakeOptions bake;
    bake.sample.voxel_m = settings.voxel_m;
    bake.sample.radii_m = {settings.radius_m};
    bake.keep = Keep::Largest;
    const Result<Baked> baked = Bake(*world, bake);
    if (!baked) return std::fprintf(stderr, "%s\n", baked.error().message.c_str()), 1;
    const Result<ClearanceProbe> probe = ClearanceProbe::Make(*world, 0);
    Stopwatch clock;
    const Result<RoomMaker> maker = RoomMaker::Make(*world->mesh(), 1);
    const double made_ms = 1e3 * clock.Lap();
    if (!maker || !probe) return std::fprintf(stderr, "%s: cannot index the triangles\n", name.c_str()), 1;
    const Findings f = Measure(Navigator(baked->net), *maker, *probe, settings);
    const double gain = 1 - f.taut_m / f.given_m, possible = 1 - f.best_m / f.given_m;
    if (settings.json) {
      all.push_back({{"world", name},
                     {"voxel_m", settings.voxel_m},
                     {"radius_m", settings.radius_m},
                     {"triangles", maker->size()},
                     {"make_ms", made_ms},
                     {"flights", f.flights},
                     {"blocked", f.blocked},
                     {"boxes_p50", Quantile(f.boxes, 0.5)},
                     {"rooms_p50", Quantile(f.rooms, 0.5)},
                     {"planes_p50", Quantile(f.planes, 0.5)},
                     {"narrowest_portal_m_p50", Quantile(f.portals, 0.5)},
                     {"gain", gain},
                     {"possible_gain", possible},
                     {"share_gained", possible > 0 ? gain / possible : 1},
                     {"gap", f.bound_m > 0 ? f.taut_m / f.bound_m - 1 : 0},
                     {"grow_us_p50", Quantile(f.grow_us, 0.5)},
                     {"grow_us_p99", Quantile(f.grow_us, 0.99)},
                     {"pull_us_p50", Quantile(f.pull_us, 0.5)},
                     {"pull_us_p99", Quantile(f.pull_us, 0.99)},
                     {"clearance_beyond_radius_m", f.clearance_m}});
      continue;
    }
    std::printf(
        "%s: %zu triangles indexed in %.1f ms, %d flights, %d blocked\n"
        "  rooms a path      p50 %.0f boxes, %.0f rooms of %.1f planes; narrowest portal p50 %.2f m deep\n"
        "  gain              %.3f %%, %.0f %% of the possible %.3f %%; gap to the bound %.1e\n"
        "  time              rooms p50 %.0f us, p99 %.0f us; taut path p50 %.0f us, p99 %.0f us\n"
        "  clearance         at least the radius %+.2e m\n",
        name.c_str(), maker->size(), made_ms, f.flights, f.blocked, Quantile(f.boxes, 0.5), Quantile(f.rooms, 0.5),
        Quantile(f.planes, 0.5), Quantile(f.portals, 0.5), 100 * gain, possible > 0 ? 100 * gain / possible : 100,
        100 * possible, f.taut_m / f.bound_m - 1, Quantile(f.grow_us, 0.5), Quantile(f.grow_us, 0.99),
        Quantile(f.pull_us, 0.5), Quantile(f.pull_us, 0.99), f.clearance_m);
    std::fflush(stdout);
  }
  if (settings.json) std::printf("%s\n", all.dump(2).c_str());
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) {
  navnet::Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const bool has_value = i + 1 < argc;
    if (arg == "--json") {
      settings.json = true;
    } else if (arg == "--voxel" && has_value) {
      settings.voxel_m = std::atof(argv[++i]);
    } else if (arg == "--radius" && has_value) {
      settings.radius_m = std::atof(argv[++i]);
    } else if (arg == "--reach" && has_value) {
      settings.reach_m = std::atof(argv[++i]);
    } else if (arg == "--queries" && has_value) {
      settings.queries = std::atoi(argv[++i]);
    } else if (arg == "--seed" && has_value) {
      settings.seed = uint64_t(std::atoll(argv[++i]));
    } else {
      settings.worlds.push_back(arg);
    }
  }
  if (settings.worlds.empty()) {
    std::fprintf(stderr,
                 "usage: rooms_bench [--voxel M] [--radius R] [--queries N] [--seed N] [--reach M] [--json] WORLD…\n");
    return 1;
  }
  return navnet::Run(settings);
}
