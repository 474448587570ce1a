#include <navnet/core/parallel.h>
#include <navnet/runtime/avoidance.h>

#include "../navigator_tables.h"
#include "free_steps.h"
#include "neighbours.h"
#include "sight.h"
#include "velocity_obstacle.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace navnet {
namespace {

constexpr double kOpenHeight_m = 2;   // Of walkers in the open, where no ground tells.
constexpr double kForgiven_m = 1e-6;  // By so much a walker may be too near to a wall.
constexpr double kUnevenness = 0.02;  // Of preferred velocities, so that crowds do not stay symmetric.
constexpr Vec3 kUp{0, 0, 1};          // In the flat coordinates of walkers.

struct Neighbour {
  double gap_m;  // Between surfaces.
  uint32_t number;
  friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
};

// What a thread reuses.
struct Scratch {
  std::vector<Neighbour> neighbours;
  std::vector<HalfSpace> constraints;
  ProgramScratch program;
};

// A direction that belongs to a number.
Vec3 DirectionOf(uint32_t number) {
  uint64_t z = (number + 1) * 0x9E3779B97F4A7C15ull;
  const auto next = [&z] {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return double(z >> 11) * 0x1p-52 - 1;
  };
  const double x = next(), y = next(), w = next();
  return {x, y, w};
}

// Who is held up by others tries to pass them on the right, the more so the slower it has become: a press in which all
// push towards each other begins to turn, and gets loose.
Vec3 TurnedRight(Vec3 preferred, Vec3 velocity, Vec3 up) {
  constexpr double kMost_rad = 1.2;
  const double squared = LengthSquared(preferred);
  if (!(squared > 0)) return preferred;
  const double angle = kMost_rad * (1 - std::clamp(Dot(velocity, preferred) / squared, 0.0, 1.0));
  const Vec3 upright = up * Dot(up, preferred), level = preferred - upright;
  return upright + level * std::cos(angle) + Cross(preferred, up) * std::sin(angle);
}

bool IsSense(const Mover& m) {
  return IsFinite(m.position) && IsFinite(m.velocity) && IsFinite(m.preferred) && m.radius_m >= 0 &&
         std::isfinite(m.radius_m) && m.speed_m_s >= 0 && std::isfinite(m.speed_m_s) &&
         (m.kind == AgentKind::Flyer || m.kind == AgentKind::Walker);
}

}  // namespace

struct Avoidance::Data {
  std::optional<Navigator> navigator;
  std::optional<WallIndex> walls;
  UpAxis up = UpAxis::Z;
  double height_m = kOpenHeight_m;

  NeighbourGrid grid;
  std::vector<Vec3> places;  // Of movers, as they count for distances: of walkers, the plan and the height.

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

  SafeStep Solve(std::span<const Mover> movers, uint32_t number, double step_s, const AvoidanceOptions& options,
                 double neighbour_m) const;
  bool IsInSight(const Mover& a, const Mover& b) const;
  void AddNeighbours(std::span<const Mover> movers, uint32_t number, double step_s, const AvoidanceOptions& options,
                     double neighbour_m, Scratch& scratch, size_t& hard_count) const;
};

// Hard constraints first, for all that could be met in this step; then those ahead of time, nearest first.
void Avoidance::Data::AddNeighbours(std::span<const Mover> movers, uint32_t number, double step_s,
                                    const AvoidanceOptions& options, double neighbour_m, Scratch& scratch,
                                    size_t& hard_count) const {
  const Mover& self = movers[number];
  const bool walks = self.kind == AgentKind::Walker;
  const auto apart = [&](uint32_t other) {
    Vec3 d = places[other] - places[number];
    if (walks) d.z = 0;
    return d;
  };
  scratch.neighbours.clear();
  grid.EachNear(places[number], [&](uint32_t other) {
    const Mover& m = movers[other];
    if (other == number || m.kind != self.kind) return;
    if (walks && std::abs(places[other].z - places[number].z) >= height_m) return;
    const double gap = Length(apart(other)) - self.radius_m - m.radius_m;
    const double meeting = (self.speed_m_s + m.speed_m_s) * step_s;
    if (gap <= std::max(meeting, neighbour_m)) scratch.neighbours.push_back({gap, other});
  });
  std::sort(scratch.neighbours.begin(), scratch.neighbours.end());
  const auto meet = [&](uint32_t other) {
    const Mover& m = movers[other];
    return Encounter{apart(other), Flat(self.velocity, self.kind), Flat(m.velocity, m.kind),
                     self.radius_m + m.radius_m};
  };
  for (const Neighbour& n : scratch.neighbours) {
    if (n.gap_m <= (self.speed_m_s + movers[n.number].speed_m_s) * step_s) {
      scratch.constraints.push_back(OwnSide(meet(n.number), step_s));
    }
  }
  hard_count = scratch.constraints.size();
  int avoided = 0;
  for (const Neighbour& n : scratch.neighbours) {
    if (avoided == options.max_neighbours) break;
    if (!IsInSight(self, movers[n.number])) continue;
    scratch.constraints.push_back(ReciprocalHalfSpace(meet(n.number), options.horizon_s, step_s));
    ++avoided;
  }
}

