// SPDX-License-Identifier: Apache-2.0
// Rooms around flights, and taut paths in them.

#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>

#include "query_options.h"
#include "types.h"

#include <pybind11/stl.h>

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace navnet::python {
namespace {

RoomMaker MakerOf(const py::object& source, int64_t threads) {
  const int count = ThreadsFrom(threads);
  const auto make = [&](const auto& from) {
    Result<RoomMaker> made = Error{};
    {
      const Unlocked unlocked;
      made = RoomMaker::Make(from, count);
    }
    return Unwrap(std::move(made));
  };
  if (py::isinstance<Net>(source)) return make(source.cast<Net>());
  if (!py::isinstance<PythonWorld>(source)) throw py::type_error("source: expected a navnet.World or a navnet.Net");
  const TriangleMesh* mesh = source.cast<const PythonWorld&>().world.mesh();
  if (!mesh) throw py::value_error("source: the world consists of voxels; rooms need triangles");
  return make(*mesh);
}

size_t RoomFrom(const RoomCorridor& rooms, int64_t room, size_t end) {
  if (room >= 0 && size_t(room) < end) return size_t(room);
  throw py::index_error("room: expected 0 to " + std::to_string(int64_t(end) - 1) + ", got " + std::to_string(room) +
                        " of " + std::to_string(rooms.size()) + " rooms");
}

py::array PlanesOf(const RoomCorridor& rooms, size_t room) {
  std::vector<std::array<double, 4>> out;
  for (const HalfSpace& plane : rooms.PlanesOf(room)) {
    out.push_back({plane.normal.x, plane.normal.y, plane.normal.z, plane.offset_m});
  }
  return TakeOver<double>(std::move(out), {4});
}

py::list FacesOf(const RoomShape& shape) {
  py::list faces;
  for (size_t face = 0; face < shape.planes.size(); ++face) {
    const auto first = shape.corners.begin() + shape.first_corner[face];
    const auto end = shape.corners.begin() + shape.first_corner[face + 1];
    faces.append(TakePoints(std::vector<Vec3>(first, end)));
  }
  return faces;
}

FlightQuery RulesFrom(double radius_m, const std::vector<CostRegion>& regions, double floor_m, double ceiling_m) {
  FlightQuery query{.start = {}, .goal = {}, .radius_m = RadiusFrom(radius_m), .regions = regions};
  SetAirCosts(query, 0, 0, floor_m, ceiling_m);
  Check(Validate(query));
  return query;
}

Rooms BoxRooms(const Navigator& navigator, const py::object& points, double radius_m,
               const std::vector<CostRegion>& regions, double floor_m, double ceiling_m) {
  const Points given = PointsFrom(points, "points");
  const std::span<const Vec3> path = given.points;
  const FlightQuery query = RulesFrom(radius_m, regions, floor_m, ceiling_m);
  Rooms rooms;
  if (path.empty()) return rooms;
  const Unlocked unlocked;
  thread_local QueryContext context;
  if (BoxRoomsOf(navigator, query, path, context, rooms.corridor)) {
    rooms.status = RoomStatus::Complete;
    rooms.path.assign(path.begin(), path.end());
    for (size_t i = 1; i < path.size(); ++i) rooms.length_m += Length(path[i] - path[i - 1]);
    return rooms;
  }
  rooms.status = RoomStatus::Blocked;
  const auto is_free = [&](size_t i) {
    return BoxRoomsOf(navigator, query, path.subspan(i, 2), context, rooms.corridor);
  };
  while (rooms.blocked_segment + 2 < path.size() && is_free(rooms.blocked_segment)) ++rooms.blocked_segment;
  rooms.corridor.Clear();
  return rooms;
}

}  // namespace

void BindRooms(py::module_& m) {
  py::class_<Rooms, std::shared_ptr<Rooms>>(
      m, "Rooms",
      "Convex rooms around a flight, and the shortest path in them. True if there are rooms all along "
      "the path. Immutable.")
      .def_property_readonly(
          "status", [](const Rooms& r) { return EnumObject("RoomStatus", int(r.status)); }, "A navnet.RoomStatus.")
      .def_property_readonly(
          "path",
          [](const py::object& self) {
            return View<double>(std::span<const Vec3>(self.cast<const Rooms&>().path), self, {3});
          },
          "The taut path, shape (P, 3), in metres: exact, so checks on the net may call it blocked. Of box_rooms: the "
          "path "
          "given.")
      .def_readonly("length_m", &Rooms::length_m, "Of the taut path.")
      .def_readonly("lower_bound_m", &Rooms::lower_bound_m, "No path through these rooms is shorter. Of box_rooms: 0.")
      .def_readonly("blocked_segment", &Rooms::blocked_segment,
                    "If BLOCKED: the first segment of the given path without a room.")
      .def_readonly("grow_us", &Rooms::grow_us, "Microseconds to make the rooms.")
      .def_readonly("pull_us", &Rooms::pull_us, "Microseconds to pull the path tight.")
      .def(
          "__len__", [](const Rooms& r) { return r.corridor.size(); }, "Number of rooms.")
      .def(
          "__bool__", [](const Rooms& r) { return r.status == RoomStatus::Complete; },
          "Whether there are rooms all along the path.")
      .def(
          "planes",
          [](const Rooms& r, int64_t room) {
            return PlanesOf(r.corridor, RoomFrom(r.corridor, room, r.corridor.size()));
          },
          py::arg("room"),
          "The planes of a room, shape (N, 4): the points p with p @ row[:3] <= row[3] for every row are in it.")
      .def(
          "faces",
          [](const Rooms& r, int64_t room) {
            return FacesOf(ShapeOf(r.corridor.PlanesOf(RoomFrom(r.corridor, room, r.corridor.size()))));
          },
          py::arg("room"), "The faces of a room, for drawing: a list of arrays of corners, shape (K, 3), in order.")
      .def(
          "portal",
          [](const Rooms& r, int64_t room) {
            const size_t count = r.corridor.size();
            return FacesOf(PortalShapeOf(r.corridor, RoomFrom(r.corridor, room, count > 0 ? count - 1 : 0)));
          },
          py::arg("room"), "The same for the portal between a room and the next.");

  py::class_<RoomMaker>(m, "RoomMaker",
                        "Makes convex rooms around flights from the triangles of a world: every point of a room keeps "
                        "the agent's radius from every triangle. Immutable: any number of threads may ask at once.")
      .def(py::init(&MakerOf), py::arg("source"), py::kw_only(), py::arg("threads") = 0,
           "From a navnet.World of triangles, or from a navnet.Net that stores them (bake with with_world=True). "
           "threads: 0 means all hardware threads.")
      .def(
          "find",
          [](const RoomMaker& self, const Navigator& navigator, const py::object& points, double radius_m,
             const std::vector<CostRegion>& regions, double floor_m, double ceiling_m) {
            const Points path = PointsFrom(points, "points");
            const FlightQuery query = RulesFrom(radius_m, regions, floor_m, ceiling_m);
            const Unlocked unlocked;
            return self.Find(navigator, query, path.points);
          },
          py::arg("navigator"), py::arg("points"), py::arg("radius_m") = 0.0, py::kw_only(),
          py::arg("regions") = std::vector<CostRegion>{}, py::arg("floor_m") = -std::numeric_limits<double>::infinity(),
          py::arg("ceiling_m") = std::numeric_limits<double>::infinity(),
          "Rooms along a path, shape (N, 3), such as that of Navigator.find, and the taut path in them. Rooms lie "
          "within "
          "the net's bounds and the heights, and outside forbidden regions.")
      .def_static(
          "joined", [](const std::vector<RoomMaker>& makers) { return Unwrap(RoomMaker::Joined(makers)); },
          py::arg("makers"),
          "The triangles of several makers together, which are shared, not copied: for worlds of which parts change.")
      .def("__len__", &RoomMaker::size, "Number of triangles.");
  m.def("box_rooms", &BoxRooms, py::arg("navigator"), py::arg("points"), py::arg("radius_m") = 0.0, py::kw_only(),
        py::arg("regions") = std::vector<CostRegion>{}, py::arg("floor_m") = -std::numeric_limits<double>::infinity(),
        py::arg("ceiling_m") = std::numeric_limits<double>::infinity(),
        "Rooms along a path without triangles: boxes of the net, for every net and every live world. Their path is the "
        "one given.");
}

}  // namespace navnet::python
