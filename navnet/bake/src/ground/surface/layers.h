// SPDX-License-Identifier: Apache-2.0
#pragma once
// Groups sheets into layers such that no sheet lies above another of its layer. The ordered flood keeps the number of
// layers small, but not minimal.

#include "ground/surface/seams.h"
#include "ground/surface/sheets.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNoLayer = 0xFFFFFFFF;

struct GroundLayers {
  std::vector<uint32_t> of_sheet;  ///< kNoLayer for sheets that are not kept.
  uint32_t count = 0;
};

/// By sheet, the connected component of the ground that it belongs to. Components are numbered in the order of their
/// first sheets; `count` is set to their number.
std::vector<uint32_t> FindComponents(const GroundSheets& sheets, const GroundSeams& seams, uint32_t& count);

/// Floods each layer from its lowest sheet, lowest neighbours first (after R. Oliva 2016, section 5.2), then continues
/// from the lowest sheets that the flood did not reach. A sheet joins only if it overlaps no sheet of the layer and
/// meets none without a seam. `keep`: by sheet, whether it gets a layer.
GroundLayers MakeLayers(const GroundSheets& sheets, const GroundSeams& seams, const std::vector<bool>& keep);

}  // namespace navnet
