#include "right_of_way.h"

#include <navnet/core/parallel.h>

#include "../repair/path_check.h"
#include "sight.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace navnet {
namespace {

double Env(const char* n, double d) { const char* s = std::getenv(n); return s ? std::atof(s) : d; }

constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();
const double kTube = Env("TUBE", 3);
const uint32_t kMostHops = 200;

Vec3 Unit(Vec3 v) {
  const double length = Length(v);
  return length > 1e-12 ? v * (1 / length) : Vec3{};
}

double DistanceToSegment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 d = b - a;
  const double squared = LengthSquared(d);
  const double share = squared > 0 ? std::clamp(Dot(p - a, d) / squared, 0.0, 1.0) : 0;
  return Length(a + d * share - p);
}

// How far a point is from what of a path lies ahead, and how far ahead the nearest place of it is.
struct OffPath {
  double distance_m, ahead_m;
  Vec3 along = {};
};
OffPath DistanceAhead(std::span<const Vec3> points, PathPlace from, Vec3 p, double within_m) {
  OffPath best{std::numeric_limits<double>::infinity(), 0};
  double before = 0;
  Vec3 a = PointAt(points, from);
  for (size_t i = from.segment; i + 1 < points.size() && before <= within_m; ++i) {
    const Vec3 d = points[i + 1] - a;
    const double squared = LengthSquared(d), length = std::sqrt(squared);
    const double share = squared > 0 ? std::clamp(Dot(p - a, d) / squared, 0.0, 1.0) : 0;
    const double distance = Length(a + d * share - p);
    if (distance < best.distance_m) best = {distance, before + share * length, Unit(d)};
    before += length;
    a = points[i + 1];
  }
  return best;
}

}  // namespace

const WayUser* RightOfWay::UserOf(std::span<const WayUser> users, AgentId id) const {
  if (id.slot >= numbers_.size() || numbers_[id.slot] == kNobody) return nullptr;
  const WayUser& user = users[numbers_[id.slot]];
  return user.id == id ? &user : nullptr;
}

RightOfWay::Claim RightOfWay::Decide(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                                     double step_s) const {
  static const double kYield = Env("YIELD", 1.0), kWith = Env("WITH", 0.3);
  const WayUser& self = users[number];
  const Claim& before = claims_[self.id.slot];
  Claim own{.rank = self.rank, .move = self.wish, .generation = self.id.generation};
  if (before.generation == self.id.generation) own.yield_s = std::max(0.0, before.yield_s - step_s);
  if (self.is_held) own.by = self.id;

  thread_local std::vector<Option> options;
  bool looked = false;
  if (self.is_held || !(before.by == AgentId{})) {
    LookAround(navigator, users, number, options);
    looked = true;
    own.crowding = kMostHops;
    for (const Option& o : options) own.crowding = std::min(own.crowding, o.crowding);
  }
  struct Push {
    bool is_out;
    uint64_t rank;
    uint32_t hops, number;
    auto operator<=>(const Push&) const = default;
  };
  thread_local std::vector<Push> pushes;
  pushes.clear();
  const double reach = kTube * (self.radius_m + most_radius_m_);
  const Vec3 heading = Unit(self.wish);
  tree_.EachNear(self.position, reach, [&](uint32_t other, Vec3) {
    if (other == number || users[other].kind != self.kind) return;
    const WayUser& user = users[other];
    const Claim& claim = claims_[user.id.slot];
    if (claim.generation != user.id.generation || claim.by == AgentId{} || claim.rank >= self.rank) return;
    if (claim.hops >= kMostHops) return;
    const double both = self.radius_m + user.radius_m;
    if (InTube(user, claim, self.position, both)) {
      pushes.push_back({false, claim.rank, claim.hops, other});
    } else if (InTube(user, claim, self.position + heading * both, both)) {
      pushes.push_back({true, claim.rank, claim.hops, other});
    }
  });
  std::sort(pushes.begin(), pushes.end());
  for (const Push& push : pushes) {
    const WayUser& pusher = users[push.number];
    const Claim& claim = claims_[pusher.id.slot];
    const WayUser* root = UserOf(users, claim.by);
    if (!root || !root->is_held || root == &self || root->path.empty()) continue;
    const double radius = std::min(self.radius_m, pusher.radius_m);
    if (Length(pusher.position - self.position) < 1.1 * (self.radius_m + pusher.radius_m)) {
    } else if (self.kind == AgentKind::Flyer) {
      if (!FlightSight(navigator, self.position, radius).Sees(pusher.position)) continue;
    } else {
      const WalkSight sight(*navigator.walker(), self.position, radius);
      if (!sight.Sees(sight.Flat(pusher.position))) continue;
    }
    const Vec3 pushed = claim.is_yield ? Unit(claim.move) : DistanceAhead(pusher.path, pusher.place, self.position, reach).along;
    const bool with = Dot(heading, pushed) > kWith;
    if (push.is_out) {
      if (!with) own.yield_s = kYield;
      break;
    }
    own.by = claim.by;
    own.rank = claim.rank;
    own.hops = claim.hops + 1;
    if (with) {
      own.yield_s = 0;
      return own;
    }
    own.yield_s = kYield;
    own.is_yield = true;
    if (!looked) LookAround(navigator, users, number, options);
    own.move = WayOut(self, options, *root, pusher, claim);
    return own;
  }
  if (own.yield_s > 0) {
    own.move = {};
    own.is_yield = true;
  }
  return own;
}

