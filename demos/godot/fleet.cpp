// SPDX-License-Identifier: Apache-2.0
#include "godot/fleet.h"

#include <navnet/bake.h>

#include <algorithm>
#include <utility>

namespace navnet {

Result<Fleet> Fleet::Bake(TriangleMesh triangles, UpAxis up, const FleetOptions& options) {
  World world{"the engine's triangles", up, std::move(triangles)};
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!probe) return probe.error();
  BakeOptions bake;
  bake.sample.voxel_m = options.voxel_m;
  bake.sample.radii_m = {options.radius_m};
  if (options.walk_height_m > 0) bake.walk = WalkOptions{.height_m = options.walk_height_m};
  Result<LiveWorld> live = LiveWorld::Make(std::move(world), bake);
  if (!live) return live.error();
  return Fleet(*std::move(live), *std::move(probe), options);
}

Fleet::Fleet(LiveWorld world, ClearanceProbe probe, const FleetOptions& options)
    : world_(std::move(world)), crowd_(world_.Latest()->navigator), probe_(std::move(probe)), options_(options) {}

Result<size_t> Fleet::AddDoor(Vec3 centre, Vec3 half_size_m) {
  const Result<ObstacleId> door =
      world_.Add({.shape = BoxShape{half_size_m}, .transform = {.position = centre}, .is_door = true});
  if (!door) return door.error();
  doors_.push_back(*door);
  if (const Status set = SetDoor(doors_.size() - 1, true); !set) return set.error();
  return doors_.size() - 1;
}

Status Fleet::SetDoor(size_t door, bool open) {
  if (door >= doors_.size()) return Error{ErrorCode::InvalidArgument, "no door has this index"};
  if (const Status set = world_.SetDoor(doors_[door], open); !set) return set;
  if (const Result<WorldChange> updated = world_.Update(); !updated) return updated.error();
  crowd_.SetNavigator(world_.Latest()->navigator);
  return Ok();
}

Status Fleet::Add(AgentKind kind, Vec3 from, Vec3 goal, double speed_m_s) {
  const auto start = FreePlaceNear(from, kind), end = FreePlaceNear(goal, kind);
  if (!start || !end)
    return Error{ErrorCode::InvalidArgument, "no free point within four radii of the start or of the goal of a body"};
  Body body{.agent = {}, .kind = kind, .goal = *end, .speed_m_s = speed_m_s};
  const Result<AgentId> agent = AddAgent(body, *start);
  if (!agent) return agent.error();
  body.agent = *agent;
  bodies_.push_back(body);
  return Ok();
}

Result<AgentId> Fleet::AddAgent(const Body& body, Vec3 from) {
  const Result<AgentId> agent = crowd_.Add(
      {.kind = body.kind, .position = from, .radius_m = options_.radius_m, .limits = {.speed_m_s = body.speed_m_s}});
  if (!agent) return agent;
  if (const Status set = crowd_.SetGoal(*agent, body.goal); !set) return set.error();
  return agent;
}

Status Fleet::Steer(std::span<const Vec3> points, double step_s, std::span<Vec3> wanted) {
  if (points.size() != bodies_.size() || wanted.size() != bodies_.size()) {
    return Error{ErrorCode::InvalidArgument, "steer needs one point and one velocity for each body"};
  }
  if (!std::ranges::all_of(points, IsFinite)) {
    return Error{ErrorCode::InvalidArgument, "a coordinate of a body's point is infinite or not a number"};
  }
  for (size_t i = 0; i < bodies_.size(); ++i) {
    if (Length(points[i] - place(i)) <= options_.leash_m) continue;
    if (const Status led = LeadFrom(bodies_[i], points[i]); !led) return led;
  }
  if (const Status stepped = crowd_.Step(step_s); !stepped) return stepped;
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const AgentState& agent = *crowd_.Find(bodies_[i].agent);
    bodies_[i].has_arrived |= agent.status == AgentStatus::Arrived;
    // Adds a correction towards the target position before this step, at most as fast as the body's speed.
    const Vec3 astray = agent.position - agent.velocity * step_s - points[i];
    wanted[i] = agent.velocity + astray * std::min(1 / step_s, bodies_[i].speed_m_s / std::max(Length(astray), 1e-9));
  }
  return Ok();
}

// Restarts a body that the engine has pushed away from the free place nearest to it. If there is none, the body keeps
// its agent and is steered back to it.
Status Fleet::LeadFrom(Body& body, Vec3 point) {
  const auto from = FreePlaceNear(point, body.kind);
  if (!from) return Ok();
  const Result<AgentId> agent = AddAgent(body, *from);
  if (!agent) return agent.error();
  ++replanned_;
  return crowd_.Remove(std::exchange(body.agent, *agent));
}

std::optional<Vec3> Fleet::FreePlaceNear(Vec3 point, AgentKind kind) const {
  const double radius = options_.radius_m, within = 4 * radius;
  const Navigator& navigator = crowd_.navigator();
  if (kind == AgentKind::Flyer) return navigator.NearestFree(point, radius, within);
  return navigator.walker() ? navigator.walker()->NearestWalkable(point, radius, within) : std::nullopt;
}

size_t Fleet::arrived() const { return size_t(std::ranges::count_if(bodies_, &Body::has_arrived)); }

double Fleet::Clearance(std::span<const Vec3> points) const {
  double least = 10;
  for (const Vec3 point : points) least = std::min(least, probe_.PointClearance(point, least));
  return least;
}

}  // namespace navnet
