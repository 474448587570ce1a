// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/avoidance.h>

#include <navnet/core/parallel.h>
#include <navnet/core/random.h>
#include <navnet/core/range.h>
#include <navnet/internal/runtime/level/navigator_tables.h>

#include "agents/free_steps.h"
#include "agents/neighbours.h"
#include "agents/sight.h"
#include "agents/upright_body.h"
#include "agents/velocity_obstacle.h"
#include "level/free_air.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

constexpr double kOpenHeight_m = 2;   // Default height of walkers in the open.
constexpr double kForgiven_m = 1e-6;  // Tolerance for the distance to walls.
constexpr double kUnevenness = 0.02;  // Relative perturbation of preferred velocities that breaks symmetric deadlocks;
                                      // a larger one makes agents swerve more.
constexpr Vec3 kUp{0, 0, 1};          // In the coordinates of walkers: plan, then height.

struct Neighbour {
  double gap_m;  // Between surfaces.
  uint32_t number;
  friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
};

// Scratch memory of a thread.
struct Scratch {
  struct Neighbours {
    std::vector<Neighbour> meeting, nearest;
  };
  // The half-space that replaces a constraint for a flyer that cannot get round a walker.
  struct Over {
    size_t constraint;
    VelocityHalfSpace half_space;
  };
  Neighbours neighbours;
  std::vector<VelocityHalfSpace> constraints;
  std::vector<Over> over;
  ProgramScratch program;
};

// A pseudo-random vector in [-1, 1]³, determined by a number.
Vec3 DirectionOf(uint32_t number) {
  uint64_t bits = (number + 1) * SplitMix64::kStep;
  const auto next = [&bits] {
    bits = Scramble(bits);
    return double(bits >> 11) * 0x1p-52 - 1;
  };
  const double x = next(), y = next(), w = next();
  return {x, y, w};
}

// A mover blocked by others turns to the right, the more so the slower it is: a jam of movers that push towards each
// other starts to rotate and dissolves.
Vec3 TurnedRight(Vec3 preferred, Vec3 velocity, Vec3 up) {
  constexpr double kMost_rad = 1.2;
  const double squared = LengthSquared(preferred);
  if (!(squared > 0)) return preferred;
  const double angle = kMost_rad * (1 - std::clamp(Dot(velocity, preferred) / squared, 0.0, 1.0));
  const Vec3 upright = up * Dot(up, preferred), level = preferred - upright;
  return upright + level * std::cos(angle) + Cross(preferred, up) * std::sin(angle);
}

}  // namespace

struct Avoidance::Data {
  std::optional<Navigator> navigator;
  std::optional<WallIndex> walls;
  UpAxis up = UpAxis::Z;
  double height_m = kOpenHeight_m;
  double most_slope = 1;  // Rise over run: 1 for stairs, or that of the ground if steeper.

  // Rebuilt in every step.
  NeighbourTree flyers, walkers;
  std::vector<NeighbourTree::Item> items;
  double most_radius_m = 0, most_speed_m_s = 0;  // Of all movers.
  double most_height_m = 0, most_rise_m = 0;     // Of all walkers.
  std::vector<std::optional<FreeBox>> boxes;     // By mover: set for flyers in free space, if there is a navigator.

  // Position in the neighbour trees: a flyer's in the world, a walker's as plan and height.
  Vec3 PlaceOf(const Mover& m) const {
    if (m.kind == AgentKind::Flyer) return m.position;
    const Vec2 plan = PlanOf(m.position, up);
    return {plan.x, plan.y, HeightOf(m.position, up)};
  }
  Vec3 Flat(Vec3 v, AgentKind kind) const {
    if (kind == AgentKind::Flyer) return v;
    const Vec2 plan = PlanOf(v, up);
    return {plan.x, plan.y, 0};
  }
  // Coordinates for encounters of flyers with walkers: plan, then height.
  Vec3 Upright(Vec3 v) const {
    const Vec2 plan = PlanOf(v, up);
    return {plan.x, plan.y, HeightOf(v, up)};
  }
  VelocityHalfSpace InWorld(const VelocityHalfSpace& h) const {
    return {WorldOf({h.normal.x, h.normal.y}, h.normal.z, up), h.least};
  }
  UprightBody BodyOf(const Mover& walker) const {
    return {Upright(walker.position), walker.radius_m, walker.height_m > 0 ? walker.height_m : height_m};
  }
  Ball BallOf(const Mover& flyer) const { return {Upright(flyer.position), flyer.radius_m}; }
  Apart ApartOf(const Mover& a, const Mover& b) const {
    return a.kind == AgentKind::Walker ? Between(BodyOf(a), BallOf(b)) : Between(BodyOf(b), BallOf(a));
  }
  // Maximum height change of a walker in a step: two kerbs plus a slope or stairs. 0 in the open.
  double RiseOf(const Mover& m, double step_s) const {
    const Walker* walker = navigator ? navigator->walker() : nullptr;
    if (m.kind == AgentKind::Flyer || !walker) return 0;
    return 2 * walker->ground().step_m + most_slope * m.speed_m_s * step_s;
  }

