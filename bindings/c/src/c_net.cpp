// SPDX-License-Identifier: Apache-2.0
// Nets: loading, saving, and their tables.
#include <navnet/net/net_file.h>
#include <navnet/net/net_quality.h>

#include "convert.h"
#include "net_info.h"
#include "objects.h"

#include <cstring>
#include <memory>
#include <new>

using namespace navnet;
using namespace navnet::c;

namespace {

constexpr size_t kImageAlignment = 64;

void NeedImage(Call& call, const void* bytes, size_t count) {
  call.NeedPointer(bytes, "bytes");
  if (count > PTRDIFF_MAX) {
    call.Fail(NAVNET_ERROR_INVALID_ARGUMENT,
              "count: " + std::to_string(count) + " bytes are more than memory can hold");
  }
}

/// A level of a net, or null after a failure.
const NetLevel* LevelOf(Call& call, const Held<NetObject>& net, uint32_t level) {
  if (!call.ok()) return nullptr;
  const std::span<const NetLevel> levels = net->net.levels();
  if (level < levels.size()) return &levels[level];
  call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "level: there is no level " + std::to_string(level) + "; the net has " +
                                               std::to_string(levels.size()) + ", numbered from 0");
  return nullptr;
}

/// The common body of all functions that copy one of a level's tables.
template <class C, class Table>
navnet_status CopyTable(const char* function, navnet_net net, uint32_t level, C* out, size_t capacity, size_t* required,
                        const Table& table) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    if (const NetLevel* of = LevelOf(call, held, level)) CopyAll(call, table(*of), out, capacity, required);
  });
}

}  // namespace

navnet_net_info navnet::c::InfoOf(const NetInfo& info, const Net& net, bool has_ground) {
  return {.frame = Out(info.frame),
          .bounds = Out(info.bounds),
          .bounds_world = Out(info.frame.WorldBox(info.bounds)),
          .keep = navnet_keep(info.keep),
          .min_cell = info.min_cell,
          .source_hash = info.source_hash,
          .image_bytes = net.image().size(),
          .level_count = uint32_t(net.levels().size()),
          .has_ground = has_ground ? 1 : 0};
}

navnet_status navnet_net_load(const char* file, navnet_net_loading loading, navnet_net* net) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(file, "file");
    call.NeedEnum(loading, NAVNET_NET_LOADING_MAP, "loading");
    call.NeedPointer(net, "net");
    if (!call.ok()) return;
    Result<Net> loaded = LoadNet(file, loading == NAVNET_NET_LOADING_MAP ? NetLoading::Map : NetLoading::Read);
    if (call.Check(loaded)) call.Give<NetObject>(net, *std::move(loaded));
  });
}

navnet_status navnet_net_from_memory(const void* bytes, size_t count, navnet_net* net) {
  return Guard(__func__, [&](Call& call) {
    NeedImage(call, bytes, count);
    call.NeedPointer(net, "net");
    if (!call.ok()) return;
    constexpr std::align_val_t kAlignment{kImageAlignment};
    const std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(count, kAlignment)),
                                           [](std::byte* p) { ::operator delete(p, kAlignment); });
    std::memcpy(image.get(), bytes, count);
    Result<Net> checked = Net::FromImage(image, count);
    if (call.Check(checked)) call.Give<NetObject>(net, *std::move(checked));
  });
}

navnet_status navnet_net_from_memory_in_place(const void* bytes, size_t count, navnet_release_function release,
                                              void* user, navnet_net* net) {
  return Guard(__func__, [&](Call& call) {
    NeedImage(call, bytes, count);
    call.NeedPointer(net, "net");
    if (!call.ok()) return;
    if (reinterpret_cast<uintptr_t>(bytes) % kImageAlignment != 0) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT,
                "bytes: must be aligned to 64; align them or let navnet_net_from_memory copy them");
      return;
    }
    // The caller owns the bytes until this function has succeeded.
    const auto is_ours = std::make_shared<bool>(false);
    const std::shared_ptr<const std::byte> image(static_cast<const std::byte*>(bytes),
                                                 [release, user, is_ours](const std::byte* p) {
                                                   if (*is_ours && release) release(user, p);
                                                 });
    Result<Net> checked = Net::FromImage(image, count);
    if (!call.Check(checked)) return;
    call.Give<NetObject>(net, *std::move(checked));
    *is_ours = true;
  });
}

navnet_status navnet_net_save(navnet_net net, const char* file, uint64_t* bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(file, "file");
    if (!call.ok()) return;
    const Result<uint64_t> saved = SaveNet(file, held->net);
    if (call.Check(saved) && bytes) *bytes = *saved;
  });
}

navnet_status navnet_net_image(navnet_net net, const void** bytes, size_t* count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(bytes, "bytes");
    call.NeedPointer(count, "count");
    if (!call.ok()) return;
    *bytes = held->net.image().data();
    *count = held->net.image().size();
  });
}

