// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/ground_scenes.h>

#include "ground_generators.h"
#include "walkable_truth.h"

#include <array>
#include <new>
#include <string>

namespace navnet {
namespace {

using Generator = worlds::GroundPlan (*)(const GroundSceneSpec&);

constexpr std::array<GroundSceneInfo, 8> kInfos = {{
    {GroundSceneKind::Maze, "ground_maze", "a maze of n x n cells on level ground", 16, 2, 256},
    {GroundSceneKind::Town, "town", "n houses of four rooms in blocks around courtyards", 24, 1, 20'000},
    {GroundSceneKind::Ramps, "ramps", "n ramps under n ramps, between platforms", 3, 1, 12},
    {GroundSceneKind::Garage, "garage", "a parking garage of n decks", 4, 2, 40},
    {GroundSceneKind::Storeys, "storeys", "a house of n storeys with rooms and stairs", 4, 2, 60},
    {GroundSceneKind::Bridge, "bridge", "n hills with tunnels, bridges over the roads between them", 2, 2, 40},
    {GroundSceneKind::Spiral, "spiral", "a spiral ramp of n turns", 3, 1, 40},
    {GroundSceneKind::Mezzanine, "mezzanine", "a hall with n galleries above each other", 1, 1, 20},
}};
constexpr std::array<Generator, kInfos.size()> kGenerators = {
    worlds::MakeGroundMaze, worlds::MakeTown,   worlds::MakeRamps,  worlds::MakeGarage,
    worlds::MakeStoreys,    worlds::MakeBridge, worlds::MakeSpiral, worlds::MakeMezzanine};

}  // namespace

std::span<const GroundSceneInfo> GroundSceneKinds() { return kInfos; }

const char* ToString(GroundSceneKind kind) {
  return size_t(kind) < kInfos.size() ? kInfos[size_t(kind)].name.data() : "unknown";  // All names are literals.
}

std::optional<GroundSceneKind> GroundSceneKindFromName(std::string_view name) {
  for (const GroundSceneInfo& info : kInfos) {
    if (info.name == name) return info.kind;
  }
  return std::nullopt;
}

Result<GroundScene> MakeGroundScene(const GroundSceneSpec& spec) {
  if (size_t(spec.kind) >= kInfos.size()) {
    return Error{ErrorCode::InvalidArgument, "ground scene: kind number " + std::to_string(int(spec.kind)) +
                                                 " does not exist: use one of GroundSceneKinds()"};
  }
  const GroundSceneInfo& info = kInfos[size_t(spec.kind)];
  const std::string what = "ground scene '" + std::string(info.name) + "': ";
  GroundSceneSpec complete = spec;
  if (complete.n == 0) complete.n = info.default_n;
  if (complete.n < info.min_n || complete.n > info.max_n) {
    return Error{ErrorCode::InvalidArgument, what + "n = " + std::to_string(spec.n) + " is out of range: use " +
                                                 std::to_string(info.min_n) + " to " + std::to_string(info.max_n) +
                                                 ", or 0 for the default"};
  }
  if (!(spec.loops >= 0 && spec.loops <= 1)) {
    return Error{ErrorCode::InvalidArgument, what + "the share of loops must be from 0 to 1"};
  }
  try {
    worlds::GroundPlan plan = kGenerators[size_t(spec.kind)](complete);
    WalkableTruth truth = worlds::FindWalkable(plan.solids.prisms(), plan.seeds);
    return GroundScene{plan.solids.ToMesh(), std::move(plan.seeds), std::move(plan.places), std::move(truth)};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, what + "out of memory for n = " + std::to_string(complete.n)};
  }
}

}  // namespace navnet
