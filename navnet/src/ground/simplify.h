#pragma once
// Fewer corners for the outline of a layer.

#include <navnet/core/parallel.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "ground/content_key.h"
#include "ground/contours.h"

namespace navnet {

/// Leaves out corners of rings, and keeps what it found for as long as an island stays the same.
class Simplifier {
 public:
  /// `error`: in grid units, >= 0.
  explicit Simplifier(double error) : error_(error) {}

  /// Leaves out corners island by island, least deviation first. What is left out lies at most `error` on the
  /// obstacle's side of the new edge, and on the walkable side at most what rounding to the grid may have caused: so
  /// ground is lost, within `error`, but none is won. Rings cross no more than before, connections stay as they are.
  /// False when `progress` asked to stop. Takes O(n log n) time for n points, times the points an edge replaces.
  bool Simplify(GroundContours& contours, int threads, const ProgressFunction& progress);

 private:
  /// By ring of an island: the numbers of the corners that stay.
  using Left = std::vector<std::vector<uint32_t>>;

  double error_;
  std::unordered_map<ContentKey, std::shared_ptr<const Left>, ContentKeyHash> kept_;  ///< By island.
};

}  // namespace navnet
