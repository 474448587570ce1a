// SPDX-License-Identifier: Apache-2.0
#pragma once
// A world that changes while agents move in it: obstacles are added, moved and removed, doors open and close, voxels
// are edited, and the net is updated within a frame.
//
//   Result<LiveWorld> live = LiveWorld::Make(*LoadWorld("city.glb"), {.sample = {.radii_m = {0.5}}});
//   Result<ObstacleId> car = live->Add({.shape = BoxShape{{2.2, 0.9, 0.7}}, .transform = {.position = {10, 4, 0.7}}});
//   live->Update();
//
//   // From any thread, at any time: an immutable snapshot of the world.
//   std::shared_ptr<const LiveSnapshot> now = live->Latest();
//   FlightPath path = now->navigator.Find({.start = a, .goal = b, .radius_m = 0.5});
//
//   live->Move(*car, {.position = {11, 4, 0.7}});
//   Result<WorldChange> change = live->Update();
//   if (!CheckPath(live->Latest()->navigator, path.points, 0.5, {.change = &*change}).IsValid()) …  // see repair.h
//
// Invariant: the net of a live world is byte for byte the net that a bake from scratch of the current world
// (CurrentWorld() and bake_options()) gives, for any sequence of edits and any grouping of them into updates.

#include <navnet/bake.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/core/transform.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/query.h>
#include <navnet/runtime/world_change.h>
#include <navnet/voxel/explored_map.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace navnet {

/// Identifies an obstacle of one live world. Zero is null; ids are never reused.
struct ObstacleId {
  uint64_t value = 0;  ///< 0: none.
  friend bool operator==(ObstacleId, ObstacleId) = default;
};

/// Identifies a cost region of one live world. Zero is null; ids are never reused.
struct RegionId {
  uint64_t value = 0;  ///< 0: none.
  friend bool operator==(RegionId, RegionId) = default;
};

/// Identifies a gate of one live world. Zero is null; ids are never reused.
struct GateId {
  uint64_t value = 0;  ///< 0: none.
  friend bool operator==(GateId, GateId) = default;
};

// Shapes, in metres, centred at their own origin. Round shapes are replaced by circumscribed polyhedra, at most
// kShapeError larger. As in every mesh, only surfaces block: the inside of a shape larger than a few voxels is free but
// not connected to the outside; Keep::Outside excludes it from the net.
/// A box along the shape's own axes.
struct BoxShape {
  Vec3 half_size_m;  ///< Range: 1e-9 to 1e12.
};
/// A sphere.
struct SphereShape {
  double radius_m = 0;  ///< Range: 1e-9 to 1e12.
};
/// All points within the radius of a segment along the shape's z axis.
struct CapsuleShape {
  double radius_m = 0;       ///< Range: 1e-9 to 1e12.
  double half_length_m = 0;  ///< Range: 0 to 1e12.
};

/// A shape in the world that blocks.
struct Obstacle {
  std::variant<BoxShape, SphereShape, CapsuleShape, TriangleMesh> shape;  ///< A mesh is used unchanged.
  Transform transform = {};                                               ///< From the shape's axes to the world's.
  /// A door can be opened and closed by SetDoor, and blocks only while it is closed.
  bool is_door = false;
};

/// How the unknown parts of a world under exploration are treated.
enum class Unknown : uint8_t {
  Blocked,  ///< As blocked: agents keep their radius from it.
  AtACost,  ///< As free, covered by cost regions with the factor `unknown_cost` in LiveSnapshot::regions.
};

/// Lower-case name with underscores: blocked, at_a_cost.
const char* ToString(Unknown unknown);

/// How unknown space is treated.
struct ExploreOptions {
  static constexpr Range kUnknownCost = {1, 1e6};  ///< Range of unknown_cost.

  Unknown unknown = Unknown::Blocked;  ///< How unknown voxels are treated.
  double unknown_cost = 3;  ///< Cost factor for Unknown::AtACost; larger means longer detours. Range: 1 to 1000000.
};

/// A complete, immutable state of a live world.
struct LiveSnapshot {
  uint64_t version = 0;  ///< Increases with every update.
  Navigator navigator;   ///< Answers queries on this state. FlightPath::volumes are valid for this state only.
  std::vector<CostRegion> regions;    ///< Cost regions, including those of unknown space; for FlightQuery::regions.
  std::vector<GateId> gate_ids = {};  ///< Of each of the navigator's gates.
};

/// A world, its edits and its net.
///
/// Edits validate their arguments immediately, change nothing when they fail, and take effect together at the next
/// update: many small edits in a frame make one update. The cost of an update is that of the changed blocks of 64³
/// voxels, plus a few nanoseconds for each block of the world.
///
/// Thread safety: all functions may be called from any thread. Latest() never waits for an edit or an update; all other
/// calls are serialised by locks.
class LiveWorld {
 public:
  /// Samples and bakes the world. Voxel size, bounds and frame are fixed from then on: choose bounds or a margin that
  /// include the space where obstacles will be added. Options are those of Bake, except that seeds are refused, because
  /// the free space connected to a seed may change; Keep::Outside and Keep::Largest are re-evaluated at each update.
  static Result<LiveWorld> Make(World world, const BakeOptions& options = {});

  /// Makes a voxel world that is entirely unknown, with voxels of edge `voxel_m` along the world's axes; Explore()
  /// fills it in. Of `options`, only radii, keep, min_cell, walk, gates and threads are used. Range: 1e-9 to 1e12 for
  /// `voxel_m`, -1e12 to 1e12 for the bounds.
  static Result<LiveWorld> MakeUnknown(const Box3& bounds_world, double voxel_m, UpAxis up,
                                       const ExploreOptions& explore = {}, const BakeOptions& options = {});

