// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>

#include <navnet/internal/bake/cells/bake_memory.h>
#include <navnet/internal/bake/cells/level.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/voxel/sample/alignment.h>

#include "ground/make_ground.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace navnet {
namespace {

struct Levels {
  Sampling sampling;
  NetInfo info;
  std::vector<LevelArrays> levels;

  size_t Cells() const {
    size_t sum = 0;
    for (const LevelArrays& level : levels) sum += level.cells.size();
    return sum;
  }
  double BlockedM3() const {
    const double voxel_m = sampling.frame.voxel_m;
    double sum = 0;
    for (const LevelArrays& level : levels) sum += double(level.voxels_blocked) * voxel_m * voxel_m * voxel_m;
    return sum;
  }
};

Result<Levels> BakeLevels(const World& world, const BakeOptions& options, BakeSeconds& seconds) {
  Stopwatch watch;
  Result<Sampling> sampling = SampleToCut(world, options.sample);
  if (!sampling) return sampling.error();
  seconds.sample += watch.Lap();
  LevelOptions of_level;
  of_level.keep = options.sample.seeds_world.empty() ? options.keep : Keep::Seeds;
  of_level.min_cell = MinCellOf(world, options);
  of_level.threads = options.sample.threads;
  of_level.progress = options.sample.progress;
  Levels out{std::move(*sampling), {}, {}};
  out.info.frame = out.sampling.frame;
  out.info.bounds = out.sampling.bounds;
  out.info.up = world.up;
  out.info.keep = of_level.keep;
  out.info.min_cell = uint32_t(of_level.min_cell);
  for (const OccupancyGrid& grid : out.sampling.levels) {
    Result<LevelArrays> level = BakeLevel(grid, of_level, seconds, out.info.source_hash);
    if (!level) return level.error();
    out.levels.push_back(std::move(*level));
  }
  return out;
}

// Bakes the levels again on a grid along the walls, and replaces `levels` if that gives fewer cells.
Result<AlignGain> TryAligned(const World& world, BakeOptions options, Levels& levels, BakeSeconds& seconds) {
  const double voxel_m = levels.sampling.frame.voxel_m;
  const Alignment found = FindAlignment(*world.mesh(), world.up, voxel_m, levels.levels.front().radius_m);
  AlignGain gain;
  gain.turn_deg = found.turn_deg;
  gain.shift_voxels = found.shift_voxels;
  gain.cells_before = levels.Cells();
  gain.blocked_m3_before = levels.BlockedM3();
  options.sample.voxel_m = voxel_m;
  options.sample.placement = found.placement;
  Result<Levels> aligned = BakeLevels(world, options, seconds);
  if (!aligned) return aligned.error();
  gain.cells_after = aligned->Cells();
  gain.blocked_m3_after = aligned->BlockedM3();
  gain.used = gain.cells_after < gain.cells_before;
  if (gain.used) {
    aligned->sampling.voxel_reason = std::move(levels.sampling.voxel_reason);
    levels = std::move(*aligned);
  }
  return gain;
}

bool HasCell(const LevelArrays& level, VoxelCoord voxel) {
  const NetBlock* block = FindBlock(level.blocks, voxel);
  if (!block) return false;
  const auto cells = std::span(level.cells).subspan(block->first_cell, block->cell_count);
  return std::ranges::any_of(cells, [&](const VoxelBox& cell) { return cell.Contains(voxel); });
}

// The triangles that a flight within the bounds can be near to.
TriangleMesh TrianglesNear(const TriangleMesh& mesh, const NetInfo& info, double radius_m) {
  const Vec3 by = Vec3{1, 1, 1} * (radius_m + info.frame.voxel_m);
  Box3 around = info.frame.WorldBox(info.bounds);
  around = {around.min - by, around.max + by};
  TriangleMesh out{mesh.vertices, {}};
  for (const Triangle& triangle : mesh.triangles) {
    Box3 box;
    for (const uint32_t corner : triangle) box.Extend(mesh.vertices[corner]);
    bool touches = true;
    for (int k = 0; k < 3; ++k) touches = touches && box.min[k] <= around.max[k] && box.max[k] >= around.min[k];
    if (touches) out.triangles.push_back(triangle);
  }
  return out;
}

Result<Baked> BakeChecked(const World& world, const BakeOptions& options) {
  if (options.with_world && !world.mesh()) {
    return Error{ErrorCode::InvalidArgument, "with_world: the world consists of voxels and has no triangles to store"};
  }
  BakeSeconds seconds;
  Result<Levels> levels = BakeLevels(world, options, seconds);
  if (!levels) return levels.error();
  std::optional<AlignGain> align;
  if (options.align == Align::Auto && world.mesh()) {
    Result<AlignGain> gain = TryAligned(world, options, *levels, seconds);
    if (!gain) return gain.error();
    align = *gain;
  }
  Ground ground;
  if (options.walk) {
    Stopwatch watch;
    // If only a part of the free space is kept, only the ground below it is. Tests the level of smallest radius.
    IsAir is_air;
    if (levels->info.keep != Keep::All) {
      is_air = [&level = levels->levels.front(), &frame = levels->info.frame](Vec3 p) {
        return HasCell(level, frame.VoxelAt(p));
      };
    }
    Result<Ground> made = MakeGround(world, levels->info, options, is_air);
    if (!made) return made.error();
    ground = std::move(*made);
    seconds.ground = watch.Lap();
  }
  ReportProgress(options.sample.progress, "net", 0);
  std::optional<TriangleMesh> near;
  if (options.with_world) near = TrianglesNear(*world.mesh(), levels->info, levels->levels.back().radius_m);
  Result<Net> net = MakeNet(levels->info, levels->levels, ground, options.gates, near ? &*near : nullptr);
  if (!net) return net.error();
  return Baked{std::move(*net), std::move(levels->sampling), seconds, align};
}

}  // namespace

const char* ToString(Align align) {
  switch (align) {
    case Align::World: return "world";
    case Align::Auto: return "auto";
  }
  return "unknown";
}

Result<Baked> Bake(const World& world, const BakeOptions& options) {
  if (Status s = Validate(options); !s) return s.error();
  try {
    return BakeChecked(world, options);
  } catch (const CancelledError&) {
    return Error{ErrorCode::Cancelled, "cancelled"};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "out of memory while baking; use larger voxels or smaller bounds"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, std::string("baking failed: ") + e.what()};
  }
}

}  // namespace navnet
