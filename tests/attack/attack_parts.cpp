// SPDX-License-Identifier: Apache-2.0
// The parts of the attack, in the order in which they run.

#include "attack/attack_part.h"

#include <array>

namespace navnet::attack {
namespace {

constexpr std::array kParts = {
    Part{"meshes", "mutated mesh files and raw triangles are read and sampled", 1, 10, 130, MutateMeshes},
    Part{"maps", "mutated .3dmap and .bt files are read", 1, 20, 130, MutateMaps},
    Part{"nets", "mutated nets, with and without a valid checksum, are loaded and queried", 2, 20, 130, MutateNets},
    Part{"kills", "the command is stopped while it writes: the old file or the new one stays, complete", 1, 10, 300,
         KillDuringWrite},
    Part{"live", "live worlds after random edits have the net of a bake, byte for byte", 1, 10, 300, EditLiveWorlds},
    Part{"c_calls", "functions of the C API with random valid and invalid arguments", 1, 2, 300, MixCalls},
};

}  // namespace

std::span<const Part> Parts() { return kParts; }

}  // namespace navnet::attack
