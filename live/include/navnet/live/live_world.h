#pragma once
// A world that changes while agents move in it: obstacles come, go and move, doors open and close, voxels are edited,
// and the net follows within a frame.
//
//   Result<LiveWorld> live = LiveWorld::Make(*LoadWorld("city.glb"), {.sample = {.radii_m = {0.5}}});
//   Result<ObstacleId> car = live->Add({.shape = BoxShape{{2.2, 0.9, 0.7}}, .transform = {.position = {10, 4, 0.7}}});
//   live->Update();
//
//   // Any thread, any time: a state of the world that stays as it is.
//   std::shared_ptr<const LiveSnapshot> now = live->Latest();
//   FlightPath path = now->navigator.Find({.start = a, .goal = b, .radius_m = 0.5});
//
//   live->Move(*car, {.position = {11, 4, 0.7}});
//   Result<WorldChange> change = live->Update();
//   if (!CheckPath(live->Latest()->navigator, path.points, 0.5, {.change = &*change}).IsValid()) …  // see repair.h
//
// Invariant: the net of a live world is, byte for byte, the net of a bake from scratch of the world as it is now
// (CurrentWorld() and bake_options()), for any sequence of edits, however they were put together into updates.

#include <navnet/bake.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/core/transform.h>
#include <navnet/runtime/costs.h>
#include <navnet/runtime/navigator.h>
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

/// Names an obstacle of one live world. Zero names none; a number is never used twice.
struct ObstacleId {
  uint64_t value = 0;
  friend bool operator==(ObstacleId, ObstacleId) = default;
};

/// Names a cost region of one live world; as ObstacleId.
struct RegionId {
  uint64_t value = 0;
  friend bool operator==(RegionId, RegionId) = default;
};

// Shapes, in metres, centred at their own origin. Round ones count as polyhedra around them, at most kShapeError
// larger. Surfaces block, as they do in every mesh: the inside of a shape that is larger than a few voxels is free, but
// cut off; Keep::Outside leaves it out.
struct BoxShape {
  Vec3 half_size_m;  ///< Range: 1e-9 to 1e12.
};
struct SphereShape {
  double radius_m = 0;  ///< Range: 1e-9 to 1e12.
};
/// All points within the radius of a segment along the shape's z axis.
struct CapsuleShape {
  double radius_m = 0;       ///< Range: 1e-9 to 1e12.
  double half_length_m = 0;  ///< Range: 0 to 1e12.
};

struct Obstacle {
  std::variant<BoxShape, SphereShape, CapsuleShape, TriangleMesh> shape;
  Transform transform = {};
  /// A door: SetDoor opens it, and it blocks only while it is closed. Others cannot be opened.
  bool is_door = false;
};

/// How the unknown parts of a world that is explored count.
enum class Unknown : uint8_t {
  Blocked,  ///< As blocked, and agents keep their radius from it.
  AtACost,  ///< As free; LiveSnapshot::regions holds it as boxes that cost `unknown_cost` times their length.
};

struct ExploreOptions {
  static constexpr Range kUnknownCost = {1, 1e6};

  Unknown unknown = Unknown::Blocked;
  double unknown_cost = 3;  ///< With Unknown::AtACost. Range: 1 to 1000000.
};

/// A state of a live world: immutable, shared, complete.
struct LiveSnapshot {
  uint64_t version = 0;  ///< Grows with every update.
  Navigator navigator;   ///< Answers for this state; FlightPath::volumes means its cells and no other state's.
  std::vector<CostRegion> regions;  ///< The world's cost regions, and what is unknown: for FlightQuery::regions.
};

/// Keeps a world, its edits and its net.
///
/// Edits check their arguments at once, change nothing when they fail, and take effect together with the next update:
/// many small edits in a frame are one update. An update costs what the changed blocks of 64³ voxels cost, and a few
/// nanoseconds for each block of the world.
///
/// Threads: Latest() may be called from any thread at any time, and never waits for an edit or an update. All other
/// calls may come from any thread too, one after the other: they wait for each other.
class LiveWorld {
 public:
  /// Samples and bakes the world. Voxel size, bounds and frame stay as they are from here on: give bounds or a margin
  /// where obstacles shall come. Options as for Bake, but without seeds: which free space is connected to a seed may
  /// change; Keep::Outside and Keep::Largest follow.
  static Result<LiveWorld> Make(World world, const BakeOptions& options = {});

