#include "ground/patches.h"

#include <algorithm>

namespace navnet {
namespace {

/// Corners of one patch on the grid, and its layer.
struct Shape {
  uint32_t layer = 0;
  std::vector<Vec2> corners;
};

/// Cuts what widening added off a polygon and takes it apart into convex ones.
void AddShapes(const PlanRing& triangle, const PlanPolygon& polygon, uint32_t layer, std::vector<Shape>& out) {
  if (polygon.convex) {
    std::vector<Vec2> corners = IntersectConvex(polygon.rings[0], triangle);
    if (corners.size() >= 3) out.push_back({layer, std::move(corners)});
    return;
  }
  PlanPolygon raw;
  raw.rings.push_back(triangle);
  for (const PlanPolygon& part : Intersect(polygon, raw)) {
    for (const PlanRing& ring : Trapezoids(part)) {
      Shape& shape = out.emplace_back();
      shape.layer = layer;
      for (GroundPoint p : ring) shape.corners.push_back({double(p.x), double(p.y)});
    }
  }
}

}  // namespace

void MakePatches(const std::vector<PlanTriangle>& triangles, const std::vector<GroundPiece>& pieces,
                 const GroundSheets& sheets, const GroundLayers& layers, int threads, GroundSurface& surface) {
  std::vector<std::vector<uint32_t>> fragments(pieces.size());
  for (uint32_t i = 0; i < sheets.fragments.size(); ++i) fragments[sheets.fragments[i].piece].push_back(i);

  std::vector<std::vector<Shape>> shapes(pieces.size());
  ParallelFor(pieces.size(), threads, [&](size_t i) {
    const auto layer_of = [&](uint32_t f) { return layers.of_sheet[sheets.fragments[f].sheet]; };
    const PlanRing raw = WidenedHull(triangles[pieces[i].triangle].corners, 0);
    if (fragments[i].empty() || raw.size() < 3) return;
    const uint32_t layer = layer_of(fragments[i][0]);
    if (std::all_of(fragments[i].begin(), fragments[i].end(), [&](uint32_t f) { return layer_of(f) == layer; })) {
      if (layer == kNoLayer) return;
      for (const PlanPolygon& polygon : pieces[i].polygons) AddShapes(raw, polygon, layer, shapes[i]);
      return;
    }
    for (const uint32_t f : fragments[i]) {
      if (layer_of(f) != kNoLayer) AddShapes(raw, sheets.fragments[f].polygon, layer_of(f), shapes[i]);
    }
  });

  const double unit = surface.contours.unit_m;
  const Vec2 origin{surface.contours.origin_m[0], surface.contours.origin_m[1]};
  for (uint32_t layer = 0; layer < layers.count; ++layer) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      const PlanTriangle& t = triangles[pieces[i].triangle];
      for (const Shape& shape : shapes[i]) {
        if (shape.layer != layer) continue;
        GroundPatch& patch = surface.patches.emplace_back();
        patch.first_corner = uint32_t(surface.corners.size());
        patch.corner_count = uint32_t(shape.corners.size());
        patch.layer = layer;
        patch.slope_x = t.slope_x / unit;
        patch.slope_y = t.slope_y / unit;
        patch.base = t.base - patch.slope_x * origin.x - patch.slope_y * origin.y;
        for (Vec2 p : shape.corners) surface.corners.push_back(origin + p * unit);
      }
    }
  }
}

}  // namespace navnet
