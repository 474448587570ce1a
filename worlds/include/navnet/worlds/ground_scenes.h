// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenes for walking agents whose walkable surface is known exactly, for tests and comparisons.
//
//   Result<GroundScene> scene = MakeGroundScene({.kind = GroundSceneKind::Garage, .seed = 7, .n = 5});
//   if (!scene) return Print(scene.error().message);
//   scene->truth.area_m2;  // The area that a bake of scene->mesh with scene->seeds should find.
//
// Z is up, lengths are in metres. A scene is a union of closed solids that may touch and overlap: convex prisms with
// vertical sides, a level or sloped bottom and top, and outward winding. The ground truth is computed from the same
// prisms by clipping polygons, without sampling. The same spec gives the same bits on every machine. All functions are
// thread-safe; time and memory are linear in the number of solids (a town of 2,000 buildings: a few seconds).

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

/// What a scene shows; `n` is GroundSceneSpec::n.
enum class GroundSceneKind : uint8_t {
  Maze,    ///< n x n cells; corridors 1 m wide between walls of 0.2 m, 2.5 m high.
  Town,    ///< n houses of four rooms, in blocks around courtyards; some courtyards are closed, some roofs have stairs.
  Ramps,   ///< n ramps between platforms, crossed by n more above them, in places with too little headroom.
  Garage,  ///< n decks with pillars and parapets, ramps between them.
  Storeys,    ///< A house of n storeys: rooms along a corridor, stairs in a well.
  Bridge,     ///< n hills with a tunnel through each, in a row; bridges over the roads between them.
  Spiral,     ///< A helical ramp of n turns around a pillar, up to a platform.
  Mezzanine,  ///< A hall with n galleries above each other, on posts; open stairs and a ramp.
};

/// Properties of a kind of scene.
struct GroundSceneInfo {
  GroundSceneKind kind = GroundSceneKind::Maze;  ///< Which kind.
  std::string_view name;         ///< Lower case, as on the command line; differs from all names of WorldKind.
  std::string_view description;  ///< One line of text.
  int default_n = 0, min_n = 0, max_n = 0;  ///< Range and default of GroundSceneSpec::n.
};

/// All kinds, in the order of the enum.
std::span<const GroundSceneInfo> GroundSceneKinds();

/// The kind's lower-case name; "unknown" for a value outside the enum.
const char* ToString(GroundSceneKind kind);

/// The kind with this lower-case name, or nothing.
std::optional<GroundSceneKind> GroundSceneKindFromName(std::string_view name);

/// The agent that the ground truth is for: upright, of zero width. Constants, because the dimensions of the scenes are
/// chosen for them.
namespace walker {
inline constexpr double kHeightM = 1.8;       ///< Headroom needed, vertically.
inline constexpr double kStepM = 0.3;         ///< Highest step up or down.
inline constexpr double kMaxSlopeDeg = 45;    ///< Steepest ground.
inline constexpr double kPlaceMarginM = 0.4;  ///< Minimum distance of places from walls and ledges.
}  // namespace walker

/// Which scene to make.
struct GroundSceneSpec {
  GroundSceneKind kind = GroundSceneKind::Maze;  ///< What it shows.
  uint64_t seed = 1;  ///< Has no effect on Ramps, Bridge, Spiral and Mezzanine, which are not random.
  int n = 0;          ///< Size, see GroundSceneKind; 0: the kind's default.
  /// Maze only: fraction of the perfect maze's walls that are also opened, 0 (no loops) to 1.
  double loops = 0;
};

/// A part of the walkable surface: a flat, convex polygon, counter-clockwise as seen from above.
struct WalkablePiece {
  std::vector<Vec3> corners;  ///< Three or more.
  uint32_t component = 0;     ///< The connected component that it belongs to, from 0.
};

/// The walkable surface that is connected to the seeds. Excludes surfaces that no seed reaches, such as tops of walls.
struct WalkableTruth {
  double area_m2 = 0;      ///< Area of the horizontal projection.
  int components = 0;      ///< Number of connected components; steps connect.
  int boundary_loops = 0;  ///< Number of closed boundary curves: outer borders and holes.
  /// Convex pieces with disjoint interiors. Not minimal: adjacent pieces are not merged.
  std::vector<WalkablePiece> pieces;
};

/// A scene and what is known of it.
struct GroundScene {
  TriangleMesh mesh;        ///< Its triangles.
  std::vector<Vec3> seeds;  ///< One point on each component of the truth.
  std::vector<Vec3>
      places;           ///< Two or more points on the first seed's component, at least kPlaceMarginM from its border.
  WalkableTruth truth;  ///< What can be walked on.
};

/// Makes a scene. Fails with InvalidArgument when the spec is invalid, with OutOfMemory when memory runs out.
Result<GroundScene> MakeGroundScene(const GroundSceneSpec& spec);

}  // namespace navnet
