// SPDX-License-Identifier: Apache-2.0
#pragma once
// Encounters of a walker, an upright cylinder, with flyers, which are balls. Points are given as plan (the first two
// coordinates) and height (the third).

#include <navnet/core/geometry.h>

#include "agents/half_spaces.h"
#include "agents/velocity_obstacle.h"

#include <optional>

namespace navnet {

/// The cylinder from a walker's foot up to its height.
struct UprightBody {
  Vec3 foot;
  double radius_m = 0, height_m = 0;

  /// Heights above the foot between which the axis is replaced by balls of the body's radius: all of them lie inside
  /// the body (unless it is lower than wide: then the single ball sticks out above and below).
  double axis_from_m() const { return radius_m < 0.5 * height_m ? radius_m : 0.5 * height_m; }
  double axis_to_m() const { return height_m - axis_from_m(); }
};

struct Ball {
  Vec3 centre;
  double radius_m = 0;
};

/// Separation of a walker and a flyer.
struct Apart {
  Vec3 normal;       ///< From the body to the ball, of length 1; 0 if the ball's centre is on the axis.
  double gap_m = 0;  ///< Exact distance between the surfaces; negative when they overlap.
};
Apart Between(const UprightBody& walker, const Ball& flyer);

/// A walker and a flyer with their current velocities. The walker's velocity is horizontal.
struct MixedEncounter {
  UprightBody walker;
  Ball flyer;
  Vec3 walker_velocity, flyer_velocity;
};

/// As OwnSide: the velocities with which the flyer, or the walker, stays on its side of the plane midway between the
/// two for a step. The walker's half-space is horizontal; none if it cannot come closer horizontally.
VelocityHalfSpace OwnSideOfFlyer(const Apart& apart, double step_s);
std::optional<VelocityHalfSpace> OwnSideOfWalker(const Apart& apart, double step_s);
/// Whether a walker's move that satisfies its half-plane also stays on its side with its height change included.
bool MayClimb(const Apart& apart, Vec3 move);

/// As ReciprocalHalfSpace: the flyer does most of the avoiding, and goes round the body, or over it where that is
/// shorter.
VelocityHalfSpace ReciprocalOfFlyer(const MixedEncounter& encounter, double horizon_s, double step_s);
/// The walker does the rest, horizontally; none if the flyer passes above its head or below its feet.
std::optional<VelocityHalfSpace> ReciprocalOfWalker(const MixedEncounter& encounter, double horizon_s, double step_s);

/// For a flyer that cannot get round the walker: the velocities upward enough to be above the walker's head on reaching
/// it, when flying at `preferred`. None if the flyer does not reach it within the horizon, is already that high, or is
/// below its feet.
std::optional<VelocityHalfSpace> OverHead(const MixedEncounter& encounter, Vec3 preferred, double speed_m_s,
                                          double horizon_s, double step_s);
/// The height of a flyer's centre at which it passes above a walker's head.
double HeightOverHead(const UprightBody& walker, double flyer_radius_m);

/// The closest points of the segments from a to b and from c to d, as fractions of the segments, and their distance.
struct NearestOfLines {
  double share_ab = 0, share_cd = 0, distance_m = 0;
};
NearestOfLines NearestBetween(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

}  // namespace navnet
