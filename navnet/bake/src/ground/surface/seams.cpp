// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/seams.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace navnet {
namespace {

/// Maximum length, in grid units, of a gap between two sheets that are connected elsewhere on the same line, for it to
/// count as rounding and become a seam. If it grows, short walls on tile borders are lost.
constexpr int32_t kRounding = 8;

/// An interval of a tile border on the outline of a fragment or a sheet.
struct Stretch {
  int32_t axis, line;
  uint32_t owner;  ///< The piece of the fragment; 0 for the outline of a sheet.
  bool high;       ///< Whether the owner lies on the side of higher coordinates.
  int32_t from, to;
  uint32_t sheet;

  auto Key() const { return std::tuple(axis, line, owner, high, from, to, sheet); }
  auto Group() const { return std::tuple(axis, line, owner); }
  friend bool operator<(const Stretch& a, const Stretch& b) { return a.Key() < b.Key(); }
};

void Collect(const PlanPolygon& polygon, const PlanBox& tile, uint32_t owner, uint32_t sheet,
             std::vector<Stretch>& out) {
  for (const PlanRing& ring : polygon.rings) {
    for (size_t i = 0, last = ring.size() - 1; i < ring.size(); last = i++) {
      const GroundPoint a = ring[last], b = ring[i];
      if (a.x == b.x && (a.x == tile.x0 || a.x == tile.x1)) {
        out.push_back({0, a.x, owner, a.x == tile.x0, std::min(a.y, b.y), std::max(a.y, b.y), sheet});
      } else if (a.y == b.y && (a.y == tile.y0 || a.y == tile.y1)) {
        out.push_back({1, a.y, owner, a.y == tile.y0, std::min(a.x, b.x), std::max(a.x, b.x), sheet});
      }
    }
  }
}

/// Calls `use(low, high, from, to)` for every two overlapping intervals of a group on opposite sides. Requires: `group`
/// is sorted, the low side first, each side by `from`.
template <class Use>
void EachOverlap(std::span<const Stretch> group, const Use& use) {
  const auto high = std::partition_point(group.begin(), group.end(), [](const Stretch& s) { return !s.high; });
  std::vector<const Stretch*> open;
  auto next = high;
  for (auto low = group.begin(); low != high; ++low) {
    std::erase_if(open, [&](const Stretch* s) { return s->to <= low->from; });
    while (next != group.end() && next->from < low->to) open.push_back(&*next++);
    for (const Stretch* s : open) {
      const int32_t from = std::max(low->from, s->from), to = std::min(low->to, s->to);
      if (from < to) use(*low, *s, from, to);
    }
  }
}

/// Calls `use` for each group of a sorted list.
template <class Use>
void EachGroup(const std::vector<Stretch>& list, const Use& use) {
  for (size_t first = 0; first < list.size();) {
    size_t last = first;
    while (last < list.size() && list[last].Group() == list[first].Group()) ++last;
    use(std::span<const Stretch>(list).subspan(first, last - first));
    first = last;
  }
}

struct Interval {
  int32_t from, to;
  friend auto operator<=>(const Interval&, const Interval&) = default;
};

/// The intervals in which pieces cross a line from one sheet to another: by axis, line and the two sheets.
using Crossings = std::map<std::tuple<int32_t, int32_t, uint32_t, uint32_t>, std::vector<Interval>>;

/// Finds the seams on one line. No part of a sheet's outline is used by two seams.
class LineSeams {
 public:
  LineSeams(const Crossings& crossings, GroundSeams& out) : crossings_(crossings), out_(out) {}

