#pragma once
// Block-tridiagonal linear equations with blocks of 3 × 3.

#include <navnet/core/geometry.h>

#include <array>
#include <span>

namespace navnet {

/// One row of a symmetric block-tridiagonal system; matrices are row-major.
struct ChainBlock {
  using Matrix = std::array<double, 9>;
  Matrix own{}, next{};  ///< The diagonal block, and the one to its right.
  Vec3 right;            ///< The right side; after solving, the solution.
};

/// Block Gaussian elimination; leaves the solution in `right`. False when a diagonal block is singular. Linear time.
/// Requires: at least one block.
bool SolveChain(std::span<ChainBlock> blocks);

}  // namespace navnet
