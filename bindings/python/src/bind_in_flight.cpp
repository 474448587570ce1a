// SPDX-License-Identifier: Apache-2.0
// Trajectories in flight: changes of plan, checks, following, traffic.

#include <navnet/runtime/box_rooms.h>
#include <navnet/trajectory/check_trajectory.h>
#include <navnet/trajectory/follow_trajectory.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>

#include "query_options.h"
#include "trajectories.h"
#include "types.h"

#include <pybind11/stl.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace navnet::python {
namespace {

constexpr Range kFlightTime_s = {-1e12, 1e12};
constexpr double kForever_s = std::numeric_limits<double>::infinity();

const Trajectory& KnownIn(const PythonTrajectory& self, const char* name) {
  if (!self.get().empty()) return self.get();
  throw py::value_error(std::string(name) + ": there is no trajectory: its status is " + ToString(self.planned.status));
}

// Rooms without a taut path.
std::shared_ptr<const Rooms> RoomsOfCorridor(RoomCorridor corridor) {
  auto rooms = std::make_shared<Rooms>();
  rooms->status = corridor.empty() ? RoomStatus::InvalidQuery : RoomStatus::Complete;
  rooms->corridor = std::move(corridor);
  return rooms;
}

std::pair<PythonTrajectory, py::object> ReplanOne(const PythonTrajectory& self, double time_s, const py::object& points,
                                                  const std::shared_ptr<Rooms>& rooms, bool goal_is_free,
                                                  double smoothness, double tolerance, int64_t max_steps,
                                                  double max_us) {
  const Points path = PointsFrom(points, "points");
  if (!rooms || rooms->status != RoomStatus::Complete) {
    throw py::value_error("rooms: expected a navnet.Rooms that is complete");
  }
  ReplanQuery query{.flown = &KnownIn(self, "the trajectory"), .flown_rooms = &self.rooms->corridor};
  query.time_s = InRange(time_s, kFlightTime_s, "time_s");
  query.to.points = path.points;
  query.to.rooms = &rooms->corridor;
  query.to.limits = self.limits;
  query.to.goal_is_free = goal_is_free;
  query.to.smoothness = smoothness;
  query.to.tolerance = tolerance;
  query.to.max_steps = int(InRange(double(max_steps), {0, 10000}, "max_steps"));
  query.to.max_us = max_us;
  Check(Validate(query));
  Replanned replanned;
  {
    const Unlocked unlocked;
    thread_local TrajectoryContext context;
    Replan(query, context, replanned);
  }
  return {PythonTrajectory{std::move(replanned.planned), self.limits, RoomsOfCorridor(std::move(replanned.rooms))},
          EnumObject("ReplanWay", int(replanned.way))};
}

std::tuple<bool, double, PythonTrajectory> CheckOne(const PythonTrajectory& self, const Navigator& navigator,
                                                    const RoomMaker* maker, double from_s, double radius_m,
                                                    const std::vector<CostRegion>& regions, double floor_m,
                                                    double ceiling_m) {
  const Trajectory& trajectory = KnownIn(self, "the trajectory");
  InRange(from_s, kFlightTime_s, "from_s");
  FlightQuery rules{.start = {}, .goal = {}, .radius_m = RadiusFrom(radius_m), .regions = regions};
  SetAirCosts(rules, 0, 0, floor_m, ceiling_m);
  Check(Validate(rules));
  TrajectoryCheck check;
  {
    const Unlocked unlocked;
    thread_local TrajectoryContext context;
    if (maker) {
      const auto walls = WallsOf(navigator.info());
      TriangleRoomSource source(*maker, {.radius_m = radius_m,
                                         .walls = walls,
                                         .regions = regions,
                                         .floor_m = floor_m,
                                         .ceiling_m = ceiling_m,
                                         .up = navigator.info().up,
                                         .navigator = &navigator});
      CheckTrajectory(trajectory, from_s, source, context, check);
    } else {
      BoxRoomSource source(navigator, rules);
      CheckTrajectory(trajectory, from_s, source, context, check);
    }
  }
  PythonTrajectory valid{{}, self.limits, RoomsOfCorridor(std::move(check.rooms))};
  valid.planned.status = check.trajectory.empty() ? TrajectoryStatus::InvalidQuery : TrajectoryStatus::Complete;
  valid.planned.trajectory = std::move(check.trajectory);
  return {check.is_valid, check.valid_until_s, std::move(valid)};
}

/// A follower with its progress.
struct Follower {
  PythonTrajectory trajectory;
  TrackOptions options;
  TrackProgress progress;
  std::optional<YawProfile> yaw;
};

TrackOptions TrackOptionsFrom(double position_gain_s2, double velocity_gain_s, double acceleration_m_s2,
                              double wait_error_m, double ease_s) {
  const TrackOptions options{position_gain_s2, velocity_gain_s, acceleration_m_s2, wait_error_m, ease_s};
  Check(Validate(options));
  return options;
}

/// A conflict as Python sees it.
py::object ConflictObject(const std::optional<Conflict>& conflict) {
  if (!conflict) return py::none();
  return py::make_tuple(conflict->time_s, conflict->is_box ? "box" : "ball", conflict->with);
}

/// What is in the traffic, with what it refers to.
struct TrafficArguments {
  std::vector<MovingBall> balls;
  std::vector<TimedBox> boxes;

