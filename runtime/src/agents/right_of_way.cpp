// SPDX-License-Identifier: Apache-2.0
#include "agents/right_of_way.h"

#include <navnet/core/parallel.h>

#include "agents/directions.h"
#include "agents/sight.h"
#include "agents/upright_body.h"
#include "repair/path_check.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace navnet {
namespace {

constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();
// kReach: look-ahead of a claim, in multiples of the two agents' combined radius. Closer than kTouching times that
// radius, agents are in each other's way even without line of sight, such as round a corner.
constexpr double kReach = 3, kTouching = 1.1;
constexpr double kSameWay = 0.3;         // Cosine of the angle above which two agents move in the same direction.
constexpr uint64_t kOldest_steps = 200;  // Maximum age of a claim that is passed on.
constexpr double kPathAhead_m = 20;      // Length of a path that is examined.
// Duration for which an agent makes way, and waits, in multiples of Moment(): the time to move by its own diameter, at
// least 0.1 s.
constexpr double kCommit = 2.5, kWait = 5;
// Cost of a yielding move: the length of the chain of agents that must move, plus kStillInWay if the agent stays inside
// the claimed corridor. The agent's own wish and its last direction decide between equals.
constexpr double kStillInWay = 2, kOwnWish = 0.1, kAsBefore = 0.4;

double Moment(const WayUser& user) { return std::max(0.1, 2 * user.radius_m / std::max(user.speed_m_s, 1e-3)); }

// Position of a point relative to a path.
struct BesidePath {
  double distance_m = std::numeric_limits<double>::infinity();
  double ahead_m = 0;  // Length along the path to the place nearest to the point …
  Vec3 along;          // … and the direction of the path there.
};

// Position of `self` at point `p` relative to the path of `user`. Between a flyer and a walker, the nearest point of
// the walker's axis is used.
BesidePath Beside(const WayUser& user, const WayUser& self, Vec3 p, double within_m, Vec3 up) {
  BesidePath best;
  if (user.path.empty()) return best;
  const auto level = [&](Vec3 v) { return user.kind == AgentKind::Flyer ? v : v - up * Dot(v, up); };
  const Axis axis = AxisOf(self, p, user, up);
  double before = 0;
  Vec3 a = PointAt(user.path, user.place);
  for (size_t i = user.place.segment; i + 1 < user.path.size() && before <= within_m; ++i) {
    const Vec3 b = user.path[i + 1], d = level(b - a), to = level(p - a);
    const double squared = LengthSquared(d), length = std::sqrt(squared);
    double share = squared > 0 ? std::clamp(Dot(to, d) / squared, 0.0, 1.0) : 0, distance = 0;
    if (user.kind == self.kind) {
      distance = Length(to - d * share);
    } else {
      const NearestOfLines nearest = NearestBetween(a, b, axis.from, axis.to);
      share = nearest.share_ab;
      distance = nearest.distance_m;
    }
    if (distance < best.distance_m) best = {distance, before + share * length, UnitOf(d)};
    before += length;
    a = b;
  }
  return best;
}

}  // namespace

// An agent whose claimed corridor this agent obstructs. Sorted by priority.
struct RightOfWay::Push {
  bool is_ahead;  // This agent is not in the corridor yet, but would be if it moved on.
  uint64_t rank;
  uint64_t age_steps;
  uint32_t number;
  friend auto operator<=>(const Push&, const Push&) = default;
};

RightOfWay::Claim RightOfWay::ClaimOf(const WayUser& user) const {
  const Claim& claim = claims_[user.id.slot];
  return claim.agent == user.id ? claim : Claim{.agent = user.id, .rank = user.rank};
}

const WayUser* RightOfWay::UserOf(std::span<const WayUser> users, AgentId id) const {
  if (id.slot >= numbers_.size() || numbers_[id.slot] == kNobody) return nullptr;
  const WayUser& user = users[numbers_[id.slot]];
  return user.id == id ? &user : nullptr;
}

Vec3 RightOfWay::Toward(const WayUser& from, const WayUser& to) const {
  if (from.kind == to.kind) return Level(to.position - from.position, from.kind);
  const Axis axis = AxisOf(to, to.position, from, up_);
  const double share = NearestBetween(from.position, from.position, axis.from, axis.to).share_cd;
  return axis.from + (axis.to - axis.from) * share - from.position;
}

