#include "query_command.h"

#include <navnet/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/navigator.h>

#include "console.h"
#include "cost_options.h"
#include "figures.h"
#include "flight_queries.h"
#include "parse.h"
#include "report.h"

#include <memory>

namespace navnet::cli {
namespace {

constexpr int kTimedRuns = 5;

struct QueryCommand {
  std::string net_file, from, to, mode = "fly", radius = "0", effort = "balanced", snap = "0", expansions = "0";
  bool partial = false, json = false;
  CostArguments costs;

  // The query's regions go into `regions`.
  Result<FlightQuery> ToQuery(std::vector<CostRegion>& regions) const {
    FlightQuery query;
    Result<Vec3> start = ParsePoint("--from", from), goal = ParsePoint("--to", to);
    if (!start) return start.error();
    if (!goal) return goal.error();
    query.start = *start;
    query.goal = *goal;
    for (const auto& [option, text, value] :
         {std::tuple{"--radius", &radius, &query.radius_m}, std::tuple{"--snap", &snap, &query.snap_m}}) {
      Result<double> number = ParseNumber(option, *text);
      if (!number) return number.error();
      if (*number < 0) return Error{ErrorCode::InvalidArgument, std::string(option) + ": '" + *text + "' is below 0"};
      *value = *number;
    }
    Result<int64_t> most = ParseInteger("--max-expansions", expansions, 0, INT64_MAX);
    if (!most) return most.error();
    query.max_expansions = *most;
    query.partial = partial;
    Result<Effort> parsed = ParseEffort(effort);
    if (!parsed) return parsed.error();
    query.effort = *parsed;
    if (Status applied = costs.Apply(query, regions); !applied) return applied.error();
    if (mode != "fly") {
      return Error{ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly; this net has no ground to walk on"};
    }
    return query;
  }

  // Why there is no path, for people.
  static std::string Reason(const Net& net, const FlightQuery& query, PathStatus status) {
    switch (status) {
      case PathStatus::StartBlocked: return "the start lies in no free cell, or is forbidden; --snap M moves it";
      case PathStatus::GoalBlocked: return "the goal lies in no free cell, or is forbidden; --snap M moves it";
      case PathStatus::Unreachable: return "no free space connects them; --partial goes as near as possible";
      case PathStatus::OutOfBudget:
        return query.max_expansions > 0 ? "the search was stopped by --max-expansions"
                                        : "the regions cut the net into too many pieces";
      case PathStatus::OutsideWorld: {
        if (!net.LevelFor(query.radius_m)) {
          return "the net is for agents up to a radius of " + Shortest(net.levels().back().radius_m) + " m";
        }
        const Box3 box = net.info().frame.WorldBox(net.info().bounds);
        return "a point lies outside the net's bounds, " + Text(box.min) + " to " + Text(box.max) + " m";
      }
      default: return "";
    }
  }

  int Run() const {
    std::vector<CostRegion> regions;
    Result<FlightQuery> query = ToQuery(regions);
    if (!query) return Fail(query.error());
    Result<Net> net = LoadNet(net_file, NetLoading::Map);
    if (!net) return Fail(net.error());
    const Navigator navigator(*net);
    FlightContext context;
    FlightPath path;
    navigator.Find(*query, context, path);  // Warms up memory.
    std::vector<double> us;
    for (int i = 0; i < kTimedRuns; ++i) {
      Stopwatch watch;
      navigator.Find(*query, context, path);
      us.push_back(1e6 * watch.Lap());
    }
    const double median_us = FiguresOf(us).p50;
    const int status = path.status == PathStatus::Complete ? kDone : kNo;
    const std::string reason = Reason(*net, *query, path.status);
    if (json) {
      Json out;
      out["status"] = ToString(path.status);
      out["length_m"] = path.length_m;
      out["cost"] = path.cost;
      out["waypoints"] = Json::array();
      for (const Vec3& p : path.points) out["waypoints"].push_back(ToJson(p));
      out["us"] = median_us;
      out["radius_m"] = path.radius_m;
      out["volumes"] = path.volumes.size();
      out["expanded"] = path.statistics.expanded;
      if (!reason.empty()) out["reason"] = reason;
      const int printed = PrintReport(out);
      return printed == kDone ? status : printed;
    }
    TextReport out;
    out.Line("status", std::string(ToString(path.status)) + (reason.empty() ? "" : ": " + reason));
    if (!path.points.empty()) {
      const double straight = Length(path.points.back() - path.points.front());
      out.Line("length",
               Shortest(path.length_m, 6) + " m" +
                   (straight > 0 ? ", " + Shortest(path.length_m / straight, 4) + " times the straight line" : ""));
      if (path.cost != path.length_m) out.Line("cost", Shortest(path.cost, 6));
      out.Line("level", "for agents up to a radius of " + Shortest(path.radius_m) + " m");
    }
    out.Line("time", Shortest(median_us, 3) + " us, " + Grouped(path.statistics.expanded) + " cells expanded");
    for (size_t i = 0; i < path.points.size(); ++i) out.Line(i == 0 ? "way points" : "", Text(path.points[i]));
    const int printed = PrintReport(out);
    return printed == kDone ? status : printed;
  }
};

}  // namespace

std::function<int()> AddQueryCommand(CLI::App& app) {
  auto command = std::make_shared<QueryCommand>();
  CLI::App* sub = app.add_subcommand("query", "Find a path in a net");
  sub->add_option("NET", command->net_file, "A file that navnet bake wrote")->required();
  sub->add_option("--from", command->from, "Where from, in metres")->type_name("X,Y,Z")->required();
  sub->add_option("--to", command->to, "Where to, in metres")->type_name("X,Y,Z")->required();
  sub->add_option("--mode", command->mode, "How the agent moves")->type_name("fly")->capture_default_str();
  sub->add_option("--radius", command->radius, "Of the agent, in metres; takes the smallest level that is enough")
      ->type_name("R")
      ->capture_default_str();
  sub->add_option("--effort", command->effort, "Time for a shorter path")
      ->type_name("fast|balanced|best")
      ->capture_default_str();
  sub->add_option("--snap", command->snap, "Move blocked ends to the nearest free point within this many metres")
      ->type_name("M")
      ->capture_default_str();
  sub->add_option("--max-expansions", command->expansions, "Stop the search after this many cells; 0: never")
      ->type_name("N")
      ->capture_default_str();
  command->costs.AddTo(*sub);
  sub->add_flag("--partial", command->partial, "If there is no way, go as near to the goal as possible");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(
      "Exit status: 0 a path to the goal, 1 none, 2 bad usage or input.\n"
      "Example:\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --radius 0.5\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --no-fly 180,150,0,260,240,120 --ceiling 60");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