  /// A world of which nothing is known yet, of voxels of `voxel_m` metres along the world's axes: feed it with
  /// Explore(). Of `options`, radii, keep, min_cell, walk and threads count. Range: 1e-9 to 1e12 for `voxel_m`, -1e12
  /// to 1e12 for the bounds.
  static Result<LiveWorld> MakeUnknown(const Box3& bounds_world, double voxel_m, UpAxis up,
                                       const ExploreOptions& explore = {}, const BakeOptions& options = {});

  LiveWorld(LiveWorld&&) noexcept;
  LiveWorld& operator=(LiveWorld&&) noexcept;
  ~LiveWorld();

  // Edits.

  /// Refuses shapes without size, meshes that `Validate` refuses, transforms that make no sense and obstacles that lie
  /// wholly outside the bounds.
  Result<ObstacleId> Add(const Obstacle& obstacle);
  /// Puts an obstacle elsewhere; refuses what Add refuses.
  Status Move(ObstacleId id, const Transform& transform);
  Status Remove(ObstacleId id);
  Status SetDoor(ObstacleId id, bool open);

  /// Blocks or frees all voxels that touch the inside of a box, in a world of voxels. What obstacles block stays
  /// blocked. Refuses boxes that are empty or outside the bounds, and worlds of triangles. Range: -1e12 to 1e12.
  Status SetVoxels(const Box3& box_world, bool blocked);

  /// Takes over what a map learned since the last time, in a world made by MakeUnknown. Refuses a map of another frame
  /// or other bounds than this world's; what it learned then stays with it.
  Status Explore(ExploredMap& map);
  /// The same of changes that were taken from a map already. They do not say of which frame they are: the map must have
  /// the world's frame() and bounds().
  Status Explore(std::span<const ExploredChange> changes);

  /// Cost regions travel with snapshots; they change no net. Refuses boxes that are empty. Range: -1e12 to 1e12 for the
  /// box, 1 to infinity for the factor.
  Result<RegionId> AddRegion(const CostRegion& region);
  Status SetRegion(RegionId id, const CostRegion& region);
  Status RemoveRegion(RegionId id);

  // Updates.

  /// Makes a new snapshot of all edits so far; finishes an update that is under way first. Returns what this call
  /// changed, all of it: updates of the background thread or of Step are told by ChangesSince. Without edits nothing
  /// changes, and the version stays.
  Result<WorldChange> Update();

  /// Does as much of an update as fits into `max_us` microseconds (0 to infinity), in this thread; begins one if there
  /// are edits and none is under way. True when nothing is left to do. Edits made meanwhile belong to the next update.
  /// Pieces of work are a block each, some 0.5 ms; walkable ground is made in another thread meanwhile.
  Result<bool> Step(double max_us);

  /// Begins to update in a thread of its own, and returns at once; edits made from now on are picked up as they come,
  /// until StopBackground(). An update that Step began is finished first. When an update fails, the
  /// thread ends; Update() tells why.
  void StartBackground();
  /// Waits for the update under way, if there is one.
  void StopBackground();

  /// Called after each update, from the thread that made it, with the new snapshot and what it changed. The function
  /// must not throw, nor call this world, but for Latest(). Empty: none.
  void OnUpdate(std::function<void(const LiveSnapshot& now, const WorldChange& change)> told);

  // States.

  /// The newest complete state. Never waits, never null.
  std::shared_ptr<const LiveSnapshot> Latest() const;

  /// All that changed from an older version to the newest, put together; nothing if that was too many updates ago (256)
  /// or is a version that never was.
  std::optional<WorldChange> ChangesSince(uint64_t version) const;

  const GridFrame& frame() const;
  const VoxelBox& bounds() const;

  /// The net of the newest state, the same bytes as Bake(CurrentWorld(), bake_options()). Fails as that would, such as
  /// when nothing is left to walk on. Linear in the world.
  Result<Net> MakeNet() const;
  /// Writes that net.
  Status Save(const std::filesystem::path& file) const;

  /// The world of the newest state, or of the one that Step is making: its own triangles and those of all obstacles
  /// that block, or its voxels.
  World CurrentWorld() const;
  /// Options that fix voxel size, frame and bounds to those of this world.
  BakeOptions bake_options() const;

 private:
  struct Data;
  explicit LiveWorld(std::unique_ptr<Data> data);
  static Result<LiveWorld> MakeChecked(World world, const BakeOptions& options);
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
