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
      "Adds a box of so many metres from its centre to its sides, shape (3,). position: of the centre, in metres; "
      "rotation: a quaternion (w, x, y, z); scale: along its own axes; is_door: set_door opens it. Returns its name.",
      [](const py::object& half_size_m) { return BoxShape{PointFrom(half_size_m, "half_size_m")}; },
      py::arg("half_size_m"));
  DefAdd<double>(
      type, "add_sphere", "Adds a sphere of a radius in metres; the rest as for add_box.",
      [](double radius_m) { return SphereShape{radius_m}; }, py::arg("radius_m"));
  DefAdd<double, double>(
      type, "add_capsule",
      "Adds all points within a radius of a segment along the shape's z axis, twice `half_length_m` long, in metres; "
      "the rest as for add_box.",
      [](double radius_m, double half_length_m) {
        return CapsuleShape{radius_m, half_length_m};
      },
      py::arg("radius_m"), py::arg("half_length_m"));
  DefAdd<const py::object&, const py::object&>(
      type, "add_mesh",
      "Adds triangles: vertices of shape (N, 3), in metres, and indices of shape (M, 3); the rest as for add_box.",
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
          py::arg("scale") = py::make_tuple(1.0, 1.0, 1.0), "Puts an obstacle elsewhere; see add_box.")
      .def(
          "remove",
          [](LiveHolder& self, ObstacleId id) { Check(self.With([&](LiveWorld& world) { return world.Remove(id); })); },
          py::arg("id"), "Takes an obstacle away.")
      .def(
          "set_door",
          [](LiveHolder& self, ObstacleId id, bool open) {
            Check(self.With([&](LiveWorld& world) { return world.SetDoor(id, open); }));
          },
          py::arg("id"), py::arg("open"), "Opens or closes a door, which blocks only while it is closed.")
      .def(
          "set_voxels",
          [](LiveHolder& self, const py::object& box, bool blocked) {
            const Box3 where = BoxFrom(box, "box");
            Check(self.With([&](LiveWorld& world) { return world.SetVoxels(where, blocked); }));
          },
          py::arg("box"), py::arg("blocked"),
          "Blocks or frees all voxels that touch the inside of a box, shape (2, 3), in metres, in a world of voxels.")
      .def(
          "explore",
          [](LiveHolder& self, LockedMap& map) {
            Check(self.With(
                [&](LiveWorld& world) { return map.Hold([&](ExploredMap& of) { return world.Explore(of); }); }));
          },
          py::arg("map"), "Takes over what a map learned since the last time, in a world made by LiveWorld.unknown.")
      .def(
          "add_region",
          [](LiveHolder& self, const CostRegion& region) {
            return Unwrap(self.With([&](LiveWorld& world) { return world.AddRegion(region); }));
          },
          py::arg("region"), "Adds a cost region, which travels with snapshots; returns its name.")
      .def(
          "set_region",
          [](LiveHolder& self, RegionId id, const CostRegion& region) {
            Check(self.With([&](LiveWorld& world) { return world.SetRegion(id, region); }));
          },
          py::arg("id"), py::arg("region"), "Makes a region another one.")
      .def(
          "remove_region",
          [](LiveHolder& self, RegionId id) {
            Check(self.With([&](LiveWorld& world) { return world.RemoveRegion(id); }));
          },
          py::arg("id"), "Takes a region away.")
      .def(
          "add_gate",
          [](LiveHolder& self, const Gate& gate) {
            return Unwrap(self.With([&](LiveWorld& world) { return world.AddGate(gate); }));
          },
          py::arg("gate"), "Adds a gate behind those there are; its ends need not be free. Returns its name.")
      .def(
          "set_gate",
          [](LiveHolder& self, GateId id, const Gate& gate) {
            Check(self.With([&](LiveWorld& world) { return world.SetGate(id, gate); }));
          },
          py::arg("id"), py::arg("gate"), "Makes a gate another one.")
      .def(
          "set_gate_open",
          [](LiveHolder& self, GateId id, bool open) {
            Check(self.With([&](LiveWorld& world) { return world.SetGateOpen(id, open); }));
          },
          py::arg("id"), py::arg("open"), "Opens or closes a gate.")
      .def(
          "remove_gate",
          [](LiveHolder& self, GateId id) { Check(self.With([&](LiveWorld& world) { return world.RemoveGate(id); })); },
          py::arg("id"), "Takes a gate away; those added later get smaller numbers.");
}

