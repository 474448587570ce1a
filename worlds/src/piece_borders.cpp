// SPDX-License-Identifier: Apache-2.0
#include "piece_borders.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace navnet::worlds {
namespace {

constexpr double kSamePlaceM = 1e-6;  // Points closer than this, along the plan, are merged.
constexpr double kBinM = 1;           // Edge of the bins used to find the points on a segment.

struct Bin {
  int64_t x = 0, y = 0;
  friend bool operator==(const Bin&, const Bin&) = default;
};
struct BinHash {
  size_t operator()(const Bin& b) const {
    return size_t(b.x) * 0x9e3779b97f4a7c15u ^ size_t(b.y) * 0xbf58476d1ce4e5b9u;
  }
};
Bin BinOf(Vec2 p) { return {int64_t(std::floor(p.x / kBinM)), int64_t(std::floor(p.y / kBinM))}; }

/// Distinct points of the plan, numbered.
class Places {
 public:
  Vec2 operator[](uint32_t i) const { return points_[i]; }

  uint32_t Add(Vec2 p) {
    uint32_t found = PieceBorders::kNone;
    EachNear(p, p, [&](uint32_t i) {
      if (found == PieceBorders::kNone && Length(points_[i] - p) <= kSamePlaceM) found = i;
    });
    if (found != PieceBorders::kNone) return found;
    points_.push_back(p);
    bins_[BinOf(p)].push_back(uint32_t(points_.size() - 1));
    return uint32_t(points_.size() - 1);
  }

  /// The points strictly inside a segment, in order along it.
  std::vector<uint32_t> Within(uint32_t from, uint32_t to) const {
    const Vec2 a = points_[from], d = points_[to] - a;
    const double length = Length(d);
    std::vector<std::pair<double, uint32_t>> found;
    EachNear(Vec2{std::min(a.x, a.x + d.x), std::min(a.y, a.y + d.y)},
             Vec2{std::max(a.x, a.x + d.x), std::max(a.y, a.y + d.y)}, [&](uint32_t i) {
               const Vec2 q = points_[i] - a;
               const double along = Dot(q, d) / length;
               const bool inside = i != from && i != to && along > 0 && along < length;
               if (inside && std::abs(Cross(d, q)) / length <= kSamePlaceM) found.push_back({along, i});
             });
    std::sort(found.begin(), found.end());
    std::vector<uint32_t> places;
    for (const auto& [along, i] : found) places.push_back(i);
    return places;
  }

 private:
  template <class Visit>
  void EachNear(Vec2 low, Vec2 high, Visit visit) const {
    const Vec2 margin = {kSamePlaceM, kSamePlaceM};
    const Bin from = BinOf(low - margin), to = BinOf(high + margin);
    for (int64_t y = from.y; y <= to.y; ++y) {
      for (int64_t x = from.x; x <= to.x; ++x) {
        const auto bin = bins_.find({x, y});
        if (bin == bins_.end()) continue;
        for (uint32_t i : bin->second) visit(i);
      }
    }
  }

  std::vector<Vec2> points_;
  std::unordered_map<Bin, std::vector<uint32_t>, BinHash> bins_;
};

using Edge = PieceBorders::Edge;

std::vector<Edge> CutAtPlaces(std::span<const SurfacePiece> pieces, Places& places) {
  std::vector<std::vector<uint32_t>> corners(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (const Vec2& p : pieces[i].plan) corners[i].push_back(places.Add(p));
  }
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    const uint32_t first = uint32_t(edges.size());
    for (size_t k = 0; k < corners[i].size(); ++k) {
      uint32_t from = corners[i][k];
      const uint32_t end = corners[i][(k + 1) % corners[i].size()];
      if (from == end) continue;
      for (uint32_t to : places.Within(from, end)) {
        edges.push_back({.piece = i, .from = from, .to = to, .next = uint32_t(edges.size() + 1)});
        from = to;
      }
      edges.push_back({.piece = i, .from = from, .to = end, .next = uint32_t(edges.size() + 1)});
    }
    if (edges.size() > first) edges.back().next = first;
  }
  return edges;
}

/// The edges, ordered so that those between the same two points are consecutive.
std::vector<uint32_t> GroupedByPlaces(const std::vector<Edge>& edges) {
  std::vector<uint32_t> order(edges.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  auto key = [&](uint32_t i) {
    const auto [low, high] = std::minmax(edges[i].from, edges[i].to);
    return std::pair{low, high};
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair{key(a), a} < std::pair{key(b), b};
  });
  return order;
}

}  // namespace

PieceBorders::PieceBorders(std::span<const SurfacePiece> pieces, double step_m) {
  Places places;
  // The first round adds points where the height difference along a shared border crosses the step; the second round
  // splits the borders there.
  for (int round = 0; round < 2; ++round) {
    edges_ = CutAtPlaces(pieces, places);
    const std::vector<uint32_t> order = GroupedByPlaces(edges_);
    for (size_t at = 0; at < order.size(); ++at) {
      Edge& a = edges_[order[at]];
      const Vec2 from = places[a.from], to = places[a.to];
      for (size_t other = at + 1; other < order.size(); ++other) {
        Edge& b = edges_[order[other]];
        if (std::minmax(a.from, a.to) != std::minmax(b.from, b.to)) break;
        if (a.from == b.from || b.twin != kNone || a.twin != kNone) continue;
        const LinearFunction gap = pieces[b.piece].height - pieces[a.piece].height;
        const double at_from = gap.At(from), at_to = gap.At(to);
        for (double limit : {-step_m, step_m}) {
          const double share = (limit - at_from) / (at_to - at_from);  // NaN when both are equal to the limit.
          if (share > 0 && share < 1) places.Add(from + (to - from) * share);
        }
        // At most one piece fits: pieces above each other are at least the walker's height apart.
        if (std::max(std::abs(at_from), std::abs(at_to)) > step_m + kSamePlaceM) continue;
        a.twin = order[other];
        b.twin = order[at];
      }
    }
  }
}

}  // namespace navnet::worlds
