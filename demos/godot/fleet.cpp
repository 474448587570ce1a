#include "fleet.h"

#include <navnet/bake.h>

#include <algorithm>
#include <utility>

namespace navnet {

Result<Fleet> Fleet::Bake(TriangleMesh triangles, UpAxis up, const FleetOptions& options) {
  const World world{"the engine's triangles", up, std::move(triangles)};
  BakeOptions bake;
  bake.sample.voxel_m = options.voxel_m;
  bake.sample.radii_m = {options.radius_m};
  bake.sample.seeds_world = options.seeds_world;
  bake.keep = options.seeds_world.empty() ? Keep::Outside : Keep::Seeds;
  if (options.walk_height_m > 0) bake.walk = WalkOptions{.height_m = options.walk_height_m};
  const Result<Baked> baked = navnet::Bake(world, bake);
  if (!baked) return baked.error();
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!probe) return probe.error();
  return Fleet(Navigator(baked->net), *std::move(probe), options);
}

Fleet::Fleet(const Navigator& navigator, ClearanceProbe probe, const FleetOptions& options)
    : crowd_(navigator), probe_(std::move(probe)), options_(options) {}

Status Fleet::Add(AgentKind kind, Vec3 from, Vec3 goal, double speed_m_s) {
  const auto start = FreePlaceNear(from, kind), end = FreePlaceNear(goal, kind);
  if (!start || !end) return Error{ErrorCode::InvalidArgument, "no room near the start or the goal of a body"};
  Body body{.agent = {}, .kind = kind, .goal = *end, .speed_m_s = speed_m_s};
  if (const Status added = AddAgent(body, *start); !added) return added;
  bodies_.push_back(body);
  return Ok();
}

Status Fleet::AddAgent(Body& body, Vec3 from) {
  const Result<AgentId> agent = crowd_.Add(
      {.kind = body.kind, .position = from, .radius_m = options_.radius_m, .limits = {.speed_m_s = body.speed_m_s}});
  if (!agent) return agent.error();
  body.agent = *agent;
  return crowd_.SetGoal(*agent, body.goal);
}

Status Fleet::Steer(std::span<const Vec3> points, double step_s, std::span<Vec3> wanted) {
  if (points.size() != bodies_.size() || wanted.size() != bodies_.size()) {
    return Error{ErrorCode::InvalidArgument, "one point and one velocity for each body are needed"};
  }
  for (size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    if (Length(points[i] - crowd_.Find(body.agent)->position) <= options_.leash_m) continue;
    // The engine has pushed the body away: it goes on from the free place nearest to where it is now.
    const auto place = FreePlaceNear(points[i], body.kind);
    if (!place) continue;
    if (const Status removed = crowd_.Remove(body.agent); !removed) return removed;
    if (const Status added = AddAgent(body, *place); !added) return added;
    ++anew_;
  }
  if (const Status stepped = crowd_.Step(step_s); !stepped) return stepped;
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const AgentState& agent = *crowd_.Find(bodies_[i].agent);
    bodies_[i].has_arrived |= agent.status == AgentStatus::Arrived;
    // And back to where it should have been by now, but no faster than it flies.
    const Vec3 astray = agent.position - agent.velocity * step_s - points[i];
    wanted[i] = agent.velocity + astray * std::min(1 / step_s, bodies_[i].speed_m_s / std::max(Length(astray), 1e-9));
  }
  return Ok();
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
