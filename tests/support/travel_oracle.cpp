// SPDX-License-Identifier: Apache-2.0
#include "support/travel_oracle.h"

#include "support/share_inside.h"
#include "support/walk_cost_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <tuple>

namespace navnet {
namespace {

// Tolerance in metres: flights along a face may deviate from it by rounding.
constexpr double kTouch_m = 1e-6;

}  // namespace

double CostOfFlight(Vec3 a, Vec3 b, const TravelQuery& query) {
  if (std::max(a.z, b.z) > query.ceiling_m + kTouch_m) return kNever;
  std::vector<double> cuts{0, 1};
  for (const CostRegion& region : query.fly_regions) {
    if (std::isinf(region.factor) && ShareInside(a, b, region.box_world, kTouch_m) > 0) return kNever;
    for (int k = 0; k < 3; ++k) {
      for (const double at : {region.box_world.min[k], region.box_world.max[k]}) {
        const double t = (at - a[k]) / (b[k] - a[k]);
        if (t > 0 && t < 1) cuts.push_back(t);
      }
    }
  }
  std::sort(cuts.begin(), cuts.end());
  double share = 0;
  for (size_t i = 1; i < cuts.size(); ++i) {
    const Vec3 middle = a + (b - a) * ((cuts[i - 1] + cuts[i]) / 2);
    double factor = 1;
    for (const CostRegion& r : query.fly_regions) {
      bool is_inside = true;
      for (int k = 0; k < 3; ++k) {
        is_inside = is_inside && middle[k] > r.box_world.min[k] + kTouch_m && middle[k] < r.box_world.max[k] - kTouch_m;
      }
      if (is_inside && !std::isinf(r.factor)) factor *= r.factor;
    }
    share += factor * (cuts[i] - cuts[i - 1]);
  }
  return share * Length(b - a) + query.climb_cost * std::max(0.0, b.z - a.z) +
         query.descend_cost * std::max(0.0, a.z - b.z);
}

double FlownAlong(const TravelPath& path) {
  double metres = 0;
  for (const TravelSegment& s : path.segments) {
    if (s.mode == TravelMode::Walk || s.mode == TravelMode::Link) continue;
    const auto points = path.PointsOf(s);
    for (size_t i = 1; i < points.size(); ++i) metres += Length(points[i] - points[i - 1]);
  }
  return metres;
}

void ExpectWhole(const TravelPath& path, const TravelQuery& query) {
  ASSERT_EQ(path.status, PathStatus::Complete);
  double seconds = 0, length = 0, cost_s = 0;
  for (size_t i = 0; i < path.segments.size(); ++i) {
    const TravelSegment& s = path.segments[i];
    ASSERT_GE(s.point_count, 2u);
    const size_t end = size_t{s.first_point} + s.point_count;
    ASSERT_LE(end, path.points.size());
    if (i > 0) {
      EXPECT_EQ(s.first_point, path.segments[i - 1].first_point + path.segments[i - 1].point_count - 1);
    }
    double cost_m = 0;
    for (size_t k = size_t{s.first_point} + 1; k < end && s.mode != TravelMode::Link; ++k) {
      const Vec3 a = path.points[k - 1], b = path.points[k];
      cost_m += s.mode == TravelMode::Walk ? oracle::CostOfPiece(a, b, query.walk_regions) : CostOfFlight(a, b, query);
      if (s.mode == TravelMode::Fly) {
        EXPECT_GE(std::min(a.z, b.z), query.floor_m - kTouch_m);
      }
    }
    ASSERT_LT(cost_m, kNever) << ToString(s.mode);
    if (s.mode == TravelMode::Walk) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.walk_m_s, 1e-9);
      EXPECT_NEAR(s.cost_s, query.weights.walk * cost_m / query.agent.walk_m_s, 1e-6 * s.cost_s);
    }
    if (s.mode == TravelMode::Fly) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.fly_m_s, 1e-9);
      const double cost = query.weights.fly * cost_m / query.agent.fly_m_s;
      // Narrow places cost up to 4 times as much.
      EXPECT_GE(s.cost_s, (1 - 1e-6) * cost);
      EXPECT_LE(s.cost_s, (query.fly_clearance_m > 0 ? 4 : 1) * (1 + 1e-6) * cost);
    }
    if (s.mode == TravelMode::TakeOff || s.mode == TravelMode::Land) {
      const double flown_s = s.length_m / query.agent.fly_m_s;
      EXPECT_NEAR(s.cost_s,
                  query.weights.switching * (s.seconds - flown_s) + query.weights.fly * cost_m / query.agent.fly_m_s,
                  1e-6 * std::max(1.0, s.cost_s));
    }
    if (s.mode == TravelMode::Link) {
      EXPECT_NEAR(s.cost_s, query.weights.link * s.seconds, 1e-9);
    }
    seconds += s.seconds;
    length += s.length_m;
    cost_s += s.cost_s;
  }
  EXPECT_NEAR(path.seconds, seconds, 1e-9);
  EXPECT_NEAR(path.length_m, length, 1e-9);
  EXPECT_NEAR(path.cost_s, cost_s, 1e-9 * std::max(1.0, cost_s));
  const auto [walk, fly, switching, link] = query.weights;
  EXPECT_GE(path.cost_s, std::min({walk, fly, switching, link}) * path.seconds - 1e-9);
  const double flown_m = FlownAlong(path);
  EXPECT_NEAR(path.flown_m, flown_m, 1e-9);
  EXPECT_LE(flown_m, query.max_fly_m + 1e-9);
  if (flown_m > 0) {
    EXPECT_LE(flown_m / query.agent.fly_m_s, query.max_fly_s + 1e-9);
  }
}

