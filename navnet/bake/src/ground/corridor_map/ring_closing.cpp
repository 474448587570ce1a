// SPDX-License-Identifier: Apache-2.0
// Events are computed in doubles first. Where walls are nearly parallel, or corners nearly on a circle, doubles may
// order them wrongly: then no event is left before the ring is closed, or an edge of the result fails the check. Both
// are detected, and the ring is closed with 100 digits. The initial ring was computed in doubles as well, so with exact
// numbers a neighbour may turn out not to be one, by a fraction of a unit. So precision alone does not always suffice,
// and the ring is tried with increasing tolerances. The check, which does not depend on how the events were found,
// decides.

#include "ground/corridor_map/ring_closing.h"

#include "ground/corridor_map/diagram_check.h"
#include "ground/corridor_map/equidistant.h"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <queue>

namespace navnet {
namespace {

namespace mp = boost::multiprecision;
using Precise = mp::number<mp::cpp_bin_float<100>, mp::et_off>;

template <class Real>
class RingCloser {
 public:
  RingCloser(const Sites& sites, const OpenedConnection& connection, std::span<const RingArm> arms, Tolerance tolerance)
      : sites_(sites),
        connection_(SiteIn<Real>(sites, connection.front)),
        end_(SiteIn<Real>(sites, connection.back).a),
        arms_(arms.size()),
        tolerance_(tolerance) {
    const auto count = uint32_t(arms.size());
    for (uint32_t i = 0; i < count; ++i) arms_[i] = {arms[i], (i + 1) % count, (i + count - 1) % count, 0};
  }

  std::optional<std::vector<RingEvent>> Close() {
    auto count = uint32_t(arms_.size());
    if (count > 2) {
      for (uint32_t i = 0; i < arms_.size(); ++i) Schedule(i);
    }
    std::vector<RingEvent> closed;
    uint32_t left = 0;  // An arm that remains.
    while (count > 2) {
      if (events_.empty()) return {};
      const Event event = events_.top();
      events_.pop();
      if (arms_[event.arm].version != event.version) continue;
      now_ = std::max(now_, event.time);
      left = event.arm;
      closed.push_back({left, event.place});
      if (!CloseNeighbour(left, event.place)) return {};
      if (--count == 2) break;
      Schedule(arms_[left].previous);
      Schedule(left);
    }
    if (!IsEdge(arms_[left].arm, arms_[arms_[left].next].arm.outer)) return {};
    return closed;
  }

 private:
  using Vec = VecOf<Real>;
  using Circle = RealCircle<Real>;
  using Role = RingSite::Role;

  struct Arm {
    RingArm arm;
    uint32_t next = kNone, previous = kNone;
    uint32_t version = 0;
  };

  struct Event {
    Real time = 0;
    uint32_t arm = 0, version = 0;
    Vec2 place;
    bool operator<(const Event& other) const {  // The earliest event is at the top of the queue.
      return time != other.time ? time > other.time : arm > other.arm;
    }
  };

  /// The counter-clockwise angle from one direction to another, in [0, 2π).
  static Real TurnBetween(const Vec& from, const Vec& to) {
    using std::atan2;
    const Real angle = atan2(Cross(from, to), Dot(from, to));
    return angle < 0 ? Real(angle + 2 * kPi) : angle;
  }

  /// The time and the position at which the shrinking connection leaves a circle. Time is the length by which it has
  /// been shortened; if its end lies inside the circle, it is the full length plus the depth of the end inside the
  /// circle.
  std::pair<Real, Vec> Leaves(const Circle& circle) const {
    using std::sqrt;
    const Real along = Dot(circle.centre - connection_.a, connection_.direction);
    const Real across = Cross(connection_.direction, circle.centre - connection_.a);
    const Real time = along + sqrt(std::max(Real(0), Real(circle.radius * circle.radius - across * across)));
    if (time < connection_.length) return {time, connection_.a + connection_.direction * time};
    const Vec to_end = end_ - circle.centre;
    const Real distance = Length(to_end);
    return {connection_.length + circle.radius - distance, circle.centre + to_end * Real(circle.radius / distance)};
  }

  /// How deep the rest of the connection reaches into a circle; negative if it does not.
  Real Reach(const Circle& circle) const {
    const Real along = Dot(circle.centre - connection_.a, connection_.direction);
    const Real left = std::clamp(along, std::min(now_, connection_.length), connection_.length);
    return circle.radius - Length(connection_.a + connection_.direction * left - circle.centre) -
           std::max(Real(0), Real(now_ - connection_.length));
  }

