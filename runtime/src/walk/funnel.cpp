// SPDX-License-Identifier: Apache-2.0
#include "walk/funnel.h"

#include "walk/funnel_sides.h"

#include <algorithm>

namespace navnet {
namespace {

// The points [first, end) of an array with room for one point per portal, one for the start and one for the goal.
struct ArraySide {
  Vec2 *points, *first, *last;

  ArraySide(std::vector<Vec2>& memory, Vec2 start) : points(memory.data()), first(points), last(points) {
    *first = start;
  }

  size_t size() const { return size_t(last - first) + 1; }
  Vec2 operator[](size_t i) const { return first[i]; }
  Vec2 end() const { return *last; }
  void DropFirst(size_t n) { first += std::min(n, size() - 1); }
  void EndIn(Vec2 p, size_t n) {
    if (n == 0) first = points;
    last = first + n;
    *last = p;
  }
};

}  // namespace

std::span<const Vec2> Funnel::Pull(Vec2 start, std::span<const FunnelPortal> portals, Vec2 goal) {
  for (std::vector<Vec2>* memory : {&left_, &right_, &line_}) {
    if (memory->size() < portals.size() * 2 + 4) memory->resize(portals.size() * 2 + 4);
  }
  FunnelSides<ArraySide> sides(start, ArraySide(left_, start), ArraySide(right_, start));
  Vec2* bend = line_.data();
  *bend++ = start;
  const auto add = [&](Vec2 p) { *bend++ = p; };
  for (const FunnelPortal& portal : portals) sides.Add(portal.left, portal.right, add);
  sides.Add(goal, goal, add);
  // Both sides end in the goal; one of them contains the rest of the path.
  const ArraySide& side = sides.left.size() > 1 ? sides.left : sides.right;
  bend = std::copy(side.first, side.last + 1, bend);
  return {line_.data(), bend};
}

}  // namespace navnet
