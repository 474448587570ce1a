// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/explored_map.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/core/text.h>

#include "explore/explored_map_check.h"
#include "explore/scan_rays.h"
#include "import/import_octomap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

namespace navnet {
namespace {

VoxelBox BlockBox(VoxelCoord block) {
  const VoxelCoord lo = BlockOrigin(block);
  return {lo, lo + VoxelCoord{kBlockSize, kBlockSize, kBlockSize}};
}

/// The blocks that a box of voxels overlaps, as a box of block coordinates. Requires: not empty.
VoxelBox BlocksOf(const VoxelBox& box) {
  return {BlockOf(box.lo), BlockOf(box.hi - VoxelCoord{1, 1, 1}) + VoxelCoord{1, 1, 1}};
}

template <class Visit>
void EachBit(uint64_t word, const Visit& visit) {
  for (; word != 0; word &= word - 1) visit(size_t(std::countr_zero(word)));
}

/// `v` scaled to `length`, without overflow or underflow. Requires: `v` is not zero.
Vec3 WithLength(Vec3 v, double length) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  const Vec3 scaled = {v.x / largest, v.y / largest, v.z / largest};
  return scaled * (length / Length(scaled));
}

}  // namespace

const char* ToString(VoxelState state) {
  switch (state) {
    case VoxelState::Unknown: return "unknown";
    case VoxelState::Free: return "free";
    case VoxelState::Occupied: return "occupied";
  }
  return "unknown";
}

Result<ExploredMap> ExploredMap::Make(const GridFrame& frame, const VoxelBox& bounds,
                                      const ExploredMapOptions& options) {
  if (const Status status = CheckExploredFrame(frame, bounds); !status) return status.error();
  if (const Status status = CheckExploredOptions(options); !status) return status.error();
  return ExploredMap(frame, bounds, options,
                     {.hit = LogOddsSteps(options.hit_log_odds),
                      .miss = LogOddsSteps(options.miss_log_odds),
                      .min = LogOddsSteps(options.min_log_odds),
                      .max = LogOddsSteps(options.max_log_odds),
                      .occupied = LogOddsSteps(options.occupied_log_odds)});
}

Status ExploredMap::Insert(const DepthScan& scan) {
  if (const Status status = CheckDepthScan(scan); !status) return status;
  const Vec3 origin = frame_.ToVoxelSpace(scan.origin_world);
  const size_t points = scan.points_world.size();
  const auto make_ray = [&](size_t i) {
    const Vec3 way = i < points ? scan.points_world[i] - scan.origin_world : scan.clear_world[i - points];
    const bool has_hit = i < points && Length(way) <= options_.max_range_m;
    const Vec3 end_world = has_hit ? scan.points_world[i] : scan.origin_world + WithLength(way, options_.max_range_m);
    return MakeScanRay(origin, frame_.ToVoxelSpace(end_world), has_hit, bounds_);
  };
  const std::vector<ScanBlock> seen = TraceScan(points + scan.clear_world.size(), make_ray, bounds_, options_.threads);

  size_t more_bytes = 0;
  for (const ScanBlock& scan_block : seen) {
    const auto found = blocks_.find(scan_block.block);
    if (found == blocks_.end()) more_bytes += sizeof(Block);
    if (found == blocks_.end() || !found->second.log_odds) more_bytes += sizeof(LogOdds);
    if (!before_.contains(scan_block.block)) more_bytes += sizeof(States);
  }
  if (const Status status = CheckMemory(more_bytes); !status) return status;

  std::vector<Block*> blocks;
  for (const ScanBlock& scan_block : seen) {
    Remember(scan_block.block);
    blocks.push_back(&blocks_[scan_block.block]);
  }
  ParallelFor(seen.size(), options_.threads, [&](size_t i) { Update(seen[i], *blocks[i]); });
  for (const ScanBlock& scan_block : seen) Recount(scan_block.block);
  return Ok();
}

