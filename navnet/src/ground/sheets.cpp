#include "ground/sheets.h"

#include <navnet/core/union_find.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

/// Work in a tile grows with the pairs of its fragments: tiles with more corners than this are cut, down to a size at
/// which that does not help.
constexpr size_t kManyPoints = 2000;
constexpr int32_t kSmallTile = 5000;
/// Surfaces joined in a tile this small and yet above each other are beyond resolution: one of them goes.
constexpr int32_t kLeastTile = 64;

struct Part {
  uint32_t piece = 0;
  PlanBox box;
  PlanPolygon polygon;
};

struct Tile {
  PlanBox box;
  std::vector<Part> parts;
};

/// A finished tile: parts by group, and which groups lie above each other.
struct Leaf {
  PlanBox box;
  std::vector<Part> parts;
  std::vector<GroundSheet> sheets;  ///< Fragment numbers are those of `parts`.
  std::vector<std::pair<uint32_t, uint32_t>> overlaps;
};

struct Relation {
  bool touch = false, above = false;
};

class TileMaker {
 public:
  TileMaker(const std::vector<PlanTriangle>& triangles, const std::vector<GroundPiece>& pieces,
            const WalkLimits& limits)
      : triangles_(triangles), pieces_(pieces), limits_(limits) {}

  /// Finishes a tile, or cuts it in two.
  void Process(Tile tile, std::vector<Tile>& children, std::vector<Leaf>& done) const {
    const int32_t size = std::max(tile.box.x1 - tile.box.x0, tile.box.y1 - tile.box.y0);
    size_t points = 0;
    for (const Part& part : tile.parts) points += part.polygon.PointCount();
    if (points > kManyPoints && tile.parts.size() > 1 && size > kSmallTile) return Split(std::move(tile), children);

    std::sort(tile.parts.begin(), tile.parts.end(),
              [](const Part& a, const Part& b) { return std::tie(a.box.x0, a.piece) < std::tie(b.box.x0, b.piece); });
    std::vector<std::pair<uint32_t, uint32_t>> above;
    UnionFind groups(tile.parts.size());
    Relate(tile.parts, groups, above);
    std::vector<bool> gone(tile.parts.size(), false);
    for (const auto& [a, b] : above) {
      if (gone[a] || gone[b] || groups.Find(a) != groups.Find(b)) continue;
      if (size > kLeastTile) return Split(std::move(tile), children);
      gone[std::max(a, b)] = true;
    }
    if (std::find(gone.begin(), gone.end(), true) != gone.end()) {
      Tile rest{tile.box, {}};
      for (size_t i = 0; i < tile.parts.size(); ++i) {
        if (!gone[i]) rest.parts.push_back(std::move(tile.parts[i]));
      }
      return Process(std::move(rest), children, done);
    }
    done.push_back(Finish(std::move(tile), groups, above));
  }

 private:
  static void Split(Tile tile, std::vector<Tile>& children) {
    const int axis = tile.box.x1 - tile.box.x0 >= tile.box.y1 - tile.box.y0 ? 0 : 1;
    const int32_t from = axis == 0 ? tile.box.x0 : tile.box.y0, to = axis == 0 ? tile.box.x1 : tile.box.y1;
    int32_t line = from + (to - from) / 2;
    // Half a millimetre off the whole ones, on which the edges of man-made worlds lie.
    if (to - from > 4 * kLeastTile) line -= (line % 10 + 10) % 10 - 5;
    Tile low{tile.box, {}}, high{tile.box, {}};
    (axis == 0 ? low.box.x1 : low.box.y1) = line;
    (axis == 0 ? high.box.x0 : high.box.y0) = line;
    std::vector<PlanPolygon> low_parts, high_parts;
    for (Part& part : tile.parts) {
      if ((axis == 0 ? part.box.x1 : part.box.y1) <= line) {
        low.parts.push_back(std::move(part));
      } else if ((axis == 0 ? part.box.x0 : part.box.y0) >= line) {
        high.parts.push_back(std::move(part));
      } else {
        low_parts.clear(), high_parts.clear();
        CutAtLine(part.polygon, axis, line, low_parts, high_parts);
        for (PlanPolygon& p : low_parts) low.parts.push_back({part.piece, BoxOf(p.rings[0]), std::move(p)});
        for (PlanPolygon& p : high_parts) high.parts.push_back({part.piece, BoxOf(p.rings[0]), std::move(p)});
      }
    }
    if (!low.parts.empty()) children.push_back(std::move(low));
    if (!high.parts.empty()) children.push_back(std::move(high));
  }

