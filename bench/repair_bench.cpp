// SPDX-License-Identifier: Apache-2.0
// What does a repair cost compared with a new search, and how long does it take to find which of many paths an edit
// broke? Reads a voxel world, places boxes on paths in it, and prints a table.
//
//   build/release/bin/repair_bench WORLD.3dmap [rounds]

#include <navnet/bake.h>
#include <navnet/core/block.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/repair.h>
#include <navnet/voxel/world.h>

#include "grid/occupancy_build.h"
#include "support/random_meshes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace navnet {
namespace {

// The blocked voxels of a grid as boxes, one for each run along z.
std::vector<VoxelBox> BlockedRuns(const OccupancyGrid& grid) {
  std::vector<VoxelBox> runs;
  BlockMask mask;
  for (const VoxelCoord block : grid.MixedBlocks()) {
    grid.ReadBlock(block, mask);
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        const uint64_t row = mask[size_t(BlockRow(x, y))];
        for (int z = 0; z < kBlockSize;) {
          z += std::countr_zero(row >> z);
          if (z >= kBlockSize || !(row >> z & 1)) break;
          const int length = std::countr_one(row >> z);
          const VoxelCoord lo = BlockOrigin(block) + VoxelCoord{x, y, z};
          runs.push_back({lo, lo + VoxelCoord{1, 1, length}});
          z += length;
        }
      }
    }
  }
  return runs;
}

Navigator BakeBoxes(const OccupancyGrid& like, const std::vector<VoxelBox>& blocked) {
  return Navigator(Bake(World{"bench", UpAxis::Y, BuildOccupancy(like.frame(), like.bounds(), 0, blocked)})->net);
}

struct Figures {
  std::vector<double> us;
  double expanded = 0;

  double Mean() const { return std::accumulate(us.begin(), us.end(), 0.0) / double(us.size()); }
  double At(double share) {
    std::sort(us.begin(), us.end());
    return us.empty() ? 0 : us[size_t(share * double(us.size() - 1))];
  }
};

// Median time of three runs, in microseconds.
template <class Work>
double Microseconds(const Work& work) {
  std::array<double, 3> us{};
  for (double& one : us) {
    Stopwatch clock;
    work();
    one = 1e6 * clock.Elapsed();
  }
  std::sort(us.begin(), us.end());
  return us[1];
}

// Measures how long it takes to find the paths affected by boxes of 4 voxels that become blocked and free.
void MeasureWatch(const Navigator& navigator) {
  std::vector<FlightQuery> queries;
  for (uint64_t i = 0; i < 10'000; ++i) {
    queries.push_back({.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0)});
  }
  PathWatch watch;
  size_t segments = 0;
  const std::vector<FlightPath> found = navigator.FindAll(queries);
  Stopwatch clock;
  for (const FlightPath& path : found) {
    if (path.status != PathStatus::Complete) continue;
    if (!watch.Add(path.points, 0)) return;
    segments += path.points.size() - 1;
  }
  std::printf("watch: %.1f us to add a path\n", 1e6 * clock.Elapsed() / double(watch.size()));
  const double voxel = navigator.net().info().frame.voxel_m;
  for (const uint64_t boxes : {1, 10, 100}) {
    Figures figures;
    double near = 0;
    for (uint64_t round = 0; round < 100; ++round) {
      WorldChange change;
      for (uint64_t i = 0; i < boxes; ++i) {
        const Vec3 p = *navigator.RandomFree(1'000'000 + round * boxes + i, 0), half = Vec3{2, 2, 2} * voxel;
        change.blocked.push_back({p - half, p + half});
        change.freed.push_back({p - half, p + half});
      }
      PathWatch::Concerns concerns;
      figures.us.push_back(Microseconds([&] { concerns = watch.Concerned(navigator, change); }));
      near += double(concerns.improvable.size());
    }
    std::printf("watch: %zu paths of %zu segments, %d boxes: mean %.1f p50 %.1f p99 %.1f us, %.1f paths may improve\n",
                watch.size(), segments, int(boxes), figures.Mean(), figures.At(0.5), figures.At(0.99), near / 100);
  }
}

