// SPDX-License-Identifier: Apache-2.0
#include "support/surface_oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <tuple>

namespace navnet::oracle {
namespace {

using PointKey = std::tuple<double, double, double>;

/// Whether the steep faces connected to `start` over shared corners span at most `step_m` in height; flood fill over
/// all pairs.
bool LowPatch(const std::vector<std::array<Vec3, 3>>& steep, size_t start, UpAxis up, double step_m) {
  const auto key = [](Vec3 p) { return PointKey{p.x, p.y, p.z}; };
  std::set<PointKey> reached;
  for (Vec3 p : steep[start]) reached.insert(key(p));
  std::vector<bool> in(steep.size(), false);
  double low = INFINITY, high = -INFINITY;
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < steep.size(); ++i) {
      if (in[i] || std::none_of(steep[i].begin(), steep[i].end(), [&](Vec3 p) { return reached.contains(key(p)); })) {
        continue;
      }
      in[i] = grew = true;
      for (Vec3 p : steep[i]) {
        reached.insert(key(p));
        low = std::min(low, HeightOf(p, up));
        high = std::max(high, HeightOf(p, up));
      }
    }
  }
  return high - low <= step_m;
}

double DistanceToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const double t = std::clamp(Dot(p - a, b - a) / std::max(LengthSquared(b - a), 1e-300), 0.0, 1.0);
  return Length(p - (a + (b - a) * t));
}

int64_t Side(GroundPoint a, GroundPoint b, GroundPoint c) {
  return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
}
int Sign(int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/// True if the open segments cross in a point, or overlap in a segment of positive length.
bool Cross(GroundPoint a, GroundPoint b, GroundPoint c, GroundPoint d) {
  const int ac = Sign(Side(a, b, c)), ad = Sign(Side(a, b, d)), ca = Sign(Side(c, d, a)), cb = Sign(Side(c, d, b));
  if (ac * ad < 0 && ca * cb < 0) return true;
  if (ac != 0 || ad != 0) return false;
  const bool by_x = a.x != b.x;
  const auto along = [by_x](GroundPoint p) { return by_x ? p.x : p.y; };
  return std::min(std::max(along(a), along(b)), std::max(along(c), along(d))) >
         std::max(std::min(along(a), along(b)), std::min(along(c), along(d)));
}

std::string Text(GroundPoint p) { return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")"; }

}  // namespace

WalkableHeights::WalkableHeights(MeshView mesh, UpAxis up, const WalkOptions& options) : options_(options) {
  std::vector<std::array<Vec3, 3>> steep;
  std::vector<size_t> steep_face;
  for (const Triangle& t : mesh.triangles) {
    const std::array<Vec3, 3> v = {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    Face face;
    for (int i = 0; i < 3; ++i) {
      face.plan[i] = PlanOf(v[i], up);
      face.height[i] = HeightOf(v[i], up);
    }
    const Vec3 normal = Cross(v[1] - v[0], v[2] - v[0]);
    const double cosine = std::abs(HeightOf(normal, up)) / Length(normal);
    if (!(cosine > 1e-3)) continue;  // Vertical: no ray hits it.
    face.walkable = cosine >= std::cos(options.max_slope_deg * std::numbers::pi / 180) - 1e-6;
    if (!face.walkable) {
      steep.push_back(v);
      steep_face.push_back(faces_.size());
    }
    faces_.push_back(face);
  }
  for (size_t i = 0; i < steep.size(); ++i) {
    faces_[steep_face[i]].walkable = LowPatch(steep, i, up, options.step_m + 1e-4);
  }
}

std::vector<double> WalkableHeights::At(Vec2 p, bool& clear) const {
  constexpr double kMargin = 2.5e-3;
  struct Hit {
    double height;
    bool walkable;
  };
  std::vector<Hit> hits;
  for (const Face& f : faces_) {
    const double area = Cross(f.plan[1] - f.plan[0], f.plan[2] - f.plan[0]);
    double weight[3];
    for (int i = 0; i < 3; ++i) {
      weight[i] = Cross(f.plan[(i + 1) % 3] - p, f.plan[(i + 2) % 3] - p) / area;
    }
    if (weight[0] < 0 || weight[1] < 0 || weight[2] < 0) continue;
    hits.push_back({weight[0] * f.height[0] + weight[1] * f.height[1] + weight[2] * f.height[2], f.walkable});
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.height < b.height; });
  clear = true;
  std::vector<double> out;
  for (size_t i = 0; i < hits.size(); ++i) {
    bool free = hits[i].walkable;
    for (size_t k = i + 1; k < hits.size(); ++k) {
      const double gap = hits[k].height - hits[i].height;
      if (gap < kMargin) {
        if (gap > 1e-9 || !hits[i].walkable || !hits[k].walkable) clear = false;
        free = false;  // The highest, or last, of coinciding surfaces represents all of them.
      } else if (gap <= options_.height_m) {
        free = false;
      }
      if (std::abs(gap - options_.height_m) < kMargin || std::abs(gap - options_.step_m) < kMargin) clear = false;
    }
    if (free) out.push_back(hits[i].height);
  }
  return out;
}

