#pragma once
// Procedural worlds: one library for tests, benchmarks and demos. Seeded, closed, of any size.
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

enum class WorldKind : uint8_t {
  City,       ///< Blocks of buildings with setbacks, L-shapes, gates and skybridges, between streets.
  Asteroids,  ///< Rocks of many sizes floating apart from each other.
  Station,    ///< A sealed hull with decks of rooms and corridors, joined by doors and vertical shafts.
  Cave,       ///< Caverns with level floors and winding tunnels in a block of rock, with two entrances.
  Maze,       ///< A three-dimensional maze with thick walls, an entrance and an exit.
  Forest,     ///< Rolling ground with conifers, broadleaved trees and dead trunks.
  Building,   ///< Storeys of rooms with doors and windows, stairs up to the roof, and ramps.
};

/// What there is to know about a kind before making one.
struct WorldKindInfo {
  WorldKind kind = WorldKind::City;
  std::string_view name;         ///< Lower case, as on the command line.
  std::string_view description;  ///< One line, for people.
  UpAxis up = UpAxis::Z;         ///< Z for all kinds.
  double default_size_m = 0;     ///< Size of a spec that names neither size nor triangles.
  double min_size_m = 0;         ///< Smallest size at which doors, stairs and streets still fit.
  int64_t min_triangles = 0;     ///< Fewest triangles that still make a world of this kind.
};

/// All kinds, in the order of the enum.
std::span<const WorldKindInfo> WorldKinds();

/// The kind's lower-case name; "unknown" for a value outside the enum.
std::string_view ToString(WorldKind kind);

/// The kind with this lower-case name, or nothing.
std::optional<WorldKind> WorldKindFromName(std::string_view name);

inline constexpr double kMaxWorldSizeM = 100'000;
inline constexpr int64_t kMaxWorldTriangles = 200'000'000;
/// Without a triangle count, a world of any size stays below this: a large one has larger parts instead of more.
inline constexpr int64_t kMaxNaturalTriangles = 1'000'000;

/// Which world to make.
struct WorldSpec {
  WorldKind kind = WorldKind::City;
  uint64_t seed = 1;
  /// Edge of the cube the world lies in, from the kind's minimum to kMaxWorldSizeM. 0: the kind's default; or, when
  /// `triangles` is given, for the kinds whose parts have a natural size (all but Asteroids and Cave) the size at which
  /// parts of that size make about that many triangles.
  double size_m = 0;
  /// Number of triangles, from the kind's minimum to kMaxWorldTriangles; met exactly, an odd number less one. Parts are
  /// added as far as they fit, then surfaces are cut finer. 0: the parts' natural detail.
  int64_t triangles = 0;
  /// Maze only: share of the walls left standing by the perfect maze that are opened too, 0 (no loops) to 1 (no walls).
  double loops = 0;
};

/// A world and points in its free space.
struct ProceduralWorld {
  TriangleMesh mesh;
  /// Points in free space that are connected to each other, for starts and goals; at least two. Street crossings, gaps
  /// between rocks, rooms, caverns, all maze cells (x fastest, then y, then z), glades, storeys' rooms and corridors.
  std::vector<Vec3> places;
  /// Openings in walls where doors can hang: boxes of free space as thick as their wall, thinner than wide, from the
  /// floor to the lintel. Of Station and Building; the other kinds have none.
  std::vector<Box3> doorways = {};
};

/// Makes a world. Fails with InvalidArgument when the spec makes no sense, with OutOfMemory when memory runs out.
Result<TriangleMesh> MakeWorld(const WorldSpec& spec);
Result<ProceduralWorld> MakeWorldWithPlaces(const WorldSpec& spec);

/// What the Building kind keeps to, so that people, robots and drones can use it.
namespace building {
inline constexpr double kStoreyHeightM = 3.2;  ///< From floor to floor.
inline constexpr double kWallM = 0.2;          ///< Thickness of walls and floors.
inline constexpr double kDoorWidthM = 1.0;
inline constexpr double kDoorHeightM = 2.1;
inline constexpr int kRisersPerStorey = 18;
inline constexpr double kStepHeightM = kStoreyHeightM / kRisersPerStorey;  ///< 0.178 m, below the usual 0.2 m.
inline constexpr double kTreadM = 0.28;                                    ///< Depth of a step.
inline constexpr double kMinHeadroomM = 2.1;   ///< Over steps, ramps and floors, but under landings.
inline constexpr double kMaxRampSlope = 0.12;  ///< Rise over run.
}  // namespace building

/// The closed surface of a box: 12 triangles. Requires: a box with positive volume.
TriangleMesh MakeBox(const Box3& box);

/// A sealed room: the box `inside` is free, walls of thickness `wall_m` > 0 around it. One solid of 24 triangles.
TriangleMesh MakeBoxRoom(const Box3& inside, double wall_m);

/// A sphere of 20 * subdivisions² triangles: each edge of an icosahedron is cut into `subdivisions` >= 1 parts.
/// All vertices lie on the sphere.
TriangleMesh MakeSphere(Vec3 centre, double radius_m, int subdivisions);

/// `count` random triangles with vertices in `bounds`, edges up to a fifth of its size; not closed. The share
/// `degenerate` of them, 0 to 1, have no area: three equal points, two equal points, or three points on a line.
/// Requires: count >= 0, bounds not empty.
TriangleMesh MakeTriangleSoup(uint64_t seed, int64_t count, const Box3& bounds, double degenerate = 0);

}  // namespace navnet
