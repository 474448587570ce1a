// SPDX-License-Identifier: Apache-2.0
#include "verify_command.h"

#include <navnet/audit/net_audit.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_file.h>

#include "console.h"
#include "number_option.h"
#include "parse.h"
#include "report.h"
#include "world_options.h"

#include <cmath>
#include <memory>
#include <string>

namespace navnet::cli {
namespace {

// Infinity means that nothing was measured; JSON gets null.
Json ToJsonOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string ClearanceText(const AuditFindings& found) {
  if (!std::isfinite(found.least_clearance_m)) return "nothing measured";
  std::string text = "at least " + Shortest(found.least_clearance_m) + " m";
  if (std::isfinite(found.least_clearance_ratio)) {
    text += ", " + Shortest(found.least_clearance_ratio, 9) + " times the agent's radius";
  }
  return text;
}

std::string ViolationsText(const AuditFindings& found) {
  const std::string text = Grouped(found.violations);
  if (!found.first) return text;
  return text + "; query " + std::to_string(found.first->query) + ", " + ToString(found.first->rule) + ": " +
         found.first->where;
}

// Fraction of the length of the flights that keeps the preferred clearance.
double KeptShare(const AuditFindings& found) { return double(found.keeping_um) / double(found.preferring_um); }

struct VerifyCommand {
  WorldOptions world;
  std::string net_file, mode = "fly", queries = "1000", seed = "1", radius, snap = "0", clearance = "0", threads = "0";
  bool random_radii = false, costs = false, trajectories = false, json = false;

  int Run() const {
    Stopwatch whole;
    Result<NetAuditOptions> options = Options();
    if (!options) return Fail(options.error());
    Result<Net> net = LoadNet(net_file, NetLoading::Map);
    if (!net) return Fail(net.error());
    if (options->mode != AuditMode::Fly && net->ground().IsEmpty()) {
      return Fail({ErrorCode::InvalidArgument, net_file + ": the net has no ground; bake it with --walk"});
    }
    Result<AuditFindings> found = AuditFindings{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      Result<World> loaded = world.Load();
      if (!loaded) return Fail(loaded.error());
      options->progress = bar.function();
      found = AuditNet(*net, *loaded, *options);
    }
    if (!found) return Fail(found.error());
    const int printed = json ? PrintReport(JsonOf(*found, whole.Lap())) : PrintReport(TextOf(*found, whole.Lap()));
    return printed != kDone ? printed : found->Passed() ? kDone : kNo;
  }

