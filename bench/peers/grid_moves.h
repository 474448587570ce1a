// SPDX-License-Identifier: Apache-2.0
#pragma once
// The 26 moves of the grid searches, and the rule that allows them.

#include <navnet/core/geometry.h>

#include <array>
#include <cstdint>

namespace navnet::peers {

/// A step to a neighbour. It is allowed if no voxel of the box spanned by the two is blocked, so that no corner is cut:
/// 1, 3 or 7 voxels besides the first one. The benchmark's optima follow the same rule.
struct GridMove {
  VoxelCoord step;
  int axes = 0;          ///< Number of axes it moves along; its length is √axes.
  uint32_t touched = 0;  ///< The voxels that must be free, numbered as by DenseGrid::NeighbourhoodAt().
};

inline constexpr int kMoveCount = 26;

constexpr std::array<GridMove, kMoveCount> MakeGridMoves() {
  std::array<GridMove, kMoveCount> moves;
  size_t count = 0;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        GridMove move{{x, y, z}, x * x + y * y + z * z, 0};
        if (move.axes == 0) continue;
        for (int part = 1; part < 8; ++part) {
          const int a = part & 1 ? x : 0, b = part & 2 ? y : 0, c = part & 4 ? z : 0;
          if (a || b || c) move.touched |= uint32_t{1} << ((a + 1) * 9 + (b + 1) * 3 + c + 1);
        }
        moves[count++] = move;
      }
    }
  }
  return moves;
}

/// In (x, y, z) order; moves i and 25 - i are opposite.
inline constexpr std::array<GridMove, kMoveCount> kGridMoves = MakeGridMoves();

}  // namespace navnet::peers
