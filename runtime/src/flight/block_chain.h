#pragma once
// Equations of a chain: each unknown, a vector, is tied to the next one only.

#include <navnet/core/geometry.h>

#include <array>
#include <span>

namespace navnet {

/// One link's part of symmetric equations in blocks of 3 × 3, row by row.
struct ChainBlock {
  using Matrix = std::array<double, 9>;
  Matrix own{}, next{};  ///< The diagonal block, and the one to the next link.
  Vec3 right;            ///< The right side; after solving, the solution.
};

/// Gaussian elimination along the chain; leaves the solution on the right side. False when a block has no inverse.
/// Linear time. Requires: at least one block.
bool SolveChain(std::span<ChainBlock> blocks);

}  // namespace navnet
