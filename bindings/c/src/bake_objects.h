// SPDX-License-Identifier: Apache-2.0
#pragma once
// The objects behind the handles of worlds, baking, live worlds and explored maps, and shared options.

#include <navnet/bake.h>
#include <navnet/live/live_world.h>
#include <navnet/navnet.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/explored_map.h>

#include "call.h"
#include "handle_table.h"

#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace navnet::c {

struct WorldObject : HandleObject {
  using Handle = navnet_world;
  static constexpr HandleKind kKind = HandleKind::World;
  explicit WorldObject(World w) : world(std::move(w)) {}

  const World world;
};

struct GridObject : HandleObject {
  using Handle = navnet_grid;
  static constexpr HandleKind kKind = HandleKind::Grid;
  explicit GridObject(OccupancyGrid g) : grid(std::move(g)) {}

  const OccupancyGrid grid;
};

struct SamplingObject : HandleObject {
  using Handle = navnet_sampling;
  static constexpr HandleKind kKind = HandleKind::Sampling;
  explicit SamplingObject(Sampling s) : sampling(std::move(s)) {}

  const Sampling sampling;
};

struct ProbeObject : HandleObject {
  using Handle = navnet_probe;
  static constexpr HandleKind kKind = HandleKind::Probe;
  explicit ProbeObject(ClearanceProbe p) : probe(std::move(p)) {}

  const ClearanceProbe probe;
};

struct LiveObject : HandleObject {
  using Handle = navnet_live;
  static constexpr HandleKind kKind = HandleKind::Live;
  explicit LiveObject(LiveWorld l) : live(std::move(l)) {}

  LiveWorld live;
  std::mutex options_mutex;
  /// One for each set of gates that was asked for: navnet_live_get_bake_options returns pointers into them.
  std::deque<BakeOptions> options;
};

struct SnapshotObject : HandleObject {
  using Handle = navnet_snapshot;
  static constexpr HandleKind kKind = HandleKind::Snapshot;
  explicit SnapshotObject(std::shared_ptr<const LiveSnapshot> s) : snapshot(std::move(s)) {}

  const std::shared_ptr<const LiveSnapshot> snapshot;
};

struct ExploredMapObject : HandleObject {
  using Handle = navnet_explored_map;
  static constexpr HandleKind kKind = HandleKind::ExploredMap;
  explicit ExploredMapObject(ExploredMap m) : map(std::move(m)) {}

  ExploredMap map;
};

struct ExploredChangesObject : HandleObject {
  using Handle = navnet_explored_changes;
  static constexpr HandleKind kKind = HandleKind::ExploredChanges;
  explicit ExploredChangesObject(ExploredMap& map)
      : frame(map.frame()), bounds(map.bounds()), changes(map.TakeChanges()) {}

  const GridFrame frame;
  const VoxelBox bounds;
  const std::vector<ExploredChange> changes;
};

/// Checks and converts options; null gives the defaults. On failure, call.ok() is false.
BakeOptions BakeOptionsOf(Call& call, const navnet_bake_options* options);
SampleOptions SampleOptionsOf(Call& call, const navnet_sample_options* options);
/// The reverse conversion; the result's pointers point into `options`.
navnet_bake_options OptionsOut(const BakeOptions& options);

/// A progress function that calls `progress`; empty if that is null.
ProgressFunction ProgressOf(navnet_progress_function progress, void* user);

/// A mesh from the caller's arrays, which are checked.
Result<TriangleMesh> MeshOf(std::span<const Vec3> vertices, const uint32_t* indices, size_t triangle_count);

/// Fails the call unless the block's coordinates are in -2^24 to 2^24 - 1.
void NeedBlock(Call& call, navnet_voxel block);
/// Fails the call unless `words` has room for the words of a block.
void NeedWords(Call& call, const uint64_t* words, size_t capacity, const char* name);

}  // namespace navnet::c
