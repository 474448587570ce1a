// SPDX-License-Identifier: Apache-2.0
#include "audit_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Attempts to find two connected ends. Ends in small components seldom find a partner; more attempts find more of them.
constexpr int kPairAttempts = 50;
constexpr int64_t kSmallBudget = 40;
// Default radius of walks in addition to 0 and the levels' radii: that of a person.
constexpr double kPersonRadius_m = 0.3;
// Passages that exceed the agent's width by less than this may be lost to rounding.
constexpr double kWidthMargin_m = 1e-6;
// A journey snaps a point in the air to the ground if its distance is at most a step plus this.
constexpr double kMeansGround_m = 0.1;

bool Contains(const Box3& box, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    if (p[k] < box.min[k] || p[k] > box.max[k]) return false;
  }
  return true;
}

}  // namespace

AuditQueries::AuditQueries(const Navigator& navigator, const NetAuditOptions& options)
    : navigator_(navigator), options_(options), radii_m_(options.radii_m) {
  const bool by_default = options.radii_m.empty() && !options.random_radii;
  if (by_default && options.mode == AuditMode::Walk) radii_m_ = {0, kPersonRadius_m};
  for (const NetLevel& level : navigator.net().levels()) {
    largest_radius_m_ = std::max(largest_radius_m_, level.radius_m);
    if (by_default && std::ranges::find(radii_m_, level.radius_m) == radii_m_.end()) radii_m_.push_back(level.radius_m);
  }
  if (options.mode != AuditMode::Walk) return;
  // One ground is used for all radii.
  largest_radius_m_ = std::max(largest_radius_m_, kPersonRadius_m);
  for (const double radius_m : radii_m_) largest_radius_m_ = std::max(largest_radius_m_, radius_m);
}

double AuditQueries::RadiusOf(uint64_t number, AuditRandom& random) const {
  const size_t turn = size_t(number % (radii_m_.size() + (options_.random_radii ? 1 : 0)));
  return turn < radii_m_.size() ? radii_m_[turn] : random.Uniform(0, largest_radius_m_);
}

bool AuditQueries::AreConnectedInAir(Vec3 a_world, Vec3 b_world, double radius_m) const {
  const NetLevel& level = *navigator_.net().LevelFor(radius_m);
  const GridFrame& frame = navigator_.info().frame;
  const VoxelCoord a = frame.VoxelAt(a_world), b = frame.VoxelAt(b_world);
  const uint32_t from = level.CellAt(a), to = level.CellAt(b);
  return a != b && from != kNoCell && to != kNoCell && level.components[from] == level.components[to];
}

bool AuditQueries::AreConnectedOnGround(Vec3 a, Vec3 b, double radius_m) const {
  return !(a == b) && navigator_.walker()->WidestRadius(a, b) >= radius_m + kWidthMargin_m;
}

// Nothing in a net without gates, whose queries stay the same.
void AuditQueries::AddClosedGates(AuditRandom& random, std::vector<uint32_t>& closed) const {
  closed.clear();
  if (navigator_.gates().empty()) return;
  for (uint64_t i = random.Below(3); i > 0; --i) closed.push_back(uint32_t(random.Below(navigator_.gates().size())));
}

bool AuditQueries::MakeFlight(uint64_t number, AuditFlight& flight) const {
  AuditRandom random(options_.seed, number);
  FlightQuery& query = flight.query;
  query = {};
  flight.regions.clear();
  query.radius_m = RadiusOf(number, random);
  const uint64_t effort = random.Below(8);
  query.effort = effort == 0 ? Effort::Fast : effort == 1 ? Effort::Best : Effort::Balanced;
  query.preferred_clearance_m = options_.preferred_clearance_m;
  const NetInfo& info = navigator_.info();
  if (navigator_.net().LevelFor(query.radius_m)->cells.empty()) return false;
  flight.has_path = options_.snap_m == 0;
  if (options_.snap_m > 0) {
    const Box3 bounds = info.frame.WorldBox(info.bounds);
    query.start = random.PointIn(bounds);
    query.goal = random.PointIn(bounds);
    query.snap_m = options_.snap_m;
    query.partial = true;
    if (random.Below(4) == 0) query.max_expansions = int64_t(1 + random.Below(kSmallBudget));
  } else {
    bool found = false;
    for (int attempt = 0; attempt < kPairAttempts && !found; ++attempt) {
      query.start = *navigator_.RandomFree(random.Next(), query.radius_m);
      query.goal = *navigator_.RandomFree(random.Next(), query.radius_m);
      if (random.Below(2) == 0) {
        query.start = info.frame.CentreWorld(info.frame.VoxelAt(query.start));
        query.goal = info.frame.CentreWorld(info.frame.VoxelAt(query.goal));
      }
      found = AreConnectedInAir(query.start, query.goal, query.radius_m);
    }
    if (!found) return false;
  }
  AddClosedGates(random, flight.closed_gates);
  query.closed_gates = flight.closed_gates;
  if (!navigator_.gates().empty() && random.Below(4) > 0) query.speed_m_s = random.Uniform(0.5, 20);
  if (!options_.costs) return true;
  AddRegions(random, query.start, query.goal, flight.regions);
  query.regions = flight.regions;
  AddClimbAndHeights(random, query);
  return true;
}