int Winding(const GroundContours& contours, const GroundLayer& layer, Vec2 p) {
  int winding = 0;
  for (const GroundRing& ring : layer.rings) {
    for (size_t i = 0, last = ring.points.size() - 1; i < ring.points.size(); last = i++) {
      const Vec2 a = contours.ToPlan(ring.points[last]), b = contours.ToPlan(ring.points[i]);
      if ((a.y > p.y) == (b.y > p.y)) continue;
      const double side = Cross(b - a, p - a);
      if (b.y > a.y && side > 0) ++winding;
      if (b.y < a.y && side < 0) --winding;
    }
  }
  return winding;
}

std::vector<double> HeightsAt(const GroundSurface& surface, Vec2 p) {
  std::vector<double> out;
  for (uint32_t layer = 0; layer < surface.contours.layers.size(); ++layer) {
    if (Winding(surface.contours, surface.contours.layers[layer], p) == 0) continue;
    double height = NAN, best = -1e-3;  // The patch that contains the point most deeply.
    for (const GroundPatch& patch : surface.patches) {
      if (patch.layer != layer) continue;
      double depth = INFINITY;
      for (uint32_t i = 0; i < patch.corner_count; ++i) {
        const Vec2 a = surface.corners[patch.first_corner + i];
        const Vec2 b = surface.corners[patch.first_corner + (i + 1) % patch.corner_count];
        if (a == b) continue;
        depth = std::min(depth, Cross(b - a, p - a) / Length(b - a));
      }
      if (depth > best) {
        best = depth;
        height = patch.HeightAt(p);
      }
    }
    out.push_back(height);
  }
  std::sort(out.begin(), out.end());
  return out;
}

double DistanceToOutline(const GroundSurface& surface, Vec2 p) {
  double best = INFINITY;
  for (const GroundLayer& layer : surface.contours.layers) {
    for (const GroundRing& ring : layer.rings) {
      for (size_t i = 0, last = ring.points.size() - 1; i < ring.points.size(); last = i++) {
        best = std::min(best, DistanceToSegment(p, surface.contours.ToPlan(ring.points[last]),
                                                surface.contours.ToPlan(ring.points[i])));
      }
    }
  }
  return best;
}