  /// Joins parts that touch and lists pairs that lie above each other. Requires: parts sorted by the low end of x.
  void Relate(const std::vector<Part>& parts, UnionFind& groups,
              std::vector<std::pair<uint32_t, uint32_t>>& above) const {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < parts.size(); ++i) {
      std::erase_if(open, [&](uint32_t j) { return parts[j].box.x1 < parts[i].box.x0; });
      for (uint32_t j : open) {
        if (!parts[i].box.Touches(parts[j].box)) continue;
        const Relation relation = RelationOf(parts[i], parts[j]);
        if (relation.touch) groups.Join(i, j);
        if (relation.above) above.emplace_back(j, i);
      }
      open.push_back(i);
    }
  }

  /// How two parts meet: near each other in height, above each other, in different places even both.
  Relation RelationOf(const Part& a, const Part& b) const {
    if (a.piece == b.piece) return {.touch = Meet(a.polygon, b.polygon)};
    const PlanTriangle& s = triangles_[pieces_[a.piece].triangle];
    const PlanTriangle& t = triangles_[pieces_[b.piece].triangle];
    const auto apart = [&](double x, double y) {
      return std::abs(s.HeightAt(Vec2{x, y}) - t.HeightAt(Vec2{x, y})) > limits_.apart_m;
    };
    // Heights differ by a linear function: one answer at all corners of a convex region holds all over it, but for a
    // difference that changes its sign while it is large, which then shows in the exact intersection.
    bool all_near = true, all_above = true;
    double sign = 0;
    const auto look = [&](double x, double y) {
      const double difference = s.HeightAt(Vec2{x, y}) - t.HeightAt(Vec2{x, y});
      (apart(x, y) ? all_near : all_above) = false;
      if (sign * difference < 0) all_above = false;
      sign = difference;
    };
    const PlanBox box{std::max(a.box.x0, b.box.x0), std::max(a.box.y0, b.box.y0), std::min(a.box.x1, b.box.x1),
                      std::min(a.box.y1, b.box.y1)};
    for (const int32_t x : {box.x0, box.x1}) {
      for (const int32_t y : {box.y0, box.y1}) look(x, y);
    }
    if (!all_near && !all_above) {
      all_near = all_above = true;
      sign = 0;
      const std::vector<Vec2> common = IntersectConvex(WidenedHull(s.corners, WalkLimits::kWidenSurface),
                                                       WidenedHull(t.corners, WalkLimits::kWidenSurface));
      if (common.empty()) return {};
      for (Vec2 p : common) look(p.x, p.y);
    }
    if (all_near || all_above) {
      if (!Meet(a.polygon, b.polygon)) return {};
      return {all_near, all_above};
    }
    Relation relation;
    for (const PlanPolygon& common : Intersect(a.polygon, b.polygon)) {
      for (const PlanRing& ring : common.rings) {
        for (GroundPoint p : ring) (apart(p.x, p.y) ? relation.above : relation.touch) = true;
      }
    }
    return relation;
  }

  Leaf Finish(Tile tile, UnionFind& groups, const std::vector<std::pair<uint32_t, uint32_t>>& above) const {
    Leaf leaf;
    leaf.box = tile.box;
    std::vector<uint32_t> order(tile.parts.size()), sheet_of(tile.parts.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return groups.Find(a) < groups.Find(b); });
    for (size_t first = 0; first < order.size();) {
      size_t last = first;
      GroundSheet sheet;
      sheet.lowest_m = INFINITY;
      sheet.first_fragment = uint32_t(leaf.parts.size());
      while (last < order.size() && groups.Find(order[last]) == groups.Find(order[first])) {
        sheet_of[order[last]] = uint32_t(leaf.sheets.size());
        Part& part = tile.parts[order[last++]];
        for (GroundPoint p : part.polygon.rings[0]) {
          sheet.lowest_m = std::min(sheet.lowest_m, triangles_[pieces_[part.piece].triangle].HeightAt(p));
        }
        leaf.parts.push_back(std::move(part));
      }
      sheet.fragment_count = uint32_t(last - first);
      std::vector<const PlanPolygon*> polygons;
      for (size_t i = first; i < last; ++i) polygons.push_back(&leaf.parts[i].polygon);
      sheet.polygons = Unite(polygons);
      for (const PlanPolygon& polygon : sheet.polygons) sheet.area += AreaOf(polygon);
      leaf.sheets.push_back(std::move(sheet));
      first = last;
    }
    for (const auto& [a, b] : above) {
      const auto [low, high] = std::minmax(sheet_of[a], sheet_of[b]);
      leaf.overlaps.emplace_back(low, high);
    }
    std::sort(leaf.overlaps.begin(), leaf.overlaps.end());
    leaf.overlaps.erase(std::unique(leaf.overlaps.begin(), leaf.overlaps.end()), leaf.overlaps.end());
    return leaf;
  }

  const std::vector<PlanTriangle>& triangles_;
  const std::vector<GroundPiece>& pieces_;
  const WalkLimits& limits_;
};

