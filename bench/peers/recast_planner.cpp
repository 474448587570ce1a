// SPDX-License-Identifier: Apache-2.0
#include "peers/recast_planner.h"

#include <navnet/internal/core/stopwatch.h>

#include "peers/peer.h"
#include "peers/recast_build.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace navnet::peers {
namespace {

// Nodes of a query: as many as in Recast's demo, or one for each polygon of a larger mesh, up to Detour's maximum. A
// query clears a table of that size first.
constexpr int kLeastNodes = 2048, kMostNodes = 65535;
constexpr int kMostPathPolygons = 32768, kMostPathPoints = 16384;
constexpr int kReferenceBits = 22;       // Bits of a 32-bit reference for tile and polygon.
constexpr float kReachM[3] = {1, 1, 1};  // Search extent around both ends for the nearest polygon.
constexpr unsigned char kWholeSide = 0xFF;

}  // namespace

struct RecastPlanner::Detour {
  std::unique_ptr<dtNavMesh, decltype(&dtFreeNavMesh)> mesh{dtAllocNavMesh(), dtFreeNavMesh};
  std::unique_ptr<dtNavMeshQuery, decltype(&dtFreeNavMeshQuery)> query{dtAllocNavMeshQuery(), dtFreeNavMeshQuery};
  dtQueryFilter filter;
  std::vector<dtPolyRef> path = std::vector<dtPolyRef>(kMostPathPolygons);
  std::vector<float> points = std::vector<float>(3 * size_t{kMostPathPoints});
  std::vector<dtPolyRef> behind = std::vector<dtPolyRef>(kMostPathPoints);  // By point: the polygon entered there.
};

RecastPlanner::RecastPlanner() : detour_(std::make_unique<Detour>()) {}
RecastPlanner::RecastPlanner(RecastPlanner&&) noexcept = default;
RecastPlanner& RecastPlanner::operator=(RecastPlanner&&) noexcept = default;
RecastPlanner::~RecastPlanner() = default;

Result<RecastPlanner> RecastPlanner::Build(MeshView mesh, const RecastOptions& options) {
  if (Status fits = RecastInput::Check(mesh, options); !fits) return fits.error();
  Stopwatch watch;
  RecastPlanner planner;
  planner.options_ = options;
  const RecastInput input(mesh, options);
  const unsigned tiles = unsigned(input.tiles_x()) * unsigned(input.tiles_z());
  const int tile_bits = std::bit_width(std::bit_ceil(tiles)) - 1;
  dtNavMeshParams params = {};
  std::copy_n(input.low(), 3, params.orig);
  params.tileWidth = params.tileHeight = input.is_tiled() ? float(input.tile_m()) : 1e9f;
  params.maxTiles = 1 << tile_bits;
  params.maxPolys = 1 << (kReferenceBits - tile_bits);
  dtNavMesh& detour = *planner.detour_->mesh;
  if (dtStatusFailed(detour.init(&params))) return Error{ErrorCode::TooLarge, "Recast: no memory for the mesh"};
  int polygons = 0;
  for (int z = 0; z < input.tiles_z(); ++z) {
    for (int x = 0; x < input.tiles_x(); ++x) {
      const Result<RecastTile> tile = input.BuildTile(x, z);
      if (!tile) return tile.error();
      if (!tile->data) continue;
      dtTileRef added = 0;
      if (dtStatusFailed(detour.addTile(tile->data, tile->size, DT_TILE_FREE_DATA, 0, &added))) {
        dtFree(tile->data);
        return Error{ErrorCode::TooLarge, "Recast: Detour refuses a tile: too many polygons in it"};
      }
      polygons += detour.getTileByRef(added)->header->polyCount;
      planner.bytes_ += size_t(tile->size);
      ++planner.tiles_;
    }
  }
  if (planner.tiles_ == 0) return Error{ErrorCode::EmptyWorld, "Recast: nothing is walkable"};
  if (dtStatusFailed(planner.detour_->query->init(&detour, std::clamp(polygons, kLeastNodes, kMostNodes)))) {
    return Error{ErrorCode::OutOfMemory, "Recast: no memory for Detour's nodes"};
  }
  planner.build_seconds_ = watch.Lap();
  return planner;
}

