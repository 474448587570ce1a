// SPDX-License-Identifier: Apache-2.0
// Trajectories as values: samples, peaks, parts, stops and distances.

#include "trajectories.h"
#include "types.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace navnet::python {
namespace {

constexpr Range kTime_s = {-1e12, 1e12};
constexpr double kMostSamples = 1e7;

struct Samples {
  std::vector<double> times_s;
  std::vector<Vec3> positions, velocities, accelerations, jerks;
  std::optional<YawSamples> yaw;
};

// The trajectory, or an error where planning found none.
const Trajectory& Known(const PythonTrajectory& self) {
  if (!self.get().empty()) return self.get();
  throw py::value_error(std::string("there is no trajectory: its status is ") + ToString(self.planned.status));
}

std::vector<double> TimesAt(const Trajectory& trajectory, double rate_hz) {
  InRange(rate_hz, {1e-3, 1e6}, "rate_hz");
  const double count = std::max(1.0, std::ceil(trajectory.duration_s() * rate_hz));
  if (count > kMostSamples) {
    throw py::value_error("rate_hz: this many samples a second are " + std::to_string(count) +
                          " in all; expected at most 1e7, give a lower rate");
  }
  std::vector<double> times_s;
  times_s.reserve(size_t(count) + 1);
  for (double i = 0; i < count; ++i) times_s.push_back(i / rate_hz);
  times_s.push_back(trajectory.duration_s());
  return times_s;
}

Samples SamplesOf(const PythonTrajectory& self, const py::object& times_s, const py::object& rate_hz,
                  const YawProfile* yaw) {
  const Trajectory& trajectory = Known(self);
  if (times_s.is_none() == rate_hz.is_none()) throw py::type_error("times_s, rate_hz: give exactly one of them");
  Samples out;
  out.times_s = times_s.is_none() ? TimesAt(trajectory, NumberFrom(rate_hz, "rate_hz")) : TimesFrom(times_s, "times_s");
  const Unlocked unlocked;
  for (auto* values : {&out.positions, &out.velocities, &out.accelerations, &out.jerks}) {
    values->resize(out.times_s.size());
  }
  trajectory.Sample(out.times_s, {out.positions, out.velocities, out.accelerations, out.jerks});
  if (yaw) out.yaw.emplace(*yaw, out.times_s);
  return out;
}

// The same with other pieces, of which no bound is known.
PythonTrajectory With(const PythonTrajectory& self, Trajectory trajectory) {
  PythonTrajectory out{{}, self.limits, self.rooms};
  out.planned.status = self.planned.status;
  out.planned.trajectory = std::move(trajectory);
  return out;
}

PythonTrajectory Part(const PythonTrajectory& self, double from_s, double to_s) {
  Trajectory part = PartOf(Known(self), InRange(from_s, kTime_s, "from_s"), InRange(to_s, kTime_s, "to_s"));
  if (!part.empty()) return With(self, std::move(part));
  throw py::value_error("from_s, to_s: nothing of the trajectory is between " + std::to_string(from_s) + " and " +
                        std::to_string(to_s) + "; it takes " + std::to_string(self.get().duration_s()) + " s");
}

PythonTrajectory Scaled(const PythonTrajectory& self, double factor) {
  InRange(factor, {1e-3, 1e3}, "factor");
  PythonTrajectory out = With(self, TimeScaled(Known(self), factor));
  const double faster = std::max(1.0, 1 / factor);
  for (double* speed : {&out.limits.speed_m_s, &out.limits.climb_m_s, &out.limits.descent_m_s}) *speed *= faster;
  out.limits.acceleration_m_s2 *= faster * faster;
  out.limits.jerk_m_s3 *= faster * faster * faster;
  return out;
}

MotionLimits LargerOf(const MotionLimits& a, const MotionLimits& b) {
  const auto or_speed = [](double limit, double speed) { return limit > 0 ? limit : speed; };
  return {std::max(a.speed_m_s, b.speed_m_s),
          std::max(or_speed(a.climb_m_s, a.speed_m_s), or_speed(b.climb_m_s, b.speed_m_s)),
          std::max(or_speed(a.descent_m_s, a.speed_m_s), or_speed(b.descent_m_s, b.speed_m_s)),
          std::max(a.acceleration_m_s2, b.acceleration_m_s2),
          std::max(a.jerk_m_s3, b.jerk_m_s3),
          a.up};
}

PythonTrajectory Splice(const PythonTrajectory& self, double until_s, const PythonTrajectory& next) {
  InRange(until_s, kTime_s, "until_s");
  if (const Status same = CheckSplice(Known(self), until_s, Known(next)); !same) {
    throw py::value_error("next: it " + same.error().message);
  }
  if (self.limits.up != next.limits.up) throw py::value_error("next: it was planned for another up axis");
  const auto rooms = std::make_shared<Rooms>(*self.rooms);
  for (size_t room = 0; room < next.rooms->corridor.size(); ++room) {
    rooms->corridor.Append(next.rooms->corridor.PlanesOf(room));
  }
  PythonTrajectory out = With(self, Spliced(self.get(), until_s, next.get(), uint32_t(self.rooms->corridor.size())));
  out.rooms = rooms;
  out.limits = LargerOf(self.limits, next.limits);
  return out;
}

PythonTrajectory StopAt(const PythonTrajectory& self, double time_s, int64_t max_steps) {
  const Trajectory& trajectory = Known(self);
  InRange(time_s, kTime_s, "time_s");
  const auto steps = int(InRange(double(max_steps), {0, 10000}, "max_steps"));
  PythonTrajectory out{{}, self.limits, self.rooms};
  const Unlocked unlocked;
  thread_local TrajectoryContext context;
  PlanStop(trajectory, time_s, self.rooms->corridor, self.limits, context, out.planned, steps);
  return out;
}

std::string ReprOf(const PythonTrajectory& t) {
  char text[120];
  std::snprintf(text, sizeof text, "<navnet.Trajectory: %s, %.6g s, %zu pieces>", ToString(t.planned.status),
                t.get().duration_s(), t.get().pieces().size());
  return text;
}

template <class First>
py::array PieceView(const py::object& self, const First& first, const Shape& inner, const py::dtype& type) {
  const auto pieces = self.cast<const PythonTrajectory&>().get().pieces();
  return View(type, pieces.empty() ? nullptr : &first(pieces[0]), pieces.size(), sizeof(TrajectoryPiece), inner, self);
}

void BindValues(py::module_& m) {
  py::class_<MotionPeaks>(m, "MotionPeaks", "The largest values that a trajectory reaches, exact up to 1e-6 upwards.")
      .def_readonly("speed_m_s", &MotionPeaks::speed_m_s, "Norm of the velocity.")
      .def_readonly("climb_m_s", &MotionPeaks::climb_m_s, "Velocity along the up axis; 0 or more.")
      .def_readonly("descent_m_s", &MotionPeaks::descent_m_s, "Velocity against the up axis; 0 or more.")
      .def_readonly("acceleration_m_s2", &MotionPeaks::acceleration_m_s2, "Norm of the acceleration.")
      .def_readonly("jerk_m_s3", &MotionPeaks::jerk_m_s3, "Norm of the jerk.");
  py::class_<Samples> samples(m, "TrajectorySamples", "Samples of a trajectory, as arrays. Immutable.");
  samples.def_property_readonly(
      "times_s",
      [](const py::object& self) {
        return View<double>(std::span<const double>(self.cast<const Samples&>().times_s), self);
      },
      "In seconds, shape (N,).");
  const auto vectors = [&](const char* name, std::vector<Vec3> Samples::*values, const char* doc) {
    samples.def_property_readonly(
        name,
        [values](const py::object& self) {
          return View<double>(std::span<const Vec3>(self.cast<const Samples&>().*values), self, {3});
        },
        doc);
  };
  vectors("positions", &Samples::positions, "In metres, shape (N, 3).");
  vectors("velocities", &Samples::velocities, "In m/s, shape (N, 3).");
  vectors("accelerations", &Samples::accelerations, "In m/s², shape (N, 3).");
  vectors("jerks", &Samples::jerks, "In m/s³, shape (N, 3). Where two pieces meet: that of the later one.");
  const auto turns = [&](const char* name, std::vector<double> YawSamples::*values, const char* doc) {
    samples.def_property_readonly(
        name,
        [values](const py::object& self) -> py::object {
          const std::optional<YawSamples>& yaw = self.cast<const Samples&>().yaw;
          if (!yaw) return py::none();
          return View<double>(std::span<const double>((*yaw).*values), self);
        },
        doc);
  };
  turns("yaws_rad", &YawSamples::angles_rad, "Yaw angles in rad, shape (N,); they count turns. None without yaw.");
  turns("yaw_rates_rad_s", &YawSamples::rates_rad_s, "Their rates in rad/s, shape (N,). None without yaw.");
  turns("yaw_accelerations_rad_s2", &YawSamples::accelerations_rad_s2,
        "Their accelerations in rad/s², shape (N,). None without yaw.");
  samples.def(
      "__len__", [](const Samples& s) { return s.times_s.size(); }, "Number of samples.");
}

}  // namespace

