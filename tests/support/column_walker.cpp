// SPDX-License-Identifier: Apache-2.0
#include "support/column_walker.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace navnet::oracle {
namespace {

/// Tolerance in metres: limits that are met exactly count as met despite rounding.
constexpr double kRounding_m = 1e-6;

}  // namespace

ColumnWalker::ColumnWalker(const World& world, const WalkOptions& options) : world_(world), options_(options) {
  const VoxelBox& bounds = world.voxels()->bounds();
  const auto plan = [&](VoxelCoord v, int* out) {
    out[0] = world.up == UpAxis::Z ? v.x : v.z;
    out[1] = world.up == UpAxis::Z ? v.y : v.x;
    out[2] = world.up == UpAxis::Z ? v.z : v.y;
  };
  plan(bounds.lo, lo_);
  plan(bounds.hi, hi_);
  FindPlaces();
  Connect();
}

VoxelCoord ColumnWalker::VoxelOf(int x, int y, int z) const {
  return world_.up == UpAxis::Z ? VoxelCoord{x, y, z} : VoxelCoord{y, z, x};
}

/// Whether there is a horizontal face at height z.
bool ColumnWalker::IsFace(int x, int y, int z) const {
  return IsInside(x, y, z - 1) && IsInside(x, y, z) && IsBlocked(x, y, z - 1) != IsBlocked(x, y, z);
}

bool ColumnWalker::HasRoom(int x, int y, int z) const {
  const double voxel_m = world_.voxels()->frame().voxel_m;
  for (int above = z + 1; above < hi_[2] && (above - z) * voxel_m <= headroom_m() + kRounding_m; ++above) {
    if (IsFace(x, y, above)) return false;
  }
  return true;
}

/// Whether a vertical face between two columns obstructs an agent that stands at height z.
bool ColumnWalker::IsInWay(Column a, Column b, int z) const {
  const double voxel_m = world_.voxels()->frame().voxel_m;
  for (int voxel = lo_[2]; voxel < hi_[2]; ++voxel) {
    if (!IsInside(a.x, a.y, voxel) || !IsInside(b.x, b.y, voxel)) continue;
    if (IsBlocked(a.x, a.y, voxel) == IsBlocked(b.x, b.y, voxel)) continue;
    const double low_m = (voxel - z) * voxel_m, high_m = low_m + voxel_m;
    if (high_m > options_.step_m + kRounding_m && low_m <= headroom_m() + kRounding_m) return true;
  }
  return false;
}

void ColumnWalker::FindPlaces() {
  for (int x = lo_[0]; x < hi_[0]; ++x) {
    for (int y = lo_[1]; y < hi_[1]; ++y) {
      for (int z = lo_[2] + 1; z < hi_[2]; ++z) {
        if (!IsFace(x, y, z) || !HasRoom(x, y, z)) continue;
        at_[{x, y, z}] = places_.size();
        places_.push_back({x, y, z, IsBlocked(x, y, z)});
      }
    }
  }
}

void ColumnWalker::Connect() {
  const double voxel_m = world_.voxels()->frame().voxel_m;
  const int step = int(std::floor((options_.step_m + kRounding_m) / voxel_m));
  across_edge_.resize(places_.size());
  across_corner_.resize(places_.size());
  for (size_t i = 0; i < places_.size(); ++i) {
    const ColumnPlace& p = places_[i];
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx == 0 && dy == 0) continue;
        for (int z = p.z - step; z <= p.z + step; ++z) {
          const auto other = at_.find({p.x + dx, p.y + dy, z});
          if (other == at_.end()) continue;
          const Column a{p.x, p.y}, b{p.x + dx, p.y}, c{p.x, p.y + dy}, d{p.x + dx, p.y + dy};
          bool in_way = false;
          for (const int height : {p.z, z}) {
            if (dx != 0 && dy != 0) {
              in_way = in_way || IsInWay(a, b, height) || IsInWay(a, c, height) || IsInWay(b, d, height) ||
                       IsInWay(c, d, height);
            } else {
              in_way = in_way || IsInWay(a, d, height);
            }
          }
          if (!in_way) (dx != 0 && dy != 0 ? across_corner_ : across_edge_)[i].push_back(other->second);
        }
      }
    }
  }
  const auto flood = [&](bool corners, std::vector<uint32_t>& components) {
    constexpr uint32_t kUnseen = 0xFFFFFFFF;
    components.assign(places_.size(), kUnseen);
    uint32_t count = 0;
    for (size_t first = 0; first < places_.size(); ++first) {
      if (components[first] != kUnseen) continue;
      std::vector<size_t> open = {first};
      components[first] = count;
      while (!open.empty()) {
        const size_t i = open.back();
        open.pop_back();
        const auto visit = [&](size_t next) {
          if (components[next] != kUnseen) return;
          components[next] = count;
          open.push_back(next);
        };
        for (const size_t next : across_edge_[i]) visit(next);
        for (size_t k = 0; corners && k < across_corner_[i].size(); ++k) visit(across_corner_[i][k]);
      }
      ++count;
    }
    return count;
  };
  flood(false, edge_components_);
  areas_m2_.assign(flood(true, components_), 0);
  for (const uint32_t component : components_) areas_m2_[component] += voxel_m * voxel_m;
  for (const double area : areas_m2_) component_count_ += area >= options_.min_area_m2 ? 1 : 0;
  for (size_t i = 0; i < places_.size(); ++i) {
    if (!IsKept(i)) continue;
    area_m2_ += voxel_m * voxel_m;
    border_m_ += 4 * voxel_m;
  }
}

