// SPDX-License-Identifier: Apache-2.0
#include "query_command.h"

#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include "console.h"
#include "cost_options.h"
#include "export_options.h"
#include "figures.h"
#include "flight_queries.h"
#include "number_option.h"
#include "parse.h"
#include "report.h"
#include "trajectory_options.h"
#include "world_options.h"

#include <cmath>
#include <memory>
#include <optional>

namespace navnet::cli {
namespace {

constexpr int kTimedRuns = 5;

// Median time of a few runs in microseconds, after one warm-up run; fewer runs if they are slow.
template <class Run>
double MedianMicroseconds(const Run& run) {
  constexpr double kLongestS = 1;
  Stopwatch whole, watch;
  run();
  std::vector<double> us{1e6 * watch.Lap()};
  for (int i = 0; i < kTimedRuns && whole.Elapsed() < kLongestS; ++i) {
    if (i == 0) us.clear();
    watch.Lap();
    run();
    us.push_back(1e6 * watch.Lap());
  }
  return FiguresOf(us).p50;
}

Status ParseNumbersOf(const char* option, const std::vector<std::string>& texts, std::vector<uint32_t>& numbers) {
  for (const std::string& text : texts) {
    const Result<int64_t> number = ParseInteger(option, text, 0, UINT32_MAX);
    if (!number) return number.error();
    numbers.push_back(uint32_t(*number));
  }
  return Ok();
}

struct QueryCommand {
  std::string net_file, from, to, mode = "fly", radius = "0", effort = "balanced", snap = "0";
  std::optional<std::string> expansions;
  std::string clearance = "0", walk_speed = "1.4", fly_speed = "5", switch_s = "2";
  std::string walk_weight = "1", fly_weight = "1", switch_weight = "1", link_weight = "1";
  std::optional<std::string> walk_clearance, fly_clearance, max_fly, max_fly_time;
  std::vector<std::string> closed, closed_gates;
  bool partial = false, rooms = false, json = false;
  WorldOptions world;
  CostArguments costs;
  ExportArguments output;
  TrajectoryArguments trajectory;

  // Parses the query; the regions go to `regions`, the gates to `gates`. Walk and journey queries copy their fields
  // from it.
  Result<FlightQuery> ToQuery(CostArguments::Regions& regions, std::vector<uint32_t>& gates) const {
    FlightQuery query;
    Result<Vec3> start = ParsePoint("--from", from), goal = ParsePoint("--to", to);
    if (!start) return start.error();
    if (!goal) return goal.error();
    query.start = *start;
    query.goal = *goal;
    for (const auto& [option, text, value] :
         {std::tuple{"--radius", &radius, &query.radius_m}, std::tuple{"--snap", &snap, &query.snap_m},
          std::tuple{"--clearance", &clearance, &query.preferred_clearance_m},
          std::tuple{"--fly-speed", &fly_speed, &query.speed_m_s}}) {
      Result<double> number = ParseNumber(option, *text);
      if (!number) return number.error();
      *value = *number;
    }
    if (expansions) {
      Result<int64_t> most = ParseInteger("--max-expansions", *expansions, 0, INT64_MAX);
      if (!most) return most.error();
      query.max_expansions = *most;
    }
    query.partial = partial;
    if (Status parsed = ParseNumbersOf("--close-gate", closed_gates, gates); !parsed) return parsed.error();
    query.closed_gates = gates;
    Result<Effort> parsed = ParseEffort(effort);
    if (!parsed) return parsed.error();
    query.effort = *parsed;
    if (Status applied = costs.Apply(query, regions); !applied) return applied.error();
    return query;
  }

