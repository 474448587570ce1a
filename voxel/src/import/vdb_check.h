#pragma once
// Is a tree in a .vdb file what it says? Asked before OpenVDB reads it, because OpenVDB does not ask.

#include "import/checked_stream.h"

namespace navnet {

/// How the values of a tree of 5, 4, 3 levels are stored, in files since OpenVDB 2.0.
struct VdbTreeLayout {
  enum class Leaves { Values, Bools, Masks };

  Leaves leaves = Leaves::Values;
  uint64_t value_bytes = 0;   ///< A value in memory, and one that stands alone in the file.
  uint64_t stored_bytes = 0;  ///< A value among many in the file: half of it for half floats.
  uint32_t compression = 0;   ///< Flags of openvdb::io.
};

/// Walks over a tree, topology and buffers, from where the stream stands. Throws when a count or a length does not fit.
void CheckVdbTree(CheckedStream& file, const VdbTreeLayout& layout);

}  // namespace navnet
