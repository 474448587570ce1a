// SPDX-License-Identifier: Apache-2.0
// Path following, and collision avoidance between agents.

#include <navnet/rooms/rooms.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/follow.h>

#include "types.h"

#include <pybind11/stl.h>

#include <string>

namespace navnet::python {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

FollowLimits LimitsFrom(double speed_m_s, double acceleration_m_s2, double turn_rad_s, double look_ahead_m,
                        double stray_m, double arrival_m, double off_path_m) {
  const FollowLimits out{speed_m_s, acceleration_m_s2, turn_rad_s, look_ahead_m, stray_m, arrival_m, off_path_m};
  Check(Validate(out));
  return out;
}

void BindFollow(py::module_& m) {
  py::class_<FollowLimits>(m, "FollowLimits", "Limits of an agent's motion, and parameters of path following.")
      .def(py::init(&LimitsFrom), py::kw_only(), py::arg("speed_m_s") = 1.5, py::arg("acceleration_m_s2") = 4.0,
           py::arg("turn_rad_s") = kInfinity, py::arg("look_ahead_m") = 1.0, py::arg("stray_m") = 0.1,
           py::arg("arrival_m") = 0.05, py::arg("off_path_m") = kInfinity,
           "Maximum speed, acceleration (speeding up, braking and turning) and turning rate; distance to the point it "
           "aims "
           "at; maximum deviation in bends; distance to the goal that counts as arrived; distance to the path that "
           "counts "
           "as off it. In metres, seconds, radians.")
      .def_readonly("speed_m_s", &FollowLimits::speed_m_s, "Maximum speed, in metres per second.")
      .def_readonly("acceleration_m_s2", &FollowLimits::acceleration_m_s2,
                    "Maximum acceleration, in metres per second squared.")
      .def_readonly("turn_rad_s", &FollowLimits::turn_rad_s, "Maximum turning rate, in radians per second.")
      .def_readonly("look_ahead_m", &FollowLimits::look_ahead_m, "In metres.")
      .def_readonly("stray_m", &FollowLimits::stray_m, "In metres.")
      .def_readonly("arrival_m", &FollowLimits::arrival_m, "In metres.")
      .def_readonly("off_path_m", &FollowLimits::off_path_m, "In metres.");
  py::class_<FollowStep>(m, "FollowStep", "Result of one step along a path.")
      .def_property_readonly(
          "outcome", [](const FollowStep& s) { return EnumObject("FollowOutcome", int(s.outcome)); },
          "A navnet.FollowOutcome.")
      .def_property_readonly(
          "velocity", [](const FollowStep& s) { return PointArray(s.velocity); },
          "Velocity for this step, in metres per second, shape (3,).")
      .def_readonly("place", &FollowStep::place, "The agent's place on the path, to be passed to the next step.")
      .def_property_readonly(
          "target", [](const FollowStep& s) { return PointArray(s.target); },
          "The point of the path that the agent aims at, in metres.")
      .def_readonly("behind_gate", &FollowStep::behind_gate, "If at a gate: the place at its other end.");
  m.def(
      "follow_path",
      [](const py::object& where, const py::object& points, const py::object& position, const py::object& velocity,
         double step_s, double radius_m, const PathPlace& place, const FollowLimits& limits,
         const std::vector<FlightJump>& jumps, const Rooms* rooms) {
        const Points path = PointsFrom(points, "points");
        const FollowState state{PointFrom(position, "position"), PointFrom(velocity, "velocity"), place};
        RadiusFrom(radius_m);
        InRange(step_s, ranges::kTimeStep_s, "step_s");
        if (py::isinstance<GroundWalker>(where)) {
          return FollowPath(*where.cast<const GroundWalker&>(), path.points, radius_m, state, limits, step_s);
        }
        if (!py::isinstance<Navigator>(where)) {
          throw py::type_error("where: expected a navnet.Navigator or a navnet.Walker, got " +
                               std::string(py::repr(where)));
        }
        return FollowPath(where.cast<const Navigator&>(), path.points, radius_m, state, limits, step_s, jumps,
                          rooms ? &rooms->corridor : nullptr);
      },
      py::arg("where"), py::arg("points"), py::arg("position"), py::arg("velocity"), py::arg("step_s"), py::kw_only(),
      py::arg("radius_m") = 0.0, py::arg("place") = PathPlace{}, py::arg("limits") = FollowLimits{},
      py::arg("jumps") = std::vector<FlightJump>{}, py::arg("rooms") = py::none(),
      "Returns the velocity for the next `step_s` seconds of an agent that follows a path, shape (N, 3), from its "
      "position and velocity (metres, metres per second, shape (3,)). `where` is the navigator for a flyer, the walker "
      "for a walker; `place` is that of the previous step's result. On a valid path, moving by velocity * step_s stays "
      "in free space. A flight with jumps is followed up to the next gate: then the outcome is AT_GATE. `rooms`: the "
      "navnet.Rooms of an exact path of a flyer, which stays in them and in free space.");
}

struct Steps {
  std::vector<Vec3> velocities, positions;
  std::vector<uint8_t> is_free;
};

// None: no walkers.
std::vector<uint8_t> WalkersFrom(const py::object& value, size_t count) {
  std::vector<uint8_t> out(count);
  if (value.is_none()) return out;
  const py::array given = AsNumbers(value, "walkers", "b", "(N,)");
  if (given.ndim() != 1 || size_t(given.size()) != count) {
    throw py::value_error("walkers: expected an array of shape (" + std::to_string(count) + ",), got " +
                          ShapeText(given));
  }
  const py::array_t<bool, py::array::c_style | py::array::forcecast> truths(given);
  std::copy(truths.data(), truths.data() + count, out.begin());
  return out;
}

py::tuple Solve(Locked<Avoidance>& self, const py::object& positions, const py::object& velocities,
                const py::object& preferred, double step_s, const py::object& radius_m, const py::object& speed_m_s,
                const py::object& walkers, const py::object& height_m, bool passes_right, double horizon_s,
                int64_t max_neighbours, double neighbour_m, int64_t threads) {
  const Points at = PointsFrom(positions, "positions"), now = PointsFrom(velocities, "velocities"),
               wish = PointsFrom(preferred, "preferred");
  CheckSameLength(now, "velocities", at.size(), "positions");
  CheckSameLength(wish, "preferred", at.size(), "positions");
  const Numbers radii = NumbersFrom(radius_m, "radius_m", at.size(), ranges::kLength_m);
  const Numbers speeds = NumbersFrom(speed_m_s, "speed_m_s", at.size(), ranges::kSpeed_m_s);
  const Numbers heights = NumbersFrom(height_m, "height_m", at.size(), ranges::kLength_m);
  const std::vector<uint8_t> walks = WalkersFrom(walkers, at.size());
  const AvoidanceOptions options = AvoidanceFrom(horizon_s, max_neighbours, neighbour_m);
  const int used = ThreadsFrom(threads);
  std::vector<Mover> movers;
  for (size_t i = 0; i < at.size(); ++i) {
    movers.push_back({walks[i] ? AgentKind::Walker : AgentKind::Flyer, at[i], now[i], wish[i], radii[i], speeds[i],
                      passes_right, heights[i]});
  }
  std::vector<SafeStep> steps(movers.size());
  Check(self.With([&](Avoidance& avoidance) { return avoidance.Solve(movers, step_s, options, steps, used); }));
  Steps out;
  for (const SafeStep& step : steps) {
    out.velocities.push_back(step.velocity);
    out.positions.push_back(step.position);
    out.is_free.push_back(step.is_free);
  }
  return py::make_tuple(TakePoints(std::move(out.velocities)), TakePoints(std::move(out.positions)),
                        TakeOver<bool>(std::move(out.is_free)));
}

}  // namespace

