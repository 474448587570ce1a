// SPDX-License-Identifier: Apache-2.0
// Checks and repairs of paths after the world has changed.

#include <navnet/rooms/rooms.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/repair.h>

#include "query_options.h"
#include "types.h"

#include <pybind11/stl.h>

#include <string>

namespace navnet::python {
namespace {

py::array BoxesArray(const std::vector<Box3>& boxes) { return TakeOver<double>(boxes, {2, 3}); }

std::vector<Box3> BoxesFrom(const py::object& value, const char* name) {
  std::vector<Box3> out;
  if (value.is_none()) return out;
  for (const py::handle box : value) out.push_back(BoxFrom(box, name));
  return out;
}

WorldChange ChangeFrom(uint64_t version, const py::object& blocked, const py::object& freed) {
  WorldChange out;
  out.version = version;
  out.blocked = BoxesFrom(blocked, "blocked");
  out.freed = BoxesFrom(freed, "freed");
  for (const Box3& box : out.blocked) out.box.Extend(box);
  for (const Box3& box : out.freed) out.box.Extend(box);
  return out;
}

void BindChange(py::module_& m) {
  py::class_<WorldChange>(m, "WorldChange", "Differences between two versions of a world, as boxes in metres.")
      .def(py::init(&ChangeFrom), py::kw_only(), py::arg("version") = 0, py::arg("blocked") = py::none(),
           py::arg("freed") = py::none(),
           "Boxes of shape (N, 2, 3), low corners and high corners, around everything that became blocked and around "
           "everything that became free.")
      .def_readonly("version", &WorldChange::version, "Version of the world after the change.")
      .def_property_readonly(
          "blocked", [](const WorldChange& c) { return BoxesArray(c.blocked); },
          "Boxes around everything that became blocked, shape (N, 2, 3), in metres.")
      .def_property_readonly(
          "freed", [](const WorldChange& c) { return BoxesArray(c.freed); },
          "Boxes around everything that became free, shape (N, 2, 3), in metres.")
      .def_property_readonly(
          "closed_gates", [](const WorldChange& c) { return c.closed_gates; },
          "Gates that were closed or removed, as they were before.")
      .def_property_readonly(
          "opened_gates", [](const WorldChange& c) { return c.opened_gates; }, "Gates that were opened, or added open.")
      .def_property_readonly(
          "box",
          [](const WorldChange& c) -> py::object {
            if (c.box.IsEmpty()) return py::none();
            return BoxArray(c.box);
          },
          "Bounding box of all of these, shape (2, 3), in metres; None if nothing changed.")
      .def(
          "__bool__",
          [](const WorldChange& c) { return !c.box.IsEmpty() || !c.closed_gates.empty() || !c.opened_gates.empty(); },
          "Whether anything changed.")
      .def(
          "__repr__",
          [](const WorldChange& c) {
            return "<navnet.WorldChange to version " + std::to_string(c.version) + ": " +
                   std::to_string(c.blocked.size()) + " boxes blocked, " + std::to_string(c.freed.size()) + " freed>";
          },
          "Text for debugging.");
}

void BindPlaces(py::module_& m) {
  py::class_<PathPlace>(m, "PathPlace", "A place on a path: between the way points `segment` and `segment + 1`.")
      .def(py::init([](int64_t segment, double share) {
             if (!(share >= 0 && share <= 1)) throw py::value_error("share: expected 0 to 1");
             return PathPlace{size_t(CountFrom(segment, "segment")), share};
           }),
           py::arg("segment") = 0, py::arg("share") = 0.0, "`share`: fraction of the segment, 0 to 1.")
      .def_readonly("segment", &PathPlace::segment, "Index of the way point before the place.")
      .def_readonly("share", &PathPlace::share, "Fraction of the segment, 0 to 1.")
      .def(
          "__eq__",
          [](const PathPlace& self, const py::object& other) {
            return py::isinstance<PathPlace>(other) && self == other.cast<const PathPlace&>();
          },
          py::arg("other"), "Whether both are equal.")
      .def(
          "__hash__",
          [](const PathPlace& self) { return std::hash<size_t>()(self.segment) ^ std::hash<double>()(self.share); },
          "Hash, for sets and dictionaries.")
      .def(
          "__repr__",
          [](const PathPlace& p) {
            char text[80];
            std::snprintf(text, sizeof text, "PathPlace(segment=%zu, share=%.17g)", p.segment, p.share);
            return std::string(text);
          },
          "Text for debugging.");
  m.def(
      "place_on_path",
      [](const py::object& points, const py::object& position, const PathPlace& place,
         const std::vector<FlightJump>& jumps) {
        return PlaceOnPath(PointsFrom(points, "points").points, PointFrom(position, "position"), place, jumps);
      },
      py::arg("points"), py::arg("position"), py::arg("place") = PathPlace{},
      py::arg("jumps") = std::vector<FlightJump>{},
      "The place of a path, shape (N, 3), that is nearest to a position, not before `place` and never inside a jump.");

  py::class_<PathCheck>(m, "PathCheck", "Whether a path is still valid, and which part is broken. True if it is valid.")
      .def_property_readonly(
          "state", [](const PathCheck& c) { return EnumObject("PathValidity", int(c.state)); },
          "A navnet.PathValidity.")
      .def_readonly("first_broken", &PathCheck::first_broken, "The path is valid up to here.")
      .def_readonly("last_broken", &PathCheck::last_broken, "The path is valid from here on.")
      .def_readonly("segments_looked_at", &PathCheck::segments_looked_at, "Number of segments checked.")
      .def("__bool__", &PathCheck::IsValid, "Whether the state is VALID.");
}

void BindRepairs(py::module_& m) {
  m.def(
      "check_path",
      [](const Navigator& navigator, const py::object& points, double radius_m, const PathPlace& place,
         const WorldChange* change, const std::vector<FlightJump>& jumps, const std::vector<uint32_t>& closed_gates,
         const Rooms* rooms) {
        const Points path = PointsFrom(points, "points");
        RadiusFrom(radius_m);
        const Unlocked unlocked;
        return CheckPath(navigator, path.points, radius_m,
                         {place, change, jumps, closed_gates, rooms ? &rooms->corridor : nullptr});
      },
      py::arg("navigator"), py::arg("points"), py::arg("radius_m") = 0.0, py::kw_only(), py::arg("place") = PathPlace{},
      py::arg("change") = py::none(), py::arg("jumps") = std::vector<FlightJump>{},
      py::arg("closed_gates") = std::vector<uint32_t>{}, py::arg("rooms") = py::none(),
      "Whether a path, shape (N, 3), in metres, is free for an agent from `place` on. With the change since the path "
      "was valid, only segments near the change are checked. A jump needs an open gate between its ends, of any "
      "number. `rooms`: the navnet.Rooms of an exact path, which may leave the free space of the net: what is in them "
      "is "
      "free unless something became blocked within a voxel of it.");
  m.def(
      "may_be_improved",
      [](const WorldChange& change, const py::object& start, const py::object& goal, double length_m) {
        return MayBeImproved(change, PointFrom(start, "start"), PointFrom(goal, "goal"),
                             InRange(length_m, ranges::kDistance_m, "length_m"));
      },
      py::arg("change"), py::arg("start"), py::arg("goal"), py::arg("length_m"),
      "Whether a path through something freed may be shorter than `length_m` metres.");
  static const std::string repair_text =
      std::string(
          "Repairs a path: finds one from `start`, the agent's position (None: the path's start), to the old goal, "
          "along the old path where that is valid. Returns the new path and a navnet.RepairOutcome.") +
      kFlightOptionsText;
  DefFlight<const Navigator&, const FlightPath&, double, const py::object&, const PathPlace&, const WorldChange*>(
      m, "repair_path", repair_text.c_str(),
      [](const Navigator& navigator, const FlightPath& path, double radius_m, const py::object& start,
         const PathPlace& place, const WorldChange* change, const FlightOptions& options) {
        const Vec3 from = start.is_none() ? path.start : PointFrom(start, "start");
        const FlightQuery query = options.Between(from, path.goal, RadiusFrom(radius_m));
        FlightPath repaired;
        RepairResult result;
        {
          const Unlocked unlocked;
          thread_local QueryContext context;
          result = RepairPath(navigator, query, path, {place, change}, context, repaired);
        }
        return py::make_tuple(std::move(repaired), EnumObject("RepairOutcome", int(result.done)));
      },
      py::arg("navigator"), py::arg("path"), py::arg("radius_m") = 0.0, py::kw_only(), py::arg("start") = py::none(),
      py::arg("place") = PathPlace{}, py::arg("change") = py::none());

  m.def(
      "is_walk_untouched",
      [](const GroundWalker& walker, const py::object& points, double radius_m, const WorldChange& change,
         const PathPlace& place) {
        return IsWalkUntouched(*walker, PointsFrom(points, "points").points, RadiusFrom(radius_m), change, place);
      },
      py::arg("walker"), py::arg("points"), py::arg("radius_m"), py::arg("change"), py::arg("place") = PathPlace{},
      "Whether nothing changed near a walk, shape (N, 3), in metres, from `place` on.");
  static const std::string walk_text =
      std::string(
          "Repairs a walk: finds one from `start`, the agent's position (None: the walk's start), to the old goal; the "
          "old walk if the change does not affect it. Returns the new walk and a navnet.RepairOutcome.") +
      kWalkOptionsText;
  DefWalk<const GroundWalker&, const WalkPath&, double, const py::object&, const PathPlace&, const WorldChange*>(
      m, "repair_walk", walk_text.c_str(),
      [](const GroundWalker& walker, const WalkPath& path, double radius_m, const py::object& start,
         const PathPlace& place, const WorldChange* change, const WalkQueryOptions& options) {
        const Vec3 from = start.is_none() ? path.start : PointFrom(start, "start");
        const WalkQuery query = options.Between(from, path.goal, RadiusFrom(radius_m));
        WalkPath repaired;
        RepairResult result;
        {
          const Unlocked unlocked;
          thread_local QueryContext context;
          result = RepairWalk(*walker, query, path, {place, change}, context, repaired);
        }
        return py::make_tuple(std::move(repaired), EnumObject("RepairOutcome", int(result.done)));
      },
      py::arg("walker"), py::arg("path"), py::arg("radius_m") = 0.0, py::kw_only(), py::arg("start") = py::none(),
      py::arg("place") = PathPlace{}, py::arg("change") = py::none());
}

void BindWatch(py::module_& m) {
  BindId<WatchId>(m, "WatchId", "Identifies a watched path; never reused.",
                  [](WatchId id) { return uint64_t{id.generation} << 32 | id.slot; });
  py::class_<PathWatch>(m, "PathWatch", "Stores flight paths, and finds those that a change of the world affects.")
      .def(py::init([](double cell_m) { return PathWatch(InRange(cell_m, ranges::kSize_m, "cell_m")); }),
           py::arg("cell_m") = 10.0, "`cell_m`: typical size of a change, in metres; does not affect the answers.")
      .def(
          "add",
          [](PathWatch& self, const py::object& points, double radius_m, const std::vector<FlightJump>& jumps) {
            return Unwrap(self.Add(PointsFrom(points, "points").points, radius_m, jumps));
          },
          py::arg("points"), py::arg("radius_m") = 0.0, py::arg("jumps") = std::vector<FlightJump>{},
          "Watches a path, shape (N, 3), in metres; returns its id.")
      .def(
          "replace",
          [](PathWatch& self, WatchId id, const py::object& points, const std::vector<FlightJump>& jumps) {
            Check(self.Replace(id, PointsFrom(points, "points").points, jumps));
          },
          py::arg("id"), py::arg("points"), py::arg("jumps") = std::vector<FlightJump>{}, "Replaces a watched path.")
      .def(
          "advance",
          [](PathWatch& self, WatchId id, const py::object& position) {
            return self.Advance(id, PointFrom(position, "position"));
          },
          py::arg("id"), py::arg("position"), "Updates the agent's position. False if there is no path with this id.")
      .def("remove", &PathWatch::Remove, py::arg("id"), "Removes a path. False if there is none with this id.")
      .def("place_of", &PathWatch::PlaceOf, py::arg("id"), "The agent's place on its path, or None.")
      .def(
          "concerned",
          [](const PathWatch& self, const Navigator& navigator, const WorldChange& change) {
            PathWatch::Concerns concerns = self.Concerned(navigator, change);
            return std::pair(std::move(concerns.broken), std::move(concerns.improvable));
          },
          py::arg("navigator"), py::arg("change"),
          "Two lists: ids of paths that are no longer valid, and of valid ones that may have become improvable, since "
          "space became free or a gate opened.")
      .def("__len__", &PathWatch::size, "Number of watched paths.");
}

}  // namespace

void BindRepair(py::module_& m) {
  BindChange(m);
  BindPlaces(m);
  BindRepairs(m);
  BindWatch(m);
}

}  // namespace navnet::python
