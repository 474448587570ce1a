// SPDX-License-Identifier: Apache-2.0
#include "import/import_vdb.h"

#include <navnet/internal/core/text.h>

#include "grid/occupancy_data.h"
#include "grid/vdb_metadata.h"
#include "import/vdb_reader.h"
#include "triangles/fixed_mesh.h"

#include <openvdb/openvdb.h>

#include <cmath>
#include <ios>
#include <new>
#include <stdexcept>

namespace navnet {
namespace {

Error Bad(const std::filesystem::path& file, const std::string& why) {
  return {ErrorCode::BadFormat, file.string() + ": " + why};
}

struct Voxels {
  MaskTree::Ptr blocked;
  openvdb::CoordBBox known;  ///< Box of the voxels that are blocked or otherwise stored in the grid.
};

// Whether the origin of every node is valid. Origins come from the file, and values near the limits of int32 make
// OpenVDB loop forever.
template <class Tree>
bool PlacesMakeSense(const Tree& tree) {
  const auto makes_sense = [](const openvdb::Coord& at, int size) {
    for (int a = 0; a < 3; ++a) {
      if ((at[a] & (size - 1)) != 0 || std::abs(int64_t{at[a]}) > (1 << 30)) return false;
    }
    return true;
  };
  const auto& root = tree.root();
  constexpr int kRootChildSize = Tree::RootNodeType::ChildNodeType::DIM;
  for (auto tile = root.cbeginValueAll(); tile; ++tile) {
    if (!makes_sense(tile.getCoord(), kRootChildSize)) return false;
  }
  for (auto child = root.cbeginChildOn(); child; ++child) {
    if (!makes_sense(child.getCoord(), kRootChildSize)) return false;
  }
  for (auto leaf = tree.cbeginLeaf(); leaf; ++leaf) {
    if (!makes_sense(leaf->origin(), Tree::LeafNodeType::DIM)) return false;
  }
  return true;
}

// Returns the voxels and tiles of `tree` for which `is_blocked(value, active)` holds.
template <class Tree, class IsBlocked>
Voxels Convert(const Tree& tree, const IsBlocked& is_blocked) {
  if (!PlacesMakeSense(tree)) throw std::runtime_error("a node lies where none can, or beyond 2^30 voxels");
  Voxels out{std::make_shared<MaskTree>(false), {}};
  openvdb::tree::ValueAccessor<MaskTree> accessor(*out.blocked);
  for (auto it = tree.cbeginValueAll(); it; ++it) {
    if (!is_blocked(*it, it.isValueOn())) continue;
    if (it.isVoxelValue()) {
      accessor.setValueOn(it.getCoord());
    } else {
      out.blocked->sparseFill(it.getBoundingBox(), true, true);
      accessor.clear();
    }
  }
  out.blocked->evalActiveVoxelBoundingBox(out.known);
  openvdb::CoordBBox active;
  if (tree.evalActiveVoxelBoundingBox(active)) out.known.expand(active);
  return out;
}

Voxels ConvertAny(const openvdb::GridBase& grid, const LoadOptions& options) {
  if (grid.isType<MaskGrid>()) {
    return Convert(static_cast<const MaskGrid&>(grid).tree(), [](bool, bool active) { return active; });
  }
  if (grid.isType<openvdb::BoolGrid>()) {
    return Convert(static_cast<const openvdb::BoolGrid&>(grid).tree(),
                   [](bool value, bool active) { return active && value; });
  }
  const auto& tree = static_cast<const openvdb::FloatGrid&>(grid).tree();
  const float threshold = float(options.vdb_threshold.value_or(0));
  if (grid.getGridClass() == openvdb::GRID_LEVEL_SET) {
    // The inside of a level set consists of inactive tiles with negative values: solid too.
    return Convert(tree, [threshold](float value, bool) { return value <= threshold; });
  }
  return Convert(tree, [threshold](float value, bool active) { return active && value > threshold; });
}

Result<GridFrame> FrameOf(const openvdb::GridBase& grid, const std::filesystem::path& file, double scale) {
  const openvdb::math::Transform& transform = grid.transform();
  const openvdb::Vec3d size = transform.voxelSize();
  // Accepts linear transforms without rotation and with the same positive scale on all axes.
  const openvdb::Vec3d zero = transform.indexToWorld(openvdb::Vec3d(0));
  bool plain = transform.isLinear() && std::isfinite(size.x()) && size.x() > 0;
  for (int a = 0; plain && a < 3; ++a) {
    openvdb::Vec3d unit(0.0), expected(0.0);
    unit[a] = 1;
    expected[a] = size.x();
    const openvdb::Vec3d step = transform.indexToWorld(unit) - zero;
    plain = (step - expected).length() <= 1e-6 * size.x();
  }
  if (!plain)
    return Bad(file, "the grid is rotated or its voxels are not cubes; resample it (vdb_tool, Houdini) first");
  GridFrame frame;
  frame.voxel_m = size.x() * scale;
  for (int a = 0; a < 3; ++a) {
    // Removes rounding errors: values close to a multiple of half a voxel are rounded to it.
    const double halves = zero[a] / size.x() * 2;
    const double rounded = std::abs(halves - std::round(halves)) < 1e-6 ? std::round(halves) : halves;
    frame.origin_world[a] = (rounded - 1) / 2 * frame.voxel_m;
  }
  return frame;
}

Result<VoxelBox> BoundsOf(const openvdb::GridBase& grid, const openvdb::CoordBBox& known,
                          const std::filesystem::path& file) {
  VoxelBox bounds;
  const auto lo = grid.getMetadata<openvdb::Vec3IMetadata>(kVdbBoundsMin);
  const auto hi = grid.getMetadata<openvdb::Vec3IMetadata>(kVdbBoundsMax);
  if (!(lo && hi) && known.empty()) {
    return Error{ErrorCode::EmptyWorld, file.string() + ": the grid '" + grid.getName() + "' has no blocked voxels"};
  }
  for (int a = 0; a < 3; ++a) {
    const int64_t first = lo && hi ? lo->value()[a] : known.min()[a];
    const int64_t last = lo && hi ? hi->value()[a] : known.max()[a];
    if (first > last || last - first >= kMaxGridSize || std::max(std::abs(first), std::abs(last)) > (1 << 30)) {
      return Bad(file, "the grid reaches from voxel " + std::to_string(first) + " to " + std::to_string(last) +
                           " along an axis; at most 524288 voxels are possible");
    }
    bounds.lo[a] = int32_t(first);
    bounds.hi[a] = int32_t(last) + 1;
  }
  return bounds;
}

Result<OccupancyGrid> ImportOpen(VdbReader& opened, const std::filesystem::path& file, const LoadOptions& options) {
  openvdb::GridBase::Ptr chosen;
  std::string names;
  for (size_t i = 0; i < opened.count(); ++i) {
    names += (names.empty() ? "'" : ", '") + opened.Name(i) + "'";
    if (chosen || (!options.vdb_grid.empty() && !opened.IsNamed(i, options.vdb_grid))) continue;
    if (opened.IsReadable(i)) chosen = opened.Read(i);
    if (!chosen && !options.vdb_grid.empty()) {
      return Bad(file, "the grid '" + options.vdb_grid + "' is of type " + opened.Type(i) +
                           "; bool, mask and float grids can be read");
    }
  }
  if (!chosen) {
    if (!options.vdb_grid.empty()) {
      return Error{ErrorCode::InvalidArgument, file.string() + ": no grid named '" + options.vdb_grid +
                                                   "'; the file has " + (names.empty() ? "none" : names)};
    }
    return Error{ErrorCode::EmptyWorld,
                 file.string() + ": no bool, mask or float grid; the file has " + (names.empty() ? "none" : names)};
  }
  Result<GridFrame> frame = FrameOf(*chosen, file, options.scale);
  if (!frame) return frame.error();
  const Voxels voxels = ConvertAny(*chosen, options);
  Result<VoxelBox> bounds = BoundsOf(*chosen, voxels.known, file);
  if (!bounds) return bounds.error();
  voxels.blocked->clip({openvdb::Coord(bounds->lo.x, bounds->lo.y, bounds->lo.z),
                        openvdb::Coord(bounds->hi.x - 1, bounds->hi.y - 1, bounds->hi.z - 1)});
  return MakeOccupancy(*frame, *bounds, 0, voxels.blocked);
}

}  // namespace

Result<OccupancyGrid> ImportVdb(const std::filesystem::path& file, const LoadOptions& options) {
  try {
    openvdb::initialize();
    VdbReader opened(file);
    return ImportOpen(opened, file, options);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, file.string() + ": out of memory while reading"};
  } catch (const std::ios_base::failure&) {
    return Bad(file, "not a readable OpenVDB file: it is damaged or was cut off");
  } catch (const std::exception& e) {
    return Bad(file, std::string("not a readable OpenVDB file: ") + e.what());
  }
}

}  // namespace navnet
