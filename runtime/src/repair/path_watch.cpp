#include <navnet/runtime/path_watch.h>

#include "path_check.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace navnet {
namespace {

Status CheckInput(std::span<const Vec3> points) {
  if (points.empty())
    return Error{ErrorCode::InvalidArgument, "watched path: it has no points; add a path that was found"};
  for (size_t i = 0; i < points.size(); ++i) {
    if (!IsFinite(points[i]))
      return Error{ErrorCode::InvalidArgument, "watched path: point " + std::to_string(i) + " is not finite"};
  }
  return Ok();
}

bool Meet(const Box3& a, const Box3& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.max[k] < b.min[k] || b.max[k] < a.min[k]) return false;
  }
  return true;
}

Box3 Grown(const Box3& box, double by) { return {box.min - Vec3{by, by, by}, box.max + Vec3{by, by, by}}; }

// Boxes, and the one around them all to look at first.
class Boxes {
 public:
  Boxes(std::span<const Box3> boxes, double grown_by) : boxes_(boxes), grown_by_(grown_by) {
    for (const Box3& box : boxes) around_.Extend(box);
    around_ = Grown(around_, grown_by);
  }
  bool MeetAny(const Box3& other) const {
    return Meet(other, around_) && std::any_of(boxes_.begin(), boxes_.end(),
                                               [&](const Box3& box) { return Meet(other, Grown(box, grown_by_)); });
  }

 private:
  std::span<const Box3> boxes_;
  double grown_by_;
  Box3 around_;
};

}  // namespace

Result<WatchId> PathWatch::Add(std::span<const Vec3> points, double radius_m) {
  if (const Status status = CheckInput(points); !status) return status.error();
  if (!(radius_m >= 0)) return Error{ErrorCode::InvalidArgument, "watched path: the agent's radius must be 0 or more"};
  uint32_t slot = uint32_t(watched_.size());
  if (unused_.empty()) {
    watched_.emplace_back();
    boxes_.emplace_back();
    reaches_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  Watched& watched = watched_[slot];
  watched.points.assign(points.begin(), points.end());
  watched.radius_m = radius_m;
  watched.from = {};
  watched.is_used = true;
  ++watched.generation;
  ++count_;
  Measure(slot);
  return WatchId{slot, watched.generation};
}

Status PathWatch::Replace(WatchId id, std::span<const Vec3> points) {
  if (!Find(id))
    return Error{ErrorCode::InvalidArgument, "watched path: no path has this id; it may have been removed"};
  if (const Status status = CheckInput(points); !status) return status;
  watched_[id.slot].points.assign(points.begin(), points.end());
  watched_[id.slot].from = {};
  Measure(id.slot);
  return Ok();
}

bool PathWatch::Advance(WatchId id, Vec3 position) {
  if (!Find(id) || !IsFinite(position)) return false;
  Watched& watched = watched_[id.slot];
  watched.from = PlaceOnPath(watched.points, position, watched.from);
  Measure(id.slot);
  return true;
}

bool PathWatch::Remove(WatchId id) {
  if (!Find(id)) return false;
  watched_[id.slot].is_used = false;
  boxes_[id.slot] = reaches_[id.slot] = Box3{};
  unused_.push_back(id.slot);
  --count_;
  return true;
}

std::optional<PathPlace> PathWatch::PlaceOf(WatchId id) const {
  const Watched* watched = Find(id);
  return watched ? std::optional(watched->from) : std::nullopt;
}

const PathWatch::Watched* PathWatch::Find(WatchId id) const {
  if (id.slot >= watched_.size()) return nullptr;
  const Watched& watched = watched_[id.slot];
  return watched.is_used && watched.generation == id.generation ? &watched : nullptr;
}

void PathWatch::Measure(uint32_t slot) {
  Watched& watched = watched_[slot];
  const Vec3 from = PointAt(watched.points, watched.from), goal = watched.points.back();
  Box3 box;
  Vec3 last = from;
  box.Extend(from);
  watched.rest_m = 0;
  for (size_t i = watched.from.segment + 1; i < watched.points.size(); ++i) {
    watched.rest_m += Length(watched.points[i] - last);
    last = watched.points[i];
    box.Extend(last);
  }
  boxes_[slot] = box;
  // A way that leaves the box around its ends by e is as long as one to the goal's mirror image behind: its length
  // squared is at least that of the straight line and (2 e)².
  const double squares = watched.rest_m * watched.rest_m - LengthSquared(goal - from);
  reaches_[slot] = Grown({Min(from, goal), Max(from, goal)}, std::sqrt(std::max(0.0, squares)) / 2);
}

PathWatch::Concerns PathWatch::Concerned(const Navigator& now, const WorldChange& change) const {
  Concerns out;
  const Boxes blocked(change.blocked, now.net().info().frame.voxel_m), freed(change.freed, 0);
  for (uint32_t slot = 0; slot < watched_.size(); ++slot) {
    const bool may_break = blocked.MeetAny(boxes_[slot]), may_improve = freed.MeetAny(reaches_[slot]);
    if (!may_break && !may_improve) continue;
    const Watched& watched = watched_[slot];
    const WatchId id{slot, watched.generation};
    const bool is_broken =
        may_break &&
        !CheckPath(now, watched.points, watched.radius_m, {.from = watched.from, .change = &change}).IsValid();
    if (is_broken) {
      out.broken.push_back(id);
    } else if (may_improve &&
               MayBeImproved(change, PointAt(watched.points, watched.from), watched.points.back(), watched.rest_m)) {
      out.improvable.push_back(id);
    }
  }
  return out;
}

}  // namespace navnet