  LiveWorld(LiveWorld&&) noexcept;
  LiveWorld& operator=(LiveWorld&&) noexcept;
  ~LiveWorld();

  // Edits.

  /// Adds an obstacle. Refuses shapes of zero size, meshes and transforms that `Validate` refuses, and obstacles that
  /// lie entirely outside the bounds.
  Result<ObstacleId> Add(const Obstacle& obstacle);
  /// Replaces an obstacle's transform; refuses what Add refuses.
  Status Move(ObstacleId id, const Transform& transform);
  /// Removes an obstacle.
  Status Remove(ObstacleId id);
  /// Opens or closes an obstacle that is a door.
  Status SetDoor(ObstacleId id, bool open);

  /// Blocks or frees all voxels that intersect the interior of a box. Voxel worlds only: refused in mesh worlds. Voxels
  /// that an obstacle blocks stay blocked. Refuses boxes that are empty or outside the bounds. Range: -1e12 to 1e12.
  Status SetVoxels(const Box3& box_world, bool blocked);

  /// Applies the changes of a map since the last call, in a world made by MakeUnknown. Refuses a map whose frame or
  /// bounds differ from this world's; the map then keeps its changes.
  Status Explore(ExploredMap& map);
  /// The same for changes that were already taken from a map. Requires: that map has this world's frame() and bounds();
  /// this is not checked.
  Status Explore(std::span<const ExploredChange> changes);

  /// Adds a cost region. Regions become part of the snapshots and do not change the net. Refuses empty boxes. Range:
  /// -1e12 to 1e12 for the box, 1 to infinity for the factor.
  Result<RegionId> AddRegion(const CostRegion& region);
  /// Replaces a cost region; refuses what AddRegion refuses.
  Status SetRegion(RegionId id, const CostRegion& region);
  /// Removes a cost region.
  Status RemoveRegion(RegionId id);

  /// Adds a gate behind those there are, first of all those of BakeOptions::gates; their ids are in
  /// LiveSnapshot::gate_ids. Its ends need not be free: it serves agents whenever they are. Refuses what
  /// Validate(gates) refuses, and more gates than kMostGates.
  Result<GateId> AddGate(const Gate& gate);
  /// Replaces a gate; refuses what AddGate refuses.
  Status SetGate(GateId id, const Gate& gate);
  /// Opens or closes a gate.
  Status SetGateOpen(GateId id, bool open);
  /// Removes a gate. Those added later get smaller indices.
  Status RemoveGate(GateId id);

  // Updates.

  /// Finishes an update in progress, then applies all edits so far and publishes a new snapshot. Returns everything
  /// that this call changed; for updates made by Step or the background thread, see ChangesSince. Without edits,
  /// nothing changes and the version stays the same.
  Result<WorldChange> Update();

  /// Works on an update in this thread for about `max_us` microseconds (0 to infinity); begins one if there are edits
  /// and none is in progress. Returns true when nothing is left to do. Edits made during an update belong to the next
  /// one. The unit of work is one block, about 0.5 ms; walkable ground is made in another thread.
  Result<bool> Step(double max_us);

  /// Starts a background thread that applies edits as they arrive, until StopBackground(); returns immediately. The
  /// thread first finishes an update that Step began. It ends when an update fails; Update() then returns the error.
  void StartBackground();
  /// Stops the background thread, after its update in progress, if any, is finished.
  void StopBackground();

  /// Sets the function that is called after each update, in the thread that made it, with the new snapshot and what
  /// changed. It must not throw, and must not call any function of this world except Latest(). An empty function
  /// disables the call.
  void OnUpdate(std::function<void(const LiveSnapshot& now, const WorldChange& change)> function);

  // Snapshots.

  /// The newest snapshot. Never waits, never null.
  std::shared_ptr<const LiveSnapshot> Latest() const;

  /// The combined changes from an older version to the newest; nothing if `version` is more than 256 updates old or
  /// never existed.
  std::optional<WorldChange> ChangesSince(uint64_t version) const;

  /// Maps voxels to the world. Never changes.
  const GridFrame& frame() const;
  /// The voxels that the world covers. Never changes.
  const VoxelBox& bounds() const;

  /// The net of the newest state, byte for byte that of Bake(CurrentWorld(), bake_options()). Fails where Bake would,
  /// such as when no walkable ground is left. Time linear in the size of the world.
  Result<Net> MakeNet() const;
  /// Writes the net of MakeNet() to a file.
  Status Save(const std::filesystem::path& file) const;

  /// The world of the newest state, or of the one that Step is working on: its triangles and those of all obstacles
  /// that block, or its voxels.
  World CurrentWorld() const;
  /// Makes rooms among the triangles of CurrentWorld(). The first call indexes the world; later ones only the obstacles
  /// that changed, and share the rest: some microseconds each. Fails for voxel worlds, whose rooms are BoxRoomsOf.
  Result<RoomMaker> MakeRoomMaker() const;
  /// Options that fix voxel size, frame and bounds to those of this world, with the gates of the newest state.
  BakeOptions bake_options() const;

 private:
  struct Data;
  explicit LiveWorld(std::unique_ptr<Data> data);
  static Result<LiveWorld> MakeChecked(World world, const BakeOptions& options);
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
