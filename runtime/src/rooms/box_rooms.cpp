// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/box_rooms.h>

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/internal/runtime/rooms/box_plane.h>

#include "level/free_air.h"
#include "query/scratch.h"
#include "rooms/room_scratch.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

// A place on the path: on a segment, at a fraction of it.
struct Place {
  size_t segment = 0;
  double share = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

class BoxRooms {
 public:
  BoxRooms(const NavigatorTables& tables, const LevelIndex& index, const FlightQuery& query, RoomScratch& scratch,
           RoomCorridor& rooms)
      : info_(tables.info), index_(index), query_(query), s_(scratch), rooms_(rooms) {}

  /// Requires: finite points, at least one.
  bool Make(std::span<const Vec3> points) {
    s_.points.clear();
    for (const Vec3& p : points) {
      const double height = HeightOf(p, info_.up), tolerance = kOnFace * info_.frame.voxel_m;
      if (height < query_.floor_m - tolerance || height > query_.ceiling_m + tolerance) return false;
      s_.points.push_back(info_.frame.ToVoxelSpace(p));
    }
    if (s_.points.size() == 1) s_.points.push_back(s_.points[0]);
    s_.cells.clear();
    for (size_t i = 0; i + 1 < s_.points.size(); ++i) {
      const Vec3 a = s_.points[i], b = s_.points[i + 1];
      if (!FreePartsOf(index_, a, b, Care::Exact, &s_.cells, &s_.probed).IsWhole()) return false;
    }
    const Place end{s_.points.size() - 1, 0};
    Place at;
    // Of s_.cells: none before it is the one in which the path goes on. A later one may follow the path farther and
    // still leave it where an earlier one is needed, so only those that do not go on are passed.
    size_t next = 0;
    std::optional<VoxelBox> last;
    while (at < end) {
      // Of the next volumes that contain the place, the one that follows the path farthest. Those that the path leaves
      // there do not count, even where others are between them and the first that goes on.
      std::optional<VoxelBox> best;
      Place exit = at;
      for (size_t i = next; i < s_.cells.size(); ++i) {
        const VoxelBox& volume = index_[s_.cells[i]].volume;
        if (!IsIn(volume, PointAt(at))) {
          if (best) break;
          continue;
        }
        const Place its = ExitFrom(volume, at);
        if (!(its > exit)) continue;
        if (!best) next = i;
        exit = its;
        best = volume;
      }
      if (!best) return false;
      if (last && !AddBridge(*last, *best, at)) return false;
      if (!AddVolume(*best, at, exit)) return false;
      last = best;
      at = exit;
    }
    return true;
  }

 private:
  Vec3 PointAt(Place place) const {
    if (place.segment + 1 >= s_.points.size()) return s_.points.back();
    const Vec3 a = s_.points[place.segment];
    return a + (s_.points[place.segment + 1] - a) * place.share;
  }

  // Where the path leaves a volume that contains the place.
  Place ExitFrom(const VoxelBox& volume, Place at) const {
    for (; at.segment + 1 < s_.points.size(); at = {at.segment + 1, 0}) {
      const Vec3 a = s_.points[at.segment], d = s_.points[at.segment + 1] - a;
      const double exit = ExitOf(volume, kOnFace, a, d);
      if (exit < 1) return {at.segment, std::max(at.share, exit)};
    }
    return at;
  }

  // Where two volumes only touch, in a rectangle: a room through both.
  bool AddBridge(const VoxelBox& from, const VoxelBox& to, Place at) {
    VoxelBox bridge = Intersection(from, to);
    int flat = 0, across = 0;
    for (int k = 0; k < 3; ++k) {
      if (bridge.lo[k] < bridge.hi[k]) continue;
      ++flat;
      across = k;
    }
    if (flat != 1) return true;
    bridge.lo[across] = std::min(from.lo[across], to.lo[across]);
    bridge.hi[across] = std::max(from.hi[across], to.hi[across]);
    return AddVolume(bridge, at, at);
  }