AvoidanceOptions AvoidanceFrom(double horizon_s, int64_t max_neighbours, double neighbour_m) {
  AvoidanceOptions out;
  out.horizon_s = horizon_s;
  out.max_neighbours = int(InRange(double(max_neighbours), AvoidanceOptions::kMaxNeighbours, "max_neighbours"));
  out.neighbour_m = neighbour_m;
  Check(Validate(out));
  return out;
}

void BindAgents(py::module_& m) {
  BindFollow(m);
  py::class_<Locked<Avoidance>>(
      m, "Avoidance",
      "Collision avoidance between agents and with walls: computes safe velocities from desired "
      "ones. One call at a time.")
      .def(py::init([](const Navigator* navigator, const py::object& up) {
             return navigator ? std::make_unique<Locked<Avoidance>>(*navigator)
                              : std::make_unique<Locked<Avoidance>>(UpFrom(up));
           }),
           py::arg("navigator") = py::none(), py::kw_only(), py::arg("up") = "z",
           "With a navigator: in its free space. Without: in unbounded space, with walkers on a plane perpendicular to "
           "`up`.")
      .def(
          "solve", &Solve, py::arg("positions"), py::arg("velocities"), py::arg("preferred"), py::arg("step_s"),
          py::kw_only(), py::arg("radius_m") = 0.4, py::arg("speed_m_s") = 2.0, py::arg("walkers") = py::none(),
          py::arg("height_m") = 0.0, py::arg("passes_right") = true, py::arg("horizon_s") = 2.0,
          py::arg("max_neighbours") = 12, py::arg("neighbour_m") = 0.0, py::arg("threads") = 0,
          "Returns safe velocities of all agents for the next `step_s` seconds: (velocities, positions after the step, "
          "is_free), of shapes (N, 3), (N, 3) and (N,). Positions are in metres, velocities in metres per second, of "
          "shape "
          "(N, 3); radius_m and speed_m_s (the maximum speed): one number or shape (N,). walkers: true for agents that "
          "walk, "
          "shape (N,). height_m: height of walkers for flyers, one number or shape (N,); 0: the headroom of the "
          "ground, or "
          "2 m without a navigator. passes_right: agents that are held up try to pass on the right. horizon_s: "
          "look-ahead in "
          "seconds. max_neighbours: maximum number of neighbours considered; neighbour_m: maximum distance to them, 0: "
          "as far "
          "as needed. threads: 0 means all hardware threads.");
}

}  // namespace navnet::python
