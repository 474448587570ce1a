#pragma once
// A walker as flyers see it, and flyers as a walker sees them: an upright cylinder and balls. Points are flat: the plan
// in the first two coordinates, the height in the third.

#include <navnet/core/geometry.h>

#include "agents/half_spaces.h"
#include "agents/velocity_obstacle.h"

#include <optional>

namespace navnet {

/// The cylinder from a walker's foot up to its height.
struct UprightBody {
  Vec3 foot;
  double radius_m = 0, height_m = 0;

  /// The balls of its radius around the points of its axis between these heights above the foot are all inside of it
  /// (but for the lower than wide, of which one ball sticks out above and below).
  double axis_from_m() const { return radius_m < 0.5 * height_m ? radius_m : 0.5 * height_m; }
  double axis_to_m() const { return height_m - axis_from_m(); }
};

struct Ball {
  Vec3 centre;
  double radius_m = 0;
};

/// Where the surfaces of the two are nearest.
struct Apart {
  Vec3 normal;       ///< From the body to the ball, of length 1; 0 if the ball's centre is on the axis.
  double gap_m = 0;  ///< Exactly the distance between them; below 0 when they overlap.
};
Apart Between(const UprightBody& walker, const Ball& flyer);

/// The velocities, now, of a walker and a flyer that meet. The walker's third number is 0.
struct MixedEncounter {
  UprightBody walker;
  Ball flyer;
  Vec3 walker_velocity, flyer_velocity;
};

/// As OwnSide: for a step the flyer, or the walker, keeps to its side of the plane midway between the two. The walker's
/// half-space is of vectors on the plan; none if it cannot come nearer on the plan.
HalfSpace OwnSideOfFlyer(const Apart& apart, double step_s);
std::optional<HalfSpace> OwnSideOfWalker(const Apart& apart, double step_s);
/// Whether a walker's move that keeps to its half-plane keeps to its side with what it climbs, too.
bool MayClimb(const Apart& apart, Vec3 move);

/// As ReciprocalHalfSpace: the flyer does most of the avoiding, and goes round the body, or over it where that is
/// nearest.
HalfSpace ReciprocalOfFlyer(const MixedEncounter& encounter, double horizon_s, double step_s);
/// The walker does the rest, on the plan; none if the flyer passes above its head or below its feet.
std::optional<HalfSpace> ReciprocalOfWalker(const MixedEncounter& encounter, double horizon_s, double step_s);

/// For a flyer that finds no way round: the upward velocities with which it is above the walker's head when it comes to
/// it, if it flies at `preferred`. None if it does not come to it within the horizon, is that high, or is below its
/// feet.
std::optional<HalfSpace> OverHead(const MixedEncounter& encounter, Vec3 preferred, double speed_m_s, double horizon_s,
                                  double step_s);
/// The height at which a flyer passes above a walker's head.
double HeightOverHead(const UprightBody& walker, double flyer_radius_m);

/// Where two lines from a to b and from c to d are nearest to each other, as shares of the lines, and how near.
struct NearestOfLines {
  double share_ab = 0, share_cd = 0, distance_m = 0;
};
NearestOfLines NearestBetween(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

}  // namespace navnet
