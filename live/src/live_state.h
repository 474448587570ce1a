// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data of a live world and of its update in progress.

#include <navnet/internal/bake/ground/ground_maker.h>
#include <navnet/live/live_world.h>

#include "level_publisher.h"
#include "live_grids.h"
#include "live_level.h"
#include "snapshot_slot.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace navnet {

/// A box of voxels to be blocked or freed.
struct VoxelFill {
  VoxelBox box;
  bool blocked = false;
};

/// The newest change of each explored block. Older ones are not needed, as a change holds the block's whole state.
using ExploredBlocks = std::map<VoxelCoord, ExploredChange>;

/// The ground of a state, or the reason why there is none.
struct MadeGround {
  std::shared_ptr<const Ground> ground;
  std::shared_ptr<const Walker> walker;
  std::optional<Error> error;
};

/// Edits that wait for the next update.
struct PendingEdits {
  std::set<uint64_t> obstacles;  ///< Ids of those added, moved, removed, opened or closed.
  std::vector<VoxelFill> fills;  ///< In the order of the calls.
  ExploredBlocks explored;
  bool regions = false, gates = false;

  bool IsEmpty() const { return obstacles.empty() && fills.empty() && explored.empty() && !regions && !gates; }
};

struct LiveWorld::Data {
  Data(World own_world, BakeOptions own_options, LiveGrids own_grids);

  // Constant after construction.
  World world;  ///< The original world, without edits.
  BakeOptions options;
  std::optional<ExploreOptions> explore;
  NetInfo info;

  // Edits. Guarded by `edit_mutex`.
  struct WantedObstacle {
    std::shared_ptr<const TriangleMesh> shape;
    Transform transform;
    bool is_door = false, is_open = false;
  };
  mutable std::mutex edit_mutex;
  std::map<uint64_t, WantedObstacle> obstacles;
  std::map<uint64_t, CostRegion> regions;
  std::map<uint64_t, Gate> gates;
  uint64_t last_id = 0;
  PendingEdits pending;

  // The state of the last update, and the update in progress. Guarded by `update_mutex`.
  mutable std::mutex update_mutex;
  LiveGrids grids;
  std::deque<LiveLevel> levels;
  std::deque<LevelPublisher> publishers;
  std::map<uint64_t, TriangleMesh> placed;     ///< Obstacles that block, in world coordinates.
  std::optional<RoomMaker> world_rooms;        ///< Of the original world, once asked for.
  std::map<uint64_t, RoomMaker> placed_rooms;  ///< Of `placed`, those that were asked for since they changed.
  std::map<VoxelCoord, std::vector<VoxelBox>> unknown_in;  ///< By explored block: boxes of its unknown voxels.
  std::vector<CostRegion> published_regions;
  std::map<uint64_t, Gate> published_gates;
  std::optional<GroundMaker> ground_maker;  ///< Set if options.walk is.
  MadeGround ground;                        ///< Has neither ground nor error when options.walk is not set.
  std::optional<Error> broken;  ///< The error of a failed update, after which no further update is possible.
  uint64_t version = 0;
  std::deque<WorldChange> history;  ///< Changes of past updates, newest last.
  std::function<void(const LiveSnapshot&, const WorldChange&)> on_update;

  enum class Stage : uint8_t { Idle, Sample, Place, Levels, Publish, Ground, Finish };
  struct Sampled {
    uint64_t id;
    std::shared_ptr<const TriangleMesh> shape;  ///< Null: blocks nothing (removed, or an open door).
    Transform transform;
    TriangleMesh mesh_world;  ///< The shape in world coordinates.
    ObstacleMasks masks;
    std::optional<Error> error;
  };
  Stage stage = Stage::Idle;
  size_t next = 0;
  std::vector<Sampled> sampled;
  std::vector<VoxelFill> fills;
  ExploredBlocks explored;
  std::vector<CostRegion> wanted_regions;
  std::map<uint64_t, Gate> wanted_gates;
  std::vector<Gate> closed_gates, opened_gates;  ///< The difference to the gates before; see WorldChange.
  bool is_geometry_new = false, are_regions_new = false, are_gates_new = false;
  std::future<MadeGround> ground_job;  ///< Makes the ground while an update runs in slices.

  SnapshotSlot<const LiveSnapshot> latest;

  // The background thread. Guarded by `background_mutex`, which is locked before the others.
  std::mutex background_mutex;
  std::thread background;
  std::condition_variable wake;  ///< Used with `edit_mutex`.
  bool stop = false;             ///< Guarded by `edit_mutex`.

  /// Begins an update with the pending edits. Returns false when there are none. Requires: update_mutex is locked, no
  /// update is in progress.
  bool Begin();
  /// Continues the update in progress. Returns true when it is complete and the new snapshot is published.
  Result<bool> Step(const WorkSlice& slice);
  /// Completes the update in progress, then one with the pending edits. Returns what both changed.
  Result<WorldChange> UpdateAll();
  std::optional<WorldChange> ChangesSince(uint64_t then) const;
  /// Records that an obstacle (or the regions or gates, below) was edited, and wakes the background thread. Requires:
  /// edit_mutex is locked.
  void NoteEdit(uint64_t obstacle) {
    pending.obstacles.insert(obstacle);
    wake.notify_all();
  }
  void NoteRegions() {
    pending.regions = true;
    wake.notify_all();
  }
  void NoteGates() {
    pending.gates = true;
    wake.notify_all();
  }

  World CurrentWorld() const;
  /// See LiveWorld::MakeRoomMaker. Requires: update_mutex is locked.
  Result<RoomMaker> MakeRoomMaker();
  /// The gates of the newest state, or of the one in progress. Requires: update_mutex is locked.
  std::vector<Gate> CurrentGates() const;

 private:
  Result<bool> StepStages(const WorkSlice& slice);
  Error GiveUp(Error why);
  void Place();
  void PlaceGates();
  void Apply(const VoxelFill& fill);
  void Apply(const ExploredChange& change);
  bool StepGround(const WorkSlice& slice);
  MadeGround MakeGround();
  std::vector<CostRegion> AllRegions() const;
  WorldChange FindChange() const;
  void Publish();
};

}  // namespace navnet
