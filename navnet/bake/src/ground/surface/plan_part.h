// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parts of the walkable surface.

#include "ground/plan/plan_polygon.h"
#include "ground/surface/triangles.h"

#include <memory>
#include <optional>
#include <vector>

namespace navnet {

/// A connected part of the walkable surface in the plane of one triangle. Immutable except for its patches, which are
/// computed on first use.
struct PlanPart {
  PlanPart(std::shared_ptr<const PlanTriangle> of_triangle, PlanPolygon of_polygon);

  std::shared_ptr<const PlanTriangle> triangle;
  PlanPolygon polygon;
  PlanBox box;
  ContentKey key;                                                 ///< Hash of the triangle and the polygon.
  mutable std::optional<std::vector<std::vector<Vec2>>> patches;  ///< See patches.h.
};
using PlanPartPtr = std::shared_ptr<const PlanPart>;

}  // namespace navnet