void Append(Leaf leaf, GroundSheets& out) {
  const uint32_t tile = uint32_t(out.tiles.size());
  const uint32_t first_sheet = uint32_t(out.sheets.size());
  const uint32_t first_fragment = uint32_t(out.fragments.size());
  out.tiles.push_back(leaf.box);
  for (GroundSheet& sheet : leaf.sheets) {
    for (uint32_t i = 0; i < sheet.fragment_count; ++i) {
      Part& part = leaf.parts[sheet.first_fragment + i];
      out.fragments.push_back({part.piece, uint32_t(out.sheets.size()), std::move(part.polygon)});
    }
    sheet.tile = tile;
    sheet.first_fragment += first_fragment;
    out.sheets.push_back(std::move(sheet));
  }
  for (const auto& [a, b] : leaf.overlaps) out.overlaps.emplace_back(a + first_sheet, b + first_sheet);
}

}  // namespace

GroundSheets MakeSheets(const std::vector<PlanTriangle>& triangles, const std::vector<GroundPiece>& pieces,
                        const WalkLimits& limits, int threads, const ProgressFunction& progress, bool& finished) {
  GroundSheets out;
  std::vector<Tile> tiles(1);
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    for (const PlanPolygon& polygon : pieces[i].polygons) {
      const PlanBox box = BoxOf(polygon.rings[0]);
      tiles[0].box.Extend({box.x0, box.y0});
      tiles[0].box.Extend({box.x1, box.y1});
      tiles[0].parts.push_back({i, box, polygon});
    }
  }
  // No border of the world lies on a border of a tile.
  PlanBox& world = tiles[0].box;
  if (!tiles[0].parts.empty()) world = {world.x0 - 8, world.y0 - 8, world.x1 + 8, world.y1 + 8};
  const TileMaker maker(triangles, pieces, limits);
  finished = true;
  while (!tiles.empty() && finished) {
    std::vector<std::vector<Tile>> children(tiles.size());
    std::vector<std::vector<Leaf>> done(tiles.size());
    finished = ParallelFor(tiles.size(), threads, "join surface", progress,
                           [&](size_t i) { maker.Process(std::move(tiles[i]), children[i], done[i]); });
    std::vector<Tile> next;
    for (std::vector<Tile>& some : children) std::move(some.begin(), some.end(), std::back_inserter(next));
    for (std::vector<Leaf>& some : done) {
      for (Leaf& leaf : some) Append(std::move(leaf), out);
    }
    tiles = std::move(next);
  }
  return out;
}

}  // namespace navnet