void BindUpdates(LiveClass& type) {
  type.def(
          "update", [](LiveHolder& self) { return Unwrap(self.With([](LiveWorld& world) { return world.Update(); })); },
          "Makes a new snapshot of all edits so far; returns what changed.")
      .def(
          "step",
          [](LiveHolder& self, double max_us) {
            InRange(max_us, {0, ranges::kInfinity}, "max_us");
            return Unwrap(self.With([&](LiveWorld& world) { return world.Step(max_us); }));
          },
          py::arg("max_us"), "Does as much of an update as fits into so many microseconds; True when nothing is left.")
      .def(
          "start_background",
          [](LiveHolder& self) {
            self.With([](LiveWorld& world) {
              world.StartBackground();
              return true;
            });
          },
          "Updates in a thread of its own from now on, as edits come.")
      .def(
          "stop_background",
          [](LiveHolder& self) {
            self.With([](LiveWorld& world) {
              world.StopBackground();
              return true;
            });
          },
          "Waits for the update under way, and ends that.")
      .def("on_update", &LiveHolder::OnUpdate, py::arg("told"),
           "Calls told(snapshot, change) after each update, in the thread that made it; of this world it may call "
           "latest() only. What it raises goes to sys.unraisablehook. None: no longer.")
      .def(
          "latest", [](const LiveHolder& self) { return Snapshot{self.world().Latest()}; },
          "The newest complete state. Never waits.")
      .def(
          "changes_since",
          [](LiveHolder& self, uint64_t version) {
            return self.With([&](LiveWorld& world) { return world.ChangesSince(version); });
          },
          py::arg("version"),
          "All that changed from an older version to the newest; None if that was too many updates ago.")
      .def(
          "make_net",
          [](LiveHolder& self) { return Unwrap(self.With([](LiveWorld& world) { return world.MakeNet(); })); },
          "The net of the newest state, the same bytes as a bake of the world as it is now.")
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
          "The world of the newest state, with all obstacles that block.")
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
          "For people.");
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
  RunWithProgress(progress, [&](const ProgressFunction& told) {
    options.sample.progress = told;
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
  py::class_<Snapshot>(m, "Snapshot", "A state of a live world: complete, and it stays as it is.")
      .def_property_readonly(
          "version", [](const Snapshot& s) { return s.state->version; }, "Grows with every update.")
      .def_property_readonly(
          "navigator", [](const Snapshot& s) { return s.state->navigator; }, "Answers for this state.")
      .def_property_readonly(
          "regions", [](const Snapshot& s) { return s.state->regions; },
          "The world's cost regions, and what is unknown: for the regions of queries.")
      .def_property_readonly(
          "gate_ids", [](const Snapshot& s) { return s.state->gate_ids; }, "Of each of the navigator's gates.")
      .def(
          "__repr__",
          [](const Snapshot& s) { return "<navnet.Snapshot of version " + std::to_string(s.state->version) + ">"; },
          "For people.");
}

}  // namespace

void DeclareLive(py::module_& m) {
  BindId<ObstacleId>(m, "ObstacleId", "Names an obstacle of one live world; never used again for another one.",
                     [](ObstacleId id) { return id.value; });
  BindId<RegionId>(m, "RegionId", "Names a cost region of one live world; never used again for another one.",
                   [](RegionId id) { return id.value; });
  BindId<GateId>(m, "GateId", "Names a gate of one live world; never used again for another one.",
                 [](GateId id) { return id.value; });
  BindSnapshot(m);
  LiveClass(m, "LiveWorld",
            "A world that changes while agents move in it: edits are checked at once and take effect together with the "
            "next update, and the net follows. Any thread may call it.");
}

void BindLive(py::module_& m) {
  LiveClass type(m.attr("LiveWorld"));
  type.def(py::init(&Make), py::arg("world"), py::kw_only(), py::arg("voxel_m") = py::none(),
           py::arg("radii_m") = py::make_tuple(0.0), py::arg("keep") = "all", py::arg("bounds") = py::none(),
           py::arg("margin_m") = py::none(), py::arg("min_cell") = py::none(), py::arg("align") = "world",
           py::arg("walk") = py::none(), py::arg("links") = std::vector<GroundLink>{},
           py::arg("gates") = std::vector<Gate>{}, py::arg("spot_spacing_m") = 0.0,
           py::arg("memory_budget_bytes") = int64_t{4} << 30, py::arg("threads") = 0, py::arg("progress") = py::none(),
           "Samples and bakes a world; arguments as for navnet.bake. Voxel size and bounds stay as they are from here "
           "on: give bounds or a margin where obstacles shall come.")
      .def_static("unknown", &MakeUnknown, py::arg("bounds"), py::arg("voxel_m"), py::kw_only(), py::arg("up") = "z",
                  py::arg("unknown") = "blocked", py::arg("unknown_cost") = 3.0,
                  py::arg("radii_m") = py::make_tuple(0.0), py::arg("keep") = "all", py::arg("min_cell") = py::none(),
                  py::arg("walk") = py::none(), py::arg("threads") = 0,
                  "A world of which nothing is known yet, in bounds of shape (2, 3), in metres, of voxels of `voxel_m` "
                  "metres: feed it with explore. The unknown counts as 'blocked', or as free 'at_a_cost' of "
                  "`unknown_cost` times the length.");
  BindObstacles(type);
  BindUpdates(type);
  py::module_::import("atexit").attr("register")(py::cpp_function(&LiveHolder::StopAll));
}

}  // namespace navnet::python