int Run(const char* file, int rounds) {
  const Result<World> world = LoadWorld(file);
  if (!world || !world->voxels()) {
    std::fprintf(stderr, "repair_bench: %s: %s\n", file, world ? "no voxel world" : world.error().message.c_str());
    return 2;
  }
  const OccupancyGrid& grid = *world->voxels();
  const std::vector<VoxelBox> blocked = BlockedRuns(grid);
  const Navigator before = BakeBoxes(grid, blocked);
  MeasureWatch(before);
  QueryContext context;
  FlightPath fresh, repaired;
  // Breaks of at most a tenth of their path, those of them that are expensive to search again, and all breaks.
  struct Row {
    const char* name;
    Figures fresh = {}, repair = {}, check = {};
    double ratio = 0;
    int count = 0;
    std::array<int, 4> done{};
  };
  std::array<Row, 3> rows{Row{"local breaks, >= 50 expansions"}, Row{"local breaks"}, Row{"all breaks"}};
  TestRandom random(1);
  uint64_t seed = 0;
  for (int round = 0; round < rounds; ++round) {
    struct Flown {
      FlightQuery query;
      FlightPath path;
      VoxelBox obstacle;
    };
    std::vector<Flown> flown;
    std::vector<VoxelBox> edited = blocked;
    WorldChange change;
    while (flown.size() < 100) {
      const FlightQuery query{.start = *before.RandomFree(seed, 0), .goal = *before.RandomFree(seed + 1, 0)};
      seed += 2;
      before.Find(query, context, fresh);
      if (fresh.status != PathStatus::Complete || fresh.length_m < 60) continue;
      const size_t segment = size_t(random.Integer(0, int(fresh.points.size()) - 2));
      const Vec3 a = fresh.points[segment], b = fresh.points[segment + 1];
      const VoxelCoord at = grid.frame().VoxelAt(a + (b - a) * random.Uniform(0.1, 0.9));
      VoxelBox box;
      for (int k = 0; k < 3; ++k) {
        box.lo[k] = std::max(grid.bounds().lo[k], at[k] - random.Integer(1, 4));
        box.hi[k] = std::min(grid.bounds().hi[k], at[k] + random.Integer(2, 5));
      }
      flown.push_back({query, fresh, box});
      edited.push_back(box);
      change.blocked.push_back(grid.frame().WorldBox(box));
    }
    const Navigator now = BakeBoxes(grid, edited);
    for (const Flown& f : flown) {
      const PathCheck check = CheckPath(now, f.path.points, 0);
      if (check.state != PathValidity::Broken) continue;
      const double fresh_us = Microseconds([&] { now.Find(f.query, context, fresh); });
      if (fresh.status != PathStatus::Complete) continue;
      RepairResult result;
      const double repair_us = Microseconds([&] { result = RepairPath(now, f.query, f.path, {}, context, repaired); });
      const double check_us = Microseconds([&] { (void)CheckPath(now, f.path.points, 0); });
      double before_m = 0, behind_m = 0;
      for (size_t i = 0; i + 1 < f.path.points.size(); ++i) {
        const double length = Length(f.path.points[i + 1] - f.path.points[i]);
        const auto part = [&](PathPlace p) { return i < p.segment ? 1 : i == p.segment ? p.share : 0; };
        before_m += length * part(check.first_broken);
        behind_m += length * (1 - part(check.last_broken));
      }
      const bool is_local = f.path.length_m - before_m - behind_m <= 0.1 * f.path.length_m;
      for (Row& row : rows) {
        if (&row != &rows[2] && !is_local) continue;
        if (&row == &rows[0] && fresh.statistics.expanded < 50) continue;
        row.fresh.us.push_back(fresh_us);
        row.repair.us.push_back(repair_us);
        row.check.us.push_back(check_us);
        row.fresh.expanded += double(fresh.statistics.expanded);
        row.repair.expanded += double(repaired.statistics.expanded);
        row.ratio += repaired.length_m / fresh.length_m;
        ++row.count;
        ++row.done[size_t(result.done)];
      }
    }
  }
  for (Row& row : rows) {
    std::printf("%s: %d (%d repaired, %d replanned), length %.5f of fresh, expansions %.1f against %.1f (%.1f times)\n",
                row.name, row.count, row.done[1], row.done[3], row.ratio / row.count, row.repair.expanded / row.count,
                row.fresh.expanded / row.count, row.fresh.expanded / row.repair.expanded);
    std::printf("  microseconds, mean p50 p90 p99:");
    for (const auto& [name, figures] :
         {std::pair{"fresh", &row.fresh}, {"repair", &row.repair}, {"check", &row.check}}) {
      std::printf("  %s %.1f %.1f %.1f %.1f", name, figures->Mean(), figures->At(0.5), figures->At(0.9),
                  figures->At(0.99));
    }
    std::printf("\n");
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: repair_bench WORLD.3dmap [rounds]\n");
    return 2;
  }
  return navnet::Run(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 5);
}
