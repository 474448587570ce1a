// SPDX-License-Identifier: Apache-2.0
#include "walk/moved_portals.h"

#include <algorithm>

namespace navnet {
namespace {

// Positive if `p` lies beyond the line of a portal: the distance times the width of the portal.
double Beyond(const FreeSpace::Ends& portal, Vec2 p) { return Cross(portal.right - portal.left, p - portal.left); }

}  // namespace

std::span<const FreeSpace::Ends> MovedPortals::Move(const FreeSpace& space, std::span<const WalkWay> ways,
                                                    const End& from, const End& to, double wanted_m) {
  space_ = &space;
  ways_ = ways;
  portals_.resize(ways.size());
  for (size_t i = 0; i < ways.size(); ++i) {
    portals_[i].clearance_m = std::clamp(wanted_m, space.radius_m(), std::max(space.radius_m(), space.RoomAt(ways[i])));
    portals_[i].ends = space.EndsMovedIn(ways[i], portals_[i].clearance_m);
  }
  size_t first = 0, last = ways.size();
  while (first < last && !LetsPass(first, from, true)) ++first;
  while (first < last && !LetsPass(last - 1, to, false)) --last;
  PutInOrder();
  // Lowered since: then an end may lie on the other side.
  while (first > 0 && Beyond(portals_[first - 1].ends, from.p) <= 0) --first;
  while (last < ways.size() && Beyond(portals_[last].ends, to.p) > 0) ++last;
  ends_.clear();
  first_ = first;
  for (size_t i = first; i < last; ++i) ends_.push_back(portals_[i].ends);
  return ends_;
}

void MovedPortals::Lower(size_t i, double clearance_m) {
  portals_[i].clearance_m = std::max(space_->radius_m(), clearance_m);
  portals_[i].ends = space_->EndsMovedIn(ways_[i], portals_[i].clearance_m);
}

// Whether a path crosses portal i, the next one from an end of it. A portal that is moved in is displaced, and the end
// may lie on the other side. If the end has as much clearance as the portal, the path need not cross it; otherwise the
// portal is lowered to the clearance of the end.
bool MovedPortals::LetsPass(size_t i, const End& end, bool is_start) {
  const auto is_crossed = [&] { return (Beyond(portals_[i].ends, end.p) > 0) != is_start; };
  if (is_crossed()) return true;
  if (portals_[i].clearance_m <= end.clearance_m) return false;
  Lower(i, end.clearance_m);
  return is_crossed();
}

// Whether portal i + 1 lies behind portal i, and i before i + 1.
bool MovedPortals::AreInOrder(size_t i) const {
  const FreeSpace::Ends &a = portals_[i].ends, &b = portals_[i + 1].ends;
  // In metres: less than the clearance that paths may lose to rounding.
  constexpr double kRounding_m = 1e-9;
  const double slack_a = kRounding_m * Length(a.right - a.left), slack_b = kRounding_m * Length(b.right - b.left);
  return Beyond(a, b.left) >= -slack_a && Beyond(a, b.right) >= -slack_a && Beyond(b, a.left) <= slack_b &&
         Beyond(b, a.right) <= slack_b;
}

// Lowers the larger of two clearances where portals are not in order.
void MovedPortals::PutInOrder() {
  // Most are lowered once or never; the limit keeps the time linear.
  size_t left = 8 * portals_.size();
  for (size_t i = 0; i + 1 < portals_.size();) {
    const double a = portals_[i].clearance_m, b = portals_[i + 1].clearance_m;
    if (a == b || AreInOrder(i)) {
      ++i;
      continue;
    }
    if (left-- == 0) {
      for (size_t k = 0; k < portals_.size(); ++k) Lower(k, space_->radius_m());
      return;
    }
    Lower(a > b ? i : i + 1, std::min(a, b));
    // Compare the lowered one with its other neighbour, too.
    if (a > b && i > 0) --i;
  }
}

}  // namespace navnet
