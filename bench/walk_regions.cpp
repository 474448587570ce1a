// SPDX-License-Identifier: Apache-2.0
#include "walk_regions.h"

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/union_find.h>

#include "ground/corridor_map/ecm.h"
#include "ground/surface/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace navnet {
namespace {

// Joints across Recast's tile borders end at multiples of 1/255 of a side; gaps smaller than these are ignored.
constexpr double kSmallestGap = 2.5 / 255, kSmallestGapM = 0.02;
constexpr double kSmallestAreaM2 = 1e-9;

/// Adds the part through points of the world; nothing if it has no area.
void AddPart(std::vector<Vec3> corners, UpAxis up, uint32_t component, std::vector<WalkPart>& parts) {
  WalkPart part = {.component = component};
  for (const Vec3& p : corners) part.corners.push_back(PlanOf(p, up));
  if (part.Area() < 0) {
    std::reverse(part.corners.begin(), part.corners.end());
    std::reverse(corners.begin(), corners.end());
  }
  if (part.Area() < kSmallestAreaM2) return;
  // Takes the plane through the first corner and the two others that span the largest triangle with it.
  size_t best = 2;
  auto twice_area = [&](size_t i) {
    return Cross(part.corners[i - 1] - part.corners[0], part.corners[i] - part.corners[0]);
  };
  for (size_t i = 2; i < corners.size(); ++i) best = twice_area(i) > twice_area(best) ? i : best;
  const Vec2 u = part.corners[best - 1] - part.corners[0], v = part.corners[best] - part.corners[0];
  const double h = HeightOf(corners[0], up), du = HeightOf(corners[best - 1], up) - h,
               dv = HeightOf(corners[best], up) - h;
  part.slope_x = (du * v.y - dv * u.y) / Cross(u, v);
  part.slope_y = (u.x * dv - v.x * du) / Cross(u, v);
  part.base = h - part.slope_x * part.corners[0].x - part.slope_y * part.corners[0].y;
  parts.push_back(std::move(part));
}

/// Adds the number of boundary loops of Recast's polygons to their components, by following the sides that have no
/// neighbour.
void CountLoops(const std::vector<peers::RecastPolygon>& polygons, const std::vector<uint32_t>& component,
                std::vector<WalkSize>& sizes) {
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  struct Edge {
    uint32_t polygon = 0, next = 0, twin = kNone;
  };
  std::vector<Edge> edges;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> joining;
  for (uint32_t i = 0; i < polygons.size(); ++i) {
    const uint32_t first = uint32_t(edges.size());
    auto add = [&] { edges.push_back({.polygon = i, .next = uint32_t(edges.size() + 1)}); };
    size_t joint = 0;
    for (uint32_t side = 0; side < polygons[i].corners.size(); ++side) {
      const Vec3 a = polygons[i].corners[side], b = polygons[i].corners[(side + 1) % polygons[i].corners.size()];
      const auto is_gap = [&](double share) { return share > kSmallestGap && share * Length(b - a) > kSmallestGapM; };
      double at = 0;
      for (; joint < polygons[i].joints.size() && polygons[i].joints[joint].side == side; ++joint) {
        const peers::RecastPolygon::Joint& j = polygons[i].joints[joint];
        if (is_gap(j.from - at)) add();
        joining.insert({{i, j.polygon}, uint32_t(edges.size())});
        add();
        at = std::max(at, j.to);
      }
      if (is_gap(1 - at)) add();
    }
    if (edges.size() > first) edges.back().next = first;
  }
  for (const auto& [pair, edge] : joining) {
    if (const auto back = joining.find({pair.second, pair.first}); back != joining.end())
      edges[edge].twin = back->second;
  }
  std::vector<bool> seen(edges.size(), false);
  for (uint32_t start = 0; start < edges.size(); ++start) {
    if (seen[start] || edges[start].twin != kNone) continue;
    ++sizes[component[edges[start].polygon]].loops;
    for (uint32_t edge = start; !seen[edge];) {
      seen[edge] = true;
      edge = edges[edge].next;
      while (edges[edge].twin != kNone) edge = edges[edges[edge].twin].next;
    }
  }
}

}  // namespace

