// SPDX-License-Identifier: Apache-2.0
// Worlds that are not known in advance: maps built from depth scans.

#include <navnet/voxel/explored_map.h>

#include "live_world.h"
#include "types.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace navnet::python {
namespace {

// Grid-aligned bounding box of all voxels that intersect the interior of a box.
VoxelBox VoxelsIn(const GridFrame& frame, const Box3& box) {
  VoxelBox out;
  Box3 grid;
  for (int i = 0; i < 8; ++i) {
    grid.Extend(frame.ToVoxelSpace(
        {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z}));
  }
  constexpr double kFar = 1 << 30;
  for (int a = 0; a < 3; ++a) {
    out.lo[a] = int32_t(std::clamp(std::floor(grid.min[a]), -kFar, kFar));
    out.hi[a] = int32_t(std::clamp(std::ceil(grid.max[a]), -kFar, kFar));
  }
  return out;
}

std::unique_ptr<LockedMap> MakeMap(const LiveHolder& live, double hit_log_odds, double miss_log_odds,
                                   double min_log_odds, double max_log_odds, double occupied_log_odds,
                                   double max_range_m, int64_t memory_limit_bytes, int64_t threads) {
  ExploredMapOptions options;
  options.hit_log_odds = hit_log_odds;
  options.miss_log_odds = miss_log_odds;
  options.min_log_odds = min_log_odds;
  options.max_log_odds = max_log_odds;
  options.occupied_log_odds = occupied_log_odds;
  options.max_range_m = max_range_m;
  options.threads = ThreadsFrom(threads);
  if (memory_limit_bytes <= 0) throw py::value_error("memory_limit_bytes: expected more than 0");
  options.memory_limit_bytes = size_t(memory_limit_bytes);
  return std::make_unique<LockedMap>(Unwrap(ExploredMap::Make(live.world().frame(), live.world().bounds(), options)));
}

py::object StateAt(LockedMap& self, const py::object& p) {
  const Points points = OneOrManyFrom(p, "p");
  constexpr double kFar = 1 << 30;
  std::vector<uint8_t> out = self.With([&](const ExploredMap& map) {
    std::vector<uint8_t> states;
    for (const Vec3& point : points.points) {
      const Vec3 v = map.frame().ToVoxelSpace(point);
      const bool is_near = std::abs(v.x) < kFar && std::abs(v.y) < kFar && std::abs(v.z) < kFar;
      states.push_back(uint8_t(is_near ? map.StateAt(map.frame().VoxelAt(point)) : VoxelState::Unknown));
    }
    return states;
  });
  if (points.is_one) return EnumObject("VoxelState", out[0]);
  return TakeOver<uint8_t>(std::move(out));
}

// Exposes a counter of a map.
template <class T>
auto Count(T (ExploredMap::*count)() const) {
  return [count](LockedMap& self) { return self.With([&](const ExploredMap& map) { return (map.*count)(); }); };
}

}  // namespace

void BindExplore(py::module_& m) {
  py::class_<LockedMap>(
      m, "ExploredMap",
      "Occupied, free and unknown voxels, learned from depth scans and OctoMap updates with OctoMap's "
      "sensor model. One thread at a time.")
      .def(py::init(&MakeMap), py::arg("live"), py::kw_only(), py::arg("hit_log_odds") = 0.85,
           py::arg("miss_log_odds") = -0.4, py::arg("min_log_odds") = -2.0, py::arg("max_log_odds") = 3.5,
           py::arg("occupied_log_odds") = 0.0, py::arg("max_range_m") = 10.0,
           py::arg("memory_limit_bytes") = int64_t{4} << 30, py::arg("threads") = 0,
           "A map over the bounds of LiveWorld.unknown, initially all unknown. Log-odds as in OctoMap; rays to points "
           "farther "
           "than `max_range_m` metres clear voxels, but mark none as occupied.")
      .def(
          "insert",
          [](LockedMap& self, const py::object& origin, const py::object& points, const py::object& clear) {
            const Vec3 from = PointFrom(origin, "origin");
            const Points seen = PointsFrom(points, "points");
            const Points open = clear.is_none() ? Points{} : PointsFrom(clear, "clear");
            Check(self.With([&](ExploredMap& map) { return map.Insert({from, seen.points, open.points}); }));
          },
          py::arg("origin"), py::arg("points"), py::arg("clear") = py::none(),
          "Inserts a scan: the sensor's position, shape (3,), the points it sees, shape (N, 3), in metres in the "
          "world, and "
          "the directions in which it sees nothing within range, shape (K, 3).")
      .def(
          "insert_octomap",
          [](LockedMap& self, const py::bytes& data) {
            const std::string_view bytes(data);
            Check(self.With([&](ExploredMap& map) { return map.InsertOctomap(bytes); }));
          },
          py::arg("data"), "Inserts a binary OctoMap (bytes of a .bt file) of the same voxel size.")
      .def(
          "set_box",
          [](LockedMap& self, const py::object& box, const py::object& state) {
            const auto set = EnumFrom<VoxelState>(state, "state", {"unknown", "free", "occupied"});
            const Box3 world = BoxFrom(box, "box");
            Check(self.With([&](ExploredMap& map) { return map.SetBox(VoxelsIn(map.frame(), world), set); }));
          },
          py::arg("box"), py::arg("state"),
          "Sets all voxels that intersect the interior of a box, shape (2, 3), in metres, to 'unknown', 'free' or "
          "'occupied'.")
      .def("state_at", &StateAt, py::arg("p"),
           "A navnet.VoxelState for a point, shape (3,), or values of it for many, shape (N, 3), in metres.")
      .def_property_readonly("occupied_count", Count(&ExploredMap::occupied_count), "Voxels.")
      .def_property_readonly("free_count", Count(&ExploredMap::free_count), "Voxels.")
      .def_property_readonly("unknown_count", Count(&ExploredMap::unknown_count), "Voxels.")
      .def_property_readonly("memory_bytes", Count(&ExploredMap::memory_bytes), "Memory of the map.")
      .def(
          "__repr__",
          [](LockedMap& self) {
            return self.With([](const ExploredMap& map) {
              return "<navnet.ExploredMap: " + std::to_string(map.occupied_count()) + " voxels occupied, " +
                     std::to_string(map.free_count()) + " free, " + std::to_string(map.unknown_count()) + " unknown>";
            });
          },
          "Text for debugging.");
}

}  // namespace navnet::python