Vec3 ColumnWalker::WorldAt(size_t place, double u, double v) const {
  const ColumnPlace& p = places_[place];
  const Vec3 voxels =
      world_.up == UpAxis::Z ? Vec3{p.x + u, p.y + v, double(p.z)} : Vec3{p.y + v, double(p.z), p.x + u};
  return world_.voxels()->frame().ToWorld(voxels);
}

Vec2 ColumnWalker::PlanOf(Vec3 p_world) const {
  const Vec3 p = world_.voxels()->frame().ToVoxelSpace(p_world);
  return world_.up == UpAxis::Z ? Vec2{p.x, p.y} : Vec2{p.z, p.x};
}

double ColumnWalker::ClearanceAt(size_t place, Vec3 p_world, double most_m) const {
  const double voxel_m = world_.voxels()->frame().voxel_m;
  const Vec2 p = PlanOf(p_world);
  double clearance_m = most_m;
  std::vector<size_t> open = {place};
  std::set<size_t> seen = {place};
  while (!open.empty()) {
    const size_t i = open.back();
    open.pop_back();
    const ColumnPlace& at = places_[i];
    for (const auto& [dx, dy] : {Column{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      // The edge to that neighbour starts at (u, v).
      const double u = at.x + (dx > 0), v = at.y + (dy > 0);
      const double along = dx != 0 ? std::clamp(p.y - v, 0.0, 1.0) : std::clamp(p.x - u, 0.0, 1.0);
      const Vec2 nearest = dx != 0 ? Vec2{u, v + along} : Vec2{u + along, v};
      const double distance_m = voxel_m * Length(nearest - p);
      if (distance_m >= clearance_m) continue;
      bool is_open = false;
      for (const size_t next : across_edge_[i]) {
        if (places_[next].x != at.x + dx || places_[next].y != at.y + dy) continue;
        is_open = true;
        if (seen.insert(next).second) open.push_back(next);
      }
      if (!is_open) clearance_m = distance_m;
    }
  }
  return clearance_m;
}

std::vector<size_t> ColumnWalker::StepTo(std::span<const size_t> places, Vec3 p_world, double slack_m) const {
  const Vec2 p = PlanOf(p_world);
  const double slack = slack_m / world_.voxels()->frame().voxel_m;
  std::set<size_t> near;
  for (const size_t place : places) {
    near.insert(place);
    for (const size_t next : across_edge_[place]) {
      near.insert(next);
      near.insert(across_edge_[next].begin(), across_edge_[next].end());
    }
    near.insert(across_corner_[place].begin(), across_corner_[place].end());
  }
  std::vector<size_t> reached;
  for (const size_t i : near) {
    const ColumnPlace& at = places_[i];
    if (std::max({at.x - p.x, p.x - at.x - 1, at.y - p.y, p.y - at.y - 1}) <= slack) reached.push_back(i);
  }
  return reached;
}

std::optional<size_t> ColumnWalker::PlaceAt(Vec3 p_world, double reach_m) const {
  const GridFrame& frame = world_.voxels()->frame();
  const Vec3 p = frame.ToVoxelSpace(p_world);
  const double height = world_.up == UpAxis::Z ? p.z : p.y;
  const Vec2 plan = PlanOf(p_world);
  const int x = int(std::floor(plan.x)), y = int(std::floor(plan.y));
  std::optional<size_t> best;
  double nearest = reach_m / frame.voxel_m;
  for (int z = lo_[2]; z <= hi_[2]; ++z) {
    const auto at = at_.find({x, y, z});
    if (at == at_.end() || std::abs(z - height) > nearest) continue;
    nearest = std::abs(z - height);
    best = at->second;
  }
  return best;
}

}  // namespace navnet::oracle
