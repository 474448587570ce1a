// SPDX-License-Identifier: Apache-2.0
#include "fuzz/net_questions.h"

#include <navnet/net/net_quality.h>
#include <navnet/net/net_world.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/travel.h>

#include "fuzz/fuzz_check.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace navnet {
namespace {

void CheckLevel(const NetLevel& level) {
  for (uint32_t i = 0; i < level.cells.size(); ++i) {
    const VoxelBox &cell = level.cells[i], &volume = level.volumes[i];
    FuzzCheck(!cell.IsEmpty(), "an empty cell");
    FuzzCheck(volume.Contains(cell.lo) && volume.Contains(cell.hi - VoxelCoord{1, 1, 1}), "a volume without its cell");
    FuzzCheck(level.CellAt(cell.lo) != kNoCell, "a cell that is not found");
    FuzzCheck(level.components[i] < level.component_count, "an unknown component");
    for (const NetNeighbour& link : level.NeighboursOf(i)) {
      FuzzCheck(link.cell < level.cells.size() && link.contact < level.contact_count(), "a link to nowhere");
      FuzzCheck(level.components[link.cell] == level.components[i], "a link between components");
      const VoxelBox contact = ContactOf(cell, level.cells[link.cell]);
      for (int a = 0; a < 3; ++a) FuzzCheck(contact.lo[a] <= contact.hi[a], "a contact inside out");
    }
  }
  const LevelQuality quality = MeasureQuality(level, 1);
  FuzzCheck(quality.coverage >= 0 && quality.coverage <= 1, "a coverage that is no share");
  FuzzCheck(quality.sealed_cells <= level.cells.size(), "more sealed cells than cells");
}

class Asker {
 public:
  Asker(const Net& net, uint64_t seed) : net_(net), traveller_(Navigator(net)), random_(seed) {}

  void Run() {
    for (const NetLevel& level : net_.levels()) CheckLevel(level);
    if (const auto mesh = TrianglesOf(net_); mesh && !mesh->triangles.empty()) {
      FuzzCheck(Validate(*mesh).ok(), "a stored world with a fault");
    }
    for (int i = 0; i < 4; ++i) Look();
    for (int i = 0; i < 4; ++i) Fly();
    for (int i = 0; i < 6 && walker(); ++i) Walk();
    for (int i = 0; i < 2; ++i) Travel();
    Meet();
  }

 private:
  const Navigator& navigator() const { return traveller_.navigator(); }
  const Walker* walker() const { return navigator().walker(); }
  const GroundView& ground() const { return net_.ground(); }

  size_t Below(size_t limit) { return limit == 0 ? 0 : size_t(random_() % limit); }
  double Unit() { return double(random_() >> 11) * 0x1p-53; }
  template <class T>
  T OneOf(std::initializer_list<T> all) {
    return *(all.begin() + Below(all.size()));
  }

  double Radius() {
    const size_t level = Below(net_.levels().size());
    return OneOf({0.0, 0.1, 0.5, 2.0, net_.levels()[level].radius_m, 3 * Unit()});
  }

  Vec3 PointInVoxels(const VoxelBox& box) {
    Vec3 p;
    for (int a = 0; a < 3; ++a) p[a] = double(box.lo[a]) + Unit() * double(box.Size(a));
    return net_.info().frame.ToWorld(p);
  }

  Vec3 PointOnGround() {
    const auto at_height = [&](Vec2 p) {
      if (ground().patches.empty()) return WorldOf(p, 0, net_.info().up);
      const GroundPatch& patch = ground().patches[Below(ground().patches.size())];
      return WorldOf(p, patch.HeightAt(p), net_.info().up);
    };
    switch (Below(5)) {
      case 0: return at_height(ground().vertices[Below(ground().vertices.size())].p);
      case 1: {
        const GroundBend& bend = ground().bends[Below(ground().bends.size())];
        return at_height(OneOf({bend.p, bend.left, bend.right, bend.p + 0.5 * (bend.left - bend.p)}));
      }
      case 2: {
        if (ground().links.empty()) break;
        const GroundLink& link = ground().links[Below(ground().links.size())];
        return OneOf({link.from, link.to});
      }
      default: break;
    }
    if (ground().patches.empty()) return at_height(ground().bends[0].p);
    const GroundPatch& patch = ground().patches[Below(ground().patches.size())];
    const auto corners = ground().corners.subspan(patch.first_corner, patch.corner_count);
    const Vec2 a = corners[Below(corners.size())], b = corners[Below(corners.size())];
    const Vec2 p = a + Unit() * (b - a);
    return WorldOf(p, patch.HeightAt(p) + OneOf({0.0, 0.0, Unit(), -Unit()}), net_.info().up);
  }

