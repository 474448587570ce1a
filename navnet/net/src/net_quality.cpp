// SPDX-License-Identifier: Apache-2.0
#include <navnet/net/net_quality.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace navnet {
namespace {

size_t ClassOf(const VoxelBox& box) {
  const auto side = uint64_t(std::min({box.Size(0), box.Size(1), box.Size(2)}));
  return std::min(size_t(std::bit_width(side)) - 1, BoxesBySide{}.size() - 1);
}

}  // namespace

LevelQuality MeasureQuality(const NetLevel& level, double voxel_m) {
  LevelQuality out;
  const double voxel_m3 = voxel_m * voxel_m * voxel_m;
  const int64_t free = level.voxels_free + level.voxels_left_out;
  out.coverage = free == 0 ? 1 : double(level.voxels_free) / double(free);
  out.free_m3 = double(level.voxels_free) * voxel_m3;
  out.left_out_m3 = double(level.voxels_left_out) * voxel_m3;
  const size_t count = level.cells.size();
  if (count == 0) return out;

  std::vector<int64_t> voxels_of(level.component_count, 0);
  std::vector<size_t> cells_of(level.component_count, 0);
  double volumes = 0;
  for (uint32_t i = 0; i < count; ++i) {
    ++out.cells[ClassOf(level.cells[i])];
    ++out.volumes[ClassOf(level.volumes[i])];
    volumes += double(level.volumes[i].Volume());
    out.degree_max = std::max(out.degree_max, level.NeighboursOf(i).size());
    voxels_of[level.components[i]] += level.cells[i].Volume();
    ++cells_of[level.components[i]];
  }
  out.cell_voxels = double(level.voxels_free) / double(count);
  out.volume_voxels = volumes / double(count);
  out.degree_mean = double(level.neighbours.size()) / double(count);
  const size_t bytes = level.blocks.size_bytes() + level.cells.size_bytes() + level.volumes.size_bytes() +
                       level.components.size_bytes() + level.first_neighbour.size_bytes() +
                       level.neighbours.size_bytes();
  out.bytes_per_cell = double(bytes) / double(count);

  const size_t largest = size_t(std::ranges::max_element(voxels_of) - voxels_of.begin());
  out.sealed_components = voxels_of.size() - 1;
  out.sealed_cells = count - cells_of[largest];
  out.sealed_voxels = level.voxels_free - voxels_of[largest];
  return out;
}

}  // namespace navnet