  SafeStep Solve(std::span<const Mover> movers, uint32_t number, double step_s, const AvoidanceOptions& options,
                 double neighbour_m) const;
  bool IsInSight(std::span<const Mover> movers, uint32_t a, uint32_t b) const;
  void FindNeighbours(std::span<const Mover> movers, uint32_t number, double step_s, size_t nearest_count,
                      double neighbour_m, Scratch& scratch) const;
  size_t AddNeighbours(std::span<const Mover> movers, uint32_t number, double step_s, const AvoidanceOptions& options,
                       double neighbour_m, Scratch& scratch) const;
  bool AvoidOtherKind(const Mover& self, const Mover& other, double step_s, const AvoidanceOptions& options,
                      Scratch& scratch) const;
  bool HasRoomOver(const Mover& self, const UprightBody& walker) const;
  Vec3 OverHeads(const Mover& self, const SafestQuery& query, Vec3 velocity, Scratch& scratch) const;
  bool KeepsOffFlyers(std::span<const Mover> movers, uint32_t number, Vec3 to, double step_s,
                      const Scratch& scratch) const;
};

// Finds all movers that could collide with this one in this step, and the nearest ones within `neighbour_m`; both
// sorted by distance.
void Avoidance::Data::FindNeighbours(std::span<const Mover> movers, uint32_t number, double step_s,
                                     size_t nearest_count, double neighbour_m, Scratch& scratch) const {
  const Mover& self = movers[number];
  const bool walks = self.kind == AgentKind::Walker;
  const Vec3 place = PlaceOf(self);
  const double beyond = self.radius_m + most_radius_m;
  double meeting_reach = beyond + (self.speed_m_s + most_speed_m_s) * step_s;
  double reach = std::max(meeting_reach, nearest_count > 0 ? beyond + neighbour_m : 0);
  std::vector<Neighbour>& meeting = scratch.neighbours.meeting;
  std::vector<Neighbour>& nearest = scratch.neighbours.nearest;
  meeting.clear();
  nearest.clear();
  const auto offer = [&](uint32_t other, double gap_m, double rise_m) {
    const Mover& m = movers[other];
    const Neighbour found{gap_m, other};
    if (found.gap_m <= (self.speed_m_s + m.speed_m_s) * step_s + rise_m) meeting.push_back(found);
    if (found.gap_m > neighbour_m || nearest_count == 0) return;
    if (nearest.size() == nearest_count) {
      if (found > nearest.back()) return;
      nearest.pop_back();
    }
    nearest.insert(std::upper_bound(nearest.begin(), nearest.end(), found), found);
    if (nearest.size() == nearest_count) reach = std::max(meeting_reach, beyond + nearest.back().gap_m);
  };
  const auto visit = [&](uint32_t other, Vec3 there) {
    if (other == number) return;
    Vec3 apart = there - place;
    if (walks) {
      if (std::abs(apart.z) >= height_m) return;
      apart.z = 0;
    }
    offer(other, Length(apart) - self.radius_m - movers[other].radius_m, 0);
  };
  if (walks) {
    walkers.EachNearOnPlan(place, reach, height_m, visit);
  } else {
    flyers.EachNear(place, reach, visit);
  }
  // Movers of the other kind. A walker's height change adds to the speeds.
  meeting_reach += walks ? RiseOf(self, step_s) : most_rise_m;
  reach = std::max(reach, meeting_reach);
  if (walks) {
    const UprightBody body = BodyOf(self);
    const double half = 0.5 * body.height_m, rise = RiseOf(self, step_s);
    double reach_from_middle = reach + half;
    flyers.EachNear(self.position + WorldOf({}, half, up), reach_from_middle, [&](uint32_t other, Vec3) {
      offer(other, Between(body, BallOf(movers[other])).gap_m, rise);
      reach_from_middle = reach + half;
    });
  } else {
    const Ball ball = BallOf(self);
    const double half = 0.5 * most_height_m;
    walkers.EachNearOnPlan(ball.centre - Vec3{0, 0, half}, reach, half + reach, [&](uint32_t other, Vec3) {
      const Mover& m = movers[other];
      offer(other, Between(BodyOf(m), ball).gap_m, RiseOf(m, step_s));
    });
  }
  std::sort(meeting.begin(), meeting.end());
}