  Vec3 Point() {
    const NetLevel& level = net_.levels()[Below(net_.levels().size())];
    switch (Below(10)) {
      case 0:
      case 1: return PointInVoxels(net_.info().bounds);
      case 2:
      case 3:
        if (!level.cells.empty()) return PointInVoxels(level.cells[Below(level.cells.size())]);
        return PointInVoxels(net_.info().bounds);
      case 4:
        if (!level.volumes.empty()) return PointInVoxels(level.volumes[Below(level.volumes.size())]);
        return PointInVoxels(net_.info().bounds);
      case 5: {
        const double far = OneOf({1e3, 1e9, 1e300});
        return {far * (Unit() - 0.5), far * (Unit() - 0.5), far * (Unit() - 0.5)};
      }
      default: return walker() ? PointOnGround() : PointInVoxels(net_.info().bounds);
    }
  }

  static void CheckPoint(const std::optional<Vec3>& p) { FuzzCheck(!p || IsFinite(*p), "a place that is not finite"); }

  static void CheckPath(PathStatus status, const std::vector<Vec3>& points, double length) {
    FuzzCheck(status != PathStatus::Complete || !points.empty(), "a complete path without points");
    FuzzCheck(length >= 0 && std::isfinite(length), "a path with a length that is none");
    FuzzCheck(std::all_of(points.begin(), points.end(), IsFinite), "a way point that is not finite");
  }

  void Look() {
    const Vec3 p = Point(), q = Point();
    const double radius = Radius(), within = OneOf({0.0, 1.0, 1e9, 1e300});
    CheckPoint(navigator().NearestFree(p, radius, within));
    CheckPoint(navigator().RandomFree(random_(), radius));
    FuzzCheck(navigator().ClearanceAt(p) >= 0, "a clearance below 0");
    (void)navigator().IsVisible(p, q, radius);
    if (!walker()) return;
    if (const auto place = walker()->Locate(p)) {
      CheckPoint(place->point);
      CheckPoint(place->obstacle);
      FuzzCheck(place->layer < ground().layer_count && place->edge < ground().edges.size(), "a place that is nowhere");
    }
    (void)walker()->HeightAt(p);
    CheckPoint(walker()->NearestObstacle(p));
    FuzzCheck(walker()->ClearanceAt(p) >= 0, "a clearance below 0");
    CheckPoint(walker()->Retract(p));
    CheckPoint(walker()->NearestWalkable(p, radius, within));
    const std::optional<Vec3> a = walker()->RandomWalkable(random_(), radius),
                              b = walker()->RandomWalkable(random_(), 0);
    CheckPoint(a);
    CheckPoint(b);
    FuzzCheck(walker()->WidestRadius(p, q) >= 0, "a radius below 0");
    if (a && b) FuzzCheck(walker()->WidestRadius(*a, *b) >= 0, "a radius below 0");
  }

  Box3 Box() {
    Box3 box;
    box.Extend(Point());
    box.Extend(Below(2) ? box.min + Vec3{3 * Unit(), 3 * Unit(), 3 * Unit()} : Point());
    return box;
  }
  std::vector<CostRegion> Regions() {
    std::vector<CostRegion> regions(Below(3) ? 0 : 1 + Below(2));
    for (CostRegion& region : regions) {
      region.box_world = Box();
      region.factor = OneOf({1.0, 3.0, std::numeric_limits<double>::infinity()});
    }
    return regions;
  }
  WorldChange Change() {
    WorldChange change;
    for (size_t i = Below(3); i > 0; --i) change.blocked.push_back(Box());
    for (size_t i = Below(3); i > 0; --i) change.freed.push_back(Box());
    return change;
  }

  void Fly() {
    const std::vector<CostRegion> regions = Regions();
    FlightQuery query;
    query.start = Point();
    query.goal = Point();
    query.radius_m = Radius();
    query.effort = OneOf({Effort::Fast, Effort::Balanced, Effort::Best});
    query.snap_m = OneOf({0.0, 1.0, 1e9});
    query.partial = Below(2) == 0;
    query.certify = Below(2) == 0;
    query.preferred_clearance_m = OneOf({0.0, 1.0, 1e9});
    query.speed_m_s = OneOf({0.0, 3.0});
    query.regions = regions;
    if (!regions.empty()) query.climb_cost = OneOf({0.0, 1.0});
    FlightPath path = navigator().Find(query);
    CheckPath(path.status, path.points, path.length_m);
    if (path.points.empty()) return;
    const WorldChange change = Change();
    (void)navnet::CheckPath(navigator(), path.points, query.radius_m, {.change = &change});
    PathWatch watch(OneOf({0.5, 10.0}));
    (void)watch.Add(path.points, query.radius_m, path.jumps);
    (void)watch.Concerned(navigator(), change);
    const RepairOptions repair{.from = PlaceOnPath(path.points, query.start, {}, path.jumps), .change = &change};
    RepairPath(navigator(), query, path, repair, flight_context_, path);
    CheckPath(path.status, path.points, path.length_m);
    if (path.points.empty()) return;
    (void)FollowPath(navigator(), path.points, query.radius_m, {.position = path.points.front()}, {}, 0.1, path.jumps);
  }

