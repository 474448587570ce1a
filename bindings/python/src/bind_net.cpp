// SPDX-License-Identifier: Apache-2.0
// Nets: files and bytes, levels and ground as read-only views.

#include <navnet/net/net_file.h>
#include <navnet/net/net_quality.h>

#include "records.h"
#include "types.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <cstring>
#include <new>
#include <numbers>

namespace navnet::python {
namespace {

constexpr std::align_val_t kImageAlignment{64};

// A level of a net; keeps the net alive for its views.
struct Level {
  Net net;
  size_t index = 0;

  const NetLevel& get() const { return net.levels()[index]; }
};

Net FromBytes(const py::bytes& data) {
  const auto bytes = std::string_view(data);
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(bytes.size() + 1, kImageAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kImageAlignment); });
  std::memcpy(image.get(), bytes.data(), bytes.size());
  Result<Net> net = Error{};
  {
    const Unlocked unlocked;
    net = Net::FromImage(std::move(image), bytes.size());
  }
  return Unwrap(std::move(net));
}

py::bytes ToBytes(const Net& net) { return {reinterpret_cast<const char*>(net.image().data()), net.image().size()}; }

Net Load(const std::filesystem::path& path, bool mapped) {
  Result<Net> net = Error{};
  {
    const Unlocked unlocked;
    net = LoadNet(path, mapped ? NetLoading::Map : NetLoading::Read);
  }
  return Unwrap(std::move(net));
}

size_t Save(const Net& net, const std::filesystem::path& path) {
  Result<uint64_t> bytes = Error{};
  {
    const Unlocked unlocked;
    bytes = SaveNet(path, net);
  }
  return size_t(Unwrap(std::move(bytes)));
}

std::string ToText(const Net& net) {
  std::string text = "<navnet.Net";
  for (const NetLevel& level : net.levels()) {
    char part[80];
    std::snprintf(part, sizeof part, "%s radius %g m: %zu cells", &level == net.levels().data() ? "" : ",",
                  level.radius_m, level.cells.size());
    text += part;
  }
  if (!net.ground().IsEmpty()) text += ", ground of " + std::to_string(net.ground().edges.size()) + " edges";
  char rest[80];
  std::snprintf(rest, sizeof rest, ", voxels of %g m, %zu bytes>", net.info().frame.voxel_m, net.image().size());
  return text + rest;
}

std::vector<size_t> ListOf(const BoxesBySide& counts) { return {counts.begin(), counts.end()}; }

template <class Number, class T>
auto LevelView(std::span<const T> NetLevel::*values, Shape inner = {}) {
  return [values, inner](const py::object& self) {
    return View<Number>(self.cast<const Level&>().get().*values, self, inner);
  };
}