// Adds hard constraints for all movers that could collide in this step, then soft ones for the horizon, nearest first.
// Returns the number of constraints up to the last hard one.
size_t Avoidance::Data::AddNeighbours(std::span<const Mover> movers, uint32_t number, double step_s,
                                      const AvoidanceOptions& options, double neighbour_m, Scratch& scratch) const {
  const Mover& self = movers[number];
  const auto meet = [&](uint32_t other) {
    const Mover& m = movers[other];
    return Encounter{Flat(m.position - self.position, self.kind), Flat(self.velocity, self.kind),
                     Flat(m.velocity, m.kind), self.radius_m + m.radius_m};
  };
  const size_t wanted = size_t(options.max_neighbours);
  // Between walls some may be out of sight: consider twice as many.
  FindNeighbours(movers, number, step_s, navigator ? 2 * wanted : wanted, neighbour_m, scratch);
  const auto& [meeting, nearest] = scratch.neighbours;
  for (const Neighbour& n : meeting) {
    if (movers[n.number].kind == self.kind) {
      scratch.constraints.push_back(OwnSide(meet(n.number), step_s));
    } else if (self.kind == AgentKind::Flyer) {
      scratch.constraints.push_back(InWorld(OwnSideOfFlyer(ApartOf(self, movers[n.number]), step_s)));
    } else if (const auto side = OwnSideOfWalker(ApartOf(self, movers[n.number]), step_s)) {
      scratch.constraints.push_back(*side);
    }
  }
  const size_t hard_count = scratch.constraints.size();
  scratch.over.clear();
  size_t avoided = 0;
  for (const Neighbour& n : nearest) {
    if (avoided == wanted) break;
    if (!IsInSight(movers, number, n.number)) continue;
    if (movers[n.number].kind == self.kind) {
      scratch.constraints.push_back(ReciprocalHalfSpace(meet(n.number), options.horizon_s, step_s));
      ++avoided;
    } else {
      avoided += AvoidOtherKind(self, movers[n.number], step_s, options, scratch);
    }
  }
  return hard_count;
}

// Adds the soft constraint of a mover for one of the other kind; false if none is needed.
bool Avoidance::Data::AvoidOtherKind(const Mover& self, const Mover& other, double step_s,
                                     const AvoidanceOptions& options, Scratch& scratch) const {
  const bool walks = self.kind == AgentKind::Walker;
  const Mover &walker = walks ? self : other, &flyer = walks ? other : self;
  const MixedEncounter e{BodyOf(walker), BallOf(flyer), Flat(walker.velocity, AgentKind::Walker),
                         Upright(flyer.velocity)};
  if (walks) {
    const auto half_plane = ReciprocalOfWalker(e, options.horizon_s, step_s);
    if (half_plane) scratch.constraints.push_back(*half_plane);
    return half_plane.has_value();
  }
  const auto over = OverHead(e, Upright(self.preferred), self.speed_m_s, options.horizon_s, step_s);
  if (over && HasRoomOver(self, e.walker)) scratch.over.push_back({scratch.constraints.size(), InWorld(*over)});
  scratch.constraints.push_back(InWorld(ReciprocalOfFlyer(e, options.horizon_s, step_s)));
  return true;
}

// Whether a flyer can rise vertically to above a walker's head.
bool Avoidance::Data::HasRoomOver(const Mover& self, const UprightBody& walker) const {
  if (!navigator) return true;
  const LevelIndex* index = RuntimeAccess::TablesOf(*navigator).For(self.radius_m);
  const double rise = HeightOverHead(walker, self.radius_m) - HeightOf(self.position, up);
  const Vec3 top = self.position + WorldOf({}, rise, up);
  const GridFrame& frame = navigator->info().frame;
  return index && IsFreeLine(*index, frame.ToVoxelSpace(self.position), frame.ToVoxelSpace(top), Care::Quick);
}

// A flyer that walkers block or push flies over their heads instead.
Vec3 Avoidance::Data::OverHeads(const Mover& self, const SafestQuery& query, Vec3 velocity, Scratch& scratch) const {
  const double accepted = 0.5 * std::max(Length(query.preferred), 0.5 * self.speed_m_s);
  if (scratch.over.empty() || Length(velocity - query.preferred) <= accepted) return velocity;
  for (const Scratch::Over& over : scratch.over) scratch.constraints[over.constraint] = over.half_space;
  return SafestVector(query, scratch.program);
}