void ExploredMap::Update(const ScanBlock& scan, Block& block) const {
  States& states = block.states;
  const bool is_new = !block.log_odds;
  if (is_new) block.log_odds = std::make_unique<LogOdds>();
  for (size_t row = 0; row < kBlockRows; ++row) {
    int8_t* values = block.log_odds->data() + row * kBlockSize;
    uint64_t &occupied = states.occupied[row], &known = states.known[row];
    if (is_new) {
      EachBit(known, [&](size_t z) { values[z] = int8_t(occupied >> z & 1 ? model_.max : model_.min); });
    }
    const auto set = [&](size_t z, int value) {
      values[z] = int8_t(value);
      const uint64_t bit = uint64_t{1} << z;
      occupied = value >= model_.occupied ? occupied | bit : occupied & ~bit;
    };
    EachBit(scan.passed[row], [&](size_t z) { set(z, std::max(values[z] + model_.miss, model_.min)); });
    EachBit(scan.hit[row], [&](size_t z) { set(z, std::min(values[z] + model_.hit, model_.max)); });
    known |= scan.passed[row] | scan.hit[row];
  }
}

Status ExploredMap::InsertOctomap(std::string_view bytes) {
  if (!frame_.turn.IsNone()) {
    return Error{ErrorCode::InvalidArgument, "an OctoMap update needs a frame that is not turned"};
  }
  VoxelCoord shift;
  for (int axis = 0; axis < 3; ++axis) {
    const double voxels = -frame_.origin_world[axis] / frame_.voxel_m;
    if (std::abs(voxels - std::round(voxels)) > 1e-3) {
      return Error{ErrorCode::InvalidArgument,
                   "an OctoMap update needs a frame that begins at whole voxels from the "
                   "world's origin, not at " +
                       Text(frame_.origin_world)};
    }
    // Beyond 2^30 the update lies outside the bounds either way.
    shift[axis] = int32_t(std::clamp(std::round(voxels), -0x1p30, 0x1p30));
  }

  std::vector<Fill> fills;
  const Result<double> resolution = ReadOctomap(bytes, [&](const VoxelBox& leaf, bool is_occupied) {
    const VoxelBox box = Intersection({leaf.lo + shift, leaf.hi + shift}, bounds_);
    if (!box.IsEmpty()) fills.push_back({box, is_occupied ? VoxelState::Occupied : VoxelState::Free});
  });
  if (!resolution) return resolution.error();
  if (std::abs(*resolution - frame_.voxel_m) > 1e-6 * frame_.voxel_m) {
    return Error{ErrorCode::InvalidArgument, "the OctoMap update has a resolution of " + Shortest(*resolution, 9) +
                                                 " m, the map's voxels have " + Shortest(frame_.voxel_m, 9) +
                                                 " m: make them equal"};
  }
  return Apply(fills);
}

Status ExploredMap::SetBox(const VoxelBox& box, VoxelState state) {
  if (box.IsEmpty()) return Error{ErrorCode::InvalidArgument, "box: has no voxels"};
  const Fill fill = {Intersection(box, bounds_), state};
  if (fill.box.IsEmpty()) return Error{ErrorCode::InvalidArgument, "box: lies outside the map's bounds"};
  return Apply({&fill, 1});
}

template <class Visit>
void ExploredMap::EachBlock(const Fill& fill, const Visit& visit) const {
  const VoxelBox range = BlocksOf(fill.box);
  if (fill.state == VoxelState::Unknown) {  // Only blocks with known voxels can change.
    for (const auto& [at, block] : blocks_) {
      if (range.Contains(at)) visit(at);
    }
    return;
  }
  for (int x = range.lo.x; x < range.hi.x; ++x) {
    for (int y = range.lo.y; y < range.hi.y; ++y) {
      for (int z = range.lo.z; z < range.hi.z; ++z) visit(VoxelCoord{x, y, z});
    }
  }
}

Status ExploredMap::Apply(std::span<const Fill> fills) {
  std::set<VoxelCoord> touched;
  for (const Fill& fill : fills) {
    // Fails early, before the blocks of a far too large box are enumerated.
    if (fill.state != VoxelState::Unknown) {
      const size_t blocks = size_t(BlocksOf(fill.box).Volume());
      if (blocks > options_.memory_limit_bytes / sizeof(Block)) return CheckMemory(blocks * sizeof(Block));
    }
    EachBlock(fill, [&](VoxelCoord at) { touched.insert(at); });
  }
  size_t more_bytes = 0;
  for (const VoxelCoord at : touched) {
    if (!blocks_.contains(at)) more_bytes += sizeof(Block);
    if (!before_.contains(at)) more_bytes += sizeof(States);
  }
  if (const Status status = CheckMemory(more_bytes); !status) return status;

  for (const VoxelCoord at : touched) {
    Remember(at);
    blocks_.try_emplace(at);
  }
  for (const Fill& fill : fills) {
    EachBlock(fill, [&](VoxelCoord at) { FillPart(fill, at, blocks_.find(at)->second); });
  }
  for (const VoxelCoord at : touched) Recount(at);
  return Ok();
}

