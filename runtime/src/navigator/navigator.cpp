#include <navnet/runtime/navigator.h>

#include <navnet/core/parallel.h>
#include <navnet/core/random.h>

#include "level/free_air.h"
#include "navigator/flight_solver.h"

#include <algorithm>
#include <limits>

namespace navnet {

FlightContext::FlightContext() : scratch_(std::make_unique<Scratch>()) {}
FlightContext::~FlightContext() = default;
FlightContext::FlightContext(FlightContext&&) noexcept = default;
FlightContext& FlightContext::operator=(FlightContext&&) noexcept = default;

Navigator::Navigator(Net net) : net_(std::move(net)) {
  auto tables = std::make_shared<Tables>();
  tables->info = net_.info();
  tables->levels.reserve(net_.levels().size());
  for (const NetLevel& level : net_.levels()) tables->levels.emplace_back(level, net_.info().bounds);
  tables->ground = net_.ground();
  tables->ground_owner = std::make_shared<const Net>(net_);
  if (!net_.ground().IsEmpty()) tables->walker = std::make_shared<const Walker>(net_.ground(), net_.info().up);
  tables_ = std::move(tables);
}

Navigator::Navigator(std::shared_ptr<const Tables> tables)
    : net_(Net::WithoutLevels(tables->info)), tables_(std::move(tables)) {}

const NetInfo& Navigator::info() const { return tables_->info; }
const GroundView& Navigator::ground() const { return tables_->ground; }
const Walker* Navigator::walker() const { return tables_->walker.get(); }

const LevelIndex* Navigator::Tables::For(double radius_m) const {
  for (const LevelIndex& index : levels) {
    if (radius_m >= 0 && index.radius_m() >= radius_m) return &index;
  }
  return nullptr;
}

namespace {

// The calling thread's context, for calls without one.
FlightContext& OwnContext() {
  thread_local FlightContext context;
  return context;
}

}  // namespace

void Navigator::Find(const FlightQuery& query, FlightContext& context, FlightPath& path) const {
  FlightSolver flight(*this, query, context);
  flight.Begin();
  flight.Step(std::numeric_limits<int64_t>::max());
  flight.Take(path);
}

FlightPath Navigator::Find(const FlightQuery& query) const {
  FlightPath path;
  Find(query, OwnContext(), path);
  return path;
}

std::vector<FlightPath> Navigator::FindAll(std::span<const FlightQuery> queries, int threads) const {
  std::vector<FlightPath> paths(queries.size());
  ParallelFor(queries.size(), threads, [&](size_t i) { Find(queries[i], OwnContext(), paths[i]); });
  return paths;
}

FlightRun::FlightRun(const Navigator& navigator, const FlightQuery& query, FlightContext& context)
    : navigator_(navigator), query_(query), context_(context) {
  FlightSolver(navigator_, query_, context_).Begin();
}

bool FlightRun::Step(int64_t expansions) { return FlightSolver(navigator_, query_, context_).Step(expansions); }

void FlightRun::Take(FlightPath& path) { FlightSolver(navigator_, query_, context_).Take(path); }

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