bool RightOfWay::IsInSight(const Navigator& navigator, const WayUser& a, const WayUser& b) const {
  const double radius = std::min(a.radius_m, b.radius_m);
  if (a.kind != b.kind) {
    const bool walks = a.kind == AgentKind::Walker;
    const WayUser &walker = walks ? a : b, &flyer = walks ? b : a;
    return SeeEachOther(navigator, {flyer.position, flyer.radius_m},
                        {walker.position, walker.radius_m, walker.height_m}, radius);
  }
  if (a.kind == AgentKind::Flyer) return FlightSight(navigator, a.position, radius).Sees(b.position);
  const WalkSight sight(*navigator.walker(), a.position, radius);
  return sight.Sees(sight.Flat(b.position));
}

// The claimed corridor is straight ahead of an agent and along its path; for an agent that makes way, straight ahead
// only.
bool RightOfWay::IsInWayOf(const WayUser& user, const Claim& claim, const WayUser& self, Vec3 p) const {
  const Vec3 ahead = UnitOf(Level(claim.move, user.kind));
  const double both = self.radius_m + user.radius_m;
  Vec3 apart = Level(p - user.position, user.kind);
  if (user.kind != self.kind) {
    const Axis axis = AxisOf(self, p, user, up_);
    const auto nearest = NearestBetween(user.position, user.position + ahead * (2 * both), axis.from, axis.to);
    apart = axis.from + (axis.to - axis.from) * nearest.share_cd - user.position;
  }
  const double along = Dot(apart, ahead);
  if (along > 0 && along < 2 * both && Length(apart - ahead * along) < both) return true;
  if (claim.makes_way) return false;
  const BesidePath beside = Beside(user, self, p, kReach * both, up_);
  return beside.distance_m < both && Dot(beside.along, apart) > 0;
}

void RightOfWay::FindPushes(std::span<const WayUser> users, uint32_t number, std::vector<Push>& pushes) const {
  const WayUser& self = users[number];
  const Claim before = ClaimOf(self);
  const Vec3 ahead = UnitOf(Level(self.wish, self.kind));
  const double reach = kReach * (self.radius_m + most_radius_m_) + most_height_m_;
  pushes.clear();
  tree_.EachNear(self.position, reach, [&](uint32_t other, Vec3) {
    const WayUser& user = users[other];
    if (other == number) return;
    const Claim& claim = claims_[user.id.slot];
    if (claim.agent != user.id || claim.by == AgentId{} || claim.rank >= self.rank || claim.by == self.id) return;
    if (step_ - claim.issued > kOldest_steps) return;
    // A claim that was obeyed already is an echo. Between agents that obey the same claim and follow their own wishes,
    // ranks decide.
    const bool is_echo = claim.by == before.heard && claim.issued <= before.heard_issued;
    if (is_echo && (claim.makes_way || user.rank >= self.rank)) return;
    const double both = self.radius_m + user.radius_m;
    const bool is_in = IsInWayOf(user, claim, self, self.position);
    if (is_in || IsInWayOf(user, claim, self, self.position + ahead * both)) {
      pushes.push_back({!is_in, claim.rank, step_ - claim.issued, other});
    }
  });
  std::sort(pushes.begin(), pushes.end());
}

RightOfWay::Claim RightOfWay::Decide(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                                     double step_s) const {
  const WayUser& self = users[number];
  const Claim before = ClaimOf(self);
  Claim own{.agent = self.id,
            .by = self.is_held ? self.id : AgentId{},
            .rank = self.rank,
            .issued = step_,
            .move = self.wish,
            .wait_s = std::max(0.0, before.wait_s - step_s),
            .heard = before.heard,
            .heard_issued = before.heard_issued};
  if (self.kind == AgentKind::Walker && !navigator.walker()) return own;
  thread_local std::vector<Push> pushes;
  FindPushes(users, number, pushes);
  for (const Push& push : pushes) {
    const WayUser& pusher = users[push.number];
    const WayUser* by = UserOf(users, claims_[pusher.id.slot].by);
    if (!by || !by->is_held) continue;
    const double both = self.radius_m + pusher.radius_m;
    const bool touches = Length(Toward(self, pusher)) < kTouching * both;
    if (touches || IsInSight(navigator, self, pusher)) return Obey(navigator, users, number, push, own);
  }
  if (self.is_held || before.by != AgentId{}) own.shut_in = LookAround(navigator, users, number, nullptr);
  if (before.commit_s > step_s && before.rank < self.rank) {
    Claim kept = before;
    kept.shut_in = own.shut_in;
    kept.commit_s -= step_s;
    kept.wait_s = own.wait_s;
    if (!kept.makes_way) kept.move = self.wish;
    return kept;
  }
  if (own.wait_s > 0) {
    own.move = {};
    own.makes_way = true;
  }
  return own;
}

