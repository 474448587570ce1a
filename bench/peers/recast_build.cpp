// SPDX-License-Identifier: Apache-2.0
#include "peers/recast_build.h"

#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace navnet::peers {
namespace {

// Settings of Recast's demo.
constexpr int kMinRegionCells = 8, kMergeRegionCells = 20, kCornersPerPolygon = 6;
constexpr double kMaxEdgeM = 12, kMaxEdgeErrorCells = 1.3, kDetailSampleCells = 6, kDetailErrorCells = 1;
constexpr double kDefaultCellM = 0.1;

constexpr int64_t kMostSoloCells = int64_t{1024} * 1024;
constexpr int kTileCells = 128;
constexpr double kMostCells = 1 << 20;  // Along one side.
constexpr double kMostTiles = 1 << 14;
constexpr int kMostInTile = 0xFFFE;

using HeightfieldPtr = std::unique_ptr<rcHeightfield, decltype(&rcFreeHeightField)>;
using CompactPtr = std::unique_ptr<rcCompactHeightfield, decltype(&rcFreeCompactHeightfield)>;
using ContoursPtr = std::unique_ptr<rcContourSet, decltype(&rcFreeContourSet)>;
using PolyMeshPtr = std::unique_ptr<rcPolyMesh, decltype(&rcFreePolyMesh)>;
using DetailPtr = std::unique_ptr<rcPolyMeshDetail, decltype(&rcFreePolyMeshDetail)>;

Error Failed(const char* stage) {
  return {ErrorCode::TooLarge,
          std::string("Recast: ") + stage + " failed: out of memory, or more than 65,535 vertices in a tile"};
}

double CellOf(const RecastOptions& options) {
  if (options.cell_m > 0) return options.cell_m;
  return options.radius_m > 0 ? options.radius_m / 3 : kDefaultCellM;
}

rcConfig ConfigFor(const RecastOptions& options, double cell_m) {
  rcConfig config = {};
  config.cs = float(cell_m);
  config.ch = float(cell_m / 2);
  config.walkableSlopeAngle = float(options.max_slope_deg);
  config.walkableHeight = int(std::ceil(options.height_m / config.ch));
  config.walkableClimb = int(std::floor(options.step_m / config.ch + 1e-6));
  config.walkableRadius = int(std::ceil(options.radius_m / config.cs - 1e-6));
  config.maxEdgeLen = int(kMaxEdgeM / cell_m);
  config.maxSimplificationError = float(kMaxEdgeErrorCells);
  config.minRegionArea = kMinRegionCells * kMinRegionCells;
  config.mergeRegionArea = kMergeRegionCells * kMergeRegionCells;
  config.maxVertsPerPoly = kCornersPerPolygon;
  config.detailSampleDist = float(kDetailSampleCells * cell_m);
  config.detailSampleMaxError = float(kDetailErrorCells * cell_m / 2);
  return config;
}

}  // namespace

Status RecastInput::Check(MeshView mesh, const RecastOptions& options) {
  if (Status valid = Validate(mesh); !valid) return valid;
  const Vec3 size = BoundsOf(mesh).Size();
  const double width = size.x / CellOf(options), depth = (options.up == UpAxis::Z ? size.y : size.z) / CellOf(options);
  if (!(width >= 1 && depth >= 1)) return Error{ErrorCode::EmptyWorld, "Recast: the world is narrower than a cell"};
  if (!(width <= kMostCells && depth <= kMostCells)) {
    return Error{ErrorCode::TooLarge, "Recast: the world is more than 2^20 cells wide: use larger cells"};
  }
  const double edge = options.tile_cells > 0 ? options.tile_cells : kTileCells;
  const bool tiled = options.tile_cells > 0 || width * depth > double(kMostSoloCells);
  if (tiled && (width / edge + 1) * (depth / edge + 1) > kMostTiles) {
    return Error{ErrorCode::TooLarge, "Recast: more than 2^14 tiles: use larger cells or tiles"};
  }
  return Ok();
}

RecastInput::RecastInput(MeshView mesh, const RecastOptions& options) : options_(options), cell_m_(CellOf(options)) {
  vertices_.reserve(mesh.vertices.size() * 3);
  for (const Vec3& v : mesh.vertices) {
    for (float coordinate : ToRecast(v, options.up)) vertices_.push_back(coordinate);
  }
  triangles_.reserve(mesh.triangles.size() * 3);
  for (const Triangle& t : mesh.triangles) {
    for (uint32_t i : t) triangles_.push_back(int(i));
  }
  rcCalcBounds(vertices_.data(), int(mesh.vertices.size()), low_.data(), high_.data());
  int width = 0, depth = 0;
  rcCalcGridSize(low_.data(), high_.data(), float(cell_m_), &width, &depth);
  tile_cells_ = options.tile_cells;
  if (tile_cells_ <= 0) tile_cells_ = int64_t{width} * depth <= kMostSoloCells ? 0 : kTileCells;
  if (tile_cells_ == 0) return;

  tiles_x_ = (width + tile_cells_ - 1) / tile_cells_;
  tiles_z_ = (depth + tile_cells_ - 1) / tile_cells_;
  in_tile_.resize(size_t(tiles_x_) * size_t(tiles_z_));
  const rcConfig config = ConfigFor(options, cell_m_);
  const double tile = tile_m(), border = (config.walkableRadius + 4) * cell_m_;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    double from[2] = {1e30, 1e30}, to[2] = {-1e30, -1e30};
    for (size_t k = 0; k < 3; ++k) {
      const float* v = &vertices_[3 * size_t(triangles_[3 * t + k])];
      for (size_t a = 0; a < 2; ++a) {
        from[a] = std::min(from[a], double(v[2 * a] - low_[2 * a]));
        to[a] = std::max(to[a], double(v[2 * a] - low_[2 * a]));
      }
    }
    auto first = [&](double at) { return std::max(0, int(std::floor((at - border) / tile))); };
    for (int z = first(from[1]); z < tiles_z_ && z * tile <= to[1] + border; ++z) {
      for (int x = first(from[0]); x < tiles_x_ && x * tile <= to[0] + border; ++x) {
        in_tile_[size_t(z) * size_t(tiles_x_) + size_t(x)].push_back(int(t));
      }
    }
  }
}