// Whether a walker's move, including its height change, stays on its side of all flyers. The half-planes ignore height
// changes.
bool Avoidance::Data::KeepsOffFlyers(std::span<const Mover> movers, uint32_t number, Vec3 to, double step_s,
                                     const Scratch& scratch) const {
  const Mover& self = movers[number];
  const Vec3 move = Upright(to - self.position);
  for (const Neighbour& n : scratch.neighbours.meeting) {
    const Mover& m = movers[n.number];
    if (m.kind == AgentKind::Flyer && !MayClimb(ApartOf(self, m), move)) return false;
  }
  if (std::abs(move.z) <= RiseOf(self, step_s)) return true;
  // Flyers nearby may not have expected such a height change, for example of a walker placed on the ground from above.
  const UprightBody body = BodyOf(self);
  const double far = std::abs(move.z) + (self.speed_m_s + most_speed_m_s) * step_s, half = 0.5 * body.height_m;
  bool is_alone = true;
  flyers.EachNear(
      self.position + WorldOf({}, half, up), far + half + self.radius_m + most_radius_m,
      [&](uint32_t other, Vec3) { is_alone = is_alone && Between(body, BallOf(movers[other])).gap_m > far; });
  return is_alone;
}

// Whether no wall is between two movers. Requires: both are in free space for the smaller radius.
bool Avoidance::Data::IsInSight(std::span<const Mover> movers, uint32_t a, uint32_t b) const {
  if (!navigator) return true;
  const double radius = std::min(movers[a].radius_m, movers[b].radius_m);
  if (movers[a].kind != movers[b].kind) {
    const auto& [flyer, walker] =
        movers[a].kind == AgentKind::Flyer ? std::tie(movers[a], movers[b]) : std::tie(movers[b], movers[a]);
    UprightBody body = BodyOf(walker);
    body.foot = walker.position;
    return SeeEachOther(*navigator, {flyer.position, flyer.radius_m}, body, radius);
  }
  if (movers[a].kind == AgentKind::Walker) {
    const WalkSight sight(*navigator->walker(), movers[a].position, radius);
    return sight.Sees(sight.Flat(movers[b].position));
  }
  // The volumes around the two usually suffice. Otherwise a quick line test: it may miss free lines through voxels
  // without cells, but costs much less than FlightSight.
  const GridFrame& frame = navigator->info().frame;
  const Vec3 from = frame.ToVoxelSpace(movers[a].position), to = frame.ToVoxelSpace(movers[b].position);
  if (boxes[a] && boxes[b] && boxes[a]->ShareOf(from, to) + boxes[b]->ShareOf(to, from) >= 1) return true;
  const LevelIndex* index = RuntimeAccess::TablesOf(*navigator).For(radius);
  return index && IsFreeLine(*index, from, to, Care::Quick);
}

SafeStep Avoidance::Data::Solve(std::span<const Mover> movers, uint32_t number, double step_s,
                                const AvoidanceOptions& options, double neighbour_m) const {
  thread_local Scratch scratch;
  scratch.constraints.clear();
  const Mover& self = movers[number];
  const bool walks = self.kind == AgentKind::Walker;
  const Walker* walker = navigator ? navigator->walker() : nullptr;
  SafeStep step{.position = self.position};

  const std::optional<FreeBox>& box = boxes[number];
  std::optional<GroundPlace> place;
  if (navigator && !walks) {
    if (!box) return step;
    box->AddTo(scratch.constraints, navigator->info().frame, self.position, step_s);
  } else if (navigator) {
    if (walker) place = walker->Locate(self.position);
    if (!place || place->clearance_m < self.radius_m - kForgiven_m) return step;
    walls->AddTo(scratch.constraints, *place, self.radius_m, self.speed_m_s, step_s);
  }
  step.is_free = true;

  const size_t wall_count = scratch.constraints.size();
  const size_t hard_count = AddNeighbours(movers, number, step_s, options, neighbour_m, scratch);
  Vec3 preferred = Flat(self.preferred, self.kind);
  const std::span in_the_way = std::span(scratch.constraints).subspan(wall_count, hard_count - wall_count);
  if (self.passes_right && std::any_of(in_the_way.begin(), in_the_way.end(), [&](const VelocityHalfSpace& h) {
        return Dot(h.normal, preferred) < h.least;
      })) {
    preferred = TurnedRight(preferred, Flat(self.velocity, self.kind), walks || up == UpAxis::Z ? kUp : Vec3{0, 1, 0});
  }
  if (scratch.constraints.size() > wall_count) {
    Vec3 uneven = DirectionOf(number) * (kUnevenness * Length(preferred));
    if (walks) uneven.z = 0;
    preferred = preferred + uneven;
  }
  const SafestQuery query{.constraints = scratch.constraints,
                          .hard_count = hard_count,
                          .most = self.speed_m_s,
                          .preferred = preferred,
                          .upright = walks ? std::optional(kUp) : std::nullopt};
  Vec3 velocity = SafestVector(query, scratch.program);
  if (!walks) {
    velocity = OverHeads(self, query, velocity, scratch);
    step.velocity = velocity;
    step.position = self.position + velocity * step_s;
    if (box) step.position = box->Clamped(navigator->info().frame, self.position, step.position);
    return step;
  }
  step.velocity = WorldOf({velocity.x, velocity.y}, 0, up);
  step.position = self.position + step.velocity * step_s;
  if (!place) return step;
  // Final check against the ground: if the half-planes did not keep the clearance, the walker stays.
  const auto after = walker->Locate(place->point + step.velocity * step_s);
  if (after && after->clearance_m >= self.radius_m - kForgiven_m) {
    step.position = after->point;
  } else {
    step.velocity = {};
    step.position = place->point;
  }
  if (!KeepsOffFlyers(movers, number, step.position, step_s, scratch)) {
    step.velocity = {};
    step.position = self.position;
  }
  return step;
}