void ExploredMap::FillPart(const Fill& fill, VoxelCoord at, Block& block) const {
  const VoxelBox box = Intersection(fill.box, BlockBox(at));
  const VoxelCoord lo = box.lo - BlockOrigin(at), hi = box.hi - BlockOrigin(at);
  const uint64_t bits = RowBits(lo.z, hi.z - 1);
  const bool is_known = fill.state != VoxelState::Unknown, is_occupied = fill.state == VoxelState::Occupied;
  if (box == BlockBox(at)) block.log_odds.reset();
  for (int x = lo.x; x < hi.x; ++x) {
    for (int y = lo.y; y < hi.y; ++y) {
      const auto row = size_t(BlockRow(x, y));
      uint64_t &occupied = block.states.occupied[row], &known = block.states.known[row];
      occupied = is_occupied ? occupied | bits : occupied & ~bits;
      known = is_known ? known | bits : known & ~bits;
      if (!block.log_odds) continue;
      const int value = is_occupied ? model_.max : is_known ? model_.min : 0;
      std::memset(block.log_odds->data() + row * kBlockSize + lo.z, value, size_t(hi.z - lo.z));
    }
  }
}

Status ExploredMap::CheckMemory(size_t more_bytes) const {
  if (memory_bytes() + more_bytes <= options_.memory_limit_bytes) return Ok();
  return Error{ErrorCode::TooLarge, "the explored map would grow to " +
                                        BytesText(double(memory_bytes()) + double(more_bytes)) + "; its limit is " +
                                        BytesText(double(options_.memory_limit_bytes)) +
                                        ": raise memory_limit_bytes, use larger voxels or call TakeChanges"};
}

void ExploredMap::Remember(VoxelCoord at) {
  std::unique_ptr<States>& before = before_[at];
  if (before) return;
  const auto found = blocks_.find(at);
  before = found == blocks_.end() ? std::make_unique<States>() : std::make_unique<States>(found->second.states);
}

void ExploredMap::Recount(VoxelCoord at) {
  const auto found = blocks_.find(at);
  Block& block = found->second;
  int64_t occupied = 0, known = 0;
  for (size_t row = 0; row < kBlockRows; ++row) {
    occupied += std::popcount(block.states.occupied[row]);
    known += std::popcount(block.states.known[row]);
  }
  occupied_count_ += occupied - block.occupied_count;
  known_count_ += known - block.known_count;
  block.occupied_count = occupied;
  block.known_count = known;
  if (known == 0) blocks_.erase(found);
}

std::vector<ExploredChange> ExploredMap::TakeChanges() {
  std::vector<ExploredChange> changes;
  static const States kNothingKnown;
  for (const auto& [at, before] : before_) {
    const auto found = blocks_.find(at);
    const States& now = found == blocks_.end() ? kNothingKnown : found->second.states;
    if (now != *before) changes.push_back({at, now.occupied, now.known});
  }
  before_.clear();
  return changes;
}

VoxelState ExploredMap::StateAt(VoxelCoord voxel) const {
  const VoxelCoord at = BlockOf(voxel);
  const auto found = blocks_.find(at);
  if (found == blocks_.end()) return VoxelState::Unknown;
  const VoxelCoord local = voxel - BlockOrigin(at);
  const auto row = size_t(BlockRow(local.x, local.y));
  if ((found->second.states.known[row] >> local.z & 1) == 0) return VoxelState::Unknown;
  return (found->second.states.occupied[row] >> local.z & 1) != 0 ? VoxelState::Occupied : VoxelState::Free;
}

void ExploredMap::ReadBlock(VoxelCoord block, BlockMask& occupied, BlockMask& known) const {
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) {
    occupied.fill(0);
    known.fill(0);
    return;
  }
  occupied = found->second.states.occupied;
  known = found->second.states.known;
}

std::vector<VoxelCoord> ExploredMap::ObservedBlocks() const {
  std::vector<VoxelCoord> observed;
  observed.reserve(blocks_.size());
  for (const auto& [at, block] : blocks_) observed.push_back(at);
  return observed;
}

size_t ExploredMap::memory_bytes() const {
  size_t bytes = blocks_.size() * sizeof(Block) + before_.size() * sizeof(States);
  for (const auto& [at, block] : blocks_) bytes += block.log_odds ? sizeof(LogOdds) : 0;
  return bytes;
}

}  // namespace navnet
