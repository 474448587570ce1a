#pragma once
// What a live world consists of, and the update under way.

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

/// A box of voxels that become blocked, or free.
struct VoxelFill {
  VoxelBox box;
  bool blocked = false;
};

/// What is known of blocks, by block: the newest only, since each says all there is to say.
using ExploredBlocks = std::map<VoxelCoord, ExploredChange>;

/// The ground of a state, or why there is none.
struct MadeGround {
  std::shared_ptr<const Ground> ground;
  std::shared_ptr<const Walker> walker;
  std::optional<Error> error;
};

/// Edits that wait for an update, or are part of the one under way.
struct PendingEdits {
  std::set<uint64_t> obstacles;  ///< Those added, moved, removed, opened or closed.
  std::vector<VoxelFill> fills;  ///< In order.
  ExploredBlocks explored;
  bool regions = false;

  bool IsEmpty() const { return obstacles.empty() && fills.empty() && explored.empty() && !regions; }
};

struct LiveWorld::Data {
  Data(World own_world, BakeOptions own_options, LiveGrids own_grids);

  // Never change.
  World world;  ///< As it was at first.
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
  uint64_t last_id = 0;
  PendingEdits pending;

  // The state as of the last update, and the one under way. Guarded by `update_mutex`.
  mutable std::mutex update_mutex;
  LiveGrids grids;
  std::deque<LiveLevel> levels;
  std::deque<LevelPublisher> publishers;
  std::map<uint64_t, TriangleMesh> placed;                 ///< Obstacles that block, where they stand.
  std::map<VoxelCoord, std::vector<VoxelBox>> unknown_in;  ///< Explored blocks: what of them is unknown.
  std::vector<CostRegion> published_regions;
  std::optional<GroundMaker> ground_maker;  ///< With options.walk.
  MadeGround ground;                        ///< With neither ground nor error when it was not asked for.
  std::optional<Error> broken;              ///< An update that could not be done: there will be no other.
  uint64_t version = 0;
  std::deque<WorldChange> history;  ///< The newest last.
  std::function<void(const LiveSnapshot&, const WorldChange&)> told;

  enum class Stage : uint8_t { Idle, Sample, Place, Levels, Publish, Ground, Finish };
  struct Sampled {
    uint64_t id;
    std::shared_ptr<const TriangleMesh> shape;  ///< Null: it blocks nothing now.
    Transform transform;
    TriangleMesh mesh_world;  ///< The shape where it stands.
    ObstacleMasks masks;
    std::optional<Error> error;
  };
  Stage stage = Stage::Idle;
  size_t next = 0;
  std::vector<Sampled> sampled;
  std::vector<VoxelFill> fills;
  ExploredBlocks explored;
  std::vector<CostRegion> wanted_regions;
  bool is_geometry_new = false, are_regions_new = false;
  std::future<MadeGround> ground_job;  ///< While an update goes on in slices.

  SnapshotSlot<const LiveSnapshot> latest;

  // The background thread. Guarded by `background_mutex`, which is taken before the others.
  std::mutex background_mutex;
  std::thread background;
  std::condition_variable wake;  ///< Of `edit_mutex`.
  bool stop = false;             ///< Guarded by `edit_mutex`.

  /// Takes the pending edits over. False when there are none. Requires: update_mutex held, no update under way.
  bool Begin();
  /// Goes on with the update under way. True when it is done, and there is a new snapshot.
  Result<bool> Step(const WorkSlice& slice);
  /// All of it, and of the edits that wait; and what that changed.
  Result<WorldChange> UpdateAll();
  std::optional<WorldChange> ChangesSince(uint64_t then) const;
  /// An edit of an obstacle, or of regions, waits for an update. Requires: edit_mutex held.
  void NoteEdit(uint64_t obstacle) {
    pending.obstacles.insert(obstacle);
    wake.notify_all();
  }
  void NoteRegions() {
    pending.regions = true;
    wake.notify_all();
  }

  World CurrentWorld() const;

 private:
  Result<bool> StepStages(const WorkSlice& slice);
  Error GiveUp(Error why);
  void Place();
  void Apply(const VoxelFill& fill);
  void Apply(const ExploredChange& change);
  bool StepGround(const WorkSlice& slice);
  MadeGround MakeGround();
  std::vector<CostRegion> AllRegions() const;
  WorldChange FindChange() const;
  void Publish();
};

}  // namespace navnet
