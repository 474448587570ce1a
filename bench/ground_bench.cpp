// SPDX-License-Identifier: Apache-2.0
// How accurate, large and fast is walkable ground, compared with Recast and Detour? Prints Markdown tables.
//
//   ground_bench metrics [--rounds N] [SCENE…]           against the truth of generated scenes (walk_metrics.h)
//   ground_bench queries [--radius R] [--queries N] [WORLD…]   the same random walks for both
//   ground_bench growth  [--no-recast]                   build time of towns of 125 to 2,000 houses
//
// --radius R (0.3 m) for queries and for Recast's meshes, --cell M (a third of the radius) for its cells.
// A SCENE is NAME[,n=N][,seed=N][,loops=SHARE], see GroundSceneKinds(); a WORLD is a SCENE or a mesh file. --threads N
// for all: ours uses up to N threads, Recast always one. Medians and means are over one run; run it on a quiet machine.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/walk.h>
#include <navnet/voxel/world.h>
#include <navnet/worlds/ground_scenes.h>

#include "peers/recast_planner.h"
#include "walk_metrics.h"
#include "walk_regions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace navnet {
namespace {

constexpr double kAgentRadiusM = 0.3;
constexpr int64_t kSamples = 400'000;

struct Options {
  std::string mode;
  int rounds = 3, queries = 1000, threads = 1;
  double radius_m = kAgentRadiusM;
  double cell_m = 0;  ///< Cell width of Recast's mesh; 0: a third of the radius.
  bool recast = true;
  std::vector<std::string> worlds;
};

/// A world to walk in, and what is known about it.
struct Subject {
  std::string name;
  TriangleMesh mesh;
  UpAxis up = UpAxis::Z;
  std::vector<Vec3> seeds;
  std::optional<WalkableTruth> truth;
};

double ToNumber(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

/// Parses the name of a scene; nullopt if there is no such scene.
std::optional<GroundSceneSpec> ParseScene(std::string_view text) {
  const size_t end = std::min(text.find(','), text.size());
  const std::optional<GroundSceneKind> kind = GroundSceneKindFromName(text.substr(0, end));
  if (!kind) return std::nullopt;
  GroundSceneSpec spec = {.kind = *kind};
  for (size_t at = end; at < text.size();) {
    const size_t next = std::min(text.find(',', at + 1), text.size());
    const std::string_view item = text.substr(at + 1, next - at - 1);
    if (item.starts_with("n=")) spec.n = int(ToNumber(item.substr(2)));
    if (item.starts_with("seed=")) spec.seed = uint64_t(ToNumber(item.substr(5)));
    if (item.starts_with("loops=")) spec.loops = ToNumber(item.substr(6));
    at = next;
  }
  return spec;
}

Result<Subject> Load(const std::string& text) {
  if (const std::optional<GroundSceneSpec> spec = ParseScene(text)) {
    Result<GroundScene> scene = MakeGroundScene(*spec);
    if (!scene) return scene.error();
    return Subject{text, std::move(scene->mesh), UpAxis::Z, std::move(scene->seeds), std::move(scene->truth)};
  }
  Result<World> world = LoadWorld(text);
  if (!world) return world.error();
  TriangleMesh* mesh = std::get_if<TriangleMesh>(&world->geometry);
  if (!mesh) return Error{ErrorCode::InvalidArgument, text + ": not a mesh"};
  return Subject{std::filesystem::path(text).stem().string(), std::move(*mesh), world->up, {}, std::nullopt};
}

void Complain(const std::string& what, const Error& error) {
  std::fprintf(stderr, "%s: %s\n", what.c_str(), error.message.c_str());
}

// --- metrics -----------------------------------------------------------------------------------------------------

void PrintMetrics(const Subject& subject, const char* who, const WalkRegions& regions, const WalkRegions& truth) {
  const WalkMetrics m = Measure(regions, truth, kSamples);
  const WalkSize& known = truth.components[0];
  std::printf("| %s | %s | %.4f | %.4f | %.4f | %.5f | %u / %u | %d / %d | %zu | %zu | %zu | %.1f | %.1f |\n",
              subject.name.c_str(), who, m.coverage, m.incorrect, m.overlap, m.area_ratio, m.size.components,
              known.components, m.size.loops, known.loops, m.size.graph_vertices, m.size.graph_edges, m.size.regions,
              regions.build_ms, double(regions.bytes) / 1024);
  std::fflush(stdout);
}

bool CompareWithTruth(const Subject& subject, const Options& options) {
  const WalkRegions truth = RegionsOf(*subject.truth);
  bool good = true;
  double ms = 0;
  std::optional<BuiltGround> ours;
  for (int round = 0; round < options.rounds; ++round) {
    Result<BuiltGround> built = BuildGround(subject.mesh, subject.up, subject.seeds, options.threads);
    if (!built) {
      Complain(subject.name, built.error());
      good = false;
      break;
    }
    ms += (built->surface_ms + built->map_ms) / options.rounds;
    ours = std::move(*built);
  }
  if (ours && good) {
    WalkRegions regions = RegionsOf(ours->ground);
    regions.build_ms = ms;
    PrintMetrics(subject, "NavNet", regions, truth);
  }
  const double cell_m = options.cell_m > 0 ? options.cell_m : options.radius_m / 3;
  for (double radius_m : {0.0, options.radius_m}) {
    const peers::RecastOptions recast = {.radius_m = radius_m, .cell_m = cell_m, .up = subject.up};
    std::optional<WalkRegions> regions;
    double recast_ms = 0;
    for (int round = 0; round < options.rounds; ++round) {
      const Result<peers::RecastPlanner> planner = peers::RecastPlanner::Build(subject.mesh, recast);
      if (!planner) {
        Complain(subject.name, planner.error());
        break;
      }
      recast_ms += 1e3 * planner->build_seconds() / options.rounds;
      if (round + 1 == options.rounds) regions = RegionsOf(*planner, subject.up);
    }
    if (!regions) continue;
    regions->build_ms = recast_ms;
    char who[64];
    std::snprintf(who, sizeof who, "Recast, r = %g, cell %g", radius_m, cell_m);
    PrintMetrics(subject, who, *regions, truth);
  }
  return good;
}

bool RunMetrics(Options options) {
  if (options.worlds.empty()) {
    options.worlds = {"ground_maze,n=8",  "ground_maze,n=16",  "ground_maze,n=32",
                      "ground_maze,n=64", "ground_maze,n=128", "ground_maze,n=64,loops=0.1",
                      "town,n=24",        "town,n=125",        "ramps,n=3",
                      "garage,n=4",       "storeys,n=4",       "bridge,n=2",
                      "spiral,n=4",       "mezzanine,n=2"};
  }
  std::printf("Components and loops: found / true. Area: of the mesh / true.\n\n");
  std::printf("| scene | who | coverage | incorrect | overlap | area | components | loops | V | E | R | ms | KiB |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool good = true;
  for (const std::string& world : options.worlds) {
    const Result<Subject> subject = Load(world);
    if (!subject || !subject->truth) {
      Complain(world, subject ? Error{ErrorCode::InvalidArgument, "no generated scene: its truth is unknown"}
                              : subject.error());
      good = false;
      continue;
    }
    good &= CompareWithTruth(*subject, options);
  }
  return good;
}

// --- queries -----------------------------------------------------------------------------------------------------

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, size_t(share * double(values.size())))];
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += v;
  return values.empty() ? 0 : sum / double(values.size());
}

