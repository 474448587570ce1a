// SPDX-License-Identifier: Apache-2.0
#pragma once
// Map of a world that is not known in advance: occupied, free and unknown voxels, built from depth scans and OctoMap
// updates.

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

struct ScanBlock;  // Private to voxel/.

/// State of a voxel.
enum class VoxelState : uint8_t { Unknown, Free, Occupied };

/// Lower-case name: unknown, free, occupied.
const char* ToString(VoxelState state);

/// The sensor model, as in OctoMap (Hornung et al., Autonomous Robots 2013). A voxel's log-odds, ln(p / (1 - p)) of the
/// probability p that it is occupied, start at 0; every scan with a ray that ends in the voxel raises them, every scan
/// whose rays only pass through it lowers them. They are stored in steps of 1/32: all values are rounded to that and
/// lie within ±127/32 (p from 0.0185 to 0.9815).
struct ExploredMapOptions {
  /// Added to a voxel in which a ray ends; p = 0.7. Larger: fewer hits make a voxel occupied. Range: 1/32 to 127/32.
  double hit_log_odds = 0.85;
  /// Added to a voxel that rays only pass through; p = 0.4. More negative: fewer misses make a voxel free. Range:
  /// -127/32 to -1/32.
  double miss_log_odds = -0.4;
  /// Lower limit of a voxel's log-odds; p = 0.12. The closer to 0, the fewer hits turn a free voxel occupied again.
  /// Range: -127/32 to -1/32.
  double min_log_odds = -2;
  /// Upper limit of a voxel's log-odds; p = 0.97. The closer to 0, the fewer misses turn an occupied voxel free again.
  /// Range: 1/32 to 127/32.
  double max_log_odds = 3.5;
  /// Known voxels with at least this value are occupied, the others free. Range: above min_log_odds, at most
  /// max_log_odds and hit_log_odds, so that one hit makes a new voxel occupied.
  double occupied_log_odds = 0;
  /// Longest trusted measurement, in metres. A point farther away is no hit: its ray is cut to this length and only
  /// clears. Range: 1e-9 to 1e9.
  double max_range_m = 10;
  /// Threads used by Insert; 0 = all hardware threads. Does not change the result. Range: 0 to 1024.
  int threads = 0;
  /// Calls that would make memory_bytes() exceed this fail.
  size_t memory_limit_bytes = size_t{4} << 30;
};

/// One scan of a depth sensor. The spans are views: the arrays must live until Insert returns.
struct DepthScan {
  Vec3 origin_world;  ///< Position of the sensor, in metres. Range: -1e12 to 1e12.
  /// Measured points, in metres. A point farther than max_range_m from the origin only clears. Range: -1e12 to 1e12.
  std::span<const Vec3> points_world;
  std::span<const Vec3> clear_world = {};  ///< Directions (any length but 0) with no point within range.
};

/// Current state of a block in which a voxel changed.
struct ExploredChange {
  VoxelCoord block;    ///< In block coordinates.
  BlockMask occupied;  ///< Set: occupied.
  BlockMask known;     ///< Set: occupied or free. Voxels outside the bounds are never known.
};

/// Occupied, free and unknown voxels inside bounds. Initially all are unknown.
///
///   Result<ExploredMap> map = ExploredMap::Make({.voxel_m = 0.1}, bounds);
///   map->SetBox(around_the_drone, VoxelState::Free);
///   while (flying) {
///     if (Status status = map->Insert({sensor_position, points}); !status) ...
///     for (const ExploredChange& change : map->TakeChanges()) ...
///   }
///
/// Every call either succeeds completely or returns an error and changes nothing. The same calls give the same map on
/// any number of threads. Memory: nothing for a block without known voxels, 64 KiB for one known only through SetBox
/// and InsertOctomap, 320 KiB for one seen in a scan; plus 64 KiB for each block touched since the last TakeChanges.
/// Movable, not copyable. Not thread-safe, except that several threads may call const members at once.
class ExploredMap {
 public:
  /// Fails on bounds that are empty, longer than 2^19 voxels or beyond ±2^29, on an invalid frame (voxel_m outside 1e-6
  /// to 1e6, origin beyond ±1e12 m, a rotation whose cos² + sin² is not 1), and on options outside their ranges.
  static Result<ExploredMap> Make(const GridFrame& frame, const VoxelBox& bounds,
                                  const ExploredMapOptions& options = {});

  /// Maps voxels to the world.
  const GridFrame& frame() const { return frame_; }
  /// The voxels that the map covers.
  const VoxelBox& bounds() const { return bounds_; }
  /// The sensor model.
  const ExploredMapOptions& options() const { return options_; }

