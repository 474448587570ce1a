// SPDX-License-Identifier: Apache-2.0
#pragma once
// The velocities that keep an agent in free space for one step, as half-spaces that always contain 0.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>

#include "agents/half_spaces.h"
#include "walk/walk_grid.h"

#include <optional>
#include <vector>

namespace navnet {

/// The free space of a flyer for one step: a NavVolume around it.
struct FreeBox {
  VoxelBox volume;

  /// Adds the six half-spaces of velocities whose step ends in the volume.
  void AddTo(std::vector<VelocityHalfSpace>& constraints, const GridFrame& frame, Vec3 position, double step_s) const;
  /// Whether a point of the world is in the volume.
  bool Holds(const GridFrame& frame, Vec3 point) const;
  /// Fraction of the segment from a point in the volume to another that is inside it, from 0 to 1; both points in
  /// voxels.
  double ShareOf(Vec3 from, Vec3 to) const;
  /// `to`, moved into the volume if rounding put it outside; in the world.
  Vec3 Clamped(const GridFrame& frame, Vec3 from, Vec3 to) const;
};

/// The cell whose NavVolume contains `p` and comes nearest to `wanted` (both in voxels), among the cells at `p` and
/// their neighbours; otherwise one of a cell farther away. kNoCell when `p` is not free (see free_air.h).
uint32_t VolumeAround(const LevelIndex& index, Vec3 p, Vec3 wanted);

/// The same, but if `p` is on the face where that volume ends towards `wanted`, cells farther away are tested as well:
/// some microseconds.
uint32_t VolumeOnward(const LevelIndex& index, Vec3 p, Vec3 wanted);

/// The NavVolume around a flyer in which it gets nearest to `position + preferred * step_s`. None when it is outside
/// the free space of the level.
std::optional<FreeBox> FreeBoxFor(const LevelIndex& index, const GridFrame& frame, Vec3 position, Vec3 preferred,
                                  double step_s);

/// Spatial index of the walls of a ground.
class WallIndex {
 public:
  /// Linear time. The walker must outlive it.
  explicit WallIndex(const Walker& walker);

  /// Adds, for each wall near the height of `place` that a walker can reach in a step, the half-space of velocities
  /// that keep the radius from it. Vectors are on the plan: their third coordinate is 0.
  void AddTo(std::vector<VelocityHalfSpace>& constraints, const GroundPlace& place, double radius_m, double speed_m_s,
             double step_s) const;

 private:
  const Walker* walker_;
  WalkGrid grid_;
};

}  // namespace navnet
