// SPDX-License-Identifier: Apache-2.0
#pragma once
// Subtracts obstacles from a walkable triangle: nearby triangles are clipped to a band of heights above it, projected
// to the plan, and subtracted. After R. Oliva 2016, chapter 6 (exact ceilings), with a second band for surfaces that an
// agent can step onto.

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

  PlanRing ring;  ///< Empty: subtracts nothing.
  PlanBox box;
  ContentKey key;
};

/// The polygons that one triangle subtracts from another.
struct TriangleCutters {
  bool walkable = false;     ///< Whether the subtracting triangle is walkable; the cover depends on it.
  Cutter obstacle, cover;    ///< Its part too high to step onto and too low to walk under; its part to step onto.
  std::vector<Cutter> rims;  ///< The widened margin of the triangle beside covered intervals of its edges.
};

/// A convex polygon with its cutters subtracted: either finished parts, or two children if it was split. Immutable.
struct ClearedPolygon : std::enable_shared_from_this<ClearedPolygon> {
  ContentKey key;                                               ///< Hash of the polygon and its cutters.
  std::vector<std::shared_ptr<const ClearedPolygon>> children;  ///< Null where nothing is left.
  std::vector<PlanPartPtr> parts;
};

/// Cached results of ClearTriangle for one triangle. Must not be used for another triangle.
struct ClearedTriangle {
  /// By key of the subtracting triangle. Only filled from the second call on, and if many triangles are near: a world
  /// that is baked once does not need it.
  std::unordered_map<ContentKey, TriangleCutters, ContentKeyHash> cutters;
  bool is_second_time = false;
  std::shared_ptr<const ClearedPolygon> root;
};

/// The walkable parts of the triangle `index`, disjoint except for borders. `near`: all triangles that can affect it
/// (PieceMaker passes those that touch its reach), in ascending order. `known` is reused where it still applies and
/// updated; it never changes the result.
std::vector<PlanPartPtr> ClearTriangle(const std::vector<PlanTriangle>& triangles, uint32_t index,
                                       std::span<const uint32_t> near, const WalkLimits& limits,
                                       const std::shared_ptr<const PlanTriangle>& shared, ClearedTriangle& known);

}  // namespace navnet
