// SPDX-License-Identifier: Apache-2.0
#include "agents/free_steps.h"

#include <navnet/internal/runtime/query/runtime_access.h>

#include "level/free_air.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInside = 1e-9;      // In voxels: steps end this far inside the volume, where there is room.
constexpr double kForgiven_m = 1e-7;  // Error bound of clearances.
constexpr double kFrom_m = 1e-9;      // Extra distance kept from walls.

double DistanceSquared(const VoxelBox& box, Vec3 p) { return LengthSquared(p - Clamped(p, box)); }

// Whether `p` is on a face of the box through which the way to `wanted` leads out.
bool IsHeldUp(const VoxelBox& box, Vec3 p, Vec3 wanted) {
  for (int a = 0; a < 3; ++a) {
    if (wanted[a] > box.hi[a] && p[a] >= box.hi[a] - kOnFace) return true;
    if (wanted[a] < box.lo[a] && p[a] <= box.lo[a] + kOnFace) return true;
  }
  return false;
}

// The nearest cell whose volume contains `p` and comes nearer to `wanted` than `than` (squared distance), at any
// distance.
uint32_t FarVolumeAround(const LevelIndex& index, Vec3 p, Vec3 wanted, double than) {
  uint32_t nearest = kNoCell;
  double least = std::numeric_limits<double>::infinity();
  EachVolumeAt(index, p, [&](uint32_t cell, const CellRecord& record) {
    const double distance = DistanceSquared(record.cell, p);
    if (!(distance < least) || !(DistanceSquared(record.volume, wanted) < than)) return;
    least = distance;
    nearest = cell;
  });
  return nearest;
}

Vec3 AxisOf(int a) { return {a == 0 ? 1.0 : 0.0, a == 1 ? 1.0 : 0.0, a == 2 ? 1.0 : 0.0}; }

}  // namespace

void FreeBox::AddTo(std::vector<VelocityHalfSpace>& constraints, const GridFrame& frame, Vec3 position,
                    double step_s) const {
  const Vec3 p = frame.ToVoxelSpace(position);
  const double scale = frame.voxel_m / step_s;
  for (int a = 0; a < 3; ++a) {
    const Vec3 axis = frame.turn.ToWorld(AxisOf(a));
    constraints.push_back({axis, -std::max(0.0, p[a] - volume.lo[a] - kInside) * scale});
    constraints.push_back({axis * -1, -std::max(0.0, volume.hi[a] - p[a] - kInside) * scale});
  }
}

bool FreeBox::Holds(const GridFrame& frame, Vec3 point) const { return IsIn(volume, frame.ToVoxelSpace(point)); }

double FreeBox::ShareOf(Vec3 from, Vec3 to) const {
  double share = 1;
  for (int a = 0; a < 3; ++a) {
    const double way = to[a] - from[a];
    if (to[a] > volume.hi[a]) share = std::min(share, (volume.hi[a] - from[a]) / way);
    if (to[a] < volume.lo[a]) share = std::min(share, (volume.lo[a] - from[a]) / way);
  }
  return share;
}

Vec3 FreeBox::Clamped(const GridFrame& frame, Vec3 from, Vec3 to) const {
  const Vec3 before = frame.ToVoxelSpace(from);
  Vec3 p = frame.ToVoxelSpace(to);
  bool is_in = true;
  for (int a = 0; a < 3; ++a) {
    // An agent already closer to a face than kInside keeps its coordinate.
    const double lo = std::min(before[a], volume.lo[a] + kInside), hi = std::max(before[a], volume.hi[a] - kInside);
    const double x = std::clamp(p[a], lo, hi);
    is_in = is_in && x == p[a];
    p[a] = x;
  }
  return is_in ? to : frame.ToWorld(p);
}

uint32_t VolumeAround(const LevelIndex& index, Vec3 p, Vec3 wanted) {
  uint32_t best = kNoCell;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](uint32_t cell) {
    if (cell == kNoCell || !IsIn(index[cell].volume, p)) return;
    const double distance = DistanceSquared(index[cell].volume, wanted);
    if (distance < least) {
      least = distance;
      best = cell;
    }
  };
  const TouchingCells near = CellsNear(index, p);
  for (const uint32_t cell : near) offer(cell);
  if (least == 0) return best;
  // Volumes also contain voxels without cells: the volume that leads on may be that of a neighbour cell.
  for (const uint32_t cell : near) {
    for (const ContactBatch& batch : index.ContactsOf(cell)) {
      for (const uint32_t other : batch.cells) offer(other);
    }
  }
  if (best != kNoCell || index.parts().cells_hold_all()) return best;
  return FarVolumeAround(index, p, wanted, least);
}