  TrafficArguments(const std::vector<std::tuple<const PythonTrajectory*, double, double, bool>>& given_balls,
                   const std::vector<std::tuple<py::object, double, double>>& given_boxes) {
    for (size_t i = 0; i < given_balls.size(); ++i) {
      const auto& [trajectory, begin_s, radius_m, stays] = given_balls[i];
      const std::string name = "balls[" + std::to_string(i) + "]";
      if (!trajectory) throw py::type_error(name + ": expected a navnet.Trajectory, got None");
      balls.push_back({&KnownIn(*trajectory, name.c_str()), begin_s, radius_m, stays});
    }
    for (const auto& [box, from_s, until_s] : given_boxes) boxes.push_back({BoxFrom(box, "boxes"), from_s, until_s});
  }
};
using BallArguments = std::vector<std::tuple<const PythonTrajectory*, double, double, bool>>;
using BoxArguments = std::vector<std::tuple<py::object, double, double>>;

void BindFollower(py::module_& m) {
  const TrackOptions usual;
  py::class_<Follower>(m, "TrajectoryFollower",
                       "Follows a trajectory with a body that is pushed around: feed-forward of the planned motion, "
                       "feedback of position "
                       "and velocity, and time that waits for a body that lags. Keeps the progress between steps.")
      .def(
          py::init([](const PythonTrajectory& trajectory, const py::object& yaw, double position_gain_s2,
                      double velocity_gain_s, double acceleration_m_s2, double wait_error_m, double ease_s) {
            Follower follower{
                trajectory,
                TrackOptionsFrom(position_gain_s2, velocity_gain_s, acceleration_m_s2, wait_error_m, ease_s),
                {},
                {}};
            KnownIn(trajectory, "trajectory");
            if (!yaw.is_none()) follower.yaw = yaw.cast<YawProfile>();
            return follower;
          }),
          py::arg("trajectory"), py::arg("yaw") = py::none(), py::kw_only(),
          py::arg("position_gain_s2") = usual.position_gain_s2, py::arg("velocity_gain_s") = usual.velocity_gain_s,
          py::arg("acceleration_m_s2") = usual.acceleration_m_s2, py::arg("wait_error_m") = usual.wait_error_m,
          py::arg("ease_s") = usual.ease_s,
          "yaw: a navnet.YawProfile or None. position_gain_s2, velocity_gain_s: acceleration for each metre and each "
          "m/s of error. acceleration_m_s2: limit of the command. wait_error_m: beyond it the trajectory's time waits; "
          "ease_s: time in which it comes to a halt.")
      .def(
          "step",
          [](Follower& self, const py::object& position, const py::object& velocity, double step_s) {
            InRange(step_s, {1e-9, 1e6}, "step_s");
            const TrackStep step = FollowTrajectory(self.trajectory.get(), self.options,
                                                    PointFrom(position, "position"), PointFrom(velocity, "velocity"),
                                                    step_s, self.progress, self.yaw ? &*self.yaw : nullptr);
            return PointArray(step.acceleration);
          },
          py::arg("position"), py::arg("velocity"), py::arg("step_s"),
          "The acceleration to command for the next step_s seconds, shape (3,), of a body at a position that moves at "
          "a "
          "velocity; the progress moves on by them.")
      .def_property_readonly(
          "time_s", [](const Follower& self) { return self.progress.time_s; }, "Progress: time of the trajectory.")
      .def_property_readonly(
          "rate", [](const Follower& self) { return self.progress.rate; },
          "Seconds of the trajectory in a second: 1, less while its time waits.")
      .def_property_readonly(
          "has_ended", [](const Follower& self) { return self.progress.time_s >= self.trajectory.get().duration_s(); },
          "Whether the trajectory's time has reached its end.")
      .def_property_readonly(
          "yaw_rad", [](const Follower& self) { return self.yaw ? self.yaw->At(self.progress.time_s).angle_rad : 0; },
          "Angle of the yaw profile at the present time; 0 without one.")
      .def_property_readonly(
          "reference",
          [](const Follower& self) {
            MotionState at = self.trajectory.get().StateAt(self.progress.time_s);
            return std::pair(PointArray(at.position), PointArray(at.velocity * self.progress.rate));
          },
          "Where the body should be now, and its velocity: two arrays of shape (3,).");

  m.def(
      "tracking_bound",
      [](double acceleration_m_s2, double jerk_m_s3, double step_s, double position_gain_s2, double velocity_gain_s,
         double position_error_m, double velocity_error_m_s, double start_error_m, double start_error_m_s) {
        const TrackOptions options = TrackOptionsFrom(position_gain_s2, velocity_gain_s, kForever_s, kForever_s, 1);
        constexpr Range kSize = {0, 1e9};
        InRange(step_s, {1e-9, 1e6}, "step_s");
        const Unlocked unlocked;
        const TrackingBound bound = BoundOf(
            options, InRange(jerk_m_s3, kSize, "jerk_m_s3"),
            {InRange(acceleration_m_s2, kSize, "acceleration_m_s2"),
             InRange(position_error_m, kSize, "position_error_m"),
             InRange(velocity_error_m_s, kSize, "velocity_error_m_s"), InRange(start_error_m, kSize, "start_error_m"),
             InRange(start_error_m_s, kSize, "start_error_m_s")},
            step_s);
        return std::tuple(bound.position_m, bound.velocity_m_s, bound.feedback_m_s2);
      },
      py::arg("acceleration_m_s2"), py::arg("jerk_m_s3"), py::arg("step_s"), py::kw_only(),
      py::arg("position_gain_s2") = usual.position_gain_s2, py::arg("velocity_gain_s") = usual.velocity_gain_s,
      py::arg("position_error_m") = 0.0, py::arg("velocity_error_m_s") = 0.0, py::arg("start_error_m") = 0.0,
      py::arg("start_error_m_s") = 0.0,
      "The error that no disturbance leads to: (position_m, velocity_m_s, feedback_m_s2), of a follower whose body is "
      "pushed by up to acceleration_m_s2, along a trajectory whose jerk is at most jerk_m_s3. The command is held for "
      "step_s seconds, and exceeds the trajectory's acceleration by at most feedback_m_s2. Infinite where it is not "
      "stable. The *_errors are those of measuring and of the start.");
}

void BindTraffic(py::module_& m) {
  const TrafficQuery usual;
  m.def(
      "first_conflict",
      [](const PythonTrajectory& trajectory, double radius_m, const BallArguments& balls, const BoxArguments& boxes,
         double begin_s, bool stays) {
        const TrafficArguments traffic(balls, boxes);
        TrafficQuery query;
        query.begin_s = begin_s;
        query.radius_m = radius_m;
        query.traffic = {traffic.balls, traffic.boxes};
        const Trajectory& own = KnownIn(trajectory, "trajectory");
        Check(ValidateTraffic(query));
        std::optional<Conflict> first;
        {
          const Unlocked unlocked;
          first = FirstConflict(own, begin_s, radius_m, query.traffic, stays);
        }
        return ConflictObject(first);
      },
      py::arg("trajectory"), py::arg("radius_m"), py::kw_only(), py::arg("balls") = BallArguments{},
      py::arg("boxes") = BoxArguments{}, py::arg("begin_s") = 0.0, py::arg("stays") = true,
      "The first time at which a ball on a trajectory comes too near to others: None, or (time_s, 'ball' or 'box', "
      "index). Exact.\n\n"
      "balls: (trajectory, begin_s, radius_m, stays) each: when it begins on the common clock, and whether it stays\n"
      "where it ends. boxes: (box, from_s, until_s) each, with a box of shape (2, 3). begin_s, stays: the same of the\n"
      "trajectory itself.");
  m.def(
      "plan_in_traffic",
      [](const py::object& points, const std::shared_ptr<Rooms>& rooms, double radius_m, const BallArguments& balls,
         const BoxArguments& boxes, double begin_s, bool stays, double speed_m_s, double climb_m_s, double descent_m_s,
         double acceleration_m_s2, double jerk_m_s3, const py::object& up, const py::object& start_velocity,
         const py::object& start_acceleration, int64_t max_steps, double most_wait_s, double wait_step_s,
         int64_t holds) {
        const Points path = PointsFrom(points, "points");
        if (!rooms || rooms->status != RoomStatus::Complete) {
          throw py::value_error("rooms: expected a navnet.Rooms that is complete");
        }
        const TrafficArguments traffic(balls, boxes);
        TrafficQuery query;
        query.to.points = path.points;
        query.to.rooms = &rooms->corridor;
        query.to.limits = {speed_m_s, climb_m_s, descent_m_s, acceleration_m_s2, jerk_m_s3, UpFrom(up)};
        query.to.start_velocity = PointFrom(start_velocity, "start_velocity");
        query.to.start_acceleration = PointFrom(start_acceleration, "start_acceleration");
        query.to.max_steps = int(InRange(double(max_steps), {0, 10000}, "max_steps"));
        query.begin_s = begin_s;
        query.radius_m = radius_m;
        query.traffic = {traffic.balls, traffic.boxes};
        query.stays = stays;
        query.most_wait_s = most_wait_s;
        query.wait_step_s = wait_step_s;
        query.holds = int(InRange(double(holds), {0, 100}, "holds"));
        Check(Validate(query));
        TrafficPlan plan;
        {
          const Unlocked unlocked;
          thread_local TrajectoryContext context;
          PlanInTraffic(query, context, plan);
        }
        return std::tuple(PythonTrajectory{std::move(plan.planned), query.to.limits, rooms},
                          EnumObject("TrafficWay", int(plan.way)), plan.wait_s);
      },
      py::arg("points"), py::arg("rooms"), py::arg("radius_m"), py::kw_only(), py::arg("balls") = BallArguments{},
      py::arg("boxes") = BoxArguments{}, py::arg("begin_s") = usual.begin_s, py::arg("stays") = usual.stays,
      py::arg("speed_m_s") = usual.to.limits.speed_m_s, py::arg("climb_m_s") = usual.to.limits.climb_m_s,
      py::arg("descent_m_s") = usual.to.limits.descent_m_s,
      py::arg("acceleration_m_s2") = usual.to.limits.acceleration_m_s2,
      py::arg("jerk_m_s3") = usual.to.limits.jerk_m_s3, py::arg("up") = "z",
      py::arg("start_velocity") = py::make_tuple(0.0, 0.0, 0.0),
      py::arg("start_acceleration") = py::make_tuple(0.0, 0.0, 0.0), py::arg("max_steps") = usual.to.max_steps,
      py::arg("most_wait_s") = usual.most_wait_s, py::arg("wait_step_s") = usual.wait_step_s,
      py::arg("holds") = usual.holds,
      "The trajectory that arrives first among others whose motion is known, as plan_trajectory would plan it, slowed "
      "down, after a wait, or with a stop on the way: (trajectory, navnet.TrafficWay, wait_s). Waits are parts of it; "
      "without one, the trajectory is false.\n\n"
      "balls, boxes, begin_s, stays: as in first_conflict. most_wait_s, wait_step_s: the longest wait, and its steps.\n"
      "holds: places on the way where a wait is tried. The rest: as in plan_trajectory.");
}

}  // namespace