YawSamples::YawSamples(const YawProfile& profile, const std::vector<double>& times_s) {
  for (const double time_s : times_s) {
    const YawSample at = profile.At(time_s);
    angles_rad.push_back(at.angle_rad);
    rates_rad_s.push_back(at.rate_rad_s);
    accelerations_rad_s2.push_back(at.acceleration_rad_s2);
  }
}

std::vector<double> TimesFrom(py::handle value, const char* name) {
  const py::array_t<double> array(AsNumbers(value, name, "fiu", "(N,)"));
  if (array.ndim() != 1) throw py::value_error(std::string(name) + ": expected shape (N,), got " + ShapeText(array));
  std::vector<double> times_s;
  for (py::ssize_t i = 0; i < array.size(); ++i) times_s.push_back(InRange(array.at(i), kTime_s, name));
  return times_s;
}

void BindTrajectory(py::module_& m) {
  py::class_<YawProfile> profile(m, "YawProfile",
                                 "The yaw along a trajectory: angle and rate are continuous. Immutable.");
  profile.def_property_readonly("duration_s", &YawProfile::duration_s, "That of the trajectory, in seconds.")
      .def(
          "sample",
          [](const YawProfile& self, const py::object& times_s) {
            YawSamples out(self, TimesFrom(times_s, "times_s"));
            return std::tuple(TakeOver<double>(std::move(out.angles_rad)), TakeOver<double>(std::move(out.rates_rad_s)),
                              TakeOver<double>(std::move(out.accelerations_rad_s2)));
          },
          py::arg("times_s"),
          "Angle, rate and acceleration at times of shape (N,), in rad, rad/s and rad/s²: three arrays of shape (N,). "
          "Angles count turns. Before the start and after the end: as there, without rate.");
  BindValues(m);
  py::class_<PythonTrajectory>(m, "Trajectory",
                               "A motion in time: pieces of degree 5 with continuous position, velocity and "
                               "acceleration, inside its rooms and limits. True if there is one. Immutable.")
      .def_property_readonly(
          "status", [](const PythonTrajectory& t) { return EnumObject("TrajectoryStatus", int(t.planned.status)); },
          "A navnet.TrajectoryStatus.")
      .def_property_readonly(
          "duration_s", [](const PythonTrajectory& t) { return t.get().duration_s(); }, "In seconds; 0 without one.")
      .def_property_readonly(
          "bound_s", [](const PythonTrajectory& t) { return t.planned.bound_s; },
          "No motion along the shorter of path and curve takes less time, in seconds. 0 for parts, splices, stops and "
          "scaled "
          "trajectories, of which no bound is known.")
      .def_property_readonly(
          "gap", [](const PythonTrajectory& t) { return t.planned.Gap(); },
          "How much longer it takes than the bound: duration_s / bound_s - 1. Infinite if no bound is known.")
      .def_property_readonly(
          "steps", [](const PythonTrajectory& t) { return t.planned.steps; }, "Newton steps of planning.")
      .def_property_readonly(
          "us", [](const PythonTrajectory& t) { return t.planned.us; }, "Microseconds of planning.")
      .def_property_readonly(
          "length_m", [](const PythonTrajectory& t) { return t.get().Length(); }, "Length of the curve in metres.")
      .def_property_readonly(
          "peaks", [](const PythonTrajectory& t) { return t.get().Peaks(t.limits.up); },
          "The largest speed, acceleration and jerk, a navnet.MotionPeaks.")
      .def_property_readonly(
          "knots_s",
          [](const PythonTrajectory& t) {
            std::vector<double> knots_s;
            for (size_t i = 0; i <= t.get().pieces().size(); ++i) knots_s.push_back(t.get().StartOf(i));
            return TakeOver<double>(std::move(knots_s));
          },
          "When each of the N pieces begins, and when the last ends, in seconds, shape (N + 1,).")
      .def_property_readonly(
          "control_points",
          [](const py::object& self) {
            return PieceView(
                self, [](const TrajectoryPiece& p) -> const Vec3& { return p.points[0]; }, {6, 3},
                py::dtype::of<double>());
          },
          "Bézier control points of each piece in metres, shape (N, 6, 3): a piece lies in their convex hull.")
      .def_property_readonly(
          "piece_rooms",
          [](const py::object& self) {
            return PieceView(
                self, [](const TrajectoryPiece& p) -> const uint32_t& { return p.room; }, {},
                py::dtype::of<uint32_t>());
          },
          "The room of each piece, shape (N,).")
      .def("sample", &SamplesOf, py::arg("times_s") = py::none(), py::kw_only(), py::arg("rate_hz") = py::none(),
           py::arg("yaw") = py::none(),
           "Position, velocity, acceleration and jerk at times of shape (N,), in seconds, or at a rate, the end "
           "included: a navnet.TrajectorySamples. Before the start and after the end: as there. `yaw`: a "
           "navnet.YawProfile to sample with it.")
      .def("part", &Part, py::arg("from_s"), py::arg("to_s"), "The part between two times, in seconds.")
      .def("spliced", &Splice, py::arg("until_s"), py::arg("next"),
           "This trajectory up to a time in seconds, then all of `next`, which begins in the same state. Its rooms are "
           "those of this one, then those of `next`; its limits are the larger of both.")
      .def("time_scaled", &Scaled, py::arg("factor"),
           "The same curve in `factor` times the time, 0.001 to 1000. From 1 on, all limits are kept; below, they are "
           "exceeded.")
      .def("stop_at", &StopAt, py::arg("time_s"), py::kw_only(), py::arg("max_steps") = 20,
           "From the state at a time to rest, inside the rooms and limits, as short as found in max_steps. There is "
           "one if the trajectory ends at rest; else the status may be START_TOO_FAST.")
      .def(
          "min_distance",
          [](const PythonTrajectory& self, const PythonTrajectory& other, double delay_s, double tolerance_m) {
            InRange(delay_s, kTime_s, "delay_s");
            InRange(tolerance_m, ranges::kLength_m, "tolerance_m");
            const Trajectory &a = Known(self), &b = Known(other);
            const Unlocked unlocked;
            const ClosestApproach closest = MinDistance(a, b, delay_s, tolerance_m);
            return std::pair(closest.distance_m, closest.time_s);
          },
          py::arg("other"), py::kw_only(), py::arg("delay_s") = 0.0, py::arg("tolerance_m") = 1e-6,
          "The smallest distance in metres to another trajectory that begins `delay_s` later, and when it occurs: "
          "(distance_m, time_s). Before its start and after its end, an object waits there. The distance is at most\n"
          "tolerance_m too large.")
      .def(
          "__bool__", [](const PythonTrajectory& t) { return !t.get().empty(); }, "Whether there is a trajectory.")
      .def("__repr__", &ReprOf, "Text for debugging.");
}

}  // namespace navnet::python
