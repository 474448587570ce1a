// SPDX-License-Identifier: Apache-2.0
#pragma once
// Statistics of a net's quality.

#include <navnet/net/net.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace navnet {

/// Histogram of boxes by shortest side: element k counts sides of 2^k to 2^(k + 1) - 1 voxels, the last element all
/// sides of 2^11 voxels or more.
using BoxesBySide = std::array<size_t, 12>;

/// Statistics of a level.
struct LevelQuality {
  double coverage = 1;        ///< Fraction of the free voxels that lie in cells, 0 to 1; 1 if there are no free voxels.
  double free_m3 = 0;         ///< Volume of the cells.
  double left_out_m3 = 0;     ///< Volume of free voxels in no cell.
  BoxesBySide cells{};        ///< Cells by shortest side.
  BoxesBySide volumes{};      ///< NavVolumes by shortest side.
  double cell_voxels = 0;     ///< Mean number of voxels in a cell.
  double volume_voxels = 0;   ///< Mean number of voxels in a NavVolume.
  double degree_mean = 0;     ///< Mean number of contacts of a cell.
  size_t degree_max = 0;      ///< Most contacts of a cell.
  double bytes_per_cell = 0;  ///< Size of all of the level's arrays, divided by the number of cells.

  /// Free space that is not connected to the largest component.
  size_t sealed_components = 0, sealed_cells = 0;
  int64_t sealed_voxels = 0;  ///< Voxels of sealed_cells.
};

/// Computes the statistics of a level. Linear in cells and contacts.
LevelQuality MeasureQuality(const NetLevel& level, double voxel_m);

}  // namespace navnet
