// SPDX-License-Identifier: Apache-2.0
// Versions, messages, frames.
#include <navnet/core/random.h>
#include <navnet/core/range.h>

#include "call.h"
#include "convert.h"

using namespace navnet;
using namespace navnet::c;

namespace {

void NeedFrame(Call& call, const navnet_frame* frame) {
  call.NeedPointer(frame, "frame");
  if (!call.ok()) return;
  call.NeedEnum(frame->up, NAVNET_UP_AXIS_Z, "frame.up");
  if (call.ok()) call.Check(CheckRange("frame.voxel_m", frame->voxel_m, ranges::kSize_m));
}

}  // namespace

void navnet_version(int32_t* major, int32_t* minor, int32_t* patch) {
  if (major) *major = NAVNET_VERSION_MAJOR;
  if (minor) *minor = NAVNET_VERSION_MINOR;
  if (patch) *patch = NAVNET_VERSION_PATCH;
}

navnet_status navnet_check_api_version(uint32_t api_version) {
  return Guard(__func__, [&](Call& call) {
    if (api_version == NAVNET_API_VERSION) return;
    call.Fail(NAVNET_ERROR_BAD_VERSION, "the caller was compiled for version " + std::to_string(api_version) +
                                            " of the API, this library is of version " +
                                            std::to_string(NAVNET_API_VERSION) + "; compile with its header");
  });
}

uint64_t navnet_seed_at(uint64_t seed, uint64_t index) { return navnet::SeedAt(seed, index); }

const char* navnet_last_error_message(void) { return LastMessage(); }

size_t navnet_object_count(void) { return HandleTable::Global().count(); }

navnet_status navnet_frame_to_world(const navnet_frame* frame, navnet_vec3 voxels, navnet_vec3* world) {
  return Guard(__func__, [&](Call& call) {
    NeedFrame(call, frame);
    call.NeedPointer(world, "world");
    if (call.ok()) *world = Out(In(*frame).ToWorld(In(voxels)));
  });
}

navnet_status navnet_frame_to_voxels(const navnet_frame* frame, navnet_vec3 world, navnet_vec3* voxels) {
  return Guard(__func__, [&](Call& call) {
    NeedFrame(call, frame);
    call.NeedPointer(voxels, "voxels");
    if (call.ok()) *voxels = Out(In(*frame).ToVoxelSpace(In(world)));
  });
}

navnet_status navnet_frame_world_box(const navnet_frame* frame, navnet_voxel_box voxels, navnet_box* world) {
  return Guard(__func__, [&](Call& call) {
    NeedFrame(call, frame);
    call.NeedPointer(world, "world");
    if (call.ok()) *world = Out(In(*frame).WorldBox(In(voxels)));
  });
}
