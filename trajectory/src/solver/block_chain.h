// SPDX-License-Identifier: Apache-2.0
#pragma once
// Symmetric positive definite systems whose blocks form a chain: each block is coupled with the one before and the one
// after it. Solved by block Gaussian elimination without pivoting, in time linear in the number of blocks
// (G. Golub, C. Van Loan: Matrix Computations, section 4.5).

#include <cstddef>
#include <span>

namespace navnet {

/// A row of blocks: the block on the diagonal, the one that couples it with the next row's unknowns, and the right
/// side. Rows are padded to whole vector registers, so that the inner loops run over independent columns: vectorised,
/// with the same bits on every machine.
struct ChainRow {
  static constexpr int kSize = 10;    ///< Unknowns of a row: position, velocity, acceleration, duration.
  static constexpr int kNext = 10;    ///< Column of the next row's first unknown.
  static constexpr int kRight = 20;   ///< Column of the right side; of the solution afterwards.
  static constexpr int kStride = 24;  ///< Columns, of which the last ones stay 0.

  double at[kSize][kStride];

  /// The solution's value of an unknown. Requires: SolveChain returned true.
  double Solution(int unknown) const { return at[unknown][kRight]; }
};

/// Solves the system in place. Only the last row's coupling may be anything: it is ignored. False when a pivot is not
/// above 0 or not finite: the matrix is not positive definite in double precision.
bool SolveChain(std::span<ChainRow> rows);

}  // namespace navnet