bool RightOfWay::InTube(const WayUser& user, const Claim& claim, Vec3 p, double both) const {
  const Vec3 apart = p - user.position;
  const Vec3 ahead = Unit(claim.move);
  const double along = Dot(apart, ahead);
  if (along > 0 && along < 2 * both && Length(apart - ahead * along) < both) return true;
  if (claim.is_yield || user.path.empty()) return false;
  const OffPath off = DistanceAhead(user.path, user.place, p, kTube * both);
  return off.distance_m < both && Dot(off.along, apart) > 0;
}

void RightOfWay::LookAround(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                            std::vector<Option>& options) const {
  const WayUser& self = users[number];
  const double step = self.radius_m * 2;
  options.clear();
  struct Near { Vec3 position; double radius; uint32_t number; };
  thread_local std::vector<Near> near;
  near.clear();
  const double reach = step + self.radius_m + most_radius_m_;
  tree_.EachNear(self.position, reach, [&](uint32_t other, Vec3 there) {
    if (other == number || users[other].kind != self.kind) return;
    near.push_back({there, users[other].radius_m, other});
  });
  const auto offer = [&](Vec3 d, const auto& sight) {
    const Vec3 e = self.position + d * step;
    if (!sight.Sees(sight.Flat(e))) return;
    Option option{.direction = d, .end = e};
    for (const Near& n : near) {
      const double gap = DistanceToSegment(self.position, e, n.position) - self.radius_m - n.radius;
      if (gap >= -0.05 * self.radius_m || Dot(n.position - self.position, d) <= 0) continue;
      const Claim& c = claims_[users[n.number].id.slot];
      option.crowding = std::max(option.crowding, 1 + c.crowding);
      option.first_rank = std::min(option.first_rank, c.is_yield ? users[n.number].rank : c.rank);
    }
    options.push_back(option);
  };
  if (self.kind == AgentKind::Flyer) {
    const FlightSight sight(navigator, self.position, self.radius_m);
    const Turn& turn = navigator.info().frame.turn;
    for (int x = -1; x <= 1; ++x) for (int y = -1; y <= 1; ++y) for (int z = -1; z <= 1; ++z) {
      if (x || y || z) offer(turn.ToWorld(Unit({double(x), double(y), double(z)})), sight);
    }
  } else {
    const WalkSight sight(*navigator.walker(), self.position, self.radius_m);
    for (int i = 0; i < 16; ++i) {
      const double a = i * 0.39269908169872414;
      offer(sight.Upright({std::cos(a), std::sin(a), 0}), sight);
    }
  }
}

Vec3 RightOfWay::WayOut(const WayUser& self, std::span<const Option> options,
                        const WayUser& root, const WayUser& pusher, const Claim& claim) const {
  static const double kIn = Env("IN", 2), kOwn = Env("OWN", 0.1), kKeep = Env("KEEP", 0.4);
  const double both = self.radius_m + std::max(pusher.radius_m, root.radius_m);
  const Vec3 last = Unit(claims_[self.id.slot].move), wish = Unit(self.wish);
  const OffPath now = DistanceAhead(root.path, root.place, self.position, 20);
  double least = 1e9;
  Vec3 move{};
  for (const Option& o : options) {
    if (o.first_rank <= claim.rank) continue;
    const OffPath off = DistanceAhead(root.path, root.place, o.end, 20);
    const bool is_in = off.distance_m < both || InTube(pusher, claim, o.end, both);
    if (is_in && off.ahead_m <= now.ahead_m && off.distance_m <= now.distance_m) continue;
    const double cost = o.crowding + (is_in ? kIn : 0) - kOwn * Dot(o.direction, wish) - kKeep * Dot(o.direction, last);
    if (cost < least) {
      least = cost;
      move = o.direction;
    }
  }
  return move * self.speed_m_s;
}

void RightOfWay::Grant(const Navigator& navigator, std::span<const WayUser> users, double step_s, int threads,
                       std::span<Vec3> preferred) {
  uint32_t slots = uint32_t(claims_.size());
  for (const WayUser& user : users) slots = std::max(slots, user.id.slot + 1);
  claims_.resize(slots);
  next_.assign(slots, {});
  numbers_.assign(slots, kNobody);
  items_.clear();
  most_radius_m_ = 0;
  for (uint32_t i = 0; i < users.size(); ++i) {
    numbers_[users[i].id.slot] = i;
    items_.push_back({users[i].position, i});
    most_radius_m_ = std::max(most_radius_m_, users[i].radius_m);
  }
  tree_.Build(items_);
  ParallelFor(users.size(), threads, [&](size_t i) {
    const Claim claim = Decide(navigator, users, uint32_t(i), step_s);
    next_[users[i].id.slot] = claim;
    preferred[i] = claim.move;
  });
  std::swap(claims_, next_);
}

}  // namespace navnet
