// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>

#include <navnet/core/range.h>
#include <navnet/internal/bake/cells/level.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>
#include <navnet/internal/voxel/sample/alignment.h>
#include <navnet/internal/voxel/sample/grid_bounds.h>
#include <navnet/net/net_file.h>
#include <navnet/voxel/shapes.h>

#include "level_assembly.h"
#include "live_state.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>

namespace navnet {
namespace {

Error Invalid(std::string why) { return {ErrorCode::InvalidArgument, std::move(why)}; }

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

Result<TriangleMesh> MeshOf(const Obstacle& obstacle) {
  return std::visit(
      Overloaded{[](const BoxShape& box) { return BoxMesh(box.half_size_m); },
                 [](const SphereShape& sphere) { return SphereMesh(sphere.radius_m); },
                 [](const CapsuleShape& capsule) { return CapsuleMesh(capsule.radius_m, capsule.half_length_m); },
                 [](const TriangleMesh& mesh) -> Result<TriangleMesh> {
                   if (Status s = Validate(MeshView(mesh)); !s) return s.error();
                   return mesh;
                 }},
      obstacle.shape);
}

Status CheckRegion(const CostRegion& region) {
  const RangeCheck check = RangeCheck("cost region: ")
                               .Number("factor", region.factor, ranges::kCostFactor)
                               .Point("box_world.min", region.box_world.min)
                               .Point("box_world.max", region.box_world.max);
  if (check.ok() && region.box_world.IsEmpty()) {
    return Invalid("cost region: box_world is empty; give the low corner first");
  }
  return check.status();
}

Error NoSuch(const char* what, uint64_t id) {
  return Invalid(std::string("there is no ") + what + " " + std::to_string(id) + ": it was removed, or never added");
}

// Runs a function and turns std::bad_alloc into an error.
template <class Run>
auto Guarded(const Run& run) -> decltype(run()) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "out of memory; use larger voxels or smaller bounds"};
  }
}

bool IsOutside(MeshView mesh_world, const GridFrame& frame, const VoxelBox& bounds) {
  Box3 box;
  for (const Triangle& t : mesh_world.triangles) {
    for (const uint32_t v : t) box.Extend(frame.ToVoxelSpace(mesh_world.vertices[v]));
  }
  return !ReachesInto(box, bounds);
}

// Validates an obstacle's shape and transform, and that the obstacle intersects the bounds.
Status CheckPlace(const TriangleMesh& shape, const Transform& transform, const GridFrame& frame,
                  const VoxelBox& bounds) {
  if (Status s = Validate(transform); !s) return s.error();
  const TriangleMesh mesh = Transformed(shape, transform);
  if (Status s = Validate(MeshView(mesh)); !s) return s.error();
  const Box3 box = BoundsOf(mesh), world = frame.WorldBox(bounds);
  for (int a = 0; a < 3; ++a) {
    if (std::max(std::abs(box.min[a]), std::abs(box.max[a])) <= kFarthestVoxel * frame.voxel_m) continue;
    return Invalid("the obstacle, from " + Text(box.min) + " to " + Text(box.max) +
                   ", reaches more than 1e13 voxels from the origin, too far for exact results; cut it off");
  }
  if (!IsOutside(mesh, frame, bounds)) return Ok();
  return Invalid("the obstacle, from " + Text(box.min) + " to " + Text(box.max) +
                 ", lies outside the world's bounds, which are " + Text(world.min) + " to " + Text(world.max) +
                 "; remove it instead, or make the live world with larger bounds");
}

}  // namespace

const char* ToString(Unknown unknown) {
  switch (unknown) {
    case Unknown::Blocked: return "blocked";
    case Unknown::AtACost: return "at_a_cost";
  }
  return "unknown";
}

LiveWorld::Data::Data(World own_world, BakeOptions own_options, LiveGrids own_grids)
    : world(std::move(own_world)), options(std::move(own_options)), grids(std::move(own_grids)) {
  info.frame = grids.frame();
  info.bounds = grids.bounds();
  info.up = world.up;
  info.keep = options.keep;
  info.min_cell = uint32_t(MinCellOf(world, options));
  if (options.walk) ground_maker.emplace(info, options);
  for (const Gate& gate : options.gates) gates.emplace(++last_id, gate);
  published_gates = gates;
  for (const double radius_m : grids.radii_m()) {
    levels.emplace_back(radius_m, grids.bounds(), int(info.min_cell));
    publishers.emplace_back(levels.back(), info.keep);
  }
}