  /// Schedules the event at which the neighbour after an arm loses contact, if there is one.
  void Schedule(uint32_t i) {
    Arm& arm = arms_[i];
    ++arm.version;
    const RingSite before = arm.arm.before, neighbour = arm.arm.after, after = arms_[arm.next].arm.after;
    // The connection shrinks to its end point, so that point remains a neighbour to the last.
    if (neighbour.role == Role::End) return;
    const auto circle = CircleFinder<Real>::Find(sites_, before.site, neighbour.site, after.site, tolerance_);
    using std::isfinite;
    if (!circle || !isfinite(circle->radius)) return;
    const Vec2 centre = {double(circle->centre.x), double(circle->centre.y)};
    if (before.role == Role::End || after.role == Role::End) {
      events_.push({connection_.length, i, arm.version, centre});
      return;
    }
    const auto [time, place] = Leaves(*circle);
    const Real rounding = tolerance_.Of(Real(circle->radius + connection_.length));
    if (Reach(*circle) < -rounding) return;
    // The start point stays adjacent to the connection until the connection leaves a circle that it was in. A circle
    // that touches the connection at its start, as beside a collinear wall, is not such an event.
    if (neighbour.role == Role::Start && time <= rounding) return;
    // The last point of the connection must be visible between the neighbours after and before; otherwise they do not
    // meet here.
    const Vec from = SiteIn<Real>(sites_, after.site).Tangent(*circle) - circle->centre,
              to = SiteIn<Real>(sites_, before.site).Tangent(*circle) - circle->centre;
    const Real turn = TurnBetween(from, place - circle->centre);
    const Real slack = circle->radius > 0 ? Real(rounding / circle->radius) : Real(0);
    if (turn > TurnBetween(from, to) + slack && turn < 2 * kPi - slack) return;
    events_.push({time, i, arm.version, centre});
  }

  /// Merges an arm with the next one at `place`. Returns false if one of the two edges that end there fails the check.
  bool CloseNeighbour(uint32_t i, Vec2 place) {
    Arm& one = arms_[i];
    Arm& other = arms_[one.next];
    if (!IsEdge(one.arm, place) || !IsEdge(other.arm, place)) return false;
    ++other.version;
    one.arm.after = other.arm.after;
    one.arm.outer = place;
    one.next = other.next;
    arms_[one.next].previous = i;
    return true;
  }

  /// Whether the edge from `inner` to the outer end of the arm is valid for the cells on both its sides.
  bool IsEdge(const RingArm& arm, Vec2 inner) const {
    return IsCellOf(sites_, arm.after.site, arm.before.site, inner, arm.outer) &&
           IsCellOf(sites_, arm.before.site, arm.after.site, arm.outer, inner);
  }

  inline static const Real kPi = [] {
    using std::acos;
    return acos(Real(-1));
  }();

  const Sites& sites_;
  const RealSite<Real> connection_;
  const Vec end_;
  std::vector<Arm> arms_;
  const Tolerance tolerance_;
  std::priority_queue<Event> events_;
  Real now_ = 0;
};

/// The neighbour with its role for the connection shortened in the opposite direction.
RingSite Reversed(RingSite s) {
  using enum RingSite::Role;
  return {s.site, s.role == Start ? End : s.role == End ? Start : Other};
}

}  // namespace

std::optional<std::vector<RingEvent>> CloseRing(const Sites& sites, const OpenedConnection& connection,
                                                std::span<const RingArm> arms) {
  if (auto closed = RingCloser<double>(sites, connection, arms, {1e-9, 0}).Close()) return closed;
  std::vector<RingArm> reversed;
  for (const RingArm& arm : arms) reversed.push_back({Reversed(arm.before), Reversed(arm.after), arm.outer});
  for (const double units : {1e-60, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    const Tolerance tolerance = {0, units};
    if (auto closed = RingCloser<Precise>(sites, connection, arms, tolerance).Close()) return closed;
    if (!connection.both_ways) continue;
    if (auto closed = RingCloser<Precise>(sites, {connection.back, connection.front}, reversed, tolerance).Close())
      return closed;
  }
  return {};
}

}  // namespace navnet
