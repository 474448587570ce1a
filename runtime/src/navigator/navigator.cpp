// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/navigator.h>

#include <navnet/core/random.h>

#include "level/free_air.h"
#include "navigator/gate_solver.h"

#include <algorithm>
#include <limits>

namespace navnet {

const char* ToString(Effort effort) {
  switch (effort) {
    case Effort::Fast: return "fast";
    case Effort::Balanced: return "balanced";
    case Effort::Best: return "best";
  }
  return "unknown";
}

double FlightPath::Gap() const {
  if (!points.empty() && cost_m == 0) return 0;
  return lower_bound_m > 0 ? cost_m / lower_bound_m - 1 : std::numeric_limits<double>::infinity();
}

Navigator::Navigator(Net net) : net_(std::move(net)) {
  auto tables = std::make_shared<NavigatorTables>();
  tables->info = net_.info();
  tables->levels.reserve(net_.levels().size());
  for (const NetLevel& level : net_.levels()) tables->levels.emplace_back(level, net_.info().bounds);
  tables->ground = net_.ground();
  tables->ground_owner = std::make_shared<const Net>(net_);
  tables->SetGates(net_.gates());
  if (!net_.ground().IsEmpty()) tables->walker = std::make_shared<const Walker>(net_.ground(), net_.info().up);
  tables_ = std::move(tables);
}

Navigator::Navigator(std::shared_ptr<const NavigatorTables> tables)
    : net_(Net::WithoutLevels(tables->info)), tables_(std::move(tables)) {}

const NetInfo& Navigator::info() const { return tables_->info; }
const GroundView& Navigator::ground() const { return tables_->ground; }
std::span<const Gate> Navigator::gates() const { return tables_->gates; }
const Walker* Navigator::walker() const { return tables_->walker.get(); }

const LevelIndex* NavigatorTables::For(double radius_m) const {
  for (const LevelIndex& index : levels) {
    if (radius_m >= 0 && index.radius_m() >= radius_m) return &index;
  }
  return nullptr;
}

FlightPath Navigator::Find(const FlightQuery& query) const {
  FlightPath path;
  Find(query, ThreadContext(), path);
  return path;
}

void Navigator::Find(const FlightQuery& query, QueryContext& context, FlightPath& path) const {
  FindOn(context, *this, query, path);
}

std::vector<FlightPath> Navigator::FindAll(std::span<const FlightQuery> queries, int threads) const {
  return FindInParallel(*this, queries, threads);
}

template class QueryRun<Navigator>;

bool Navigator::ServesGate(size_t gate, double radius_m) const {
  const LevelIndex* index = tables_->For(radius_m);
  if (!index || gate >= tables_->gates.size()) return false;
  const double widest_m = tables_->gates[gate].radius_m;
  return tables_->PlacesIn(*index)[gate].Serves() && (widest_m == 0 || radius_m <= widest_m);
}

std::optional<Vec3> Navigator::NearestFree(Vec3 p, double radius_m, double within_m) const {
  const LevelIndex* index = IsFinite(p) ? tables_->For(radius_m) : nullptr;
  if (!index || !(within_m >= 0)) return std::nullopt;
  const GridFrame& frame = info().frame;
  const Vec3 v = frame.ToVoxelSpace(p);
  if (FreePlaceAt(*index, v).IsFree()) return p;
  const auto near = index->Nearest(v, within_m / frame.voxel_m, std::nullopt);
  return near ? std::optional(frame.ToWorld(near->point)) : std::nullopt;
}

std::optional<Vec3> Navigator::RandomFree(uint64_t seed, double radius_m) const {
  const LevelIndex* index = tables_->For(radius_m);
  if (!index || index->voxels_free() == 0) return std::nullopt;
  SplitMix64 random(seed);
  const double share = random.Unit();
  const double x = random.Unit(), y = random.Unit(), z = random.Unit();
  return info().frame.ToWorld(index->PointAt(share, {x, y, z}));
}

double Navigator::ClearanceAt(Vec3 p) const {
  if (!IsFinite(p)) return 0;
  const GridFrame& frame = info().frame;
  const Vec3 v = frame.ToVoxelSpace(p);
  double best = 0;
  for (const LevelIndex& index : tables_->levels) {
    const FreePlace place = FreePlaceAt(index, v);
    for (const uint32_t cell : place.cells) {
      const VoxelBox& volume = index[cell].volume;
      double room = std::numeric_limits<double>::infinity();
      for (int a = 0; a < 3; ++a) room = std::min({room, place.point[a] - volume.lo[a], volume.hi[a] - place.point[a]});
      best = std::max(best, index.radius_m() + room * frame.voxel_m);
    }
  }
  return best;
}

bool Navigator::IsVisible(Vec3 a, Vec3 b, double radius_m) const {
  const LevelIndex* index = IsFinite(a) && IsFinite(b) ? tables_->For(radius_m) : nullptr;
  if (!index) return false;
  const GridFrame& frame = info().frame;
  return IsFreeLine(*index, frame.ToVoxelSpace(a), frame.ToVoxelSpace(b), Care::Quick);
}

}  // namespace navnet