std::string FlawOf(const GroundContours& contours) {
  std::vector<int> seen[2];
  seen[0].assign(contours.connections.size(), 0);
  seen[1].assign(contours.connections.size(), 0);
  for (size_t l = 0; l < contours.layers.size(); ++l) {
    const GroundLayer& layer = contours.layers[l];
    const std::string where = "layer " + std::to_string(l) + ": ";
    std::vector<std::pair<GroundPoint, GroundPoint>> edges;
    for (const GroundRing& ring : layer.rings) {
      if (ring.points.size() < 3 || ring.connections.size() != ring.points.size()) return where + "a ring too short";
      for (size_t i = 0; i < ring.points.size(); ++i) {
        const GroundPoint a = ring.points[i], b = ring.points[(i + 1) % ring.points.size()];
        if (a == b) return where + "neighbours are equal at " + Text(a);
        edges.emplace_back(a, b);
        if (ring.connections[i] == kNoConnection) continue;
        if (ring.connections[i] >= contours.connections.size()) return where + "no such connection";
        const GroundConnection& c = contours.connections[ring.connections[i]];
        const int side = c.a == a ? 0 : 1;
        if (c.layers[side] != l || a != (side == 0 ? c.a : c.b) || b != (side == 0 ? c.b : c.a)) {
          return where + "an edge is not its connection at " + Text(a);
        }
        ++seen[side][ring.connections[i]];
      }
    }
    for (size_t i = 0; i < edges.size(); ++i) {
      for (size_t k = i + 1; k < edges.size(); ++k) {
        if (Cross(edges[i].first, edges[i].second, edges[k].first, edges[k].second)) {
          return where + "edges cross at " + Text(edges[i].first) + Text(edges[i].second) + " and " +
                 Text(edges[k].first) + Text(edges[k].second);
        }
      }
    }
    for (const auto& [a, b] : edges) {
      const Vec2 p = contours.ToPlan(a), q = contours.ToPlan(b);
      const Vec2 d = (q - p) * (0.01 * contours.unit_m / Length(q - p));
      const Vec2 middle = (p + q) * 0.5 + (q - p) * 0.0123;
      if (Winding(contours, layer, middle + Vec2{-d.y, d.x}) != 1)
        return where + "no ground left of " + Text(a) + Text(b);
      if (Winding(contours, layer, middle - Vec2{-d.y, d.x}) != 0)
        return where + "ground right of " + Text(a) + Text(b);
    }
  }
  for (size_t i = 0; i < contours.connections.size(); ++i) {
    if (seen[0][i] != 1 || seen[1][i] != 1) return "connection " + std::to_string(i) + " is not two edges";
  }
  return {};
}

size_t CountLoops(const GroundContours& contours) {
  struct Place {
    size_t layer, ring, edge;
    auto operator<=>(const Place&) const = default;
  };
  std::map<std::pair<uint32_t, int>, Place> sides;
  std::vector<Place> walls;
  for (size_t l = 0; l < contours.layers.size(); ++l) {
    for (size_t r = 0; r < contours.layers[l].rings.size(); ++r) {
      const GroundRing& ring = contours.layers[l].rings[r];
      for (size_t i = 0; i < ring.points.size(); ++i) {
        if (ring.connections[i] == kNoConnection) {
          walls.push_back({l, r, i});
        } else {
          sides[{ring.connections[i], contours.connections[ring.connections[i]].a == ring.points[i] ? 0 : 1}] = {l, r,
                                                                                                                 i};
        }
      }
    }
  }
  const auto ring_of = [&](const Place& p) -> const GroundRing& { return contours.layers[p.layer].rings[p.ring]; };
  const auto next = [&](Place p) {
    p.edge = (p.edge + 1) % ring_of(p).points.size();
    while (ring_of(p).connections[p.edge] != kNoConnection) {  // Crosses it; continues on its other side.
      const uint32_t c = ring_of(p).connections[p.edge];
      p = sides.at({c, contours.connections[c].a == ring_of(p).points[p.edge] ? 1 : 0});
      p.edge = (p.edge + 1) % ring_of(p).points.size();
    }
    return p;
  };
  std::set<Place> open(walls.begin(), walls.end());
  size_t loops = 0;
  while (!open.empty()) {
    ++loops;
    for (Place p = *open.begin(); open.erase(p) > 0;) p = next(p);
  }
  return loops;
}

}  // namespace navnet::oracle
