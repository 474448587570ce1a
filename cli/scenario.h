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
  double ratio = 0;           ///< The optimum divided by what it would be in an empty grid, as the file says.
  friend bool operator==(const ScenarioQuery&, const ScenarioQuery&) = default;
};

/// Reads "version 1", the map's name, then lines of `sx sy sz gx gy gz optimum ratio`. Blank lines are skipped, Windows
/// line ends are fine. Errors read "file:line: what is wrong". At most 2^24 queries, coordinates from 0 to 2^19 - 1,
/// lines of at most 1000 characters, so memory is bounded whatever the file holds.
Result<std::vector<ScenarioQuery>> LoadScenario(const std::filesystem::path& path);

}  // namespace navnet::cli
