// SPDX-License-Identifier: Apache-2.0
#pragma once
// Procedural worlds for tests, benchmarks and demos: seeded, made of closed solids, of any size.
//
//   Result<TriangleMesh> mesh = MakeWorld({.kind = WorldKind::Cave, .seed = 7, .triangles = 1'000'000});
//   if (!mesh) return Print(mesh.error().message);
//
// Every world has Z up, is measured in metres and lies in the cube from (0, 0, 0) to (size, size, size). It is a union
// of closed solids that may overlap: each solid is a 2-manifold with outward winding, so every directed edge occurs
// once and its reverse once. The same spec gives the same bits on every machine: own random numbers, and no library
// function beyond sqrt and floor. All functions are thread-safe and take time and memory linear in the number of
// triangles.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

/// What a world shows.
enum class WorldKind : uint8_t {
  City,       ///< Blocks of buildings with setbacks, L-shapes, gates and skybridges, between streets.
  Asteroids,  ///< Rocks of many sizes floating apart from each other.
  Station,    ///< A sealed hull with decks of rooms and corridors, joined by doors and vertical shafts.
  Cave,       ///< Caverns with level floors and winding tunnels in a block of rock, with two entrances.
  Maze,       ///< A three-dimensional maze with thick walls, an entrance and an exit.
  Forest,     ///< Rolling ground with conifers, broadleaved trees and dead trunks.
  Building,   ///< Storeys of rooms with doors and windows, stairs up to the roof, and ramps.
};

/// Properties of a kind of world.
struct WorldKindInfo {
  WorldKind kind = WorldKind::City;  ///< Which kind.
  std::string_view name;             ///< Lower case, as on the command line.
  std::string_view description;      ///< One line of text.
  UpAxis up = UpAxis::Z;             ///< Z for all kinds.
  double default_size_m = 0;         ///< Size used when a spec gives neither size nor triangles.
  double min_size_m = 0;             ///< Smallest size in which doors, stairs and streets fit.
  int64_t min_triangles = 0;         ///< Smallest number of triangles for a world of this kind.
};

/// All kinds, in the order of the enum.
std::span<const WorldKindInfo> WorldKinds();

/// The kind's lower-case name; "unknown" for a value outside the enum.
const char* ToString(WorldKind kind);

/// The kind with this lower-case name, or nothing.
std::optional<WorldKind> WorldKindFromName(std::string_view name);

inline constexpr double kMaxWorldSizeM = 100'000;           ///< Largest size of a world.
inline constexpr int64_t kMaxWorldTriangles = 200'000'000;  ///< Largest number of triangles of a world.
/// Limit on the triangles of a world whose spec gives no number: a large world then has larger parts instead of more.
inline constexpr int64_t kMaxNaturalTriangles = 1'000'000;

/// Which world to make.
struct WorldSpec {
  WorldKind kind = WorldKind::City;  ///< What it shows.
  uint64_t seed = 1;                 ///< Equal seeds give equal worlds.
  /// Edge of the cube that contains the world, from the kind's minimum to kMaxWorldSizeM. 0: the kind's default; or, if
  /// `triangles` is given and the kind's parts have a natural size (all but Asteroids and Cave), the size at which
  /// parts of natural size have about that many triangles.
  double size_m = 0;
  /// Number of triangles, from the kind's minimum to kMaxWorldTriangles; met exactly, except that an odd number is
  /// reduced by one. Parts are added while they fit the number, then surfaces are subdivided. 0: natural detail.
  int64_t triangles = 0;
  /// Maze only: fraction of the perfect maze's walls that are also opened, 0 (no loops) to 1 (no walls).
  double loops = 0;
};

/// A world and points in its free space.
struct ProceduralWorld {
  TriangleMesh mesh;  ///< Its triangles.
  /// Points for starts and goals, in free space and connected to each other; at least two. By kind: street crossings,
  /// gaps between rocks, rooms, caverns, all maze cells (x fastest, then y, then z), glades, rooms and corridors of
  /// storeys.
  std::vector<Vec3> places;
  /// Openings in walls where doors can be placed: boxes of free space from floor to lintel, as thick as their wall and
  /// wider than thick. Only Station and Building have them.
  std::vector<Box3> doorways = {};
};

/// Makes a world. Fails with InvalidArgument when the spec is invalid, with OutOfMemory when memory runs out.
Result<TriangleMesh> MakeWorld(const WorldSpec& spec);
/// The same with places and doorways.
Result<ProceduralWorld> MakeWorldWithPlaces(const WorldSpec& spec);

/// Dimensions of the Building kind, chosen so that people, robots and drones can use it.
namespace building {
inline constexpr double kStoreyHeightM = 3.2;                              ///< From floor to floor.
inline constexpr double kWallM = 0.2;                                      ///< Thickness of walls and floors.
inline constexpr double kDoorWidthM = 1.0;                                 ///< Width of doorways.
inline constexpr double kDoorHeightM = 2.1;                                ///< Height of doorways.
inline constexpr int kRisersPerStorey = 18;                                ///< Steps from floor to floor.
inline constexpr double kStepHeightM = kStoreyHeightM / kRisersPerStorey;  ///< 0.178 m, below the usual 0.2 m.
inline constexpr double kTreadM = 0.28;                                    ///< Depth of a step.
inline constexpr double kMinHeadroomM = 2.1;   ///< Above steps, ramps and floors, except under landings.
inline constexpr double kMaxRampSlope = 0.12;  ///< Rise over run.
}  // namespace building

/// The closed surface of a box: 12 triangles. Requires: a box with positive volume.
TriangleMesh MakeBox(const Box3& box);

/// A sealed room: the box `inside` is free, walls of thickness `wall_m` > 0 around it. One solid of 24 triangles.
TriangleMesh MakeBoxRoom(const Box3& inside, double wall_m);

/// A sphere of 20 * subdivisions² triangles: each edge of an icosahedron is divided into `subdivisions` >= 1 parts.
/// All vertices lie on the sphere.
TriangleMesh MakeSphere(Vec3 centre, double radius_m, int subdivisions);

/// `count` random triangles with vertices in `bounds`, edges up to a fifth of its size; not closed. A fraction
/// `degenerate` of them, 0 to 1, has zero area: three equal points, two equal points, or three points on a line.
/// Requires: count >= 0, bounds not empty.
TriangleMesh MakeTriangleSoup(uint64_t seed, int64_t count, const Box3& bounds, double degenerate = 0);

}  // namespace navnet
