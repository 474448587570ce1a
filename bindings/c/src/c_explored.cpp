// SPDX-License-Identifier: Apache-2.0
// Explored maps.
#include "bake_objects.h"
#include "convert.h"

using namespace navnet;
using namespace navnet::c;

namespace {

void CopyMask(const BlockMask& mask, uint64_t* words) { std::copy(mask.begin(), mask.end(), words); }

}  // namespace

navnet_status navnet_explored_map_options_default(navnet_explored_map_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_explored_map_options");
    if (!call.ok()) return;
    const ExploredMapOptions usual = {};
    *options = {.struct_bytes = sizeof *options,
                .threads = usual.threads,
                .hit_log_odds = usual.hit_log_odds,
                .miss_log_odds = usual.miss_log_odds,
                .min_log_odds = usual.min_log_odds,
                .max_log_odds = usual.max_log_odds,
                .occupied_log_odds = usual.occupied_log_odds,
                .max_range_m = usual.max_range_m,
                .memory_limit_bytes = usual.memory_limit_bytes};
  });
}

navnet_status navnet_explored_map_create(const navnet_frame* frame, const navnet_voxel_box* bounds,
                                         const navnet_explored_map_options* options, navnet_explored_map* map) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(frame, "frame");
    call.NeedPointer(bounds, "bounds");
    call.NeedPointer(map, "map");
    if (!call.ok()) return;
    call.NeedEnum(frame->up, NAVNET_UP_AXIS_Z, "frame.up");
    ExploredMapOptions how;
    if (options) {
      call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_explored_map_options");
      if (!call.ok()) return;
      how = {.hit_log_odds = options->hit_log_odds,
             .miss_log_odds = options->miss_log_odds,
             .min_log_odds = options->min_log_odds,
             .max_log_odds = options->max_log_odds,
             .occupied_log_odds = options->occupied_log_odds,
             .max_range_m = options->max_range_m,
             .threads = options->threads,
             .memory_limit_bytes = size_t(options->memory_limit_bytes)};
    }
    if (!call.ok()) return;
    Result<ExploredMap> made = ExploredMap::Make(In(*frame), In(*bounds), how);
    if (call.Check(made)) call.Give<ExploredMapObject>(map, *std::move(made));
  });
}

navnet_status navnet_explored_map_destroy(navnet_explored_map map) {
  return DestroyHandle<ExploredMapObject>(__func__, map);
}

navnet_status navnet_explored_map_insert_scan(navnet_explored_map map, navnet_vec3 origin, const navnet_vec3* points,
                                              size_t point_count, const navnet_vec3* clear, size_t clear_count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<ExploredMapObject>(map, "map");
    call.NeedArray(points, point_count, "points");
    call.NeedArray(clear, clear_count, "clear");
    if (!call.ok()) return;
    call.Check(held->map.Insert({.origin_world = In(origin),
                                 .points_world = ViewOf<Vec3>(points, point_count),
                                 .clear_world = ViewOf<Vec3>(clear, clear_count)}));
  });
}

navnet_status navnet_explored_map_insert_octomap(navnet_explored_map map, const void* bytes, size_t count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<ExploredMapObject>(map, "map");
    call.NeedArray(bytes, count, "bytes");
    if (call.ok()) call.Check(held->map.InsertOctomap({static_cast<const char*>(bytes), count}));
  });
}

navnet_status navnet_explored_map_set_box(navnet_explored_map map, navnet_voxel_box box, navnet_voxel_state state) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<ExploredMapObject>(map, "map");
    call.NeedEnum(state, NAVNET_VOXEL_STATE_OCCUPIED, "state");
    if (call.ok()) call.Check(held->map.SetBox(In(box), VoxelState(state)));
  });
}

navnet_status navnet_explored_map_get_info(navnet_explored_map map, navnet_explored_map_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<ExploredMapObject>(map, "map");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_explored_map_info");
    if (!call.ok()) return;
    const ExploredMap& of = held->map;
    *info = {.frame = Out(of.frame()),
             .bounds = Out(of.bounds()),
             .occupied_count = of.occupied_count(),
             .free_count = of.free_count(),
             .unknown_count = of.unknown_count(),
             .memory_bytes = of.memory_bytes()};
  });
}

navnet_status navnet_explored_map_state_at(navnet_explored_map map, navnet_voxel voxel, navnet_voxel_state* state) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<ExploredMapObject>(map, "map");
    call.NeedPointer(state, "state");
    if (call.ok()) *state = navnet_voxel_state(held->map.StateAt(In(voxel)));
  });
}

navnet_status navnet_explored_map_read_block(navnet_explored_map map, navnet_voxel block, uint64_t* occupied,
                                             uint64_t* known, size_t capacity) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<ExploredMapObject>(map, "map");
    NeedBlock(call, block);
    NeedWords(call, occupied, capacity, "occupied");
    NeedWords(call, known, capacity, "known");
    if (!call.ok()) return;
    const auto masks = std::make_unique<std::array<BlockMask, 2>>();
    held->map.ReadBlock(In(block), (*masks)[0], (*masks)[1]);
    CopyMask((*masks)[0], occupied);
    CopyMask((*masks)[1], known);
  });
}

navnet_status navnet_explored_map_copy_blocks(navnet_explored_map map, navnet_voxel* out, size_t capacity,
                                              size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<ExploredMapObject>(map, "map");
    if (!call.ok()) return;
    const std::vector<VoxelCoord> blocks = held->map.ObservedBlocks();
    CopyAll(call, std::span(blocks), out, capacity, required);
  });
}

navnet_status navnet_explored_map_take_changes(navnet_explored_map map, navnet_explored_changes* changes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<ExploredMapObject>(map, "map");
    call.NeedPointer(changes, "changes");
    if (call.ok()) call.Give<ExploredChangesObject>(changes, held->map);
  });
}

navnet_status navnet_explored_changes_destroy(navnet_explored_changes changes) {
  return DestroyHandle<ExploredChangesObject>(__func__, changes);
}

navnet_status navnet_explored_changes_copy_blocks(navnet_explored_changes changes, navnet_voxel* out, size_t capacity,
                                                  size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ExploredChangesObject>(changes, "changes");
    if (!call.ok()) return;
    CopyEach(call, held->changes.size(), out, capacity, required,
             [&](size_t i) { return Out(held->changes[i].block); });
  });
}

navnet_status navnet_explored_changes_read(navnet_explored_changes changes, size_t index, uint64_t* occupied,
                                           uint64_t* known, size_t capacity) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ExploredChangesObject>(changes, "changes");
    NeedWords(call, occupied, capacity, "occupied");
    NeedWords(call, known, capacity, "known");
    if (!call.ok()) return;
    if (index >= held->changes.size()) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "index: there is no block " + std::to_string(index) +
                                                   "; the changes have " + std::to_string(held->changes.size()));
      return;
    }
    CopyMask(held->changes[index].occupied, occupied);
    CopyMask(held->changes[index].known, known);
  });
}