Avoidance::Avoidance(UpAxis up) : data_(std::make_unique<Data>()) { data_->up = up; }

Avoidance::Avoidance(Navigator navigator) : data_(std::make_unique<Data>()) {
  data_->navigator = std::move(navigator);
  data_->up = data_->navigator->info().up;
  if (const Walker* walker = data_->navigator->walker()) {
    data_->walls.emplace(*walker);
    data_->height_m = walker->ground().height_m;
    data_->most_slope = std::clamp(std::tan(walker->ground().max_slope_deg * (std::numbers::pi / 180)), 1.0, 4.0);
  }
}

Avoidance::~Avoidance() = default;
Avoidance::Avoidance(Avoidance&&) noexcept = default;
Avoidance& Avoidance::operator=(Avoidance&&) noexcept = default;

Status Avoidance::Solve(std::span<const Mover> movers, double step_s, const AvoidanceOptions& options,
                        std::span<SafeStep> steps, int threads) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::InvalidArgument, std::move(message)}; };
  if (steps.size() != movers.size()) return refuse("There must be as many steps as movers.");
  if (Status s = CheckRange("step_s", step_s, ranges::kTimeStep_s); !s) return s;
  if (Status s = Validate(options); !s) return s;
  double radius = 0, speed = 0, height = 0, rise = 0;
  for (size_t i = 0; i < movers.size(); ++i) {
    if (Status s = Validate(movers[i]); !s) return refuse("movers[" + std::to_string(i) + "]: " + s.error().message);
    radius = std::max(radius, movers[i].radius_m);
    speed = std::max(speed, movers[i].speed_m_s);
    if (movers[i].kind == AgentKind::Flyer) continue;
    height = std::max(height, data_->BodyOf(movers[i]).height_m);
    rise = std::max(rise, data_->RiseOf(movers[i], step_s));
  }
  const double seen = options.neighbour_m > 0 ? options.neighbour_m : speed * options.horizon_s;
  data_->most_radius_m = radius;
  data_->most_speed_m_s = speed;
  data_->most_height_m = height;
  data_->most_rise_m = rise;
  for (const AgentKind kind : {AgentKind::Flyer, AgentKind::Walker}) {
    data_->items.clear();
    for (size_t i = 0; i < movers.size(); ++i) {
      if (movers[i].kind == kind) data_->items.push_back({data_->PlaceOf(movers[i]), uint32_t(i)});
    }
    (kind == AgentKind::Flyer ? data_->flyers : data_->walkers).Build(data_->items);
  }
  data_->boxes.assign(movers.size(), std::nullopt);
  if (data_->navigator) {
    const Navigator& navigator = *data_->navigator;
    ParallelFor(movers.size(), threads, [&](size_t i) {
      const Mover& m = movers[i];
      const LevelIndex* index =
          m.kind == AgentKind::Flyer ? RuntimeAccess::TablesOf(navigator).For(m.radius_m) : nullptr;
      if (index) data_->boxes[i] = FreeBoxFor(*index, navigator.info().frame, m.position, m.preferred, step_s);
    });
  }
  ParallelFor(movers.size(), threads,
              [&](size_t i) { steps[i] = data_->Solve(movers, uint32_t(i), step_s, options, seen); });
  return Ok();
}

}  // namespace navnet
