// SPDX-License-Identifier: Apache-2.0
#include "sample/grid_plan.h"

#include <navnet/internal/core/on_face.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/voxel/sample/obstacle_sampler.h>

#include "clearance/voxel_clearance.h"
#include "sample/memory_estimate.h"
#include "triangles/fixed_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

constexpr double kMaxRadiusVoxels = 1024;
constexpr double kMaxIndex = 1 << 30;                // Largest voxel coordinate, in either direction.
constexpr Range kVoxel_m = SampleOptions::kVoxel_m;  // For given and for chosen sizes.

// Voxels along the longest side if there is no radius above 0. Larger: finer grids, more memory.
constexpr double kFewestVoxels = 256, kMostVoxels = 1024;

Error Invalid(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

// Round voxel sizes: {1, 1.25, …} · 10^k. For k < 0 the step is divided by a power of 10, not multiplied, so that 0.15
// is exactly the 0.15 that a user would type.
double NiceSize(int index) {
  constexpr std::array kSteps = {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
  const int steps = int(kSteps.size());
  const int decade = index >= 0 ? index / steps : -((-index + steps - 1) / steps);
  const double step = kSteps[size_t(index - decade * steps)];
  return decade >= 0 ? step * std::pow(10.0, decade) : step / std::pow(10.0, -decade);
}

// Index of the largest NiceSize that is at most `value`. Requires: `value` in kVoxel_m; there is none for 0 or
// infinity.
int NiceIndexBelow(double value) {
  int index = int(std::floor(std::log10(value))) * 10 - 10;
  while (NiceSize(index + 1) <= value * (1 + 1e-12)) ++index;
  return index;
}
double RoundDown(double value) { return NiceSize(NiceIndexBelow(std::clamp(value, kVoxel_m.low, kVoxel_m.high))); }

// The 10th percentile of the edge lengths: a measure of the world's fine detail.
double DetailOf(MeshView mesh) {
  std::vector<double> lengths;
  lengths.reserve(mesh.triangles.size() * 3);
  for (const Triangle& t : mesh.triangles) {
    for (size_t i = 0; i < 3; ++i) {
      const double length = Length(mesh.vertices[t[i]] - mesh.vertices[t[(i + 1) % 3]]);
      if (length > 0) lengths.push_back(length);
    }
  }
  if (lengths.empty()) return 0;
  const auto tenth = lengths.begin() + std::ptrdiff_t(lengths.size() / 10);
  std::nth_element(lengths.begin(), tenth, lengths.end());
  return *tenth;
}

struct Choice {
  double voxel_m;
  std::string reason;
};

// The preferred voxel size, without regard to memory.
Choice WantedVoxel(MeshView mesh, const Box3& box, const SampleOptions& options) {
  const Vec3 size = box.Size();
  const double longest = std::max({size.x, size.y, size.z});
  const double detail = DetailOf(mesh);
  const auto smallest = std::ranges::find_if(options.radii_m, [](double r) { return r > 0; });
  if (smallest != options.radii_m.end()) {
    const double r = *smallest;
    const std::string radius = " the smallest agent radius (" + Shortest(r) + " m)";
    if (detail <= 0 || detail >= r / 2) return {RoundDown(r / 2), "half" + radius};
    if (detail <= r / 4) return {RoundDown(r / 4), "a quarter of" + radius + ", for the world's fine detail"};
    return {RoundDown(detail),
            "the world's fine detail (nine of ten edges are longer than " + Shortest(detail, 3) + " m)"};
  }
  if (longest <= 0) return {1, "the world is a single point"};
  const std::string longest_text = " voxels along the longest side (" + Shortest(longest, 3) + " m)";
  if (detail < longest / kMostVoxels)
    return {RoundDown(longest / kMostVoxels), "about " + Shortest(kMostVoxels) + longest_text};
  if (detail > longest / kFewestVoxels)
    return {RoundDown(longest / kFewestVoxels), "about " + Shortest(kFewestVoxels) + longest_text};
  return {RoundDown(detail),
          "the world's fine detail (nine of ten edges are longer than " + Shortest(detail, 3) + " m)"};
}

// The smallest box along the grid's axes, in voxels, around a box along the world's axes.
Box3 InVoxels(const GridFrame& frame, const Box3& box) {
  Box3 out;
  for (int i = 0; i < 8; ++i) {
    out.Extend(frame.ToVoxelSpace(
        {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z}));
  }
  return out;
}

Box3 InVoxels(const GridFrame& frame, MeshView mesh) {
  Box3 out;
  for (const Vec3& v : mesh.vertices) out.Extend(frame.ToVoxelSpace(v));
  return out;
}

Box3 InVoxels(const VoxelBox& box) {
  const auto corner = [](VoxelCoord v) { return Vec3{double(v.x), double(v.y), double(v.z)}; };
  return {corner(box.lo), corner(box.hi)};
}

// The voxels that cover a box and `margin_voxels` around it; rounded outwards, with a tolerance of kOnFace.
Result<VoxelBox> CoverWith(const GridFrame& frame, const Box3& box_voxels, double margin_voxels) {
  VoxelBox out;
  for (int a = 0; a < 3; ++a) {
    const double first = std::floor(box_voxels.min[a] - margin_voxels + kOnFace);
    const double last = std::max(std::ceil(box_voxels.max[a] + margin_voxels - kOnFace), first + 1);
    if (!(first >= -kMaxIndex && last <= kMaxIndex)) {
      return Error{ErrorCode::TooLarge, "the world lies more than 2^30 voxels from the origin at a voxel size of " +
                                            Shortest(frame.voxel_m) + " m; use larger voxels or move the world"};
    }
    out.lo[a] = int32_t(first);
    out.hi[a] = int32_t(last);
    if (out.Size(a) > kMaxGridSize) {
      return Error{ErrorCode::TooLarge, "the grid would be " + Shortest(double(out.Size(a)), 12) +
                                            " voxels long at a voxel size of " + Shortest(frame.voxel_m) +
                                            " m; at most 524288 are possible along an axis: use larger voxels or "
                                            "smaller bounds"};
    }
  }
  return out;
}

// The bounds given in the options, if any.
std::optional<Result<VoxelBox>> GivenBounds(const GridFrame& frame, const SampleOptions& options) {
  if (options.bounds_voxels) return CoverWith(frame, InVoxels(*options.bounds_voxels), 0);
  if (options.bounds_world) return CoverWith(frame, InVoxels(frame, *options.bounds_world), 0);
  return std::nullopt;
}

Result<VoxelBox> BoundsFor(const GridFrame& frame, MeshView mesh, const Box3& world, const SampleOptions& options) {
  if (const auto given = GivenBounds(frame, options)) return *given;
  // Default: room for the largest agent to pass around the outside.
  const double margin =
      options.margin_m ? *options.margin_m / frame.voxel_m : std::ceil(2 * options.radii_m.back() / frame.voxel_m) + 4;
  return CoverWith(frame, frame.turn.IsNone() ? InVoxels(frame, world) : InVoxels(frame, mesh), margin);
}

Status CheckRadii(const SampleOptions& options, double voxel_m, double most_voxels) {
  const double largest = options.radii_m.back();
  if (largest <= most_voxels * voxel_m) return Ok();
  return Invalid("radius " + Shortest(largest) + " m is more than " + Shortest(most_voxels) + " voxels of " +
                 Shortest(voxel_m) + " m; use larger voxels or a smaller radius");
}

Result<GridPlan> PlanWith(MeshView mesh, const Box3& world, const SampleOptions& options, double voxel_m,
                          const BytesForBounds& bytes_beside) {
  GridPlan plan;
  plan.frame = {options.placement.origin_world, voxel_m, options.placement.turn};
  for (int a = 0; a < 3; ++a) {
    if (std::max(std::abs(world.min[a]), std::abs(world.max[a])) > kFarthestVoxel * voxel_m) {
      return Error{ErrorCode::TooLarge, "at a voxel size of " + Shortest(voxel_m) +
                                            " m a vertex lies more than 1e13 voxels from the origin, too far for exact "
                                            "results; use larger voxels"};
    }
  }
  if (Status s = CheckRadii(options, voxel_m, kMaxRadiusVoxels); !s) return s.error();
  Result<VoxelBox> bounds = BoundsFor(plan.frame, mesh, world, options);
  if (!bounds) return bounds.error();
  plan.bounds = *bounds;
  plan.estimated_bytes =
      EstimateBytes(mesh, plan.frame, plan.bounds, options, bytes_beside ? bytes_beside(plan.bounds) : 0);
  return plan;
}

}  // namespace

Status Validate(const SampleOptions& options) {
  if (options.radii_m.empty()) return Invalid("radii_m: no agent radius given; use 0 for the world itself");
  const auto& [origin, turn] = options.placement;
  RangeCheck check;
  if (options.voxel_m) check.Number("voxel_m", *options.voxel_m, kVoxel_m);
  for (const double radius_m : options.radii_m) check.Number("radii_m", radius_m, SampleOptions::kRadius_m);
  if (options.margin_m) check.Number("margin_m", *options.margin_m, SampleOptions::kMargin_m);
  if (options.bounds_world) check.Box("bounds_world", *options.bounds_world);
  check.Point("placement.origin_world", origin);
  for (const Vec3& seed : options.seeds_world) check.Point("seeds_world", seed);
  check.Number("threads", options.threads, ranges::kThreads);
  if (!check.ok()) return check.status();
  if (options.bounds_voxels && options.bounds_voxels->IsEmpty()) {
    return Invalid("bounds_voxels: a box of voxels that is empty; give the low corner first");
  }
  if (!(std::abs(turn.cos * turn.cos + turn.sin * turn.sin - 1) < 1e-9)) {
    return Invalid("placement.turn: cos " + Shortest(turn.cos) + " and sin " + Shortest(turn.sin) +
                   " are of no angle; the sum of their squares must be 1");
  }
  return Ok();
}

Result<GridPlan> PlanGrid(MeshView mesh, const SampleOptions& options, const BytesForBounds& bytes_beside) {
  const Box3 world = BoundsOf(mesh);
  const double budget = double(options.memory_budget_bytes);
  if (options.voxel_m) {
    Result<GridPlan> plan = PlanWith(mesh, world, options, *options.voxel_m, bytes_beside);
    if (!plan) return plan;
    plan->reason = "as asked for";
    if (double(plan->estimated_bytes) > budget) {
      return Error{ErrorCode::TooLarge, "a grid of " + Text(plan->bounds) + " voxels of " + Shortest(*options.voxel_m) +
                                            " m needs at least " + BytesText(double(plan->estimated_bytes)) +
                                            ", more than the memory budget of " + BytesText(budget) +
                                            "; use larger voxels, smaller bounds or a larger budget"};
    }
    return plan;
  }

  Choice wanted = WantedVoxel(mesh, options.bounds_world ? *options.bounds_world : world, options);
  const double least = options.radii_m.back() / kMaxRadiusVoxels;
  if (wanted.voxel_m < least) {
    wanted = {NiceSize(NiceIndexBelow(least) + 1), "the largest radius (" + Shortest(options.radii_m.back()) +
                                                       " m) is at most " + Shortest(kMaxRadiusVoxels) + " voxels"};
  }
  // Coarsens the voxels until the grid fits the budget. Memory grows with the square of the resolution, so a few steps
  // are enough. Voxels larger than the world would show nothing of it.
  const Vec3 size = world.Size();
  const double coarsest = std::max({wanted.voxel_m, size.x, size.y, size.z});
  for (double voxel_m = wanted.voxel_m; voxel_m <= coarsest;) {
    Result<GridPlan> plan = PlanWith(mesh, world, options, voxel_m, bytes_beside);
    if (!plan && plan.error().code != ErrorCode::TooLarge) return plan;
    if (plan && double(plan->estimated_bytes) <= budget) {
      plan->reason = wanted.reason;
      if (voxel_m != wanted.voxel_m) {
        plan->reason += ", coarsened from " + Shortest(wanted.voxel_m) + " m to stay within the memory budget of " +
                        BytesText(budget);
      }
      return plan;
    }
    const double factor = plan ? std::sqrt(double(plan->estimated_bytes) / budget) : 2;
    // At least the next NiceSize, so that the loop ends.
    voxel_m = NiceSize(std::max(NiceIndexBelow(voxel_m * std::min(factor, 4.0)), NiceIndexBelow(voxel_m) + 1));
  }
  return Error{ErrorCode::TooLarge, "no voxel size up to that of the world itself, " + Shortest(coarsest) +
                                        " m, fits the grid's limits and the memory budget of " + BytesText(budget) +
                                        "; give smaller bounds or a smaller margin, or raise the budget"};
}

Result<VoxelBox> PlanVoxelBounds(const OccupancyGrid& grid, const SampleOptions& options) {
  const GridFrame& frame = grid.frame();
  if (options.voxel_m && std::abs(*options.voxel_m - frame.voxel_m) > 1e-9 * frame.voxel_m) {
    return Invalid("voxel size " + Shortest(*options.voxel_m) + " m: this world is made of voxels of " +
                   Shortest(frame.voxel_m) + " m and cannot be sampled at another size");
  }
  if (Status s = CheckRadii(options, frame.voxel_m, kMaxVoxelWorldRadius); !s) return s.error();
  if (const auto given = GivenBounds(frame, options)) return *given;
  // In grid coordinates: the world box around a rotated grid would be larger than the grid.
  return CoverWith(frame, InVoxels(grid.bounds()), options.margin_m.value_or(0) / frame.voxel_m);
}

}  // namespace navnet