navnet_status navnet_net_destroy(navnet_net net) { return DestroyHandle<NetObject>(__func__, net); }

navnet_status navnet_net_get_info(navnet_net net, navnet_net_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_net_info");
    if (call.ok()) *info = InfoOf(held->net.info(), held->net, !held->net.ground().IsEmpty());
  });
}

navnet_status navnet_net_get_level(navnet_net net, uint32_t level, navnet_level_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_level_info");
    const NetLevel* const of = LevelOf(call, held, level);
    if (!of) return;
    *info = {.radius_m = of->radius_m,
             .voxels_free = of->voxels_free,
             .voxels_left_out = of->voxels_left_out,
             .voxels_blocked = of->voxels_blocked,
             .block_count = of->blocks.size(),
             .cell_count = of->cells.size(),
             .neighbour_count = of->neighbours.size(),
             .component_count = of->component_count};
  });
}

navnet_status navnet_net_level_for(navnet_net net, double radius_m, navnet_bool* found, uint32_t* level) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(found, "found");
    call.NeedPointer(level, "level");
    if (!call.ok()) return;
    const NetLevel* const of = held->net.LevelFor(radius_m);
    *found = of ? 1 : 0;
    if (of) *level = uint32_t(of - held->net.levels().data());
  });
}

navnet_status navnet_net_copy_blocks(navnet_net net, uint32_t level, navnet_block* out, size_t capacity,
                                     size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required, [](const NetLevel& of) { return of.blocks; });
}

navnet_status navnet_net_copy_cells(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                    size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required, [](const NetLevel& of) { return of.cells; });
}

navnet_status navnet_net_copy_volumes(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                      size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required, [](const NetLevel& of) { return of.volumes; });
}

navnet_status navnet_net_copy_components(navnet_net net, uint32_t level, uint32_t* out, size_t capacity,
                                         size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required, [](const NetLevel& of) { return of.components; });
}

navnet_status navnet_net_copy_first_neighbours(navnet_net net, uint32_t level, uint32_t* out, size_t capacity,
                                               size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required,
                   [](const NetLevel& of) { return of.first_neighbour; });
}

navnet_status navnet_net_copy_neighbours(navnet_net net, uint32_t level, navnet_neighbour* out, size_t capacity,
                                         size_t* required) {
  return CopyTable(__func__, net, level, out, capacity, required, [](const NetLevel& of) { return of.neighbours; });
}

navnet_status navnet_net_cell_at(navnet_net net, uint32_t level, navnet_voxel voxel, uint32_t* cell) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(cell, "cell");
    if (const NetLevel* of = LevelOf(call, held, level)) *cell = of->CellAt(In(voxel));
  });
}

navnet_status navnet_net_block_at(navnet_net net, uint32_t level, navnet_voxel voxel, navnet_bool* found,
                                  navnet_block* block) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(found, "found");
    call.NeedPointer(block, "block");
    const NetLevel* const of = LevelOf(call, held, level);
    if (!of) return;
    const NetBlock* const at = of->BlockAt(In(voxel));
    *found = at ? 1 : 0;
    if (at) *block = {Out(at->origin), at->size, at->first_cell, at->cell_count};
  });
}

navnet_status navnet_contact_of(navnet_voxel_box a, navnet_voxel_box b, int32_t* axis, navnet_voxel_box* face) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(axis, "axis");
    call.NeedPointer(face, "face");
    if (!call.ok()) return;
    *axis = ContactAxis(In(a), In(b));
    *face = *axis < 0 ? navnet_voxel_box{} : Out(ContactOf(In(a), In(b)));
  });
}

navnet_status navnet_net_measure_quality(navnet_net net, uint32_t level, navnet_level_quality* quality,
                                         size_t quality_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(quality, "quality");
    call.NeedBytes(quality_bytes, sizeof *quality, "navnet_level_quality");
    const NetLevel* const of = LevelOf(call, held, level);
    if (!of) return;
    const LevelQuality measured = MeasureQuality(*of, held->net.info().frame.voxel_m);
    static_assert(std::tuple_size_v<BoxesBySide> == std::size(decltype(quality->cells){}));
    *quality = {};
    quality->coverage = measured.coverage;
    quality->free_m3 = measured.free_m3;
    quality->left_out_m3 = measured.left_out_m3;
    std::copy(measured.cells.begin(), measured.cells.end(), quality->cells);
    std::copy(measured.volumes.begin(), measured.volumes.end(), quality->volumes);
    quality->cell_voxels = measured.cell_voxels;
    quality->volume_voxels = measured.volume_voxels;
    quality->degree_mean = measured.degree_mean;
    quality->degree_max = measured.degree_max;
    quality->bytes_per_cell = measured.bytes_per_cell;
    quality->sealed_components = measured.sealed_components;
    quality->sealed_cells = measured.sealed_cells;
    quality->sealed_voxels = measured.sealed_voxels;
  });
}
