#include <navnet/core/parallel.h>
#include <navnet/core/stopwatch.h>
#include <navnet/runtime/navigator.h>

#include "corridor.h"
#include "level_index.h"
#include "search.h"
#include "tight_string.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int64_t kSlice = 256;           // Expansions between two looks at the clock and the flag.
constexpr double kWorthARound = 2e-4;     // Relative gain that makes another round worth its time.
constexpr double kNearlyStraight = 1.05;  // Length that is not worth a second search, by that of the straight line.
constexpr int kRoundsBalanced = 3, kRoundsBest = 16;

}  // namespace

const char* ToString(PathStatus status) {
  switch (status) {
    case PathStatus::Complete: return "complete";
    case PathStatus::Partial: return "partial";
    case PathStatus::Unreachable: return "unreachable";
    case PathStatus::OutOfBudget: return "out_of_budget";
    case PathStatus::Cancelled: return "cancelled";
    case PathStatus::StartBlocked: return "start_blocked";
    case PathStatus::GoalBlocked: return "goal_blocked";
    case PathStatus::OutsideWorld: return "outside_world";
  }
  return "unknown";
}

struct Navigator::Tables {
  std::vector<LevelIndex> levels;
};

struct FlightContext::Scratch {
  FlightSearch search;
  TightString string;
  std::vector<uint32_t> cells, next_cells, other_cells;
  std::vector<Portal> portals;
  std::vector<Vec3> points, cut_points, other_points;

  // The query at hand.
  const LevelIndex* index = nullptr;
  Vec3 start, goal;  ///< In voxels, after snapping.
  bool moved_start = false, moved_goal = false;
  PathStatus status = PathStatus::OutsideWorld;
  bool searching = false, searched = false;
  Stopwatch clock;
  double search_us = 0;
};

FlightContext::FlightContext() : scratch_(std::make_unique<Scratch>()) {}
FlightContext::~FlightContext() = default;
FlightContext::FlightContext(FlightContext&&) noexcept = default;
FlightContext& FlightContext::operator=(FlightContext&&) noexcept = default;

Navigator::Navigator(Net net) : net_(std::move(net)) {
  auto tables = std::make_shared<Tables>();
  for (const NetLevel& level : net_.levels()) tables->levels.emplace_back(level, net_.info().bounds);
  tables_ = std::move(tables);
}

namespace {

const LevelIndex* IndexFor(const Navigator::Tables& tables, double radius_m) {
  for (const LevelIndex& index : tables.levels) {
    if (index.level().radius_m >= radius_m) return &index;
  }
  return nullptr;
}

// One query on a context: locate, search, pull tight.
class Flight {
 public:
  Flight(const Net& net, const Navigator::Tables& tables, const FlightQuery& query, FlightContext::Scratch& scratch)
      : net_(net), tables_(tables), query_(query), s_(scratch) {}

  // Everything before the search. The answer is in `status` unless `searching` is set.
  void Begin() {
    s_.clock = {};
    s_.search_us = 0;
    s_.searching = s_.searched = s_.moved_start = s_.moved_goal = false;
    s_.cells.clear();
    s_.status = PathStatus::OutsideWorld;
    s_.index = query_.radius_m >= 0 ? IndexFor(tables_, query_.radius_m) : nullptr;
    if (!s_.index || !IsInside(query_.start) || !IsInside(query_.goal)) return;
    TouchingCells starts, goals;
    if (!Locate(query_.start, s_.start, starts)) {
      s_.status = PathStatus::StartBlocked;
      return;
    }
    if (!Locate(query_.goal, s_.goal, goals)) {
      s_.status = PathStatus::GoalBlocked;
      return;
    }
    const auto& components = s_.index->level().components;
    const auto connected = [&](uint32_t cell) {
      return std::any_of(goals.begin(), goals.end(), [&](uint32_t g) { return components[g] == components[cell]; });
    };
    s_.status = PathStatus::Complete;
    if (std::none_of(starts.begin(), starts.end(), connected)) {
      s_.status = PathStatus::Unreachable;
      if (!query_.partial) return;
      const auto near =
          s_.index->Nearest(s_.goal, std::numeric_limits<double>::infinity(), components[starts.cells[0]]);
      s_.goal = near->point;
      s_.status = PathStatus::Partial;
    }
    s_.search.Begin(*s_.index, s_.start, s_.goal, starts);
    s_.searching = s_.searched = true;
  }

