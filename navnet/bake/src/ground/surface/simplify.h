// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reduces the number of corners of layer outlines.

#include <navnet/core/parallel.h>

#include "ground/plan/content_key.h"
#include "ground/plan/contours.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Removes corners of rings and caches the result of each unchanged cluster of rings. Not thread-safe.
class Simplifier {
 public:
  /// `error`: maximum deviation in grid units, >= 0. If it grows, fewer corners remain and more walkable area is lost.
  explicit Simplifier(double error) : error_(error) {}

  /// Distance in grid units below which rings must be in one cluster. A new edge lies within `error` of the edges it
  /// replaces, and the area it sweeps over within twice that, so rings farther apart do not affect each other.
  int32_t Reach() const;

  /// Removes corners cluster by cluster, least deviation first. A removed corner lies at most `error` from the new edge
  /// on its obstacle side, and on its walkable side at most as far as rounding to the grid may have caused: so walkable
  /// area is lost within `error`, but none is gained. Rings cross no more than before; layer connections do not change.
  /// Returns false when `progress` requested cancellation. Cost: O(n log n) for n points, times the number of points
  /// that an edge replaces.
  bool Simplify(GroundContours& contours, int threads, const ProgressFunction& progress);

 private:
  /// By ring of a cluster: the indices of the corners that remain.
  using Left = std::vector<std::vector<uint32_t>>;

  double error_;
  std::unordered_map<ContentKey, std::shared_ptr<const Left>, ContentKeyHash> kept_;  ///< By cluster.
};

}  // namespace navnet
