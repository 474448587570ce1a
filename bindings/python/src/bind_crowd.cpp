// SPDX-License-Identifier: Apache-2.0
// Crowds: many agents that move to their goals.

#include <navnet/runtime/crowd.h>

#include "types.h"

#include <pybind11/stl.h>

#include <string>

namespace navnet::python {
namespace {

using LockedCrowd = Locked<Crowd>;

// Array of one field of all agents.
template <class T, class Field>
std::vector<T> Gather(LockedCrowd& crowd, const Field& field) {
  return crowd.With([&](const Crowd& of) {
    std::vector<T> out;
    for (const AgentState& agent : of.agents()) out.push_back(T(field(agent)));
    return out;
  });
}

AgentSpec SpecFrom(const py::object& position, double radius_m, const py::object& kind, const FollowLimits& limits,
                   double height_m) {
  return {EnumFrom<AgentKind>(kind, "kind", {"flyer", "walker"}), PointFrom(position, "position"), RadiusFrom(radius_m),
          limits, InRange(height_m, ranges::kLength_m, "height_m")};
}

}  // namespace

void BindCrowd(py::module_& m) {
  BindId<AgentId>(m, "AgentId", "Identifies an agent of a crowd; never reused.",
                  [](AgentId id) { return uint64_t{id.generation} << 32 | id.slot; });
  py::class_<AgentState>(m, "AgentState", "State of an agent of a crowd at one time.")
      .def_readonly("id", &AgentState::id, "The agent's id.")
      .def_property_readonly(
          "kind", [](const AgentState& a) { return EnumObject("AgentKind", int(a.kind)); }, "A navnet.AgentKind.")
      .def_property_readonly(
          "status", [](const AgentState& a) { return EnumObject("AgentStatus", int(a.status)); },
          "A navnet.AgentStatus.")
      .def_readonly("radius_m", &AgentState::radius_m, "In metres.")
      .def_property_readonly(
          "position", [](const AgentState& a) { return PointArray(a.position); }, "In metres.")
      .def_property_readonly(
          "velocity", [](const AgentState& a) { return PointArray(a.velocity); }, "In metres per second.")
      .def_readonly("place", &AgentState::place, "Its place on its path.")
      .def_readonly("height_m", &AgentState::height_m, "Height of a walker, in metres; 0 for a flyer.");

  py::class_<LockedCrowd>(m, "Crowd", "Agents that follow paths to their goals and avoid each other and walls.")
      .def(py::init([](const Navigator& navigator, double stuck_s, double replan_s, double horizon_s,
                       int64_t max_neighbours, double neighbour_m) {
             CrowdOptions options;
             options.avoidance = AvoidanceFrom(horizon_s, max_neighbours, neighbour_m);
             options.stuck_s = stuck_s;
             options.replan_s = replan_s;
             Check(Validate(options));
             return std::make_unique<LockedCrowd>(navigator, options);
           }),
           py::arg("navigator"), py::kw_only(), py::arg("stuck_s") = 4.0, py::arg("replan_s") = 0.5,
           py::arg("horizon_s") = 2.0, py::arg("max_neighbours") = 12, py::arg("neighbour_m") = 0.0,
           "stuck_s: agents that make hardly any progress for this many seconds are stuck. replan_s: interval at which "
           "agents without a path plan again. Others as for Avoidance.solve.")
      .def(
          "add",
          [](LockedCrowd& self, const py::object& position, double radius_m, const py::object& kind,
             const FollowLimits& limits, double height_m) {
            const AgentSpec spec = SpecFrom(position, radius_m, kind, limits, height_m);
            return Unwrap(self.With([&](Crowd& crowd) { return crowd.Add(spec); }));
          },
          py::arg("position"), py::kw_only(), py::arg("radius_m") = 0.4, py::arg("kind") = "flyer",
          py::arg("limits") = FollowLimits{}, py::arg("height_m") = 0.0,
          "Adds an agent, 'flyer' or 'walker', at a free position, shape (3,), in metres; returns its id. height_m: "
          "height of a walker for flyers, at most the headroom of the ground; 0: that headroom.")
      .def(
          "add_all",
          [](LockedCrowd& self, const py::object& positions, const py::object& radius_m, const py::object& kind,
             const FollowLimits& limits, const py::object& height_m) {
            const Points at = PointsFrom(positions, "positions");
            const Numbers radii = NumbersFrom(radius_m, "radius_m", at.size(), ranges::kLength_m);
            const Numbers heights = NumbersFrom(height_m, "height_m", at.size(), ranges::kLength_m);
            const auto agent_kind = EnumFrom<AgentKind>(kind, "kind", {"flyer", "walker"});
            return Unwrap(self.With([&](Crowd& crowd) -> Result<std::vector<AgentId>> {
              std::vector<AgentId> ids;
              for (size_t i = 0; i < at.size(); ++i) {
                const Result<AgentId> id = crowd.Add({agent_kind, at[i], radii[i], limits, heights[i]});
                if (id) {
                  ids.push_back(*id);
                  continue;
                }
                for (const AgentId added : ids) (void)crowd.Remove(added);
                return Error{id.error().code, "agent " + std::to_string(i) + ": " + id.error().message};
              }
              return ids;
            }));
          },
          py::arg("positions"), py::kw_only(), py::arg("radius_m") = 0.4, py::arg("kind") = "flyer",
          py::arg("limits") = FollowLimits{}, py::arg("height_m") = 0.0,
          "Adds agents at free positions, shape (N, 3), in metres: all of them, or none with an exception that names "
          "the first invalid one. radius_m and height_m: one number or shape (N,). Returns their ids.")
      .def(
          "remove",
          [](LockedCrowd& self, AgentId id) { Check(self.With([&](Crowd& crowd) { return crowd.Remove(id); })); },
          py::arg("id"), "Removes an agent.")
      .def(
          "set_goal",
          [](LockedCrowd& self, AgentId id, const py::object& goal) {
            const Vec3 to = PointFrom(goal, "goal");
            Check(self.With([&](Crowd& crowd) { return crowd.SetGoal(id, to); }));
          },
          py::arg("id"), py::arg("goal"),
          "Sends the agent to a goal, shape (3,), in metres; the crowd plans its paths.")
      .def(
          "set_path",
          [](LockedCrowd& self, AgentId id, const py::object& points) {
            const Points path = PointsFrom(points, "points");
            Check(self.With([&](Crowd& crowd) { return crowd.SetPath(id, path.points); }));
          },
          py::arg("id"), py::arg("points"),
          "Makes the agent follow a path, shape (N, 3), in metres, from its beginning.")
      .def(
          "stop", [](LockedCrowd& self, AgentId id) { Check(self.With([&](Crowd& crowd) { return crowd.Stop(id); })); },
          py::arg("id"), "Stops the agent.")
      .def(
          "set_navigator",
          [](LockedCrowd& self, const Navigator& navigator) {
            self.With([&](Crowd& crowd) {
              crowd.SetNavigator(navigator);
              return true;
            });
          },
          py::arg("navigator"), "To be called when the world has changed: agents with goals plan again.")
      .def(
          "step",
          [](LockedCrowd& self, double step_s, int64_t threads) {
            const int used = ThreadsFrom(threads);
            Check(self.With([&](Crowd& crowd) { return crowd.Step(step_s, used); }));
          },
          py::arg("step_s"), py::kw_only(), py::arg("threads") = 0,
          "Moves all agents for `step_s` seconds. The result does not depend on the number of threads.")
      .def_property_readonly(
          "ids", [](LockedCrowd& self) { return Gather<AgentId>(self, [](const AgentState& a) { return a.id; }); },
          "Ids of all agents. The arrays below have the same order, which changes only if agents are added or removed.")
      .def_property_readonly(
          "positions",
          [](LockedCrowd& self) {
            return TakePoints(Gather<Vec3>(self, [](const AgentState& a) { return a.position; }));
          },
          "In metres, shape (N, 3); a copy.")
      .def_property_readonly(
          "velocities",
          [](LockedCrowd& self) {
            return TakePoints(Gather<Vec3>(self, [](const AgentState& a) { return a.velocity; }));
          },
          "In metres per second, shape (N, 3); a copy.")
      .def_property_readonly(
          "radii_m",
          [](LockedCrowd& self) {
            return TakeOver<double>(Gather<double>(self, [](const AgentState& a) { return a.radius_m; }));
          },
          "In metres, shape (N,); a copy.")
      .def_property_readonly(
          "heights_m",
          [](LockedCrowd& self) {
            return TakeOver<double>(Gather<double>(self, [](const AgentState& a) { return a.height_m; }));
          },
          "Heights of walkers, in metres, and 0 for flyers, shape (N,); a copy.")
      .def_property_readonly(
          "status",
          [](LockedCrowd& self) {
            return TakeOver<uint8_t>(Gather<uint8_t>(self, [](const AgentState& a) { return a.status; }));
          },
          "Values of navnet.AgentStatus, shape (N,); a copy.")
      .def(
          "find",
          [](LockedCrowd& self, AgentId id) {
            return self.With([&](const Crowd& crowd) {
              const AgentState* agent = crowd.Find(id);
              return agent ? std::optional(*agent) : std::nullopt;
            });
          },
          py::arg("id"), "Current state of an agent, or None if there is none with this id.")
      .def(
          "__len__",
          [](LockedCrowd& self) { return self.With([](const Crowd& crowd) { return crowd.agents().size(); }); },
          "Number of agents.");
}

}  // namespace navnet::python
