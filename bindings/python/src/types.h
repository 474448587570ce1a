// SPDX-License-Identifier: Apache-2.0
#pragma once
// Types shared by several parts of the module, and the functions that bind the parts.

#include <navnet/bake.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/travel.h>

#include "arrays.h"
#include "errors.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace navnet::python {

/// A world, and points in its free space if its generator provides some.
struct PythonWorld {
  World world;
  std::vector<Vec3> places = {};
};

/// The ground of a net; keeps the net alive for its views.
struct GroundTables {
  Net net;

  const GroundView& get() const { return net.ground(); }
};

/// A walker and the data that it refers to.
struct GroundWalker {
  Navigator navigator;

  const Walker& operator*() const { return *navigator.walker(); }
  const Walker* operator->() const { return navigator.walker(); }
};

/// A value guarded by a mutex; its calls run without the interpreter's lock.
template <class T>
class Locked {
 public:
  template <class... Args>
  explicit Locked(Args&&... args) : value_(std::forward<Args>(args)...) {}

  /// Releases the interpreter's lock before it waits for the mutex, so that no waiting thread holds it.
  template <class Run>
  auto With(const Run& run) {
    const Unlocked unlocked;
    return Hold(run);
  }
  /// The same for callers that have already released the interpreter's lock.
  template <class Run>
  auto Hold(const Run& run) {
    const std::lock_guard lock(mutex_);
    return run(value_);
  }

 private:
  T value_;
  std::mutex mutex_;
};

/// Raises an error if the radius is negative or not finite.
double RadiusFrom(double radius_m);

UpAxis UpFrom(py::handle value);
inline const char* UpText(UpAxis up) { return up == UpAxis::Y ? "y" : "z"; }

/// Makes the bake options from the arguments common to all functions that bake.
BakeOptions BakeOptionsFrom(const py::object& voxel_m, const py::object& radii_m, const py::object& keep,
                            const py::object& bounds, const py::object& margin_m, const py::object& seeds,
                            const py::object& min_cell, const py::object& align, const py::object& walk,
                            const std::vector<GroundLink>& links, const std::vector<Gate>& gates, double spot_spacing_m,
                            int64_t memory_budget_bytes, int64_t threads);

AvoidanceOptions AvoidanceFrom(double horizon_s, int64_t max_neighbours, double neighbour_m);

/// Binds an id type with equality, hash and repr.
template <class Id, class Number>
py::class_<Id> BindId(py::module_& m, const char* name, const char* doc, const Number& number_of) {
  return py::class_<Id>(m, name, doc)
      .def(
          "__eq__",
          [](const Id& self, const py::object& other) {
            return py::isinstance<Id>(other) && self == other.cast<const Id&>();
          },
          py::arg("other"), "Whether both ids are equal.")
      .def(
          "__hash__", [number_of](const Id& self) { return std::hash<uint64_t>()(number_of(self)); },
          "Hash, for sets and dictionaries.")
      .def(
          "__repr__",
          [number_of, name](const Id& self) {
            return "<navnet." + std::string(name) + " " + std::to_string(number_of(self)) + ">";
          },
          "Text for debugging.");
}

// The parts of the module. module.cpp calls them in an order in which each finds the types that it needs.
void BindWorld(py::module_& m);
void BindBake(py::module_& m);
void BindGround(py::module_& m);
void BindNet(py::module_& m);
void BindFlight(py::module_& m);
void BindRooms(py::module_& m);
void BindTrajectory(py::module_& m);
void BindPlan(py::module_& m);
void BindInFlight(py::module_& m);
void BindWalk(py::module_& m);
void BindTravel(py::module_& m);
void BindRepair(py::module_& m);
void BindAgents(py::module_& m);
void BindCrowd(py::module_& m);
/// Declares the live world type, because explored maps and live worlds refer to each other.
void DeclareLive(py::module_& m);
void BindExplore(py::module_& m);
void BindLive(py::module_& m);

}  // namespace navnet::python
