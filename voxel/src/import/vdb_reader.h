#pragma once
// Reads grids of .vdb files that may be damaged. OpenVDB's own File believes every length and count it finds: it takes
// a file that was cut off for a whole one, and a wrong byte can make it loop, ask for gigabytes or write out of bounds.

#include "import/checked_stream.h"

#include <openvdb/Grid.h>
#include <openvdb/MetaMap.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace navnet {

/// An open file and its grids, in the order of the file. Everything throws std::exception when the file is damaged.
/// Requires: openvdb::initialize() was called.
class VdbReader {
 public:
  /// Files since OpenVDB 2.0 (2013) can be read.
  explicit VdbReader(const std::filesystem::path& file);

  size_t count() const { return entries_.size(); }
  /// The grid's name; where several have the same, with their number behind it: density[1].
  std::string Name(size_t i) const;
  /// Whether grid i is called `name`, with or without the number.
  bool IsNamed(size_t i, const std::string& name) const;
  /// Whether grid i is a mask, bool or float grid of OpenVDB's usual tree.
  bool IsReadable(size_t i) const;
  /// The type of grid i: Tree_vec3s_5_4_3.
  const std::string& Type(size_t i) const { return entries_[i].type; }
  /// The whole grid with its transform and, of its metadata, texts and whole-number vectors. Requires: IsReadable(i).
  openvdb::GridBase::Ptr Read(size_t i);

 private:
  struct Entry {
    std::string unique_name, type, parent;  ///< Parent: the grid whose tree it shares, or nothing.
    bool half_floats = false;
    uint64_t at = 0;                          ///< Where the grid begins.
    openvdb::GridBase::Ptr loaded = nullptr;  ///< For files without positions, which are read from front to end.
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
