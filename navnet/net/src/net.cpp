// SPDX-License-Identifier: Apache-2.0
#include <navnet/net/net.h>

#include <navnet/internal/net/ground_image.h>
#include <navnet/internal/net/image.h>
#include <navnet/internal/net/world_image.h>

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "images are little-endian");

constexpr size_t kChecksumEnd = offsetof(ImageHeader, checksum) + sizeof(ImageHeader::checksum);

// Limit of the origin and (with its inverse) of the voxel size, in metres: far larger than any world, and far too small
// for products of coordinates and sizes to overflow.
constexpr double kFarthest_m = 1e18;

constexpr uint64_t Aligned(uint64_t bytes) { return (bytes + kImageAlignment - 1) / kImageAlignment * kImageAlignment; }

// Calls visit(offset field, count, element size) for each array of a level, in the order of the image.
template <class Level, class Visit>
void EachSection(Level& level, const Visit& visit) {
  const uint64_t cells = level.cell_count;
  visit(level.blocks_at, uint64_t{level.block_count}, sizeof(NetBlock));
  visit(level.cells_at, cells, sizeof(VoxelBox));
  visit(level.volumes_at, cells, sizeof(VoxelBox));
  visit(level.components_at, cells, sizeof(uint32_t));
  visit(level.first_neighbour_at, cells + 1, sizeof(uint32_t));
  visit(level.neighbours_at, 2 * uint64_t{level.contact_count}, sizeof(NetNeighbour));
}

Status CheckHeader(const ImageHeader& header, size_t bytes) {
  if (header.magic != kImageMagic) return Bad("this is not a .navnet file");
  if (header.version > kImageVersion) {
    return Bad("the file has version " + std::to_string(header.version) + ", newer than the " +
               std::to_string(kImageVersion) + " this program reads; update NavNet");
  }
  if (header.version != kImageVersion) {
    return Bad("the file has version " + std::to_string(header.version) + ", this program reads " +
               std::to_string(kImageVersion) + "; bake the world again");
  }
  if (header.bytes != bytes) {
    return Bad("the file has " + std::to_string(bytes) + " bytes instead of " + std::to_string(header.bytes) +
               ": it is truncated or damaged");
  }
  if (header.level_count == 0 || header.level_count > kMaxLevels) {
    return Bad(std::to_string(header.level_count) + " levels: expected 1 to " + std::to_string(kMaxLevels));
  }
  const VoxelBox bounds{{header.bounds_lo[0], header.bounds_lo[1], header.bounds_lo[2]},
                        {header.bounds_hi[0], header.bounds_hi[1], header.bounds_hi[2]}};
  for (int a = 0; a < 3; ++a) {
    if (bounds.Size(a) <= 0 || bounds.Size(a) > (1 << 20) || std::abs(int64_t{bounds.lo[a]}) > (1 << 30)) {
      return Bad("invalid bounds");
    }
    if (!(std::abs(header.origin_world[a]) <= kFarthest_m)) return Bad("an origin that is not finite or too far away");
  }
  if (!(header.voxel_m >= 1 / kFarthest_m && header.voxel_m <= kFarthest_m)) {
    return Bad("a voxel size that is not > 0 or is out of range");
  }
  if (header.up > 1) return Bad("an unknown up axis");
  if (!(std::abs(header.turn_cos * header.turn_cos + header.turn_sin * header.turn_sin - 1) < 1e-9)) {
    return Bad("a rotation whose cos² + sin² is not 1");
  }
  if (header.keep > uint32_t(Keep::Seeds)) return Bad("an unknown choice of free space");
  if (header.parts > (kGroundPart | kGatesPart | kWorldPart)) return Bad("unknown parts");
  if (header.min_cell == 0) return Bad("a smallest cell of 0 voxels");
  return Ok();
}

}  // namespace

const char* ToString(Keep keep) {
  switch (keep) {
    case Keep::All: return "all";
    case Keep::Outside: return "outside";
    case Keep::Largest: return "largest";
    case Keep::Seeds: return "seeds";
  }
  return "unknown";
}

