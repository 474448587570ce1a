// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/vdb_file.h>

#include <navnet/internal/core/atomic_file.h>
#include <navnet/internal/core/text.h>

#include "grid/occupancy_data.h"
#include "grid/vdb_metadata.h"

#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <new>

namespace navnet {
namespace {

// OpenVDB's own File ignores write errors; this archive writes to a stream that throws when the disk is full.
class StreamArchive : public openvdb::io::Archive {
 public:
  void Write(std::ostream& stream, const openvdb::GridCPtrVec& grids) const { write(stream, grids, /*seekable=*/true); }
};

// Offset of the random UUID (text) in the file header, after magic number, versions and a flag. It is replaced by a
// hash of everything after it, so that the same grids give the same bytes.
constexpr std::streamoff kUuidAt = 8 + 4 + 4 + 4 + 1;
constexpr std::streamoff kUuidLength = 36;

uint64_t Hash(std::istream& stream, uint64_t hash) {
  std::vector<char> chunk(1 << 20);
  while (stream.read(chunk.data(), std::streamsize(chunk.size())), stream.gcount() > 0) {
    for (std::streamsize i = 0; i < stream.gcount(); ++i) {
      hash = (hash ^ uint64_t(uint8_t(chunk[size_t(i)]))) * 0x100000001b3ull;  // FNV-1a
    }
  }
  return hash;
}

void FixUuid(const std::filesystem::path& file) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.exceptions(std::ios::badbit);
  std::array<uint64_t, 2> hash{0xcbf29ce484222325ull, 0x9e3779b97f4a7c15ull};
  for (uint64_t& h : hash) {
    stream.clear();
    stream.seekg(kUuidAt + kUuidLength);
    h = Hash(stream, h);
  }
  char text[40];
  // Version 8: "free-form" UUID of RFC 9562.
  std::snprintf(text, sizeof text, "%08x-%04x-8%03x-%04x-%012llx", unsigned(hash[0] >> 32),
                unsigned(hash[0] >> 16) & 0xffff, unsigned(hash[0]) & 0xfff,
                (unsigned(hash[1] >> 48) & 0x3fff) | 0x8000,
                static_cast<unsigned long long>(hash[1] & 0xffffffffffffull));
  stream.clear();
  stream.exceptions(std::ios::badbit | std::ios::failbit);
  stream.seekp(kUuidAt);
  stream.write(text, kUuidLength);
  stream.flush();
}

openvdb::math::Transform::Ptr TransformOf(const GridFrame& frame) {
  // OpenVDB's voxels are centred on their coordinates; ours have their low corner there.
  const Vec3 centre = frame.CentreWorld({0, 0, 0});
  if (frame.turn.IsNone()) {
    auto transform = openvdb::math::Transform::createLinearTransform(frame.voxel_m);
    transform->postTranslate({centre.x, centre.y, centre.z});
    return transform;
  }
  // Points are row vectors.
  openvdb::math::Mat4d matrix = openvdb::math::Mat4d::identity();
  for (int a = 0; a < 3; ++a) {
    Vec3 step;
    step[a] = frame.voxel_m;
    step = frame.turn.ToWorld(step);
    for (int b = 0; b < 3; ++b) matrix(a, b) = step[b];
    matrix(3, a) = centre[a];
  }
  return openvdb::math::Transform::createLinearTransform(matrix);
}

openvdb::GridBase::ConstPtr ToGrid(const OccupancyGrid& level) {
  const OccupancyData& data = level.data();
  // OpenVDB's grids take non-const trees only; writing does not modify them.
  auto grid = MaskGrid::create(std::const_pointer_cast<MaskTree>(data.tree));
  grid->setName("blocked_r" + Shortest(data.radius_m, 12));
  grid->setTransform(TransformOf(data.frame));
  grid->insertMeta(kVdbRadius, openvdb::DoubleMetadata(data.radius_m));
  const VoxelBox& b = data.bounds;
  grid->insertMeta(kVdbBoundsMin, openvdb::Vec3IMetadata({b.lo.x, b.lo.y, b.lo.z}));
  grid->insertMeta(kVdbBoundsMax, openvdb::Vec3IMetadata({b.hi.x - 1, b.hi.y - 1, b.hi.z - 1}));
  return grid;
}

}  // namespace

Result<uint64_t> WriteVdb(const std::filesystem::path& file, std::span<const OccupancyGrid> levels) {
  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  try {
    openvdb::initialize();
    openvdb::GridCPtrVec grids;
    for (const OccupancyGrid& level : levels) grids.push_back(ToGrid(level));
    std::ofstream stream = target->Stream();
    stream.exceptions(std::ios::badbit | std::ios::failbit);
    StreamArchive archive;
    archive.setCompression(openvdb::io::COMPRESS_ZIP | openvdb::io::COMPRESS_ACTIVE_MASK);
    archive.Write(stream, grids);
    stream.close();
    FixUuid(target->temporary());
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, file.string() + ": out of memory while writing"};
  } catch (const std::ios_base::failure&) {
    return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: no room left on the device, or an I/O error"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: " + e.what()};
  }
  return target->Commit();
}

}  // namespace navnet