  // Expands up to `expansions` cells; true when the search is over.
  bool Step(int64_t expansions) {
    while (s_.searching && expansions > 0) {
      if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) return Stop(PathStatus::Cancelled);
      if (query_.max_us > 0 && 1e6 * s_.clock.Elapsed() > query_.max_us) return Stop(PathStatus::OutOfBudget);
      int64_t slice = std::min(expansions, kSlice);
      if (query_.max_expansions > 0) {
        slice = std::min(slice, query_.max_expansions - s_.search.expanded());
        if (slice <= 0) return Stop(PathStatus::OutOfBudget);
      }
      expansions -= slice;
      if (s_.search.Run(slice) == SearchState::Running) continue;
      s_.searching = false;
      s_.search.CellPath(s_.cells);
    }
    if (!s_.searching) s_.search_us = 1e6 * s_.clock.Elapsed();
    return !s_.searching;
  }

  void Take(FlightPath& path) {
    path.status = s_.status;
    path.points.clear();
    path.volumes.clear();
    path.length_m = 0;
    path.statistics = {};
    path.radius_m = s_.index ? s_.index->level().radius_m : 0;
    path.start = query_.start;
    path.goal = query_.goal;
    if (s_.searched) {
      path.statistics.expanded = s_.search.expanded();
      path.statistics.pushed = s_.search.pushed();
    }
    path.statistics.search_us = s_.search_us;
    if (s_.cells.empty()) return;
    Refine(path.statistics);
    const GridFrame& frame = net_.info().frame;
    for (const Vec3& p : s_.points) path.points.push_back(frame.ToWorld(p));
    // The ends exactly as asked for, where they were not moved.
    if (!s_.moved_start) path.points.front() = query_.start;
    if (!s_.moved_goal && s_.status == PathStatus::Complete) path.points.back() = query_.goal;
    path.start = path.points.front();
    path.goal = path.points.back();
    for (size_t i = 1; i < path.points.size(); ++i) path.length_m += Length(path.points[i] - path.points[i - 1]);
    path.volumes.assign(s_.cells.begin(), s_.cells.end());
    path.statistics.refine_us = 1e6 * s_.clock.Elapsed() - s_.search_us;
  }

 private:
  bool IsInside(Vec3 p_world) const {
    if (!IsFinite(p_world)) return false;
    const Vec3 p = net_.info().frame.ToVoxelSpace(p_world);
    const VoxelBox& bounds = net_.info().bounds;
    for (int a = 0; a < 3; ++a) {
      if (!(p[a] >= bounds.lo[a] && p[a] <= bounds.hi[a])) return false;
    }
    return true;
  }

  bool Locate(Vec3 p_world, Vec3& p, TouchingCells& cells) {
    p = net_.info().frame.ToVoxelSpace(p_world);
    cells = s_.index->CellsAt(p);
    if (cells.count > 0 || !(query_.snap_m > 0)) return cells.count > 0;
    const auto near = s_.index->Nearest(p, query_.snap_m / net_.info().frame.voxel_m, std::nullopt);
    if (!near) return false;
    p = near->point;
    cells.Add(near->cell);
    (&p == &s_.start ? s_.moved_start : s_.moved_goal) = true;
    return true;
  }

