// SPDX-License-Identifier: Apache-2.0
#pragma once
// Invariants of every step of a crowd, and crowds that must arrive.

#include <navnet/runtime/crowd.h>

#include "runtime/agents/agent_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace navnet {

/// Distance between the surfaces of two agents: balls, and upright cylinders. Walkers at different heights are not
/// near.
inline double GapBetween(const AgentState& a, const AgentState& b, UpAxis up) {
  if (a.kind == AgentKind::Walker && b.kind == AgentKind::Flyer) return GapBetween(b, a, up);
  const Vec3 apart = a.position - b.position;
  const double both = a.radius_m + b.radius_m;
  if (b.kind == AgentKind::Flyer) return Length(apart) - both;
  const double rise = up == UpAxis::Z ? apart.z : apart.y;
  const double aside = up == UpAxis::Z ? std::hypot(apart.x, apart.y) : std::hypot(apart.x, apart.z);
  if (a.kind == AgentKind::Walker) {
    return std::abs(rise) < std::max(a.height_m, b.height_m) ? aside - both : std::numeric_limits<double>::infinity();
  }
  const double beside = std::max(0.0, aside - b.radius_m), above = std::max({0.0, -rise, rise - b.height_m});
  return std::hypot(beside, above) - a.radius_m;
}

inline double LeastGap(std::span<const AgentState> agents, UpAxis up = UpAxis::Z) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < agents.size(); ++i) {
    for (size_t j = 0; j < i; ++j) least = std::min(least, GapBetween(agents[i], agents[j], up));
  }
  return least;
}

/// Makes a step; expects that no agent touches another one or a wall.
inline void StepAndCheck(Crowd& crowd, const AgentWorld& world, double step_s) {
  std::vector<Vec3> before;
  for (const AgentState& agent : crowd.agents()) before.push_back(agent.position);
  ASSERT_TRUE(crowd.Step(step_s, 1).ok());
  ASSERT_GE(LeastGap(crowd.agents(), world.navigator.info().up), -1e-8);
  for (size_t k = 0; k < before.size(); ++k) {
    const AgentState& agent = crowd.agents()[k];
    const double clearance = agent.kind == AgentKind::Walker
                                 ? world.navigator.walker()->ClearanceAt(agent.position)
                                 : world.probe.SegmentClearance(before[k], agent.position, 1);
    ASSERT_GE(clearance, agent.radius_m - 2e-6);
  }
}

/// Makes steps until all agents have arrived and were removed.
inline void ExpectAllToArrive(Crowd& crowd, const AgentWorld& world, double step_s, double within_s) {
  for (int i = 0; i * step_s < within_s && !crowd.agents().empty(); ++i) {
    SCOPED_TRACE("step " + std::to_string(i));
    ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, world, step_s));
    std::vector<AgentId> there;
    for (const AgentState& agent : crowd.agents()) {
      if (agent.status == AgentStatus::Arrived) there.push_back(agent.id);
    }
    for (const AgentId id : there) ASSERT_TRUE(crowd.Remove(id).ok());
  }
  EXPECT_TRUE(crowd.agents().empty()) << crowd.agents().size() << " are still under way, one is "
                                      << ToString(crowd.agents().front().status);
}

}  // namespace navnet
