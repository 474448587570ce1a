// SPDX-License-Identifier: Apache-2.0
#pragma once
// The free space near a path, cut by planes, as rectangles.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/portal.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A plane along faces of the grid, perpendicular to an axis, with one of the two layers of voxels at it.
struct Screen {
  int axis = 0;
  int32_t plane = 0;
  bool above = false;  ///< Whether the layer is `plane` or `plane` - 1.

  int32_t layer() const { return above ? plane : plane - 1; }
  friend bool operator==(const Screen&, const Screen&) = default;
};

/// The part of the free space that paths of limited length between two points can reach; memory is reused. Free space
/// is what Navigator defines: the union of the NavVolumes of one component, each widened by kOnFace. Coordinates are in
/// voxels, relative to base(), so that numbers stay small.
class FreeLayers {
 public:
  /// Collects the free boxes of a component that a path from start to goal no longer than `longest` can touch. Cost: a
  /// few nanoseconds for each cell in the blocks around; where voxels are in no cell (BakeOptions::min_cell), also for
  /// each cell within kVolumeReach of them. The level must outlive its use.
  void Gather(const LevelIndex& index, uint32_t component, Vec3 start, Vec3 goal, double longest);

  VoxelCoord base() const { return base_; }
  Vec3 start() const { return start_; }
  Vec3 goal() const { return goal_; }

  /// A free rectangle on the plane of a screen, as thick as kOnFace to both sides.
  struct Rectangle {
    Portal box;
    double least = 0;  ///< Lower bound of the length of a path from start to goal that touches it.
  };
  /// Rectangles that together contain the free voxels of a screen's layer, as far as a path shorter than `longest` can
  /// touch them on the screen's plane. Valid until the next call.
  std::span<const Rectangle> On(Screen screen);
  /// The least |a - p| + |p - b| over the points p of these rectangles, or any number below `enough` if it is less than
  /// that; infinite if there is none. `again`: the same screen will be asked for again, which is faster then.
  double LeastOn(Screen screen, Vec3 a, Vec3 b, double enough, bool again);

 private:
  Portal RectangleOf(const VoxelBox& box, Screen screen) const;
  struct Listed {
    Screen screen;
    size_t first = 0, end = 0;
  };

  VoxelCoord base_;
  Vec3 start_, goal_;
  double longest_ = 0;
  std::vector<const BlockEntry*> blocks_;
  std::vector<VoxelBox> boxes_;
  std::vector<Rectangle> rectangles_;  ///< Of all screens listed so far.
  std::vector<Listed> listed_;
};

}  // namespace navnet
