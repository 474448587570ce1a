#pragma once
// Sheets into layers: as few sets as an ordered flood gives, of which no sheet lies above another of its set.

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

/// The connected piece of ground each sheet belongs to, numbered by their first sheets; `count` of them.
std::vector<uint32_t> FindComponents(const GroundSheets& sheets, const GroundSeams& seams, uint32_t& count);

/// Floods each layer from its lowest sheet, lowest neighbours first (after R. Oliva 2016, section 5.2), then goes on
/// with what the flood did not reach, as long as it lies above nothing of the layer.
GroundLayers MakeLayers(const GroundSheets& sheets, const GroundSeams& seams, const std::vector<bool>& keep);

}  // namespace navnet
