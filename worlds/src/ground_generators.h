// SPDX-License-Identifier: Apache-2.0
#pragma once
// One generator per kind of ground scene. Generators get valid specs only; ground_scenes.cpp checks and completes them.

#include <navnet/worlds/ground_scenes.h>

#include "prisms.h"

#include <vector>

namespace navnet::worlds {

/// The solids of a scene and points on them, from which the mesh and the ground truth are made.
struct GroundPlan {
  Solids solids;
  std::vector<Vec3> seeds, places;
};

GroundPlan MakeGroundMaze(const GroundSceneSpec& spec);
GroundPlan MakeTown(const GroundSceneSpec& spec);
GroundPlan MakeRamps(const GroundSceneSpec& spec);
GroundPlan MakeGarage(const GroundSceneSpec& spec);
GroundPlan MakeStoreys(const GroundSceneSpec& spec);
GroundPlan MakeBridge(const GroundSceneSpec& spec);
GroundPlan MakeSpiral(const GroundSceneSpec& spec);
GroundPlan MakeMezzanine(const GroundSceneSpec& spec);

}  // namespace navnet::worlds
