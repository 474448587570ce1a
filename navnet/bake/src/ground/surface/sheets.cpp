// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/sheets.h"

#include <navnet/internal/core/union_find.h>

#include "ground/plan/border.h"
#include "ground/plan/segment_tree.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace navnet {

/// The two sides of a part that was cut where its tile was split.
struct CutParts {
  std::vector<PlanPartPtr> low, high;
};

struct GroundTile {
  ContentKey parts_key;  ///< Hash of its contents.
  PlanBox box;

  /// If split in two: the boxes of the non-empty halves, and the parts that were cut, by key of the whole part.
  std::vector<PlanBox> children;
  std::unordered_map<ContentKey, CutParts, ContentKeyHash> cuts;

  /// If finished: parts grouped by sheet, and which sheets overlap. Fragment numbers are indices into `parts`.
  std::vector<PlanPartPtr> parts;
  std::vector<GroundSheet> sheets;
  std::vector<std::pair<uint32_t, uint32_t>> overlaps;
};

namespace {

/// Tiles with more corners than kManyPoints are split, because the work in a tile grows with the pairs of its
/// fragments, unless they are no larger than kSmallTile grid units. If kManyPoints grows, there are fewer but slower
/// tiles.
constexpr size_t kManyPoints = 2000;
constexpr int32_t kSmallTile = 5000;
/// Size, in grid units, of the smallest tile. If surfaces in such a tile are joined and yet above each other, one of
/// them is removed: the resolution does not suffice. If it grows, more surface is lost at such places.
constexpr int32_t kLeastTile = 64;

/// A tile and its parts, in the order of the pieces they come from.
struct Tile {
  PlanBox box;
  std::vector<PlanPartPtr> parts;
};

struct Relation {
  bool touch = false, above = false;
};

class TileMaker {
 public:
  explicit TileMaker(const WalkLimits& limits) : limits_(limits) {}

  /// Finishes a tile, or splits it in two and appends the halves to `children`. `last`: the cached result for the same
  /// box, may be null.
  GroundTile Make(Tile tile, const GroundTile* last, std::vector<Tile>& children) const {
    GroundTile made;
    made.box = tile.box;
    const int32_t size = std::max(tile.box.x1 - tile.box.x0, tile.box.y1 - tile.box.y0);
    while (true) {
      size_t points = 0;
      for (const PlanPartPtr& part : tile.parts) points += part->polygon.PointCount();
      if (points > kManyPoints && tile.parts.size() > 1 && size > kSmallTile) break;

      std::vector<PlanPartPtr> parts = tile.parts;
      std::stable_sort(parts.begin(), parts.end(),
                       [](const PlanPartPtr& a, const PlanPartPtr& b) { return a->box.x0 < b->box.x0; });
      std::vector<std::pair<uint32_t, uint32_t>> above;
      UnionFind groups(parts.size());
      Relate(parts, groups, above);
      std::vector<bool> gone(parts.size(), false);
      bool any_gone = false;
      for (const auto& [a, b] : above) {
        if (gone[a] || gone[b] || groups.Find(a) != groups.Find(b)) continue;
        any_gone = gone[std::max(a, b)] = true;
        if (size > kLeastTile) break;
      }
      if (!any_gone) {
        Finish(parts, groups, above, last, made);
        return made;
      }
      if (size > kLeastTile) break;
      tile.parts.clear();
      for (size_t i = 0; i < parts.size(); ++i) {
        if (!gone[i]) tile.parts.push_back(std::move(parts[i]));
      }
    }
    Split(tile, last, made, children);
    return made;
  }

