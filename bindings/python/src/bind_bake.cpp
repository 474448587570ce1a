// SPDX-License-Identifier: Apache-2.0
// The bake, and its options.

#include "interrupts.h"
#include "types.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace navnet::python {
namespace {

std::vector<double> RadiiFrom(const py::object& value) {
  py::array given = AsNumbers(value, "radii_m", "fiu", "(N,)");
  if (given.ndim() > 1 || given.size() == 0) {
    throw py::value_error("radii_m: expected one number or several, got an array of shape " + ShapeText(given));
  }
  const py::array_t<double, py::array::c_style | py::array::forcecast> radii(std::move(given));
  std::vector<double> out(radii.data(), radii.data() + radii.size());
  return out;
}

std::vector<Vec3> SeedsFrom(const py::object& value, const char* name) {
  if (value.is_none()) return {};
  const Points seeds = PointsFrom(value, name);
  return {seeds.points.begin(), seeds.points.end()};
}

WalkOptions WalkFrom(double max_slope_deg, double step_m, double height_m, double contour_error_m,
                     const py::object& seeds, double min_area_m2) {
  WalkOptions out;
  out.max_slope_deg = max_slope_deg;
  out.step_m = step_m;
  out.height_m = height_m;
  out.contour_error_m = contour_error_m;
  out.seeds_world = SeedsFrom(seeds, "seeds");
  out.min_area_m2 = min_area_m2;
  Check(Validate(out));
  return out;
}

GroundLink LinkFrom(const py::object& start, const py::object& end, const py::object& kind, double seconds,
                    bool one_way) {
  return {PointFrom(start, "start"), PointFrom(end, "end"), InRange(seconds, ranges::kSeconds, "seconds"),
          EnumFrom<LinkKind>(kind, "kind", {"spot", "jump", "drop", "ladder", "door"}), one_way ? 1u : 0u};
}

Gate GateFrom(const py::object& start, const py::object& end, double seconds, double radius_m, bool one_way,
              bool closed) {
  return {PointFrom(start, "start"),
          PointFrom(end, "end"),
          InRange(seconds, ranges::kSeconds, "seconds"),
          InRange(radius_m, ranges::kLength_m, "radius_m"),
          one_way ? 1u : 0u,
          closed ? 1u : 0u};
}

Net BakeWorld(const PythonWorld& world, const py::object& voxel_m, const py::object& radii_m, const py::object& keep,
              const py::object& bounds, const py::object& margin_m, const py::object& seeds, const py::object& min_cell,
              const py::object& align, const py::object& walk, const std::vector<GroundLink>& links,
              const std::vector<Gate>& gates, double spot_spacing_m, bool with_world, int64_t memory_budget_bytes,
              int64_t threads, const py::object& progress) {
  BakeOptions options = BakeOptionsFrom(voxel_m, radii_m, keep, bounds, margin_m, seeds, min_cell, align, walk, links,
                                        gates, spot_spacing_m, memory_budget_bytes, threads);
  options.with_world = with_world;
  Result<Baked> baked = Error{};
  RunWithProgress(progress, [&](const ProgressFunction& wrapped) {
    options.sample.progress = wrapped;
    baked = Bake(world.world, options);
  });
  return Unwrap(std::move(baked)).net;
}

}  // namespace

BakeOptions BakeOptionsFrom(const py::object& voxel_m, const py::object& radii_m, const py::object& keep,
                            const py::object& bounds, const py::object& margin_m, const py::object& seeds,
                            const py::object& min_cell, const py::object& align, const py::object& walk,
                            const std::vector<GroundLink>& links, const std::vector<Gate>& gates, double spot_spacing_m,
                            int64_t memory_budget_bytes, int64_t threads) {
  BakeOptions out;
  if (!voxel_m.is_none()) out.sample.voxel_m = NumberFrom(voxel_m, "voxel_m");
  out.sample.radii_m = RadiiFrom(radii_m);
  out.keep = EnumFrom<Keep>(keep, "keep", {"all", "outside", "largest", "seeds"});
  out.sample.bounds_world = OptionalBoxFrom(bounds, "bounds");
  if (!margin_m.is_none()) out.sample.margin_m = NumberFrom(margin_m, "margin_m");
  out.sample.seeds_world = SeedsFrom(seeds, "seeds");
  if (!min_cell.is_none()) out.min_cell = int(std::clamp<int64_t>(WholeFrom(min_cell, "min_cell"), -1, 1 << 20));
  out.align = EnumFrom<Align>(align, "align", {"world", "auto"});
  if (!walk.is_none()) {
    if (!py::isinstance<WalkOptions>(walk)) {
      throw py::type_error("walk: expected navnet.WalkOptions or None, got " + std::string(py::repr(walk)));
    }
    out.walk = walk.cast<WalkOptions>();
  }
  out.links = links;
  out.gates = gates;
  out.spot_spacing_m = spot_spacing_m;
  if (memory_budget_bytes <= 0) throw py::value_error("memory_budget_bytes: expected more than 0");
  out.sample.memory_budget_bytes = size_t(memory_budget_bytes);
  out.sample.threads = ThreadsFrom(threads);
  Check(Validate(out));
  return out;
}