int ContactAxis(const VoxelBox& a, const VoxelBox& b) {
  int axis = -1;
  for (int k = 0; k < 3; ++k) {
    const int32_t lo = std::max(a.lo[k], b.lo[k]), hi = std::min(a.hi[k], b.hi[k]);
    if (lo < hi) continue;
    if (lo > hi || axis >= 0) return -1;
    axis = k;
  }
  return axis;
}

VoxelBox ContactOf(const VoxelBox& a, const VoxelBox& b) { return Intersection(a, b); }

bool BlockBefore(const NetBlock& a, const NetBlock& b) {
  return a.size != b.size ? a.size < b.size : a.origin < b.origin;
}

const NetBlock* FindBlock(std::span<const NetBlock> blocks, VoxelCoord voxel) {
  for (auto first = blocks.begin(); first != blocks.end();) {
    const int32_t size = first->size;
    NetBlock wanted;
    wanted.size = size;
    wanted.origin = {voxel.x & -size, voxel.y & -size, voxel.z & -size};
    const auto found = std::lower_bound(first, blocks.end(), wanted, BlockBefore);
    if (found != blocks.end() && found->size == size && found->origin == wanted.origin) return &*found;
    first = std::upper_bound(found, blocks.end(), size, [](int32_t s, const NetBlock& b) { return s < b.size; });
  }
  return nullptr;
}

const NetBlock* NetLevel::BlockAt(VoxelCoord voxel) const { return FindBlock(blocks, voxel); }

uint32_t NetLevel::CellAt(VoxelCoord voxel) const {
  const NetBlock* block = BlockAt(voxel);
  if (!block) return kNoCell;
  for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
    if (cells[cell].Contains(voxel)) return cell;
  }
  return kNoCell;
}

uint64_t WorldTableAt(const ImageHeader& header) {
  return sizeof(ImageHeader) + uint64_t{header.level_count} * sizeof(ImageLevel) +
         (header.parts & kGroundPart ? sizeof(ImageGround) : 0) + (header.parts & kGatesPart ? sizeof(ImageGates) : 0);
}

uint64_t ImageChecksum(std::span<const std::byte> image) {
  return XXH3_64bits(image.data() + kChecksumEnd, image.size() - kChecksumEnd);
}

