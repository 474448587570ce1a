// SPDX-License-Identifier: Apache-2.0
// An update of a live world, stage by stage: samples obstacles, combines masks, recomputes the changed parts of the
// levels, makes the tables for queries and publishes the new state.

#include <navnet/internal/bake/cells/partition.h>
#include <navnet/internal/bake/ground/surface/voxel_faces.h>
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "live_state.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace navnet {
namespace {

constexpr size_t kRemembered = 256;  // Number of updates ChangesSince can look back; memory grows with it.

}  // namespace

bool LiveWorld::Data::Begin() {
  const std::lock_guard lock(edit_mutex);
  if (pending.IsEmpty()) return false;
  // Allocations that may fail come first, so that no edit is lost if they do.
  sampled.clear();
  wanted_regions.clear();
  for (const auto& [id, region] : regions) wanted_regions.push_back(region);
  wanted_gates = gates;
  for (const uint64_t id : pending.obstacles) {
    const auto found = obstacles.find(id);
    Sampled edit{.id = id, .shape = {}, .transform = {}, .mesh_world = {}, .masks = {}, .error = {}};
    if (found != obstacles.end() && !found->second.is_open) {
      edit.shape = found->second.shape;
      edit.transform = found->second.transform;
    }
    sampled.push_back(std::move(edit));
  }
  fills = std::move(pending.fills);
  explored = std::move(pending.explored);
  is_geometry_new = !sampled.empty() || !fills.empty() || !explored.empty();
  are_regions_new = pending.regions;
  are_gates_new = pending.gates;
  pending = {};
  stage = Stage::Sample;
  next = 0;
  return true;
}

Result<bool> LiveWorld::Data::Step(const WorkSlice& slice) {
  if (broken) return *broken;
  try {
    return StepStages(slice);
  } catch (const std::bad_alloc&) {
    broken = Error{ErrorCode::OutOfMemory,
                   "out of memory while updating; the last state stays, but there will be no "
                   "other: make a new live world with larger voxels or smaller bounds"};
  } catch (const std::exception& e) {
    broken = Error{ErrorCode::Internal, std::string("updating failed: ") + e.what()};
  }
  return *broken;
}

Result<bool> LiveWorld::Data::StepStages(const WorkSlice& slice) {
  const auto go_on = [&](Stage to) {
    stage = to;
    next = 0;
  };
  while (stage != Stage::Idle) {
    switch (stage) {
      case Stage::Idle: break;
      case Stage::Sample: {
        const auto sample = [&](size_t i) {
          Sampled& edit = sampled[i];
          if (!edit.shape) return;
          edit.mesh_world = Transformed(*edit.shape, edit.transform);
          Result<ObstacleMasks> masks = grids.sampler().Sample(edit.mesh_world, 1);
          if (masks) {
            edit.masks = std::move(*masks);
          } else {
            edit.error = masks.error();
          }
        };
        if (!slice.Run(sampled.size(), next, sample)) return false;
        for (const Sampled& edit : sampled) {
          if (edit.error) return GiveUp(*edit.error);
        }
        go_on(Stage::Place);
        break;
      }
      case Stage::Place:
        Place();
        go_on(is_geometry_new ? Stage::Levels : Stage::Finish);
        break;
      case Stage::Levels:
        for (; next < levels.size(); ++next) {
          if (!levels[next].Step(slice)) return false;
          publishers[next].Begin();
        }
        go_on(Stage::Publish);
        break;
      case Stage::Publish:
        for (; next < levels.size(); ++next) {
          if (!publishers[next].Step(slice)) return false;
        }
        go_on(Stage::Ground);
        break;
      case Stage::Ground:
        if (options.walk && !StepGround(slice)) return false;
        go_on(Stage::Finish);
        break;
      case Stage::Finish:
        Publish();
        go_on(Stage::Idle);
        break;
    }
    if (stage != Stage::Idle && slice.IsOver()) return false;
  }
  return true;
}

// Returns the edits to the pending ones, before those made since; of changes to the same explored block, the newer one
// stays. Requires: nothing has been changed yet.
Error LiveWorld::Data::GiveUp(Error why) {
  const std::lock_guard lock(edit_mutex);
  for (const Sampled& edit : sampled) pending.obstacles.insert(edit.id);
  pending.fills.insert(pending.fills.begin(), fills.begin(), fills.end());
  pending.explored.merge(explored);
  pending.regions = pending.regions || are_regions_new;
  pending.gates = pending.gates || are_gates_new;
  fills.clear();
  explored.clear();
  stage = Stage::Idle;
  return why;
}