bool AuditQueries::MakeWalk(uint64_t number, AuditWalk& walk) const {
  AuditRandom random(options_.seed, number);
  const Walker& walker = *navigator_.walker();
  WalkQuery& query = walk.query;
  query = {};
  walk.regions.clear();
  query.radius_m = RadiusOf(number, random);
  if (random.Below(4) == 0) query.preferred_clearance_m = query.radius_m + random.Uniform(0, 1);
  if (options_.preferred_clearance_m > 0) query.preferred_clearance_m = options_.preferred_clearance_m;
  walk.has_path = options_.snap_m == 0;
  if (options_.snap_m > 0) {
    query.start = NearGround(random);
    query.goal = NearGround(random);
    query.snap_m = options_.snap_m;
    query.partial = true;
    if (random.Below(4) == 0) query.max_expansions = int64_t(1 + random.Below(kSmallBudget));
  } else {
    bool found = false;
    for (int attempt = 0; attempt < kPairAttempts && !found; ++attempt) {
      const auto start = walker.RandomWalkable(random.Next(), query.radius_m);
      const auto goal = walker.RandomWalkable(random.Next(), query.radius_m);
      if (!start || !goal) return false;
      query.start = *start;
      query.goal = *goal;
      found = AreConnectedOnGround(*start, *goal, query.radius_m);
    }
    if (!found) return false;
  }
  if (options_.costs) AddRegions(random, query.start, query.goal, walk.regions);
  query.regions = walk.regions;
  return true;
}

bool AuditQueries::MakeJourney(uint64_t number, AuditJourney& journey) const {
  AuditRandom random(options_.seed, number);
  const Walker& walker = *navigator_.walker();
  TravelQuery& query = journey.query;
  query = {};
  journey.regions.clear();
  journey.walk_regions.clear();
  journey.closed_links.clear();
  TravelAgent& agent = query.agent;
  agent.radius_m = RadiusOf(number, random);
  // Most agents both walk and fly. For some, walking is about as fast as flying, so that paths with many changes of
  // mode are optimal.
  const uint64_t kind = random.Below(8);
  if (kind != 0) agent.walk_m_s = random.Uniform(1, 2);
  if (kind != 1) agent.fly_m_s = random.Below(3) == 0 ? random.Uniform(0.7, 2) : random.Uniform(2, 10);
  agent.switch_s = random.Uniform(0, 3);
  query.partial = random.Below(2) == 0;
  if (random.Below(4) == 0) {
    // User-made links have the first indices, take-off spots the others.
    const uint64_t links = navigator_.ground().links.size();
    for (const uint64_t most : {links, std::min<uint64_t>(links, 4)}) {
      for (uint64_t i = random.Below(4); i > 0 && most > 0; --i) {
        journey.closed_links.push_back(uint32_t(random.Below(most)));
      }
    }
    query.closed_links = journey.closed_links;
  }
  AddClosedGates(random, journey.closed_gates);
  query.closed_gates = journey.closed_gates;
  bool on_ground = false;  // Whether both ends are.
  if (options_.snap_m > 0) {
    const NetInfo& info = navigator_.info();
    const auto end = [&] {
      return random.Below(2) == 0 ? NearGround(random) : random.PointIn(info.frame.WorldBox(info.bounds));
    };
    query.start = end();
    query.goal = end();
    query.snap_m = options_.snap_m;
    query.partial = true;
    if (random.Below(4) == 0) query.max_expansions = int64_t(1 + random.Below(kSmallBudget));
    journey.has_path = false;
  } else {
    int grounds = 0;
    const auto end = [&]() -> std::optional<Vec3> {
      const uint64_t seed = random.Next();
      if (agent.fly_m_s == 0 || random.Below(2) == 0) {
        ++grounds;
        return walker.RandomWalkable(seed, agent.radius_m);
      }
      return AirEnd(random, agent.radius_m);
    };
    const auto start = end(), goal = end();
    if (!start || !goal) return false;
    query.start = *start;
    query.goal = *goal;
    on_ground = grounds == 2;
    journey.has_path = (grounds == 0 && AreConnectedInAir(*start, *goal, agent.radius_m)) ||
                       (on_ground && agent.walk_m_s > 0 && AreConnectedOnGround(*start, *goal, agent.radius_m));
  }
  if (options_.preferred_clearance_m > 0) {
    query.walk_clearance_m = query.fly_clearance_m = options_.preferred_clearance_m;
  }
  if (random.Below(4) == 0) {
    query.weights = {random.Uniform(0.5, 2), random.Uniform(0.5, 5), random.Uniform(0, 3), random.Uniform(0, 3)};
  }
  if (random.Below(4) == 0) {
    query.max_fly_m = random.Uniform(0, 1.2) * Length(query.goal - query.start);
    journey.has_path = false;
  }
  if (!options_.costs) return true;
  AddRegions(random, query.start, query.goal, journey.regions);
  AddRegions(random, query.start, query.goal, journey.walk_regions);
  query.fly_regions = journey.regions;
  query.walk_regions = journey.walk_regions;
  AddClimbAndHeights(random, query);
  // Flights between two points on the ground may have a floor above both.
  if (on_ground && random.Below(2) == 0) {
    const UpAxis up = navigator_.info().up;
    query.floor_m = std::max(HeightOf(query.start, up), HeightOf(query.goal, up)) + random.Uniform(0, 3);
    query.ceiling_m = query.floor_m + random.Uniform(0.5, 10);
  }
  return true;
}

