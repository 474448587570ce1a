#pragma once
// Scenes to walk in, of which the walkable surface is known exactly: for tests and for comparisons.
//
//   Result<GroundScene> scene = MakeGroundScene({.kind = GroundSceneKind::Garage, .seed = 7, .n = 5});
//   if (!scene) return Print(scene.error().message);
//   scene->truth.area_m2;  // What a bake of scene->mesh, with seeds at scene->seeds, should find.
//
// Z is up, lengths are in metres. A scene is a union of closed solids that touch and overlap: each is a convex prism
// with upright sides and a level or sloped bottom and top, with outward winding. The truth is computed from the same
// prisms, by cutting polygons and not by sampling. The same spec gives the same bits on every machine. All functions
// are thread-safe; time and memory grow linearly with the number of solids (a town of 2,000 buildings: some seconds).

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

enum class GroundSceneKind : uint8_t {
  Maze,     ///< n x n cells; corridors 1 m wide between walls of 0.2 m, 2.5 m high.
  Town,     ///< n houses of four rooms, in blocks around courtyards; some courtyards are shut, some roofs have stairs.
  Ramps,    ///< n ramps, and over them n more across, too low in places; all between platforms.
  Garage,   ///< n decks with pillars and parapets, ramps between them.
  Storeys,  ///< A house of n storeys: rooms along a corridor, stairs in a well.
  Bridge,   ///< n hills with a tunnel through each, in a row; bridges over the roads between them.
  Spiral,   ///< A ramp of n turns above itself, around a pillar, to a platform.
  Mezzanine,  ///< A hall with n galleries above each other, on posts; open stairs and a ramp.
};

/// What there is to know about a kind before making one.
struct GroundSceneInfo {
  GroundSceneKind kind = GroundSceneKind::Maze;
  std::string_view name;         ///< Lower case, as on the command line; no name of a WorldKind.
  std::string_view description;  ///< One line, for people.
  int default_n = 0, min_n = 0, max_n = 0;
};

/// All kinds, in the order of the enum.
std::span<const GroundSceneInfo> GroundSceneKinds();

/// The kind with this lower-case name, or nothing.
std::optional<GroundSceneKind> GroundSceneKindFromName(std::string_view name);

/// Whom the truth is for: upright, of no width. These are constants, as each scene's measures are chosen for them.
namespace walker {
inline constexpr double kHeightM = 1.8;       ///< Headroom needed, straight up.
inline constexpr double kStepM = 0.3;         ///< Highest step up or down.
inline constexpr double kMaxSlopeDeg = 45;    ///< Steepest ground.
inline constexpr double kPlaceMarginM = 0.4;  ///< What places keep from walls and ledges, at least.
}  // namespace walker

struct GroundSceneSpec {
  GroundSceneKind kind = GroundSceneKind::Maze;
  uint64_t seed = 1;  ///< Ramps, Bridge, Spiral and Mezzanine have nothing random: the same for every seed.
  int n = 0;          ///< How large, see GroundSceneKind; 0: the kind's default.
  /// Maze only: share of the walls left standing by the perfect maze that are opened too, 0 (no loops) to 1.
  double loops = 0;
};

/// A part of the walkable surface: a flat, convex polygon, counter-clockwise as seen from above.
struct WalkablePiece {
  std::vector<Vec3> corners;
  uint32_t component = 0;
};

/// The walkable surface that is connected to the seeds. What no seed reaches, such as the tops of walls, is not in it.
struct WalkableTruth {
  double area_m2 = 0;      ///< On the plan.
  int components = 0;      ///< Connected pieces of surface; steps connect.
  int boundary_loops = 0;  ///< Closed lines around them and around the holes in them.
  /// Disjoint on the surface but for their borders; many more than needed, as no effort is made to merge them.
  std::vector<WalkablePiece> pieces;
};

struct GroundScene {
  TriangleMesh mesh;
  std::vector<Vec3> seeds;   ///< One point on each component of the truth.
  std::vector<Vec3> places;  ///< Points on the first seed's component, two or more, kPlaceMarginM from its border.
  WalkableTruth truth;
};

/// Makes a scene. Fails with InvalidArgument when the spec makes no sense, with OutOfMemory when memory runs out.
Result<GroundScene> MakeGroundScene(const GroundSceneSpec& spec);

}  // namespace navnet
