// SPDX-License-Identifier: Apache-2.0
// Walking: the walker and its paths.

#include <navnet/core/random.h>

#include "batch.h"
#include "query_options.h"
#include "types.h"

#include <pybind11/stl.h>

#include <string>

namespace navnet::python {

using WalkBatch = PathBatch<WalkPath, GroundSpoke, &WalkPath::corridor>;

WalkQueryOptions WalkOptionsFrom(double preferred_clearance_m, std::vector<CostRegion> regions, double snap_m,
                                 bool partial, int64_t max_expansions, double max_us) {
  WalkQueryOptions out;
  out.query.preferred_clearance_m = preferred_clearance_m;
  out.query.snap_m = snap_m;
  out.query.partial = partial;
  out.query.max_expansions = CountFrom(max_expansions, "max_expansions");
  out.query.max_us = max_us;
  out.regions = std::move(regions);
  Check(Validate(out.Between({}, {}, 0)));
  return out;
}

namespace {

void BindPaths(py::module_& m) {
  py::class_<WalkStatistics>(m, "WalkStatistics", "Effort of a walk query.")
      .def_readonly("expanded", &WalkStatistics::expanded, "Nodes expanded by the search.")
      .def_readonly("pushed", &WalkStatistics::pushed, "Entries of the open list.")
      .def_readonly("search_us", &WalkStatistics::search_us, "Microseconds of the search.")
      .def_readonly("refine_us", &WalkStatistics::refine_us, "Microseconds for taut paths.");
  BindPath<WalkPath>(m, "WalkPath", "Answer to a walk query; lengths are on the plan. True if it is complete.")
      .def_property_readonly(
          "corridor",
          [](const py::object& self) {
            return View<uint32_t>(std::span<const GroundSpoke>(self.cast<const WalkPath&>().corridor), self);
          },
          "Edges of the medial axis that it follows, shape (E,): 2 * edge along the edge, 2 * edge + 1 against it.")
      .def_readonly("cost_m", &WalkPath::cost_m, "Length times the factors of the regions.")
      .def_property_readonly(
          "start", [](const WalkPath& p) { return PointArray(p.start); },
          "Start of the walk on the surface, in metres.")
      .def_property_readonly(
          "goal", [](const WalkPath& p) { return PointArray(p.goal); }, "End of the walk on the surface, in metres.")
      .def_readonly("statistics", &WalkPath::statistics, "Effort of the query.");
  BindBatch<WalkBatch>(m, "WalkPaths", "Answers to many walk queries, in order, as arrays. Immutable.")
      .def_property_readonly("cost_m", HeadView<WalkBatch, double>(&WalkPath::cost_m), "Of each path, shape (N,).");
  py::class_<GroundPlace>(m, "GroundPlace", "A place on the walkable surface.")
      .def_property_readonly(
          "point", [](const GroundPlace& p) { return PointArray(p.point); }, "On the surface, in metres.")
      .def_readonly("layer", &GroundPlace::layer, "Layer of the ground.")
      .def_readonly("edge", &GroundPlace::edge, "Edge of the medial axis.")
      .def_readonly("bend", &GroundPlace::bend, "First bend of the cell that contains the place.")
      .def_readonly("clearance_m", &GroundPlace::clearance_m, "Distance to the nearest wall, on the plan, in metres.")
      .def_property_readonly(
          "obstacle", [](const GroundPlace& p) { return PointArray(p.obstacle); },
          "Nearest point of a wall, in metres.");
}

WalkBatch FindAll(const GroundWalker& self, const py::object& starts, const py::object& goals,
                  const py::object& radius_m, int64_t threads, const WalkQueryOptions& options) {
  const Ends ends(starts, goals);
  const Numbers radii = NumbersFrom(radius_m, "radius_m", ends.size(), ranges::kLength_m);
  return FindBatch<WalkBatch>(ends.size(), ThreadsFrom(threads),
                              [&](size_t i, const std::atomic<bool>& cancel, WalkPath& path) {
                                thread_local QueryContext context;
                                WalkQuery query = options.Between(ends.starts[i], ends.goals[i], radii[i]);
                                query.cancel = &cancel;
                                self->Find(query, context, path);
                              });
}

py::object RandomWalkable(const GroundWalker& self, double radius_m, uint64_t seed, const py::object& count) {
  RadiusFrom(radius_m);
  const auto n = size_t(count.is_none() ? 1 : CountFrom(WholeFrom(count, "count"), "count"));
  if (!self->RandomWalkable(seed, radius_m)) {
    throw py::value_error("radius_m: there is no walkable place for an agent of " + std::to_string(radius_m) + " m");
  }
  return MapToPoints(n, count.is_none(), [&](size_t i) { return self->RandomWalkable(SeedAt(seed, i), radius_m); });
}

// Wraps a member of Walker that maps a point to a point, for one point or many.
auto PointOfPoint(std::optional<Vec3> (Walker::*method)(Vec3) const) {
  return [method](const GroundWalker& self, const py::object& p) {
    const Points points = OneOrManyFrom(p, "p");
    return MapToPoints(points.size(), points.is_one, [&](size_t i) { return ((*self).*method)(points[i]); });
  };
}

}  // namespace

void BindWalk(py::module_& m) {
  BindPaths(m);
  static const std::string find_text =
      std::string(
          "Finds a walk from start to goal, each of shape (3,), in metres, for an agent with a radius in metres. "
          "Points stand for the nearest surface above or below them.") +
      kWalkOptionsText;
  static const std::string all_text =
      std::string(
          "Finds many walks: starts and goals of shape (N, 3), in metres; radius_m: one number or shape (N,). Each "
          "equals that of find. threads: 0 means all hardware threads. Other Python threads continue to run.") +
      kWalkOptionsText;

  py::class_<GroundWalker> type(
      m, "Walker",
      "Finds walks of agents of any radius; see Navigator.walker. Immutable: any number of threads "
      "may use it concurrently.");
  DefWalk<const GroundWalker&, const py::object&, const py::object&, double>(
      type, "find", find_text.c_str(),
      [](const GroundWalker& self, const py::object& start, const py::object& goal, double radius_m,
         const WalkQueryOptions& options) {
        const WalkQuery query =
            options.Between(PointFrom(start, "start"), PointFrom(goal, "goal"), RadiusFrom(radius_m));
        const Unlocked unlocked;
        return self->Find(query);
      },
      py::arg("start"), py::arg("goal"), py::arg("radius_m") = 0.0, py::kw_only());
  DefWalk<const GroundWalker&, const py::object&, const py::object&, const py::object&, int64_t>(
      type, "find_all", all_text.c_str(), &FindAll, py::arg("starts"), py::arg("goals"), py::arg("radius_m") = 0.0,
      py::kw_only(), py::arg("threads") = 0);
  type.def(
          "locate", [](const GroundWalker& self, const py::object& p) { return self->Locate(PointFrom(p, "p")); },
          py::arg("p"), "The walkable place nearest above or below a point, shape (3,), or None.")
      .def(
          "height_at",
          [](const GroundWalker& self, const py::object& p) -> py::object {
            constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
            const Points points = OneOrManyFrom(p, "p");
            return MapToNumbers(points.size(), points.is_one,
                                [&](size_t i) { return self->HeightAt(points[i]).value_or(kNone); });
          },
          py::arg("p"),
          "Height of the walkable place at each point, in metres along the up axis; NaN where there is none.")
      .def(
          "clearance_at",
          [](const GroundWalker& self, const py::object& p) {
            const Points points = OneOrManyFrom(p, "p");
            return MapToNumbers(points.size(), points.is_one, [&](size_t i) { return self->ClearanceAt(points[i]); });
          },
          py::arg("p"), "Distance to the nearest wall, on the plan, in metres; 0 where there is no ground.")
      .def("nearest_obstacle", PointOfPoint(&Walker::NearestObstacle), py::arg("p"),
           "The nearest point of a wall; None, or a row of NaN, if there is no ground.")
      .def("retract", PointOfPoint(&Walker::Retract), py::arg("p"),
           "The point reached by moving straight away from the nearest wall until another one is equally near.")
      .def(
          "nearest_walkable",
          [](const GroundWalker& self, const py::object& p, double radius_m, double within_m) {
            const Points points = OneOrManyFrom(p, "p");
            RadiusFrom(radius_m);
            InRange(within_m, ranges::kDistance_m, "within_m");
            return MapToPoints(points.size(), points.is_one,
                               [&](size_t i) { return self->NearestWalkable(points[i], radius_m, within_m); });
          },
          py::arg("p"), py::arg("radius_m") = 0.0, py::arg("within_m") = 10.0,
          "The nearest place with room for an agent, at most `within_m` metres away; None, or a row of NaN, if there "
          "is "
          "none.")
      .def("random_walkable", &RandomWalkable, py::arg("radius_m") = 0.0, py::kw_only(), py::arg("seed") = 0,
           py::arg("count") = py::none(),
           "A uniformly distributed place with room for an agent, in metres; with a count, that many, of shape (N, 3). "
           "Seeds as for Navigator.random_free.")
      .def(
          "widest_radius",
          [](const GroundWalker& self, const py::object& a, const py::object& b) {
            const PointPairs pairs(a, b);
            return MapToNumbers(pairs.size(), pairs.is_one(),
                                [&](size_t i) { return self->WidestRadius(pairs.A(i), pairs.B(i)); });
          },
          py::arg("a"), py::arg("b"),
          "The largest radius in metres for which a path connects two places; 0 if none does. Shapes (3,) or (N, 3).")
      .def_property_readonly(
          "up", [](const GroundWalker& self) { return UpText(self->up()); }, "'y' or 'z'.")
      .def(
          "__repr__",
          [](const GroundWalker& self) {
            return "<navnet.Walker on " + std::to_string(self->ground().edges.size()) + " edges>";
          },
          "Text for debugging.");
}

}  // namespace navnet::python