void BindBake(py::module_& m) {
  py::class_<WalkOptions>(m, "WalkOptions", "Definition of walkable ground, which serves agents of every radius.")
      .def(py::init(&WalkFrom), py::kw_only(), py::arg("max_slope_deg") = 45.0, py::arg("step_m") = 0.3,
           py::arg("height_m") = 1.8, py::arg("contour_error_m") = 0.02, py::arg("seeds") = py::none(),
           py::arg("min_area_m2") = 0.05,
           "Maximum slope in degrees (0 to 80); maximum step up or down, in metres; headroom, in metres; maximum error "
           "of "
           "simplified outlines, in metres (0 to 1). seeds, shape (N, 3): only ground that can be walked to from one "
           "of them "
           "is kept. min_area_m2: without seeds, smaller components are left out, in square metres.")
      .def_readonly("max_slope_deg", &WalkOptions::max_slope_deg, "Maximum slope, in degrees.")
      .def_readonly("step_m", &WalkOptions::step_m, "Maximum step, in metres.")
      .def_readonly("height_m", &WalkOptions::height_m, "Headroom, in metres.")
      .def_readonly("contour_error_m", &WalkOptions::contour_error_m,
                    "Maximum error of simplified outlines, in metres.")
      .def_property_readonly(
          "seeds", [](const WalkOptions& o) { return TakePoints(o.seeds_world); }, "Shape (N, 3), in metres.")
      .def_readonly("min_area_m2", &WalkOptions::min_area_m2, "Minimum area of a component, in square metres.");

  py::class_<GroundLink>(m, "GroundLink",
                         "A connection between two places on the ground that is not walked, such as a ladder.")
      .def(py::init(&LinkFrom), py::arg("start"), py::arg("end"), py::kw_only(), py::arg("kind") = "jump",
           py::arg("seconds") = 0.0, py::arg("one_way") = false,
           "Connects two points on the ground, in metres. `kind` is 'spot' (to take off and land; start equals end), "
           "'jump', 'drop', 'ladder' or 'door'; `seconds` is its duration.")
      .def_property_readonly(
          "start", [](const GroundLink& l) { return PointArray(l.from); }, "In metres.")
      .def_property_readonly(
          "end", [](const GroundLink& l) { return PointArray(l.to); }, "In metres.")
      .def_property_readonly(
          "kind", [](const GroundLink& l) { return EnumObject("LinkKind", int(l.kind)); }, "A navnet.LinkKind.")
      .def_readonly("seconds", &GroundLink::seconds, "Duration.")
      .def_property_readonly(
          "one_way", [](const GroundLink& l) { return l.one_way != 0; }, "Whether it leads from start to end only.");

  py::class_<Gate>(m, "Gate", "A link in the air: a jump gate, an airlock or a tube between two free points.")
      .def(py::init(&GateFrom), py::arg("start"), py::arg("end"), py::kw_only(), py::arg("seconds") = 0.0,
           py::arg("radius_m") = 0.0, py::arg("one_way") = false, py::arg("closed") = false,
           "Between two points in the air, in metres. `seconds` is what it takes, `radius_m` the radius of the largest "
           "agents that fit through it, 0: any; nobody passes while it is closed.")
      .def_property_readonly(
          "start", [](const Gate& g) { return PointArray(g.from); }, "In metres.")
      .def_property_readonly(
          "end", [](const Gate& g) { return PointArray(g.to); }, "In metres.")
      .def_readonly("seconds", &Gate::seconds, "What it takes.")
      .def_readonly("radius_m", &Gate::radius_m, "Of the largest agents that fit, in metres; 0: any.")
      .def_property_readonly(
          "one_way", [](const Gate& g) { return g.one_way != 0; }, "Whether it leads from start to end only.")
      .def_property_readonly(
          "closed", [](const Gate& g) { return g.is_closed != 0; }, "Whether nobody passes.")
      .def(
          "__eq__",
          [](const Gate& self, const py::object& other) {
            return py::isinstance<Gate>(other) && self == other.cast<const Gate&>();
          },
          py::arg("other"), "Whether both are the same.")
      .def(
          "__hash__",
          [](const Gate& self) { return std::hash<double>()(self.from.x) ^ std::hash<double>()(self.to.y); },
          "For sets.");

  m.def("bake", &BakeWorld, py::arg("world"), py::kw_only(), py::arg("voxel_m") = py::none(),
        py::arg("radii_m") = py::make_tuple(0.0), py::arg("keep") = "all", py::arg("bounds") = py::none(),
        py::arg("margin_m") = py::none(), py::arg("seeds") = py::none(), py::arg("min_cell") = py::none(),
        py::arg("align") = "world", py::arg("walk") = py::none(), py::arg("links") = std::vector<GroundLink>{},
        py::arg("gates") = std::vector<Gate>{}, py::arg("spot_spacing_m") = 0.0, py::arg("with_world") = false,
        py::arg("memory_budget_bytes") = int64_t{4} << 30, py::arg("threads") = 0, py::arg("progress") = py::none(),
        "Bakes a world into a net.\n\n"
        "voxel_m: edge of a voxel in metres; None: chosen from the radii and the world's detail.\n"
        "radii_m: radii of agents in metres, one clearance level each.\n"
        "keep: free space to keep: 'all', 'outside', 'largest' (component) or 'seeds'.\n"
        "bounds: the part of the world to bake, shape (2, 3), low corner and high corner, in metres.\n"
        "margin_m: free space kept around the world, in metres. seeds: points, shape (N, 3), for keep='seeds'.\n"
        "min_cell: cells thinner than this many voxels are left out where no passage is lost.\n"
        "align: 'world', or 'auto' to rotate the grid along the world's walls.\n"
        "gates: list of navnet.Gate, links in the air.\n"
        "walk: a navnet.WalkOptions to compute walkable ground. links: list of navnet.GroundLink. spot_spacing_m:\n"
        "distance between places to take off and land, in metres; 0: about two thousand of them.\n"
        "with_world: also store the triangles, for navnet.RoomMaker.\n"
        "memory_budget_bytes: a bake that needs more is refused. threads: 0 means all hardware threads; does not\n"
        "affect the result. progress: called as progress(stage, done), done from 0 to 1; if it returns False, the\n"
        "bake stops with navnet.CancelledError. Ctrl-C stops it, too.");
}

}  // namespace navnet::python