  Result<TravelQuery> ToTravelQuery(const FlightQuery& query, const CostArguments::Regions& regions,
                                    std::vector<uint32_t>& closed_links) const {
    TravelQuery out;
    out.start = query.start;
    out.goal = query.goal;
    out.effort = query.effort;
    out.snap_m = query.snap_m;
    out.partial = query.partial;
    out.max_expansions = query.max_expansions;
    out.fly_regions = regions.fly;
    out.walk_regions = regions.walk;
    out.climb_cost = query.climb_cost;
    out.descend_cost = query.descend_cost;
    out.floor_m = query.floor_m;
    out.ceiling_m = query.ceiling_m;
    out.agent.radius_m = query.radius_m;
    for (const auto& [option, text, value] : {std::tuple{"--walk-speed", &walk_speed, &out.agent.walk_m_s},
                                              std::tuple{"--fly-speed", &fly_speed, &out.agent.fly_m_s},
                                              std::tuple{"--switch-time", &switch_s, &out.agent.switch_s},
                                              std::tuple{"--walk-weight", &walk_weight, &out.weights.walk},
                                              std::tuple{"--fly-weight", &fly_weight, &out.weights.fly},
                                              std::tuple{"--switch-weight", &switch_weight, &out.weights.switching},
                                              std::tuple{"--link-weight", &link_weight, &out.weights.link}}) {
      Result<double> number = ParseNumber(option, *text);
      if (!number) return number.error();
      *value = *number;
    }
    out.walk_clearance_m = out.fly_clearance_m = query.preferred_clearance_m;
    for (const auto& [option, text, value] : {std::tuple{"--walk-clearance", &walk_clearance, &out.walk_clearance_m},
                                              std::tuple{"--fly-clearance", &fly_clearance, &out.fly_clearance_m},
                                              std::tuple{"--max-fly", &max_fly, &out.max_fly_m},
                                              std::tuple{"--max-fly-time", &max_fly_time, &out.max_fly_s}}) {
      if (!*text) continue;
      Result<double> number = ParseNumber(option, **text);
      if (!number) return number.error();
      *value = *number;
    }
    if (!(out.agent.walk_m_s > 0 || out.agent.fly_m_s > 0)) {
      return Error{ErrorCode::InvalidArgument, "--walk-speed and --fly-speed are both 0: the agent cannot move"};
    }
    if (Status parsed = ParseNumbersOf("--close", closed, closed_links); !parsed) return parsed.error();
    out.closed_links = closed_links;
    out.closed_gates = query.closed_gates;
    return out;
  }

  // Explains to the user why there is no path.
  std::string Reason(const Net& net, const FlightQuery& query, PathStatus status) const {
    const bool walks = mode == "walk";
    const char* place = walks ? "has no walkable place near it with room for the agent" : "lies in no free cell";
    switch (status) {
      case PathStatus::StartBlocked: return std::string("the start ") + place + ", or is forbidden; --snap M moves it";
      case PathStatus::GoalBlocked: return std::string("the goal ") + place + ", or is forbidden; --snap M moves it";
      case PathStatus::Unreachable:
        return mode == "any" ? "no journey over ground, air and links connects them"
                             : std::string(walks ? "no ground" : "no free space") +
                                   " connects them; --partial goes as near as possible";
      case PathStatus::OutOfBudget:
        return query.max_expansions > 0 ? "the search was stopped by --max-expansions"
                                        : "the regions divide the net into too many pieces";
      case PathStatus::BeyondLimit:
        return "no journey within --max-fly and --max-fly-time reaches the goal; --partial goes as near as they allow";
      case PathStatus::OutsideWorld: {
        if (!walks && !net.LevelFor(query.radius_m)) {
          return "the net is for agents up to a radius of " + Shortest(net.levels().back().radius_m) + " m";
        }
        const Box3 box = net.info().frame.WorldBox(net.info().bounds);
        return "a point lies outside the net's bounds, " + Text(box.min) + " to " + Text(box.max) + " m";
      }
      default: return "";
    }
  }

