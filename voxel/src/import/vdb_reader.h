// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads grids of .vdb files that may be damaged. OpenVDB's own File trusts every length and count: it accepts truncated
// files, and a wrong byte can make it loop, allocate gigabytes or write out of bounds.

#include "import/checked_stream.h"

#include <openvdb/Grid.h>
#include <openvdb/MetaMap.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace navnet {

/// An open file and its grids, in the order of the file. All members throw std::exception when the file is damaged.
/// Requires: openvdb::initialize() was called.
class VdbReader {
 public:
  /// Opens a file and reads its header. Supports files since OpenVDB 2.0 (2013).
  explicit VdbReader(const std::filesystem::path& file);

  size_t count() const { return entries_.size(); }
  /// The grid's name; where several are the same, followed by their number: density[1].
  std::string Name(size_t i) const;
  /// Whether grid i has this name, with or without the number.
  bool IsNamed(size_t i, const std::string& name) const;
  /// Whether grid i is a mask, bool or float grid of OpenVDB's usual tree.
  bool IsReadable(size_t i) const;
  /// The type of grid i: Tree_vec3s_5_4_3.
  const std::string& Type(size_t i) const { return entries_[i].type; }
  /// Reads grid i with its transform and, of its metadata, strings and integer vectors. Requires: IsReadable(i).
  openvdb::GridBase::Ptr Read(size_t i);

 private:
  struct Entry {
    std::string unique_name, type, parent;  ///< Parent: the grid whose tree it shares, or empty.
    bool half_floats = false;
    uint64_t at = 0;                          ///< File offset of the grid.
    openvdb::GridBase::Ptr loaded = nullptr;  ///< For files without offsets, which are read sequentially.
  };

  void ReadHeader();
  void ReadMetadata(openvdb::MetaMap& metadata);
  openvdb::GridBase::Ptr ReadGrid(const Entry& entry);
  openvdb::GridBase::Ptr ReadHere(const Entry& entry);

  CheckedStream file_;
  bool has_positions_ = false;
  std::vector<Entry> entries_;
};

}  // namespace navnet
