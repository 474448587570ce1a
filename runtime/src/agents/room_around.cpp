// SPDX-License-Identifier: Apache-2.0
// Finds the directions in which an agent in a dense crowd can make way.

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "agents/directions.h"
#include "agents/free_steps.h"
#include "agents/right_of_way.h"
#include "agents/sight.h"

#include <algorithm>
#include <optional>

namespace navnet {
namespace {

// Upper limit of shut_in: the value of an agent without any direction to move in.
constexpr uint32_t kMostShutIn = 1000;
constexpr double kShortest = 0.2;  // Minimum length of a yielding move, relative to the agent's diameter.

double DistanceToSegment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 d = b - a;
  const double squared = LengthSquared(d);
  const double share = squared > 0 ? std::clamp(Dot(p - a, d) / squared, 0.0, 1.0) : 0;
  return Length(a + d * share - p);
}

}  // namespace

uint32_t RightOfWay::LookAround(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                                std::vector<Option>* options) const {
  const WayUser& self = users[number];
  const double step = 2 * self.radius_m;
  if (options) options->clear();
  struct Near {
    Vec3 position;
    std::optional<Axis> axis;  // Of an agent of the other kind.
    double radius_m;
    uint32_t shut_in;
    uint64_t rank;
  };
  thread_local std::vector<Near> near;
  near.clear();
  const double reach = step + self.radius_m + most_radius_m_ + most_height_m_;
  tree_.EachNear(self.position, reach, [&](uint32_t other, Vec3 there) {
    const WayUser& user = users[other];
    if (other == number) return;
    const Claim claim = ClaimOf(user);
    near.push_back({self.position + Toward(self, user),
                    user.kind != self.kind ? std::optional(AxisOf(user, there, self, up_)) : std::nullopt,
                    user.radius_m, claim.shut_in, claim.makes_way ? user.rank : claim.rank});
  });
  uint32_t least = near.empty() ? 0 : kMostShutIn;
  const auto offer = [&](Vec3 direction, const auto& sees) {
    if (!options && least == 0) return;
    const auto to = [&](double length_m) {
      Option option{.direction = direction, .end = self.position + direction * length_m};
      for (const Near& n : near) {
        const double distance = n.axis ? NearestBetween(self.position, option.end, n.axis->from, n.axis->to).distance_m
                                       : DistanceToSegment(self.position, option.end, n.position);
        const double gap = distance - self.radius_m - n.radius_m;
        if (gap >= -0.05 * self.radius_m || Dot(n.position - self.position, direction) <= 0) continue;
        option.shut_in = std::min(kMostShutIn, std::max(option.shut_in, 1 + n.shut_in));
        option.first_rank = std::min(option.first_rank, n.rank);
      }
      return option;
    };
    for (double length = step; length > kShortest * step; length *= 0.5) {
      const Option option = to(length);
      if (!options && option.shut_in >= least) continue;
      if (!sees(option.end)) continue;
      least = std::min(least, option.shut_in);
      if (options) options->push_back(option);
      return;
    }
  };
  if (self.kind == AgentKind::Flyer) {
    const GridFrame& frame = navigator.info().frame;
    const FlightSight sight(navigator, self.position, self.radius_m);
    const LevelIndex* index = RuntimeAccess::TablesOf(navigator).For(self.radius_m);
    const auto box = index ? FreeBoxFor(*index, frame, self.position, {}, 1) : std::nullopt;
    const auto sees = [&](Vec3 p) { return (box && box->Holds(frame, p)) || sight.Sees(p); };
    for (const Vec3 d : DirectionsInSpace()) offer(frame.turn.ToWorld(d), sees);
  } else {
    const WalkSight sight(*navigator.walker(), self.position, self.radius_m);
    const auto sees = [&](Vec3 p) { return sight.Sees(sight.Flat(p)); };
    for (const Vec3 d : DirectionsOnPlan()) offer(sight.Upright(d), sees);
  }
  return least;
}

}  // namespace navnet
