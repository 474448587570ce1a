// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/random.h>
#include <navnet/runtime/walk.h>

#include "walk/walk_solver.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <limits>

namespace navnet {

Walker::Walker(const GroundView& ground, UpAxis up) : tables_(std::make_shared<const WalkTables>(ground, up)) {}

const GroundView& Walker::ground() const { return tables_->ground(); }
UpAxis Walker::up() const { return tables_->up; }

WalkPath Walker::Find(const WalkQuery& query) const {
  WalkPath path;
  Find(query, ThreadContext(), path);
  return path;
}

void Walker::Find(const WalkQuery& query, QueryContext& context, WalkPath& path) const {
  FindOn(context, *this, query, path);
}

std::vector<WalkPath> Walker::FindAll(std::span<const WalkQuery> queries, int threads) const {
  return FindInParallel(*this, queries, threads);
}

template class QueryRun<Walker>;

std::optional<GroundPlace> Walker::Locate(Vec3 p) const {
  if (!IsFinite(p)) return std::nullopt;
  const auto place = tables_->index.Locate(PlanOf(p, up()), HeightOf(p, up()));
  if (!place) return std::nullopt;
  return GroundPlace{WorldOf(place->p, place->height, up()),
                     ground().patches[place->patch].layer,
                     tables_->index.EdgeOf(place->cell),
                     place->cell,
                     place->clearance_m,
                     WorldOf(place->obstacle, place->height, up())};
}

std::optional<double> Walker::HeightAt(Vec3 p) const {
  const auto place = Locate(p);
  return place ? std::optional(HeightOf(place->point, up())) : std::nullopt;
}

std::optional<Vec3> Walker::NearestObstacle(Vec3 p) const {
  const auto place = Locate(p);
  return place ? std::optional(place->obstacle) : std::nullopt;
}

double Walker::ClearanceAt(Vec3 p) const {
  const auto place = Locate(p);
  return place ? place->clearance_m : 0;
}

std::optional<Vec3> Walker::Retract(Vec3 p) const {
  if (!IsFinite(p)) return std::nullopt;
  const auto place = tables_->index.Locate(PlanOf(p, up()), HeightOf(p, up()));
  if (!place) return std::nullopt;
  const Vec2 axis = tables_->index.Retract(*place);
  const uint32_t patch = tables_->index.Follow(place->patch, place->p, axis, [](Vec2, uint32_t, uint32_t) {});
  return WorldOf(axis, ground().patches[patch].HeightAt(axis), up());
}

double Walker::WidestRadius(Vec3 a, Vec3 b) const {
  if (!IsFinite(a) || !IsFinite(b)) return 0;
  const GroundIndex& index = tables_->index;
  const auto from = index.Locate(PlanOf(a, up()), HeightOf(a, up())),
             to = index.Locate(PlanOf(b, up()), HeightOf(b, up()));
  if (!from || !to) return 0;
  // Candidates: the clearance at both ends, the narrowest edges between them in the tree, and the clearances along
  // their own two edges. The largest radius that connects is among them, so bisect over the sorted values.
  std::vector<double> radii{from->clearance_m, to->clearance_m};
  for (const CellPoint* place : {&*from, &*to}) {
    const uint32_t edge = index.EdgeOf(place->cell);
    for (uint32_t i = tables_->portals.first[edge]; i < tables_->portals.first[edge + 1]; ++i) {
      radii.push_back(tables_->portals.infos[i].clearance_before_m);
      radii.push_back(tables_->portals.infos[i].clearance_after_m);
    }
  }
  const GroundEdge &e = ground().edges[index.EdgeOf(from->cell)], &f = ground().edges[index.EdgeOf(to->cell)];
  for (const uint32_t v : {e.from, e.to}) {
    for (const uint32_t w : {f.from, f.to}) radii.push_back(tables_->widest.Widest(v, w));
  }
  const double most = std::min(from->clearance_m, to->clearance_m);
  std::erase_if(radii, [&](double r) { return !(r > 0 && r <= most); });
  std::sort(radii.begin(), radii.end());
  const auto connects = [&](double r) {
    const double radius = RadiusUsed(r) - kClearanceSlack_m;
    const WalkPolygon x = PolygonAt(index, tables_->portals, *from, radius),
                      y = PolygonAt(index, tables_->portals, *to, radius);
    return tables_->IsConnected(x, y, radius);
  };
  const auto end = std::partition_point(radii.begin(), radii.end(), connects);
  return end == radii.begin() ? 0 : *(end - 1);
}

std::optional<Vec3> Walker::NearestWalkable(Vec3 p, double radius_m, double within_m) const {
  if (!IsFinite(p) || !(radius_m >= 0) || !(within_m >= 0)) return std::nullopt;
  const auto place = tables_->PlaceFor(p, radius_m, within_m);
  return place ? std::optional(WorldOf(place->p, place->height, up())) : std::nullopt;
}

std::optional<Vec3> Walker::RandomWalkable(uint64_t seed, double radius_m) const {
  if (ground().patches.empty() || !(radius_m <= tables_->max_clearance_m)) return std::nullopt;
  SplitMix64 random(seed);
  // Rejection sampling. If nearly all points have too little clearance, take some point of the axis that has enough.
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    const double share = random.Unit(), u = random.Unit(), v = random.Unit();
    const auto place = tables_->index.PlaceAt(share, u, v);
    if (place && place->clearance_m >= radius_m) return WorldOf(place->p, place->height, up());
  }
  const auto bends = ground().bends;
  const size_t begin = size_t(random.Unit() * double(bends.size()));
  for (size_t i = 0; i < bends.size(); ++i) {
    const GroundBend& bend = bends[(begin + i) % bends.size()];
    const uint32_t patch = tables_->index.PatchIn(bend.layer, bend.p);
    if (bend.Clearance() < radius_m || patch == kNone) continue;
    return WorldOf(bend.p, ground().patches[patch].HeightAt(bend.p), up());
  }
  return std::nullopt;
}

}  // namespace navnet
