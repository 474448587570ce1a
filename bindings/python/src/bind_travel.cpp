// SPDX-License-Identifier: Apache-2.0
// Journeys over ground and through the air.

#include <navnet/runtime/travel.h>

#include "batch.h"
#include "query_options.h"
#include "types.h"

#include <pybind11/stl.h>

#include <limits>
#include <string>
#include <utility>

namespace navnet::python {
namespace {

using TravelBatch = PathBatch<TravelPath, TravelSegment, &TravelPath::segments>;

// A part of a path, with its points.
struct Segment {
  TravelSegment part;
  std::vector<Vec3> points;
};

std::vector<Segment> SegmentsOf(const TravelPath& path) {
  std::vector<Segment> out;
  for (const TravelSegment& part : path.segments) {
    const auto points = path.PointsOf(part);
    out.push_back({part, {points.begin(), points.end()}});
  }
  return out;
}

// A query without ends, and the data that it refers to.
struct TravelOptions {
  TravelQuery query;
  std::vector<uint32_t> closed_links, closed_gates;
  std::vector<CostRegion> fly_regions, walk_regions;

  TravelQuery Between(Vec3 start, Vec3 goal, double radius_m) const {
    TravelQuery out = query;
    out.start = start;
    out.goal = goal;
    out.agent.radius_m = radius_m;
    out.closed_links = closed_links;
    out.closed_gates = closed_gates;
    out.fly_regions = fly_regions;
    out.walk_regions = walk_regions;
    return out;
  }
};

TravelPath Find(const Traveller& self, const py::object& start, const py::object& goal, double radius_m,
                const TravelOptions& options) {
  const TravelQuery query = options.Between(PointFrom(start, "start"), PointFrom(goal, "goal"), RadiusFrom(radius_m));
  const Unlocked unlocked;
  return self.Find(query);
}

TravelBatch FindAll(const Traveller& self, const py::object& starts, const py::object& goals,
                    const py::object& radius_m, int64_t threads, const TravelOptions& options) {
  const Ends ends(starts, goals);
  const Numbers radii = NumbersFrom(radius_m, "radius_m", ends.size(), ranges::kLength_m);
  return FindBatch<TravelBatch>(ends.size(), ThreadsFrom(threads),
                                [&](size_t i, const std::atomic<bool>& cancel, TravelPath& path) {
                                  thread_local QueryContext context;
                                  TravelQuery query = options.Between(ends.starts[i], ends.goals[i], radii[i]);
                                  query.cancel = &cancel;
                                  self.Find(query, context, path);
                                });
}

// Defines `run(first…, options)` with the arguments `args…` and the keyword-only options of all journeys.
template <class... First, class Scope, class Function, class... Args>
void DefTravel(Scope& scope, const char* name, const char* doc, const Function& run, const Args&... args) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  scope.def(
      name,
      [run](First... first, double walk_m_s, double fly_m_s, double switch_s, const py::object& effort, double snap_m,
            std::vector<uint32_t> closed_links, std::vector<uint32_t> closed_gates, std::vector<CostRegion> fly_regions,
            std::vector<CostRegion> walk_regions, double climb_cost, double descend_cost, double floor_m,
            double ceiling_m, double walk_weight, double fly_weight, double switch_weight, double link_weight,
            double walk_clearance_m, double fly_clearance_m, double max_fly_m, double max_fly_s, bool partial,
            int64_t max_expansions, double max_us) {
        TravelOptions options{
            {}, std::move(closed_links), std::move(closed_gates), std::move(fly_regions), std::move(walk_regions)};
        TravelQuery& query = options.query;
        query.agent.walk_m_s = InRange(walk_m_s, ranges::kSpeed_m_s, "walk_m_s");
        query.agent.fly_m_s = InRange(fly_m_s, ranges::kSpeed_m_s, "fly_m_s");
        query.agent.switch_s = InRange(switch_s, ranges::kSeconds, "switch_s");
        if (!(walk_m_s > 0 || fly_m_s > 0)) throw py::value_error("walk_m_s, fly_m_s: expected at least one above 0");
        query.effort = EffortFrom(effort);
        query.snap_m = InRange(snap_m, ranges::kDistance_m, "snap_m");
        SetAirCosts(query, climb_cost, descend_cost, floor_m, ceiling_m);
        query.weights = {.walk = InRange(walk_weight, ranges::kMoveWeight, "walk_weight"),
                         .fly = InRange(fly_weight, ranges::kMoveWeight, "fly_weight"),
                         .switching = InRange(switch_weight, ranges::kChangeWeight, "switch_weight"),
                         .link = InRange(link_weight, ranges::kChangeWeight, "link_weight")};
        query.walk_clearance_m = InRange(walk_clearance_m, ranges::kDistance_m, "walk_clearance_m");
        query.fly_clearance_m = InRange(fly_clearance_m, ranges::kDistance_m, "fly_clearance_m");
        query.max_fly_m = InRange(max_fly_m, ranges::kDistance_m, "max_fly_m");
        query.max_fly_s = InRange(max_fly_s, {0, ranges::kInfinity}, "max_fly_s");
        query.partial = partial;
        query.max_expansions = CountFrom(max_expansions, "max_expansions");
        query.max_us = InRange(max_us, {0, ranges::kInfinity}, "max_us");
        return run(first..., options);
      },
      args..., py::arg("walk_m_s") = 1.4, py::arg("fly_m_s") = 5.0, py::arg("switch_s") = 0.0,
      py::arg("effort") = "balanced", py::arg("snap_m") = 0.0, py::arg("closed_links") = std::vector<uint32_t>{},
      py::arg("closed_gates") = std::vector<uint32_t>{}, py::arg("fly_regions") = std::vector<CostRegion>{},
      py::arg("walk_regions") = std::vector<CostRegion>{}, py::arg("climb_cost") = 0.0, py::arg("descend_cost") = 0.0,
      py::arg("floor_m") = -kInfinity, py::arg("ceiling_m") = kInfinity, py::arg("walk_weight") = 1.0,
      py::arg("fly_weight") = 1.0, py::arg("switch_weight") = 1.0, py::arg("link_weight") = 1.0,
      py::arg("walk_clearance_m") = 0.0, py::arg("fly_clearance_m") = 0.0, py::arg("max_fly_m") = kInfinity,
      py::arg("max_fly_s") = kInfinity, py::arg("partial") = false, py::arg("max_expansions") = 0,
      py::arg("max_us") = 0.0, doc);
}

constexpr const char* kOptionsText =
    "\n\nwalk_m_s, fly_m_s: speeds in metres per second; 0: cannot walk or fly. switch_s: seconds to take off, and to\n"
    "land. effort: of flights, 'fast', 'balanced' or 'best'. snap_m: an end without room is moved to the nearest\n"
    "place with room, at most this many metres away. closed_links: numbers of closed links.\n"
    "closed_gates: numbers of gates that are closed, besides those closed in the net.\n"
    "fly_regions, walk_regions: boxes (navnet.CostRegion) in the air and on the ground that cost more or are "
    "forbidden.\n"
    "climb_cost, descend_cost: cost of each metre up and down in the air, added to the length, in metres.\n"
    "floor_m, ceiling_m: heights that flights stay between, in metres.\n"
    "walk_weight, fly_weight, switch_weight, link_weight: cost of a second walked, flown, of taking off or landing, "
    "in\n"
    "a link; all 1: the fastest journey; watts: the one that takes the least energy, in joules.\n"
    "walk_clearance_m, fly_clearance_m: distance kept from the world where there is room.\n"
    "max_fly_m, max_fly_s: metres and seconds that may be flown.\n"
    "max_expansions: nodes that searches may expand, max_us: microseconds that the query may take; 0: no limit.\n"
    "partial: if they are used up, the cheapest journey found so far, to the goal or to the stop reached so far that\n"
    "is nearest to it; if the goal is beyond max_fly_m or max_fly_s, a journey as near to it as they allow.";

}  // namespace