LiveWorld::LiveWorld(std::unique_ptr<Data> data) : data_(std::move(data)) {}
LiveWorld::LiveWorld(LiveWorld&&) noexcept = default;
LiveWorld& LiveWorld::operator=(LiveWorld&& other) noexcept {
  if (data_) StopBackground();
  data_ = std::move(other.data_);
  return *this;
}
LiveWorld::~LiveWorld() {
  if (data_) StopBackground();
}

Result<LiveWorld> LiveWorld::Make(World world, const BakeOptions& options) {
  if (Status s = Validate(options); !s) return s.error();
  if (!options.sample.seeds_world.empty()) {
    return Invalid(
        "a live world cannot keep the free space around seeds, since that may change; keep the outside or "
        "the largest component instead");
  }
  return Guarded([&]() -> Result<LiveWorld> { return MakeChecked(std::move(world), options); });
}

Result<LiveWorld> LiveWorld::MakeChecked(World world, const BakeOptions& options) {
  BakeOptions fixed = options;
  if (options.align == Align::Auto && world.mesh()) {
    // A bake determines the rotation of the grid.
    const Result<Baked> baked = Bake(world, options);
    if (!baked) return baked.error();
    const NetInfo& info = baked->net.info();
    fixed.sample.voxel_m = info.frame.voxel_m;
    fixed.sample.placement = {info.frame.origin_world, info.frame.turn};
    fixed.align = Align::World;
  }
  Result<LiveGrids> grids = LiveGrids::Make(world, fixed.sample);
  if (!grids) return grids.error();
  fixed.sample.voxel_m = grids->frame().voxel_m;
  fixed.sample.radii_m = grids->radii_m();
  fixed.sample.margin_m.reset();
  if (world.mesh()) fixed.sample.placement = {grids->frame().origin_world, grids->frame().turn};
  fixed.sample.bounds_world.reset();
  fixed.sample.bounds_voxels = grids->bounds();
  fixed.sample.progress = nullptr;
  auto data = std::make_unique<Data>(std::move(world), std::move(fixed), std::move(*grids));
  data->is_geometry_new = true;
  data->stage = Data::Stage::Place;
  if (const Result<bool> done = data->Step({options.sample.threads, std::nullopt}); !done) return done.error();
  data->history.clear();
  // Missing ground is not an error, as later edits may add it; invalid options are.
  if (data->ground.error && data->ground.error->code == ErrorCode::InvalidArgument) return *data->ground.error;
  return LiveWorld(std::move(data));
}

Result<LiveWorld> LiveWorld::MakeUnknown(const Box3& bounds_world, double voxel_m, UpAxis up,
                                         const ExploreOptions& explore, const BakeOptions& options) {
  const RangeCheck check = RangeCheck()
                               .Number("unknown_cost", explore.unknown_cost, ExploreOptions::kUnknownCost)
                               .Number("voxel_m", voxel_m, SampleOptions::kVoxel_m)
                               .Box("bounds_world", bounds_world);
  if (!check.ok()) return check.status().error();
  if (Status s = Validate(options); !s) return s.error();
  GridFrame frame;
  frame.voxel_m = voxel_m;
  VoxelBox bounds;
  int64_t count = 1;
  for (int a = 0; a < 3; ++a) {
    const double lo = std::floor(bounds_world.min[a] / voxel_m), hi = std::ceil(bounds_world.max[a] / voxel_m);
    if (!(std::abs(lo) < 1 << 29 && hi - lo <= 1 << 19)) return Invalid("the bounds are too large for such voxels");
    bounds.lo[a] = int32_t(lo);
    bounds.hi[a] = std::max(int32_t(hi), bounds.lo[a] + 1);
    count *= bounds.Size(a) / kBlockSize + 2;
  }
  if (count > int64_t{1} << 22) return Invalid("the bounds are too large for such voxels; use larger ones");
  return Guarded([&]() -> Result<LiveWorld> {
    std::vector<VoxelCoord> blocks;
    if (explore.unknown == Unknown::Blocked) {
      EachBlockIn(bounds, [&](VoxelCoord at) { blocks.push_back(at); });
    }
    const auto all = [](VoxelCoord, BlockMask& mask) {
      mask.fill(~uint64_t{0});
      return true;
    };
    World world{"unknown world", up, MakeGrid(frame, bounds, 0, blocks, all, options.sample.threads)};
    BakeOptions whole = options;
    whole.sample.voxel_m.reset();
    whole.sample.bounds_world.reset();
    whole.sample.bounds_voxels.reset();
    whole.sample.margin_m.reset();
    Result<LiveWorld> live = Make(std::move(world), whole);
    if (!live) return live;
    live->data_->explore = explore;
    live->data_->pending.regions = true;
    if (const Result<WorldChange> change = live->Update(); !change) return change.error();
    return live;
  });
}