Result<Net> Net::FromImage(std::shared_ptr<const std::byte> image, size_t bytes) {
  if (bytes < sizeof(ImageHeader)) return Bad("the file is too short to be a net");
  ImageHeader header;
  std::memcpy(&header, image.get(), sizeof header);
  if (Status s = CheckHeader(header, bytes); !s) return s.error();
  const uint64_t ground_at = sizeof(ImageHeader) + uint64_t{header.level_count} * sizeof(ImageLevel);
  const bool has_ground = header.parts & kGroundPart, has_gates = header.parts & kGatesPart;
  const uint64_t gates_at = ground_at + (has_ground ? sizeof(ImageGround) : 0);
  const uint64_t world_at = WorldTableAt(header);
  const uint64_t tables_end = world_at + (header.parts & kWorldPart ? sizeof(ImageWorld) : 0);
  if (tables_end > bytes) return Bad("the file ends inside its tables");
  Net net;
  net.image_ = std::move(image);
  net.bytes_ = bytes;
  if (ImageChecksum(net.image()) != header.checksum) return Bad("the checksum is wrong: the file is damaged");

  for (int a = 0; a < 3; ++a) {
    net.info_.frame.origin_world[a] = header.origin_world[a];
    net.info_.bounds.lo[a] = header.bounds_lo[a];
    net.info_.bounds.hi[a] = header.bounds_hi[a];
  }
  net.info_.frame.voxel_m = header.voxel_m;
  net.info_.source_hash = header.source_hash;
  net.info_.up = header.up == 0 ? UpAxis::Y : UpAxis::Z;
  net.info_.frame.turn = {header.turn_cos, header.turn_sin, net.info_.up};
  net.info_.keep = Keep(header.keep);
  net.info_.min_cell = header.min_cell;
  const std::byte* const start = net.image_.get();
  for (uint32_t i = 0; i < header.level_count; ++i) {
    ImageLevel stored;
    std::memcpy(&stored, start + sizeof(ImageHeader) + i * sizeof(ImageLevel), sizeof stored);
    const std::string name = "level " + std::to_string(i) + ": ";
    bool fits = true;
    EachSection(stored, [&](uint64_t offset, uint64_t count, size_t size) {
      fits = fits && Fits(offset, count, size, tables_end, bytes);
    });
    if (!fits) return Bad(name + "an array lies outside the file");
    NetLevel level;
    level.radius_m = stored.radius_m;
    if (!(std::isfinite(level.radius_m) && level.radius_m >= 0) ||
        (i > 0 && level.radius_m <= net.levels_.back().radius_m)) {
      return Bad(name + "radii must ascend from 0 or more");
    }
    level.voxels_free = stored.voxels_free;
    level.voxels_left_out = stored.voxels_left_out;
    level.voxels_blocked = stored.voxels_blocked;
    level.component_count = stored.component_count;
    level.blocks = ViewAt<NetBlock>(start, stored.blocks_at, stored.block_count);
    level.cells = ViewAt<VoxelBox>(start, stored.cells_at, stored.cell_count);
    level.volumes = ViewAt<VoxelBox>(start, stored.volumes_at, stored.cell_count);
    level.components = ViewAt<uint32_t>(start, stored.components_at, stored.cell_count);
    level.first_neighbour = ViewAt<uint32_t>(start, stored.first_neighbour_at, uint64_t{stored.cell_count} + 1);
    level.neighbours = ViewAt<NetNeighbour>(start, stored.neighbours_at, 2 * uint64_t{stored.contact_count});
    if (std::string fault = FindFault(level, net.info_.bounds); !fault.empty()) return Bad(name + fault);
    net.levels_.push_back(level);
  }
  if (has_ground) {
    ImageGround stored;
    std::memcpy(&stored, start + ground_at, sizeof stored);
    Result<GroundView> ground = ReadGround(stored, start, tables_end, bytes);
    if (!ground) return ground.error();
    net.ground_ = *ground;
  }
  if (has_gates) {
    ImageGates stored;
    std::memcpy(&stored, start + gates_at, sizeof stored);
    if (!Fits(stored.gates_at, stored.gate_count, sizeof(Gate), tables_end, bytes)) {
      return Bad("the gates lie outside the file");
    }
    if (stored.gate_count == 0) return Bad("gates without a gate");
    net.gates_ = ViewAt<Gate>(start, stored.gates_at, stored.gate_count);
    if (Status s = Validate(net.gates_); !s) return Bad(s.error().message);
  }
  if (header.parts & kWorldPart) {
    ImageWorld stored;
    std::memcpy(&stored, start + world_at, sizeof stored);
    if (std::string fault = FindWorldFault(stored, start, tables_end, bytes); !fault.empty()) return Bad(fault);
  }
  return net;
}

Net Net::WithoutLevels(const NetInfo& info) {
  Net net;
  net.info_ = info;
  return net;
}

const NetLevel* Net::LevelFor(double radius_m) const {
  for (const NetLevel& level : levels_) {
    if (level.radius_m >= radius_m) return &level;
  }
  return nullptr;
}

