#pragma once
// Where the sheets of neighbouring tiles run on into each other. On the line between two tiles everything is an
// interval of integers, so both sides agree exactly.

#include "ground/surface/sheets.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace navnet {

/// A stretch of a tile's border across which two sheets are one surface: both have it on their outline.
struct GroundSeam {
  int32_t axis = 0;  ///< 0: on the line x = `line`, between y = `from` and `to`; 1: with x and y exchanged.
  int32_t line = 0, from = 0, to = 0;
  uint32_t low_sheet = 0, high_sheet = 0;  ///< On the side of lower and of higher coordinates.
};

struct GroundSeams {
  std::vector<GroundSeam> seams;  ///< Sorted by axis, line and place. A sheet's seams do not overlap.
  /// Sheets whose outlines run along the same stretch of a line without being connected there.
  std::vector<std::pair<uint32_t, uint32_t>> meetings;
};

GroundSeams FindSeams(const GroundSheets& sheets);

}  // namespace navnet