Result<ObstacleId> LiveWorld::Add(const Obstacle& obstacle) {
  return Guarded([&]() -> Result<ObstacleId> {
    Result<TriangleMesh> mesh = MeshOf(obstacle);
    if (!mesh) return mesh.error();
    if (Status s = CheckPlace(*mesh, obstacle.transform, frame(), bounds()); !s) return s.error();
    auto shape = std::make_shared<const TriangleMesh>(std::move(*mesh));
    const std::lock_guard lock(data_->edit_mutex);
    const ObstacleId id{data_->last_id + 1};
    const auto added = data_->obstacles.emplace(
        id.value, Data::WantedObstacle{std::move(shape), obstacle.transform, obstacle.is_door, false});
    try {
      data_->NoteEdit(id.value);
    } catch (const std::bad_alloc&) {
      data_->obstacles.erase(added.first);
      throw;
    }
    ++data_->last_id;
    return id;
  });
}

Status LiveWorld::Move(ObstacleId id, const Transform& transform) {
  return Guarded([&]() -> Status {
    const std::lock_guard lock(data_->edit_mutex);
    const auto found = data_->obstacles.find(id.value);
    if (found == data_->obstacles.end()) return NoSuch("obstacle", id.value);
    if (Status s = CheckPlace(*found->second.shape, transform, frame(), bounds()); !s) return s.error();
    if (found->second.transform == transform) return Ok();
    data_->NoteEdit(id.value);
    found->second.transform = transform;
    return Ok();
  });
}

Status LiveWorld::Remove(ObstacleId id) {
  return Guarded([&]() -> Status {
    const std::lock_guard lock(data_->edit_mutex);
    const auto found = data_->obstacles.find(id.value);
    if (found == data_->obstacles.end()) return NoSuch("obstacle", id.value);
    data_->NoteEdit(id.value);
    data_->obstacles.erase(found);
    return Ok();
  });
}

Status LiveWorld::SetDoor(ObstacleId id, bool open) {
  return Guarded([&]() -> Status {
    const std::lock_guard lock(data_->edit_mutex);
    const auto found = data_->obstacles.find(id.value);
    if (found == data_->obstacles.end()) return NoSuch("door", id.value);
    if (!found->second.is_door) return Invalid("obstacle " + std::to_string(id.value) + " is no door; add it as one");
    if (found->second.is_open == open) return Ok();
    data_->NoteEdit(id.value);
    found->second.is_open = open;
    return Ok();
  });
}

Status LiveWorld::SetVoxels(const Box3& box_world, bool blocked) {
  if (!data_->grids.is_voxel_world()) {
    return Invalid("this world is made of triangles, so its voxels cannot be edited; add and remove obstacles instead");
  }
  if (data_->explore) return Invalid("this world is explored: tell the map what is known, and pass its changes on");
  const RangeCheck check = RangeCheck("voxels: ").Box("box_world", box_world);
  if (!check.ok()) return check.status();
  Box3 box;
  for (int i = 0; i < 8; ++i) {
    box.Extend(
        frame().ToVoxelSpace({i & 1 ? box_world.max.x : box_world.min.x, i & 2 ? box_world.max.y : box_world.min.y,
                              i & 4 ? box_world.max.z : box_world.min.z}));
  }
  VoxelBox voxels;
  for (int a = 0; a < 3; ++a) {
    voxels.lo[a] = int32_t(std::clamp(std::floor(box.min[a]), double(bounds().lo[a]), double(bounds().hi[a])));
    voxels.hi[a] = int32_t(std::clamp(std::ceil(box.max[a]), double(bounds().lo[a]), double(bounds().hi[a])));
  }
  if (voxels.IsEmpty()) {
    return Invalid("voxels: the box from " + Text(box_world.min) + " to " + Text(box_world.max) +
                   " lies outside the world's bounds");
  }
  return Guarded([&]() -> Status {
    const std::lock_guard lock(data_->edit_mutex);
    data_->pending.fills.push_back({voxels, blocked});
    data_->wake.notify_all();
    return Ok();
  });
}

