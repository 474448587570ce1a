// SPDX-License-Identifier: Apache-2.0
// Names of the enumerators of sections 9 to 11.
#include <navnet/bake.h>
#include <navnet/live/live_world.h>
#include <navnet/voxel/explored_map.h>

#include "call.h"
#include "names.h"

using namespace navnet;
using namespace navnet::c;

const char* navnet_align_name(navnet_align align) { return NameOfNumber<Align>(align, NAVNET_ALIGN_AUTO); }

const char* navnet_unknown_name(navnet_unknown unknown) {
  return NameOfNumber<Unknown>(unknown, NAVNET_UNKNOWN_AT_A_COST);
}

const char* navnet_shape_name(navnet_shape shape) {
  static constexpr const char* kNames[] = {"box", "sphere", "capsule", "mesh"};
  return NameFrom(kNames, shape);
}

const char* navnet_voxel_state_name(navnet_voxel_state state) {
  return NameOfNumber<VoxelState>(state, NAVNET_VOXEL_STATE_OCCUPIED);
}