void BindInfo(py::module_& m) {
  py::class_<NetInfo>(m, "NetInfo", "Frame, bounds and bake options of a net.")
      .def_property_readonly(
          "voxel_m", [](const NetInfo& i) { return i.frame.voxel_m; }, "Edge of a voxel, in metres.")
      .def_property_readonly(
          "origin", [](const NetInfo& i) { return PointArray(i.frame.origin_world); },
          "The low corner of voxel (0, 0, 0), in metres.")
      .def_property_readonly(
          "turn_deg",
          [](const NetInfo& i) { return std::atan2(i.frame.turn.sin, i.frame.turn.cos) * 180 / std::numbers::pi; },
          "Rotation of the grid about the up axis, in degrees.")
      .def_property_readonly(
          "bounds", [](const NetInfo& i) { return BoxArray(i.frame.WorldBox(i.bounds)); },
          "The baked box, shape (2, 3), in metres.")
      .def_property_readonly(
          "bounds_voxels", [](const NetInfo& i) { return VoxelBoxArray(i.bounds); },
          "The same in voxels; the high corner is exclusive.")
      .def_property_readonly(
          "up", [](const NetInfo& i) { return UpText(i.up); }, "'y' or 'z'.")
      .def_property_readonly(
          "keep",
          [](const NetInfo& i) {
            constexpr const char* kWords[]{"all", "outside", "largest", "seeds"};
            return kWords[size_t(i.keep)];
          },
          "Free space kept: 'all', 'outside', 'largest' or 'seeds'.")
      .def_readonly("min_cell", &NetInfo::min_cell, "Thinner cells, in voxels, were left out where no passage is lost.")
      .def_readonly("source_hash", &NetInfo::source_hash,
                    "Hash of the sampled grids: equal worlds and options give equal hashes.")
      .def(
          "to_world",
          [](const NetInfo& i, const py::object& voxels) {
            const Points p = OneOrManyFrom(voxels, "voxels");
            return MapToPoints(p.size(), p.is_one, [&](size_t k) { return i.frame.ToWorld(p[k]); });
          },
          py::arg("voxels"), "Converts from units of voxels to world coordinates in metres. Shapes (3,) or (N, 3).")
      .def(
          "to_voxels",
          [](const NetInfo& i, const py::object& points) {
            const Points p = OneOrManyFrom(points, "points");
            return MapToPoints(p.size(), p.is_one, [&](size_t k) { return i.frame.ToVoxelSpace(p[k]); });
          },
          py::arg("points"),
          "Converts from metres to units of voxels; rounded down, these are the voxel's coordinates.")
      .def(
          "__repr__",
          [](const NetInfo& i) {
            char text[120];
            std::snprintf(text, sizeof text, "<navnet.NetInfo: voxels of %g m, %lld x %lld x %lld, %s up>",
                          i.frame.voxel_m, static_cast<long long>(i.bounds.Size(0)),
                          static_cast<long long>(i.bounds.Size(1)), static_cast<long long>(i.bounds.Size(2)),
                          UpText(i.up));
            return std::string(text);
          },
          "Text for debugging.");
}

void BindLevel(py::module_& m) {
  py::class_<LevelQuality>(m, "LevelQuality", "Quality measures of a level.")
      .def_readonly("coverage", &LevelQuality::coverage, "Fraction of the free voxels that is in cells, 0 to 1.")
      .def_readonly("free_m3", &LevelQuality::free_m3, "Volume of the cells, in cubic metres.")
      .def_readonly("left_out_m3", &LevelQuality::left_out_m3, "Free volume in no cell, in cubic metres.")
      .def_property_readonly(
          "cells", [](const LevelQuality& q) { return ListOf(q.cells); },
          "Cells by shortest side: entry k counts 2**k up to 2**(k + 1) - 1 voxels.")
      .def_property_readonly(
          "volumes", [](const LevelQuality& q) { return ListOf(q.volumes); }, "The same for NavVolumes.")
      .def_readonly("cell_voxels", &LevelQuality::cell_voxels, "Mean number of voxels per cell.")
      .def_readonly("volume_voxels", &LevelQuality::volume_voxels, "Mean number of voxels per NavVolume.")
      .def_readonly("degree_mean", &LevelQuality::degree_mean, "Mean number of contacts per cell.")
      .def_readonly("degree_max", &LevelQuality::degree_max, "Maximum number of contacts of a cell.")
      .def_readonly("bytes_per_cell", &LevelQuality::bytes_per_cell, "Size of all arrays per cell, contacts included.")
      .def_readonly("sealed_components", &LevelQuality::sealed_components, "Number of components, without the largest.")
      .def_readonly("sealed_cells", &LevelQuality::sealed_cells, "Number of cells in them.")
      .def_readonly("sealed_voxels", &LevelQuality::sealed_voxels, "Number of voxels in them.");

  py::class_<Level>(m, "Level",
                    "A clearance level: free space for agents up to one radius. Arrays are read-only views of the net.")
      .def_property_readonly(
          "radius_m", [](const Level& l) { return l.get().radius_m; }, "In metres.")
      .def_property_readonly(
          "voxels_free", [](const Level& l) { return l.get().voxels_free; }, "Number of voxels in cells.")
      .def_property_readonly(
          "voxels_left_out", [](const Level& l) { return l.get().voxels_left_out; },
          "Number of free voxels in no cell.")
      .def_property_readonly(
          "voxels_blocked", [](const Level& l) { return l.get().voxels_blocked; },
          "Number of other voxels of the bounds.")
      .def_property_readonly(
          "component_count", [](const Level& l) { return l.get().component_count; }, "Number of connected components.")
      .def_property_readonly(
          "contact_count", [](const Level& l) { return l.get().contact_count(); },
          "Number of contacts: pairs of cells that share a face.")
      .def_property_readonly("cells", LevelView<int32_t>(&NetLevel::cells, {2, 3}),
                             "Disjoint boxes of free voxels, shape (N, 2, 3): low voxel, and high voxel, which is "
                             "exclusive.")
      .def_property_readonly("volumes", LevelView<int32_t>(&NetLevel::volumes, {2, 3}),
                             "The NavVolume of each cell, shape (N, 2, 3).")
      .def_property_readonly("components", LevelView<uint32_t>(&NetLevel::components),
                             "Component of each cell, shape (N,).")
      .def_property_readonly("first_neighbour", LevelView<uint32_t>(&NetLevel::first_neighbour),
                             "Index of each cell's first neighbour, and the total number, shape (N + 1,).")
      .def_property_readonly("neighbours", LevelView<uint32_t>(&NetLevel::neighbours, {2}),
                             "Neighbouring cell and number of the contact, shape (L, 2), grouped by cell.")
      .def_property_readonly(
          "blocks",
          [](const py::object& self) {
            return Records(self.cast<const Level&>().get().blocks,
                           {{"origin", "(3,)i4", offsetof(NetBlock, origin)},
                            {"size", "i4", offsetof(NetBlock, size)},
                            {"first_cell", "u4", offsetof(NetBlock, first_cell)},
                            {"cell_count", "u4", offsetof(NetBlock, cell_count)}},
                           self);
          },
          "Cubes of voxels whose cells are consecutive: records of origin, size, first_cell, cell_count.")
      .def(
          "quality", [](const Level& l) { return MeasureQuality(l.get(), l.net.info().frame.voxel_m); },
          "Quality measures, in linear time.")
      .def(
          "__repr__",
          [](const Level& l) {
            char text[120];
            std::snprintf(text, sizeof text, "<navnet.Level: radius %g m, %zu cells, %zu contacts>", l.get().radius_m,
                          l.get().cells.size(), l.get().contact_count());
            return std::string(text);
          },
          "Text for debugging.");
}

}  // namespace