std::optional<Vec3> AuditQueries::AirEnd(AuditRandom& random, double radius_m) const {
  const UpAxis up = navigator_.info().up;
  const double near_m = navigator_.ground().step_m + kMeansGround_m + kWidthMargin_m;
  for (int attempt = 0; attempt < kPairAttempts; ++attempt) {
    const auto p = navigator_.RandomFree(random.Next(), radius_m);
    if (!p) return std::nullopt;
    const auto place = navigator_.walker()->Locate(*p);
    if (!place || std::abs(HeightOf(place->point - *p, up)) > near_m) return p;
  }
  return std::nullopt;
}

// A point beside, above or below the ground; in one of eight cases, anywhere in the bounds.
Vec3 AuditQueries::NearGround(AuditRandom& random) const {
  const NetInfo& info = navigator_.info();
  const uint64_t seed = random.Next();
  const auto place = navigator_.walker()->RandomWalkable(seed, 0);
  if (!place || random.Below(8) == 0) return random.PointIn(info.frame.WorldBox(info.bounds));
  const double aside_m = options_.snap_m, height_m = navigator_.ground().height_m;
  const Vec2 offset{random.Uniform(-aside_m, aside_m), random.Uniform(-aside_m, aside_m)};
  return *place + WorldOf(offset, random.Uniform(-height_m, height_m), info.up);
}

void AuditQueries::AddRegions(AuditRandom& random, Vec3 start, Vec3 goal, std::vector<CostRegion>& regions) {
  const double way_m = Length(goal - start);
  for (uint64_t boxes = 1 + random.Below(5); boxes > 0; --boxes) {
    // Near the straight line from start to goal, some wide and flat, some like pillars.
    const Vec3 middle = start + (goal - start) * random.Uniform(0, 1);
    Box3 box;
    for (int k = 0; k < 3; ++k) {
      const double at = middle[k] + random.Uniform(-0.1, 0.1) * way_m, half = random.Uniform(0.005, 0.25) * way_m;
      box.min[k] = at - half;
      box.max[k] = at + half;
    }
    if (Contains(box, start) || Contains(box, goal)) continue;
    const bool forbidden = random.Below(2) == 0;
    regions.push_back({box, forbidden ? std::numeric_limits<double>::infinity() : random.Uniform(1, 10)});
  }
}

template <class Query>
void AuditQueries::AddClimbAndHeights(AuditRandom& random, Query& query) const {
  const UpAxis up = navigator_.info().up;
  const double way_m = Length(query.goal - query.start);
  if (random.Below(2) == 0) {
    query.climb_cost = random.Uniform(0, 3);
    query.descend_cost = random.Uniform(0, 3);
  }
  const double a = HeightOf(query.start, up), b = HeightOf(query.goal, up);
  if (random.Below(3) == 0) query.floor_m = std::min(a, b) - random.Uniform(0, 0.1) * way_m;
  if (random.Below(3) == 0) query.ceiling_m = std::max(a, b) + random.Uniform(0.01, 0.2) * way_m;
}

}  // namespace navnet