 private:
  static void Split(const Tile& tile, const GroundTile* last, GroundTile& made, std::vector<Tile>& children) {
    const int axis = tile.box.x1 - tile.box.x0 >= tile.box.y1 - tile.box.y0 ? 0 : 1;
    const int32_t from = axis == 0 ? tile.box.x0 : tile.box.y0, to = axis == 0 ? tile.box.x1 : tile.box.y1;
    int32_t line = from + (to - from) / 2;
    // At 5 modulo 10 grid units, because the edges of man-made worlds lie on round numbers.
    if (to - from > 4 * kLeastTile) line -= (line % 10 + 10) % 10 - 5;
    Tile low{tile.box, {}}, high{tile.box, {}};
    (axis == 0 ? low.box.x1 : low.box.y1) = line;
    (axis == 0 ? high.box.x0 : high.box.y0) = line;
    for (const PlanPartPtr& part : tile.parts) {
      if ((axis == 0 ? part->box.x1 : part->box.y1) <= line) {
        low.parts.push_back(part);
      } else if ((axis == 0 ? part->box.x0 : part->box.y0) >= line) {
        high.parts.push_back(part);
      } else {
        const CutParts& cut = made.cuts[part->key] = CutOf(part, axis, line, last);
        low.parts.insert(low.parts.end(), cut.low.begin(), cut.low.end());
        high.parts.insert(high.parts.end(), cut.high.begin(), cut.high.end());
      }
    }
    for (Tile* child : {&low, &high}) {
      if (child->parts.empty()) continue;
      made.children.push_back(child->box);
      children.push_back(std::move(*child));
    }
  }

  /// Cuts a part at a line, or returns the cached result: a box is always split at the same line.
  static CutParts CutOf(const PlanPartPtr& part, int axis, int32_t line, const GroundTile* last) {
    if (last != nullptr) {
      if (const auto known = last->cuts.find(part->key); known != last->cuts.end()) return known->second;
    }
    std::vector<PlanPolygon> low, high;
    CutAtLine(part->polygon, axis, line, low, high);
    CutParts cut;
    for (PlanPolygon& p : low) cut.low.push_back(std::make_shared<const PlanPart>(part->triangle, std::move(p)));
    for (PlanPolygon& p : high) cut.high.push_back(std::make_shared<const PlanPart>(part->triangle, std::move(p)));
    return cut;
  }

  /// Joins parts that touch in `groups` and appends pairs that lie above each other to `above`. Requires: parts sorted
  /// by the lower bound of x.
  void Relate(const std::vector<PlanPartPtr>& parts, UnionFind& groups,
              std::vector<std::pair<uint32_t, uint32_t>>& above) const {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < parts.size(); ++i) {
      std::erase_if(open, [&](uint32_t j) { return parts[j]->box.x1 < parts[i]->box.x0; });
      for (uint32_t j : open) {
        if (!parts[i]->box.Touches(parts[j]->box)) continue;
        const Relation relation = RelationOf(*parts[i], *parts[j]);
        if (relation.touch) groups.Join(i, j);
        if (relation.above) above.emplace_back(j, i);
      }
      open.push_back(i);
    }
  }

