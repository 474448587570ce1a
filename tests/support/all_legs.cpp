// SPDX-License-Identifier: Apache-2.0
#include "support/all_legs.h"

#include "support/share_inside.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

namespace navnet {
namespace {

// Tolerance in metres: flights along a face may deviate from it by rounding.
constexpr double kTouch_m = 1e-6;

double SecondsFor(double metres, double speed_m_s) { return metres > 0 ? metres / speed_m_s : 0; }

}  // namespace

double CostOfFlight(Vec3 a, Vec3 b, const TravelQuery& query, UpAxis up) {
  const double from = HeightOf(a, up), to = HeightOf(b, up);
  if (std::max(from, to) > query.ceiling_m + kTouch_m) return kNever;
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
  return share * Length(b - a) + query.climb_cost * std::max(0.0, to - from) +
         query.descend_cost * std::max(0.0, from - to);
}

AllLegs::AllLegs(const Traveller& traveller, const TravelQuery& query)
    : navigator_(traveller.navigator()),
      query_(query),
      up_(navigator_.info().up),
      walk_speed_(query.agent.walk_m_s / query.weights.walk),
      fly_speed_(query.agent.fly_m_s / query.weights.fly),
      switch_s_(query.weights.switching * query.agent.switch_s),
      fastest_on_ground_(walk_speed_),
      fastest_in_air_(fly_speed_) {
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
    const double cost_s = query.weights.link * links[i].seconds;
    AddChange(from, to, cost_s, 0);
    fastest_on_ground_ = std::max(fastest_on_ground_, Length(b->point - a->point) / cost_s);
    if (!links[i].one_way) AddChange(to, from, cost_s, 0);
  }
  for (uint32_t i = 0; i < navigator_.gates().size(); ++i) {
    const Gate& gate = navigator_.gates()[i];
    if (gate.is_closed || !navigator_.ServesGate(i, query.agent.radius_m)) continue;
    if (std::ranges::find(query.closed_gates, i) != query.closed_gates.end()) continue;
    const size_t from = AddStop(gate.from, true), to = AddStop(gate.to, true);
    const double cost_s = query.weights.link * gate.seconds;
    AddChange(from, to, cost_s, 0);
    fastest_in_air_ = std::max(fastest_in_air_, Length(gate.to - gate.from) / cost_s);
    if (!gate.one_way) AddChange(to, from, cost_s, 0);
  }
  fastest_ = std::max(fastest_on_ground_, fastest_in_air_);
}

// A* with two nodes per stop: reached by a leg, and reached by a change. If they need not alternate, both are one node.
// A leg is first pushed with a lower bound on its cost, and computed when it is popped.
double AllLegs::Search(bool in_turns, double most_s) {
  struct Entry {
    double key, cost_s;
    size_t from;  // The stop where the leg to be computed begins; the node's own stop: nothing to compute.
    size_t node;
    bool operator>(const Entry& other) const { return key > other.key; }
  };
  std::vector<double> costs(2 * stops_.size(), kNever);
  std::vector<uint8_t> is_closed(2 * stops_.size(), 0);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto reach = [&](size_t stop, bool by_change, double cost_s) {
    const size_t node = 2 * stop + (in_turns && by_change);
    const double key = cost_s + LeastRest(stops_[stop]);
    if (!(cost_s < costs[node]) || !(key < most_s)) return;
    costs[node] = cost_s;
    open.push({key, cost_s, stop, node});
  };
  reach(0, false, 0);
  reach(0, true, 0);
  while (!open.empty()) {
    const auto [key, cost_s, from, node] = open.top();
    open.pop();
    if (is_closed[node]) continue;
    const size_t stop = node / 2;
    if (from != stop) {
      if (costs[node] <= cost_s + LeastLeg(stops_[from], stops_[stop])) continue;
      ++legs_;
      reach(stop, false, cost_s + Leg(stops_[from], stops_[stop]).s);
      continue;
    }
    is_closed[node] = 1;
    const bool by_leg = node % 2 == 0;
    if (stop == goal_) return cost_s;
    for (const auto& [start, to, took] : changes_) {
      if (start == stop && by_leg) reach(to, true, cost_s + took.s);
    }
    for (size_t to = 0; to < stops_.size(); ++to) {
      if (to == stop || stops_[to].in_air != stops_[stop].in_air || (by_leg && in_turns)) continue;
      const double least = cost_s + LeastLeg(stops_[stop], stops_[to]), least_all = least + LeastRest(stops_[to]);
      if (least < costs[2 * to] && least_all < most_s) open.push({least_all, cost_s, stop, 2 * to});
    }
  }
  return most_s;
}

double AllLegs::CheapestWithin(double limit_m) {
  double cheapest = kNever;
  SearchWithin(limit_m, [&](size_t stop, const Cost& cost) {
    if (stop == goal_) cheapest = cost.s;
    return stop == goal_;
  });
  return cheapest;
}

