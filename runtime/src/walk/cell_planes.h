// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which parts of the ground lie in one plane. There, the height of a point needs no search for the patch below it.

#include <navnet/net/ground.h>

#include <cstdint>
#include <vector>

namespace navnet {

class GroundIndex;

/// Planes are identified by a patch that lies in them. Adjacent patches count as one plane if their heights differ from
/// it by at most kSamePlane_m. Immutable; 4 bytes per patch, bend, edge and vertex.
class CellPlanes {
 public:
  /// In metres: far below the error that straight segments of paths may have, and above the rounding of meshes that
  /// store coordinates as floats.
  static constexpr double kSamePlane_m = 1e-5;

  CellPlanes() = default;
  /// Requires: `index` is complete but for this part. Linear in the number of patches that cells meet.
  explicit CellPlanes(const GroundIndex& index);

  /// The plane of all surface in a cell, in all cells of an edge, and in the free disk around a vertex; kNone if it
  /// lies in several planes. Surface that is more than a step above or below the plane does not count.
  uint32_t OfCell(uint32_t cell) const { return of_cell_[cell]; }
  uint32_t OfEdge(uint32_t edge) const { return of_edge_[edge]; }
  uint32_t OfHub(uint32_t vertex) const { return of_hub_[vertex]; }
  /// The plane of a patch.
  uint32_t OfPatch(uint32_t patch) const { return of_patch_[patch]; }

  /// Whether all patches lie in one plane.
  bool is_one() const { return is_one_; }

 private:
  void FindPlanesOfPatches(const GroundIndex& index);
  uint32_t PlaneIn(const GroundIndex& index, uint32_t cell) const;

  std::vector<uint32_t> of_patch_;
  std::vector<uint32_t> of_cell_;  ///< By bend.
  std::vector<uint32_t> of_edge_, of_hub_;
  bool is_one_ = true;
};

}  // namespace navnet
