// SPDX-License-Identifier: Apache-2.0
#include "solver/block_chain.h"

#include <cmath>

namespace navnet {
namespace {

constexpr int kSize = ChainRow::kSize, kNext = ChainRow::kNext, kRight = ChainRow::kRight;
constexpr int kStride = ChainRow::kStride;
constexpr int kLaneCount = 4;  // Of a vector register. Loops begin at its multiples.

// The matrix is symmetric: of a block on the diagonal, only what is right of it, and up to three columns beside it that
// share a register, is computed.
constexpr int FirstColumn(int row) { return row / kLaneCount * kLaneCount; }

// Eliminates the unknowns of a row from each other. Afterwards the block on the diagonal is triangular, and its
// diagonal holds the reciprocals of the pivots.
bool EliminateInside(ChainRow& row) {
  for (int k = 0; k < kSize; ++k) {
    const double* pivot_row = row.at[k];
    const double pivot = pivot_row[k];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double inverse = 1 / pivot;
    for (int j = k + 1; j < kSize; ++j) {
      const double factor = pivot_row[j] * inverse;
      double* out = row.at[j];
      for (int c = FirstColumn(j); c < kStride; ++c) out[c] -= factor * pivot_row[c];
    }
    row.at[k][k] = inverse;
  }
  return true;
}

// Subtracts what the eliminated row contributes to the next one.
void EliminateFromNext(const ChainRow& row, ChainRow& next) {
  for (int k = 0; k < kSize; ++k) {
    const double inverse = row.at[k][k];
    const double* coupling = row.at[k] + kNext;
    for (int j = 0; j < kSize; ++j) {
      const double factor = coupling[j] * inverse;
      double* out = next.at[j];
      for (int c = FirstColumn(j); c < kSize; ++c) out[c] -= factor * coupling[c];
      out[kRight] -= factor * row.at[k][kRight];
    }
  }
}

// Computes the unknowns of an eliminated row from those of the next one, which may be null.
void Substitute(ChainRow& row, const ChainRow* next) {
  double known[kSize] = {};
  if (next) {
    for (int c = 0; c < kSize; ++c) known[c] = next->Solution(c);
  }
  for (int k = kSize - 1; k >= 0; --k) {
    double* r = row.at[k];
    double sum = 0, sum_next = 0;
    for (int c = k + 1; c < kSize; ++c) sum += r[c] * row.at[c][kRight];
    for (int c = 0; c < kSize; ++c) sum_next += r[kNext + c] * known[c];
    r[kRight] = (r[kRight] - sum - sum_next) * r[k];
  }
}

}  // namespace

bool SolveChain(std::span<ChainRow> rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!EliminateInside(rows[i])) return false;
    if (i + 1 < rows.size()) EliminateFromNext(rows[i], rows[i + 1]);
  }
  for (size_t i = rows.size(); i-- > 0;) Substitute(rows[i], i + 1 < rows.size() ? &rows[i + 1] : nullptr);
  return true;
}

}  // namespace navnet
