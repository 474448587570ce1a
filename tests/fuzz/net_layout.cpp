// SPDX-License-Identifier: Apache-2.0
#include "fuzz/net_layout.h"

#include <navnet/internal/net/ground_image.h>
#include <navnet/internal/net/image.h>
#include <navnet/internal/net/world_image.h>

#include <cstring>

namespace navnet {
namespace {

// One letter per field: u, i for 4 bytes; U, I, d for 8 bytes.
std::vector<RecordField> FieldsOf(std::string_view letters) {
  std::vector<RecordField> fields;
  size_t offset = 0;
  for (const char letter : letters) {
    const FieldKind kind = letter == 'u'   ? FieldKind::U32
                           : letter == 'i' ? FieldKind::I32
                           : letter == 'U' ? FieldKind::U64
                           : letter == 'I' ? FieldKind::I64
                                           : FieldKind::F64;
    fields.push_back({offset, kind});
    offset += SizeOf(kind);
  }
  return fields;
}

template <class T>
T Get(std::span<const std::byte> image, size_t at) {
  T value;
  std::memcpy(&value, image.data() + at, sizeof value);
  return value;
}

}  // namespace

std::vector<RecordArray> LayoutOf(std::span<const std::byte> image) {
  std::vector<RecordArray> out;
  const auto add = [&](std::string_view name, size_t at, size_t count, size_t stride, std::string_view letters) {
    if (count > 0) out.push_back({name, at, count, stride, FieldsOf(letters)});
  };
  const auto header = Get<ImageHeader>(image, 0);
  add("header", 0, 1, sizeof(ImageHeader), "UuuUUddddddiiiiiiUuuuu");
  size_t at = sizeof(ImageHeader);
  add("levels", at, header.level_count, sizeof(ImageLevel), "dIIIuuuuUUUUUU");
  for (uint32_t i = 0; i < header.level_count; ++i, at += sizeof(ImageLevel)) {
    const auto level = Get<ImageLevel>(image, at);
    add("blocks", level.blocks_at, level.block_count, sizeof(NetBlock), "iiiiuu");
    add("cells", level.cells_at, level.cell_count, sizeof(VoxelBox), "iiiiii");
    add("volumes", level.volumes_at, level.cell_count, sizeof(VoxelBox), "iiiiii");
    add("components", level.components_at, level.cell_count, sizeof(uint32_t), "u");
    add("first neighbours", level.first_neighbour_at, size_t{level.cell_count} + 1, sizeof(uint32_t), "u");
    add("neighbours", level.neighbours_at, 2 * size_t{level.contact_count}, sizeof(NetNeighbour), "uu");
  }
  if (header.parts & kGatesPart) {
    const size_t behind = at + (header.parts & kGroundPart ? sizeof(ImageGround) : 0);
    const auto gates = Get<ImageGates>(image, behind);
    add("gates", behind, 1, sizeof(ImageGates), "Uuu");
    add("gate", gates.gates_at, gates.gate_count, sizeof(Gate), "dddddddduu");
  }
  if (header.parts & kWorldPart) {
    const size_t world_at = WorldTableAt(header);
    const auto world = Get<ImageWorld>(image, world_at);
    add("world", world_at, 1, sizeof(ImageWorld), "uuuuUU");
    // Numbers of 4 bytes; those of other sizes are changed in pairs or halves.
    add("world vertices", world.vertices_at, size_t{world.vertex_count} * world.vertex_bytes / 4, 4, "u");
    add("world triangles", world.triangles_at, size_t{world.triangle_count} * 3 * world.index_bytes / 4, 4, "u");
  }
  if (!(header.parts & kGroundPart)) return out;
  const auto ground = Get<ImageGround>(image, at);
  add("ground", at, 1, sizeof(ImageGround), "dddduuuuuuuuuuuuUUUUUUUU");
  add("corners", ground.corners_at, ground.corner_count, sizeof(Vec2), "dd");
  add("patches", ground.patches_at, ground.patch_count, sizeof(GroundPatch), "uuuuddd");
  add("walls", ground.walls_at, ground.wall_count, sizeof(GroundWall), "dddduu");
  add("vertices", ground.vertices_at, ground.vertex_count, sizeof(GroundVertex), "ddduuuu");
  add("edges", ground.edges_at, ground.edge_count, sizeof(GroundEdge), "uuuudd");
  add("bends", ground.bends_at, ground.bend_count, sizeof(GroundBend), "dddddduuuu");
  add("spokes", ground.spokes_at, ground.spoke_count, sizeof(GroundSpoke), "u");
  add("links", ground.links_at, ground.link_count, sizeof(GroundLink), "ddddddduu");
  return out;
}

}  // namespace navnet
