// SPDX-License-Identifier: Apache-2.0
#include "import/import_octomap.h"

#include "grid/occupancy_build.h"
#include "import/text_cursor.h"

namespace navnet {
namespace {

constexpr int kDepth = 16;
constexpr int32_t kCentreKey = 1 << (kDepth - 1);
constexpr std::string_view kMagic = "# Octomap OcTree binary file";

Error Bad(const std::string& why) { return Error{ErrorCode::BadFormat, why}; }

struct Header {
  uint64_t nodes = 0;
  double resolution = 0;
};

/// Reads up to and including the line `data`.
Result<Header> ReadHeader(TextCursor& cursor) {
  if (cursor.RestOfLine() != kMagic) {
    return Bad("not an OctoMap binary file: its first line is not '" + std::string(kMagic) + "'");
  }
  Header header;
  bool has_id = false, has_size = false, has_resolution = false;
  while (cursor.NextLine()) {
    const std::string_view keyword = cursor.Word();
    if (keyword.empty() || keyword.starts_with('#')) continue;
    if (keyword == "data") {
      if (!has_id || !has_size || !has_resolution) return Bad("its header lacks 'id', 'size' or 'res'");
      cursor.NextLine();
      return header;
    }
    const std::string_view value = cursor.Word();
    if (keyword == "id") {
      if (value != "OcTree") return Bad("holds a tree of type " + Quote(value) + ": only OcTree can be read");
      has_id = true;
    } else if (keyword == "size") {
      if (!ParseInteger(value, header.nodes)) return Bad("its header has a bad size, " + Quote(value));
      has_size = true;
    } else if (keyword == "res") {
      const bool is_number = ParseReal(value, header.resolution);
      if (!is_number || !(header.resolution >= 1e-6 && header.resolution <= 1e6)) {
        return Bad("its header has a bad resolution, " + Quote(value));
      }
      has_resolution = true;
    } else {
      return Bad("line " + std::to_string(cursor.line()) + ": unexpected " + Quote(keyword) + " in the header");
    }
  }
  return Bad("truncated: its header has no line 'data'");
}

/// Visits the nodes in file order, parents first. Recursion is at most kDepth deep.
class TreeReader {
 public:
  TreeReader(std::string_view bytes, const OctomapLeafFunction& leaf) : bytes_(bytes), leaf_(leaf) {}

  /// Reads the children of an inner node that begins at `corner` and is 2^(kDepth - depth) voxels wide.
  Status ReadChildren(VoxelCoord corner, int depth) {
    if (depth == kDepth) return Bad("damaged: a node lies below the deepest level of the tree");
    if (bytes_.size() < 2) return Bad("truncated: the data ends after " + std::to_string(nodes_) + " nodes");
    const unsigned bits =
        unsigned(static_cast<unsigned char>(bytes_[0])) | unsigned(static_cast<unsigned char>(bytes_[1])) << 8;
    bytes_.remove_prefix(2);
    const int32_t width = int32_t{1} << (kDepth - depth - 1);
    for (int child = 0; child < 8; ++child) {
      const VoxelCoord lo =
          corner + VoxelCoord{(child & 1) * width, (child >> 1 & 1) * width, (child >> 2 & 1) * width};
      const unsigned state = bits >> (2 * child) & 3;
      nodes_ += state != kUnknown;
      if (state == kFree || state == kOccupied) {
        leaf_({lo, lo + VoxelCoord{width, width, width}}, state == kOccupied);
      }
    }
    for (int child = 0; child < 8; ++child) {
      if ((bits >> (2 * child) & 3) != kInner) continue;
      const VoxelCoord lo =
          corner + VoxelCoord{(child & 1) * width, (child >> 1 & 1) * width, (child >> 2 & 1) * width};
      if (const Status status = ReadChildren(lo, depth + 1); !status) return status;
    }
    return Ok();
  }

  uint64_t nodes() const { return nodes_; }  ///< Nodes read, including the root.
  std::string_view rest() const { return bytes_; }

 private:
  enum : unsigned { kUnknown = 0, kFree = 1, kOccupied = 2, kInner = 3 };

  std::string_view bytes_;
  const OctomapLeafFunction& leaf_;
  uint64_t nodes_ = 1;
};

}  // namespace

Result<double> ReadOctomap(std::string_view bytes, const OctomapLeafFunction& leaf) {
  TextCursor cursor(bytes);
  const Result<Header> header = ReadHeader(cursor);
  if (!header) return header.error();

  std::string_view rest = cursor.rest();
  if (header->nodes > 0) {
    TreeReader tree(rest, leaf);
    if (const Status status = tree.ReadChildren({-kCentreKey, -kCentreKey, -kCentreKey}, 0); !status) {
      return status.error();
    }
    if (tree.nodes() != header->nodes) {
      return Bad("damaged: the header promises " + std::to_string(header->nodes) + " nodes, the data has " +
                 std::to_string(tree.nodes()));
    }
    rest = tree.rest();
  }
  if (!rest.empty()) return Bad("damaged: " + std::to_string(rest.size()) + " bytes follow the last node");
  return header->resolution;
}

Result<OccupancyGrid> ImportOctomap(std::string_view bytes, double scale) {
  VoxelBox known;
  std::vector<VoxelBox> occupied;
  const Result<double> resolution = ReadOctomap(bytes, [&](const VoxelBox& box, bool is_occupied) {
    const bool first = known.IsEmpty();
    for (int axis = 0; axis < 3; ++axis) {
      known.lo[axis] = first ? box.lo[axis] : std::min(known.lo[axis], box.lo[axis]);
      known.hi[axis] = first ? box.hi[axis] : std::max(known.hi[axis], box.hi[axis]);
    }
    if (is_occupied) occupied.push_back(box);
  });
  if (!resolution) return resolution.error();
  if (known.IsEmpty()) return Error{ErrorCode::EmptyWorld, "nothing in the map is known"};
  return BuildOccupancy({.origin_world = {}, .voxel_m = *resolution * scale}, known, 0, occupied);
}

}  // namespace navnet