// Whether no wall is between two movers. Both are in free space for the smaller one of them.
bool Avoidance::Data::IsInSight(const Mover& a, const Mover& b) const {
  if (!navigator) return true;
  const double radius = std::min(a.radius_m, b.radius_m);
  if (a.kind == AgentKind::Flyer) return FlightSight(*navigator, a.position, radius).Sees(b.position);
  const WalkSight sight(*navigator->walker(), a.position, radius);
  return sight.Sees(sight.Flat(b.position));
}

SafeStep Avoidance::Data::Solve(std::span<const Mover> movers, uint32_t number, double step_s,
                                const AvoidanceOptions& options, double neighbour_m) const {
  thread_local Scratch scratch;
  scratch.constraints.clear();
  const Mover& self = movers[number];
  const bool walks = self.kind == AgentKind::Walker;
  const Walker* walker = navigator ? navigator->walker() : nullptr;
  SafeStep step{.position = self.position};

  std::optional<FreeBox> box;
  std::optional<GroundPlace> place;
  if (navigator && !walks) {
    const LevelIndex* index = navigator->tables().For(self.radius_m);
    if (index) box = FreeBoxFor(*index, navigator->info().frame, self.position, self.preferred, step_s);
    if (!box) return step;
    box->AddTo(scratch.constraints, navigator->info().frame, self.position, step_s);
  } else if (navigator) {
    if (walker) place = walker->Locate(self.position);
    if (!place || place->clearance_m < self.radius_m - kForgiven_m) return step;
    walls->AddTo(scratch.constraints, *place, self.radius_m, self.speed_m_s, step_s);
  }
  step.is_free = true;

  const size_t wall_count = scratch.constraints.size();
  size_t hard_count = 0;
  AddNeighbours(movers, number, step_s, options, neighbour_m, scratch, hard_count);
  Vec3 preferred = Flat(self.preferred, self.kind);
  const std::span in_the_way = std::span(scratch.constraints).subspan(wall_count, hard_count - wall_count);
  if (std::any_of(in_the_way.begin(), in_the_way.end(),
                  [&](const HalfSpace& h) { return Dot(h.normal, preferred) < h.least; })) {
    preferred = TurnedRight(preferred, Flat(self.velocity, self.kind), walks || up == UpAxis::Z ? kUp : Vec3{0, 1, 0});
  }
  if (!scratch.neighbours.empty()) {
    Vec3 uneven = DirectionOf(number) * (kUnevenness * Length(preferred));
    if (walks) uneven.z = 0;
    preferred = preferred + uneven;
  }
  const Vec3 velocity = SafestVector({.constraints = scratch.constraints,
                                      .hard_count = hard_count,
                                      .most = self.speed_m_s,
                                      .preferred = preferred,
                                      .upright = walks ? std::optional(kUp) : std::nullopt},
                                     scratch.program);
  if (!walks) {
    step.velocity = velocity;
    step.position = self.position + velocity * step_s;
    if (box) step.position = box->Clamped(navigator->info().frame, self.position, step.position);
    return step;
  }
  step.velocity = WorldOf({velocity.x, velocity.y}, 0, up);
  step.position = self.position + step.velocity * step_s;
  if (!place) return step;
  // The walls have the last word: where they are not what the half-planes say, the walker stays.
  const auto after = walker->Locate(place->point + step.velocity * step_s);
  if (after && after->clearance_m >= self.radius_m - kForgiven_m) {
    step.position = after->point;
  } else {
    step.velocity = {};
    step.position = place->point;
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
  }
}

Avoidance::~Avoidance() = default;
Avoidance::Avoidance(Avoidance&&) noexcept = default;
Avoidance& Avoidance::operator=(Avoidance&&) noexcept = default;

Status Avoidance::Solve(std::span<const Mover> movers, double step_s, const AvoidanceOptions& options,
                        std::span<SafeStep> steps, int threads) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::InvalidArgument, std::move(message)}; };
  if (steps.size() != movers.size()) return refuse("There must be as many steps as movers.");
  if (!(step_s > 0 && std::isfinite(step_s))) return refuse("The time step must be above 0 s and finite.");
  if (!(options.horizon_s > 0 && std::isfinite(options.horizon_s)) || options.max_neighbours < 0 ||
      !(options.neighbour_m >= 0 && std::isfinite(options.neighbour_m))) {
    return refuse("The horizon must be above 0 s, the neighbours and their distance 0 or more.");
  }
  double radius = 0, speed = 0;
  for (size_t i = 0; i < movers.size(); ++i) {
    if (!IsSense(movers[i])) {
      return refuse("Mover " + std::to_string(i) +
                    " makes no sense: its position and velocities must be finite, its radius and speed 0 or more.");
    }
    radius = std::max(radius, movers[i].radius_m);
    speed = std::max(speed, movers[i].speed_m_s);
  }
  const double seen = options.neighbour_m > 0 ? options.neighbour_m : speed * options.horizon_s;
  // Walkers that differ by their height alone must be found too.
  const double reach = std::max(2 * radius + std::max(seen, 2 * speed * step_s), data_->height_m);
  data_->places.resize(movers.size());
  for (size_t i = 0; i < movers.size(); ++i) data_->places[i] = data_->PlaceOf(movers[i]);
  data_->grid.Build(data_->places, reach);
  ParallelFor(movers.size(), threads,
              [&](size_t i) { steps[i] = data_->Solve(movers, uint32_t(i), step_s, options, seen); });
  return Ok();
}

}  // namespace navnet