void BindInFlight(py::module_& m) {
  BindFollower(m);
  BindTraffic(m);
  const TrajectoryQuery usual;
  auto trajectory = m.attr("Trajectory").cast<py::class_<PythonTrajectory>>();
  trajectory.def(
      "replan", &ReplanOne, py::arg("time_s"), py::arg("points"), py::arg("rooms"), py::kw_only(),
      py::arg("goal_is_free") = usual.goal_is_free, py::arg("smoothness") = usual.smoothness,
      py::arg("tolerance") = usual.tolerance, py::arg("max_steps") = usual.max_steps, py::arg("max_us") = usual.max_us,
      "A change of plan in flight: from the state at a time along another path, shape (N, 3), with its rooms, within "
      "the same limits: (trajectory, navnet.ReplanWay). The path begins near that state or ahead. A trajectory that "
      "ends at rest always has a continuation: through the new rooms, by a stop in the old ones into the new ones, or "
      "that stop alone.");
  trajectory.def("check", &CheckOne, py::arg("navigator"), py::arg("maker") = static_cast<const RoomMaker*>(nullptr),
                 py::kw_only(), py::arg("from_s") = 0.0, py::arg("radius_m") = 0.0,
                 py::arg("regions") = std::vector<CostRegion>{}, py::arg("floor_m") = -kForever_s,
                 py::arg("ceiling_m") = kForever_s,
                 "What is free from a time on, in a world that has changed: (is_valid, valid_until_s, trajectory). The "
                 "last is the "
                 "part that is free, with rooms of that world: from the triangles of a navnet.RoomMaker, or, if that "
                 "is None, from "
                 "the boxes of the navigator's net. Also gives a trajectory other rooms.");
}

}  // namespace navnet::python