void LiveWorld::Data::Place() {
  for (Sampled& edit : sampled) {
    grids.Place(edit.id, edit.masks);
    placed_rooms.erase(edit.id);
    if (edit.shape) {
      placed[edit.id] = std::move(edit.mesh_world);
    } else {
      placed.erase(edit.id);
    }
  }
  for (const VoxelFill& fill : fills) Apply(fill);
  for (const auto& [block, change] : explored) Apply(change);
  fills.clear();
  explored.clear();
  if (are_regions_new) published_regions = wanted_regions;
  PlaceGates();
  if (!is_geometry_new) return;
  for (size_t level = 0; level < levels.size(); ++level) {
    levels[level].Begin(grids.TakeDirty(level),
                        [this, level](VoxelCoord block, BlockMask& mask) { grids.Read(level, block, mask); });
  }
}

void LiveWorld::Data::PlaceGates() {
  closed_gates.clear();
  opened_gates.clear();
  if (!are_gates_new) return;
  const auto differs = [](const auto& here, const std::map<uint64_t, Gate>& there) {
    const auto found = there.find(here.first);
    return here.second.is_closed == 0 && (found == there.end() || !(found->second == here.second));
  };
  for (const auto& gate : published_gates) {
    if (differs(gate, wanted_gates)) closed_gates.push_back(gate.second);
  }
  for (const auto& gate : wanted_gates) {
    if (differs(gate, published_gates)) opened_gates.push_back(gate.second);
  }
  published_gates = wanted_gates;
}

std::vector<Gate> LiveWorld::Data::CurrentGates() const {
  std::vector<Gate> out;
  for (const auto& [id, gate] : published_gates) out.push_back(gate);
  return out;
}

void LiveWorld::Data::Apply(const ExploredChange& change) {
  BlockMask mask = change.occupied, known = change.known;
  if (explore->unknown == Unknown::Blocked) {
    for (size_t i = 0; i < mask.size(); ++i) mask[i] |= ~known[i];
  } else {
    SetOutside(BlockPartInside(change.block, grids.bounds()), known);
    std::vector<LocalBox> boxes;
    PartitionBlock(known, boxes);
    std::vector<VoxelBox>& unknown = unknown_in[change.block];
    unknown.clear();
    const VoxelCoord origin = BlockOrigin(change.block);
    for (const LocalBox& box : boxes) {
      unknown.push_back(
          {origin + VoxelCoord{box.lo[0], box.lo[1], box.lo[2]}, origin + VoxelCoord{box.hi[0], box.hi[1], box.hi[2]}});
    }
    are_regions_new = true;
  }
  grids.SetVoxels(change.block, mask);
}

void LiveWorld::Data::Apply(const VoxelFill& fill) {
  BlockMask mask;
  EachBlockIn(fill.box, [&](VoxelCoord at) {
    grids.ReadVoxels(at, mask);
    EachRowInside(BlockPartInside(at, fill.box), mask,
                  [&](uint64_t& row, uint64_t bits) { row = fill.blocked ? row | bits : row & ~bits; });
    grids.SetVoxels(at, mask);
  });
}

Result<RoomMaker> LiveWorld::Data::MakeRoomMaker() {
  const TriangleMesh* mesh = world.mesh();
  if (!mesh) {
    return Error{ErrorCode::InvalidArgument,
                 "this world is made of voxels, which have no triangles; use the boxes of its net (BoxRoomsOf)"};
  }
  if (!world_rooms) {
    Result<RoomMaker> made = RoomMaker::Make(*mesh, options.sample.threads);
    if (!made) return made.error();
    world_rooms = std::move(*made);
  }
  std::vector<RoomMaker> parts{*world_rooms};
  for (const auto& [id, obstacle] : placed) {
    auto found = placed_rooms.find(id);
    if (found == placed_rooms.end()) {
      Result<RoomMaker> made = RoomMaker::Make(obstacle, 1);
      if (!made) return made.error();
      found = placed_rooms.emplace(id, std::move(*made)).first;
    }
    parts.push_back(found->second);
  }
  return RoomMaker::Joined(parts);
}

World LiveWorld::Data::CurrentWorld() const {
  World out{world.name, world.up, {}};
  if (grids.is_voxel_world()) {
    out.geometry = grids.CurrentVoxels(options.sample.threads);
    return out;
  }
  TriangleMesh mesh = *world.mesh();
  for (const auto& [id, obstacle] : placed) mesh.Append(obstacle);
  out.geometry = std::move(mesh);
  return out;
}

// Making ground cannot be split into slices: with a deadline, it runs in another thread.
bool LiveWorld::Data::StepGround(const WorkSlice& slice) {
  if (slice.deadline && !ground_job.valid())
    ground_job = std::async(std::launch::async, [this] { return MakeGround(); });
  if (!ground_job.valid()) {
    ground = MakeGround();
    return true;
  }
  if (slice.deadline && ground_job.wait_until(*slice.deadline) != std::future_status::ready) return false;
  ground = ground_job.get();
  return true;
}

