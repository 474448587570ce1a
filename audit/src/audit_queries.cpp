#include "audit_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Ends that lie in small pieces of free space seldom find a partner.
constexpr int kPairAttempts = 50;
constexpr int64_t kSmallBudget = 40;

bool Contains(const Box3& box, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    if (p[k] < box.min[k] || p[k] > box.max[k]) return false;
  }
  return true;
}

}  // namespace

AuditQueries::AuditQueries(const Navigator& navigator, const NetAuditOptions& options)
    : navigator_(navigator), options_(options), radii_m_(options.radii_m) {
  for (const NetLevel& level : navigator.net().levels()) {
    largest_radius_m_ = std::max(largest_radius_m_, level.radius_m);
    if (options.radii_m.empty() && !options.random_radii) radii_m_.push_back(level.radius_m);
  }
}

double AuditQueries::RadiusOf(uint64_t number, AuditRandom& random) const {
  const size_t turn = size_t(number % (radii_m_.size() + (options_.random_radii ? 1 : 0)));
  return turn < radii_m_.size() ? radii_m_[turn] : random.Uniform(0, largest_radius_m_);
}

bool AuditQueries::MakeFlight(uint64_t number, AuditFlight& flight) const {
  AuditRandom random(options_.seed, number);
  FlightQuery& query = flight.query;
  query = {};
  flight.regions.clear();
  query.radius_m = RadiusOf(number, random);
  const uint64_t effort = random.Below(8);
  query.effort = effort == 0 ? Effort::Fast : effort == 1 ? Effort::Best : Effort::Balanced;
  const NetLevel& level = *navigator_.net().LevelFor(query.radius_m);
  const NetInfo& info = navigator_.info();
  if (level.cells.empty()) return false;
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
      const VoxelCoord a = info.frame.VoxelAt(query.start), b = info.frame.VoxelAt(query.goal);
      if (random.Below(2) == 0) query.start = info.frame.CentreWorld(a), query.goal = info.frame.CentreWorld(b);
      const uint32_t from = level.CellAt(a), to = level.CellAt(b);
      found = a != b && from != kNoCell && to != kNoCell && level.components[from] == level.components[to];
    }
    if (!found) return false;
  }
  if (options_.costs) AddCosts(random, flight);
  return true;
}

void AuditQueries::AddCosts(AuditRandom& random, AuditFlight& flight) const {
  FlightQuery& query = flight.query;
  const UpAxis up = navigator_.info().up;
  const double way_m = Length(query.goal - query.start);
  for (uint64_t boxes = 1 + random.Below(5); boxes > 0; --boxes) {
    // Near the straight way, some wide and flat, some like pillars.
    const Vec3 middle = query.start + (query.goal - query.start) * random.Uniform(0, 1);
    Box3 box;
    for (int k = 0; k < 3; ++k) {
      const double at = middle[k] + random.Uniform(-0.1, 0.1) * way_m, half = random.Uniform(0.005, 0.25) * way_m;
      box.min[k] = at - half;
      box.max[k] = at + half;
    }
    if (Contains(box, query.start) || Contains(box, query.goal)) continue;
    const bool forbidden = random.Below(2) == 0;
    flight.regions.push_back({box, forbidden ? std::numeric_limits<double>::infinity() : random.Uniform(1, 10)});
  }
  query.regions = flight.regions;
  if (random.Below(2) == 0) {
    query.climb_cost = random.Uniform(0, 3);
    query.descend_cost = random.Uniform(0, 3);
  }
  const double a = HeightOf(query.start, up), b = HeightOf(query.goal, up);
  if (random.Below(3) == 0) query.floor_m = std::min(a, b) - random.Uniform(0, 0.1) * way_m;
  if (random.Below(3) == 0) query.ceiling_m = std::max(a, b) + random.Uniform(0.01, 0.2) * way_m;
}

}  // namespace navnet