  // Prints the fields common to all modes, with one mode's own fields in between.
  int Print(const std::string& reason, PathStatus status, double length_m, std::span<const Vec3> points, double us,
            const Json& figures, const TextReport& lines, const Result<ExportedFile>& exported) const {
    if (!exported) return Fail(exported.error());
    const bool is_exported = exported->bytes > 0;
    const int result = status == PathStatus::Complete ? kDone : kNo;
    int printed = kDone;
    if (json) {
      Json out;
      out["status"] = ToString(status);
      out["mode"] = mode;
      out["length_m"] = length_m;
      out["waypoints"] = Json::array();
      for (const Vec3& p : points) out["waypoints"].push_back(ToJson(p));
      out["us"] = us;
      out.update(figures);
      if (!reason.empty()) out["reason"] = reason;
      if (is_exported) out["export"] = {{"out", output.file()}, {"bytes", exported->bytes}, {"notes", exported->notes}};
      printed = PrintReport(out);
    } else {
      TextReport out;
      out.Line("status", std::string(ToString(status)) + (reason.empty() ? "" : ": " + reason));
      if (!points.empty()) {
        const double straight = Length(points.back() - points.front());
        out.Line("length",
                 Shortest(length_m, 6) + " m" +
                     (straight > 0 ? ", " + Shortest(length_m / straight, 4) + " times the straight line" : ""));
      }
      out.Append(lines);
      for (size_t i = 0; i < points.size(); ++i) out.Line(i == 0 ? "way points" : "", Text(points[i]));
      if (is_exported) out.Line("written", output.file() + ", " + BytesText(double(exported->bytes)));
      for (const std::string& note : exported->notes) out.Line("note", note);
      printed = PrintReport(out);
    }
    return printed == kDone ? result : printed;
  }

  /// Writes the path if an output file was given and a path exists; only then is the result's byte count not 0.
  Result<ExportedFile> Export(const Net& net, Track track, std::vector<TrackBox> boxes,
                              const CostArguments::Regions& regions, double fly_m_s = 0) const {
    if (output.file().empty() || track.points.empty()) return ExportedFile{};
    TrackSet set{.up = net.info().up, .tracks = {std::move(track)}, .boxes = std::move(boxes)};
    for (const CostRegion& region : regions.fly) {
      if (std::isfinite(region.factor)) continue;
      TrackBox& box = set.boxes.emplace_back(BoxOf(region.box_world));
      box.name = box.kind = kNoFlyKind;
    }
    return output.Write(set, nullptr, fly_m_s);
  }

  TrackTraits Traits(const char* kind, const FlightQuery& query) const {
    return {.kind = kind, .radius_m = query.radius_m, .speed_m_s = *output.Speed()};
  }

  // The triangles of the world given, or else those that the net stores.
  Result<RoomMaker> MakerOfRooms(const Net& net) const {
    if (world.file().empty()) {
      Result<RoomMaker> maker = RoomMaker::Make(net);
      if (maker) return maker;
      return Error{maker.error().code,
                   "--rooms: " + net_file + " stores no triangles; give --world WORLD, or bake it with --with-world"};
    }
    const Result<World> loaded = world.Load();
    if (!loaded) return loaded.error();
    if (!loaded->mesh()) {
      return Error{ErrorCode::InvalidArgument,
                   "--rooms: " + world.file() + " consists of voxels; rooms need triangles"};
    }
    return RoomMaker::Make(*loaded->mesh());
  }

  // Adds the rooms along a path to both reports, and pulls the path tight in them.
  Status AddRooms(const Navigator& navigator, const FlightQuery& query, FlightPath& path, RoomCorridor& corridor,
                  Json& figures, TextReport& lines) const {
    if (!path.jumps.empty()) {
      return Error{ErrorCode::InvalidArgument,
                   "--rooms: the path jumps through a gate, where there are no rooms; "
                   "query the parts before and behind it, or close it with --close-gate"};
    }
    const Result<RoomMaker> maker = MakerOfRooms(navigator.net());
    if (!maker) return maker.error();
    RoomContext context;
    Rooms found;
    const double us = MedianMicroseconds([&] { maker->Find(navigator, query, path.points, context, found); });
    Json& out = figures["rooms"];
    out = {{"status", ToString(found.status)}, {"count", found.corridor.size()}, {"us", us}};
    if (found.status != RoomStatus::Complete) {
      lines.Line("rooms", std::string(ToString(found.status)) + ": segment " + std::to_string(found.blocked_segment) +
                              " of the path is too near to a triangle; is this the world of the net?");
      return Ok();
    }
    out["planes"] = found.corridor.planes.size();
    out["length_m"] = found.length_m;
    out["lower_bound_m"] = found.lower_bound_m;
    out["through_voxels_m"] = path.length_m;
    lines.Line("rooms", Grouped(int64_t(found.corridor.size())) + " with " +
                            Grouped(int64_t(found.corridor.planes.size())) + " planes, made in " + Shortest(us, 3) +
                            " us; the path through voxels is " + Shortest(path.length_m, 6) + " m long");
    path.points = found.path;
    path.length_m = found.length_m;
    corridor = std::move(found.corridor);
    return Ok();
  }

