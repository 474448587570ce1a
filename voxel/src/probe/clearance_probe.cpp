// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/clearance_probe.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/core/segment_box.h>
#include <navnet/internal/core/segment_triangle.h>

#include "grid/occupancy_data.h"
#include "probe/probe_data.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace navnet {
namespace {

constexpr double kLargestCoordinate = 1e12;
constexpr size_t kMostBoxes = (size_t{1} << 31) - 1;

bool IsWithinLimits(Vec3 p) {
  // Comparisons with NaN are false.
  return std::abs(p.x) <= kLargestCoordinate && std::abs(p.y) <= kLargestCoordinate &&
         std::abs(p.z) <= kLargestCoordinate;
}

Box3 BoxOf(const VoxelBox& box) {
  return {{double(box.lo.x), double(box.lo.y), double(box.lo.z)},
          {double(box.hi.x), double(box.hi.y), double(box.hi.z)}};
}

// Decomposes the set bits of a block into disjoint boxes, each extended as far as possible along z, then y, then x.
// Clears the mask.
std::vector<VoxelBox> TakeApart(VoxelCoord block, BlockMask& mask) {
  std::vector<VoxelBox> boxes;
  const VoxelCoord origin = BlockOrigin(block);
  const auto holds = [&mask](int x, int y, uint64_t run) { return (mask[size_t(BlockRow(x, y))] & run) == run; };
  for (int x = 0; x < kBlockSize; ++x) {
    for (int y = 0; y < kBlockSize; ++y) {
      while (const uint64_t row = mask[size_t(BlockRow(x, y))]) {
        const int z = std::countr_zero(row), length = std::countr_one(row >> z);
        const uint64_t run = RowBits(z, z + length - 1);
        int y_end = y + 1, x_end = x + 1;
        while (y_end < kBlockSize && holds(x, y_end, run)) ++y_end;
        const auto slice_holds = [&](int at) {
          for (int j = y; j < y_end; ++j) {
            if (!holds(at, j, run)) return false;
          }
          return true;
        };
        while (x_end < kBlockSize && slice_holds(x_end)) ++x_end;
        for (int i = x; i < x_end; ++i) {
          for (int j = y; j < y_end; ++j) mask[size_t(BlockRow(i, j))] &= ~run;
        }
        boxes.push_back({origin + VoxelCoord{x, y, z}, origin + VoxelCoord{x_end, y_end, z + length}});
      }
    }
  }
  return boxes;
}

// Disjoint boxes whose union is the blocked voxels.
std::vector<VoxelBox> BlockedBoxes(const OccupancyGrid& grid, int threads) {
  const std::vector<VoxelCoord> blocks = grid.MixedBlocks();
  std::vector<std::vector<VoxelBox>> parts(blocks.size());
  ParallelFor(blocks.size(), threads, [&](size_t i) {
    BlockMask mask;
    grid.ReadBlock(blocks[i], mask);
    ClearOutside(BlockPartInside(blocks[i], grid.bounds()), mask);
    parts[i] = TakeApart(blocks[i], mask);
  });
  std::vector<VoxelBox> boxes;
  for (std::vector<VoxelBox>& part : parts) {
    boxes.insert(boxes.end(), part.begin(), part.end());
    part = {};
  }
  return boxes;
}

template <class Things, class Box>
BoxTree TreeOf(const Things& things, int threads, const Box& box_of) {
  std::vector<Box3> boxes(things.size());
  for (size_t i = 0; i < boxes.size(); ++i) boxes[i] = box_of(i);
  return {std::move(boxes), threads};
}

double ToTriangles(const TriangleMesh& mesh, const BoxTree& tree, Vec3 a, Vec3 b, double at_most) {
  const SegmentToBoxes segment(b - a);
  return tree.Nearest(a, b, at_most, [&](uint32_t triangle, double best) {
    const std::array<Vec3, 3> corners = CornersOf(mesh, triangle);
    const Box3 box = BoxOf(corners);
    if (segment.AtLeastSquared({box.min - a, box.max - a}) > best * best) return best;
    return SegmentTriangleDistance(a, b, corners);
  });
}

// Distance from the segment to the nearest box, at most `at_most`; everything in voxels.
double ToVoxels(const std::vector<VoxelBox>& boxes, const BoxTree& tree, Vec3 a, Vec3 b, double at_most) {
  const SegmentToBoxes segment(b - a);
  const Vec3 far = Max(Max(a, a * -1.0), Max(b, b * -1.0));
  const double rounding = kDistanceRounding * std::max({far.x, far.y, far.z, 1.0});
  return tree.Nearest(a, b, at_most, [&](uint32_t index, double) {
    const Box3 box = BoxOf(boxes[index]);
    const double distance = std::sqrt(segment.DistanceSquared({box.min - a, box.max - a}));
    return distance <= rounding ? 0 : distance;
  });
}

}  // namespace

Result<ClearanceProbe> ClearanceProbe::Make(const World& world, int threads) {
  try {
    auto data = std::make_shared<Data>();
    if (const TriangleMesh* mesh = world.mesh()) {
      if (Status valid = Validate(*mesh); !valid) return valid.error();
      data->mesh = *mesh;
    } else {
      data->frame = world.voxels()->frame();
      data->blocked = BlockedBoxes(*world.voxels(), threads);
    }
    if (std::max(data->mesh.triangles.size(), data->blocked.size()) > kMostBoxes) {
      return Error{ErrorCode::TooLarge, world.name + ": too many triangles or voxels to measure clearance against"};
    }
    data->tree = world.mesh()
                     ? TreeOf(data->mesh.triangles, threads, [&](size_t i) { return BoxOf(CornersOf(data->mesh, i)); })
                     : TreeOf(data->blocked, threads, [&](size_t i) { return BoxOf(data->blocked[i]); });
    return ClearanceProbe(std::move(data));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, world.name + ": out of memory while indexing the world"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, world.name + ": indexing the world failed: " + e.what()};
  }
}

double ClearanceProbe::SegmentClearance(Vec3 a, Vec3 b, double at_most) const {
  if (!IsWithinLimits(a) || !IsWithinLimits(b) || !(at_most > 0)) return 0;
  if (data_->blocked.empty()) return ToTriangles(data_->mesh, data_->tree, a, b, at_most);
  const GridFrame& frame = data_->frame;
  const double limit = at_most / frame.voxel_m;
  const double voxels = ToVoxels(data_->blocked, data_->tree, frame.ToVoxelSpace(a), frame.ToVoxelSpace(b), limit);
  return voxels < limit ? std::min(voxels * frame.voxel_m, at_most) : at_most;
}

double ClearanceProbe::PointClearance(Vec3 p, double at_most) const { return SegmentClearance(p, p, at_most); }

}  // namespace navnet
