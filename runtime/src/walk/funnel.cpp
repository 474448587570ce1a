// SPDX-License-Identifier: Apache-2.0
#include "walk/funnel.h"

#include "walk/funnel_sides.h"

#include <algorithm>

namespace navnet {
namespace {

// The points from `first`, the apex, to `last` of an array with room for one point per portal, one for the start and
// one for the goal.
struct ArraySide {
  Vec2 *points, *first, *last;

  ArraySide(std::vector<Vec2>& memory, Vec2 apex) : points(memory.data()), first(points), last(points) {
    *first = apex;
  }

  size_t size() const { return size_t(last - first); }
  Vec2 operator[](size_t i) const { return first[i]; }
  void Advance(size_t n) { first += n; }
  void EndIn(Vec2 p, size_t n) {
    last = first + n + 1;
    *last = p;
  }
  void Restart(Vec2 apex, Vec2 p) {
    *points = apex;
    first = points;
    EndIn(p, 0);
  }
};

}  // namespace

std::span<const Vec2> Funnel::Pull(Vec2 start, std::span<const FunnelPortal> portals, Vec2 goal) {
  for (std::vector<Vec2>* memory : {&left_, &right_, &line_}) {
    if (memory->size() < portals.size() * 2 + 4) memory->resize(portals.size() * 2 + 4);
  }
  FunnelSides<ArraySide> sides(ArraySide(left_, start), ArraySide(right_, start));
  Vec2* bend = line_.data();
  *bend++ = start;
  const auto add = [&](Vec2 /*from*/, Vec2 p) { *bend++ = p; };
  for (const FunnelPortal& portal : portals) sides.Add(portal.left, portal.right, add);
  sides.Add(goal, goal, add);
  // Both sides end in the goal; one of them contains the rest of the path.
  const ArraySide& side = sides.left.size() > 1 ? sides.left : sides.right;
  bend = std::copy(side.first + 1, side.last + 1, bend);
  // A goal at the last bend: both sides end in the apex.
  if (side.size() == 0) *bend++ = goal;
  return {line_.data(), bend};
}

}  // namespace navnet
