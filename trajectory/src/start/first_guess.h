// SPDX-License-Identifier: Apache-2.0
#pragma once
// A first trajectory between two rests, strictly inside all constraints, from which the solver starts.

#include "solver/barrier_newton.h"
#include "start/portals.h"

#include <span>
#include <vector>

namespace navnet {

/// Where the guess begins or ends, at rest.
struct GuessEnd {
  Vec3 p;
  uint8_t fixed = kFixAll;  ///< KnotFix bits.
  uint32_t room = 0;        ///< Of a start: its room, before the first portal.
};

/// A place along the guess.
struct GuessKnot {
  Vec3 p = {}, direction = {};  ///< Position, and unit direction of flight.
  double speed = 0;             ///< Along the direction.
  uint8_t fixed = 0;            ///< KnotFix bits.
};

/// Memory of the first guess.
struct GuessScratch {
  std::vector<GuessKnot> knots;
  std::vector<uint32_t> rooms;  ///< Of each piece.
  std::vector<double> slacks;
};

/// The length in which one piece brings the limit of the speed to rest.
double BrakeLength(const MotionBounds& bounds);

/// Sets knots and pieces of a chain from one end to the other. Knots lie in the portals; a room gets up to three
/// pieces, fewer where it is short. Velocities follow the corners, and are halved until each piece has a duration
/// within all limits: a trajectory that stops at every knot always has one. False when an end lies so near a border
/// that rounding leaves no room. The start is in its room, the goal behind the last portal.
bool MakeGuess(const GuessEnd& start, const GuessEnd& goal, std::span<const PortalPoint> portals,
               const RoomCorridor& rooms, const MotionBounds& bounds, GuessScratch& scratch, KnotChain& chain);

}  // namespace navnet