  bool Stop(PathStatus status) {
    s_.status = status;
    s_.searching = false;
    s_.search_us = 1e6 * s_.clock.Elapsed();
    s_.search.CellPath(s_.cells);
    if (!query_.partial || status == PathStatus::Cancelled || s_.cells.empty()) {
      s_.cells.clear();
      return true;
    }
    // To the point of the nearest cell that is nearest to the goal.
    s_.status = PathStatus::Partial;
    const VoxelBox& last = s_.index->level().cells[s_.cells.back()];
    for (int a = 0; a < 3; ++a) s_.goal[a] = std::clamp(s_.goal[a], double(last.lo[a]), double(last.hi[a]));
    return true;
  }

  // Looks for a corridor from the other end as well: where several are about equally long, a search takes the one that
  // looks shorter from its own start. A path that is nearly straight has little to gain.
  void Refine(FlightStatistics& statistics) {
    const double length = PullTight(statistics);
    const double little = query_.effort == Effort::Best ? 1 : kNearlyStraight;
    if (query_.effort == Effort::Fast || length <= little * Length(s_.goal - s_.start)) return;
    s_.search.Begin(*s_.index, s_.goal, s_.start, s_.index->CellsAt(s_.goal));
    while (s_.search.Run(kSlice) == SearchState::Running) continue;
    statistics.expanded += s_.search.expanded();
    statistics.pushed += s_.search.pushed();
    s_.other_cells.assign(s_.cells.begin(), s_.cells.end());
    s_.other_points.assign(s_.points.begin(), s_.points.end());
    s_.search.CellPath(s_.cells);
    std::reverse(s_.cells.begin(), s_.cells.end());
    if (PullTight(statistics) < length) return;
    s_.cells.assign(s_.other_cells.begin(), s_.other_cells.end());
    s_.points.assign(s_.other_points.begin(), s_.other_points.end());
  }

  // Pulls the string tight in the search's volumes, then again in those it runs through, its corners cut where the
  // space behind them is free, while that helps. Returns its length in voxels.
  double PullTight(FlightStatistics& statistics) {
    const NetLevel& level = s_.index->level();
    PortalsBetween(level, s_.cells, s_.portals);
    s_.string.Pull(s_.start, s_.goal, s_.portals, false);
    s_.points.assign(s_.string.points().begin(), s_.string.points().end());
    double length = s_.string.length(), gap = s_.string.gap();
    ++statistics.rounds;
    const int rounds = query_.effort == Effort::Fast   ? 0
                       : query_.effort == Effort::Best ? kRoundsBest
                                                       : kRoundsBalanced;
    for (int round = 0; round < rounds && s_.points.size() > 2; ++round) {
      CutCorners();
      s_.next_cells.clear();
      bool covered = true;
      for (size_t i = 1; i < s_.cut_points.size() && covered; ++i) {
        covered = CoverLine(*s_.index, s_.cut_points[i - 1], s_.cut_points[i], s_.cells, s_.next_cells);
      }
      if (!covered || !PortalsBetween(level, s_.next_cells, s_.portals)) break;
      s_.string.Pull(s_.start, s_.goal, s_.portals, false);
      ++statistics.rounds;
      const double gain = length - s_.string.length();
      if (gain < 0) break;
      length = s_.string.length();
      gap = s_.string.gap();
      s_.points.assign(s_.string.points().begin(), s_.string.points().end());
      s_.cells.swap(s_.next_cells);
      if (gain < kWorthARound * length) break;
    }
    if (gap > TightString::kWantedGap) {
      PortalsBetween(level, s_.cells, s_.portals);
      s_.string.Pull(s_.start, s_.goal, s_.portals);
      length = s_.string.length();
      s_.points.assign(s_.string.points().begin(), s_.string.points().end());
    }
    // The two have changed places a number of times; alike, they need no memory next time.
    s_.cells.reserve(s_.next_cells.capacity());
    s_.next_cells.reserve(s_.cells.capacity());
    return length;
  }