  void Make(std::span<const Stretch> line) {
    struct Gap {
      GroundSeam seam;
      bool joined;
    };
    std::vector<Gap> gaps;
    std::vector<GroundSeam> wanted;
    EachOverlap(line, [&](const Stretch& low, const Stretch& high, int32_t from, int32_t to) {
      const auto crossing = crossings_.find({low.axis, low.line, low.sheet, high.sheet});
      const bool joined = crossing != crossings_.end();
      int32_t done = from;
      if (joined) {
        for (const Interval& i : crossing->second) {
          const int32_t begin = std::max(done, i.from), end = std::min(to, i.to);
          if (begin >= end) continue;
          if (done < begin) gaps.push_back({{low.axis, low.line, done, begin, low.sheet, high.sheet}, joined});
          wanted.push_back({low.axis, low.line, begin, end, low.sheet, high.sheet});
          done = end;
        }
      }
      if (done < to) gaps.push_back({{low.axis, low.line, done, to, low.sheet, high.sheet}, joined});
    });
    std::sort(wanted.begin(), wanted.end(), [](const GroundSeam& a, const GroundSeam& b) {
      return std::tie(a.from, a.to, a.low_sheet, a.high_sheet) < std::tie(b.from, b.to, b.low_sheet, b.high_sheet);
    });
    for (const GroundSeam& seam : wanted) Take(seam);
    for (const Gap& gap : gaps) {
      if (!gap.joined || gap.seam.to - gap.seam.from > kRounding || !Take(gap.seam)) {
        out_.meetings.emplace_back(gap.seam.low_sheet, gap.seam.high_sheet);
      }
    }
  }

 private:
  bool Take(GroundSeam seam) {
    for (const uint32_t sheet : {seam.low_sheet, seam.high_sheet}) {
      for (const Interval& i : taken_[sheet]) {
        if (i.from <= seam.from && seam.from < i.to) seam.from = i.to;
        if (seam.from < i.from && i.from < seam.to) seam.to = i.from;
      }
    }
    if (seam.from >= seam.to) return false;
    taken_[seam.low_sheet].push_back({seam.from, seam.to});
    taken_[seam.high_sheet].push_back({seam.from, seam.to});
    out_.seams.push_back(seam);
    return true;
  }

  const Crossings& crossings_;
  GroundSeams& out_;
  std::map<uint32_t, std::vector<Interval>> taken_;
};

}  // namespace

GroundSeams FindSeams(const GroundSheets& sheets) {
  std::vector<Stretch> pieces, outlines;
  for (const GroundFragment& fragment : sheets.fragments) {
    Collect(fragment.part->polygon, sheets.tiles[sheets.sheets[fragment.sheet].tile], fragment.piece, fragment.sheet,
            pieces);
  }
  for (uint32_t i = 0; i < sheets.sheets.size(); ++i) {
    for (const PlanPolygon& polygon : *sheets.sheets[i].polygons) {
      Collect(polygon, sheets.tiles[sheets.sheets[i].tile], 0, i, outlines);
    }
  }
  std::sort(pieces.begin(), pieces.end());
  std::sort(outlines.begin(), outlines.end());

  Crossings crossings;
  EachGroup(pieces, [&](std::span<const Stretch> group) {
    EachOverlap(group, [&](const Stretch& low, const Stretch& high, int32_t from, int32_t to) {
      crossings[{low.axis, low.line, low.sheet, high.sheet}].push_back({from, to});
    });
  });
  for (auto& [key, intervals] : crossings) {
    std::sort(intervals.begin(), intervals.end());
    size_t count = 0;
    for (const Interval& i : intervals) {
      if (count > 0 && i.from <= intervals[count - 1].to) {
        intervals[count - 1].to = std::max(intervals[count - 1].to, i.to);
      } else {
        intervals[count++] = i;
      }
    }
    intervals.resize(count);
  }

  GroundSeams out;
  EachGroup(outlines, [&](std::span<const Stretch> line) { LineSeams(crossings, out).Make(line); });
  std::sort(out.seams.begin(), out.seams.end(), [](const GroundSeam& a, const GroundSeam& b) {
    return std::tie(a.axis, a.line, a.from, a.low_sheet) < std::tie(b.axis, b.line, b.from, b.low_sheet);
  });
  std::sort(out.meetings.begin(), out.meetings.end());
  out.meetings.erase(std::unique(out.meetings.begin(), out.meetings.end()), out.meetings.end());
  return out;
}

}  // namespace navnet