  // A room around the path from `at` to `exit`, or where a forbidden box stands one for each straight piece of it.
  bool AddVolume(const VoxelBox& volume, Place at, Place exit) {
    const Box3 around = info_.frame.WorldBox(volume);
    const bool is_cut = std::any_of(query_.regions.begin(), query_.regions.end(),
                                    [&](const CostRegion& region) { return Forbids(region, around); });
    if (!is_cut) return AddRoom(volume, around, PointAt(at), PointAt(exit));
    do {
      const Place end = at.segment == exit.segment ? exit : Place{at.segment + 1, 0};
      if (!AddRoom(volume, around, PointAt(at), PointAt(end))) return false;
      at = end;
    } while (at < exit);
    return true;
  }

  // The part of a volume that the rules allow around a and b, two points of the path with all of it between them in the
  // volume; where a forbidden box stands, the ends of a segment. Way points are rounded: a border that one of the two
  // is beyond by no more than that is moved there. So two consecutive rooms share the point of the path between them,
  // whatever the angle between their borders. False when the points break the rules.
  bool AddRoom(const VoxelBox& volume, const Box3& around, Vec3 a, Vec3 b) {
    s_.planes.clear();
    const Vec3 from = info_.frame.ToWorld(a), to = info_.frame.ToWorld(b);
    // Half a tolerance for the rounding of coordinates far from the origin.
    const double tolerance = 1.5 * kOnFace * info_.frame.voxel_m;
    const auto add = [&](HalfSpace plane) {
      const double beyond = std::max(plane.DistanceTo(from), plane.DistanceTo(to));
      plane.offset_m += std::max(0.0, beyond);
      s_.planes.push_back(plane);
      return beyond <= tolerance;
    };
    for (int k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      const Vec3 normal = info_.frame.turn.ToWorld(axis);
      add({normal, Dot(normal, info_.frame.CornerWorld(volume.hi))});
      add({normal * -1, -Dot(normal, info_.frame.CornerWorld(volume.lo))});
    }
    const Vec3 up = WorldOf({}, 1, info_.up);
    if (query_.ceiling_m < HeightOf(around.max, info_.up) && !add({up, query_.ceiling_m})) return false;
    if (query_.floor_m > HeightOf(around.min, info_.up) && !add({up * -1, -query_.floor_m})) return false;
    for (const CostRegion& region : query_.regions) {
      if (Forbids(region, around) && !add(PlaneBetween(from, to, region.box_world))) return false;
    }
    rooms_.Append(s_.planes);
    return true;
  }

  // Whether a forbidden box overlaps a box.
  static bool Forbids(const CostRegion& region, const Box3& around) {
    if (!std::isinf(region.factor)) return false;
    for (int k = 0; k < 3; ++k) {
      const double lo = region.box_world.min[k], hi = region.box_world.max[k];
      if (!(lo < hi && lo < around.max[k] && hi > around.min[k])) return false;
    }
    return true;
  }

  const NetInfo& info_;
  const LevelIndex& index_;
  const FlightQuery& query_;
  RoomScratch& s_;
  RoomCorridor& rooms_;
};

}  // namespace

bool BoxRoomsOf(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points,
                QueryContext& context, RoomCorridor& rooms) {
  rooms.Clear();
  const NavigatorTables& tables = RuntimeAccess::TablesOf(navigator);
  const LevelIndex* index = tables.For(query.radius_m);
  if (!index || points.empty() || !Validate(query) || !std::all_of(points.begin(), points.end(), IsFinite)) {
    return false;
  }
  if (BoxRooms(tables, *index, query, RoomScratchOf(context), rooms).Make(points)) return true;
  rooms.Clear();
  return false;
}

bool BoxRoomSource::AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) {
  const Vec3 ends[] = {a, b};
  if (!BoxRoomsOf(*navigator_, query_, ends, context_, rooms_) || rooms_.size() != 1) return false;
  rooms.Append(rooms_.planes);
  return true;
}

}  // namespace navnet