  // Replaces each bend by a straight piece beside it where the net says that it is free.
  void CutCorners() {
    s_.cut_points.assign(1, s_.points.front());
    for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
      const Vec3 a = s_.cut_points.back(), b = s_.points[i], c = s_.points[i + 1];
      bool cut = false;
      for (double share = 1; share > 0.1 && !cut; share /= 2) {
        const Vec3 from = b + (a - b) * share, to = b + (c - b) * (share == 1 ? 1 : share * 0.5);
        s_.next_cells.clear();
        if (!CoverLine(*s_.index, from, to, {}, s_.next_cells)) continue;
        cut = true;
        if (share < 1) {
          s_.cut_points.push_back(from);
          s_.cut_points.push_back(to);
        }
      }
      if (!cut) s_.cut_points.push_back(b);
    }
    s_.cut_points.push_back(s_.points.back());
  }

  const Net& net_;
  const Navigator::Tables& tables_;
  const FlightQuery& query_;
  FlightContext::Scratch& s_;
};

// A context that belongs to the thread, for calls that bring none.
FlightContext& OwnContext() {
  thread_local FlightContext context;
  return context;
}

}  // namespace

void Navigator::Find(const FlightQuery& query, FlightContext& context, FlightPath& path) const {
  Flight flight(net_, *tables_, query, context.scratch());
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
  Flight(navigator_.net(), navigator_.tables(), query_, context_.scratch()).Begin();
}

bool FlightRun::Step(int64_t expansions) {
  return Flight(navigator_.net(), navigator_.tables(), query_, context_.scratch()).Step(expansions);
}

void FlightRun::Take(FlightPath& path) {
  Flight(navigator_.net(), navigator_.tables(), query_, context_.scratch()).Take(path);
}

std::optional<Vec3> Navigator::NearestFree(Vec3 p, double radius_m, double within_m) const {
  const LevelIndex* index = radius_m >= 0 && IsFinite(p) ? IndexFor(*tables_, radius_m) : nullptr;
  if (!index || !(within_m >= 0)) return std::nullopt;
  const GridFrame& frame = net_.info().frame;
  const auto near = index->Nearest(frame.ToVoxelSpace(p), within_m / frame.voxel_m, std::nullopt);
  if (!near) return std::nullopt;
  return near->distance == 0 ? p : frame.ToWorld(near->point);
}

std::optional<Vec3> Navigator::RandomFree(uint64_t seed, double radius_m) const {
  const LevelIndex* index = radius_m >= 0 ? IndexFor(*tables_, radius_m) : nullptr;
  if (!index || index->level().cells.empty()) return std::nullopt;
  // SplitMix64: every seed is a good one, the next one too.
  const auto next = [&seed] {
    uint64_t z = seed += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return double((z ^ z >> 31) >> 11) * 0x1p-53;
  };
  const double share = next();
  const double x = next(), y = next(), z = next();
  return net_.info().frame.ToWorld(index->PointAt(share, {x, y, z}));
}

double Navigator::ClearanceAt(Vec3 p) const {
  if (!IsFinite(p)) return 0;
  const GridFrame& frame = net_.info().frame;
  const Vec3 v = frame.ToVoxelSpace(p);
  double best = 0;
  for (const LevelIndex& index : tables_->levels) {
    for (const uint32_t cell : index.CellsAt(v)) {
      const VoxelBox& volume = index.level().volumes[cell];
      double room = std::numeric_limits<double>::infinity();
      for (int a = 0; a < 3; ++a) room = std::min({room, v[a] - volume.lo[a], volume.hi[a] - v[a]});
      best = std::max(best, index.level().radius_m + room * frame.voxel_m);
    }
  }
  return best;
}

bool Navigator::IsVisible(Vec3 a, Vec3 b, double radius_m) const {
  const LevelIndex* index = radius_m >= 0 && IsFinite(a) && IsFinite(b) ? IndexFor(*tables_, radius_m) : nullptr;
  if (!index) return false;
  const GridFrame& frame = net_.info().frame;
  std::vector<uint32_t> cells;
  return CoverLine(*index, frame.ToVoxelSpace(a), frame.ToVoxelSpace(b), {}, cells);
}

}  // namespace navnet
