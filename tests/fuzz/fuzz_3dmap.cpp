// SPDX-License-Identifier: Apache-2.0
// Untrusted voxel files: .3dmap and .bt must give a consistent grid or a clear error.

#include "fuzz/fuzz_check.h"
#include "import/import_3dmap.h"
#include "import/import_octomap.h"

#include <string_view>

namespace navnet {
namespace {

void CheckGrid(const Result<OccupancyGrid>& grid) {
  if (!grid) return FuzzCheckError(grid.error());
  const VoxelBox& bounds = grid->bounds();
  FuzzCheck(!bounds.IsEmpty(), "a grid without bounds");
  FuzzCheck(grid->frame().voxel_m > 0, "a grid without a voxel size");
  FuzzCheck(grid->blocked_count() >= 0 && grid->free_count() >= 0, "a negative count");
  FuzzCheck(grid->blocked_count() + grid->free_count() == bounds.Volume(), "counts that do not add up to the bounds");
  FuzzCheck(grid->IsBlocked(bounds.hi), "a free voxel outside the bounds");
}

}  // namespace
}  // namespace navnet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  navnet::CheckGrid(navnet::Import3dmap(bytes, 1.0));
  navnet::CheckGrid(navnet::ImportOctomap(bytes, 1.0));
  return 0;
}
