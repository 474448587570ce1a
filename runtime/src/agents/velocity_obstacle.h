// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints on an agent's velocity from another agent (J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal
// n-body collision avoidance, 2011).

#include "agents/half_spaces.h"

namespace navnet {

/// Two agents from the view of the first. On the ground all vectors are horizontal: their third coordinate is 0.
struct Encounter {
  Vec3 apart;           ///< From the first agent to the second.
  Vec3 velocity;        ///< Current velocity of the first …
  Vec3 others;          ///< … and of the second.
  double radius_m = 0;  ///< Sum of the two radii.
  double share = 0.5;   ///< Fraction of the avoiding that the first does.
};

/// The half-space of the first agent's velocities that keeps the two apart for `horizon_s` if the second does its share
/// too: the first does `share` of the smallest sufficient change of the relative velocity. Agents that overlap separate
/// within `step_s`. Two agents that face each other exactly pass on each other's right. The second agent's half-space
/// has the opposite normal.
VelocityHalfSpace ReciprocalHalfSpace(const Encounter& encounter, double horizon_s, double step_s);

/// The half-space of velocities with which the first agent stays, for a step, on its side of the plane midway between
/// the two. If both do so, they do not collide in that step, whatever else they do; 0 always satisfies it. Agents that
/// overlap come no closer.
VelocityHalfSpace OwnSide(const Encounter& encounter, double step_s);

}  // namespace navnet