  /// How two parts meet: they touch if their heights are close, and one is above the other if not; both may hold at
  /// different points.
  Relation RelationOf(const PlanPart& a, const PlanPart& b) const {
    if (a.triangle->key == b.triangle->key) return {.touch = Meet(a.polygon, b.polygon)};
    const PlanTriangle &s = *a.triangle, &t = *b.triangle;
    const auto apart = [&](double x, double y) {
      return std::abs(s.HeightAt(Vec2{x, y}) - t.HeightAt(Vec2{x, y})) > limits_.apart_m;
    };
    // The height difference is a linear function: if all corners of a convex polygon agree, so does its interior. The
    // exception is a difference that changes its sign while it is large; it is left to the exact intersection.
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

  /// The cached outline of the sheet with the same parts, or null.
  static std::shared_ptr<const std::vector<PlanPolygon>> OutlineOf(std::span<const PlanPartPtr> parts,
                                                                   const GroundTile* last) {
    if (last == nullptr) return nullptr;
    const auto same = [](const PlanPartPtr& a, const PlanPartPtr& b) { return a->key == b->key; };
    for (const GroundSheet& sheet : last->sheets) {
      const auto others = std::span<const PlanPartPtr>(last->parts).subspan(sheet.first_fragment, sheet.fragment_count);
      if (std::ranges::equal(parts, others, same)) return sheet.polygons;
    }
    return nullptr;
  }

  static void Finish(const std::vector<PlanPartPtr>& parts, UnionFind& groups,
                     const std::vector<std::pair<uint32_t, uint32_t>>& above, const GroundTile* last_made,
                     GroundTile& made) {
    std::vector<uint32_t> order(parts.size()), sheet_of(parts.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return groups.Find(a) < groups.Find(b); });
    for (size_t first = 0; first < order.size();) {
      size_t last = first;
      GroundSheet sheet;
      sheet.lowest_m = INFINITY;
      sheet.first_fragment = uint32_t(made.parts.size());
      std::vector<const PlanPolygon*> polygons;
      while (last < order.size() && groups.Find(order[last]) == groups.Find(order[first])) {
        sheet_of[order[last]] = uint32_t(made.sheets.size());
        const PlanPartPtr& part = parts[order[last++]];
        for (GroundPoint p : part->polygon.rings[0]) {
          sheet.lowest_m = std::min(sheet.lowest_m, part->triangle->HeightAt(p));
        }
        polygons.push_back(&part->polygon);
        made.parts.push_back(part);
      }
      sheet.fragment_count = uint32_t(last - first);
      const auto own = std::span<const PlanPartPtr>(made.parts).subspan(sheet.first_fragment);
      std::shared_ptr<const std::vector<PlanPolygon>> outline = OutlineOf(own, last_made);
      if (!outline) outline = std::make_shared<const std::vector<PlanPolygon>>(Unite(polygons));
      for (const PlanPolygon& polygon : *outline) sheet.area += AreaOf(polygon);
      sheet.polygons = std::move(outline);
      made.sheets.push_back(std::move(sheet));
      first = last;
    }
    for (const auto& [a, b] : above) {
      const auto [low, high] = std::minmax(sheet_of[a], sheet_of[b]);
      made.overlaps.emplace_back(low, high);
    }
    AddCrossings(made.sheets, made.overlaps);
    std::sort(made.overlaps.begin(), made.overlaps.end());
    made.overlaps.erase(std::unique(made.overlaps.begin(), made.overlaps.end()), made.overlaps.end());
  }

  /// Sheets that neither touch nor lie above each other may still overlap by one grid unit, where long edges that pass
  /// each other were rounded; the intersection is too small to have an area. In one layer they would form an invalid
  /// outline, so such pairs are appended to `overlaps`.
  static void AddCrossings(const std::vector<GroundSheet>& sheets,
                           std::vector<std::pair<uint32_t, uint32_t>>& overlaps) {
    if (sheets.size() < 2) return;
    std::vector<PlanSegment> edges;
    std::vector<uint32_t> sheet_of;
    for (uint32_t i = 0; i < sheets.size(); ++i) {
      for (const PlanPolygon& polygon : *sheets[i].polygons) {
        for (const PlanRing& ring : polygon.rings) {
          for (size_t k = 0, last = ring.size() - 1; k < ring.size(); last = k++) {
            edges.push_back({ring[last], ring[k]});
            sheet_of.push_back(i);
          }
        }
      }
    }
    std::set<std::pair<uint32_t, uint32_t>> known(overlaps.begin(), overlaps.end());
    const SegmentTree tree(edges);
    for (uint32_t i = 0; i < edges.size(); ++i) {
      const PlanSegment& edge = edges[i];
      const PlanBox box = BoxOf(edge);
      tree.ForEachNear(box, [&](uint32_t k) {
        const PlanSegment& other = edges[k];
        const std::pair pair(sheet_of[i], sheet_of[k]);
        if (pair.second <= pair.first || !BoxOf(other).Touches(box) || known.contains(pair)) return;
        if (!SegmentsMeet(edge.a, edge.b, other.a, other.b)) return;
        known.insert(pair);
        if (!MakeOneLayer(sheets[pair.first], sheets[pair.second])) overlaps.push_back(pair);
      });
    }
  }

  /// Whether the outlines of both can bound one layer: they may touch but not cross.
  static bool MakeOneLayer(const GroundSheet& a, const GroundSheet& b) {
    GroundContours both;
    both.layers.resize(1);
    for (const GroundSheet* sheet : {&a, &b}) {
      for (const PlanPolygon& polygon : *sheet->polygons) {
        for (const PlanRing& ring : polygon.rings) {
          both.layers[0].rings.push_back({ring, std::vector<uint32_t>(ring.size(), kNoConnection)});
        }
      }
    }
    return MakeBorder(both, 1).ok();
  }