Result<RecastTile> RecastInput::BuildTile(int x, int z) const {
  rcConfig config = ConfigFor(options_, cell_m_);
  rcVcopy(config.bmin, low_.data());
  rcVcopy(config.bmax, high_.data());
  std::vector<int> own;
  const std::vector<int>* triangles = &triangles_;
  if (is_tiled()) {
    // Border around the tile, so that geometry beyond its edge is taken into account.
    config.borderSize = config.walkableRadius + 3;
    config.width = config.height = tile_cells_ + 2 * config.borderSize;
    const float border = float(config.borderSize) * config.cs;
    config.bmin[0] = low_[0] + float(x * tile_m()) - border;
    config.bmin[2] = low_[2] + float(z * tile_m()) - border;
    config.bmax[0] = low_[0] + float((x + 1) * tile_m()) + border;
    config.bmax[2] = low_[2] + float((z + 1) * tile_m()) + border;
    for (int t : in_tile_[size_t(z) * size_t(tiles_x_) + size_t(x)]) {
      own.insert(own.end(), &triangles_[3 * size_t(t)], &triangles_[3 * size_t(t)] + 3);
    }
    triangles = &own;
  } else {
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
  }
  const int count = int(triangles->size() / 3);
  if (count == 0) return RecastTile{};

  rcContext context(false);
  const HeightfieldPtr solid(rcAllocHeightfield(), rcFreeHeightField);
  if (!solid || !rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax, config.cs,
                                     config.ch)) {
    return Failed("creating a height field");
  }
  std::vector<unsigned char> areas(size_t(count), RC_NULL_AREA);
  rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, vertices_.data(), int(vertices_.size() / 3),
                          triangles->data(), count, areas.data());
  if (!rcRasterizeTriangles(&context, vertices_.data(), int(vertices_.size() / 3), triangles->data(), areas.data(),
                            count, *solid, config.walkableClimb)) {
    return Failed("rasterising");
  }
  rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
  rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
  rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);

  const CompactPtr compact(rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
  if (!compact || !rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *compact)) {
    return Failed("compacting the height field");
  }
  if (!rcErodeWalkableArea(&context, config.walkableRadius, *compact)) return Failed("eroding");
  if (!rcBuildDistanceField(&context, *compact) ||
      !rcBuildRegions(&context, *compact, config.borderSize, config.minRegionArea, config.mergeRegionArea)) {
    return Failed("building regions");
  }
  const ContoursPtr contours(rcAllocContourSet(), rcFreeContourSet);
  if (!contours || !rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours)) {
    return Failed("building contours");
  }
  if (contours->nconts == 0) return RecastTile{};
  int corners = 0;
  for (int i = 0; i < contours->nconts; ++i) corners += contours->conts[i].nverts;
  if (corners >= kMostInTile) return Failed("counting the contours' corners");
  const PolyMeshPtr mesh(rcAllocPolyMesh(), rcFreePolyMesh);
  if (!mesh || !rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *mesh)) {
    return Failed("building polygons");
  }
  const DetailPtr detail(rcAllocPolyMeshDetail(), rcFreePolyMeshDetail);
  if (!detail || !rcBuildPolyMeshDetail(&context, *mesh, *compact, config.detailSampleDist, config.detailSampleMaxError,
                                        *detail)) {
    return Failed("building the detail mesh");
  }
  if (mesh->npolys == 0) return RecastTile{};
  std::fill_n(mesh->flags, mesh->npolys, static_cast<unsigned short>(1));

  dtNavMeshCreateParams params = {};
  params.verts = mesh->verts;
  params.vertCount = mesh->nverts;
  params.polys = mesh->polys;
  params.polyAreas = mesh->areas;
  params.polyFlags = mesh->flags;
  params.polyCount = mesh->npolys;
  params.nvp = mesh->nvp;
  params.detailMeshes = detail->meshes;
  params.detailVerts = detail->verts;
  params.detailVertsCount = detail->nverts;
  params.detailTris = detail->tris;
  params.detailTriCount = detail->ntris;
  params.walkableHeight = float(options_.height_m);
  params.walkableRadius = float(options_.radius_m);
  params.walkableClimb = float(options_.step_m);
  params.tileX = x;
  params.tileY = z;
  rcVcopy(params.bmin, mesh->bmin);
  rcVcopy(params.bmax, mesh->bmax);
  params.cs = config.cs;
  params.ch = config.ch;
  params.buildBvTree = true;
  RecastTile tile;
  if (!dtCreateNavMeshData(&params, &tile.data, &tile.size)) return Failed("creating Detour's data");
  return tile;
}

}  // namespace navnet::peers
