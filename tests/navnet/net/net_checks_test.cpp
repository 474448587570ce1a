// SPDX-License-Identifier: Apache-2.0
// Damaged nets with a correct checksum are refused: one damaged number for each case, and the expected message.

#include <navnet/bake.h>
#include <navnet/internal/net/ground_image.h>
#include <navnet/internal/net/world_image.h>
#include <navnet/worlds/worlds.h>

#include "support/net_bytes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

namespace navnet {
namespace {

// A floor, a wall with a doorway across it, and a platform above a part of it; with free space around.
const Net& SomeNet() {
  static const Net net = [] {
    TriangleMesh mesh;
    for (const Box3& box : std::vector<Box3>{{{0, 0, -1}, {12, 8, 0}},
                                             {{5, 0, 0}, {5.5, 3, 2.5}},
                                             {{5, 5, 0}, {5.5, 8, 2.5}},
                                             {{7, 1, 3}, {11, 6, 3.5}}}) {
      mesh.Append(MakeBox(box));
    }
    BakeOptions options;
    options.sample.voxel_m = 0.125;
    options.sample.radii_m = {0, 0.3};
    options.sample.margin_m = 24;  // Enough for merged blocks.
    options.walk = WalkOptions{};
    options.with_world = true;
    options.links = {{{2, 2, 0}, {8, 2, 3.5}, 3, LinkKind::Ladder, 0}};
    options.gates = {{{2, 2, 2}, {9, 7, 5}, 3}, {{2, 4, 2}, {9, 7, 1}, 0, 0.2, 1, 1}};
    Result<Baked> baked = Bake(World{"test", UpAxis::Z, std::move(mesh)}, options);
    EXPECT_TRUE(baked) << baked.error().message;
    return baked->net;
  }();
  return net;
}

// The arrays of an image, writable.
struct Parts {
  explicit Parts(std::string& bytes) : net(SomeNet()), start(bytes.data()) {
    header = reinterpret_cast<ImageHeader*>(start);
    levels = reinterpret_cast<ImageLevel*>(start + sizeof(ImageHeader));
    ground = reinterpret_cast<ImageGround*>(start + sizeof(ImageHeader) + header->level_count * sizeof(ImageLevel));
    stored_gates = reinterpret_cast<ImageGates*>(ground + 1);
  }
  // The position as in the net.
  template <class T>
  std::span<T> Of(std::span<const T> array) const {
    const auto at = reinterpret_cast<const std::byte*>(array.data()) - net.image().data();
    return {reinterpret_cast<T*>(start + at), array.size()};
  }
  const NetLevel& level() const { return net.levels()[0]; }
  std::span<NetBlock> blocks() const { return Of(level().blocks); }
  std::span<VoxelBox> cells() const { return Of(level().cells); }
  std::span<VoxelBox> volumes() const { return Of(level().volumes); }
  std::span<uint32_t> components() const { return Of(level().components); }
  std::span<uint32_t> first_neighbour() const { return Of(level().first_neighbour); }
  std::span<NetNeighbour> neighbours() const { return Of(level().neighbours); }
  std::span<Vec2> corners() const { return Of(net.ground().corners); }
  std::span<GroundPatch> patches() const { return Of(net.ground().patches); }
  std::span<GroundWall> walls() const { return Of(net.ground().walls); }
  std::span<GroundVertex> vertices() const { return Of(net.ground().vertices); }
  std::span<GroundEdge> edges() const { return Of(net.ground().edges); }
  std::span<GroundBend> bends() const { return Of(net.ground().bends); }
  std::span<GroundSpoke> spokes() const { return Of(net.ground().spokes); }
  std::span<GroundLink> links() const { return Of(net.ground().links); }
  std::span<Gate> gates() const { return Of(net.gates()); }

  // An edge with bends between its ends; a vertex with three spokes or more.
  GroundEdge& LongEdge() const {
    return *std::ranges::find_if(edges(), [](const GroundEdge& e) { return e.bend_count > 2; });
  }
  GroundVertex& Junction() const {
    return *std::ranges::find_if(vertices(), [](const GroundVertex& v) { return v.spoke_count >= 3; });
  }

