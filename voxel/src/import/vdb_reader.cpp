// SPDX-License-Identifier: Apache-2.0
#include "import/vdb_reader.h"

#include "grid/mask_tree.h"
#include "import/vdb_check.h"

#include <openvdb/io/GridDescriptor.h>
#include <openvdb/io/io.h>
#include <openvdb/openvdb.h>
#include <openvdb/version.h>

#include <cstring>
#include <stdexcept>
#include <string_view>

namespace navnet {
namespace {

constexpr std::string_view kHalfFloats = "_HalfFloat";
constexpr uint64_t kUuidLength = 36;

bool IsReadableType(const std::string& type) {
  return type == MaskGrid::gridType() || type == openvdb::BoolGrid::gridType() ||
         type == openvdb::FloatGrid::gridType();
}

VdbTreeLayout LayoutOf(const std::string& type, bool half_floats, uint32_t compression) {
  using Leaves = VdbTreeLayout::Leaves;
  if (type == MaskGrid::gridType()) return {Leaves::Masks, sizeof(bool), sizeof(bool), compression};
  if (type == openvdb::BoolGrid::gridType()) return {Leaves::Bools, sizeof(bool), sizeof(bool), compression};
  return {Leaves::Values, sizeof(float), half_floats ? sizeof(float) / 2 : sizeof(float), compression};
}

}  // namespace

VdbReader::VdbReader(const std::filesystem::path& file) : file_(file) {
  ReadHeader();
  for (auto left = file_.Value<int32_t>(); left > 0; --left) {
    Entry entry{file_.String(), file_.String(), file_.String()};
    if (entry.type.ends_with(kHalfFloats)) {
      entry.type.resize(entry.type.size() - kHalfFloats.size());
      entry.half_floats = true;
    }
    entry.at = file_.Value<uint64_t>();
    file_.Skip(sizeof(int64_t));  // Offset of its values.
    const auto end = file_.Value<uint64_t>();
    if (has_positions_) {
      // Offsets must ascend, so that no descriptor is read twice.
      if (entry.at < file_.at() || end < entry.at) CheckedStream::ThrowDamaged();
      file_.Seek(end);
    } else {
      if (!IsReadableType(entry.type)) {
        throw std::runtime_error("it was written as a stream, where the grid '" + entry.unique_name + "' (" +
                                 entry.type + ") cannot be passed over; write it as a file");
      }
      entry.at = file_.at();
      entry.loaded = ReadHere(entry);
    }
    entries_.push_back(std::move(entry));
  }
}

void VdbReader::ReadHeader() {
  if (file_.size() < sizeof(int64_t) || file_.Value<int64_t>() != openvdb::OPENVDB_MAGIC) {
    throw std::runtime_error("it does not begin like one");
  }
  const auto version = file_.Value<uint32_t>();
  if (version > openvdb::OPENVDB_FILE_VERSION) {
    throw std::runtime_error("its format " + std::to_string(version) + " is newer than " +
                             std::to_string(openvdb::OPENVDB_FILE_VERSION) + ", the newest that can be read");
  }
  if (version < openvdb::OPENVDB_FILE_VERSION_NODE_MASK_COMPRESSION) {
    throw std::runtime_error("its format " + std::to_string(version) +
                             " is older than OpenVDB 2.0; write it again with a newer version");
  }
  openvdb::VersionId library;
  library.first = file_.Value<uint32_t>();
  library.second = file_.Value<uint32_t>();
  openvdb::io::setVersion(file_.stream(), library, version);
  has_positions_ = file_.Value<char>() != 0;
  file_.Skip(kUuidLength);
  openvdb::MetaMap ignored;
  ReadMetadata(ignored);
}

void VdbReader::ReadMetadata(openvdb::MetaMap& metadata) {
  for (auto left = file_.Value<uint32_t>(); left > 0; --left) {
    const std::string name = file_.String(), type = file_.String(), value = file_.String();
    if (type == openvdb::StringMetadata::staticTypeName()) {
      metadata.insertMeta(name, openvdb::StringMetadata(value));
    } else if (type == openvdb::Vec3IMetadata::staticTypeName() && value.size() == sizeof(openvdb::Vec3i)) {
      openvdb::Vec3i vector;
      std::memcpy(vector.asPointer(), value.data(), value.size());
      metadata.insertMeta(name, openvdb::Vec3IMetadata(vector));
    }
  }
}

std::string VdbReader::Name(size_t i) const {
  return openvdb::io::GridDescriptor::nameAsString(entries_[i].unique_name);
}

bool VdbReader::IsNamed(size_t i, const std::string& name) const {
  return name == Name(i) || name == openvdb::io::GridDescriptor::stripSuffix(entries_[i].unique_name);
}

bool VdbReader::IsReadable(size_t i) const { return IsReadableType(entries_[i].type); }

openvdb::GridBase::Ptr VdbReader::ReadHere(const Entry& entry) {
  openvdb::GridBase::Ptr grid = openvdb::GridBase::createGrid(entry.type);
  const auto compression = file_.Value<uint32_t>();
  openvdb::io::setDataCompression(file_.stream(), compression);
  ReadMetadata(*grid);
  grid->setSaveFloatAsHalf(entry.half_floats);

  // The transform begins with the name of its type.
  const uint64_t transform_at = file_.at();
  (void)file_.String();
  file_.Seek(transform_at);
  grid->readTransform(file_.stream());
  file_.Resume();
  if (!entry.parent.empty()) return grid;

  const uint64_t tree_at = file_.at();
  CheckVdbTree(file_, LayoutOf(entry.type, entry.half_floats, compression));
  file_.Seek(tree_at);
  grid->readTopology(file_.stream());
  grid->readBuffers(file_.stream());
  file_.Resume();
  return grid;
}

openvdb::GridBase::Ptr VdbReader::ReadGrid(const Entry& entry) {
  if (entry.loaded) return entry.loaded;
  file_.Seek(entry.at);
  return ReadHere(entry);
}

openvdb::GridBase::Ptr VdbReader::Read(size_t i) {
  const Entry& entry = entries_[i];
  openvdb::GridBase::Ptr grid = ReadGrid(entry);
  if (entry.parent.empty()) return grid;
  for (const Entry& other : entries_) {
    if (other.unique_name != entry.parent || other.type != entry.type || !other.parent.empty()) continue;
    grid->setTree(ReadGrid(other)->baseTreePtr());
    return grid;
  }
  CheckedStream::ThrowDamaged();
}

}  // namespace navnet