Status LiveWorld::Explore(ExploredMap& map) {
  if (Status known = Explore(std::span<const ExploredChange>()); !known) return known;
  if (!(map.frame() == frame() && map.bounds() == bounds())) {
    return Invalid("map: has another frame or other bounds than the world; make it with the world's frame and bounds");
  }
  return Explore(map.TakeChanges());
}

Status LiveWorld::Explore(std::span<const ExploredChange> changes) {
  if (!data_->explore) return Invalid("this world is known already; only one that was made as unknown can be explored");
  const VoxelCoord lo = BlockOf(bounds().lo), hi = BlockOf(bounds().hi - VoxelCoord{1, 1, 1});
  for (const ExploredChange& change : changes) {
    for (int a = 0; a < 3; ++a) {
      if (change.block[a] >= lo[a] && change.block[a] <= hi[a]) continue;
      return Invalid("explored: a block outside the world's bounds; make the map with the world's frame and bounds");
    }
  }
  if (changes.empty()) return Ok();
  return Guarded([&]() -> Status {
    ExploredBlocks newest;
    for (const ExploredChange& change : changes) newest.insert_or_assign(change.block, change);
    const std::lock_guard lock(data_->edit_mutex);
    newest.merge(data_->pending.explored);
    data_->pending.explored = std::move(newest);
    data_->wake.notify_all();
    return Ok();
  });
}

Result<RegionId> LiveWorld::AddRegion(const CostRegion& region) {
  if (Status s = CheckRegion(region); !s) return s.error();
  return Guarded([&]() -> Result<RegionId> {
    const std::lock_guard lock(data_->edit_mutex);
    const RegionId id{data_->last_id + 1};
    data_->regions.emplace(id.value, region);
    ++data_->last_id;
    data_->NoteRegions();
    return id;
  });
}

Status LiveWorld::SetRegion(RegionId id, const CostRegion& region) {
  if (Status s = CheckRegion(region); !s) return s.error();
  const std::lock_guard lock(data_->edit_mutex);
  const auto found = data_->regions.find(id.value);
  if (found == data_->regions.end()) return NoSuch("cost region", id.value);
  found->second = region;
  data_->NoteRegions();
  return Ok();
}

Status LiveWorld::RemoveRegion(RegionId id) {
  const std::lock_guard lock(data_->edit_mutex);
  if (data_->regions.erase(id.value) == 0) return NoSuch("cost region", id.value);
  data_->NoteRegions();
  return Ok();
}

Result<GateId> LiveWorld::AddGate(const Gate& gate) {
  if (Status s = Validate(std::span(&gate, 1)); !s) return s.error();
  return Guarded([&]() -> Result<GateId> {
    const std::lock_guard lock(data_->edit_mutex);
    if (data_->gates.size() >= kMostGates) {
      return Invalid("there are " + std::to_string(kMostGates) + " gates, the most there may be; remove one first");
    }
    const GateId id{data_->last_id + 1};
    data_->gates.emplace(id.value, gate);
    ++data_->last_id;
    data_->NoteGates();
    return id;
  });
}

Status LiveWorld::SetGate(GateId id, const Gate& gate) {
  if (Status s = Validate(std::span(&gate, 1)); !s) return s.error();
  const std::lock_guard lock(data_->edit_mutex);
  const auto found = data_->gates.find(id.value);
  if (found == data_->gates.end()) return NoSuch("gate", id.value);
  if (found->second == gate) return Ok();
  found->second = gate;
  data_->NoteGates();
  return Ok();
}

Status LiveWorld::SetGateOpen(GateId id, bool open) {
  const std::lock_guard lock(data_->edit_mutex);
  const auto found = data_->gates.find(id.value);
  if (found == data_->gates.end()) return NoSuch("gate", id.value);
  if ((found->second.is_closed == 0) == open) return Ok();
  found->second.is_closed = open ? 0 : 1;
  data_->NoteGates();
  return Ok();
}