  // Adds the trajectory along a path to both reports, in rooms of the net's boxes where there are no others.
  Status AddTrajectory(const Navigator& navigator, const FlightQuery& query, const FlightPath& path,
                       RoomCorridor& corridor, PlannedTrajectory& planned, Json& figures, TextReport& lines) const {
    if (!path.jumps.empty()) {
      return Error{
          ErrorCode::InvalidArgument,
          "--trajectory: the path jumps through a gate; query the parts before and behind it, or close it with "
          "--close-gate"};
    }
    const Result<MotionLimits> limits = trajectory.Limits(*output.Speed(), navigator.info().up);
    if (!limits) return limits.error();
    QueryContext context;
    if (corridor.empty() && !BoxRoomsOf(navigator, query, path.points, context, corridor)) {
      return Error{ErrorCode::Internal, "--trajectory: the path leaves the net's boxes"};
    }
    TrajectoryQuery wanted;
    wanted.points = path.points;
    wanted.rooms = &corridor;
    wanted.limits = *limits;
    TrajectoryContext memory;
    const double us = MedianMicroseconds([&] { PlanTrajectory(wanted, memory, planned); });
    TrajectoryArguments::Report(planned, corridor.size(), navigator.info().up, us, figures, lines);
    return Ok();
  }

  // Writes a trajectory as samples, or as polynomials.
  Result<ExportedFile> ExportTrajectory(const Navigator& navigator, const PlannedTrajectory& planned,
                                        const FlightPath& path, const FlightQuery& query,
                                        const CostArguments::Regions& regions) const {
    if (output.file().empty() || !HasTrajectory(planned.status)) return ExportedFile{};
    if (ExtensionOf(output.file()) == ".csv") {
      return trajectory.WriteCsv(output.file(), planned.trajectory, navigator.info().up);
    }
    return Export(navigator.net(), trajectory.Sampled(planned.trajectory, Traits("drone", query), navigator.info().up),
                  CorridorOf(navigator.net(), path), regions);
  }

  int Fly(const Navigator& navigator, FlightQuery query, const CostArguments::Regions& regions) const {
    query.regions = regions.fly;
    QueryContext context;
    FlightPath path;
    const double us = MedianMicroseconds([&] { navigator.Find(query, context, path); });
    // The time is that of the query alone, without the certificate.
    query.certify = true;
    navigator.Find(query, context, path);
    TextReport lines;
    const bool has_costs = path.cost_m != path.length_m;
    if (has_costs) lines.Line("cost", Shortest(path.cost_m, 6));
    Json figures = {{"cost", path.cost_m},
                    {"radius_m", path.radius_m},
                    {"volumes", path.volumes.size()},
                    {"expanded", path.statistics.expanded}};
    figures["jumps"] = Json::array();
    for (const FlightJump& jump : path.jumps) {
      figures["jumps"].push_back({{"waypoint", jump.point}, {"gate", jump.gate}, {"seconds", jump.seconds}});
      lines.Line("jump", "gate " + std::to_string(jump.gate) + ", " + Shortest(jump.seconds) + " s, from " +
                             Text(path.points[jump.point]) + " to " + Text(path.points[jump.point + 1]));
    }
    if (!path.points.empty()) {
      lines.Line("gap", "at most " + Shortest(100 * path.Gap(), 3) + " %: no path " +
                            (has_costs ? "costs less" : "is shorter") + " than " + Shortest(path.lower_bound_m, 6) +
                            (has_costs ? "" : " m"));
      lines.Line("level", "for agents up to a radius of " + Shortest(path.radius_m) + " m");
      figures["lower_bound_m"] = path.lower_bound_m;
      figures["gap"] = path.Gap();
    }
    lines.Line("time", Shortest(us, 3) + " us, " + Grouped(path.statistics.expanded) + " cells expanded");
    RoomCorridor corridor;
    if (rooms && !path.points.empty()) {
      if (Status s = AddRooms(navigator, query, path, corridor, figures, lines); !s) return Fail(s.error());
    }
    if (trajectory.wanted() && !path.points.empty()) {
      PlannedTrajectory planned;
      if (Status s = AddTrajectory(navigator, query, path, corridor, planned, figures, lines); !s) {
        return Fail(s.error());
      }
      const int printed = Print(Reason(navigator.net(), query, path.status), path.status, path.length_m, path.points,
                                us, figures, lines, ExportTrajectory(navigator, planned, path, query, regions));
      return printed == kDone && !HasTrajectory(planned.status) ? kNo : printed;
    }
    return Print(
        Reason(navigator.net(), query, path.status), path.status, path.length_m, path.points, us, figures, lines,
        Export(navigator.net(), TrackOf(path, Traits("drone", query)), CorridorOf(navigator.net(), path), regions));
  }

