// SPDX-License-Identifier: Apache-2.0
// Worlds: files, numpy arrays and generated ones; exact distances to them.

#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "interrupts.h"
#include "types.h"

#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <filesystem>

namespace navnet::python {
namespace {

PythonWorld FromTriangles(const py::object& vertices, const py::object& triangles, const py::object& up,
                          const std::string& name) {
  TriangleMesh mesh = MeshFrom(vertices, triangles);
  Check(Validate(MeshView(mesh)));
  return {{name, UpFrom(up), std::move(mesh)}};
}

PythonWorld FromVoxels(const py::object& blocked, double voxel_m, const py::object& origin, const py::object& up,
                       const std::string& name) {
  py::array given = AsNumbers(blocked, "blocked", "biu", "(X, Y, Z)");
  constexpr py::ssize_t kMost = py::ssize_t{1} << 19;
  if (given.ndim() != 3 || given.size() == 0) {
    throw py::value_error("blocked: expected an array of shape (X, Y, Z), none of them 0, got " + ShapeText(given));
  }
  VoxelArray array{{}, {}, PointFrom(origin, "origin"), voxel_m};
  for (int a = 0; a < 3; ++a) {
    if (given.shape(a) > kMost) throw py::value_error("blocked: expected at most 524288 voxels along each axis");
    array.size[a] = int32_t(given.shape(a));
  }
  const UpAxis axis = UpFrom(up);
  const py::array_t<bool, py::array::c_style | py::array::forcecast> voxels(std::move(given));
  array.blocked = {reinterpret_cast<const uint8_t*>(voxels.data()), size_t(voxels.size())};
  Result<World> world = Error{};
  {
    const Unlocked unlocked;
    world = WorldFromVoxels(array, axis, name);
  }
  return {Unwrap(std::move(world))};
}

PythonWorld Load(const std::filesystem::path& path, double scale, const py::object& up, const std::string& vdb_grid,
                 const py::object& vdb_threshold, const py::object& progress) {
  LoadOptions options;
  options.scale = scale;
  if (!up.is_none()) options.up = UpFrom(up);
  options.vdb_grid = vdb_grid;
  if (!vdb_threshold.is_none()) options.vdb_threshold = NumberFrom(vdb_threshold, "vdb_threshold");
  Result<World> world = Error{};
  RunWithProgress(progress, [&](const ProgressFunction& wrapped) {
    options.progress = wrapped;
    world = LoadWorld(path, options);
  });
  return {Unwrap(std::move(world))};
}

PythonWorld MakeProcedural(const std::string& kind, uint64_t seed, double size_m, int64_t triangles, double loops) {
  const std::optional<WorldKind> known = WorldKindFromName(kind);
  if (!known) throw py::value_error("kind: unknown world '" + kind + "'");
  ProceduralWorld made = Unwrap(
      MakeWorldWithPlaces({.kind = *known, .seed = seed, .size_m = size_m, .triangles = triangles, .loops = loops}));
  return {{kind, UpAxis::Z, std::move(made.mesh)}, std::move(made.places)};
}

PythonWorld MakeScene(const std::string& kind, uint64_t seed, int n, double loops) {
  const std::optional<GroundSceneKind> known = GroundSceneKindFromName(kind);
  if (!known) throw py::value_error("kind: unknown scene '" + kind + "'");
  GroundScene made = Unwrap(MakeGroundScene({.kind = *known, .seed = seed, .n = n, .loops = loops}));
  return {{kind, UpAxis::Z, std::move(made.mesh)}, std::move(made.places)};
}

// A world's vertices or triangles as an array that keeps the world alive; None if it has none.
template <class Number, class T>
py::object MeshArray(const py::object& self, std::vector<T> TriangleMesh::*values) {
  const TriangleMesh* mesh = self.cast<const PythonWorld&>().world.mesh();
  if (!mesh) return py::none();
  return View<Number>(std::span<const T>(mesh->*values), self, {3});
}

Box3 BoundsOf(const World& world) {
  return world.mesh() ? navnet::BoundsOf(*world.mesh()) : world.voxels()->frame().WorldBox(world.voxels()->bounds());
}

std::string ToText(const PythonWorld& self) {
  const World& world = self.world;
  return "<navnet.World '" + world.name + "', " +
         (world.mesh() ? std::to_string(world.mesh()->triangles.size()) + " triangles"
                       : std::to_string(world.voxels()->blocked_count()) + " blocked voxels") +
         ", " + UpText(world.up) + " up>";
}

void BindProbe(py::module_& m) {
  py::class_<ClearanceProbe>(m, "ClearanceProbe",
                             "Measures exact distances to a world's triangles or blocked voxels, for audits.")
      .def(py::init([](const PythonWorld& world, int64_t threads) {
             const int used = ThreadsFrom(threads);
             Result<ClearanceProbe> probe = Error{};
             {
               const Unlocked unlocked;
               probe = ClearanceProbe::Make(world.world, used);
             }
             return Unwrap(std::move(probe));
           }),
           py::arg("world"), py::kw_only(), py::arg("threads") = 0,
           "Indexes a world with this number of threads (0: all hardware threads).")
      .def(
          "clearance",
          [](const ClearanceProbe& self, const py::object& a, const py::object& b, double at_most) {
            if (!(at_most > 0)) throw py::value_error("at_most: expected a number above 0");
            const PointPairs pairs(a, b.is_none() ? a : b);
            return MapToNumbers(pairs.size(), pairs.is_one(),
                                [&](size_t i) { return self.SegmentClearance(pairs.A(i), pairs.B(i), at_most); });
          },
          py::arg("a"), py::arg("b") = py::none(), py::kw_only(),
          py::arg("at_most") = std::numeric_limits<double>::infinity(),
          "Distance in metres from points, or from the segments from `a` to `b`, to the nearest triangle or blocked "
          "voxel, clamped to `at_most`; 0 if they intersect. Shapes (3,) or (N, 3).");
}

}  // namespace

UpAxis UpFrom(py::handle value) { return EnumFrom<UpAxis>(value, "up", {"y", "z"}); }

void BindWorld(py::module_& m) {
  py::class_<PythonWorld>(m, "World", "A world to bake: triangles or voxels, in metres. Immutable.")
      .def(py::init(&FromTriangles), py::arg("vertices"), py::arg("triangles"), py::kw_only(), py::arg("up") = "z",
           py::arg("name") = "world",
           "From vertices of shape (N, 3), in metres, and triangles of shape (M, 3), indices of vertices. `up` is the "
           "axis "
           "against gravity, 'y' or 'z'.")
      .def_static("from_voxels", &FromVoxels, py::arg("blocked"), py::kw_only(), py::arg("voxel_m") = 1.0,
                  py::arg("origin") = py::make_tuple(0.0, 0.0, 0.0), py::arg("up") = "z", py::arg("name") = "voxels",
                  "From an occupancy grid of shape (X, Y, Z), true where blocked. The low corner of voxel (0, 0, 0) "
                  "lies at `origin`, in metres; voxels are `voxel_m` metres wide.")
      .def_property_readonly(
          "name", [](const PythonWorld& w) { return w.world.name; }, "Name used in messages.")
      .def_property_readonly(
          "up", [](const PythonWorld& w) { return UpText(w.world.up); }, "'y' or 'z'.")
      .def_property_readonly(
          "vertices", [](const py::object& self) { return MeshArray<double>(self, &TriangleMesh::vertices); },
          "A read-only view of shape (N, 3), in metres; None for a voxel world.")
      .def_property_readonly(
          "triangles", [](const py::object& self) { return MeshArray<uint32_t>(self, &TriangleMesh::triangles); },
          "A read-only view of shape (M, 3), indices of vertices; None for a voxel world.")
      .def_property_readonly(
          "bounds", [](const PythonWorld& w) { return BoxArray(BoundsOf(w.world)); },
          "The bounding box, shape (2, 3): low corner and high corner, in metres.")
      .def_property_readonly(
          "places",
          [](const py::object& self) {
            return View<double>(std::span<const Vec3>(self.cast<const PythonWorld&>().places), self, {3});
          },
          "Points in free space, shape (N, 3), in metres, of generated worlds; see navnet.worlds.")
      .def("__repr__", &ToText, "Text for debugging.");
  BindProbe(m);

  m.def("load_world", &Load, py::arg("path"), py::kw_only(), py::arg("scale") = 1.0, py::arg("up") = py::none(),
        py::arg("vdb_grid") = "", py::arg("vdb_threshold") = py::none(), py::arg("progress") = py::none(),
        "Loads a world from a file: OBJ, PLY, STL, glTF, COLLADA, .3dmap, .bt or .vdb. `scale` multiplies every "
        "coordinate (0.01 for a mesh in centimetres; range: 1e-9 to 1e9); `up` is 'y' or 'z', default: that of the "
        "file. progress: as for navnet.bake. Ctrl-C stops it, too.");
  m.def("_make_world", &MakeProcedural, py::arg("kind"), py::arg("seed"), py::arg("size_m"), py::arg("triangles"),
        py::arg("loops"), "See navnet.worlds.");
  m.def("_make_scene", &MakeScene, py::arg("kind"), py::arg("seed"), py::arg("n"), py::arg("loops"),
        "See navnet.worlds.");
}

}  // namespace navnet::python
