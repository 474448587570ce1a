#pragma once
// Figures to judge a net by.

#include <navnet/net/net.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace navnet {

/// How many boxes have which shortest side: element k counts sides of 2^k up to 2^(k + 1) - 1 voxels; the last one
/// everything from there on.
using BoxesBySide = std::array<size_t, 12>;

struct LevelQuality {
  double coverage = 1;       ///< The part of the free voxels that lies in cells, 0 to 1; 1 for a world without any.
  double free_m3 = 0;        ///< Volume of the cells.
  double left_out_m3 = 0;    ///< Volume of free voxels in no cell.
  BoxesBySide cells{};       ///< Cells by shortest side.
  BoxesBySide volumes{};     ///< NavVolumes by shortest side.
  double cell_voxels = 0;    ///< Mean voxels of a cell.
  double volume_voxels = 0;  ///< Mean voxels of a NavVolume.
  double degree_mean = 0;    ///< Contacts of a cell.
  size_t degree_max = 0;
  double bytes_per_cell = 0;  ///< Of all of the level's arrays; contacts included.

  /// Free space that is not connected to the largest piece of it.
  size_t sealed_components = 0, sealed_cells = 0;
  int64_t sealed_voxels = 0;
};

/// Looks at every cell and link once.
LevelQuality MeasureQuality(const NetLevel& level, double voxel_m);

}  // namespace navnet
