// SPDX-License-Identifier: Apache-2.0
// Flight: the navigator and its paths.

#include <navnet/core/random.h>

#include "batch.h"
#include "query_options.h"
#include "types.h"

#include <pybind11/stl.h>

#include <string>

namespace navnet::python {

using FlightBatch = PathBatch<FlightPath, uint32_t, &FlightPath::volumes>;

Effort EffortFrom(py::handle value) { return EnumFrom<Effort>(value, "effort", {"fast", "balanced", "best"}); }

int64_t CountFrom(int64_t value, const char* name) {
  if (value >= 0) return value;
  throw py::value_error(std::string(name) + ": expected 0 or more, got " + std::to_string(value));
}

FlightOptions FlightOptionsFrom(double preferred_clearance_m, py::handle effort, std::vector<CostRegion> regions,
                                double climb_cost, double descend_cost, double floor_m, double ceiling_m,
                                double speed_m_s, std::vector<uint32_t> closed_gates, double snap_m, bool partial,
                                bool certify, int64_t max_expansions, double max_us) {
  FlightOptions out;
  out.query.preferred_clearance_m = preferred_clearance_m;
  out.query.effort = EffortFrom(effort);
  SetAirCosts(out.query, climb_cost, descend_cost, floor_m, ceiling_m);
  out.query.speed_m_s = speed_m_s;
  out.closed_gates = std::move(closed_gates);
  out.query.snap_m = snap_m;
  out.query.partial = partial;
  out.query.certify = certify;
  out.query.max_expansions = CountFrom(max_expansions, "max_expansions");
  out.query.max_us = max_us;
  out.regions = std::move(regions);
  Check(Validate(out.Between({}, {}, 0)));
  return out;
}

namespace {

void BindCosts(py::module_& m) {
  py::class_<CostRegion>(m, "CostRegion", "A box in which lengths are multiplied by a factor.")
      .def(py::init([](const py::object& box, double factor) {
             if (!(factor >= 1)) {
               throw py::value_error("factor: expected 1 or more (infinity: forbidden), got " + std::to_string(factor));
             }
             return CostRegion{BoxFrom(box, "box"), factor};
           }),
           py::arg("box"), py::arg("factor") = std::numeric_limits<double>::infinity(),
           "`box` has shape (2, 3): low corner and high corner, in metres. factor: 1 or more; infinity: forbidden. "
           "Factors of "
           "overlapping boxes multiply.")
      .def_property_readonly(
          "box", [](const CostRegion& r) { return BoxArray(r.box_world); }, "Shape (2, 3), in metres.")
      .def_readonly("factor", &CostRegion::factor, "Cost of a metre inside the box.");
}

void BindJumps(py::module_& m) {
  py::class_<FlightJump>(m, "FlightJump", "Where a flight passes a gate: from way point `point` to the next one.")
      .def(py::init([](int64_t point, int64_t gate, double seconds) {
             return FlightJump{uint32_t(CountFrom(point, "point")), uint32_t(CountFrom(gate, "gate")),
                               InRange(seconds, ranges::kSeconds, "seconds")};
           }),
           py::arg("point"), py::arg("gate") = 0, py::arg("seconds") = 0.0,
           "The way point at which the gate is entered, the gate's number, and what it takes.")
      .def_readonly("point", &FlightJump::point, "Number of the way point at which the gate is entered.")
      .def_readonly("gate", &FlightJump::gate, "Number of the gate.")
      .def_readonly("seconds", &FlightJump::seconds, "What it takes.")
      .def(
          "__eq__",
          [](const FlightJump& self, const py::object& other) {
            return py::isinstance<FlightJump>(other) && self == other.cast<const FlightJump&>();
          },
          py::arg("other"), "Whether both are the same.")
      .def(
          "__hash__",
          [](const FlightJump& self) { return std::hash<uint64_t>()(uint64_t{self.point} << 32 | self.gate); },
          "For sets.")
      .def(
          "__repr__",
          [](const FlightJump& j) {
            return "FlightJump(point=" + std::to_string(j.point) + ", gate=" + std::to_string(j.gate) +
                   ", seconds=" + std::to_string(j.seconds) + ")";
          },
          "For people.");
}

void BindPaths(py::module_& m) {
  py::class_<FlightStatistics>(m, "FlightStatistics", "Effort of a flight query.")
      .def_readonly("expanded", &FlightStatistics::expanded, "Cells expanded by the search.")
      .def_readonly("pushed", &FlightStatistics::pushed, "Entries of the open list.")
      .def_readonly("rounds", &FlightStatistics::rounds, "Number of taut paths computed.")
      .def_readonly("search_us", &FlightStatistics::search_us, "Microseconds of the search.")
      .def_readonly("refine_us", &FlightStatistics::refine_us, "Microseconds for taut paths.")
      .def_readonly("certify_us", &FlightStatistics::certify_us, "Microseconds of the certificate.");
  BindPath<FlightPath>(m, "FlightPath", "Answer to a flight query. True if it is complete. Immutable.")
      .def_property_readonly(
          "volumes",
          [](const py::object& self) {
            return View<uint32_t>(std::span<const uint32_t>(self.cast<const FlightPath&>().volumes), self);
          },
          "Cells whose NavVolumes, in order, contain the path, shape (V,).")
      .def_property_readonly(
          "jumps", [](const FlightPath& p) { return p.jumps; }, "The gates that it passes, in order.")
      .def_readonly("cost_m", &FlightPath::cost_m,
                    "Length times factors, plus the costs of climbing and gates; equals the length without costs.")
      .def_readonly("lower_bound_m", &FlightPath::lower_bound_m,
                    "Lower bound on cost_m of any path between these ends for this agent; 0 unless certify was set.")
      .def_property_readonly("gap", &FlightPath::Gap,
                             "Upper bound on the relative excess over the best path: cost_m / lower_bound_m - 1. "
                             "Infinite if nothing was proven.")
      .def_readonly("radius_m", &FlightPath::radius_m, "Radius of the clearance level used, in metres.")
      .def_property_readonly(
          "start", [](const FlightPath& p) { return PointArray(p.start); },
          "First point of the path, in metres; differs from the query's start after snapping.")
      .def_property_readonly(
          "goal", [](const FlightPath& p) { return PointArray(p.goal); },
          "Last point of the path, in metres; differs from the query's goal after snapping.")
      .def_readonly("statistics", &FlightPath::statistics, "Effort of the query.");
  BindBatch<FlightBatch>(m, "FlightPaths", "Answers to many flight queries, in order, as arrays. Immutable.")
      .def_property_readonly("cost_m", HeadView<FlightBatch, double>(&FlightPath::cost_m), "Of each path, shape (N,).")
      .def_property_readonly("lower_bound_m", HeadView<FlightBatch, double>(&FlightPath::lower_bound_m),
                             "Of each path, shape (N,); 0 unless certify was set.")
      .def_property_readonly("radius_m", HeadView<FlightBatch, double>(&FlightPath::radius_m),
                             "Radius of each path's clearance level, in metres, shape (N,).");
}

FlightBatch FindAll(const Navigator& self, const py::object& starts, const py::object& goals,
                    const py::object& radius_m, int64_t threads, const FlightOptions& options) {
  const Ends ends(starts, goals);
  const Numbers radii = NumbersFrom(radius_m, "radius_m", ends.size(), ranges::kLength_m);
  return FindBatch<FlightBatch>(ends.size(), ThreadsFrom(threads),
                                [&](size_t i, const std::atomic<bool>& cancel, FlightPath& path) {
                                  thread_local QueryContext context;
                                  FlightQuery query = options.Between(ends.starts[i], ends.goals[i], radii[i]);
                                  query.cancel = &cancel;
                                  self.Find(query, context, path);
                                });
}

py::object RandomFree(const Navigator& self, double radius_m, uint64_t seed, const py::object& count) {
  RadiusFrom(radius_m);
  const auto n = size_t(count.is_none() ? 1 : CountFrom(WholeFrom(count, "count"), "count"));
  if (!self.RandomFree(seed, radius_m)) {
    throw py::value_error("radius_m: there is no free space for an agent of " + std::to_string(radius_m) + " m");
  }
  return MapToPoints(n, count.is_none(), [&](size_t i) { return self.RandomFree(SeedAt(seed, i), radius_m); });
}

}  // namespace

void BindFlight(py::module_& m) {
  m.def(
      "seed_at", &SeedAt, py::arg("seed"), py::arg("index"),
      "Seed number `index` of the sequence of `seed`; number 0 is `seed` itself. Sequences of different seeds have no "
      "member in common.");
  BindCosts(m);
  BindJumps(m);
  BindPaths(m);
  static const std::string find_text =
      std::string(
          "Finds a path from start to goal, each of shape (3,), in metres, for an agent with a radius in metres.") +
      kFlightOptionsText;
  static const std::string all_text =
      std::string(
          "Finds many paths: starts and goals of shape (N, 3), in metres; radius_m: one number or shape (N,). Each "
          "path "
          "equals that of find. threads: 0 means all hardware threads. Other Python threads continue to run.") +
      kFlightOptionsText;

  py::class_<Navigator> type(
      m, "Navigator",
      "Finds flights in a net or in a snapshot of a live world. Immutable: any number of threads may use it "
      "concurrently.");
  type.def(py::init<Net>(), py::arg("net"), py::call_guard<Unlocked>(),
           "Builds the tables over a net: linear time, about 300 bytes per cell.");
  DefFlight<const Navigator&, const py::object&, const py::object&, double>(
      type, "find", find_text.c_str(),
      [](const Navigator& self, const py::object& start, const py::object& goal, double radius_m,
         const FlightOptions& options) {
        const FlightQuery query =
            options.Between(PointFrom(start, "start"), PointFrom(goal, "goal"), RadiusFrom(radius_m));
        const Unlocked unlocked;
        return self.Find(query);
      },
      py::arg("start"), py::arg("goal"), py::arg("radius_m") = 0.0, py::kw_only());
  DefFlight<const Navigator&, const py::object&, const py::object&, const py::object&, int64_t>(
      type, "find_all", all_text.c_str(), &FindAll, py::arg("starts"), py::arg("goals"), py::arg("radius_m") = 0.0,
      py::kw_only(), py::arg("threads") = 0);
  type.def(
          "is_visible",
          [](const Navigator& self, const py::object& a, const py::object& b, double radius_m) {
            const PointPairs pairs(a, b);
            RadiusFrom(radius_m);
            return MapToTruths(pairs.size(), pairs.is_one(),
                               [&](size_t i) { return self.IsVisible(pairs.A(i), pairs.B(i), radius_m); });
          },
          py::arg("a"), py::arg("b"), py::arg("radius_m") = 0.0,
          "Whether the segment between two points stays in free space. Shapes (3,) or (N, 3), in metres; a single "
          "point is "
          "paired with each of many.")
      .def(
          "nearest_free",
          [](const Navigator& self, const py::object& p, double radius_m, double within_m) {
            const Points points = OneOrManyFrom(p, "p");
            RadiusFrom(radius_m);
            InRange(within_m, ranges::kDistance_m, "within_m");
            return MapToPoints(points.size(), points.is_one,
                               [&](size_t i) { return self.NearestFree(points[i], radius_m, within_m); });
          },
          py::arg("p"), py::arg("radius_m") = 0.0, py::arg("within_m") = 10.0,
          "The nearest free point, at most `within_m` metres away; None, or a row of NaN, if there is none.")
      .def("random_free", &RandomFree, py::arg("radius_m") = 0.0, py::kw_only(), py::arg("seed") = 0,
           py::arg("count") = py::none(),
           "A uniformly distributed free point, in metres; with a count, that many, of shape (N, 3). The same seed "
           "gives "
           "the same points; point i is that of the seed `seed_at(seed, i)`.")
      .def(
          "clearance_at",
          [](const Navigator& self, const py::object& p) {
            const Points points = OneOrManyFrom(p, "p");
            return MapToNumbers(points.size(), points.is_one, [&](size_t i) { return self.ClearanceAt(points[i]); });
          },
          py::arg("p"), "Lower bound on the distance to any triangle, in metres; 0 in blocked space.")
      .def_property_readonly(
          "gates",
          [](const Navigator& self) {
            const std::span<const Gate> gates = self.gates();
            return std::vector<Gate>(gates.begin(), gates.end());
          },
          "The links in the air, by number.")
      .def(
          "serves_gate",
          [](const Navigator& self, int64_t gate, double radius_m) {
            return self.ServesGate(size_t(CountFrom(gate, "gate")), RadiusFrom(radius_m));
          },
          py::arg("gate"), py::arg("radius_m") = 0.0,
          "Whether agents of a radius may use a gate, by its number: it is wide enough, and both ends are free.")
      .def_property_readonly("info", &Navigator::info, "Frame and bounds of the net.")
      .def_property_readonly(
          "walker",
          [](const Navigator& self) { return self.walker() ? std::optional(GroundWalker{self}) : std::nullopt; },
          "Finds walks; None if there is no ground.")
      .def(
          "__repr__",
          [](const Navigator& self) {
            return "<navnet.Navigator over " + std::string(py::repr(py::cast(self.info()))) + ">";
          },
          "Text for debugging.");
}

}  // namespace navnet::python