  int Walk(const Navigator& navigator, const FlightQuery& query, const CostArguments::Regions& regions) const {
    WalkQuery walk;
    walk.start = query.start;
    walk.goal = query.goal;
    walk.radius_m = query.radius_m;
    walk.snap_m = query.snap_m;
    walk.partial = query.partial;
    walk.max_expansions = query.max_expansions;
    // An agent that only walks must avoid no-fly boxes as well.
    std::vector<CostRegion> forbidden_too = regions.walk;
    for (const CostRegion& region : regions.fly) {
      if (std::isinf(region.factor)) forbidden_too.push_back(region);
    }
    walk.regions = forbidden_too;
    walk.preferred_clearance_m = query.preferred_clearance_m;
    QueryContext context;
    WalkPath path;
    const double us = MedianMicroseconds([&] { navigator.walker()->Find(walk, context, path); });
    TextReport lines;
    if (path.cost_m != path.length_m) lines.Line("cost", Shortest(path.cost_m, 6));
    lines.Line("time", Shortest(us, 3) + " us, " + Grouped(path.statistics.expanded) + " nodes expanded");
    return Print(Reason(navigator.net(), query, path.status), path.status, path.length_m, path.points, us,
                 {{"cost", path.cost_m}, {"radius_m", query.radius_m}, {"expanded", path.statistics.expanded}}, lines,
                 Export(navigator.net(), TrackOf(path, navigator.info().up, Traits("walker", query)), {}, regions));
  }

  int Travel(const Navigator& navigator, const FlightQuery& query, const CostArguments::Regions& regions) const {
    std::vector<uint32_t> closed_links;
    const Result<TravelQuery> travel = ToTravelQuery(query, regions, closed_links);
    if (!travel) return Fail(travel.error());
    const Traveller traveller(navigator);
    QueryContext context;
    TravelPath path;
    const double us = MedianMicroseconds([&] { traveller.Find(*travel, context, path); });
    Json segments = Json::array();
    TextReport lines;
    if (!path.segments.empty()) lines.Line("takes", Shortest(path.seconds, 4) + " s");
    if (path.cost_s != path.seconds) lines.Line("cost", Shortest(path.cost_s, 4));
    if (path.flown_m > 0) lines.Line("flown", Shortest(path.flown_m, 4) + " m");
    for (const TravelSegment& s : path.segments) {
      Json segment = {{"mode", ToString(s.mode)},
                      {"seconds", s.seconds},
                      {"cost_s", s.cost_s},
                      {"length_m", s.length_m},
                      {"first_waypoint", s.first_point},
                      {"waypoints", s.point_count}};
      if (s.mode == TravelMode::Link) segment[s.is_gate ? "gate" : "link"] = s.link;
      segments.push_back(segment);
      lines.Line(ToString(s.mode),
                 Shortest(s.length_m, 4) + " m in " + Shortest(s.seconds, 3) + " s, to " +
                     Text(path.PointsOf(s).back()) +
                     (s.mode != TravelMode::Link ? "" : (s.is_gate ? ", gate " : ", link ") + std::to_string(s.link)));
    }
    lines.Line("time", Shortest(us, 3) + " us, " + Grouped(path.expanded) + " nodes expanded, " + Grouped(path.legs) +
                           " walks and flights computed");
    return Print(
        Reason(navigator.net(), query, path.status), path.status, path.length_m, path.points, us,
        {{"seconds", path.seconds},
         {"cost_s", path.cost_s},
         {"flown_m", path.flown_m},
         {"segments", segments},
         {"expanded", path.expanded},
         {"legs", path.legs}},
        lines, Export(navigator.net(), TrackOf(path, Traits("traveller", query)), {}, regions, travel->agent.fly_m_s));
  }

