#include "bench_command.h"

#include <navnet/core/stopwatch.h>
#include <navnet/runtime/navigator.h>

#include "bake_options.h"
#include "bench_outcome.h"
#include "console.h"
#include "figures.h"
#include "flight_queries.h"
#include "number_option.h"
#include "parse.h"
#include "peers/dense_grid.h"
#include "peers/grid_astar.h"
#include "peers/lazy_theta.h"
#include "peers/ompl_planner.h"
#include "peers/scenario.h"
#include "report.h"
#include "walk_bench.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace navnet::cli {
namespace {

// A query with the length it is held against, in metres.
struct Task {
  FlightQuery query;
  double reference_m = 0;
};

struct BenchCommand {
  BakeArguments arguments;
  std::string scenario, queries = "1000", effort = "balanced", mode = "fly", peer_queries = "200";
  bool peers = false, json = false;

  Result<std::vector<Task>> Tasks(const Navigator& navigator) const {
    Result<int64_t> count = ParseInteger("--queries", queries, 0, kMostQueries);
    if (!count) return count.error();
    const GridFrame& frame = navigator.net().info().frame;
    const double radius_m = navigator.net().levels().front().radius_m;
    std::vector<Task> tasks;
    if (scenario.empty()) {
      const int64_t wanted = *count == 0 ? 1000 : *count;
      for (const FlightQuery& query : RandomQueries(navigator, radius_m, wanted, 1)) {
        tasks.push_back({query, Length(query.goal - query.start)});
      }
      if (tasks.empty()) return Error{ErrorCode::InvalidArgument, "no two connected free voxels to fly between"};
      return tasks;
    }
    Result<std::vector<peers::ScenarioQuery>> lines = peers::LoadScenario(scenario);
    if (!lines) return lines.error();
    // All of them, or as many spread evenly over the file.
    const size_t wanted = *count == 0 ? lines->size() : std::min(lines->size(), size_t(*count));
    for (size_t i = 0; i < wanted; ++i) {
      const peers::ScenarioQuery& line = (*lines)[i * lines->size() / wanted];
      FlightQuery query;
      query.start = frame.CentreWorld(line.start);
      query.goal = frame.CentreWorld(line.goal);
      query.radius_m = radius_m;
      tasks.push_back({query, line.optimum_voxels * frame.voxel_m});
    }
    return tasks;
  }

  Outcome RunOurs(const Navigator& navigator, const std::vector<Task>& tasks, double& expanded) const {
    Outcome out;
    FlightContext context;
    FlightPath path;
    for (const Task& task : tasks) {
      Stopwatch watch;
      navigator.Find(task.query, context, path);
      const double us = 1e6 * watch.Lap();
      out.Add(path.status == PathStatus::Complete, us, path.length_m, task.reference_m);
      expanded += double(path.statistics.expanded) / double(tasks.size());
    }
    return out;
  }

  // Peers get every n-th query, so that slow ones end in reasonable time.
  Outcome RunPeer(peers::Planner& planner, const GridFrame& frame, const std::vector<Task>& tasks, int64_t count,
                  bool exact) const {
    Outcome out;
    const size_t wanted = count == 0 ? tasks.size() : std::min(tasks.size(), size_t(count));
    for (size_t i = 0; i < wanted; ++i) {
      const Task& task = tasks[i * tasks.size() / wanted];
      const peers::PeerAnswer answer = planner.Find(frame.VoxelAt(task.query.start), frame.VoxelAt(task.query.goal));
      const double length_m = answer.length_voxels * frame.voxel_m;
      out.Add(answer.found, answer.us, length_m, task.reference_m);
      if (exact && !scenario.empty() && !(std::abs(length_m - task.reference_m) < 1e-3 * frame.voxel_m)) {
        ++out.mismatches;
      }
    }
    return out;
  }

  Result<BenchResult> BenchFlying(const Navigator& navigator, const Baked& baked, int threads, Effort parsed_effort,
                                  int64_t for_peers, ProgressBar& bar) const {
    Result<std::vector<Task>> tasks = Tasks(navigator);
    if (!tasks) return tasks.error();
    for (Task& task : *tasks) task.query.effort = parsed_effort;
    BenchResult out;
    out.queries = tasks->size();
    bar.Announce("flying");
    out.ours = RunOurs(navigator, *tasks, out.expanded);
    std::vector<FlightQuery> all;
    for (const Task& task : *tasks) all.push_back(task.query);
    // Throughput: one thread and as many as asked for, on the same queries.
    const auto per_second = [&](int count) {
      navigator.FindAll(all, count);  // Warms up every thread's memory.
      Stopwatch watch;
      navigator.FindAll(all, count);
      return double(all.size()) / watch.Lap();
    };
    out.alone = per_second(1);
    out.together = per_second(threads);
    if (!peers) return out;
    Result<navnet::peers::DenseGrid> dense = navnet::peers::DenseGrid::Create(baked.sampling.levels.front());
    if (!dense) return dense.error();
    Result<navnet::peers::GridAStar> astar = navnet::peers::GridAStar::Create(*dense);
    if (!astar) return astar.error();
    Result<navnet::peers::LazyTheta> theta = navnet::peers::LazyTheta::Create(*dense);
    if (!theta) return theta.error();
    navnet::peers::OmplPlanner ompl(*dense);
    const GridFrame& frame = baked.net.info().frame;
    bar.Announce("peer: grid A*");
    out.peers.emplace_back("grid_astar", RunPeer(*astar, frame, *tasks, for_peers, true));
    bar.Announce("peer: Lazy Theta*");
    out.peers.emplace_back("lazy_theta", RunPeer(*theta, frame, *tasks, for_peers, false));
    bar.Announce("peer: OMPL");
    out.peers.emplace_back("ompl", RunPeer(ompl, frame, *tasks, for_peers, false));
    return out;
  }