  Result<NetAuditOptions> Options() const {
    NetAuditOptions options;
    if (mode == ToString(AuditMode::Walk)) {
      options.mode = AuditMode::Walk;
    } else if (mode == ToString(AuditMode::Any)) {
      options.mode = AuditMode::Any;
    } else if (mode != ToString(AuditMode::Fly)) {
      return Error{ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly, walk or any"};
    }
    Result<int64_t> count = ParseInteger("--queries", queries, 1, kMostQueries);
    if (!count) return count.error();
    options.queries = *count;
    Result<int64_t> seed_number = ParseInteger("--random-seed", seed, 0, INT64_MAX);
    if (!seed_number) return seed_number.error();
    options.seed = uint64_t(*seed_number);
    Result<int64_t> thread_count = ParseInteger("--threads", threads, 0, kMostThreads);
    if (!thread_count) return thread_count.error();
    options.threads = int(*thread_count);
    Result<double> snap_m = ParseNumber("--snap", snap);
    if (!snap_m) return snap_m.error();
    options.snap_m = *snap_m;
    Result<double> clearance_m = ParseNumber("--clearance", clearance);
    if (!clearance_m) return clearance_m.error();
    options.preferred_clearance_m = *clearance_m;
    options.costs = costs;
    options.trajectories = trajectories;
    if (trajectories && options.mode != AuditMode::Fly) {
      return Error{ErrorCode::InvalidArgument, "--trajectories requires --mode fly"};
    }
    options.random_radii = random_radii;
    if (radius.empty()) return options;
    Result<std::vector<double>> radii_m = ParseNumbers("--radius", radius, 0);
    if (!radii_m) return radii_m.error();
    options.radii_m = std::move(*radii_m);
    return options;
  }

  Json JsonOf(const AuditFindings& found, double seconds) const {
    Json out;
    out["net"] = net_file;
    out["world"] = world.file();
    out["mode"] = mode;
    out["queries"] = found.queries;
    out["paths"] = found.paths;
    out["segments"] = found.segments;
    out["violations"] = found.violations;
    for (size_t i = 0; i < kAuditRules; ++i) out["violations_of"][ToString(AuditRule(i))] = found.by_rule[i];
    if (trajectories) {
      out["trajectories"] = found.trajectories;
      out["limit_violations"] = found.by_rule[size_t(AuditRule::Motion)];
    }
    out["failed"] = found.failed;
    if (found.first) {
      out["first_violation"] = {
          {"query", found.first->query}, {"rule", ToString(found.first->rule)}, {"where", found.first->where}};
    }
    if (found.first_failed) out["first_failed"] = *found.first_failed;
    if (found.preferring_um > 0) out["preferred_clearance_kept"] = KeptShare(found);
    out["worst_clearance_ratio"] = ToJsonOrNull(found.least_clearance_ratio);
    out["worst_clearance_m"] = ToJsonOrNull(found.least_clearance_m);
    out["seconds"] = seconds;
    return out;
  }

  TextReport TextOf(const AuditFindings& found, double seconds) const {
    TextReport out;
    out.Line("audit", found.Passed() ? "passed" : "FAILED");
    out.Line("paths", Grouped(found.paths) + ", " + Grouped(found.segments) + " segments, " + Grouped(found.failed) +
                          " queries without a path although one exists");
    if (trajectories) {
      out.Line("trajectories", Grouped(found.trajectories) + ", " + Grouped(found.by_rule[size_t(AuditRule::Motion)]) +
                                   " violations of their limits");
    }
    out.Line("violations", ViolationsText(found));
    out.Line("clearance", ClearanceText(found));
    if (found.preferring_um > 0) {
      out.Line("preferred",
               Shortest(100 * KeptShare(found), 4) + " % of the length keeps a clearance of " + clearance + " m");
    }
    out.Line("time", SecondsText(seconds));
    return out;
  }
};

}  // namespace

std::function<int()> AddVerifyCommand(CLI::App& app) {
  auto command = std::make_shared<VerifyCommand>();
  CLI::App* sub = app.add_subcommand("verify", "Audit a net: compare random paths with the world");
  sub->add_option("NET", command->net_file, "A file that navnet bake wrote")->required();
  command->world.AddSourceTo(*sub);
  sub->add_option("--mode", command->mode,
                  "Which paths: flights, walks on the net's ground, or any: journeys over ground, air and links")
      ->type_name("fly|walk|any")
      ->capture_default_str();
  TakesWhole(sub->add_option("--queries", command->queries, "Number of random queries, divided among the radii")
                 ->type_name("N")
                 ->capture_default_str(),
             1, kMostQueries);
  TakesNumbers(sub->add_option("--radius", command->radius,
                               "Radii of the agents in metres, alternating. Default: those of the net's levels;\n"
                               "walk: any radii; default: also 0 and 0.3")
                   ->type_name("R[,R…]"),
               ranges::kLength_m);
  sub->add_flag("--random-radii", command->random_radii,
                "Also use random radii, up to that of the largest level; walk: or up to the largest of --radius");
  TakesNumber(
      sub->add_option("--clearance", command->clearance,
                      "Preferred clearance of flights, walks and journeys, in metres. Only the radius is checked;\n"
                      "fly: also reports the fraction of the length that keeps this distance")
          ->type_name("M")
          ->capture_default_str(),
      ranges::kLength_m);
  sub->add_flag(
      "--costs", command->costs,
      "Use random forbidden boxes and cost regions; fly, any: also climb and descend costs, floor and ceiling");
  sub->add_flag(
      "--trajectories", command->trajectories,
      "fly: also plan a trajectory along each path, with random limits, in rooms of the net's boxes and in rooms\n"
      "made from the triangles in turn, and compare its curves with the triangles");
  TakesNumber(
      sub->add_option(
             "--snap", command->snap,
             "0: queries between free points that a path connects. Above 0: also ends anywhere in the bounds (walk,\n"
             "any: near the ground), snapped to free space within this many metres, partial paths and small budgets")
          ->type_name("M")
          ->capture_default_str(),
      ranges::kLength_m);
  TakesWhole(sub->add_option("--random-seed", command->seed, "Seed of the random queries")
                 ->type_name("N")
                 ->capture_default_str(),
             0, INT64_MAX);
  TakesWhole(
      sub->add_option("--threads", command->threads, "Threads; 0: all hardware threads. Never changes the result")
          ->type_name("N")
          ->capture_default_str(),
      0, kMostThreads);
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(
      "Every segment of every path is compared with the source triangles (or blocked voxels), with exact distances,\n"
      "and with the forbidden boxes, floor and ceiling of its query. Walks need walkable surface, headroom, and room "
      "for\n"
      "the radius on the plan.\n"
      "Exit status: 0 if there is no violation, 1 if the audit failed, 2 for bad usage or input.\n"
      "Examples:\n"
      "  navnet verify city.navnet builtin:city --queries 10000 --costs\n"
      "  navnet verify town.navnet builtin:town --mode walk --radius 0,0.3,0.6");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
