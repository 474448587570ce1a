// SPDX-License-Identifier: Apache-2.0
// Live worlds.

#include <navnet/live/live_world.h>

#include "interrupts.h"
#include "live_world.h"
#include "types.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <string>

namespace navnet::python {
namespace {

Transform TransformFrom(const py::object& position, const py::object& rotation, const py::object& scale) {
  Transform out;
  out.position = PointFrom(position, "position");
  const py::array given = AsNumbers(rotation, "rotation", "fiu", "(4,)");
  if (given.ndim() != 1 || given.size() != 4) {
    throw py::value_error("rotation: expected a quaternion (w, x, y, z), an array of shape (4,), got " +
                          ShapeText(given));
  }
  const py::array_t<double, py::array::c_style | py::array::forcecast> q(given);
  out.rotation = {q.data()[0], q.data()[1], q.data()[2], q.data()[3]};
  out.scale = PointFrom(scale, "scale");
  return out;
}

ObstacleId Add(LiveHolder& self, Obstacle obstacle, const py::object& position, const py::object& rotation,
               const py::object& scale, bool is_door) {
  obstacle.transform = TransformFrom(position, rotation, scale);
  obstacle.is_door = is_door;
  return Unwrap(self.With([&](LiveWorld& world) { return world.Add(obstacle); }));
}

// Defines a method that adds obstacles of one shape, which `shape(first…)` makes from the arguments `args…`.
template <class... First, class Class, class Shape, class... Args>
void DefAdd(Class& type, const char* name, const char* doc, const Shape& shape, const Args&... args) {
  type.def(
      name,
      [shape](LiveHolder& self, First... first, const py::object& position, const py::object& rotation,
              const py::object& scale, bool is_door) {
        return Add(self, Obstacle{.shape = shape(first...)}, position, rotation, scale, is_door);
      },
      args..., py::kw_only(), py::arg("position") = py::make_tuple(0.0, 0.0, 0.0),
      py::arg("rotation") = py::make_tuple(1.0, 0.0, 0.0, 0.0), py::arg("scale") = py::make_tuple(1.0, 1.0, 1.0),
      py::arg("is_door") = false, doc);
}

using LiveClass = py::class_<LiveHolder>;

void BindObstacles(LiveClass& type) {
  DefAdd<const py::object&>(
      type, "add_box",
      "Adds a box with the given half edge lengths, shape (3,), in metres. position: its centre, in metres; rotation: "
      "a quaternion (w, x, y, z); scale: along its own axes; is_door: set_door can open it. Returns its id.",
      [](const py::object& half_size_m) { return BoxShape{PointFrom(half_size_m, "half_size_m")}; },
      py::arg("half_size_m"));
  DefAdd<double>(
      type, "add_sphere", "Adds a sphere with a radius in metres; other arguments as for add_box.",
      [](double radius_m) { return SphereShape{radius_m}; }, py::arg("radius_m"));
  DefAdd<double, double>(
      type, "add_capsule",
      "Adds a capsule: all points within a radius of a segment along the shape's z axis of length 2 * half_length_m, "
      "in "
      "metres; other arguments as for add_box.",
      [](double radius_m, double half_length_m) {
        return CapsuleShape{radius_m, half_length_m};
      },
      py::arg("radius_m"), py::arg("half_length_m"));
  DefAdd<const py::object&, const py::object&>(
      type, "add_mesh",
      "Adds triangles: vertices of shape (N, 3), in metres, and indices of shape (M, 3); others as for add_box.",
      [](const py::object& vertices, const py::object& triangles) { return MeshFrom(vertices, triangles); },
      py::arg("vertices"), py::arg("triangles"));
  type.def(
          "move",
          [](LiveHolder& self, ObstacleId id, const py::object& position, const py::object& rotation,
             const py::object& scale) {
            const Transform to = TransformFrom(position, rotation, scale);
            Check(self.With([&](LiveWorld& world) { return world.Move(id, to); }));
          },
          py::arg("id"), py::arg("position"), py::kw_only(), py::arg("rotation") = py::make_tuple(1.0, 0.0, 0.0, 0.0),
          py::arg("scale") = py::make_tuple(1.0, 1.0, 1.0), "Moves an obstacle; arguments as for add_box.")
      .def(
          "remove",
          [](LiveHolder& self, ObstacleId id) { Check(self.With([&](LiveWorld& world) { return world.Remove(id); })); },
          py::arg("id"), "Removes an obstacle.")
      .def(
          "set_door",
          [](LiveHolder& self, ObstacleId id, bool open) {
            Check(self.With([&](LiveWorld& world) { return world.SetDoor(id, open); }));
          },
          py::arg("id"), py::arg("open"), "Opens or closes a door. It blocks while it is closed.")
      .def(
          "set_voxels",
          [](LiveHolder& self, const py::object& box, bool blocked) {
            const Box3 where = BoxFrom(box, "box");
            Check(self.With([&](LiveWorld& world) { return world.SetVoxels(where, blocked); }));
          },
          py::arg("box"), py::arg("blocked"),
          "Blocks or frees all voxels of a voxel world that intersect the interior of a box, shape (2, 3), in metres.")
      .def(
          "explore",
          [](LiveHolder& self, LockedMap& map) {
            Check(self.With(
                [&](LiveWorld& world) { return map.Hold([&](ExploredMap& of) { return world.Explore(of); }); }));
          },
          py::arg("map"), "Applies the changes of a map since the last call, in a world made by LiveWorld.unknown.")
      .def(
          "add_region",
          [](LiveHolder& self, const CostRegion& region) {
            return Unwrap(self.With([&](LiveWorld& world) { return world.AddRegion(region); }));
          },
          py::arg("region"), "Adds a cost region, which becomes part of snapshots; returns its id.")
      .def(
          "set_region",
          [](LiveHolder& self, RegionId id, const CostRegion& region) {
            Check(self.With([&](LiveWorld& world) { return world.SetRegion(id, region); }));
          },
          py::arg("id"), py::arg("region"), "Replaces a region.")
      .def(
          "remove_region",
          [](LiveHolder& self, RegionId id) {
            Check(self.With([&](LiveWorld& world) { return world.RemoveRegion(id); }));
          },
          py::arg("id"), "Removes a region.")
      .def(
          "add_gate",
          [](LiveHolder& self, const Gate& gate) {
            return Unwrap(self.With([&](LiveWorld& world) { return world.AddGate(gate); }));
          },
          py::arg("gate"), "Adds a gate after the existing ones; its ends need not be free. Returns its id.")
      .def(
          "set_gate",
          [](LiveHolder& self, GateId id, const Gate& gate) {
            Check(self.With([&](LiveWorld& world) { return world.SetGate(id, gate); }));
          },
          py::arg("id"), py::arg("gate"), "Replaces a gate.")
      .def(
          "set_gate_open",
          [](LiveHolder& self, GateId id, bool open) {
            Check(self.With([&](LiveWorld& world) { return world.SetGateOpen(id, open); }));
          },
          py::arg("id"), py::arg("open"), "Opens or closes a gate.")
      .def(
          "remove_gate",
          [](LiveHolder& self, GateId id) { Check(self.With([&](LiveWorld& world) { return world.RemoveGate(id); })); },
          py::arg("id"), "Removes a gate; those added later get smaller numbers.");
}

void BindUpdates(LiveClass& type) {
  type.def(
          "update", [](LiveHolder& self) { return Unwrap(self.With([](LiveWorld& world) { return world.Update(); })); },
          "Makes a new snapshot with all edits so far; returns what changed.")
      .def(
          "step",
          [](LiveHolder& self, double max_us) {
            InRange(max_us, {0, ranges::kInfinity}, "max_us");
            return Unwrap(self.With([&](LiveWorld& world) { return world.Step(max_us); }));
          },
          py::arg("max_us"), "Works on an update for about `max_us` microseconds; True if nothing is left to do.")
      .def(
          "start_background",
          [](LiveHolder& self) {
            self.With([](LiveWorld& world) {
              world.StartBackground();
              return true;
            });
          },
          "Starts a thread that applies edits as they arrive.")
      .def(
          "stop_background",
          [](LiveHolder& self) {
            self.With([](LiveWorld& world) {
              world.StopBackground();
              return true;
            });
          },
          "Stops that thread after its update in progress.")
      .def("on_update", &LiveHolder::OnUpdate, py::arg("told"),
           "Calls told(snapshot, change) after each update, in the thread that made it. The function may call only "
           "latest() of this world; its exceptions go to sys.unraisablehook. None: no function.")
      .def(
          "latest", [](const LiveHolder& self) { return Snapshot{self.world().Latest()}; },
          "The newest snapshot. Never waits.")
      .def(
          "changes_since",
          [](LiveHolder& self, uint64_t version) {
            return self.With([&](LiveWorld& world) { return world.ChangesSince(version); });
          },
          py::arg("version"), "All changes from an older version to the newest; None if that version is too old.")
      .def(
          "make_net",
          [](LiveHolder& self) { return Unwrap(self.With([](LiveWorld& world) { return world.MakeNet(); })); },
          "The net of the newest snapshot; the same bytes as a bake of the current world.")
      .def(
          "save",
          [](LiveHolder& self, const std::filesystem::path& path) {
            Check(self.With([&](LiveWorld& world) { return world.Save(path); }));
          },
          py::arg("path"), "Writes that net.")
      .def(
          "current_world",
          [](LiveHolder& self) {
            return PythonWorld{self.With([](LiveWorld& world) { return world.CurrentWorld(); })};
          },
          "The world of the newest snapshot, with all obstacles that block.")
      .def(
          "room_maker",
          [](LiveHolder& self) { return Unwrap(self.With([](LiveWorld& world) { return world.MakeRoomMaker(); })); },
          "A navnet.RoomMaker of the triangles of the newest snapshot. The first call indexes the world; later ones "
          "only "
          "the obstacles that changed.")
      .def_property_readonly(
          "voxel_m", [](const LiveHolder& self) { return self.world().frame().voxel_m; }, "Edge of a voxel, in metres.")
      .def_property_readonly(
          "bounds",
          [](const LiveHolder& self) { return BoxArray(self.world().frame().WorldBox(self.world().bounds())); },
          "Shape (2, 3), in metres.")
      .def(
          "__repr__",
          [](const LiveHolder& self) {
            return "<navnet.LiveWorld at version " + std::to_string(self.world().Latest()->version) + ">";
          },
          "Text for debugging.");
}

std::unique_ptr<LiveHolder> Make(const PythonWorld& world, const py::object& voxel_m, const py::object& radii_m,
                                 const py::object& keep, const py::object& bounds, const py::object& margin_m,
                                 const py::object& min_cell, const py::object& align, const py::object& walk,
                                 const std::vector<GroundLink>& links, const std::vector<Gate>& gates,
                                 double spot_spacing_m, int64_t memory_budget_bytes, int64_t threads,
                                 const py::object& progress) {
  BakeOptions options = BakeOptionsFrom(voxel_m, radii_m, keep, bounds, margin_m, py::none(), min_cell, align, walk,
                                        links, gates, spot_spacing_m, memory_budget_bytes, threads);
  Result<LiveWorld> live = Error{};
  RunWithProgress(progress, [&](const ProgressFunction& wrapped) {
    options.sample.progress = wrapped;
    live = LiveWorld::Make(world.world, options);
  });
  return std::make_unique<LiveHolder>(Unwrap(std::move(live)));
}

std::unique_ptr<LiveHolder> MakeUnknown(const py::object& bounds, double voxel_m, const py::object& up,
                                        const py::object& unknown, double unknown_cost, const py::object& radii_m,
                                        const py::object& keep, const py::object& min_cell, const py::object& walk,
                                        int64_t threads) {
  const BakeOptions options = BakeOptionsFrom(py::none(), radii_m, keep, py::none(), py::none(), py::none(), min_cell,
                                              py::str("world"), walk, {}, {}, 0, int64_t{4} << 30, threads);
  const ExploreOptions explore{EnumFrom<Unknown>(unknown, "unknown", {"blocked", "at_a_cost"}), unknown_cost};
  const Box3 box = BoxFrom(bounds, "bounds");
  const UpAxis axis = UpFrom(up);
  Result<LiveWorld> live = Error{};
  {
    const Unlocked unlocked;
    live = LiveWorld::MakeUnknown(box, voxel_m, axis, explore, options);
  }
  return std::make_unique<LiveHolder>(Unwrap(std::move(live)));
}

void BindSnapshot(py::module_& m) {
  py::class_<Snapshot>(m, "Snapshot", "A complete state of a live world. Immutable.")
      .def_property_readonly(
          "version", [](const Snapshot& s) { return s.state->version; }, "Increases with every update.")
      .def_property_readonly(
          "navigator", [](const Snapshot& s) { return s.state->navigator; }, "Finds flights in this state.")
      .def_property_readonly(
          "regions", [](const Snapshot& s) { return s.state->regions; },
          "The world's cost regions, including those of unknown space; to be passed to queries as regions.")
      .def_property_readonly(
          "gate_ids", [](const Snapshot& s) { return s.state->gate_ids; },
          "The ids of the navigator's gates, in order.")
      .def(
          "__repr__",
          [](const Snapshot& s) { return "<navnet.Snapshot of version " + std::to_string(s.state->version) + ">"; },
          "Text for debugging.");
}

}  // namespace

void DeclareLive(py::module_& m) {
  BindId<ObstacleId>(m, "ObstacleId", "Identifies an obstacle of a live world; never reused.",
                     [](ObstacleId id) { return id.value; });
  BindId<RegionId>(m, "RegionId", "Identifies a cost region of a live world; never reused.",
                   [](RegionId id) { return id.value; });
  BindId<GateId>(m, "GateId", "Names a gate of one live world; never used again for another one.",
                 [](GateId id) { return id.value; });
  BindSnapshot(m);
  LiveClass(
      m, "LiveWorld",
      "A world that changes while agents move in it. Edits are checked at once, and take effect together with the next "
      "update, which also updates the net. Thread-safe.");
}

void BindLive(py::module_& m) {
  LiveClass type(m.attr("LiveWorld"));
  type.def(py::init(&Make), py::arg("world"), py::kw_only(), py::arg("voxel_m") = py::none(),
           py::arg("radii_m") = py::make_tuple(0.0), py::arg("keep") = "all", py::arg("bounds") = py::none(),
           py::arg("margin_m") = py::none(), py::arg("min_cell") = py::none(), py::arg("align") = "world",
           py::arg("walk") = py::none(), py::arg("links") = std::vector<GroundLink>{},
           py::arg("gates") = std::vector<Gate>{}, py::arg("spot_spacing_m") = 0.0,
           py::arg("memory_budget_bytes") = int64_t{4} << 30, py::arg("threads") = 0, py::arg("progress") = py::none(),
           "Samples and bakes a world; arguments as for navnet.bake. Voxel size and bounds are fixed from then on: "
           "choose "
           "on: give bounds or a margin where obstacles shall come.")
      .def_static(
          "unknown", &MakeUnknown, py::arg("bounds"), py::arg("voxel_m"), py::kw_only(), py::arg("up") = "z",
          py::arg("unknown") = "blocked", py::arg("unknown_cost") = 3.0, py::arg("radii_m") = py::make_tuple(0.0),
          py::arg("keep") = "all", py::arg("min_cell") = py::none(), py::arg("walk") = py::none(),
          py::arg("threads") = 0,
          "A world that is unknown at first, in bounds of shape (2, 3), in metres, with voxels of `voxel_m` metres; "
          "explore "
          "adds knowledge. Unknown space is 'blocked', or free 'at_a_cost' of `unknown_cost` times the length.");
  BindObstacles(type);
  BindUpdates(type);
  py::module_::import("atexit").attr("register")(py::cpp_function(&LiveHolder::StopAll));
}

}  // namespace navnet::python