  int Run() {
    if (mode != "fly" && mode != "walk") {
      return Fail({ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly or walk"});
    }
    const bool walks = mode == "walk";
    if (walks) arguments.ground.Require();
    if (walks && !scenario.empty()) {
      return Fail(
          {ErrorCode::InvalidArgument, "--scen: these scenarios are for flying; leave it out with --mode walk"});
    }
    Result<BakeOptions> options = arguments.ToBakeOptions();
    if (!options) return Fail(options.error());
    const Result<Effort> parsed_effort = ParseEffort(effort);
    if (!parsed_effort) return Fail(parsed_effort.error());
    const Result<int64_t> count = ParseInteger("--queries", queries, 0, kMostQueries);
    if (!count) return Fail(count.error());
    const Result<int64_t> for_peers = ParseInteger("--peer-queries", peer_queries, 0, kMostQueries);
    if (!for_peers) return Fail(for_peers.error());
    ProgressBar bar;
    bar.Announce("loading");
    Result<World> loaded = arguments.world.Load();
    if (!loaded) return Fail(loaded.error());
    options->sample.progress = bar.function();
    Result<Baked> baked = Bake(*loaded, *options);
    if (!baked) return Fail({baked.error().code, loaded->name + ": " + baked.error().message});
    const Navigator navigator(baked->net);
    const double radius_m = navigator.net().levels().front().radius_m;
    const int threads = options->sample.threads;
    if (walks) bar.Announce("walking");
    const Result<BenchResult> result =
        walks ? BenchWalking(navigator, *loaded, {radius_m, *count == 0 ? 1000 : *count, threads, peers})
              : BenchFlying(navigator, *baked, threads, *parsed_effort, *for_peers, bar);
    if (!result) return Fail(result.error());

    const Figures us = FiguresOf(result->ours.us), ratio = FiguresOf(result->ours.ratios);
    if (json) {
      Json out;
      out["world"] = loaded->name;
      out["mode"] = mode;
      out["radius_m"] = radius_m;
      out["cells"] = navigator.net().levels().front().cells.size();
      out["queries"] = result->queries;
      const Json own = result->ours.ToJson();
      for (const char* key : {"failed", "us", "length_ratio"}) out[key] = own[key];
      out["expanded_mean"] = result->expanded;
      out["per_second"] = {{"one_thread", result->alone}, {"threads", result->together}};
      for (const auto& [name, outcome] : result->peers) out["peers"][name] = outcome.ToJson();
      return PrintReport(out);
    }
    TextReport out;
    out.Line("world", WorldText(*loaded, baked->sampling));
    out.Line("queries", Grouped(int64_t(result->queries)) + ", " + Grouped(result->ours.failed) + " failed, " +
                            Shortest(result->expanded, 4) + (walks ? " nodes" : " cells") + " expanded on average");
    out.Line("us", FiguresText(us, 4));
    out.Line("length", "mean " + Shortest(ratio.mean, 5) + ", p99 " + Shortest(ratio.p99, 5) + ", max " +
                           Shortest(ratio.max, 5) +
                           (scenario.empty() ? " times the straight line" : " times the scenario's optimum"));
    out.Line("per second",
             Shortest(result->alone, 4) + " on one thread, " + Shortest(result->together, 4) + " on all asked for");
    for (const auto& [name, outcome] : result->peers) {
      const Figures peer_us = FiguresOf(outcome.us), peer_ratio = FiguresOf(outcome.ratios);
      out.Line(name,
               FiguresText(peer_us, 4) + " us; length mean " + Shortest(peer_ratio.mean, 5) + ", max " +
                   Shortest(peer_ratio.max, 5) + "; " + Grouped(outcome.failed) + " of " +
                   Grouped(int64_t(outcome.us.size())) + " failed" +
                   (name == "grid_astar" && !scenario.empty() ? ", " + Grouped(outcome.mismatches) + " off the optimum"
                                                              : ""));
    }
    return PrintReport(out);
  }
};

}  // namespace

std::function<int()> AddBenchCommand(CLI::App& app) {
  auto command = std::make_shared<BenchCommand>();
  CLI::App* sub = app.add_subcommand("bench", "Measure queries: how fast, how short, and beside other planners");
  sub->add_option("--scen", command->scenario, "Queries of the public 3D voxel benchmark")->type_name("FILE.3dscen");
  TakesWhole(sub->add_option("--queries", command->queries, "How many; 0: all of the scenario")
                 ->type_name("N")
                 ->capture_default_str(),
             0, kMostQueries);
  sub->add_option("--mode", command->mode, "How the agent moves")->type_name("fly|walk")->capture_default_str();
  sub->add_option("--effort", command->effort, "Time for a shorter path")
      ->type_name("fast|balanced|best")
      ->capture_default_str();
  sub->add_flag("--peers", command->peers,
                "Also ask grid A*, Lazy Theta* and OMPL (RRT-Connect and its simplifier); walk: Recast and Detour");
  TakesWhole(sub->add_option("--peer-queries", command->peer_queries, "How many of the queries peers get; 0: all")
                 ->type_name("N")
                 ->capture_default_str(),
             0, kMostQueries);
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->arguments.AddTo(*sub);
  sub->footer(
      "Times are of single queries on one thread, one after the other, in the order of the file. The first radius "
      "counts.\n"
      "Examples:\n"
      "  navnet bench Complex.3dmap --scen Complex.3dscen --queries 0 --peers\n"
      "  navnet bench builtin:station --radius 0.3 --queries 2000\n"
      "  navnet bench builtin:town --mode walk --radius 0.3 --peers");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