  /// Updates the map with one scan. Each point's ray goes from the origin to the point, is clipped to the bounds, and
  /// its ends are rounded to 1/1024 voxel. The voxel that contains the point is hit (a point on a face belongs to the
  /// higher voxel); every other voxel that the ray crosses in more than a single point is missed. Each voxel is updated
  /// once per scan, however many rays meet it; a hit wins over a miss. Points and origin may lie outside the bounds. A
  /// number that is not finite or beyond ±1e12 m, or a direction of length 0, is an error that names its index.
  /// Cost: about 4 ns of processor time for each voxel a ray passes, divided among the threads: 640 × 480 rays of 5 to
  /// 10 m take 50 to 80 ms with voxels of 0.2 m, 80 to 140 ms with 0.1 m.
  Status Insert(const DepthScan& scan);

  /// Updates the map with an OctoMap: the bytes of a binary map (.bt, as `OcTree::writeBinary` writes it, including the
  /// header). Free leaves set their voxels to min_log_odds, occupied leaves to max_log_odds; voxels that are unknown in
  /// the update keep their state, and leaves outside the bounds are ignored. The update is in world coordinates, in
  /// metres. Fails unless its resolution equals the frame's voxel size (within 1e-6 relative) and the frame is not
  /// rotated and has its origin at a multiple of the voxel size.
  Status InsertOctomap(std::string_view bytes);

  /// Sets the state of all voxels of a box, clipped to the bounds, for knowledge from other sources: free where the
  /// drone starts, occupied for a fence, unknown for a room that was changed. Fails on a box that is empty or wholly
  /// outside the bounds.
  Status SetBox(const VoxelBox& box, VoxelState state);

  /// The blocks, ascending, in which some voxel's state differs from its state at the last call (before the first call:
  /// unknown). A voxel that changed and changed back does not count.
  std::vector<ExploredChange> TakeChanges();

  /// State of one voxel; Unknown outside the bounds. O(log blocks).
  VoxelState StateAt(VoxelCoord voxel) const;

  /// The states of one block. A set bit of `known` is a free or occupied voxel; `occupied` is a subset of `known`.
  void ReadBlock(VoxelCoord block, BlockMask& occupied, BlockMask& known) const;

  /// Block coordinates, ascending, of all blocks that hold a known voxel.
  std::vector<VoxelCoord> ObservedBlocks() const;

  /// Number of occupied voxels.
  int64_t occupied_count() const { return occupied_count_; }
  /// Number of free voxels.
  int64_t free_count() const { return known_count_ - occupied_count_; }
  /// Number of unknown voxels within the bounds.
  int64_t unknown_count() const { return bounds_.Volume() - known_count_; }
  size_t memory_bytes() const;  ///< Memory of the map, including the states kept for TakeChanges.

 private:
  struct States {
    BlockMask occupied = {}, known = {};
    friend bool operator==(const States&, const States&) = default;
  };
  /// Log-odds in steps of 1/32; voxel z of row r is at r * 64 + z.
  using LogOdds = std::array<int8_t, size_t{kBlockRows} * kBlockSize>;
  struct Block {
    States states;
    std::unique_ptr<LogOdds> log_odds;  ///< Null: occupied voxels are at the maximum, free ones at the minimum.
    int64_t occupied_count = 0, known_count = 0;
  };
  /// The options' log-odds in steps of 1/32.
  struct SensorModel {
    int hit = 0, miss = 0, min = 0, max = 0, occupied = 0;
  };
  struct Fill {
    VoxelBox box;  ///< Inside the bounds, not empty.
    VoxelState state;
  };

  ExploredMap(const GridFrame& frame, const VoxelBox& bounds, const ExploredMapOptions& options,
              const SensorModel& model)
      : frame_(frame), bounds_(bounds), options_(options), model_(model) {}

  Status CheckMemory(size_t more_bytes) const;
  Status Apply(std::span<const Fill> fills);
  template <class Visit>
  void EachBlock(const Fill& fill, const Visit& visit) const;
  void FillPart(const Fill& fill, VoxelCoord at, Block& block) const;
  void Update(const ScanBlock& scan, Block& block) const;
  void Remember(VoxelCoord at);
  void Recount(VoxelCoord at);

  GridFrame frame_;
  VoxelBox bounds_;
  ExploredMapOptions options_;
  SensorModel model_;
  std::map<VoxelCoord, Block> blocks_;                    ///< Blocks with a known voxel.
  std::map<VoxelCoord, std::unique_ptr<States>> before_;  ///< States at the last TakeChanges of blocks touched since.
  int64_t occupied_count_ = 0, known_count_ = 0;
};

}  // namespace navnet
