// SPDX-License-Identifier: Apache-2.0
// Grids of voxels, samplings, probes.
#include <navnet/voxel/vdb_file.h>

#include "bake_objects.h"
#include "convert.h"

using namespace navnet;
using namespace navnet::c;

void navnet::c::NeedBlock(Call& call, navnet_voxel block) {
  constexpr int32_t kFarthest = 1 << 24;
  for (const int32_t at : {block.x, block.y, block.z}) {
    if (at < -kFarthest || at >= kFarthest) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "block: " + std::to_string(at) + " is not from -2^24 to 2^24 - 1");
    }
  }
}

void navnet::c::NeedWords(Call& call, const uint64_t* words, size_t capacity, const char* name) {
  call.NeedPointer(words, name);
  if (capacity < NAVNET_BLOCK_WORDS) {
    call.Fail(NAVNET_ERROR_BUFFER_TOO_SMALL, std::string(name) + ": has room for " + std::to_string(capacity) +
                                                 " words where " + std::to_string(NAVNET_BLOCK_WORDS) + " are needed");
  }
}

navnet_status navnet_grid_destroy(navnet_grid grid) { return DestroyHandle<GridObject>(__func__, grid); }

navnet_status navnet_grid_get_info(navnet_grid grid, navnet_grid_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<GridObject>(grid, "grid");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_grid_info");
    if (!call.ok()) return;
    const OccupancyGrid& of = held->grid;
    *info = {.frame = Out(of.frame()),
             .bounds = Out(of.bounds()),
             .radius_m = of.radius_m(),
             .blocked_count = of.blocked_count(),
             .free_count = of.free_count(),
             .memory_bytes = of.memory_bytes()};
  });
}

navnet_status navnet_grid_is_blocked(navnet_grid grid, navnet_voxel voxel, navnet_bool* blocked) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<GridObject>(grid, "grid");
    call.NeedPointer(blocked, "blocked");
    if (call.ok()) *blocked = held->grid.IsBlocked(In(voxel)) ? 1 : 0;
  });
}

navnet_status navnet_grid_copy_mixed_blocks(navnet_grid grid, navnet_voxel* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<GridObject>(grid, "grid");
    if (!call.ok()) return;
    const std::vector<VoxelCoord> blocks = held->grid.MixedBlocks();
    CopyAll(call, std::span(blocks), out, capacity, required);
  });
}

navnet_status navnet_grid_read_block(navnet_grid grid, navnet_voxel block, uint64_t* words, size_t capacity) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<GridObject>(grid, "grid");
    NeedBlock(call, block);
    NeedWords(call, words, capacity, "words");
    if (!call.ok()) return;
    static_assert(std::tuple_size_v<BlockMask> == NAVNET_BLOCK_WORDS);
    const auto mask = std::make_unique<BlockMask>();
    held->grid.ReadBlock(In(block), *mask);
    std::copy(mask->begin(), mask->end(), words);
  });
}

navnet_status navnet_sample(navnet_world world, const navnet_sample_options* options, navnet_sampling* sampling) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    const SampleOptions how = SampleOptionsOf(call, options);
    call.NeedPointer(sampling, "sampling");
    if (!call.ok()) return;
    Result<Sampling> sampled = Sample(held->world, how);
    if (call.Check(sampled)) call.Give<SamplingObject>(sampling, *std::move(sampled));
  });
}

navnet_status navnet_sampling_destroy(navnet_sampling sampling) {
  return DestroyHandle<SamplingObject>(__func__, sampling);
}

navnet_status navnet_sampling_get_info(navnet_sampling sampling, navnet_sampling_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SamplingObject>(sampling, "sampling");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_sampling_info");
    if (!call.ok()) return;
    const Sampling& of = held->sampling;
    *info = {.frame = Out(of.frame),
             .bounds = Out(of.bounds),
             .level_count = of.levels.size(),
             .triangle_count = of.triangles,
             .estimated_bytes = of.estimated_bytes,
             .index_s = of.seconds.index,
             .sample_s = of.seconds.sample,
             .keep_s = of.seconds.keep};
  });
}

navnet_status navnet_sampling_copy_voxel_reason(navnet_sampling sampling, char* out, size_t capacity,
                                                size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SamplingObject>(sampling, "sampling");
    if (call.ok()) CopyText(call, held->sampling.voxel_reason, out, capacity, required);
  });
}

navnet_status navnet_sampling_grid(navnet_sampling sampling, uint32_t level, navnet_grid* grid) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SamplingObject>(sampling, "sampling");
    call.NeedPointer(grid, "grid");
    if (!call.ok()) return;
    const std::vector<OccupancyGrid>& levels = held->sampling.levels;
    if (level >= levels.size()) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "level: there is no level " + std::to_string(level) +
                                                   "; the sampling has " + std::to_string(levels.size()));
      return;
    }
    call.Give<GridObject>(grid, levels[level]);
  });
}

navnet_status navnet_sampling_write_vdb(navnet_sampling sampling, const char* file, uint64_t* bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SamplingObject>(sampling, "sampling");
    call.NeedPointer(file, "file");
    if (!call.ok()) return;
    const Result<uint64_t> written = WriteVdb(file, held->sampling.levels);
    if (call.Check(written) && bytes) *bytes = *written;
  });
}

navnet_status navnet_probe_create(navnet_world world, int32_t threads, navnet_probe* probe) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    call.NeedThreads(threads);
    call.NeedPointer(probe, "probe");
    if (!call.ok()) return;
    Result<ClearanceProbe> made = ClearanceProbe::Make(held->world, threads);
    if (call.Check(made)) call.Give<ProbeObject>(probe, *std::move(made));
  });
}

navnet_status navnet_probe_destroy(navnet_probe probe) { return DestroyHandle<ProbeObject>(__func__, probe); }

navnet_status navnet_probe_segment(navnet_probe probe, navnet_vec3 a, navnet_vec3 b, double at_most_m,
                                   double* clearance_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ProbeObject>(probe, "probe");
    call.NeedPointer(clearance_m, "clearance_m");
    if (call.ok()) *clearance_m = held->probe.SegmentClearance(In(a), In(b), at_most_m);
  });
}

navnet_status navnet_probe_point(navnet_probe probe, navnet_vec3 p, double at_most_m, double* clearance_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ProbeObject>(probe, "probe");
    call.NeedPointer(clearance_m, "clearance_m");
    if (call.ok()) *clearance_m = held->probe.PointClearance(In(p), at_most_m);
  });
}
