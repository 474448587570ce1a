// SPDX-License-Identifier: Apache-2.0
#pragma once
// One generator per kind of world. Generators get valid plans only; worlds.cpp checks and completes a spec.

#include <navnet/worlds/worlds.h>

#include <cstdint>

namespace navnet::worlds {

/// A checked and completed spec, the input of a generator.
struct Plan {
  uint64_t seed = 1;
  double size_m = 0;   ///< Not below the kind's minimum.
  int64_t budget = 0;  ///< Maximum number of triangles of the parts; not below the kind's minimum.
  double loops = 0;
};

ProceduralWorld MakeCity(const Plan& plan);
ProceduralWorld MakeAsteroids(const Plan& plan);
ProceduralWorld MakeStation(const Plan& plan);
ProceduralWorld MakeCave(const Plan& plan);
ProceduralWorld MakeMaze(const Plan& plan);
ProceduralWorld MakeForest(const Plan& plan);
ProceduralWorld MakeBuilding(const Plan& plan);

/// Upper bound on the triangles of a world of this size made of parts of natural size.
int64_t NaturalCityTriangles(double size_m);
int64_t NaturalStationTriangles(double size_m);
int64_t NaturalMazeTriangles(double size_m);
int64_t NaturalForestTriangles(double size_m);
int64_t NaturalBuildingTriangles(double size_m);

}  // namespace navnet::worlds
