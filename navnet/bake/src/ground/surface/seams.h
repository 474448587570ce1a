// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seams: where sheets of adjacent tiles continue each other. On the line between two tiles everything is an interval of
// integers, so both sides agree exactly.

#include "ground/surface/sheets.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace navnet {

/// An interval of a tile border across which two sheets are one surface. It lies on the outlines of both.
struct GroundSeam {
  int32_t axis = 0;  ///< 0: on the line x = `line`, between y = `from` and `to`; 1: with x and y exchanged.
  int32_t line = 0, from = 0, to = 0;
  uint32_t low_sheet = 0, high_sheet = 0;  ///< On the sides of lower and higher coordinates.
};

struct GroundSeams {
  std::vector<GroundSeam> seams;  ///< Sorted by axis, line and position. The seams of a sheet do not overlap.
  /// Pairs of sheets whose outlines coincide on an interval of a line without being connected there.
  std::vector<std::pair<uint32_t, uint32_t>> meetings;
};

GroundSeams FindSeams(const GroundSheets& sheets);

}  // namespace navnet
