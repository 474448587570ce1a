// SPDX-License-Identifier: Apache-2.0
// Planning of trajectories, one by one and in batches, and of yaw along them.

#include "interrupts.h"
#include "trajectories.h"
#include "types.h"

#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace navnet::python {
namespace {

using SharedRooms = std::shared_ptr<Rooms>;

/// Options of planning; the ends' motion is one for all queries, or one for each.
struct PlanOptions {
  TrajectoryQuery query;
  py::object start_velocity, start_acceleration, goal_velocity, goal_acceleration;
};

/// Ends of queries, as arrays.
struct EndMotion {
  Points start_velocity, start_acceleration, goal_velocity, goal_acceleration;

  EndMotion(const PlanOptions& options, size_t count) {
    for (const auto& [given, name, points] : {std::tuple(&options.start_velocity, "start_velocity", &start_velocity),
                                              {&options.start_acceleration, "start_acceleration", &start_acceleration},
                                              {&options.goal_velocity, "goal_velocity", &goal_velocity},
                                              {&options.goal_acceleration, "goal_acceleration", &goal_acceleration}}) {
      *points = OneOrManyFrom(*given, name);
      if (!points->is_one) CheckSameLength(*points, name, count, "paths");
    }
  }
  void SetIn(TrajectoryQuery& query, size_t i) const {
    const auto at = [i](const Points& points) { return points[points.is_one ? 0 : i]; };
    query.start_velocity = at(start_velocity);
    query.start_acceleration = at(start_acceleration);
    query.goal_velocity = at(goal_velocity);
    query.goal_acceleration = at(goal_acceleration);
  }
};

// Names fields as this module does: the limits are arguments of their own.
void CheckQuery(const TrajectoryQuery& query, const std::string& prefix) {
  const Status status = Validate(query);
  if (status) return;
  Error error = status.error();
  constexpr std::string_view kLimits = "limits.";
  if (error.message.starts_with(kLimits)) error.message.erase(0, kLimits.size());
  error.message.insert(0, prefix);
  Raise(error);
}

void CheckRooms(const SharedRooms& rooms, const std::string& name) {
  if (!rooms) throw py::type_error(name + ": expected a navnet.Rooms, got None");
  if (rooms->status == RoomStatus::Complete) return;
  throw py::value_error(name + ": there are no rooms along the path: " + ToString(rooms->status));
}

/// Defines `run(first…, options)` with the arguments `args…` and the keyword-only options of all plans.
template <class... First, class Run, class... Args>
void DefPlan(py::module_& m, const char* name, const std::string& doc, const Run& run, const Args&... args) {
  const py::tuple rest = py::make_tuple(0.0, 0.0, 0.0);
  const TrajectoryQuery defaults;
  m.def(
      name,
      [run](First... first, double speed_m_s, double climb_m_s, double descent_m_s, double acceleration_m_s2,
            double jerk_m_s3, const py::object& up, const py::object& start_velocity,
            const py::object& start_acceleration, const py::object& goal_velocity, const py::object& goal_acceleration,
            bool goal_is_free, double smoothness, double tolerance, int64_t max_steps, double max_us) {
        PlanOptions options{{}, start_velocity, start_acceleration, goal_velocity, goal_acceleration};
        options.query.limits = {speed_m_s, climb_m_s, descent_m_s, acceleration_m_s2, jerk_m_s3, UpFrom(up)};
        options.query.goal_is_free = goal_is_free;
        options.query.smoothness = smoothness;
        options.query.tolerance = tolerance;
        options.query.max_steps = int(InRange(double(max_steps), {0, 10000}, "max_steps"));
        options.query.max_us = max_us;
        return run(first..., options);
      },
      args..., py::arg("speed_m_s") = defaults.limits.speed_m_s, py::arg("climb_m_s") = defaults.limits.climb_m_s,
      py::arg("descent_m_s") = defaults.limits.descent_m_s,
      py::arg("acceleration_m_s2") = defaults.limits.acceleration_m_s2,
      py::arg("jerk_m_s3") = defaults.limits.jerk_m_s3, py::arg("up") = "z", py::arg("start_velocity") = rest,
      py::arg("start_acceleration") = rest, py::arg("goal_velocity") = rest, py::arg("goal_acceleration") = rest,
      py::arg("goal_is_free") = false, py::arg("smoothness") = defaults.smoothness,
      py::arg("tolerance") = defaults.tolerance, py::arg("max_steps") = defaults.max_steps,
      py::arg("max_us") = defaults.max_us, doc.c_str());
}

constexpr const char* kOptionsText =
    "\n\nspeed_m_s, climb_m_s, descent_m_s: limits of the speed, upwards and downwards (0: as speed_m_s).\n"
    "acceleration_m_s2, jerk_m_s3: limits of the norms. up: the world's up axis, 'y' or 'z'.\n"
    "start_velocity, start_acceleration, goal_velocity, goal_acceleration: motion at the ends, in m/s and m/s².\n"
    "goal_is_free: pass the goal at whatever motion is fastest. smoothness: 0: the fastest; from about 1 on the jerk\n"
    "falls. tolerance: stop within this fraction of the optimum. max_steps, max_us: limits of planning, in Newton\n"
    "steps and microseconds; max_us = 0: none.";

std::vector<PythonTrajectory> PlanAll(const std::vector<py::object>& paths, const std::vector<SharedRooms>& rooms,
                                      int64_t threads, const PlanOptions& options) {
  const int count = ThreadsFrom(threads);
  if (rooms.size() != paths.size()) {
    throw py::value_error("paths and rooms: expected the same length, got " + std::to_string(paths.size()) + " and " +
                          std::to_string(rooms.size()));
  }
  const EndMotion ends(options, paths.size());
  std::vector<Points> points;
  std::vector<TrajectoryQuery> queries(paths.size(), options.query);
  std::vector<PythonTrajectory> out;
  for (size_t i = 0; i < paths.size(); ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    points.push_back(PointsFrom(paths[i], ("paths" + index).c_str()));
    CheckRooms(rooms[i], "rooms" + index);
    queries[i].points = points.back().points;
    queries[i].rooms = &rooms[i]->corridor;
    ends.SetIn(queries[i], i);
    CheckQuery(queries[i], "paths" + index + ": ");
    out.push_back({{}, options.query.limits, rooms[i]});
  }
  SignalWatch signals;
  {
    const Unlocked unlocked;
    ParallelFor(out.size(), count, [&](size_t i) {
      signals.Look();
      if (signals.flag()) return;
      thread_local TrajectoryContext context;
      PlanTrajectory(queries[i], context, out[i].planned);
    });
  }
  signals.Finish();
  return out;
}

PythonTrajectory PlanOne(const py::object& points, const SharedRooms& rooms, const PlanOptions& options) {
  const Points path = PointsFrom(points, "points");
  CheckRooms(rooms, "rooms");
  TrajectoryQuery query = options.query;
  query.points = path.points;
  query.rooms = &rooms->corridor;
  query.start_velocity = PointFrom(options.start_velocity, "start_velocity");
  query.start_acceleration = PointFrom(options.start_acceleration, "start_acceleration");
  query.goal_velocity = PointFrom(options.goal_velocity, "goal_velocity");
  query.goal_acceleration = PointFrom(options.goal_acceleration, "goal_acceleration");
  CheckQuery(query, "");
  PythonTrajectory out{{}, query.limits, rooms};
  const Unlocked unlocked;
  thread_local TrajectoryContext context;
  PlanTrajectory(query, context, out.planned);
  return out;
}

YawProfile Yaw(const PythonTrajectory& trajectory, const py::object& aim, const py::object& point, double angle_rad,
               double start_rad, double start_rate_rad_s, double rate_rad_s, double acceleration_rad_s2,
               double least_speed_m_s) {
  YawOptions options;
  options.aim = EnumFrom<YawAim>(aim, "aim", {"velocity", "point", "fixed"});
  if ((options.aim == YawAim::Point) == point.is_none()) {
    throw py::type_error("point: expected one with aim='point', and None otherwise");
  }
  if (!point.is_none()) options.point = PointFrom(point, "point");
  options.angle_rad = angle_rad;
  options.start_rad = start_rad;
  options.start_rate_rad_s = start_rate_rad_s;
  options.rate_rad_s = rate_rad_s;
  options.acceleration_rad_s2 = acceleration_rad_s2;
  options.least_speed_m_s = least_speed_m_s;
  options.up = trajectory.limits.up;
  Check(Validate(options));
  const Unlocked unlocked;
  return PlanYaw(trajectory.get(), options);
}

void BindYaw(py::module_& m) {
  const YawOptions defaults;
  m.def(
      "plan_yaw", &Yaw, py::arg("trajectory"), py::kw_only(), py::arg("aim") = "velocity",
      py::arg("point") = py::none(), py::arg("angle_rad") = defaults.angle_rad,
      py::arg("start_rad") = defaults.start_rad, py::arg("start_rate_rad_s") = defaults.start_rate_rad_s,
      py::arg("rate_rad_s") = defaults.rate_rad_s, py::arg("acceleration_rad_s2") = defaults.acceleration_rad_s2,
      py::arg("least_speed_m_s") = defaults.least_speed_m_s,
      "Where the nose points along a trajectory: a navnet.YawProfile. Angles in rad, about the up axis; with z up "
      "from x towards y.\n\n"
      "aim: 'velocity', 'point' (towards `point`, in metres) or 'fixed' (at angle_rad). start_rad, start_rate_rad_s:\n"
      "at the start. rate_rad_s, acceleration_rad_s2: limits. least_speed_m_s: below it, 'velocity' keeps its angle.");
}

}  // namespace

void BindPlan(py::module_& m) {
  DefPlan<const py::object&, const SharedRooms&>(
      m, "plan_trajectory",
      std::string(
          "Plans the fastest trajectory along a path, shape (N, 3), in metres, inside convex rooms that contain "
          "it: those of navnet.RoomMaker, with their path, or of navnet.box_rooms.") +
          kOptionsText,
      &PlanOne, py::arg("points"), py::arg("rooms"), py::kw_only());
  DefPlan<const std::vector<py::object>&, const std::vector<SharedRooms>&, int64_t>(
      m, "plan_trajectories",
      std::string("Plans many trajectories: for each path its navnet.Rooms. Each equals that of plan_trajectory. The "
                  "motion at the ends has shape (3,) for all or (N, 3). threads: 0 means all hardware threads. Other "
                  "Python threads continue to run.") +
          kOptionsText,
      &PlanAll, py::arg("paths"), py::arg("rooms"), py::kw_only(), py::arg("threads") = 0);
  BindYaw(m);
}

}  // namespace navnet::python
