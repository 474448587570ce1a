#pragma once
// Clearing a walkable triangle: what is near is cut down to the band of heights above it, projected, and subtracted.
// After R. Oliva 2016, chapter 6 (exact ceilings), with a second band for what an agent can step onto.

#include "ground/surface/plan_part.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet {

/// A convex polygon to subtract.
struct Cutter {
  Cutter() = default;
  explicit Cutter(PlanRing of_ring);

  PlanRing ring;  ///< Empty: nothing.
  PlanBox box;
  ContentKey key;
};

/// What one triangle takes from another.
struct TriangleCutters {
  bool walkable = false;  ///< Whether the one that takes is.
  Cutter obstacle, cover;
  std::vector<Cutter> rims;  ///< Where the triangle was widened beyond what the cover covers of it.
};

/// A convex polygon, its cutters subtracted: finished, or cut in two. Immutable.
struct ClearedPolygon : std::enable_shared_from_this<ClearedPolygon> {
  ContentKey key;                                               ///< Of the polygon and its cutters.
  std::vector<std::shared_ptr<const ClearedPolygon>> children;  ///< None where nothing is left.
  std::vector<PlanPartPtr> parts;
};

/// What was found about one triangle: good as long as it is used for the same triangle.
struct ClearedTriangle {
  /// By triangle that takes: if many do, from the second time on. A world seen once has no use for them.
  std::unordered_map<ContentKey, TriangleCutters, ContentKeyHash> cutters;
  bool is_second_time = false;
  std::shared_ptr<const ClearedPolygon> root;
};

/// What is left of the triangle `index`, in parts disjoint but for borders. `near`: all triangles that reach up to it,
/// in ascending order. What is known from the last time is used where it still holds; it never changes the result.
std::vector<PlanPartPtr> ClearTriangle(const std::vector<PlanTriangle>& triangles, uint32_t index,
                                       std::span<const uint32_t> near, const WalkLimits& limits,
                                       const std::shared_ptr<const PlanTriangle>& shared, ClearedTriangle& known);

}  // namespace navnet
