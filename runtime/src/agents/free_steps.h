#pragma once
// The velocities that keep an agent in free space for one step, as half-spaces that 0 always keeps.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>

#include "agents/half_spaces.h"
#include "walk/walk_grid.h"

#include <optional>
#include <vector>

namespace navnet {

/// Where a flyer may go in one step: a NavVolume around it.
struct FreeBox {
  VoxelBox volume;

  /// The six half-spaces of velocities that end in the volume.
  void AddTo(std::vector<HalfSpace>& constraints, const GridFrame& frame, Vec3 position, double step_s) const;
  /// Whether a point of the world is in the volume.
  bool Holds(const GridFrame& frame, Vec3 point) const;
  /// How much of the line from a point in the volume to another is in it, from 0 to 1; both in voxels.
  double ShareOf(Vec3 from, Vec3 to) const;
  /// A point moved into the volume, if rounding brought it out; in the world.
  Vec3 Clamped(const GridFrame& frame, Vec3 from, Vec3 to) const;
};

/// The cell whose NavVolume holds a point and comes nearest to another (both in voxels), among those of the cells at
/// the point and beside them; or else one of a cell farther away. kNoCell when the point is not free (see free_air.h).
uint32_t VolumeAround(const LevelIndex& index, Vec3 p, Vec3 wanted);

/// The same, but if the point lies where that volume ends on the way to the other, cells farther away are looked at as
/// well: some microseconds.
uint32_t VolumeOnward(const LevelIndex& index, Vec3 p, Vec3 wanted);

/// Of the NavVolumes that hold a flyer, the one in which it gets nearest to where `preferred` leads to in a step. None
/// when it is in no free space of the level.
std::optional<FreeBox> FreeBoxFor(const LevelIndex& index, const GridFrame& frame, Vec3 position, Vec3 preferred,
                                  double step_s);

/// The walls of a ground by place.
class WallIndex {
 public:
  /// Linear time. The walker must outlive it.
  explicit WallIndex(const Walker& walker);

  /// Adds, for each wall near the height of a place that a walker can come to in a step, the half-space of velocities
  /// that keep the radius from it. Vectors are on the plan, their third number is 0.
  void AddTo(std::vector<HalfSpace>& constraints, const GroundPlace& place, double radius_m, double speed_m_s,
             double step_s) const;

 private:
  const Walker* walker_;
  WalkGrid grid_;
};

}  // namespace navnet
