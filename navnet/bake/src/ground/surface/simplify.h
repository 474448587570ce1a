#pragma once
// Fewer corners for the outline of a layer.

#include <navnet/core/parallel.h>

#include "ground/plan/content_key.h"
#include "ground/plan/contours.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Leaves out corners of rings, and keeps what it found for as long as a cluster of rings stays the same.
class Simplifier {
 public:
  /// `error`: in grid units, >= 0.
  explicit Simplifier(double error) : error_(error) {}

  /// How near, in grid units, rings must come to each other to be of one cluster. A new edge lies within the error of
  /// the corners it replaces, and so of the old edges; and so does whatever it sweeps over, within twice the error.
  int32_t Reach() const;

  /// Leaves out corners cluster by cluster, least deviation first. What is left out lies at most `error` on the
  /// obstacle's side of the new edge, and on the walkable side at most what rounding to the grid may have caused: so
  /// ground is lost, within `error`, but none is won. Rings cross no more than before, connections stay as they are.
  /// False when `progress` asked to stop. Takes O(n log n) time for n points, times the points an edge replaces.
  bool Simplify(GroundContours& contours, int threads, const ProgressFunction& progress);

 private:
  /// By ring of a cluster: the numbers of the corners that stay.
  using Left = std::vector<std::vector<uint32_t>>;

  double error_;
  std::unordered_map<ContentKey, std::shared_ptr<const Left>, ContentKeyHash> kept_;  ///< By cluster.
};

}  // namespace navnet
