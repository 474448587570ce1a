#pragma once
// What an update of a world changed, as boxes.

#include <navnet/core/geometry.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Where a world differs from the one before it, for agents of every clearance level: a level's voxels within its
/// radius of a new obstacle count as blocked. Boxes are in the world, along its axes, in metres; they may be larger
/// than the truth, never smaller.
struct WorldChange {
  uint64_t version = 0;       ///< Of the world after the change.
  std::vector<Box3> blocked;  ///< Around all places that were free (see Navigator) and no longer are.
  std::vector<Box3> freed;    ///< Around all places that were in no cell of the net and now are in one.
  Box3 box;                   ///< Around all of these; empty when nothing changed.
};

}  // namespace navnet
