// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/worlds.h>

#include "generators.h"
#include "refine.h"

#include <array>
#include <cmath>
#include <new>
#include <string>

namespace navnet {
namespace {

struct Kind {
  WorldKindInfo info;
  ProceduralWorld (*make)(const worlds::Plan&);
  /// Upper bound on the triangles of natural parts at a size; null for kinds whose parts have no natural size.
  int64_t (*natural_triangles)(double size_m);
  int64_t default_triangles;  ///< For kinds whose parts have no natural size.
};

constexpr double kSizeStep = 1.02;  // Ratio of successive sizes tried by SizeFor; larger is faster but less accurate.

constexpr std::array<Kind, 7> kKinds = {{
    {{WorldKind::City, "city", "city blocks: towers with setbacks, gates and skybridges between streets", UpAxis::Z,
      420, 60, 100},
     worlds::MakeCity,
     worlds::NaturalCityTriangles,
     0},
    {{WorldKind::Asteroids, "asteroids", "a field of irregular rocks of many sizes", UpAxis::Z, 1000, 1, 100},
     worlds::MakeAsteroids,
     nullptr,
     100'000},
    {{WorldKind::Station, "station", "a space station: rooms, corridors and shafts in a sealed hull", UpAxis::Z, 40, 20,
      1500},
     worlds::MakeStation,
     worlds::NaturalStationTriangles,
     0},
    {{WorldKind::Cave, "cave", "caverns and winding tunnels in a block of rock", UpAxis::Z, 100, 1, 4000},
     worlds::MakeCave,
     nullptr,
     60'000},
    {{WorldKind::Maze, "maze", "a three-dimensional maze with thick walls", UpAxis::Z, 40, 8, 180},
     worlds::MakeMaze,
     worlds::NaturalMazeTriangles,
     0},
    {{WorldKind::Forest, "forest", "rolling ground with conifers, broadleaved trees and dead trunks", UpAxis::Z, 120,
      40, 100},
     worlds::MakeForest,
     worlds::NaturalForestTriangles,
     0},
    {{WorldKind::Building, "building", "storeys of rooms with doors, windows, stairs and ramps", UpAxis::Z, 30, 22,
      3500},
     worlds::MakeBuilding,
     worlds::NaturalBuildingTriangles,
     0},
}};

constexpr std::array<WorldKindInfo, kKinds.size()> kInfos = [] {
  std::array<WorldKindInfo, kKinds.size()> infos;
  for (size_t i = 0; i < kKinds.size(); ++i) infos[i] = kKinds[i].info;
  return infos;
}();

Error BadSpec(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

std::string Number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

Status Check(const WorldSpec& spec, const WorldKindInfo& info) {
  const std::string what = "world '" + std::string(info.name) + "': ";
  const bool size_fits = spec.size_m >= info.min_size_m && spec.size_m <= kMaxWorldSizeM;  // False for NaN.
  if (spec.size_m != 0 && !size_fits) {
    return BadSpec(what + "a size of " + Number(spec.size_m) + " m is out of range: use " + Number(info.min_size_m) +
                   " to " + Number(kMaxWorldSizeM) + " m, or 0 for the default");
  }
  if (spec.triangles != 0 && (spec.triangles < info.min_triangles || spec.triangles > kMaxWorldTriangles)) {
    return BadSpec(what + std::to_string(spec.triangles) + " triangles are out of range: use " +
                   std::to_string(info.min_triangles) + " to " + std::to_string(kMaxWorldTriangles) +
                   ", or 0 for the default");
  }
  if (!(spec.loops >= 0 && spec.loops <= 1)) {
    return BadSpec(what + "the share of loops must be from 0 to 1, not " + Number(spec.loops));
  }
  return Ok();
}

/// The largest size, in steps of kSizeStep, at which natural parts have at most `triangles` triangles.
double SizeFor(const Kind& kind, int64_t triangles) {
  double size_m = kind.info.min_size_m;
  while (size_m * kSizeStep <= kMaxWorldSizeM && kind.natural_triangles(size_m * kSizeStep) <= triangles) {
    size_m *= kSizeStep;
  }
  return size_m;
}

worlds::Plan Complete(const WorldSpec& spec, const Kind& kind) {
  worlds::Plan plan = {spec.seed, spec.size_m, spec.triangles, spec.loops};
  if (plan.size_m == 0) {
    const bool triangles_decide = spec.triangles != 0 && kind.natural_triangles != nullptr;
    plan.size_m = triangles_decide ? SizeFor(kind, spec.triangles) : kind.info.default_size_m;
  }
  if (plan.budget == 0) plan.budget = kind.natural_triangles ? kMaxNaturalTriangles : kind.default_triangles;
  return plan;
}

}  // namespace

std::span<const WorldKindInfo> WorldKinds() { return kInfos; }

const char* ToString(WorldKind kind) {
  return size_t(kind) < kInfos.size() ? kInfos[size_t(kind)].name.data() : "unknown";  // All names are literals.
}

std::optional<WorldKind> WorldKindFromName(std::string_view name) {
  for (const WorldKindInfo& info : kInfos) {
    if (info.name == name) return info.kind;
  }
  return std::nullopt;
}

Result<ProceduralWorld> MakeWorldWithPlaces(const WorldSpec& spec) {
  if (size_t(spec.kind) >= kKinds.size()) {
    return BadSpec("world: kind number " + std::to_string(int(spec.kind)) + " does not exist: use one of WorldKinds()");
  }
  const Kind& kind = kKinds[size_t(spec.kind)];
  if (Status checked = Check(spec, kind.info); !checked) return checked.error();
  try {
    ProceduralWorld world = kind.make(Complete(spec, kind));
    worlds::RefineTo(world.mesh, spec.triangles);
    return world;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "world '" + std::string(kind.info.name) + "': out of memory for " +
                                             std::to_string(spec.triangles) + " triangles: ask for fewer"};
  }
}

Result<TriangleMesh> MakeWorld(const WorldSpec& spec) {
  Result<ProceduralWorld> world = MakeWorldWithPlaces(spec);
  if (!world) return world.error();
  return std::move(world->mesh);
}

}  // namespace navnet
