// SPDX-License-Identifier: Apache-2.0
#pragma once
// The queries of the public 3D voxel benchmark (Brewer & Sturtevant, "Benchmarks for Pathfinding in 3D Voxel Space",
// SoCS 2018).

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <filesystem>
#include <vector>

namespace navnet::cli {

/// One line of a .3dscen file.
struct ScenarioQuery {
  VoxelCoord start, goal;
  double optimum_voxels = 0;  ///< Length of the shortest path with 26-neighbour moves of 1, √2 and √3.
  double ratio = 0;           ///< Optimum divided by the path length in an empty grid, as stated in the file.
  friend bool operator==(const ScenarioQuery&, const ScenarioQuery&) = default;
};

/// Parses "version 1", the map's name, then lines of `sx sy sz gx gy gz optimum ratio`. Blank lines are skipped,
/// Windows line ends are accepted. Errors read "file:line: what is wrong". Limits: 2^24 queries, coordinates from 0 to
/// 2^19 - 1, lines of 1000 characters; memory is therefore bounded for any file.
Result<std::vector<ScenarioQuery>> LoadScenario(const std::filesystem::path& path);

}  // namespace navnet::cli