  int Run() const {
    if (mode != "fly" && mode != "walk" && mode != "any") {
      return Fail({ErrorCode::InvalidArgument, "--mode: '" + mode + "' is not fly, walk or any"});
    }
    if (mode != "fly" && rooms) {
      return Fail({ErrorCode::InvalidArgument, "--rooms requires --mode fly: only flights have rooms"});
    }
    if (!rooms && !world.file().empty()) {
      return Fail({ErrorCode::InvalidArgument, "--world is for --rooms: give both, or leave it out"});
    }
    if (mode != "fly" && trajectory.wanted()) {
      return Fail({ErrorCode::InvalidArgument, "--trajectory requires --mode fly: only flights have trajectories"});
    }
    if (const Result<MotionLimits> limits = trajectory.Limits(0, UpAxis::Z); !limits) return Fail(limits.error());
    if (mode == "walk" && costs.AreOfFlight()) {
      return Fail({ErrorCode::InvalidArgument,
                   "--mode walk: climb and descend costs, floor and ceiling require --mode fly or any"});
    }
    if (mode == "fly" && costs.AreOfWalks()) {
      return Fail({ErrorCode::InvalidArgument, "--mode fly: --no-walk requires --mode walk or any"});
    }
    CostArguments::Regions regions;
    std::vector<uint32_t> gates;
    const Result<FlightQuery> query = ToQuery(regions, gates);
    if (!query) return Fail(query.error());
    if (const Result<double> number = output.Speed(); !number) return Fail(number.error());
    if (!output.file().empty()) {
      if (Status s = output.Check(net_file); !s) return Fail(s.error());
    }
    Result<Net> net = LoadNet(net_file, NetLoading::Map);
    if (!net) return Fail(net.error());
    const Navigator navigator(*net);
    if (mode == "fly") return Fly(navigator, *query, regions);
    if (mode == "any") return Travel(navigator, *query, regions);
    if (!navigator.walker()) {
      return Fail({ErrorCode::InvalidArgument, net_file + ": the net has no ground; bake it with --walk"});
    }
    return Walk(navigator, *query, regions);
  }
};

}  // namespace

std::function<int()> AddQueryCommand(CLI::App& app) {
  auto command = std::make_shared<QueryCommand>();
  CLI::App* sub = app.add_subcommand("query", "Find a path in a net");
  sub->add_option("NET", command->net_file, "A file that navnet bake wrote")->required();
  TakesCoordinates(sub->add_option("--from", command->from, "Start, in metres")->type_name("X,Y,Z")->required());
  TakesCoordinates(sub->add_option("--to", command->to, "Goal, in metres")->type_name("X,Y,Z")->required());
  sub->add_option("--mode", command->mode, "How the agent moves; any: the fastest journey over ground, air and links")
      ->type_name("fly|walk|any")
      ->capture_default_str();
  const auto add = [sub](const char* option, std::string& value, const char* type, const Range& range,
                         const char* help) {
    TakesNumber(sub->add_option(option, value, help)->type_name(type)->capture_default_str(), range);
  };
  add("--radius", command->radius, "R", ranges::kLength_m,
      "Radius of the agent, in metres; uses the smallest level that is large enough");
  sub->add_option("--effort", command->effort, "Time spent on a shorter path")
      ->type_name("fast|balanced|best")
      ->capture_default_str();
  add("--snap", command->snap, "M", ranges::kLength_m,
      "Move blocked ends to the nearest free point within this many metres");
  TakesWhole(sub->add_option("--max-expansions", command->expansions,
                             "Maximum number of cells and nodes expanded; 0: no limit")
                 ->type_name("N"),
             0, INT64_MAX);
  add("--clearance", command->clearance, "M", ranges::kLength_m,
      "Distance from obstacles kept where there is room, in metres; flights: by the net's levels");
  add("--walk-speed", command->walk_speed, "M/S", ranges::kSpeed_m_s,
      "any: speed on the ground, in metres per second; 0: cannot walk");
  add("--fly-speed", command->fly_speed, "M/S", ranges::kSpeed_m_s,
      "any: speed in the air, in metres per second; 0: cannot fly. fly: converts the seconds of gates to metres; 0: "
      "no\n"
      "gates are used");
  add("--switch-time", command->switch_s, "S", ranges::kSeconds, "any: seconds to take off, and again to land");
  add("--walk-weight", command->walk_weight, "W", ranges::kMoveWeight,
      "any: cost of a second walked; with watts for all four weights, the journey that takes the least energy");
  add("--fly-weight", command->fly_weight, "W", ranges::kMoveWeight, "any: cost of a second flown");
  add("--switch-weight", command->switch_weight, "W", ranges::kChangeWeight,
      "any: cost of a second of taking off or landing");
  add("--link-weight", command->link_weight, "W", ranges::kChangeWeight, "any: cost of a second in a link");
  const auto add_optional = [sub](const char* option, std::optional<std::string>& value, const char* type,
                                  const Range& range, const char* help) {
    TakesNumber(sub->add_option(option, value, help)->type_name(type), range);
  };
  add_optional("--walk-clearance", command->walk_clearance, "M", ranges::kLength_m,
               "any: --clearance of walks, if it differs");
  add_optional("--fly-clearance", command->fly_clearance, "M", ranges::kLength_m,
               "any: --clearance of flights, if it differs");
  add_optional("--max-fly", command->max_fly, "M", ranges::kLength_m, "any: metres that may be flown");
  add_optional("--max-fly-time", command->max_fly_time, "S", ranges::kSeconds, "any: seconds that may be flown");
  TakesWhole(sub->add_option("--close", command->closed, "any: number of a closed link; repeatable")
                 ->type_name("N")
                 ->allow_extra_args(false),
             0, UINT32_MAX);
  TakesWhole(sub->add_option("--close-gate", command->closed_gates,
                             "fly, any: number of a gate that is closed; may be repeated")
                 ->type_name("N")
                 ->allow_extra_args(false),
             0, UINT32_MAX);
  command->costs.AddTo(*sub);
  command->output.AddTo(*sub, false,
                        "fly, walk: metres per second, for times in the file and for a .plan; 0: no times");
  sub->add_flag("--partial", command->partial,
                "If there is no path, or none is found within the budget or the limits on flying, go as near to the "
                "goal as possible");
  sub->add_flag("--rooms", command->rooms,
                "fly: make convex rooms around the path from the triangles, and pull it tight in them: an exact path,\n"
                "shorter than voxels allow");
  command->trajectory.AddTo(*sub);
  command->world.AddOptionalSourceTo(*sub, "--world", "The world NET was baked from, unless NET stores its triangles");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(
      "Exit status: 0 if there is a path to the goal, 1 if not, 2 for bad usage or input.\n"
      "Examples:\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --radius 0.5\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --no-fly 180,150,0,260,240,120 --ceiling 60\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --radius 0.5 --rooms --world builtin:city\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --radius 0.5 --trajectory --speed 8 --out "
      "flight.csv\n"
      "  navnet query office.navnet --mode walk --from 2,3,0 --to 14,9,3.2 --radius 0.3\n"
      "  navnet query office.navnet --mode any --from 2,3,0 --to 80,40,12 --radius 0.3 --fly-speed 8\n"
      "  navnet query office.navnet --mode any --from 2,3,0 --to 80,40,12 --walk-weight 60 --fly-weight 400 --max-fly "
      "50\n"
      "  navnet query city.navnet --mode any --from 10,10,0 --to 90,80,0 --no-fly 40,30,-9,60,70,99 --ceiling 60");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
