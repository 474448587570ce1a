// SPDX-License-Identifier: Apache-2.0
#include "bench_command.h"

#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/navigator.h>

#include "bake_options.h"
#include "bench_outcome.h"
#include "console.h"
#include "figures.h"
#include "flight_queries.h"
#include "number_option.h"
#include "parse.h"
#include "peer_planners.h"
#include "report.h"
#include "scenario.h"
#include "walk_bench.h"

#include <algorithm>
#include <memory>

namespace navnet::cli {
namespace {

struct BenchCommand {
  BakeArguments arguments;
  std::string scenario, queries = "1000", effort = "balanced", mode = "fly", peer_queries = "200";
  bool json = false, certify = false;
  PeerPlanners* peers = nullptr;

  Result<std::vector<FlightTask>> Tasks(const Navigator& navigator) const {
    Result<int64_t> count = ParseInteger("--queries", queries, 0, kMostQueries);
    if (!count) return count.error();
    const GridFrame& frame = navigator.net().info().frame;
    const double radius_m = navigator.net().levels().front().radius_m;
    std::vector<FlightTask> tasks;
    if (scenario.empty()) {
      const int64_t wanted = *count == 0 ? 1000 : *count;
      for (const FlightQuery& query : RandomQueries(navigator, radius_m, wanted, 1)) {
        tasks.push_back({query, Length(query.goal - query.start)});
      }
      if (tasks.empty()) return Error{ErrorCode::InvalidArgument, "no two free voxels are connected"};
      return tasks;
    }
    Result<std::vector<ScenarioQuery>> lines = LoadScenario(scenario);
    if (!lines) return lines.error();
    // All queries, or the requested number spread evenly over the file.
    const size_t wanted = *count == 0 ? lines->size() : std::min(lines->size(), size_t(*count));
    for (size_t i = 0; i < wanted; ++i) {
      const ScenarioQuery& line = (*lines)[i * lines->size() / wanted];
      FlightQuery query;
      query.start = frame.CentreWorld(line.start);
      query.goal = frame.CentreWorld(line.goal);
      query.radius_m = radius_m;
      tasks.push_back({query, line.optimum_voxels * frame.voxel_m});
    }
    return tasks;
  }

  void RunOurs(const Navigator& navigator, const std::vector<FlightTask>& tasks, BenchResult& out) const {
    QueryContext context;
    FlightPath path;
    for (const FlightTask& task : tasks) {
      FlightQuery query = task.query;
      query.certify = certify;
      Stopwatch watch;
      navigator.Find(query, context, path);
      const double us = 1e6 * watch.Lap() - path.statistics.certify_us;
      const bool found = path.status == PathStatus::Complete;
      out.ours.Add(found, us, path.length_m, task.reference_m);
      out.expanded += double(path.statistics.expanded) / double(tasks.size());
      if (!certify || !found) continue;
      out.gaps.push_back(path.Gap());
      out.certify_us.push_back(path.statistics.certify_us);
    }
  }

  Result<BenchResult> BenchFlying(const Navigator& navigator, const Baked& baked, int threads, Effort parsed_effort,
                                  int64_t for_peers, ProgressBar& bar) const {
    Result<std::vector<FlightTask>> tasks = Tasks(navigator);
    if (!tasks) return tasks.error();
    for (FlightTask& task : *tasks) task.query.effort = parsed_effort;
    BenchResult out;
    out.queries = tasks->size();
    bar.Announce("flying");
    RunOurs(navigator, *tasks, out);
    std::vector<FlightQuery> all;
    for (const FlightTask& task : *tasks) all.push_back(task.query);
    // Throughput of the same queries on one thread and on the requested number of threads.
    const auto per_second = [&](int count) {
      navigator.FindAll(all, count);  // Warm-up, not timed.
      Stopwatch watch;
      navigator.FindAll(all, count);
      return double(all.size()) / watch.Lap();
    };
    out.alone = per_second(1);
    out.together = per_second(threads);
    if (!peers) return out;
    const PeerFlights flights = {baked.sampling.levels.front(), *tasks, !scenario.empty(), for_peers};
    if (const Status flown = peers->Fly(flights, bar, out); !flown) return flown.error();
    return out;
  }

