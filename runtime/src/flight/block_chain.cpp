#include "flight/block_chain.h"

#include <cmath>

namespace navnet {

bool SolveChain(std::span<ChainBlock> blocks) {
  using Matrix = ChainBlock::Matrix;
  const auto times = [](const Matrix& m, Vec3 v) {
    return Vec3{m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                m[6] * v.x + m[7] * v.y + m[8] * v.z};
  };
  for (size_t i = 0; i < blocks.size(); ++i) {
    ChainBlock& block = blocks[i];
    const Matrix& m = block.own;
    const double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
    const double f = 1 / (m[0] * c0 + m[1] * c1 + m[2] * c2);
    if (!std::isfinite(f)) return false;
    const Matrix inverse = {f * c0, f * (m[2] * m[7] - m[1] * m[8]), f * (m[1] * m[5] - m[2] * m[4]),
                            f * c1, f * (m[0] * m[8] - m[2] * m[6]), f * (m[2] * m[3] - m[0] * m[5]),
                            f * c2, f * (m[1] * m[6] - m[0] * m[7]), f * (m[0] * m[4] - m[1] * m[3])};
    const Matrix next = block.next;
    block.right = times(inverse, block.right);
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 3; ++c) {
        block.next[3 * r + c] =
            inverse[3 * r] * next[c] + inverse[3 * r + 1] * next[3 + c] + inverse[3 * r + 2] * next[6 + c];
      }
    }
    if (i + 1 == blocks.size()) break;
    // Eliminate this row from the next: subtract the transpose of `next` times the normalised row.
    ChainBlock& behind = blocks[i + 1];
    const Matrix turned = {next[0], next[3], next[6], next[1], next[4], next[7], next[2], next[5], next[8]};
    behind.right = behind.right - times(turned, block.right);
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 3; ++c) {
        behind.own[3 * r + c] -= turned[3 * r] * block.next[c] + turned[3 * r + 1] * block.next[3 + c] +
                                 turned[3 * r + 2] * block.next[6 + c];
      }
    }
  }
  for (size_t i = blocks.size() - 1; i-- > 0;) {
    blocks[i].right = blocks[i].right - times(blocks[i].next, blocks[i + 1].right);
  }
  return true;
}

}  // namespace navnet