uint32_t VolumeOnward(const LevelIndex& index, Vec3 p, Vec3 wanted) {
  const uint32_t near = VolumeAround(index, p, wanted);
  if (near == kNoCell || !IsHeldUp(index[near].volume, p, wanted)) return near;
  // In rare cases, all volumes nearby end where the way leads on through voxels without cells.
  const uint32_t far = FarVolumeAround(index, p, wanted, DistanceSquared(index[near].volume, wanted));
  return far != kNoCell ? far : near;
}

std::optional<FreeBox> FreeBoxFor(const LevelIndex& index, const GridFrame& frame, Vec3 position, Vec3 preferred,
                                  double step_s) {
  const Vec3 p = frame.ToVoxelSpace(position), wanted = frame.ToVoxelSpace(position + preferred * step_s);
  const uint32_t cell = VolumeOnward(index, p, wanted);
  return cell != kNoCell ? std::optional(FreeBox{index[cell].volume}) : std::nullopt;
}

WallIndex::WallIndex(const Walker& walker) : walker_(&walker) {
  std::vector<WalkBox> boxes;
  boxes.reserve(walker.ground().walls.size());
  for (const GroundWall& wall : walker.ground().walls) {
    WalkBox box;
    box.Extend(wall.a);
    box.Extend(wall.b);
    boxes.push_back(box);
  }
  grid_ = WalkGrid(boxes);
}

void WallIndex::AddTo(std::vector<VelocityHalfSpace>& constraints, const GroundPlace& place, double radius_m,
                      double speed_m_s, double step_s) const {
  const GroundView& ground = walker_->ground();
  const Vec2 p = PlanOf(place.point, walker_->up());
  const double height = HeightOf(place.point, walker_->up()), reach = radius_m + speed_m_s * step_s;
  const size_t before = constraints.size();
  grid_.EachNear(
      p,
      [&](uint32_t number) {
        const GroundWall& wall = ground.walls[number];
        const Vec2 d = wall.b - wall.a;
        const double squared = LengthSquared(d);
        const double share = squared > 0 ? std::clamp(Dot(p - wall.a, d) / squared, 0.0, 1.0) : 0;
        const Vec2 nearest = wall.a + d * share, away = p - nearest;
        const double distance = Length(away);
        // Only a wall of a layer that cannot be reached from here is nearer than the nearest obstacle.
        if (!(distance <= reach) || distance < place.clearance_m - kForgiven_m) return;
        if (wall.layer != place.layer) {
          // Layers above each other are farther apart than a walker's height; layers connected to this one are not.
          const uint32_t patch = RuntimeAccess::TablesOf(*walker_).index.PatchIn(wall.layer, nearest);
          if (patch == kNone) return;
          if (std::abs(ground.patches[patch].HeightAt(nearest) - height) > 0.5 * ground.height_m) return;
        }
        // On the wall itself, the walkable side is on its left.
        const Vec2 side = distance > 0 ? away : Vec2{-d.y, d.x};
        const double length = Length(side);
        if (!(length > 0)) return;
        const Vec2 normal = side * (1 / length);
        constraints.push_back({{normal.x, normal.y, 0}, -std::max(0.0, distance - radius_m - kFrom_m) / step_s});
      },
      [&] { return reach; });
  // A wall is visited once per bucket it is in; the result must not depend on their order.
  const auto key = [](const VelocityHalfSpace& h) { return std::array{h.least, h.normal.x, h.normal.y}; };
  const auto begin = constraints.begin() + ptrdiff_t(before);
  std::sort(begin, constraints.end(),
            [&](const VelocityHalfSpace& a, const VelocityHalfSpace& b) { return key(a) > key(b); });
  constraints.erase(
      std::unique(begin, constraints.end(),
                  [&](const VelocityHalfSpace& a, const VelocityHalfSpace& b) { return key(a) == key(b); }),
      constraints.end());
}

}  // namespace navnet
