// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Voronoi diagram of the border segments and their end points on the walkable surface, as half edges.

#include <navnet/core/geometry.h>

#include "ground/plan/border.h"
#include "ground/plan/content_key.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// The nearest obstacle of a point: the interior of border segment i (site i), or its end b as seen from the walkable
/// sector between segment i and the segment that follows it (site segments.size() + i). Coordinates are in units of the
/// contours.
struct Site {
  Vec2 a;             ///< The point, or the start of the segment.
  Vec2 direction;     ///< Of unit length; zero for a point.
  double length = 0;  ///< Zero for a point.

  bool IsPoint() const { return length == 0; }
  Vec2 Normal() const { return {-direction.y, direction.x}; }
  /// The point of this site nearest to p.
  Vec2 Foot(Vec2 p) const { return a + direction * std::clamp(Dot(p - a, direction), 0.0, length); }
};

class Sites {
 public:
  explicit Sites(const Border& border);

  const Site& operator[](uint32_t site) const { return sites_[site]; }
  size_t PieceCount() const { return sites_.size() / 2; }
  bool IsPoint(uint32_t site) const { return site >= PieceCount(); }
  /// The border segment that a segment site is, or that ends at a point site.
  uint32_t SegmentOf(uint32_t site) const { return IsPoint(site) ? site - uint32_t(PieceCount()) : site; }
  uint32_t PointAtEndOf(uint32_t segment) const { return segment + uint32_t(PieceCount()); }
  /// The end of a segment site.
  Vec2 EndOf(uint32_t segment) const { return sites_[PointAtEndOf(segment)].a; }
  /// Whether the nearest points on both sites coincide along the whole boundary between their cells: a segment and its
  /// own end, two collinear consecutive segments, or two point sites at the same position.
  bool Touch(uint32_t s, uint32_t t) const;

 private:
  std::vector<Site> sites_;
};

/// Half edges come in pairs h and h ^ 1. Each runs along the cell of its site, which lies on its left. The edges of a
/// cell form a chain that starts and ends at corners (border points, where the clearance is zero).
struct HalfEdge {
  uint32_t origin = kNone;  ///< Vertex.
  uint32_t site = kNone;
  uint32_t next = kNone, previous = kNone;  ///< Around the cell; kNone at a corner.
};

struct VoronoiDiagram {
  std::vector<Vec2> vertices;    ///< A border point has one vertex for each edge that ends there.
  std::vector<uint32_t> layers;  ///< By vertex: the layer it lies in.
  std::vector<HalfEdge> halves;
  std::vector<uint8_t> removed;  ///< By edge (pair of half edges): whether it was removed.

  uint32_t End(uint32_t half) const { return halves[half ^ 1].origin; }
  /// The next half edge counter-clockwise around the origin; kNone at a corner.
  uint32_t Rotate(uint32_t half) const {
    const uint32_t before = halves[half].previous;
    return before == kNone ? kNone : before ^ 1;
  }
  void Link(uint32_t half, uint32_t next) {
    halves[half].next = next;
    halves[next].previous = half;
  }
};

/// Builds diagrams and caches those of unchanged islands. Not thread-safe.
class VoronoiMaker {
 public:
  /// The diagrams of all islands in one; layer connections are obstacles. Fails with InvalidArgument if the border does
  /// not separate walkable from other space. Islands are processed in parallel. Cost: O(n log n) for n segments.
  Result<VoronoiDiagram> Make(const Border& border, const Sites& sites, int threads);

 private:
  /// The diagrams of the last call. Vertices, half edges and sites are numbered within the island.
  std::unordered_map<ContentKey, std::shared_ptr<const VoronoiDiagram>, ContentKeyHash> kept_;  ///< By island.
};

}  // namespace navnet