MadeGround LiveWorld::Data::MakeGround() {
  // If `keep` excludes free space, the ground below it is excluded too; the finest level decides.
  IsAir is_air;
  if (info.keep != Keep::All) {
    is_air = [this](Vec3 p) { return publishers.front().parts().CellAt(info.frame.VoxelAt(p)) != kNoCell; };
  }
  const World now = CurrentWorld();
  Result<std::shared_ptr<const Ground>> made = Error{};
  if (const OccupancyGrid* voxels = now.voxels()) {
    const Result<TriangleMesh> faces = VoxelFaces(*voxels, options.sample.threads);
    made = faces ? ground_maker->Make(*faces, is_air) : faces.error();
  } else {
    made = ground_maker->Make(*now.mesh(), is_air);
  }
  if (!made) return {nullptr, nullptr, made.error()};
  if (*made == ground.ground) return ground;
  return {*made, std::make_shared<const Walker>(**made, info.up), std::nullopt};
}

std::vector<CostRegion> LiveWorld::Data::AllRegions() const {
  std::vector<CostRegion> out = published_regions;
  if (!explore || explore->unknown != Unknown::AtACost) return out;
  std::vector<VoxelCoord> blocks;
  for (const auto& [block, boxes] : unknown_in) blocks.push_back(block);
  const auto add = [&](const VoxelBox& box) { out.push_back({info.frame.WorldBox(box), explore->unknown_cost}); };
  for (const BlockCube& cube : BlockTree(info.bounds, blocks).Cover()) {
    const auto found = cube.size == kBlockSize ? unknown_in.find(BlockOf(cube.origin)) : unknown_in.end();
    if (found != unknown_in.end()) {
      for (const VoxelBox& box : found->second) add(box);
      continue;
    }
    add(Intersection(BoxOf(cube), info.bounds));
  }
  return out;
}

WorldChange LiveWorld::Data::FindChange() const {
  WorldChange change;
  change.version = version;
  change.closed_gates = closed_gates;
  change.opened_gates = opened_gates;
  if (!is_geometry_new) return change;
  const auto add = [&](const std::vector<VoxelBox>& boxes, std::vector<Box3>& out) {
    for (const VoxelBox& box : boxes) {
      out.push_back(info.frame.WorldBox(box));
      change.box.Extend(out.back());
    }
  };
  for (size_t i = 0; i < levels.size(); ++i) {
    add(levels[i].change().blocked, change.blocked);
    add(levels[i].change().unheld, change.blocked);
    add(publishers[i].disappeared(), change.blocked);
    add(levels[i].change().freed, change.freed);
    add(publishers[i].appeared(), change.freed);
  }
  return change;
}

void LiveWorld::Data::Publish() {
  auto tables = std::make_shared<NavigatorTables>();
  tables->info = info;
  for (const LevelPublisher& publisher : publishers) tables->levels.emplace_back(publisher.parts());
  tables->SetGates(CurrentGates());
  if (ground.ground) {
    tables->ground = *ground.ground;
    tables->ground_owner = ground.ground;
    tables->walker = ground.walker;
  }
  ++version;
  WorldChange change = FindChange();
  std::vector<GateId> ids;
  for (const auto& [id, gate] : published_gates) ids.push_back({id});
  auto snapshot = std::make_shared<const LiveSnapshot>(
      LiveSnapshot{version, RuntimeAccess::MakeNavigator(std::move(tables)), AllRegions(), std::move(ids)});
  latest.Set(snapshot);
  history.push_back(std::move(change));
  if (history.size() > kRemembered) history.pop_front();
  if (on_update) on_update(*snapshot, history.back());
}

std::optional<WorldChange> LiveWorld::Data::ChangesSince(uint64_t then) const {
  if (then > version || version - then > history.size()) return std::nullopt;
  WorldChange all;
  all.version = version;
  for (size_t i = history.size() - (version - then); i < history.size(); ++i) {
    const WorldChange& change = history[i];
    all.blocked.insert(all.blocked.end(), change.blocked.begin(), change.blocked.end());
    all.freed.insert(all.freed.end(), change.freed.begin(), change.freed.end());
    all.box.Extend(change.box);
    all.closed_gates.insert(all.closed_gates.end(), change.closed_gates.begin(), change.closed_gates.end());
    all.opened_gates.insert(all.opened_gates.end(), change.opened_gates.begin(), change.opened_gates.end());
  }
  return all;
}

Result<WorldChange> LiveWorld::Data::UpdateAll() {
  const WorkSlice all{options.sample.threads, std::nullopt};
  const uint64_t before = version;
  if (stage != Stage::Idle) {
    if (const Result<bool> done = Step(all); !done) return done.error();
  }
  if (broken) return *broken;
  if (Begin()) {
    if (const Result<bool> done = Step(all); !done) return done.error();
  }
  return *ChangesSince(before);
}

}  // namespace navnet
