#pragma once
// What one agent's velocity must keep to for the sake of another (J. van den Berg, S. J. Guy, M. Lin, D. Manocha,
// Reciprocal n-body collision avoidance, 2011).

#include "agents/half_spaces.h"

namespace navnet {

/// Two agents as one of them sees the other. On the ground all vectors are on the plan: their third number is 0.
struct Encounter {
  Vec3 apart;           ///< From the one to the other.
  Vec3 velocity;        ///< Of the one …
  Vec3 others;          ///< … and of the other, now.
  double radius_m = 0;  ///< Of both together.
  double share = 0.5;   ///< So much of the avoiding the one does.
};

/// The half-space of the one's velocities that, if the other does its share too, keeps the two apart for `horizon_s`:
/// its share of the smallest change of the relative velocity that does. Agents that overlap get apart within `step_s`.
/// Two that face each other exactly pass on each other's right. The other's half-space has the opposite normal.
HalfSpace ReciprocalHalfSpace(const Encounter& encounter, double horizon_s, double step_s);

/// The half-space of velocities that keep the one, for a step, on its side of the plane midway between the two. If both
/// keep to theirs, they do not collide in that step, whatever else they do; 0 always keeps it. Agents that overlap come
/// no nearer.
HalfSpace OwnSide(const Encounter& encounter, double step_s);

}  // namespace navnet