RightOfWay::Claim RightOfWay::Obey(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                                   const Push& push, Claim own) const {
  const WayUser& self = users[number];
  const WayUser& pusher = users[push.number];
  const Claim& claim = claims_[pusher.id.slot];
  const WayUser& by = *UserOf(users, claim.by);
  const auto level = [&](Vec3 v) { return Level(v, self.kind); };
  const double both = self.radius_m + std::max(pusher.radius_m, by.radius_m);
  const Vec3 pushed =
      claim.makes_way ? UnitOf(level(claim.move)) : Beside(pusher, self, self.position, kReach * both, up_).along;
  const Vec3 wish = UnitOf(level(self.wish));
  const bool goes_the_same_way = Dot(wish, pushed) > kSameWay;

  thread_local std::vector<Option> options;
  const bool needs_options = !push.is_ahead && !goes_the_same_way;
  own.shut_in = LookAround(navigator, users, number, needs_options ? &options : nullptr);
  if (push.is_ahead) {
    if (!goes_the_same_way) own.wait_s = kWait * Moment(self);
    if (own.wait_s > 0) {
      own.move = {};
      own.makes_way = true;
    }
    return own;
  }
  own.by = own.heard = claim.by;
  own.rank = claim.rank;
  own.issued = own.heard_issued = claim.issued;
  own.commit_s = kCommit * Moment(self);
  own.wait_s = 0;
  if (goes_the_same_way) return own;

  own.wait_s = kWait * Moment(self);
  own.makes_way = true;
  own.move = {};
  const Vec3 last = UnitOf(level(ClaimOf(self).move));
  const BesidePath now = Beside(by, self, self.position, kPathAhead_m, up_);
  double least = std::numeric_limits<double>::infinity();
  for (const Option& option : options) {
    if (option.first_rank <= claim.rank) continue;
    const BesidePath then = Beside(by, self, option.end, kPathAhead_m, up_);
    const bool is_in_way = then.distance_m < both || IsInWayOf(pusher, claim, self, option.end);
    if (is_in_way && then.ahead_m <= now.ahead_m && then.distance_m <= now.distance_m) continue;
    const double cost = option.shut_in + (is_in_way ? kStillInWay : 0) - kOwnWish * Dot(option.direction, wish) -
                        kAsBefore * Dot(option.direction, last);
    if (cost < least) {
      least = cost;
      own.move = option.direction * self.speed_m_s;
    }
  }
  return own;
}

void RightOfWay::Grant(const Navigator& navigator, std::span<const WayUser> users, double step_s, int threads,
                       std::span<Vec3> preferred) {
  ++step_;
  up_ = navigator.info().up == UpAxis::Z ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
  size_t slots = claims_.size();
  for (const WayUser& user : users) slots = std::max<size_t>(slots, user.id.slot + 1);
  claims_.resize(slots);
  next_.assign(slots, {});
  numbers_.assign(slots, kNobody);
  items_.clear();
  most_radius_m_ = most_height_m_ = 0;
  bool has_flyers = false;
  for (uint32_t i = 0; i < users.size(); ++i) {
    numbers_[users[i].id.slot] = i;
    items_.push_back({users[i].position, i});
    most_radius_m_ = std::max(most_radius_m_, users[i].radius_m);
    has_flyers = has_flyers || users[i].kind == AgentKind::Flyer;
    if (users[i].kind == AgentKind::Walker) most_height_m_ = std::max(most_height_m_, users[i].height_m);
  }
  if (!has_flyers) most_height_m_ = 0;
  tree_.Build(items_);
  ParallelFor(users.size(), threads, [&](size_t i) {
    const Claim claim = Decide(navigator, users, uint32_t(i), step_s);
    next_[users[i].id.slot] = claim;
    preferred[i] = claim.move;
  });
  std::swap(claims_, next_);
}

}  // namespace navnet