struct QueryFigures {
  std::vector<double> us, length_m;  ///< Lengths: of the queries that both planners answered.
  int failed = 0;
};

double PlanLength(const std::vector<Vec3>& points, UpAxis up) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += Length(PlanOf(points[i], up) - PlanOf(points[i - 1], up));
  return length;
}

/// Random pairs of places that are connected for the agent. Their clearance exceeds the radius by more than one of
/// Recast's default cells.
std::vector<std::pair<Vec3, Vec3>> RandomPairs(const Walker& walker, const Options& options) {
  const double room_m = 1.4 * options.radius_m;
  std::vector<std::pair<Vec3, Vec3>> pairs;
  for (uint64_t seed = 1; int(pairs.size()) < options.queries && seed < 40 * uint64_t(options.queries); seed += 2) {
    const std::optional<Vec3> a = walker.RandomWalkable(seed, room_m), b = walker.RandomWalkable(seed + 1, room_m);
    if (!a || !b) break;
    if (walker.WidestRadius(*a, *b) >= options.radius_m) pairs.push_back({*a, *b});
  }
  return pairs;
}

bool CompareQueries(const Subject& subject, const Options& options) {
  const Result<BuiltGround> built = BuildGround(subject.mesh, subject.up, subject.seeds, options.threads);
  if (!built) {
    Complain(subject.name, built.error());
    return false;
  }
  Stopwatch watch;
  const Walker walker(built->ground, subject.up);
  const double tables_ms = 1e3 * watch.Lap();
  Result<peers::RecastPlanner> detour = peers::RecastPlanner::Build(
      subject.mesh, {.radius_m = options.radius_m, .cell_m = options.cell_m, .up = subject.up});
  if (!detour) {
    Complain(subject.name, detour.error());
    return false;
  }
  const std::vector<std::pair<Vec3, Vec3>> pairs = RandomPairs(walker, options);
  QueryFigures ours, theirs;
  QueryContext context;
  WalkPath path;
  std::vector<double> ratios;
  for (size_t i = 0; i < pairs.size(); ++i) {
    WalkQuery query;
    query.start = pairs[i].first;
    query.goal = pairs[i].second;
    query.radius_m = options.radius_m;
    if (i == 0) walker.Find(query, context, path);  // Warm-up; Detour allocates its memory in advance.
    watch.Lap();
    walker.Find(query, context, path);
    ours.us.push_back(1e6 * watch.Lap());
    const peers::WalkAnswer answer = detour->Find(query.start, query.goal);
    theirs.us.push_back(answer.us);
    const bool found = path.status == PathStatus::Complete;
    ours.failed += !found;
    theirs.failed += !answer.found;
    if (!found || !answer.found) continue;
    ours.length_m.push_back(path.length_m);
    theirs.length_m.push_back(PlanLength(answer.points, subject.up));
    ratios.push_back(ours.length_m.back() / theirs.length_m.back());
  }
  auto print = [&](const char* who, const QueryFigures& f, double build_ms, size_t bytes) {
    std::printf("| %s | %s | %zu | %d | %.1f | %.1f | %.1f | %.3f | %.1f | %.1f |\n", subject.name.c_str(), who,
                pairs.size(), f.failed, Quantile(f.us, 0.5), Quantile(f.us, 0.99), Mean(f.us), Mean(f.length_m),
                build_ms, double(bytes) / 1024);
  };
  print("NavNet", ours, built->surface_ms + built->map_ms + tables_ms, BytesOf(built->ground));
  print("Detour", theirs, 1e3 * detour->build_seconds(), detour->bytes());
  std::printf("| %s | NavNet / Detour | | | %.2f | %.2f | %.2f | %.4f (median %.4f) | | |\n", subject.name.c_str(),
              Quantile(ours.us, 0.5) / Quantile(theirs.us, 0.5), Quantile(ours.us, 0.99) / Quantile(theirs.us, 0.99),
              Mean(ours.us) / Mean(theirs.us), Mean(ours.length_m) / Mean(theirs.length_m), Quantile(ratios, 0.5));
  std::fflush(stdout);
  return true;
}

