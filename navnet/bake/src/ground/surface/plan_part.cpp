// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/plan_part.h"

namespace navnet {

PlanPart::PlanPart(std::shared_ptr<const PlanTriangle> of_triangle, PlanPolygon of_polygon)
    : triangle(std::move(of_triangle)), polygon(std::move(of_polygon)), box(BoxOf(polygon.rings[0])) {
  KeyMaker maker;
  maker.Add(triangle->key).Add(polygon.convex);
  for (const PlanRing& ring : polygon.rings) maker.AddList(std::span(ring));
  key = maker.Make();
}

}  // namespace navnet
