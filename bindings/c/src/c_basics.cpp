// Versions, messages, names, frames.
#include <navnet/core/random.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/travel.h>

#include "call.h"
#include "convert.h"

#include <array>
#include <cmath>

using namespace navnet;
using namespace navnet::c;

namespace {

/// The library's name of an enumerator; "unknown" unless `number` is in 0 to `last`.
template <class Enum>
const char* NameOfNumber(int32_t number, int32_t last) {
  return number < 0 || number > last ? "unknown" : ToString(Enum(number));
}

void NeedFrame(Call& call, const navnet_frame* frame) {
  call.NeedPointer(frame, "frame");
  if (!call.ok()) return;
  call.NeedEnum(frame->up, NAVNET_UP_Z, "frame.up");
  if (!(frame->voxel_m > 0) || !std::isfinite(frame->voxel_m)) {
    call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "frame.voxel_m: must be finite and above 0");
  }
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

const char* navnet_status_name(navnet_status status) {
  static constexpr std::array<const char*, NAVNET_ERROR_BUSY + 1> kNames = {"NAVNET_OK",
                                                                            "NAVNET_ERROR_INVALID_ARGUMENT",
                                                                            "NAVNET_ERROR_NOT_FOUND",
                                                                            "NAVNET_ERROR_UNREADABLE",
                                                                            "NAVNET_ERROR_UNKNOWN_FORMAT",
                                                                            "NAVNET_ERROR_BAD_FORMAT",
                                                                            "NAVNET_ERROR_EMPTY_WORLD",
                                                                            "NAVNET_ERROR_TOO_LARGE",
                                                                            "NAVNET_ERROR_WRITE_FAILED",
                                                                            "NAVNET_ERROR_CANCELLED",
                                                                            "NAVNET_ERROR_OUT_OF_MEMORY",
                                                                            "NAVNET_ERROR_INTERNAL",
                                                                            "NAVNET_ERROR_BAD_HANDLE",
                                                                            "NAVNET_ERROR_NULL_POINTER",
                                                                            "NAVNET_ERROR_BUFFER_TOO_SMALL",
                                                                            "NAVNET_ERROR_BAD_VERSION",
                                                                            "NAVNET_ERROR_BUSY"};
  return status < 0 || size_t(status) >= kNames.size() ? "unknown" : kNames[size_t(status)];
}

size_t navnet_object_count(void) { return HandleTable::Global().count(); }

const char* navnet_path_status_name(navnet_path_status status) {
  return NameOfNumber<PathStatus>(status, NAVNET_PATH_INVALID_QUERY);
}
const char* navnet_travel_mode_name(navnet_travel_mode mode) {
  return NameOfNumber<TravelMode>(mode, NAVNET_TRAVEL_LINK);
}
const char* navnet_link_kind_name(navnet_link_kind kind) { return NameOfNumber<LinkKind>(kind, NAVNET_LINK_DOOR); }
const char* navnet_follow_outcome_name(navnet_follow_outcome outcome) {
  return NameOfNumber<FollowOutcome>(outcome, NAVNET_FOLLOW_INVALID);
}
const char* navnet_agent_status_name(navnet_agent_status status) {
  return NameOfNumber<AgentStatus>(status, NAVNET_AGENT_BLOCKED);
}

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