Status LiveWorld::RemoveGate(GateId id) {
  const std::lock_guard lock(data_->edit_mutex);
  if (data_->gates.erase(id.value) == 0) return NoSuch("gate", id.value);
  data_->NoteGates();
  return Ok();
}

Result<WorldChange> LiveWorld::Update() {
  return Guarded([&]() -> Result<WorldChange> {
    const std::lock_guard lock(data_->update_mutex);
    return data_->UpdateAll();
  });
}

Result<bool> LiveWorld::Step(double max_us) {
  if (Status s = CheckRange("max_us", max_us, {0, ranges::kInfinity}); !s) return s.error();
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::micro> time(std::min(max_us, 1e12));
  const WorkSlice slice{1, now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time)};
  return Guarded([&]() -> Result<bool> {
    const std::lock_guard lock(data_->update_mutex);
    if (data_->stage == Data::Stage::Idle && !data_->Begin()) return true;
    return data_->Step(slice);
  });
}

void LiveWorld::StartBackground() {
  Data& data = *data_;
  const std::lock_guard own(data.background_mutex);
  if (data.background.joinable()) return;
  data.stop = false;
  data.background = std::thread([&data] {
    // The first call also finishes an update that Step began.
    const auto update = [&]() -> Result<WorldChange> {
      const std::lock_guard lock(data.update_mutex);
      return data.UpdateAll();
    };
    while (Guarded(update)) {
      std::unique_lock lock(data.edit_mutex);
      data.wake.wait(lock, [&] { return data.stop || !data.pending.IsEmpty(); });
      if (data.stop) return;
    }
  });
}

void LiveWorld::StopBackground() {
  const std::lock_guard own(data_->background_mutex);
  if (!data_->background.joinable()) return;
  {
    const std::lock_guard lock(data_->edit_mutex);
    data_->stop = true;
  }
  data_->wake.notify_all();
  data_->background.join();
}

void LiveWorld::OnUpdate(std::function<void(const LiveSnapshot&, const WorldChange&)> function) {
  {
    const std::lock_guard lock(data_->update_mutex);
    data_->on_update.swap(function);
  }
  // The previous function is destroyed here, without the lock: destructors of its captures may call this world.
}

std::shared_ptr<const LiveSnapshot> LiveWorld::Latest() const { return data_->latest.Get(); }

std::optional<WorldChange> LiveWorld::ChangesSince(uint64_t version) const {
  const std::lock_guard lock(data_->update_mutex);
  return data_->ChangesSince(version);
}

const GridFrame& LiveWorld::frame() const { return data_->info.frame; }
const VoxelBox& LiveWorld::bounds() const { return data_->info.bounds; }

Result<Net> LiveWorld::MakeNet() const {
  return Guarded([&]() -> Result<Net> {
    const std::lock_guard lock(data_->update_mutex);
    if (data_->broken) return *data_->broken;
    if (data_->stage != Data::Stage::Idle) {
      return Invalid("an update is under way; finish it before the net is made");
    }
    if (data_->ground.error) return *data_->ground.error;
    NetInfo info = data_->info;
    std::vector<LevelArrays> levels;
    for (const LiveLevel& level : data_->levels) {
      Result<LevelArrays> arrays = AssembleLevel(level, info.keep, data_->options.sample.threads, info.source_hash);
      if (!arrays) return arrays.error();
      levels.push_back(std::move(*arrays));
    }
    return navnet::MakeNet(info, levels, data_->ground.ground ? GroundView(*data_->ground.ground) : GroundView(),
                           data_->CurrentGates());
  });
}

Status LiveWorld::Save(const std::filesystem::path& file) const {
  const Result<Net> net = MakeNet();
  if (!net) return net.error();
  const Result<size_t> bytes = SaveNet(file, *net);
  return bytes ? Ok() : Status(bytes.error());
}

World LiveWorld::CurrentWorld() const {
  const std::lock_guard lock(data_->update_mutex);
  return data_->CurrentWorld();
}

Result<RoomMaker> LiveWorld::MakeRoomMaker() const {
  const std::lock_guard lock(data_->update_mutex);
  return data_->MakeRoomMaker();
}

BakeOptions LiveWorld::bake_options() const {
  BakeOptions options = data_->options;
  const std::lock_guard lock(data_->update_mutex);
  options.gates = data_->CurrentGates();
  return options;
}

}  // namespace navnet