bool RunQueries(Options options) {
  if (options.worlds.empty())
    options.worlds = {"town,n=125", "garage,n=4", "storeys,n=6", "ground_maze,n=32,loops=0.1"};
  std::printf("Radius %.2f m, Recast's cells a third of that. Lengths on the plan, of queries that both answered.\n\n",
              options.radius_m);
  std::printf("| world | who | queries | failed | p50 us | p99 us | mean us | mean length m | build ms | KiB |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  bool good = true;
  for (const std::string& world : options.worlds) {
    const Result<Subject> subject = Load(world);
    if (!subject) Complain(world, subject.error());
    good &= subject && CompareQueries(*subject, options);
  }
  return good;
}

// --- growth ------------------------------------------------------------------------------------------------------

bool RunGrowth(const Options& options) {
  std::printf(
      "| houses | triangles | walls n | surface ms | map ms | total ms | total ns / (n log2 n) | KiB | Recast ms |"
      " Recast KiB |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (int houses = 125; houses <= 2000; houses *= 2) {
    const Result<Subject> subject = Load("town,n=" + std::to_string(houses));
    if (!subject) return Complain("town", subject.error()), false;
    const Result<BuiltGround> built = BuildGround(subject->mesh, subject->up, subject->seeds, options.threads);
    if (!built) return Complain(subject->name, built.error()), false;
    const double n = double(built->ground.walls.size()), total_ms = built->surface_ms + built->map_ms;
    std::printf("| %d | %zu | %.0f | %.0f | %.0f | %.0f | %.1f | %.0f ", houses, subject->mesh.triangles.size(), n,
                built->surface_ms, built->map_ms, total_ms, 1e6 * total_ms / (n * std::log2(n)),
                double(BytesOf(built->ground)) / 1024);
    std::fflush(stdout);
    if (options.recast) {
      const Result<peers::RecastPlanner> recast = peers::RecastPlanner::Build(
          subject->mesh, {.radius_m = options.radius_m, .cell_m = options.cell_m, .up = subject->up});
      if (!recast) Complain(subject->name, recast.error());
      std::printf("| %.0f | %.0f |\n", recast ? 1e3 * recast->build_seconds() : 0,
                  recast ? double(recast->bytes()) / 1024 : 0);
    } else {
      std::printf("| | |\n");
    }
    std::fflush(stdout);
  }
  return true;
}

int Main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    const bool last = i + 1 == argc;
    if (arg == "--rounds" && !last) {
      options.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--queries" && !last) {
      options.queries = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--threads" && !last) {
      options.threads = std::max(0, std::atoi(argv[++i]));
    } else if (arg == "--radius" && !last) {
      options.radius_m = std::max(0.01, ToNumber(argv[++i]));
    } else if (arg == "--cell" && !last) {
      options.cell_m = std::max(0.0, ToNumber(argv[++i]));
    } else if (arg == "--no-recast") {
      options.recast = false;
    } else if (options.mode.empty()) {
      options.mode = arg;
    } else {
      options.worlds.emplace_back(arg);
    }
  }
  if (options.mode == "metrics") return RunMetrics(options) ? 0 : 1;
  if (options.mode == "queries") return RunQueries(options) ? 0 : 1;
  if (options.mode == "growth") return RunGrowth(options) ? 0 : 1;
  std::fprintf(stderr,
               "usage: ground_bench metrics|queries|growth [--rounds N] [--queries N] [--radius R] [--cell M]\n"
               "                    [--threads N] [--no-recast] [WORLD...]\n");
  return 2;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
