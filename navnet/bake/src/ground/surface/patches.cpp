// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/patches.h"

#include <algorithm>

namespace navnet {
namespace {

/// Clips a part to the triangle without its widened margin and decomposes it into convex polygons, in grid units.
std::vector<std::vector<Vec2>> PatchesOf(const PlanRing& triangle, const PlanPolygon& polygon) {
  std::vector<std::vector<Vec2>> out;
  if (polygon.convex) {
    std::vector<Vec2> corners = IntersectConvex(polygon.rings[0], triangle);
    if (corners.size() >= 3) out.push_back(std::move(corners));
    return out;
  }
  PlanPolygon raw;
  raw.rings.push_back(triangle);
  for (const PlanPolygon& part : Intersect(polygon, raw)) {
    for (const PlanRing& ring : Trapezoids(part)) {
      std::vector<Vec2>& corners = out.emplace_back();
      for (GroundPoint p : ring) corners.push_back({double(p.x), double(p.y)});
    }
  }
  return out;
}

struct PartInLayer {
  const PlanPart* part = nullptr;
  uint32_t layer = 0;
};

}  // namespace

void MakePatches(std::span<const GroundPiece> pieces, const GroundSheets& sheets, const GroundLayers& layers,
                 int threads, GroundSurface& surface) {
  std::vector<std::vector<uint32_t>> fragments(pieces.size());
  for (uint32_t i = 0; i < sheets.fragments.size(); ++i) fragments[sheets.fragments[i].piece].push_back(i);

  std::vector<std::vector<PartInLayer>> parts(pieces.size());
  ParallelFor(pieces.size(), threads, [&](size_t i) {
    const auto layer_of = [&](uint32_t f) { return layers.of_sheet[sheets.fragments[f].sheet]; };
    if (fragments[i].empty()) return;
    const uint32_t layer = layer_of(fragments[i][0]);
    if (std::all_of(fragments[i].begin(), fragments[i].end(), [&](uint32_t f) { return layer_of(f) == layer; })) {
      if (layer == kNoLayer) return;
      for (const PlanPartPtr& part : pieces[i].parts) parts[i].push_back({part.get(), layer});
    } else {
      for (const uint32_t f : fragments[i]) {
        if (layer_of(f) != kNoLayer) parts[i].push_back({sheets.fragments[f].part.get(), layer_of(f)});
      }
    }
    const PlanRing raw = WidenedHull(pieces[i].triangle->corners, 0);
    for (const PartInLayer& p : parts[i]) {
      if (p.part->patches) continue;
      p.part->patches = raw.size() < 3 ? std::vector<std::vector<Vec2>>() : PatchesOf(raw, p.part->polygon);
    }
  });

  const double unit = surface.contours.unit_m;
  const Vec2 origin{surface.contours.origin_m[0], surface.contours.origin_m[1]};
  for (uint32_t layer = 0; layer < layers.count; ++layer) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      const PlanTriangle& t = *pieces[i].triangle;
      for (const PartInLayer& p : parts[i]) {
        if (p.layer != layer) continue;
        for (const std::vector<Vec2>& corners : *p.part->patches) {
          GroundPatch& patch = surface.patches.emplace_back();
          patch.first_corner = uint32_t(surface.corners.size());
          patch.corner_count = uint32_t(corners.size());
          patch.layer = layer;
          patch.slope_x = t.slope_x / unit;
          patch.slope_y = t.slope_y / unit;
          patch.base = t.base - patch.slope_x * origin.x - patch.slope_y * origin.y;
          for (Vec2 corner : corners) surface.corners.push_back(origin + corner * unit);
        }
      }
    }
  }
}

}  // namespace navnet
