#include "bench_command.h"

#include <navnet/core/stopwatch.h>
#include <navnet/runtime/navigator.h>

#include "bake_options.h"
#include "console.h"
#include "figures.h"
#include "flight_queries.h"
#include "parse.h"
#include "peers/dense_grid.h"
#include "peers/grid_astar.h"
#include "peers/lazy_theta.h"
#include "peers/ompl_planner.h"
#include "peers/scenario.h"
#include "report.h"

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

struct Outcome {
  int64_t failed = 0, mismatches = 0;
  std::vector<double> us, ratios;

  Json ToJson() const {
    const Figures ratio = FiguresOf(ratios);
    return {{"us", cli::ToJson(FiguresOf(us))},
            {"length_ratio", {{"mean", ratio.mean}, {"p50", ratio.p50}, {"p99", ratio.p99}, {"max", ratio.max}}},
            {"failed", failed},
            {"cost_mismatches", mismatches}};
  }
};

struct BenchCommand {
  BakeArguments arguments;
  std::string scenario, queries = "1000", effort = "balanced", mode = "fly", peer_queries = "200";
  bool peers = false, json = false;

  Result<std::vector<Task>> Tasks(const Navigator& navigator) const {
    Result<int64_t> count = ParseInteger("--queries", queries, 0, 100'000'000);
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

  static void Add(bool found, double us, double length_m, double reference_m, Outcome& out) {
    out.us.push_back(us);
    if (!found) {
      ++out.failed;
    } else if (reference_m > 0) {
      out.ratios.push_back(length_m / reference_m);
    }
  }

  Outcome RunOurs(const Navigator& navigator, const std::vector<Task>& tasks, double& expanded) const {
    Outcome out;
    FlightContext context;
    FlightPath path;
    for (const Task& task : tasks) {
      Stopwatch watch;
      navigator.Find(task.query, context, path);
      const double us = 1e6 * watch.Lap();
      Add(path.status == PathStatus::Complete, us, path.length_m, task.reference_m, out);
      expanded += double(path.statistics.expanded) / double(tasks.size());
    }
    return out;
  }

  // Peers get every n-th query, so that slow ones end in reasonable time.
  Outcome RunPeer(peers::Planner& planner, const GridFrame& frame, const std::vector<Task>& tasks, int64_t count,
                  bool exact) const {
    Outcome out;
    const size_t wanted = count == 0 ? tasks.size() : std::min(tasks.size(), size_t(count));
    for (size_t i = 0; i < wanted && !Interrupted(); ++i) {
      const Task& task = tasks[i * tasks.size() / wanted];
      const peers::PeerAnswer answer = planner.Find(frame.VoxelAt(task.query.start), frame.VoxelAt(task.query.goal));
      const double length_m = answer.length_voxels * frame.voxel_m;
      Add(answer.found, answer.us, length_m, task.reference_m, out);
      if (exact && !scenario.empty() && !(std::abs(length_m - task.reference_m) < 1e-3 * frame.voxel_m)) {
        ++out.mismatches;
      }
    }
    return out;
  }

  int Run() {
    Result<BakeOptions> options = arguments.ToBakeOptions();
    if (!options) return Fail(options.error());
    const Result<Effort> parsed_effort = ParseEffort(effort);
    if (!parsed_effort) return Fail(parsed_effort.error());
    if (mode != "fly") {
      return Fail({ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly; ground layers are not baked yet"});
    }
    const Result<int64_t> for_peers = ParseInteger("--peer-queries", peer_queries, 0, 100'000'000);
    if (!for_peers) return Fail(for_peers.error());
    HandleInterrupts();
    ProgressBar bar;
    bar.Announce("loading");
    Result<World> loaded = arguments.world.Load();
    if (!loaded) return Fail(loaded.error());
    options->sample.progress = bar.function();
    Result<Baked> baked = Bake(*loaded, *options);
    if (!baked) return Fail({baked.error().code, loaded->name + ": " + baked.error().message});
    const Navigator navigator(baked->net);
    Result<std::vector<Task>> tasks = Tasks(navigator);
    if (!tasks) return Fail(tasks.error());
    for (Task& task : *tasks) task.query.effort = *parsed_effort;

    bar.Announce("flying");
    double expanded = 0;
    const Outcome ours = RunOurs(navigator, *tasks, expanded);
    std::vector<FlightQuery> all;
    for (const Task& task : *tasks) all.push_back(task.query);
    // Throughput: one thread and as many as asked for, on the same queries.
    const auto per_second = [&](int threads) {
      navigator.FindAll(all, threads);  // Warms up every thread's memory.
      Stopwatch watch;
      navigator.FindAll(all, threads);
      return double(all.size()) / watch.Lap();
    };
    const double alone = per_second(1), together = per_second(options->sample.threads);

    std::vector<std::pair<std::string, Outcome>> others;
    if (peers) {
      Result<navnet::peers::DenseGrid> dense = navnet::peers::DenseGrid::Create(baked->sampling.levels.front());
      if (!dense) return Fail(dense.error());
      Result<navnet::peers::GridAStar> astar = navnet::peers::GridAStar::Create(*dense);
      if (!astar) return Fail(astar.error());
      Result<navnet::peers::LazyTheta> theta = navnet::peers::LazyTheta::Create(*dense);
      if (!theta) return Fail(theta.error());
      navnet::peers::OmplPlanner ompl(*dense);
      const GridFrame& frame = baked->net.info().frame;
      bar.Announce("peer: grid A*");
      others.emplace_back("grid_astar", RunPeer(*astar, frame, *tasks, *for_peers, true));
      bar.Announce("peer: Lazy Theta*");
      others.emplace_back("lazy_theta", RunPeer(*theta, frame, *tasks, *for_peers, false));
      bar.Announce("peer: OMPL");
      others.emplace_back("ompl", RunPeer(ompl, frame, *tasks, *for_peers, false));
    }
    if (Interrupted()) return Fail({ErrorCode::Cancelled, loaded->name + ": cancelled"});

    const Figures us = FiguresOf(ours.us), ratio = FiguresOf(ours.ratios);
    if (json) {
      Json out;
      out["world"] = loaded->name;
      out["radius_m"] = navigator.net().levels().front().radius_m;
      out["cells"] = navigator.net().levels().front().cells.size();
      out["queries"] = tasks->size();
      const Json own = ours.ToJson();
      for (const char* key : {"failed", "us", "length_ratio"}) out[key] = own[key];
      out["expanded_mean"] = expanded;
      out["per_second"] = {{"one_thread", alone}, {"threads", together}};
      for (const auto& [name, outcome] : others) out["peers"][name] = outcome.ToJson();
      return PrintReport(out);
    }
    TextReport out;
    out.Line("world", WorldText(*loaded, baked->sampling));
    out.Line("queries", Grouped(int64_t(tasks->size())) + ", " + Grouped(ours.failed) + " failed, " +
                            Shortest(expanded, 4) + " cells expanded on average");
    out.Line("us", FiguresText(us, 4));
    out.Line("length", "mean " + Shortest(ratio.mean, 5) + ", p99 " + Shortest(ratio.p99, 5) + ", max " +
                           Shortest(ratio.max, 5) +
                           (scenario.empty() ? " times the straight line" : " times the scenario's optimum"));
    out.Line("per second", Shortest(alone, 4) + " on one thread, " + Shortest(together, 4) + " on all asked for");
    for (const auto& [name, outcome] : others) {
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
  sub->add_option("--queries", command->queries, "How many; 0: all of the scenario")
      ->type_name("N")
      ->capture_default_str();
  sub->add_option("--mode", command->mode, "How the agent moves")->type_name("fly")->capture_default_str();
  sub->add_option("--effort", command->effort, "Time for a shorter path")
      ->type_name("fast|balanced|best")
      ->capture_default_str();
  sub->add_flag("--peers", command->peers, "Also ask grid A*, Lazy Theta* and OMPL (RRT-Connect and its simplifier)");
  sub->add_option("--peer-queries", command->peer_queries, "How many of the queries peers get; 0: all")
      ->type_name("N")
      ->capture_default_str();
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->arguments.AddTo(*sub);
  sub->footer(
      "Times are of single queries on one thread, one after the other, in the order of the file. The first radius "
      "counts.\n"
      "Examples:\n"
      "  navnet bench Complex.3dmap --scen Complex.3dscen --queries 0 --peers\n"
      "  navnet bench builtin:station --radius 0.3 --queries 2000");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