Result<Net> MakeNet(const NetInfo& info, std::span<const LevelArrays> levels, const GroundView& ground,
                    std::span<const Gate> gates, const TriangleMesh* world) {
  ImageHeader header{};
  header.magic = kImageMagic;
  header.version = kImageVersion;
  header.level_count = uint32_t(levels.size());
  for (int a = 0; a < 3; ++a) {
    header.origin_world[a] = info.frame.origin_world[a];
    header.bounds_lo[a] = info.bounds.lo[a];
    header.bounds_hi[a] = info.bounds.hi[a];
  }
  header.voxel_m = info.frame.voxel_m;
  header.source_hash = info.source_hash;
  header.up = info.up == UpAxis::Y ? 0 : 1;
  header.turn_cos = info.frame.turn.cos;
  header.turn_sin = info.frame.turn.sin;
  header.keep = uint32_t(info.keep);
  header.min_cell = info.min_cell;

  std::vector<ImageLevel> stored;
  const uint64_t ground_at = sizeof(ImageHeader) + levels.size() * sizeof(ImageLevel);
  const bool has_ground = !ground.IsEmpty(), has_gates = !gates.empty();
  header.parts = (has_ground ? kGroundPart : 0) | (has_gates ? kGatesPart : 0) | (world ? kWorldPart : 0);
  const uint64_t gates_at = ground_at + (has_ground ? sizeof(ImageGround) : 0);
  const uint64_t world_at = WorldTableAt(header);
  uint64_t end = Aligned(world_at + (world ? sizeof(ImageWorld) : 0));
  for (const LevelArrays& level : levels) {
    if (level.cells.size() >= kNoCell || level.neighbours.size() / 2 >= kNoCell) {
      return Error{ErrorCode::TooLarge, "more than 2^32 cells or contacts in a level; use larger voxels"};
    }
    ImageLevel out{};
    out.radius_m = level.radius_m;
    out.voxels_free = level.voxels_free;
    out.voxels_left_out = level.voxels_left_out;
    out.voxels_blocked = level.voxels_blocked;
    out.component_count = level.component_count;
    out.block_count = uint32_t(level.blocks.size());
    out.cell_count = uint32_t(level.cells.size());
    out.contact_count = uint32_t(level.neighbours.size() / 2);
    EachSection(out, [&](uint64_t& offset, uint64_t count, size_t size) {
      offset = end;
      end = Aligned(end + count * size);
    });
    stored.push_back(out);
  }
  Result<ImageGround> stored_ground = StoredGround(ground);
  if (!stored_ground) return stored_ground.error();
  if (has_ground) {
    EachGroundArray(*stored_ground, ground, [&](uint64_t& offset, uint32_t count, const auto& array) {
      offset = end;
      end = Aligned(end + count * sizeof(array[0]));
    });
  }
  const ImageGates stored_gates{end, uint32_t(gates.size()), 0};
  end = Aligned(end + gates.size() * sizeof(Gate));
  TriangleMesh triangles;
  ImageWorld stored_world{};
  if (world) {
    if (world->triangles.size() > UINT32_MAX / 3) return Error{ErrorCode::TooLarge, "more than 2^32 corners to store"};
    triangles = *world;
    stored_world = StoredWorld(triangles);
    stored_world.vertices_at = end;
    end = Aligned(end + uint64_t{stored_world.vertex_count} * stored_world.vertex_bytes);
    stored_world.triangles_at = end;
    end = Aligned(end + uint64_t{stored_world.triangle_count} * 3 * stored_world.index_bytes);
  }
  header.bytes = end;

  std::shared_ptr<std::byte> image(
      static_cast<std::byte*>(::operator new(size_t(end), std::align_val_t(kImageAlignment))),
      [](std::byte* p) { ::operator delete(p, std::align_val_t(kImageAlignment)); });
  std::memset(image.get(), 0, size_t(end));
  const auto put = [&](uint64_t at, const auto& array) {
    if (!array.empty()) std::memcpy(image.get() + at, array.data(), array.size() * sizeof(array[0]));
  };
  put(sizeof(ImageHeader), stored);
  for (size_t i = 0; i < levels.size(); ++i) {
    put(stored[i].blocks_at, levels[i].blocks);
    put(stored[i].cells_at, levels[i].cells);
    put(stored[i].volumes_at, levels[i].volumes);
    put(stored[i].components_at, levels[i].components);
    put(stored[i].first_neighbour_at, levels[i].first_neighbour);
    put(stored[i].neighbours_at, levels[i].neighbours);
  }
  if (has_ground) {
    std::memcpy(image.get() + ground_at, &*stored_ground, sizeof(ImageGround));
    EachGroundArray(*stored_ground, ground, [&](uint64_t offset, uint32_t, const auto& array) { put(offset, array); });
  }
  if (has_gates) {
    std::memcpy(image.get() + gates_at, &stored_gates, sizeof stored_gates);
    put(stored_gates.gates_at, gates);
  }
  if (world) {
    std::memcpy(image.get() + world_at, &stored_world, sizeof stored_world);
    WriteWorld(stored_world, triangles, image.get());
  }
  std::memcpy(image.get(), &header, sizeof header);
  header.checksum = ImageChecksum({image.get(), size_t(end)});
  std::memcpy(image.get(), &header, sizeof header);
  return Net::FromImage(image, size_t(end));
}

}  // namespace navnet