void BindTravel(py::module_& m) {
  py::class_<Segment>(m, "TravelSegment", "A part of a journey in one mode.")
      .def_property_readonly(
          "mode", [](const Segment& s) { return EnumObject("TravelMode", int(s.part.mode)); }, "A navnet.TravelMode.")
      .def_property_readonly(
          "points",
          [](const py::object& self) {
            return View<double>(std::span<const Vec3>(self.cast<const Segment&>().points), self, {3});
          },
          "Way points in metres, shape (N, 3); the last one is the next segment's first.")
      .def_property_readonly(
          "first_point", [](const Segment& s) { return s.part.first_point; },
          "Index of its first point in the journey's points.")
      .def_property_readonly(
          "seconds", [](const Segment& s) { return s.part.seconds; }, "Duration.")
      .def_property_readonly(
          "cost_s", [](const Segment& s) { return s.part.cost_s; }, "Cost in seconds; equals `seconds` without costs.")
      .def_property_readonly(
          "length_m", [](const Segment& s) { return s.part.length_m; },
          "In metres; walks are measured on the plan, gates have none.")
      .def_property_readonly(
          "link",
          [](const Segment& s) {
            const bool is_link = s.part.mode == TravelMode::Link && !s.part.is_gate;
            return is_link ? std::optional(s.part.link) : std::nullopt;
          },
          "Number of the link used, or None.")
      .def_property_readonly(
          "gate", [](const Segment& s) { return s.part.is_gate ? std::optional(s.part.link) : std::nullopt; },
          "Number of the gate used, or None.")
      .def(
          "__repr__",
          [](const Segment& s) {
            char text[80];
            std::snprintf(text, sizeof text, "<navnet.TravelSegment: %s, %.6g m, %.6g s>", ToString(s.part.mode),
                          s.part.length_m, s.part.seconds);
            return std::string(text);
          },
          "Text for debugging.");
  BindPath<TravelPath>(m, "TravelPath",
                       "Answer to a journey query: a path over ground, air and links. True if it is complete.")
      .def_property_readonly("segments", &SegmentsOf, "The parts of the journey, in order.")
      .def_readonly("seconds", &TravelPath::seconds, "Duration.")
      .def_readonly("cost_s", &TravelPath::cost_s, "The minimised cost: seconds weighted by mode and by regions.")
      .def_readonly("flown_m", &TravelPath::flown_m, "Metres of flights, take-offs and landings.")
      .def_readonly("expanded", &TravelPath::expanded, "Number of nodes expanded.")
      .def_readonly("legs", &TravelPath::legs, "Number of walks and flights computed.");
  BindBatch<TravelBatch>(m, "TravelPaths", "Answers to many journey queries, in order, as arrays. Immutable.")
      .def_property_readonly("seconds", HeadView<TravelBatch, double>(&TravelPath::seconds),
                             "Duration of each journey, shape (N,).")
      .def_property_readonly("cost_s", HeadView<TravelBatch, double>(&TravelPath::cost_s),
                             "Cost of each journey in seconds, shape (N,).")
      .def_property_readonly("flown_m", HeadView<TravelBatch, double>(&TravelPath::flown_m),
                             "Metres flown by each journey, shape (N,).");

  static const std::string find_text =
      std::string(
          "Finds the fastest journey from start to goal, each of shape (3,), in metres, for an agent with a "
          "radius in metres.") +
      kOptionsText;
  static const std::string all_text =
      std::string(
          "Finds many journeys: starts and goals of shape (N, 3), in metres; radius_m: one number or shape (N,). "
          "threads: 0 means all hardware threads. Other Python threads continue to run.") +
      kOptionsText;
  py::class_<Traveller> traveller(m, "Traveller",
                                  "Finds the fastest journeys of agents that walk, fly, or do both. Immutable.");
  traveller
      .def(py::init<Navigator>(), py::arg("navigator"), py::call_guard<Unlocked>(),
           "Finds the free space above every spot of the ground.")
      .def_property_readonly("navigator", &Traveller::navigator, "The navigator used.");
  DefTravel<const Traveller&, const py::object&, const py::object&, double>(traveller, "find", find_text.c_str(), &Find,
                                                                            py::arg("start"), py::arg("goal"),
                                                                            py::arg("radius_m") = 0.0, py::kw_only());
  DefTravel<const Traveller&, const py::object&, const py::object&, const py::object&, int64_t>(
      traveller, "find_all", all_text.c_str(), &FindAll, py::arg("starts"), py::arg("goals"), py::arg("radius_m") = 0.0,
      py::kw_only(), py::arg("threads") = 0);
}

}  // namespace navnet::python
