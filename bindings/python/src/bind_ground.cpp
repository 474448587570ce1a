// SPDX-License-Identifier: Apache-2.0
// The tables of the walkable ground as read-only views.

#include "records.h"
#include "types.h"

#include <cstdio>

namespace navnet::python {
namespace {

const GroundView& GroundOf(const py::object& self) { return self.cast<const GroundTables&>().get(); }

}  // namespace

void BindGround(py::module_& m) {
  py::class_<GroundTables>(
      m, "Ground",
      "The walkable ground. Arrays are read-only views of the net; points on the plan are in metres: "
      "(x, y) with z up, (z, x) with y up.")
      .def_property_readonly(
          "max_slope_deg", [](const GroundTables& g) { return g.get().max_slope_deg; }, "Maximum slope, in degrees.")
      .def_property_readonly(
          "step_m", [](const GroundTables& g) { return g.get().step_m; }, "Maximum step, in metres.")
      .def_property_readonly(
          "height_m", [](const GroundTables& g) { return g.get().height_m; }, "Headroom, in metres.")
      .def_property_readonly(
          "layer_count", [](const GroundTables& g) { return g.get().layer_count; }, "Number of layers.")
      .def_property_readonly(
          "component_count", [](const GroundTables& g) { return g.get().component_count; },
          "Number of connected components.")
      .def_property_readonly(
          "ring_count", [](const GroundTables& g) { return g.get().ring_count; }, "Number of boundary loops.")
      .def_property_readonly(
          "area_m2", [](const GroundTables& g) { return g.get().area_m2; }, "Area on the plan, in square metres.")
      .def_property_readonly(
          "corners", [](const py::object& self) { return View<double>(GroundOf(self).corners, self, {2}); },
          "Corners of patches, shape (N, 2), in metres.")
      .def_property_readonly(
          "patches",
          [](const py::object& self) {
            return Records(GroundOf(self).patches,
                           {{"first_corner", "u4", offsetof(GroundPatch, first_corner)},
                            {"corner_count", "u4", offsetof(GroundPatch, corner_count)},
                            {"layer", "u4", offsetof(GroundPatch, layer)},
                            {"base", "f8", offsetof(GroundPatch, base)},
                            {"slope_x", "f8", offsetof(GroundPatch, slope_x)},
                            {"slope_y", "f8", offsetof(GroundPatch, slope_y)}},
                           self);
          },
          "Convex polygons on the plan; height = base + slope_x * x + slope_y * y.")
      .def_property_readonly(
          "walls",
          [](const py::object& self) {
            return Records(GroundOf(self).walls,
                           {{"a", "(2,)f8", offsetof(GroundWall, a)},
                            {"b", "(2,)f8", offsetof(GroundWall, b)},
                            {"layer", "u4", offsetof(GroundWall, layer)},
                            {"ring", "u4", offsetof(GroundWall, ring)}},
                           self);
          },
          "Edges of the outlines, from a to b, with the walkable side on the left.")
      .def_property_readonly(
          "vertices",
          [](const py::object& self) {
            return Records(GroundOf(self).vertices,
                           {{"p", "(2,)f8", offsetof(GroundVertex, p)},
                            {"clearance_m", "f8", offsetof(GroundVertex, clearance_m)},
                            {"first_spoke", "u4", offsetof(GroundVertex, first_spoke)},
                            {"spoke_count", "u4", offsetof(GroundVertex, spoke_count)},
                            {"layer", "u4", offsetof(GroundVertex, layer)},
                            {"component", "u4", offsetof(GroundVertex, component)}},
                           self);
          },
          "Vertices of the medial axis.")
      .def_property_readonly(
          "edges",
          [](const py::object& self) {
            return Records(GroundOf(self).edges,
                           {{"from", "u4", offsetof(GroundEdge, from)},
                            {"to", "u4", offsetof(GroundEdge, to)},
                            {"first_bend", "u4", offsetof(GroundEdge, first_bend)},
                            {"bend_count", "u4", offsetof(GroundEdge, bend_count)},
                            {"length_m", "f8", offsetof(GroundEdge, length_m)},
                            {"min_clearance_m", "f8", offsetof(GroundEdge, min_clearance_m)}},
                           self);
          },
          "Edges of the medial axis: chains of bends between two vertices.")
      .def_property_readonly(
          "bends",
          [](const py::object& self) {
            return Records(GroundOf(self).bends,
                           {{"p", "(2,)f8", offsetof(GroundBend, p)},
                            {"left", "(2,)f8", offsetof(GroundBend, left)},
                            {"right", "(2,)f8", offsetof(GroundBend, right)},
                            {"layer", "u4", offsetof(GroundBend, layer)},
                            {"left_layer", "u4", offsetof(GroundBend, left_layer)},
                            {"right_layer", "u4", offsetof(GroundBend, right_layer)}},
                           self);
          },
          "Points of the medial axis, with their nearest obstacle points.")
      .def_property_readonly(
          "spokes", [](const py::object& self) { return View<uint32_t>(GroundOf(self).spokes, self); },
          "Edges that leave each vertex: 2 * edge along it, 2 * edge + 1 against it.")
      .def_property_readonly(
          "links",
          [](const py::object& self) {
            return Records(GroundOf(self).links,
                           {{"from", "(3,)f8", offsetof(GroundLink, from)},
                            {"to", "(3,)f8", offsetof(GroundLink, to)},
                            {"seconds", "f8", offsetof(GroundLink, seconds)},
                            {"kind", "u4", offsetof(GroundLink, kind)},
                            {"one_way", "u4", offsetof(GroundLink, one_way)}},
                           self);
          },
          "Links, in world coordinates; `kind` is a navnet.LinkKind. A link's number is its index here.")
      .def(
          "__repr__",
          [](const GroundTables& g) {
            char text[120];
            std::snprintf(text, sizeof text, "<navnet.Ground: %g m2, %u layers, %zu edges>", g.get().area_m2,
                          g.get().layer_count, g.get().edges.size());
            return std::string(text);
          },
          "Text for debugging.");
}

}  // namespace navnet::python
