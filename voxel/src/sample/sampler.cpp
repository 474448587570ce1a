// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/sampler.h>

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>

#include "clearance/voxel_clearance.h"
#include "grid/free_space.h"
#include "grid/occupancy_data.h"
#include "sample/grid_plan.h"
#include "sample/memory_estimate.h"
#include "sample/mesh_sampler.h"
#include "triangles/fixed_mesh.h"
#include "triangles/triangle_clearance.h"
#include "triangles/triangle_index.h"

#include <algorithm>
#include <exception>
#include <new>

namespace navnet {
namespace {

Error Cancelled() { return {ErrorCode::Cancelled, "cancelled"}; }

Result<Sampling> SampleMesh(MeshView mesh, const SampleOptions& options, const BytesForBounds& bytes_beside) {
  if (Status s = Validate(mesh); !s) return s.error();
  Result<GridPlan> plan = PlanGrid(mesh, options, bytes_beside);
  if (!plan) return plan.error();
  Sampling out;
  out.frame = plan->frame;
  out.bounds = plan->bounds;
  out.voxel_reason = plan->reason;
  out.estimated_bytes = plan->estimated_bytes;
  out.triangles = int64_t(mesh.triangles.size());

  Stopwatch watch;
  std::vector<double> radii_voxels;
  for (double r : options.radii_m) radii_voxels.push_back(r / out.frame.voxel_m);
  const double reach = radii_voxels.back();
  const FixedMesh fixed = MakeFixedMesh(mesh, out.frame, out.bounds, reach, options.threads);
  const TriangleIndex index(fixed, options.progress);
  out.seconds.index = watch.Lap();

  const auto touches = [&index](const FixedBox& box) { return index.AnyIn(box); };
  const std::vector<VoxelCoord> nodes = TouchedNodes(fixed, out.bounds, reach, touches, options.threads);
  const auto gather = [&index](const FixedBox& box, std::vector<uint32_t>& found) { index.Gather(box, found); };
  const std::vector<MaskTree::Ptr> trees =
      SampleNodes(fixed, out.bounds, radii_voxels, nodes, gather, options.threads, options.progress);
  for (size_t i = 0; i < trees.size(); ++i) {
    out.levels.push_back(MakeOccupancy(out.frame, out.bounds, options.radii_m[i], trees[i]));
  }
  out.seconds.sample = watch.Lap();
  return out;
}

Result<Sampling> SampleVoxels(const OccupancyGrid& grid, const SampleOptions& options,
                              const BytesForBounds& bytes_beside) {
  Result<VoxelBox> bounds = PlanVoxelBounds(grid, options);
  if (!bounds) return bounds.error();
  Sampling out;
  out.frame = grid.frame();
  out.bounds = *bounds;
  out.voxel_reason = "the world's own voxels";

  out.estimated_bytes = EstimateVoxelBytes(grid, out.bounds, options, bytes_beside ? bytes_beside(out.bounds) : 0);
  if (out.estimated_bytes > options.memory_budget_bytes) {
    return Error{ErrorCode::TooLarge, "a grid of " + Text(out.bounds) + " voxels needs up to " +
                                          BytesText(double(out.estimated_bytes)) + ", more than the memory budget of " +
                                          BytesText(double(options.memory_budget_bytes)) +
                                          "; use smaller radii, smaller bounds or a larger budget"};
  }

  Stopwatch watch;
  // Voxels outside the bounds still block inside them, so the grid is clipped last.
  VoxelBox both = out.bounds;
  for (int a = 0; a < 3; ++a) {
    both.lo[a] = std::min(both.lo[a], grid.bounds().lo[a]);
    both.hi[a] = std::max(both.hi[a], grid.bounds().hi[a]);
  }
  const OccupancyGrid whole = MakeOccupancy(grid.frame(), both, 0, grid.data().tree);
  for (double radius_m : options.radii_m) {
    OccupancyGrid level = whole;
    if (radius_m > kTieVoxels * grid.frame().voxel_m) {
      std::optional<OccupancyGrid> widened = WidenVoxels(whole, radius_m, options.threads, options.progress);
      if (!widened) return Cancelled();
      level = *widened;
    }
    out.levels.push_back(Cropped(level, out.bounds, radius_m));
  }
  out.seconds.sample = watch.Lap();
  return out;
}

Status KeepSeeds(Sampling& sampling, const SampleOptions& options) {
  if (options.seeds_world.empty()) return Ok();
  Stopwatch watch;
  for (OccupancyGrid& level : sampling.levels) {
    std::vector<VoxelCoord> seeds;
    for (const Vec3& seed : options.seeds_world) {
      const Vec3 at = sampling.frame.ToVoxelSpace(seed);
      const VoxelBox& b = sampling.bounds;
      for (int a = 0; a < 3; ++a) {
        if (at[a] < b.lo[a] || at[a] >= b.hi[a]) {
          return Error{ErrorCode::InvalidArgument, "seed " + Text(seed) + " lies outside the bounds " +
                                                       Text(sampling.frame.WorldBox(b).min) + " to " +
                                                       Text(sampling.frame.WorldBox(b).max)};
        }
      }
      const VoxelCoord voxel = sampling.frame.VoxelAt(seed);
      if (level.IsBlocked(voxel)) {
        return Error{ErrorCode::InvalidArgument, "seed " + Text(seed) + " lies inside a blocked voxel at radius " +
                                                     Shortest(level.radius_m()) +
                                                     " m; move it into free space or use smaller voxels"};
      }
      seeds.push_back(voxel);
    }
    Result<OccupancyGrid> kept = KeepConnected(level, seeds, options.threads, options.progress);
    if (!kept) return kept.error();
    level = *kept;
  }
  sampling.seconds.keep = watch.Lap();
  return Ok();
}

// Validates the options, runs `run` and turns exceptions caused by user data into errors.
template <class Run>
Result<Sampling> Guarded(SampleOptions options, const Run& run) {
  if (Status s = Validate(options); !s) return s.error();
  std::ranges::sort(options.radii_m);
  options.radii_m.erase(std::unique(options.radii_m.begin(), options.radii_m.end()), options.radii_m.end());
  try {
    Result<Sampling> out = Error{};
    WithThreads(options.threads, [&] {
      out = run(options);
      if (!out) return;
      if (Status s = KeepSeeds(*out, options); !s) out = s.error();
    });
    return out;
  } catch (const CancelledError&) {
    return Cancelled();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "out of memory while sampling; use larger voxels or smaller bounds"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, std::string("sampling failed: ") + e.what()};
  }
}

}  // namespace

Result<Sampling> Sample(MeshView mesh, const SampleOptions& options) {
  return Guarded(options, [&](const SampleOptions& checked) { return SampleMesh(mesh, checked, {}); });
}

Result<Sampling> Sample(const World& world, const SampleOptions& options) { return SampleFor(world, options, {}); }

Result<Sampling> SampleFor(const World& world, const SampleOptions& options, const BytesForBounds& bytes_beside) {
  return Guarded(options, [&](const SampleOptions& checked) {
    return world.mesh() ? SampleMesh(*world.mesh(), checked, bytes_beside)
                        : SampleVoxels(*world.voxels(), checked, bytes_beside);
  });
}

}  // namespace navnet