void BindNet(py::module_& m) {
  BindInfo(m);
  BindLevel(m);
  py::class_<Net>(m, "Net", "A baked world, with everything that queries need. Immutable.")
      .def_static(
          "load", &Load, py::arg("path"), py::kw_only(), py::arg("mapped") = false,
          "Loads and checks a file. `mapped`: maps the file into memory, shared between processes; it must not be "
          "changed in place while in use.")
      .def("save", &Save, py::arg("path"), "Writes a file atomically; returns its size in bytes.")
      .def_static("from_bytes", &FromBytes, py::arg("data"),
                  "Makes a net from the result of to_bytes; checks it like a file.")
      .def("to_bytes", &ToBytes, "The bytes of the file.")
      .def_property_readonly("info", &Net::info, "Frame, bounds and bake options.")
      .def_property_readonly(
          "levels",
          [](const Net& net) {
            std::vector<Level> levels;
            for (size_t i = 0; i < net.levels().size(); ++i) levels.push_back({net, i});
            return levels;
          },
          "Clearance levels, ascending by radius.")
      .def(
          "level_for",
          [](const Net& net, double radius_m) -> std::optional<Level> {
            const NetLevel* level = net.LevelFor(RadiusFrom(radius_m));
            if (!level) return std::nullopt;
            return Level{net, size_t(level - net.levels().data())};
          },
          py::arg("radius_m"), "The level with the smallest sufficient radius; None if the agent is too large.")
      .def_property_readonly(
          "ground",
          [](const Net& net) { return net.ground().IsEmpty() ? std::nullopt : std::optional(GroundTables{net}); },
          "The walkable ground, or None.")
      .def_property_readonly(
          "nbytes", [](const Net& net) { return net.image().size(); }, "Size in bytes.")
      .def("__repr__", &ToText, "Text for debugging.")
      .def(py::pickle(&ToBytes, &FromBytes));
}

double RadiusFrom(double radius_m) { return InRange(radius_m, ranges::kLength_m, "radius_m"); }

}  // namespace navnet::python