void WalkSize::Add(const WalkSize& other) {
  components += other.components;
  loops += other.loops;
  graph_vertices += other.graph_vertices;
  graph_edges += other.graph_edges;
  regions += other.regions;
}

bool WalkPart::Contains(Vec2 p) const {
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    if (Cross(b - a, p - a) < 0) return false;
  }
  return true;
}

double WalkPart::Area() const {
  double twice = 0;
  for (size_t i = 2; i < corners.size(); ++i) twice += Cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
  return twice / 2;
}

size_t BytesOf(const GroundView& ground) {
  return ground.corners.size_bytes() + ground.patches.size_bytes() + ground.walls.size_bytes() +
         ground.vertices.size_bytes() + ground.edges.size_bytes() + ground.bends.size_bytes() +
         ground.spokes.size_bytes();
}

WalkRegions RegionsOf(const GroundView& ground) {
  WalkRegions regions;
  for (const GroundPatch& patch : ground.patches) {
    WalkPart part = {.base = patch.base, .slope_x = patch.slope_x, .slope_y = patch.slope_y};
    for (const Vec2& p : ground.corners.subspan(patch.first_corner, patch.corner_count)) part.corners.push_back(p);
    regions.parts.push_back(std::move(part));
  }
  WalkSize size = {ground.component_count, int(ground.ring_count), ground.vertices.size(), ground.edges.size(), 0};
  for (const GroundEdge& edge : ground.edges) size.regions += edge.bend_count - 1;
  regions.components = {size};
  regions.bytes = BytesOf(ground);
  return regions;
}

WalkRegions RegionsOf(const peers::RecastPlanner& planner, UpAxis up) {
  const std::vector<peers::RecastPolygon> polygons = planner.Polygons();
  WalkRegions regions;
  UnionFind joined(polygons.size());
  for (size_t i = 0; i < polygons.size(); ++i) {
    for (const peers::RecastPolygon::Joint& joint : polygons[i].joints) joined.Join(i, joint.polygon);
  }
  std::vector<uint32_t> component(polygons.size());
  for (size_t i = 0; i < polygons.size(); ++i) {
    const size_t root = joined.Find(i);  // The smallest index in the set, so its component is known.
    component[i] = root == i ? uint32_t(regions.components.size()) : component[root];
    if (root == i) regions.components.push_back({.components = 1});
    WalkSize& size = regions.components[component[i]];
    ++size.graph_vertices;
    ++size.regions;
    const auto later = [i](const peers::RecastPolygon::Joint& joint) { return joint.polygon > i; };
    size.graph_edges += size_t(std::count_if(polygons[i].joints.begin(), polygons[i].joints.end(), later));
    for (const std::array<Vec3, 3>& t : polygons[i].triangles) {
      AddPart({t[0], t[1], t[2]}, up, component[i], regions.parts);
    }
  }
  CountLoops(polygons, component, regions.components);
  regions.bytes = planner.bytes();
  regions.build_ms = 1e3 * planner.build_seconds();
  return regions;
}

WalkRegions RegionsOf(const WalkableTruth& truth) {
  WalkRegions regions;
  for (const WalkablePiece& piece : truth.pieces) AddPart(piece.corners, UpAxis::Z, 0, regions.parts);
  regions.components = {{.components = uint32_t(truth.components), .loops = truth.boundary_loops}};
  return regions;
}

Result<BuiltGround> BuildGround(MeshView mesh, UpAxis up, std::vector<Vec3> seeds, int threads) {
  WalkOptions options;
  options.seeds_world = std::move(seeds);
  options.threads = threads;
  Stopwatch watch;
  Result<GroundSurface> surface = MakeGroundSurface(mesh, up, options);
  if (!surface) return surface.error();
  const double surface_ms = 1e3 * watch.Lap();
  Result<Ground> ground = BuildCorridorMap(surface->contours, threads);
  if (!ground) return ground.error();
  ground->max_slope_deg = options.max_slope_deg;
  ground->step_m = options.step_m;
  ground->height_m = options.height_m;
  ground->area_m2 = surface->area_m2;
  ground->corners = std::move(surface->corners);
  ground->patches = std::move(surface->patches);
  return BuiltGround{std::move(*ground), surface_ms, 1e3 * watch.Lap()};
}

}  // namespace navnet