void CostRatios::Add(double cost_s, double least_s) {
  const double excess = least_s > 0 ? cost_s / least_s - 1 : 0;
  // Legs with costs are optimal only to about 1 %.
  EXPECT_GE(excess, -0.01) << cost_s << " s instead of " << least_s;
  EXPECT_LE(excess, 0.02) << cost_s << " s instead of " << least_s;
  sum_ += excess;
  ++count_;
}

void CostRatios::ExpectSmall(int count) const {
  EXPECT_GE(count_, count);
  EXPECT_LE(sum_, 0.003 * count_);
}

AllLegs::AllLegs(const Traveller& traveller, const TravelQuery& query)
    : navigator_(traveller.navigator()), query_(query) {
  Add(query.start);
  Add(query.goal);
  const auto links = navigator_.net().ground().links;
  for (uint32_t i = 0; i < links.size(); ++i) {
    if (std::ranges::find(query.closed_links, i) != query.closed_links.end()) continue;
    if (links[i].kind == LinkKind::Spot) {
      Add(links[i].from);
      continue;
    }
    const auto a = navigator_.walker()->Locate(links[i].from), b = navigator_.walker()->Locate(links[i].to);
    if (!a || !b) continue;
    const size_t from = AddStop(a->point, false), to = AddStop(b->point, false);
    const Cost cost{query.weights.link * links[i].seconds, 0};
    changes_.push_back({from, to, cost});
    if (!links[i].one_way) changes_.push_back({to, from, cost});
  }
  for (uint32_t i = 0; i < navigator_.gates().size(); ++i) {
    const Gate& gate = navigator_.gates()[i];
    if (gate.is_closed || !navigator_.ServesGate(i, query.agent.radius_m)) continue;
    if (std::ranges::find(query.closed_gates, i) != query.closed_gates.end()) continue;
    const size_t from = AddStop(gate.from, true), to = AddStop(gate.to, true);
    const Cost cost{query.weights.link * gate.seconds, 0};
    changes_.push_back({from, to, cost});
    if (!gate.one_way) changes_.push_back({to, from, cost});
  }
}

double AllLegs::Cheapest() {
  double cheapest = kNever;
  Search(false, kNever, [&](size_t stop, const Cost& cost) {
    if (stop == goal_) cheapest = cost.s;
    return stop == goal_;
  });
  return cheapest;
}

double AllLegs::CheapestInTurns() { return CheapestWithin(kNever); }

double AllLegs::CheapestWithin(double limit_m) {
  double cheapest = kNever;
  Search(true, limit_m, [&](size_t stop, const Cost& cost) {
    if (stop == goal_) cheapest = cost.s;
    return stop == goal_;
  });
  return cheapest;
}

double AllLegs::NearestWithin(double limit_m) {
  double nearest = kNever;
  std::vector<double> flown(stops_.size(), kNever);
  Search(true, limit_m, [&](size_t stop, const Cost& cost) {
    flown[stop] = std::min(flown[stop], cost.flown_m);
    return false;
  });
  const Vec3 goal = stops_[goal_].point;
  for (size_t stop = 0; stop < stops_.size(); ++stop) {
    if (flown[stop] == kNever) continue;
    nearest = std::min(nearest, Length(goal - stops_[stop].point));
    for (size_t to = 0; stops_[stop].in_air && to < stops_.size(); ++to) {
      // The goal, or the air above it.
      if (to != goal_ && to != goal_ + 1) continue;
      if (!stops_[to].in_air) continue;
      const FlightPath path = navigator_.Find(FlightBetween(stops_[stop].point, stops_[to].point));
      double left_m = limit_m - flown[stop];
      for (size_t i = 1; i < path.points.size() && left_m > 0; ++i) {
        const Vec3 a = path.points[i - 1], d = path.points[i] - a;
        const double length = Length(d);
        nearest = std::min(nearest, Length(goal - (a + d * (length > 0 ? std::min(1.0, left_m / length) : 0))));
        left_m -= length;
      }
    }
  }
  return nearest;
}

