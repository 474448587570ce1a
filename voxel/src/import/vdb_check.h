// SPDX-License-Identifier: Apache-2.0
#pragma once
// Validates a tree in a .vdb file before OpenVDB reads it, because OpenVDB trusts all counts and lengths.

#include "import/checked_stream.h"

namespace navnet {

/// How the values of a Tree4<5, 4, 3> are stored in files since OpenVDB 2.0.
struct VdbTreeLayout {
  enum class Leaves { Values, Bools, Masks };

  Leaves leaves = Leaves::Values;
  uint64_t value_bytes = 0;   ///< Size of a value in memory and of a single value in the file.
  uint64_t stored_bytes = 0;  ///< Size of a value in an array in the file; half for half floats.
  uint32_t compression = 0;   ///< Flags of openvdb::io.
};

/// Reads over a tree, topology and buffers, from the stream's position. Throws when a count or a length is
/// inconsistent.
void CheckVdbTree(CheckedStream& file, const VdbTreeLayout& layout);

}  // namespace navnet