  const Net& net;
  char* start;
  ImageHeader* header;
  ImageLevel* levels;
  ImageGround* ground;
  ImageGates* stored_gates;
};

using Damage = std::function<void(const Parts&)>;

// The message for a damaged net, or "accepted".
std::string FaultAfter(const Damage& damage) {
  std::string bytes = BytesOf(SomeNet());
  // Images are aligned to 64 bytes, strings are not; fields of records are aligned to their sizes in both.
  damage(Parts(bytes));
  Seal(bytes);
  const Result<Net> net = FromBytes(bytes);
  return net ? "accepted" : net.error().message;
}

struct Case {
  const char* says;
  Damage damage;
};

void ExpectFaults(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const std::string fault = FaultAfter(c.damage);
    EXPECT_NE(fault.find(c.says), std::string::npos) << "expected " << c.says << ", found " << fault;
  }
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();

TEST(NetChecks, AcceptAnUndamagedNet) {
  EXPECT_EQ(FaultAfter([](const Parts&) {}), "accepted");
  ASSERT_GT(SomeNet().levels()[0].blocks.back().size, 64) << "no merged block";
}

TEST(NetChecks, CoverTheHeader) {
  ExpectFaults({{"an origin", [](const Parts& p) { p.header->origin_world[1] = kNan; }},
                {"an origin", [](const Parts& p) { p.header->origin_world[0] = 1e300; }},
                {"a voxel size", [](const Parts& p) { p.header->voxel_m = 0; }},
                {"a voxel size", [](const Parts& p) { p.header->voxel_m = kInfinite; }},
                {"a voxel size", [](const Parts& p) { p.header->voxel_m = 5e-324; }},
                {"a voxel size", [](const Parts& p) { p.header->voxel_m = 1.7e308; }},
                {"a rotation", [](const Parts& p) { p.header->turn_sin = 1; }},
                {"bounds", [](const Parts& p) { p.header->bounds_hi[2] = p.header->bounds_lo[2]; }},
                {"up axis", [](const Parts& p) { p.header->up = 2; }},
                {"radii", [](const Parts& p) { p.levels[1].radius_m = p.levels[0].radius_m; }}});
}

TEST(NetChecks, CoverTheWorld) {
  const auto world = [](const Parts& p) -> ImageWorld& {
    return *reinterpret_cast<ImageWorld*>(p.start + WorldTableAt(*p.header));
  };
  ExpectFaults({{"unknown size", [&](const Parts& p) { world(p).vertex_bytes = 16; }},
                {"unknown size", [&](const Parts& p) { world(p).index_bytes = 0; }},
                {"outside", [&](const Parts& p) { world(p).vertices_at += 8; }},
                {"outside", [&](const Parts& p) { world(p).triangle_count = UINT32_MAX; }},
                {"outside", [&](const Parts& p) { world(p).triangles_at = 64; }},
                {"vertex 0", [&](const Parts& p) { std::memcpy(p.start + world(p).vertices_at, "\0\0\xC0\x7F", 4); }},
                {"triangle 0", [&](const Parts& p) { std::memcpy(p.start + world(p).triangles_at, "\xFF\xFF", 2); }}});
}

TEST(NetChecks, CoverBlocksAndCells) {
  ExpectFaults(
      {{"block 1 is out of order", [](const Parts& p) { p.blocks()[1].origin = p.blocks()[0].origin; }},
       {"impossible size", [](const Parts& p) { p.blocks()[0].size = 96; }},
       {"names cells that are not its own", [](const Parts& p) { ++p.blocks()[1].first_cell; }},
       {"is not aligned", [](const Parts& p) { ++p.blocks()[0].origin.x; }},
       {"is large but not a single cell", [](const Parts& p) { --p.cells()[p.blocks().back().first_cell].hi.x; }},
       {"is not inside its block", [](const Parts& p) { p.cells()[0].lo.x = p.cells()[0].hi.x; }},
       {"does not fit its cell", [](const Parts& p) { p.volumes()[0].hi.y = p.cells()[0].hi.y - 1; }},
       {"do not add up", [](const Parts& p) { ++p.levels[0].voxels_left_out; }},
       {"do not add up", [](const Parts& p) {
          p.levels[0].voxels_left_out = std::numeric_limits<int64_t>::max();
          p.levels[0].voxels_blocked = std::numeric_limits<int64_t>::min();
        }}});
}

// A level of cells without contacts, each in a separate block.
std::string FaultOf(std::vector<NetBlock> blocks, const std::vector<VoxelBox>& cells,
                    const std::vector<uint32_t>& components, uint32_t component_count) {
  const VoxelBox bounds{{0, 0, 0}, {128, 128, 128}};
  const std::vector<uint32_t> first_neighbour(cells.size() + 1, 0);
  NetLevel level;
  for (uint32_t i = 0; i < blocks.size(); ++i) blocks[i].first_cell = i, blocks[i].cell_count = 1;
  for (const VoxelBox& cell : cells) level.voxels_free += cell.Volume();
  level.voxels_blocked = bounds.Volume() - level.voxels_free;
  level.component_count = component_count;
  level.blocks = blocks;
  level.cells = level.volumes = cells;
  level.components = components;
  level.first_neighbour = first_neighbour;
  return FindFault(level, bounds);
}

TEST(NetChecks, CoverBlocksThatOverlap) {
  const VoxelBox small{{64, 64, 64}, {128, 128, 128}}, large{{0, 0, 0}, {128, 128, 128}};
  EXPECT_EQ(FaultOf({{{64, 64, 64}, 64}}, {small}, {0}, 1), "");
  EXPECT_EQ(FaultOf({{{0, 0, 0}, 128}}, {large}, {0}, 1), "");
  EXPECT_EQ(FaultOf({{{64, 64, 64}, 64}, {{0, 0, 0}, 128}}, {small, large}, {0, 1}, 2),
            "block 0 lies inside another one");
}

TEST(NetChecks, CoverComponentsThatAreNotConnected) {
  const VoxelBox one{{0, 0, 0}, {8, 8, 8}}, other{{64, 0, 0}, {72, 8, 8}};
  const std::vector<NetBlock> blocks{{{0, 0, 0}, 64}, {{64, 0, 0}, 64}};
  EXPECT_EQ(FaultOf(blocks, {one, other}, {0, 1}, 2), "");
  EXPECT_EQ(FaultOf(blocks, {one, other}, {0, 0}, 1), "cell 1 is in another component than what it is connected to");
  EXPECT_EQ(FaultOf(blocks, {one, other}, {1, 0}, 2), "cell 0 is in another component than what it is connected to");
}

TEST(NetChecks, CoverContactsAndComponents) {
  ExpectFaults({{"neighbours out of range", [](const Parts& p) { p.first_neighbour()[0] = 1; }},
                {"has neighbours out of order", [](const Parts& p) { p.first_neighbour()[1] = 0xFFFFFF00; }},
                {"does not exist or is out of order", [](const Parts& p) { p.neighbours()[0].cell = 0; }},
                {"does not exist or is out of order", [](const Parts& p) { p.neighbours()[0].cell = 0xFFFFFFFF; }},
                {"does not lead back", [](const Parts& p) { ++p.neighbours()[0].contact; }},
                {"does not lead back", [](const Parts& p) { ++p.neighbours().back().contact; }},
                {"the component count is wrong", [](const Parts& p) { p.levels[0].component_count = 0xFFFFFFFF; }},
                {"the component count is wrong", [](const Parts& p) { ++p.levels[0].component_count; }},
                {"another component", [](const Parts& p) { p.components().back() = 0xFFFFFFFE; }},
                {"another component", [](const Parts& p) { p.components()[1] = p.components()[1] == 0 ? 1 : 0; }}});
}

TEST(NetChecks, CoverTheSurface) {
  ExpectFaults(
      {{"a slope, step, height or area", [](const Parts& p) { p.ground->height_m = kNan; }},
       {"a slope, step, height or area", [](const Parts& p) { p.ground->height_m = 1e9; }},
       {"has a corner that is not finite", [](const Parts& p) { p.corners()[0].x = 1e13; }},
       {"has a corner that is not finite", [](const Parts& p) { p.corners()[0].y = kNan; }},
       {"not convex", [](const Parts& p) { p.corners()[0] = p.corners()[1] + 3 * (p.corners()[1] - p.corners()[0]); }},
       {"not convex", [](const Parts& p) { std::swap(p.corners()[0], p.corners()[1]); }},
       {"corners that are not its own", [](const Parts& p) { p.patches()[1].first_corner = 0; }},
       {"corners that are not its own", [](const Parts& p) { p.patches()[0].corner_count = 2; }},
       {"unknown layer", [](const Parts& p) { p.patches()[0].layer = 1000; }},
       {"too steep", [](const Parts& p) { p.patches()[0].slope_x = 1e300; }},
       {"has no height", [](const Parts& p) { p.patches()[0].base = kInfinite; }},
       {"is not finite or out of range", [](const Parts& p) { p.walls()[0].b.x = -kInfinite; }},
       {"unknown layer or ring", [](const Parts& p) { p.walls()[0].ring = p.ground->ring_count; }},
       {"has an end that is not finite or out of range", [](const Parts& p) { p.links()[0].to.z = kNan; }},
       {"of no known kind", [](const Parts& p) { p.links()[0].seconds = -1; }},
       {"of no known kind", [](const Parts& p) { p.links()[0].kind = LinkKind(5); }}});
}

TEST(NetChecks, CoverTheGates) {
  ExpectFaults({{"unknown parts", [](const Parts& p) { p.header->parts = 8; }},
                {"the gates lie outside the file", [](const Parts& p) { p.stored_gates->gate_count = 0xFFFFFFFF; }},
                {"the gates lie outside the file", [](const Parts& p) { p.stored_gates->gates_at += 8; }},
                {"gates without a gate", [](const Parts& p) { p.stored_gates->gate_count = 0; }},
                {"gates[0]: from", [](const Parts& p) { p.gates()[0].from.y = kNan; }},
                {"gates[1]: to", [](const Parts& p) { p.gates()[1].to.x = 1e13; }},
                {"gates[0]: seconds", [](const Parts& p) { p.gates()[0].seconds = -1; }},
                {"gates[0]: radius_m", [](const Parts& p) { p.gates()[0].radius_m = kInfinite; }},
                {"gates[1]: one_way", [](const Parts& p) { p.gates()[1].one_way = 2; }},
                {"gates[1]: is_closed", [](const Parts& p) { p.gates()[1].is_closed = 7; }}});
}

TEST(NetChecks, CoverTheCorridors) {
  ExpectFaults(
      {{"ends at no vertex", [](const Parts& p) { p.edges()[0].to = p.ground->vertex_count; }},
       {"bends that are not its own", [](const Parts& p) { ++p.edges()[1].first_bend; }},
       {"begin and end at its vertices", [](const Parts& p) { p.edges()[0].from = p.edges()[0].from == 0 ? 1 : 0; }},
       {"is shorter than its bends", [](const Parts& p) { p.edges()[0].length_m = 0; }},
       {"is shorter than its bends", [](const Parts& p) { p.edges()[0].length_m = kNan; }},
       {"more room along it", [](const Parts& p) { p.LongEdge().min_clearance_m += 1; }},
       {"more room along it", [](const Parts& p) { p.LongEdge().min_clearance_m = kNan; }},
       // A sign bit, and a distant bend: both once made walks crash and searches for random places endless.
       {"not equally far", [](const Parts& p) { p.bends()[p.LongEdge().first_bend + 1].left.y -= 2; }},
       {"ground: ", [](const Parts& p) { p.bends()[p.LongEdge().first_bend + 1].p.x = 17180942925.8; }},
       {"does not go on",
        [](const Parts& p) {
          GroundBend& bend = p.bends()[0];
          bend.p = bend.p + Vec2{1e9, 0};
          bend.left = bend.left + Vec2{1e9, 0};
          bend.right = bend.right + Vec2{1e9, 0};
        }},
       {"does not go on",
        [](const Parts& p) {
          GroundBend& bend = p.bends()[p.LongEdge().first_bend + 1];
          std::swap(bend.left, bend.right);
        }},
       {"unknown layer", [](const Parts& p) { p.bends()[0].left_layer = 1000; }},
       {"is not finite or out of range", [](const Parts& p) { p.vertices()[0].clearance_m = -1; }},
       {"begin and end at its vertices", [](const Parts& p) { p.vertices()[0].clearance_m += 1; }},
       {"spokes that are not its own", [](const Parts& p) { p.vertices()[0].spoke_count = 0; }},
       {"a spoke without an edge", [](const Parts& p) { p.spokes()[0] = 0xFFFFFFFF; }},
       {"a spoke that begins elsewhere", [](const Parts& p) { p.spokes()[0] ^= 1; }},
       {"has a spoke twice",
        [](const Parts& p) {
          const GroundVertex& v = p.Junction();
          p.spokes()[v.first_spoke] = p.spokes()[v.first_spoke + 1];
        }},
       {"spokes out of order",
        [](const Parts& p) {
          const GroundVertex& v = p.Junction();
          std::swap(p.spokes()[v.first_spoke], p.spokes()[v.first_spoke + 1]);
        }},
       {"has another component than its neighbour", [](const Parts& p) { p.vertices().back().component = 1000; }},
       {"the component count is wrong", [](const Parts& p) { ++p.ground->component_count; }}});
}

}  // namespace
}  // namespace navnet
