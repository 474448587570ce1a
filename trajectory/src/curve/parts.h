// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parts of trajectories, without new memory.

#include <navnet/trajectory/trajectory.h>

#include <vector>

namespace navnet {

/// Appends the part of a trajectory between two times, which are limited to it: see PartOf.
void AppendPart(const Trajectory& trajectory, double from_s, double to_s, std::vector<TrajectoryPiece>& parts);

/// A piece that stays at a point.
inline TrajectoryPiece RestPiece(Vec3 p, double duration_s, uint32_t room) {
  return {{p, p, p, p, p, p}, duration_s, room};
}

}  // namespace navnet