  int Run() {
    if (mode != "fly" && mode != "walk") {
      return Fail({ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly or walk"});
    }
    const bool walks = mode == "walk";
    if (walks) arguments.ground.Require();
    if (walks && certify) {
      return Fail({ErrorCode::InvalidArgument, "--certify: only flights are certified; leave it out with --mode walk"});
    }
    if (walks && !scenario.empty()) {
      return Fail({ErrorCode::InvalidArgument, "--scen: scenarios are for flights; leave it out with --mode walk"});
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
        walks ? BenchWalking(navigator, *loaded, {radius_m, *count == 0 ? 1000 : *count, threads, peers}, bar)
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
      if (certify) {
        out["certificate"] = {{"gap", ToJson(FiguresOf(result->gaps))}, {"us", ToJson(FiguresOf(result->certify_us))}};
      }
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
    if (certify) {
      std::vector<double> percent = result->gaps;
      for (double& gap : percent) gap *= 100;
      out.Line("gap", FiguresText(FiguresOf(std::move(percent)), 3) + " % at most above the shortest path");
      out.Line("certify us", FiguresText(FiguresOf(result->certify_us), 4));
    }
    out.Line("per second",
             Shortest(result->alone, 4) + " on one thread, " + Shortest(result->together, 4) + " on all threads");
    for (const auto& [name, outcome] : result->peers) {
      const Figures peer_us = FiguresOf(outcome.us), peer_ratio = FiguresOf(outcome.ratios);
      out.Line(name, FiguresText(peer_us, 4) + " us; length mean " + Shortest(peer_ratio.mean, 5) + ", max " +
                         Shortest(peer_ratio.max, 5) + "; " + Grouped(outcome.failed) + " of " +
                         Grouped(int64_t(outcome.us.size())) + " failed" +
                         (outcome.is_exact ? ", " + Grouped(outcome.mismatches) + " off the optimum" : ""));
    }
    return PrintReport(out);
  }
};

// Adds the options. Returns a function that runs the command after parsing.
std::function<int()> AddOptions(CLI::App& app, PeerPlanners* peers) {
  auto command = std::make_shared<BenchCommand>();
  command->peers = peers;
  app.add_option("--scen", command->scenario, "Queries of the public 3D voxel benchmark")->type_name("FILE.3dscen");
  TakesWhole(app.add_option("--queries", command->queries, "Number of queries; 0: all of the scenario")
                 ->type_name("N")
                 ->capture_default_str(),
             0, kMostQueries);
  app.add_option("--mode", command->mode, "How the agent moves")->type_name("fly|walk")->capture_default_str();
  app.add_option("--effort", command->effort, "Time spent on a shorter path")
      ->type_name("fast|balanced|best")
      ->capture_default_str();
  if (peers) {
    TakesWhole(app.add_option("--peer-queries", command->peer_queries, "Number of flights for other planners; 0: all")
                   ->type_name("N")
                   ->capture_default_str(),
               0, kMostQueries);
  }
  app.add_flag("--certify", command->certify,
               "fly: also compute lower bounds of the paths' lengths, and report the gaps");
  app.add_flag("--json", command->json, "Print one JSON object instead of text");
  command->arguments.AddTo(app);
  return [command] { return command->Run(); };
}

constexpr const char* kTimesNote =
    "Times are those of single queries on one thread, in the order of the file, for agents of the first --radius.\n";

}  // namespace

std::function<int()> AddBenchCommand(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("bench", "Measure the time and length of queries");
  const std::function<int()> run = AddOptions(*sub, nullptr);
  // Former option. The callback fails during parsing, so its message comes before errors about missing or unknown
  // options.
  sub->add_flag_callback("--peers",
                         [] {
                           throw CLI::ValidationError(
                               "--peers",
                               "other planners are measured by navnet_peers, a developer's tool with the same options, "
                               "which ./test.sh builds in build/release/bin");
                         })
      ->group("");
  sub->footer(std::string(kTimesNote) +
              "To measure other planners on the same queries: navnet_peers, a developer's tool (docs/benchmarks.md).\n"
              "Examples:\n"
              "  navnet bench Complex.3dmap --scen Complex.3dscen --queries 0\n"
              "  navnet bench builtin:station --radius 0.3 --queries 2000\n"
              "  navnet bench builtin:town --mode walk --radius 0.3");
  return [sub, run] { return sub->parsed() ? run() : -1; };
}

std::function<int()> AddPeerBench(CLI::App& app, PeerPlanners& peers) {
  const std::function<int()> run = AddOptions(app, &peers);
  app.footer(std::string(kTimesNote) +
             "Examples:\n"
             "  navnet_peers Complex.3dmap --scen Complex.3dscen --queries 0\n"
             "  navnet_peers builtin:station --radius 0.3 --queries 2000 --peer-queries 4\n"
             "  navnet_peers builtin:town --mode walk --radius 0.3");
  return run;
}

}  // namespace navnet::cli