WalkAnswer RecastPlanner::Find(Vec3 start, Vec3 goal, Points kind) {
  Stopwatch watch;
  WalkAnswer answer;
  dtNavMeshQuery& query = *detour_->query;
  const dtQueryFilter& filter = detour_->filter;
  std::array<float, 3> from = ToRecast(start, options_.up), to = ToRecast(goal, options_.up);
  dtPolyRef first = 0, last = 0;
  std::array<float, 3> from_on_mesh = {}, to_on_mesh = {};
  query.findNearestPoly(from.data(), kReachM, &filter, &first, from_on_mesh.data());
  query.findNearestPoly(to.data(), kReachM, &filter, &last, to_on_mesh.data());
  int polygons = 0, points = 0;
  if (first != 0 && last != 0) {
    const dtStatus status = query.findPath(first, last, from_on_mesh.data(), to_on_mesh.data(), &filter,
                                           detour_->path.data(), &polygons, kMostPathPolygons);
    answer.found = dtStatusSucceed(status) && polygons > 0 && detour_->path[size_t(polygons) - 1] == last;
  }
  if (answer.found) {
    const bool on_surface = kind == Points::Surface;
    const dtStatus status =
        query.findStraightPath(from_on_mesh.data(), to_on_mesh.data(), detour_->path.data(), polygons,
                               detour_->points.data(), nullptr, on_surface ? detour_->behind.data() : nullptr, &points,
                               kMostPathPoints, on_surface ? int(DT_STRAIGHTPATH_ALL_CROSSINGS) : 0);
    answer.found = dtStatusSucceed(status) && !dtStatusDetail(status, DT_BUFFER_TOO_SMALL);
    // The goal is on the mesh already, and enters no polygon.
    for (size_t i = 0; on_surface && answer.found && i + 1 < size_t(points); ++i) {
      float* const p = &detour_->points[3 * i];
      float height = 0;
      if (dtStatusSucceed(query.getPolyHeight(detour_->behind[i], p, &height))) p[1] = height;
    }
  }
  answer.us = watch.Lap() * 1e6;
  if (!answer.found) return answer;
  answer.points.push_back(start);
  for (size_t i = 0; i < size_t(points); ++i) {
    answer.points.push_back(FromRecast(&detour_->points[3 * i], options_.up));
  }
  answer.points.push_back(goal);
  answer.length_m = PathLength(answer.points);
  return answer;
}

std::vector<RecastPolygon> RecastPlanner::Polygons() const {
  std::vector<RecastPolygon> polygons;
  std::map<dtPolyRef, uint32_t> number;
  const dtNavMesh& mesh = *detour_->mesh;
  auto each = [&mesh](auto visit) {
    for (int t = 0; t < mesh.getMaxTiles(); ++t) {
      const dtMeshTile* tile = mesh.getTile(t);
      if (!tile->header) continue;
      for (int p = 0; p < tile->header->polyCount; ++p) {
        visit(*tile, tile->polys[p], p, mesh.getPolyRefBase(tile) | dtPolyRef(p));
      }
    }
  };
  each([&](const dtMeshTile&, const dtPoly&, int, dtPolyRef ref) { number.emplace(ref, uint32_t(number.size())); });
  each([&](const dtMeshTile& tile, const dtPoly& source, int index, dtPolyRef) {
    RecastPolygon polygon;
    auto corner = [&](int i) { return FromRecast(&tile.verts[3 * source.verts[i]], options_.up); };
    for (int i = 0; i < source.vertCount; ++i) polygon.corners.push_back(corner(i));
    for (unsigned at = source.firstLink; at != DT_NULL_LINK; at = tile.links[at].next) {
      const dtLink& link = tile.links[at];
      const bool whole = link.side == kWholeSide;
      polygon.joints.push_back({.side = link.edge,
                                .from = whole ? 0 : link.bmin / 255.0,
                                .to = whole ? 1 : link.bmax / 255.0,
                                .polygon = number.at(link.ref)});
    }
    std::sort(polygon.joints.begin(), polygon.joints.end(), [](const auto& a, const auto& b) {
      return std::pair{a.side, a.from} < std::pair{b.side, b.from};
    });
    const dtPolyDetail& detail = tile.detailMeshes[index];
    for (unsigned t = 0; t < detail.triCount; ++t) {
      const unsigned char* corners = &tile.detailTris[4 * (detail.triBase + t)];
      std::array<Vec3, 3> triangle;
      for (size_t k = 0; k < 3; ++k) {
        const unsigned v = corners[k];
        triangle[k] = v < source.vertCount
                          ? corner(int(v))
                          : FromRecast(&tile.detailVerts[3 * (detail.vertBase + v - source.vertCount)], options_.up);
      }
      polygon.triangles.push_back(triangle);
    }
    polygons.push_back(std::move(polygon));
  });
  return polygons;
}

}  // namespace navnet::peers