double AllLegs::NearestWithin(double limit_m) {
  double nearest = kNever;
  std::vector<double> flown(stops_.size(), kNever);
  SearchWithin(limit_m, [&](size_t stop, const Cost& cost) {
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

// Two nodes per stop: reached by a leg, and reached by a change. Labels are settled in the order of their cost: so one
// is of no use if its node has been reached with no more metres before. `settle(stop, cost)` returns whether to stop.
template <class Settle>
void AllLegs::SearchWithin(double limit_m, const Settle& settle) {
  std::vector<double> flown(2 * stops_.size(), kNever);
  known_legs_.resize(stops_.size() * stops_.size(), {std::numeric_limits<double>::quiet_NaN(), 0});
  using Entry = std::tuple<double, double, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto reach = [&](size_t stop, bool by_change, const Cost& cost) {
    const size_t node = 2 * stop + by_change;
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
    flown[node] = flown_m;
    const size_t stop = node / 2;
    const bool by_leg = node % 2 == 0;
    if (settle(stop, Cost{cost_s, flown_m})) return;
    for (const auto& [from, to, took] : changes_) {
      if (from == stop && by_leg) reach(to, true, {cost_s + took.s, flown_m + took.flown_m});
    }
    for (size_t to = 0; to < stops_.size(); ++to) {
      if (to == stop || stops_[to].in_air != stops_[stop].in_air || by_leg) continue;
      Cost& leg = known_legs_[stop * stops_.size() + to];
      if (std::isnan(leg.s)) {
        ++legs_;
        leg = Leg(stops_[stop], stops_[to]);
      }
      reach(to, false, {cost_s + leg.s, flown_m + leg.flown_m});
    }
  }
}

double AllLegs::LeastLeg(const Stop& a, const Stop& b) const {
  return a.in_air ? SecondsFor(Length(b.point - a.point), fly_speed_)
                  : SecondsFor(PlanDistance(a.point, b.point), walk_speed_);
}

double AllLegs::PlanDistance(Vec3 a, Vec3 b) const { return Length(PlanOf(b, up_) - PlanOf(a, up_)); }

// Lower bound on the cost from a stop to the goal, by straight lines.
double AllLegs::LeastRest(const Stop& a) const {
  const Stop& goal = stops_[goal_];
  const Vec3 d = goal.point - a.point;
  const double plan_m = PlanDistance(a.point, goal.point);
  if (a.in_air != goal.in_air) return switch_s_ + SecondsFor(a.in_air ? Length(d) : plan_m, fastest_);
  if (!a.in_air) return std::min(SecondsFor(plan_m, fastest_on_ground_), 2 * switch_s_ + SecondsFor(plan_m, fastest_));
  return std::min(SecondsFor(Length(d), fastest_in_air_), 2 * switch_s_ + SecondsFor(Length(d), fastest_));
}

void AllLegs::AddChange(size_t from, size_t to, double cost_s, double flown_m) {
  changes_.push_back({from, to, {cost_s, flown_m}});
}

size_t AllLegs::AddStop(Vec3 p, bool in_air) {
  stops_.push_back({p, in_air});
  return stops_.size() - 1;
}

// Adds a place on the ground and the air above it, found straight up in small steps.
void AllLegs::Add(Vec3 p) {
  const int up = up_ == UpAxis::Z ? 2 : 1;
  const auto place = navigator_.walker()->Locate(p);
  const bool is_end = stops_.empty() || p == query_.goal;
  const GridFrame& frame = navigator_.net().info().frame;
  const auto is_free = [&](Vec3 at) { return navigator_.NearestFree(at, query_.agent.radius_m, 0).has_value(); };
  // As in TravelQuery::start; 0.1 m is added to the step.
  const bool is_near = place && std::abs(p[up] - place->point[up]) <= navigator_.net().ground().step_m + 0.1;
  if (!place || (query_.agent.fly_m_s > 0 && is_free(p) && !is_near)) {
    const size_t stop = AddStop(p, true);
    if (p == query_.goal) goal_ = stop;
    return;
  }
  const size_t ground = AddStop(place->point, false);
  if (p == query_.goal) goal_ = ground;
  if (!(query_.agent.fly_m_s > 0) || (!is_end && place->clearance_m < query_.agent.radius_m)) return;
  Vec3 v = frame.ToVoxelSpace(place->point);
  const double top = v[up] + navigator_.net().ground().height_m / frame.voxel_m;
  while (v[up] <= top && !is_free(frame.ToWorld(v))) v[up] = std::floor(v[up]) + 1;
  if (v[up] > top) return;
  Vec3 air = frame.ToWorld(v);
  if (air[up] < query_.floor_m) {
    for (; air[up] < query_.floor_m; air[up] += 0.01) {
      if (!is_free(air)) return;
    }
    air[up] = query_.floor_m;
    if (!is_free(air)) return;
  }
  const double up_m = CostOfFlight(place->point, air, query_, up_),
               down_m = CostOfFlight(air, place->point, query_, up_);
  if (up_m == kNever) return;
  const size_t above = AddStop(air, true);
  const double flown_m = Length(air - place->point);
  AddChange(ground, above, switch_s_ + up_m / fly_speed_, flown_m);
  AddChange(above, ground, switch_s_ + down_m / fly_speed_, flown_m);
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
    return {path.cost_m / fly_speed_, path.length_m};
  }
  if (!(query_.agent.walk_m_s > 0)) return {kNever, 0};
  WalkQuery q;
  q.start = a.point;
  q.goal = b.point;
  q.radius_m = query_.agent.radius_m;
  q.preferred_clearance_m = query_.walk_clearance_m;
  q.regions = query_.walk_regions;
  const WalkPath path = navigator_.walker()->Find(q);
  return path.status == PathStatus::Complete ? Cost{path.cost_m / walk_speed_, 0} : Cost{kNever, 0};
}

}  // namespace navnet
