// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shortest path through a sequence of portals (the funnel algorithm of Lee and Preparata, 1984), in linear time.

#include <navnet/core/geometry.h>

#include <span>
#include <vector>

namespace navnet {

/// A portal, as seen along the path.
struct FunnelPortal {
  Vec2 left, right;
};

/// Computes one path at a time; the next one reuses its memory.
class Funnel {
 public:
  /// Bends of the shortest path from `start` through the portals to `goal`, both included. Valid until the next call.
  std::span<const Vec2> Pull(Vec2 start, std::span<const FunnelPortal> portals, Vec2 goal);

 private:
  std::vector<Vec2> left_, right_;  ///< Memory of the sides.
  std::vector<Vec2> line_;
};

}  // namespace navnet