  void Walk() {
    const std::vector<CostRegion> regions = Regions();
    WalkQuery query;
    query.start = PointOnGround();
    query.goal = Below(4) ? PointOnGround() : Point();
    query.radius_m = Radius();
    query.snap_m = OneOf({0.0, 3.0, 1e9});
    query.partial = Below(2) == 0;
    query.preferred_clearance_m = OneOf({0.0, 1.0});
    query.regions = regions;
    WalkPath path = walker()->Find(query);
    CheckPath(path.status, path.points, path.length_m);
    if (path.points.empty()) return;
    (void)FollowPath(*walker(), path.points, query.radius_m, {.position = path.points.front()}, {}, 0.1);
    const WorldChange change = Change();
    const RepairOptions repair{.from = PlaceOnPath(path.points, query.start), .change = &change};
    RepairWalk(*walker(), query, path, repair, walk_context_, path);
    CheckPath(path.status, path.points, path.length_m);
  }

  void Travel() {
    const std::vector<CostRegion> fly_regions = Regions(), walk_regions = Regions();
    TravelQuery query;
    query.start = Point();
    query.goal = Point();
    query.agent = {.radius_m = Radius(),
                   .walk_m_s = OneOf({0.0, 1.0, 1.0}),
                   .fly_m_s = OneOf({0.0, 2.0, 2.0}),
                   .switch_s = OneOf({0.0, 1.0})};
    query.snap_m = OneOf({0.0, 1.0, 1e9});
    query.fly_regions = fly_regions;
    query.walk_regions = walk_regions;
    query.weights = {OneOf({1.0, 1.0, 1e-6, 1e6}), OneOf({1.0, 1.0, 9.0}), OneOf({1.0, 0.0}), OneOf({1.0, 0.0})};
    query.walk_clearance_m = OneOf({0.0, 0.0, 1.0});
    query.fly_clearance_m = OneOf({0.0, 0.0, 1.0});
    query.max_fly_m = OneOf({1e300, 0.0, 5.0, 20.0});
    query.partial = OneOf({0.0, 1.0}) > 0;
    query.max_expansions = 2000;
    const TravelPath path = traveller_.Find(query);
    CheckPath(path.status, path.points, path.length_m);
    FuzzCheck(path.seconds >= 0 && std::isfinite(path.seconds), "a journey that takes no time that is one");
    FuzzCheck(path.flown_m <= query.max_fly_m, "a journey that flies too far");
  }

  // Simulates a few agents that block each other.
  void Meet() {
    Crowd crowd(navigator());
    std::vector<AgentId> agents;
    const double radius = OneOf({0.0, 0.3});
    for (int i = 0; i < 4; ++i) {
      const AgentKind kind = walker() && i % 2 ? AgentKind::Walker : AgentKind::Flyer;
      const std::optional<Vec3> at = kind == AgentKind::Walker ? walker()->RandomWalkable(random_(), radius)
                                                               : navigator().RandomFree(random_(), radius);
      if (!at) continue;
      if (const Result<AgentId> id = crowd.Add({.kind = kind, .position = *at, .radius_m = radius})) {
        agents.push_back(*id);
      }
    }
    for (const AgentId id : agents) {
      if (crowd.SetGoal(id, Point())) continue;
      (void)crowd.Stop(id);
    }
    for (int i = 0; i < 3; ++i) FuzzCheck(crowd.Step(0.1, 1).ok(), "a crowd that cannot move on");
    for (const AgentState& agent : crowd.agents()) CheckPoint(agent.position);
  }

  const Net& net_;
  Traveller traveller_;
  std::mt19937_64 random_;
  QueryContext flight_context_;
  QueryContext walk_context_;
};

}  // namespace

void AskNet(const Net& net, uint64_t seed) { Asker(net, seed).Run(); }

}  // namespace navnet
