#pragma once
// A world that is not known beforehand: occupied, free and unknown voxels, learned from depth scans and OctoMap
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

enum class VoxelState : uint8_t { Unknown, Free, Occupied };

/// The sensor model, as in OctoMap (Hornung et al., Autonomous Robots 2013). A voxel's log-odds, ln(p / (1 - p)) of the
/// probability p that it is occupied, begin at 0 and are raised by every scan that ends in it, lowered by every scan
/// that looks through it. They are kept in steps of 1/32; all values are rounded to that and lie within ±127/32
/// (p from 0.0185 to 0.9815).
struct ExploredMapOptions {
  /// Added to a voxel a ray ends in; p = 0.7. Range: 1/32 to 127/32.
  double hit_log_odds = 0.85;
  /// Added to a voxel rays only pass; p = 0.4. Range: -127/32 to -1/32.
  double miss_log_odds = -0.4;
  /// Never below this: a free voxel can become occupied again soon; p = 0.12. Range: -127/32 to -1/32.
  double min_log_odds = -2;
  /// Never above this; p = 0.97. Range: 1/32 to 127/32.
  double max_log_odds = 3.5;
  /// Known voxels from here up are occupied, below free. Range: above min_log_odds, at most max_log_odds and
  /// hit_log_odds, so that what is hit at first sight is occupied.
  double occupied_log_odds = 0;
  /// Farther points are not trusted: their rays only clear, this far, in metres. Range: 1e-9 to 1e9.
  double max_range_m = 10;
  /// For Insert; 0 = all the machine has. Never changes a result. Range: 0 to 1024.
  int threads = 0;
  /// What would make memory_bytes() larger is refused.
  size_t memory_limit_bytes = size_t{4} << 30;
};

/// One look of a depth sensor. Views: the arrays must live until Insert returns.
struct DepthScan {
  Vec3 origin_world;  ///< Where the sensor is, in metres. Range: -1e12 to 1e12.
  /// What it sees, in metres. Beyond max_range_m a point only clears. Range: -1e12 to 1e12.
  std::span<const Vec3> points_world;
  std::span<const Vec3> clear_world = {};  ///< Directions (of any length but 0) in which it sees nothing within range.
};

/// What is known now of a block in which something changed.
struct ExploredChange {
  VoxelCoord block;    ///< In block coordinates.
  BlockMask occupied;  ///< Set: occupied.
  BlockMask known;     ///< Set: occupied or free. Voxels outside the bounds are never known.
};

/// Occupied, free and unknown voxels inside bounds. At first all are unknown.
///
///   Result<ExploredMap> map = ExploredMap::Make({.voxel_m = 0.1}, bounds);
///   map->SetBox(around_the_drone, VoxelState::Free);
///   while (flying) {
///     if (Status status = map->Insert({sensor_position, points}); !status) ...
///     for (const ExploredChange& change : map->TakeChanges()) ...
///   }
///
/// Every call either does all it says or returns an error and changes nothing. The same calls give the same map on any
/// number of threads. Memory: nothing for a block never seen, 64 KiB for one known only through SetBox and
/// InsertOctomap, 320 KiB for one seen in a scan; and 64 KiB for each block touched since the last TakeChanges.
/// Movable, not copyable. One thread at a time; several may call const members at once.
class ExploredMap {
 public:
  /// Refuses bounds that are empty, longer than 2^19 voxels or beyond ±2^29, a frame that is no frame, and options
  /// outside the limits stated there.
  static Result<ExploredMap> Make(const GridFrame& frame, const VoxelBox& bounds,
                                  const ExploredMapOptions& options = {});

  const GridFrame& frame() const { return frame_; }
  const VoxelBox& bounds() const { return bounds_; }
  const ExploredMapOptions& options() const { return options_; }

  /// Learns from one scan. Each point's ray goes from the origin to the point, both rounded to 1/1024 voxel, and is cut
  /// to the bounds. Voxels that more than a point of a ray lies in are missed, the voxel that holds the point is hit
  /// (a point on a face belongs to the higher voxel): each voxel once a scan, however many rays meet it, and only hit
  /// when both apply. Points and origin may lie outside the bounds. A number that is not finite or beyond 1e12 m, or a
  /// direction of length 0, is an error that names its index.
  /// About 4 ns for each voxel a ray passes, shared by the threads: 640 × 480 rays of 5 to 10 m at voxels of 0.2 m take
  /// 50 to 80 ms of processor time, at 0.1 m 80 to 140 ms.
  Status Insert(const DepthScan& scan);

  /// Learns from an OctoMap update: the bytes of a binary map (.bt; of `OcTree::writeBinary`, header and all). Free and
  /// occupied leaves set their voxels outright, at min_log_odds and max_log_odds; what is unknown to the update or
  /// outside the bounds stays as it is. The update's coordinates are the world's, in metres. So its resolution must be
  /// the frame's voxel size (to one in a million), and the frame unturned with an origin at whole voxels from the
  /// world's: else an error.
  Status InsertOctomap(std::string_view bytes);

  /// Sets what is known otherwise: the place the drone starts in is free, a fence is occupied, a room that was changed
  /// is unknown again. Cut to the bounds; a box that is empty or wholly outside is an error.
  Status SetBox(const VoxelBox& box, VoxelState state);

  /// The blocks, ascending, in which some voxel's state is not what it was at the last call (at first: unknown).
  /// Voxels that changed and changed back are not a change.
  std::vector<ExploredChange> TakeChanges();

  /// Unknown outside the bounds. O(log blocks).
  VoxelState StateAt(VoxelCoord voxel) const;

  /// The states of one block. A set bit of `known` is free or occupied; `occupied` is a part of `known`.
  void ReadBlock(VoxelCoord block, BlockMask& occupied, BlockMask& known) const;

  /// Block coordinates, ascending, of all blocks that hold a known voxel.
  std::vector<VoxelCoord> ObservedBlocks() const;

  int64_t occupied_count() const { return occupied_count_; }
  int64_t free_count() const { return known_count_ - occupied_count_; }
  int64_t unknown_count() const { return bounds_.Volume() - known_count_; }
  size_t memory_bytes() const;  ///< Memory the map holds, what TakeChanges waits for included.

 private:
  struct States {
    BlockMask occupied = {}, known = {};
    friend bool operator==(const States&, const States&) = default;
  };
  /// In steps of 1/32; voxel z of row r is at r * 64 + z.
  using LogOdds = std::array<int8_t, size_t{kBlockRows} * kBlockSize>;
  struct Block {
    States states;
    std::unique_ptr<LogOdds> log_odds;  ///< None: occupied voxels are at the maximum, free ones at the minimum.
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
  std::map<VoxelCoord, Block> blocks_;                    ///< Those with a known voxel.
  std::map<VoxelCoord, std::unique_ptr<States>> before_;  ///< At the last TakeChanges, of blocks touched since.
  int64_t occupied_count_ = 0, known_count_ = 0;
};

}  // namespace navnet