  const WalkLimits& limits_;
};

using PieceNumbers = std::unordered_map<ContentKey, uint32_t, ContentKeyHash>;

void Append(const GroundTile& made, const PieceNumbers& pieces, GroundSheets& out) {
  const uint32_t tile = uint32_t(out.tiles.size());
  const uint32_t first_sheet = uint32_t(out.sheets.size());
  const uint32_t first_fragment = uint32_t(out.fragments.size());
  out.tiles.push_back(made.box);
  for (GroundSheet sheet : made.sheets) {
    for (uint32_t i = 0; i < sheet.fragment_count; ++i) {
      const PlanPartPtr& part = made.parts[sheet.first_fragment + i];
      out.fragments.push_back({pieces.at(part->triangle->key), uint32_t(out.sheets.size()), part});
    }
    sheet.tile = tile;
    sheet.first_fragment += first_fragment;
    out.sheets.push_back(std::move(sheet));
  }
  for (const auto& [a, b] : made.overlaps) out.overlaps.emplace_back(a + first_sheet, b + first_sheet);
}

ContentKey PartsKey(const Tile& tile) {
  std::vector<ContentKey> keys;
  keys.reserve(tile.parts.size());
  for (const PlanPartPtr& part : tile.parts) keys.push_back(part->key);
  return KeyMaker().AddList(std::span<const ContentKey>(keys)).Make();
}

/// A tile in progress. `made` is the cached result for its box, then the result. `is_known`: the contents are
/// unchanged, so `tile.parts` is not needed and may be empty.
struct OpenTile {
  Tile tile;
  std::shared_ptr<const GroundTile> made;
  bool is_known = false;
  std::vector<Tile> children;
};

}  // namespace

GroundSheets SheetMaker::Make(std::span<const GroundPiece> pieces, const PlanBox& least, int threads,
                              const ProgressFunction& progress, bool& finished) {
  GroundSheets out;
  std::vector<OpenTile> open(1);
  Tile& world = open[0].tile;
  world.box = least;
  PieceNumbers numbers;
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    numbers[pieces[i].triangle->key] = i;
    for (const PlanPartPtr& part : pieces[i].parts) {
      world.box.Extend({part->box.x0, part->box.y0});
      world.box.Extend({part->box.x1, part->box.y1});
      world.parts.push_back(part);
    }
  }
  finished = true;
  if (world.parts.empty()) return out;
  // Widened, so that the border of the surface does not coincide with a tile border.
  world.box = {world.box.x0 - 8, world.box.y0 - 8, world.box.x1 + 8, world.box.y1 + 8};
  const TileMaker maker(limits_);
  decltype(kept_) kept;
  const auto name_of = [](const PlanBox& box) { return KeyMaker().Add(box).Make(); };
  while (!open.empty()) {
    std::vector<OpenTile*> work;
    for (OpenTile& next : open) {
      if (const auto known = kept_.find(name_of(next.tile.box)); known != kept_.end()) next.made = known->second;
      if (!next.is_known) work.push_back(&next);
    }
    finished = ParallelFor(work.size(), threads, "join surface", progress, [&](size_t i) {
      OpenTile& next = *work[i];
      const ContentKey key = PartsKey(next.tile);
      next.is_known = next.made && next.made->parts_key == key;
      if (next.is_known) return;
      auto made = std::make_shared<GroundTile>(maker.Make(std::move(next.tile), next.made.get(), next.children));
      made->parts_key = key;
      next.made = std::move(made);
    });
    if (!finished) return out;
    std::vector<OpenTile> children;
    for (OpenTile& next : open) {
      kept[name_of(next.made->box)] = next.made;
      if (next.made->children.empty()) Append(*next.made, numbers, out);
      for (size_t i = 0; i < next.made->children.size(); ++i) {
        OpenTile& child = children.emplace_back();
        child.is_known = next.is_known;
        child.tile = next.is_known ? Tile{next.made->children[i], {}} : std::move(next.children[i]);
      }
    }
    open = std::move(children);
  }
  kept_ = std::move(kept);
  return out;
}

}  // namespace navnet