// Two nodes per stop: reached by a leg, and reached by a change. If they need not alternate, both are one node. Labels
// are settled in the order of their cost: so one is of no use if its node has been reached with no more metres before.
// `settle(stop, cost)` returns whether to stop.
template <class Settle>
void AllLegs::Search(bool in_turns, double limit_m, const Settle& settle) {
  std::vector<double> flown(2 * stops_.size(), kNever);
  legs_.resize(stops_.size() * stops_.size(), {std::numeric_limits<double>::quiet_NaN(), 0});
  using Entry = std::tuple<double, double, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto reach = [&](size_t stop, bool by_change, const Cost& cost) {
    const size_t node = 2 * stop + (in_turns && by_change);
    if (cost.s < kNever && cost.flown_m <= limit_m && cost.flown_m < flown[node]) {
      open.push({cost.s, cost.flown_m, node});
    }
  };
  reach(0, false, {0, 0});
  reach(0, true, {0, 0});
  while (!open.empty()) {
    const auto [cost_s, flown_m, node] = open.top();
    open.pop();
    if (flown_m >= flown[node]) continue;
    // Without a limit, the cheapest label suffices.
    flown[node] = limit_m < kNever ? flown_m : -kNever;
    const size_t stop = node / 2;
    const bool by_leg = node % 2 == 0;
    if (settle(stop, Cost{cost_s, flown_m})) return;
    for (const auto& [from, to, took] : changes_) {
      if (from == stop && by_leg) reach(to, true, {cost_s + took.s, flown_m + took.flown_m});
    }
    for (size_t to = 0; to < stops_.size(); ++to) {
      if (to == stop || stops_[to].in_air != stops_[stop].in_air || (by_leg && in_turns)) continue;
      Cost& leg = legs_[stop * stops_.size() + to];
      if (std::isnan(leg.s)) leg = Leg(stops_[stop], stops_[to]);
      reach(to, false, {cost_s + leg.s, flown_m + leg.flown_m});
    }
  }
}

size_t AllLegs::AddStop(Vec3 p, bool in_air) {
  stops_.push_back({p, in_air});
  return stops_.size() - 1;
}

// Adds a place on the ground and the air above it, found straight up in small steps.
void AllLegs::Add(Vec3 p) {
  const auto place = navigator_.walker()->Locate(p);
  const bool is_end = stops_.empty() || p == query_.goal;
  if (!place) {
    const size_t stop = AddStop(p, true);
    if (p == query_.goal) goal_ = stop;
    return;
  }
  const size_t ground = AddStop(place->point, false);
  if (p == query_.goal) goal_ = ground;
  if (!(query_.agent.fly_m_s > 0) || (!is_end && place->clearance_m < query_.agent.radius_m)) return;
  const GridFrame& frame = navigator_.net().info().frame;
  const auto is_free = [&](Vec3 at) { return navigator_.NearestFree(at, query_.agent.radius_m, 0).has_value(); };
  Vec3 v = frame.ToVoxelSpace(place->point);
  const double top = v.z + navigator_.net().ground().height_m / frame.voxel_m;
  while (v.z <= top && !is_free(frame.ToWorld(v))) v.z = std::floor(v.z) + 1;
  if (v.z > top) return;
  Vec3 air = frame.ToWorld(v);
  if (air.z < query_.floor_m) {
    for (; air.z < query_.floor_m; air.z += 0.01) {
      if (!is_free(air)) return;
    }
    air.z = query_.floor_m;
    if (!is_free(air)) return;
  }
  const double up_m = CostOfFlight(place->point, air, query_), down_m = CostOfFlight(air, place->point, query_);
  if (up_m == kNever) return;
  const size_t above = AddStop(air, true);
  const double switch_s = query_.weights.switching * query_.agent.switch_s;
  const double s_per_m = query_.weights.fly / query_.agent.fly_m_s, flown_m = Length(air - place->point);
  changes_.push_back({ground, above, {switch_s + s_per_m * up_m, flown_m}});
  changes_.push_back({above, ground, {switch_s + s_per_m * down_m, flown_m}});
}

FlightQuery AllLegs::FlightBetween(Vec3 a, Vec3 b) const {
  FlightQuery q;
  q.start = a;
  q.goal = b;
  q.radius_m = query_.agent.radius_m;
  q.preferred_clearance_m = query_.fly_clearance_m;
  q.regions = query_.fly_regions;
  q.climb_cost = query_.climb_cost;
  q.descend_cost = query_.descend_cost;
  q.floor_m = query_.floor_m;
  q.ceiling_m = query_.ceiling_m;
  return q;
}

AllLegs::Cost AllLegs::Leg(const Stop& a, const Stop& b) const {
  if (a.in_air) {
    if (!(query_.agent.fly_m_s > 0)) return {kNever, 0};
    const FlightPath path = navigator_.Find(FlightBetween(a.point, b.point));
    if (path.status != PathStatus::Complete) return {kNever, 0};
    return {query_.weights.fly * path.cost_m / query_.agent.fly_m_s, path.length_m};
  }
  if (!(query_.agent.walk_m_s > 0)) return {kNever, 0};
  WalkQuery q;
  q.start = a.point;
  q.goal = b.point;
  q.radius_m = query_.agent.radius_m;
  q.preferred_clearance_m = query_.walk_clearance_m;
  q.regions = query_.walk_regions;
  const WalkPath path = navigator_.walker()->Find(q);
  if (path.status != PathStatus::Complete) return {kNever, 0};
  return {query_.weights.walk * path.cost_m / query_.agent.walk_m_s, 0};
}

}  // namespace navnet
