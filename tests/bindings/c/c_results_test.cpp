// SPDX-License-Identifier: Apache-2.0
// The C API gives the results of the C++ library, bit for bit, on seeded random worlds.
#include <navnet/bake.h>
#include <navnet/live/live_world.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/travel.h>
#include <navnet/worlds/worlds.h>

#include "bindings/c/c_scene.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

namespace navnet {
namespace {

/// The same world in both libraries.
struct Both {
  explicit Both(const WorldSpec& spec) {
    const TriangleMesh mesh = *MakeWorld(spec);
    world = WorldOf(mesh);
    BakeOptions options;
    options.sample.voxel_m = 0.25;
    options.sample.radii_m = {0, 0.3};
    options.walk.emplace();
    options.keep = Keep::Outside;
    baked = Bake(World{"test", UpAxis::Z, mesh}, options);

    EXPECT_C_OK(navnet_bake_options_default(&c_options, sizeof c_options));
    static const double kRadii[] = {0, 0.3};
    c_options.sample.voxel_m = 0.25;
    c_options.sample.radii_m = kRadii;
    c_options.sample.radius_count = 2;
    c_options.walks = 1;
    c_options.keep = NAVNET_KEEP_OUTSIDE;
    EXPECT_C_OK(navnet_bake(world, &c_options, &net, nullptr, nullptr, 0));
    EXPECT_C_OK(navnet_navigator_create(net, &c_navigator));
    EXPECT_C_OK(navnet_context_create(&context));
    EXPECT_C_OK(navnet_path_create(&path));
    navigator.emplace(baked->net);
  }
  ~Both() {
    navnet_path_destroy(path);
    navnet_context_destroy(context);
    navnet_navigator_destroy(c_navigator);
    navnet_net_destroy(net);
    navnet_world_destroy(world);
  }

  Result<Baked> baked = Error{};
  std::optional<Navigator> navigator;
  navnet_bake_options c_options;
  navnet_world world = {};
  navnet_net net = {};
  navnet_navigator c_navigator = {};
  navnet_context context = {};
  navnet_path path = {};
};

const WorldSpec kWorlds[] = {{.kind = WorldKind::Building, .seed = 3, .size_m = 22},
                             {.kind = WorldKind::Maze, .seed = 5, .size_m = 14, .loops = 0.2}};

navnet_flight_query ToC(const FlightQuery& q) {
  navnet_flight_query out;
  EXPECT_C_OK(navnet_flight_query_default(&out, sizeof out));
  out.start = ToC(q.start);
  out.goal = ToC(q.goal);
  out.radius_m = q.radius_m;
  out.preferred_clearance_m = q.preferred_clearance_m;
  out.effort = navnet_effort(q.effort);
  out.climb_cost = q.climb_cost;
  out.snap_m = q.snap_m;
  out.partial = q.partial;
  out.certify = q.certify;
  return out;
}

TEST(CApi, BakesTheSameBytes) {
  for (const WorldSpec& spec : kWorlds) {
    const Both both(spec);
    ASSERT_TRUE(both.baked);
    const void* bytes = nullptr;
    size_t count = 0;
    ASSERT_C_OK(navnet_net_image(both.net, &bytes, &count));
    const std::span<const std::byte> image = both.baked->net.image();
    ASSERT_EQ(count, image.size());
    EXPECT_EQ(std::memcmp(bytes, image.data(), count), 0);
  }
}

TEST(CApi, FindsTheSameFlights) {
  for (const WorldSpec& spec : kWorlds) {
    const Both both(spec);
    const CostRegion region = {{{3, 3, 0}, {9, 9, 4}}, 2.5};
    const navnet_cost_region c_region = {{{3, 3, 0}, {9, 9, 4}}, 2.5};
    int complete = 0;
    for (uint64_t i = 0; i < 60; ++i) {
      FlightQuery query{.start = *both.navigator->RandomFree(2 * i, 0.3),
                        .goal = *both.navigator->RandomFree(2 * i + 1, 0),
                        .radius_m = i % 2 ? 0.3 : 0.0,
                        .preferred_clearance_m = i % 3 ? 0.0 : 0.3,
                        .effort = Effort(i % 3),
                        .climb_cost = i % 4 ? 0.0 : 1.5,
                        .snap_m = 1,
                        .partial = i % 5 == 0,
                        .certify = i % 2 == 0};
      navnet_flight_query c_query = ToC(query);
      if (i % 7 == 0) {
        query.regions = std::span(&region, 1);
        c_query.regions = &c_region;
        c_query.region_count = 1;
      }
      const FlightPath expected = both.navigator->Find(query);
      navnet_path_info info;
      ASSERT_C_OK(
          navnet_navigator_find_flight(both.c_navigator, &c_query, both.context, both.path, &info, sizeof info));
      EXPECT_EQ(info.status, int(expected.status));
      EXPECT_EQ(info.length_m, expected.length_m);
      EXPECT_EQ(info.cost, expected.cost_m);
      EXPECT_EQ(info.lower_bound_m, expected.lower_bound_m);
      EXPECT_EQ(info.certify_us > 0, expected.lower_bound_m > 0);
      EXPECT_EQ(info.expanded, expected.statistics.expanded);
      EXPECT_EQ(FromC(info.start), expected.start);
      EXPECT_EQ(PointsOf(both.path), expected.points);
      complete += expected.status == PathStatus::Complete;
    }
    EXPECT_GT(complete, 20);
  }
}

TEST(CApi, FindsTheSameWalks) {
  const Both both(kWorlds[0]);
  const Walker& walker = *both.navigator->walker();
  int complete = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    const WalkQuery query{.start = *walker.RandomWalkable(2 * i, 0.3),
                          .goal = *walker.RandomWalkable(2 * i + 1, 0.3),
                          .radius_m = 0.3,
                          .preferred_clearance_m = i % 2 ? 0.5 : 0.0,
                          .partial = true};
    navnet_walk_query c_query;
    ASSERT_C_OK(navnet_walk_query_default(&c_query, sizeof c_query));
    c_query.start = ToC(query.start);
    c_query.goal = ToC(query.goal);
    c_query.radius_m = query.radius_m;
    c_query.preferred_clearance_m = query.preferred_clearance_m;
    c_query.partial = 1;
    const WalkPath expected = walker.Find(query);
    navnet_path_info info;
    ASSERT_C_OK(navnet_navigator_find_walk(both.c_navigator, &c_query, both.context, both.path, &info, sizeof info));
    EXPECT_EQ(info.status, int(expected.status));
    EXPECT_EQ(info.length_m, expected.length_m);
    EXPECT_EQ(PointsOf(both.path), expected.points);
    complete += expected.status == PathStatus::Complete;

    const Vec3 at = query.start;
    const std::optional<GroundPlace> place = walker.Locate(at);
    navnet_bool found = 0;
    navnet_ground_place c_place;
    ASSERT_C_OK(navnet_navigator_locate_ground(both.c_navigator, ToC(at), &found, &c_place));
    ASSERT_EQ(found != 0, place.has_value());
    EXPECT_EQ(FromC(c_place.point), place->point);
    EXPECT_EQ(c_place.edge, place->edge);
    double radius = 0;
    ASSERT_C_OK(navnet_navigator_widest_radius(both.c_navigator, ToC(at), ToC(query.goal), &radius));
    EXPECT_EQ(radius, walker.WidestRadius(at, query.goal));
  }
  EXPECT_GT(complete, 20);
}

TEST(CApi, FindsTheSameJourneys) {
  const Both both(kWorlds[0]);
  const Traveller traveller(*both.navigator);
  navnet_traveller c_traveller = {};
  ASSERT_C_OK(navnet_traveller_create(both.c_navigator, &c_traveller));
  int complete = 0;
  for (uint64_t i = 0; i < 6; ++i) {
    const TravelQuery query{.start = *both.navigator->walker()->RandomWalkable(2 * i, 0.3),
                            .goal = *both.navigator->RandomFree(2 * i + 1, 0.3),
                            .agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = i % 2 ? 5.0 : 1.0, .switch_s = 2},
                            .snap_m = 1,
                            .closed_links = {}};
    navnet_travel_query c_query;
    ASSERT_C_OK(navnet_travel_query_default(&c_query, sizeof c_query));
    c_query.start = ToC(query.start);
    c_query.goal = ToC(query.goal);
    c_query.radius_m = 0.3;
    c_query.walk_m_s = 1.4;
    c_query.fly_m_s = query.agent.fly_m_s;
    c_query.switch_s = 2;
    c_query.snap_m = 1;
    const TravelPath expected = traveller.Find(query);
    navnet_path_info info;
    ASSERT_C_OK(navnet_traveller_find(c_traveller, &c_query, both.context, both.path, &info, sizeof info));
    EXPECT_EQ(info.status, int(expected.status));
    EXPECT_EQ(info.seconds, expected.seconds);
    EXPECT_EQ(info.segment_count, expected.segments.size());
    EXPECT_EQ(PointsOf(both.path), expected.points);
    complete += expected.status == PathStatus::Complete;
  }
  EXPECT_GT(complete, 3);
  ASSERT_C_OK(navnet_traveller_destroy(c_traveller));
}

TEST(CApi, FindsTheSameJourneysWithCosts) {
  const Both both(kWorlds[0]);
  const Traveller traveller(*both.navigator);
  navnet_traveller c_traveller = {};
  navnet_run run = {};
  ASSERT_C_OK(navnet_traveller_create(both.c_navigator, &c_traveller));
  ASSERT_C_OK(navnet_run_create(&run));
  const Vec3 start = *both.navigator->walker()->RandomWalkable(0, 0.3), goal = *both.navigator->RandomFree(1, 0.3);
  const auto ask = [&](const TravelQuery& query) {
    navnet_travel_query c_query;
    EXPECT_C_OK(navnet_travel_query_default(&c_query, sizeof c_query));
    c_query.start = ToC(query.start);
    c_query.goal = ToC(query.goal);
    c_query.radius_m = query.agent.radius_m;
    c_query.walk_m_s = query.agent.walk_m_s;
    c_query.fly_m_s = query.agent.fly_m_s;
    c_query.switch_s = query.agent.switch_s;
    c_query.snap_m = query.snap_m;
    const auto region_of = [](const CostRegion& region) {
      return navnet_cost_region{{ToC(region.box_world.min), ToC(region.box_world.max)}, region.factor};
    };
    std::vector<navnet_cost_region> fly, walk;
    for (const CostRegion& region : query.fly_regions) fly.push_back(region_of(region));
    for (const CostRegion& region : query.walk_regions) walk.push_back(region_of(region));
    c_query.fly_regions = fly.data();
    c_query.fly_region_count = fly.size();
    c_query.walk_regions = walk.data();
    c_query.walk_region_count = walk.size();
    c_query.climb_cost = query.climb_cost;
    c_query.descend_cost = query.descend_cost;
    c_query.floor_m = query.floor_m;
    c_query.ceiling_m = query.ceiling_m;
    c_query.walk_weight = query.weights.walk;
    c_query.fly_weight = query.weights.fly;
    c_query.switch_weight = query.weights.switching;
    c_query.link_weight = query.weights.link;
    c_query.walk_clearance_m = query.walk_clearance_m;
    c_query.fly_clearance_m = query.fly_clearance_m;
    c_query.max_fly_m = query.max_fly_m;
    c_query.max_fly_s = query.max_fly_s;
    const TravelPath expected = traveller.Find(query);
    navnet_path_info info = {}, slices = {};
    EXPECT_C_OK(navnet_traveller_find(c_traveller, &c_query, both.context, both.path, &info, sizeof info));
    EXPECT_EQ(info.status, int(expected.status));
    EXPECT_EQ(info.cost, expected.cost_s);
    EXPECT_EQ(info.seconds, expected.seconds);
    EXPECT_EQ(info.flown_m, expected.flown_m);
    EXPECT_EQ(PointsOf(both.path), expected.points);
    std::vector<navnet_travel_segment> segments(expected.segments.size());
    EXPECT_C_OK(navnet_path_copy_segments(both.path, segments.data(), segments.size(), nullptr));
    for (size_t i = 0; i < segments.size(); ++i) {
      EXPECT_EQ(segments[i].seconds, expected.segments[i].seconds);
      EXPECT_EQ(segments[i].cost_s, expected.segments[i].cost_s);
    }
    // A run copies its regions; the caller may free them.
    EXPECT_C_OK(navnet_run_begin_travel(run, c_traveller, &c_query));
    fly.assign(fly.size(), {});
    walk.assign(walk.size(), {});
    for (navnet_bool done = 0; !done;) EXPECT_C_OK(navnet_run_step(run, 100, &done));
    EXPECT_C_OK(navnet_run_take(run, both.path, &slices, sizeof slices));
    EXPECT_EQ(slices.cost, info.cost);
    return expected;
  };
  TravelQuery query{.start = start,
                    .goal = goal,
                    .agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 2},
                    .snap_m = 1};
  const TravelPath free = ask(query);
  ASSERT_EQ(free.status, PathStatus::Complete);
  EXPECT_EQ(free.cost_s, free.seconds);

  // A box around the middle of the journey that costs more, on the ground and in the air.
  const Vec3 middle = free.points[free.points.size() / 2];
  const CostRegion dear[] = {{{middle - Vec3{2, 2, 2}, middle + Vec3{2, 2, 2}}, 4}};
  query.fly_regions = dear;
  query.walk_regions = dear;
  query.climb_cost = 0.5;
  query.descend_cost = 0.25;
  const TravelPath costly = ask(query);
  ASSERT_EQ(costly.status, PathStatus::Complete);
  EXPECT_GT(costly.cost_s, free.cost_s);
  EXPECT_GE(costly.seconds, free.seconds);

  query.ceiling_m = std::max(start.z, goal.z) + 1;
  query.floor_m = query.ceiling_m - 30;
  const TravelPath low = ask(query);
  EXPECT_GE(low.cost_s, low.status == PathStatus::Complete ? costly.cost_s : 0);

  TravelQuery thrifty = query;
  thrifty.fly_regions = thrifty.walk_regions = {};
  thrifty.climb_cost = thrifty.descend_cost = 0;
  thrifty.floor_m = -std::numeric_limits<double>::infinity();
  thrifty.ceiling_m = std::numeric_limits<double>::infinity();
  thrifty.weights = {.walk = 1.5, .fly = 9, .switching = 5, .link = 2};
  thrifty.walk_clearance_m = 0.5;
  thrifty.fly_clearance_m = 1;
  const TravelPath watts = ask(thrifty);
  ASSERT_EQ(watts.status, PathStatus::Complete);
  EXPECT_GT(watts.cost_s, watts.seconds);
  thrifty.max_fly_m = 0.7 * free.flown_m;
  ask(thrifty);
  thrifty.max_fly_s = 0.1;
  ask(thrifty);
  ASSERT_C_OK(navnet_run_destroy(run));
  ASSERT_C_OK(navnet_traveller_destroy(c_traveller));
}

TEST(CApi, FindsTheSamePathsInBatches) {
  const Both both(kWorlds[1]);
  std::vector<navnet_flight_query> queries;
  for (uint64_t i = 0; i < 40; ++i) {
    queries.push_back(ToC(FlightQuery{.start = *both.navigator->RandomFree(2 * i, 0),
                                      .goal = *both.navigator->RandomFree(2 * i + 1, 0)}));
  }
  navnet_path_set set = {};
  ASSERT_C_OK(navnet_path_set_create(&set));
  ASSERT_C_OK(navnet_navigator_find_flights(both.c_navigator, queries.data(), queries.size(), 3, set));
  for (size_t i = 0; i < queries.size(); ++i) {
    ASSERT_C_OK(navnet_path_set_get(set, i, both.path));
    const std::vector<Vec3> points = PointsOf(both.path);
    ASSERT_C_OK(navnet_navigator_find_flight(both.c_navigator, &queries[i], both.context, both.path, nullptr, 0));
    EXPECT_EQ(points, PointsOf(both.path));
  }
  ASSERT_C_OK(navnet_path_set_destroy(set));
}

TEST(CApi, MovesACrowdAsTheLibraryDoes) {
  const Both both(kWorlds[0]);
  Crowd crowd(*both.navigator);
  navnet_crowd c_crowd = {};
  ASSERT_C_OK(navnet_crowd_create(both.c_navigator, nullptr, &c_crowd));
  for (uint64_t i = 0; i < 12; ++i) {
    const Vec3 from = *both.navigator->RandomFree(i, 0.3), to = *both.navigator->RandomFree(100 + i, 0.3);
    const Result<AgentId> id = crowd.Add({.position = from, .radius_m = 0.3});
    navnet_agent_spec spec;
    ASSERT_C_OK(navnet_agent_spec_default(&spec, sizeof spec));
    spec.position = ToC(from);
    spec.radius_m = 0.3;
    navnet_agent_id c_id = {};
    ASSERT_EQ(navnet_crowd_add(c_crowd, &spec, &c_id) == NAVNET_OK, id.ok());
    if (!id) continue;
    ASSERT_EQ(navnet_crowd_set_goal(c_crowd, c_id, ToC(to)) == NAVNET_OK, crowd.SetGoal(*id, to).ok());
  }
  for (int step = 0; step < 200; ++step) {
    ASSERT_TRUE(crowd.Step(0.05, 1));
    ASSERT_C_OK(navnet_crowd_step(c_crowd, 0.05, 2));
  }
  ASSERT_GT(crowd.agents().size(), 6u);
  std::vector<navnet_agent_state> states(crowd.agents().size());
  size_t count = 0;
  ASSERT_C_OK(navnet_crowd_copy_agents(c_crowd, states.data(), states.size(), &count));
  ASSERT_EQ(count, states.size());
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(FromC(states[i].position), crowd.agents()[i].position);
    EXPECT_EQ(states[i].status, int(crowd.agents()[i].status));
  }
  ASSERT_C_OK(navnet_crowd_destroy(c_crowd));
}

TEST(CApi, RepairsPathsOfALiveWorldAsTheLibraryDoes) {
  const Both both(kWorlds[1]);
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0, 0.3};
  Result<LiveWorld> live = LiveWorld::Make(World{"test", UpAxis::Z, *MakeWorld(kWorlds[1])}, options);
  ASSERT_TRUE(live);
  navnet_bake_options c_options = both.c_options;
  c_options.walks = 0;
  c_options.keep = NAVNET_KEEP_ALL;
  navnet_live c_live = {};
  ASSERT_C_OK(navnet_live_create(both.world, &c_options, &c_live));
  QueryContext context;
  int repaired = 0;
  for (uint64_t i = 0; i < 12; ++i) {
    const FlightQuery query{.start = *both.navigator->RandomFree(2 * i, 0),
                            .goal = *both.navigator->RandomFree(2 * i + 1, 0)};
    const navnet_flight_query c_query = ToC(query);
    FlightPath path = live->Latest()->navigator.Find(query);
    navnet_snapshot snapshot = {};
    navnet_navigator now = {};
    ASSERT_C_OK(navnet_live_latest(c_live, &snapshot));
    ASSERT_C_OK(navnet_snapshot_navigator(snapshot, &now));
    ASSERT_C_OK(navnet_navigator_find_flight(now, &c_query, both.context, both.path, nullptr, 0));
    navnet_navigator_destroy(now);
    navnet_snapshot_destroy(snapshot);
    ASSERT_EQ(PointsOf(both.path), path.points);
    if (path.points.size() < 2) continue;

    // A box across the middle of the path.
    const Vec3 middle = (path.points[0] + path.points[1]) * 0.5;
    ASSERT_TRUE(live->Add({.shape = BoxShape{{0.4, 0.4, 0.4}}, .transform = {.position = middle}}));
    navnet_obstacle obstacle;
    ASSERT_C_OK(navnet_obstacle_default(&obstacle, sizeof obstacle));
    obstacle.half_size_m = {0.4, 0.4, 0.4};
    obstacle.transform.position = ToC(middle);
    uint64_t id = 0;
    ASSERT_C_OK(navnet_live_add_obstacle(c_live, &obstacle, &id));
    const Result<WorldChange> change = live->Update();
    ASSERT_TRUE(change);
    navnet_change c_change = {};
    ASSERT_C_OK(navnet_live_update(c_live, &c_change));

    const RepairResult done = RepairPath(live->Latest()->navigator, query, path, {.change = &*change}, context, path);
    ASSERT_C_OK(navnet_live_latest(c_live, &snapshot));
    ASSERT_C_OK(navnet_snapshot_navigator(snapshot, &now));
    navnet_repair_outcome c_done = -1;
    ASSERT_C_OK(navnet_repair_flight(now, &c_query, {}, c_change, both.context, both.path, &c_done));
    EXPECT_EQ(c_done, int(done.done));
    EXPECT_EQ(PointsOf(both.path), path.points);
    repaired += done.done != RepairOutcome::Kept;
    navnet_navigator_destroy(now);
    navnet_snapshot_destroy(snapshot);
    navnet_change_destroy(c_change);
  }
  EXPECT_GT(repaired, 2);
  ASSERT_C_OK(navnet_live_destroy(c_live));
}

TEST(CApi, HasTheLibrarysDefaults) {
  navnet_travel_query travel;
  ASSERT_C_OK(navnet_travel_query_default(&travel, sizeof travel));
  const TravelQuery query = {};
  EXPECT_EQ(travel.effort, int(query.effort));
  EXPECT_EQ(travel.climb_cost, query.climb_cost);
  EXPECT_EQ(travel.descend_cost, query.descend_cost);
  EXPECT_EQ(travel.floor_m, query.floor_m);
  EXPECT_EQ(travel.ceiling_m, query.ceiling_m);
  EXPECT_EQ(travel.walk_weight, query.weights.walk);
  EXPECT_EQ(travel.fly_weight, query.weights.fly);
  EXPECT_EQ(travel.switch_weight, query.weights.switching);
  EXPECT_EQ(travel.link_weight, query.weights.link);
  EXPECT_EQ(travel.walk_clearance_m, query.walk_clearance_m);
  EXPECT_EQ(travel.fly_clearance_m, query.fly_clearance_m);
  EXPECT_EQ(travel.max_fly_m, query.max_fly_m);
  EXPECT_EQ(travel.max_fly_s, query.max_fly_s);
  EXPECT_EQ(travel.max_expansions, query.max_expansions);
  EXPECT_EQ(travel.max_us, query.max_us);
  EXPECT_EQ(travel.fly_region_count + travel.walk_region_count + travel.closed_link_count, 0u);
  EXPECT_EQ(travel.partial != 0, query.partial);
  navnet_mover c_mover;
  ASSERT_C_OK(navnet_mover_default(&c_mover));
  const Mover mover = {};
  EXPECT_EQ(c_mover.kind, int(mover.kind));
  EXPECT_EQ(c_mover.passes_right != 0, mover.passes_right);
  EXPECT_EQ(FromC(c_mover.position), mover.position);
  EXPECT_EQ(FromC(c_mover.velocity), mover.velocity);
  EXPECT_EQ(FromC(c_mover.preferred), mover.preferred);
  EXPECT_EQ(c_mover.radius_m, mover.radius_m);
  EXPECT_EQ(c_mover.speed_m_s, mover.speed_m_s);
  EXPECT_EQ(c_mover.height_m, mover.height_m);
}

TEST(CApi, NamesErrorsAsTheLibraryDoes) {
  for (int i = 0; i <= int(ErrorCode::Internal); ++i) {
    EXPECT_STREQ(navnet_status_name(i + 1), ToString(ErrorCode(i)));
  }
}

// Two agents move towards each other.
TEST(CApi, PassesOnTheRightAsTheLibraryDoes) {
  for (const bool passes : {false, true}) {
    std::vector<Mover> movers(2);
    std::vector<navnet_mover> c_movers(2);
    for (int i = 0; i < 2; ++i) {
      movers[i].position = {i ? 4.0 : 0.0, 0, 0};
      movers[i].preferred = {i ? -1.0 : 1.0, 0, 0};
      movers[i].passes_right = passes;
      ASSERT_C_OK(navnet_mover_default(&c_movers[i]));
      c_movers[i].position = ToC(movers[i].position);
      c_movers[i].preferred = ToC(movers[i].preferred);
      c_movers[i].passes_right = passes;
    }
    Avoidance avoidance(UpAxis::Z);
    navnet_avoidance c_avoidance = {};
    ASSERT_C_OK(navnet_avoidance_create({}, NAVNET_UP_AXIS_Z, &c_avoidance));
    std::vector<SafeStep> steps(2);
    std::vector<navnet_safe_step> c_steps(2);
    for (int step = 0; step < 100; ++step) {
      ASSERT_TRUE(avoidance.Solve(movers, 0.05, {}, steps, 1));
      ASSERT_C_OK(navnet_avoidance_solve(c_avoidance, c_movers.data(), 2, 0.05, nullptr, c_steps.data(), 1));
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(FromC(c_steps[i].velocity), steps[i].velocity);
        movers[i].position = steps[i].position;
        movers[i].velocity = steps[i].velocity;
        c_movers[i].position = c_steps[i].position;
        c_movers[i].velocity = c_steps[i].velocity;
      }
    }
    ASSERT_C_OK(navnet_avoidance_destroy(c_avoidance));
  }
}

// Structs that are copied bytewise have the same layout in C and C++.
TEST(CApi, HasTheSameLayoutWhereBytesAreCopied) {
  const Both both(kWorlds[0]);
  const GroundView& ground = both.baked->net.ground();
  navnet_ground c_ground = {};
  ASSERT_C_OK(navnet_net_ground(both.net, &c_ground));
  std::vector<navnet_ground_patch> patches(ground.patches.size());
  ASSERT_C_OK(navnet_ground_copy_patches(c_ground, patches.data(), patches.size(), nullptr));
  for (size_t i = 0; i < patches.size(); ++i) {
    EXPECT_EQ(patches[i].first_corner, ground.patches[i].first_corner);
    EXPECT_EQ(patches[i].layer, ground.patches[i].layer);
    EXPECT_EQ(patches[i].slope_y, ground.patches[i].slope_y);
  }
  std::vector<navnet_ground_wall> walls(ground.walls.size());
  ASSERT_C_OK(navnet_ground_copy_walls(c_ground, walls.data(), walls.size(), nullptr));
  for (size_t i = 0; i < walls.size(); ++i) {
    EXPECT_EQ(walls[i].b.y, ground.walls[i].b.y);
    EXPECT_EQ(walls[i].ring, ground.walls[i].ring);
  }
  std::vector<navnet_ground_vertex> vertices(ground.vertices.size());
  ASSERT_C_OK(navnet_ground_copy_vertices(c_ground, vertices.data(), vertices.size(), nullptr));
  for (size_t i = 0; i < vertices.size(); ++i) {
    EXPECT_EQ(vertices[i].clearance_m, ground.vertices[i].clearance_m);
    EXPECT_EQ(vertices[i].component, ground.vertices[i].component);
  }
  std::vector<navnet_ground_edge> edges(ground.edges.size());
  ASSERT_C_OK(navnet_ground_copy_edges(c_ground, edges.data(), edges.size(), nullptr));
  for (size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(edges[i].bend_count, ground.edges[i].bend_count);
    EXPECT_EQ(edges[i].min_clearance_m, ground.edges[i].min_clearance_m);
  }
  std::vector<navnet_ground_bend> bends(ground.bends.size());
  ASSERT_C_OK(navnet_ground_copy_bends(c_ground, bends.data(), bends.size(), nullptr));
  for (size_t i = 0; i < bends.size(); ++i) {
    EXPECT_EQ(bends[i].right.y, ground.bends[i].right.y);
    EXPECT_EQ(bends[i].right_layer, ground.bends[i].right_layer);
  }
  std::vector<navnet_ground_link> links(ground.links.size());
  ASSERT_C_OK(navnet_ground_copy_links(c_ground, links.data(), links.size(), nullptr));
  for (size_t i = 0; i < links.size(); ++i) {
    EXPECT_EQ(FromC(links[i].to), ground.links[i].to);
    EXPECT_EQ(links[i].kind, int(ground.links[i].kind));
    EXPECT_EQ(links[i].one_way, int(ground.links[i].one_way));
  }
  static_assert(offsetof(navnet_gate, to) == offsetof(Gate, to));
  static_assert(offsetof(navnet_gate, radius_m) == offsetof(Gate, radius_m));
  static_assert(offsetof(navnet_gate, one_way) == offsetof(Gate, one_way));
  static_assert(offsetof(navnet_jump, gate) == offsetof(FlightJump, gate));
  const NetLevel& level = both.baked->net.levels()[1];
  std::vector<navnet_block> blocks(level.blocks.size());
  ASSERT_C_OK(navnet_net_copy_blocks(both.net, 1, blocks.data(), blocks.size(), nullptr));
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(blocks[i].origin.z, level.blocks[i].origin.z);
    EXPECT_EQ(blocks[i].size, level.blocks[i].size);
    EXPECT_EQ(blocks[i].cell_count, level.blocks[i].cell_count);
  }
  std::vector<navnet_voxel_box> volumes(level.volumes.size());
  ASSERT_C_OK(navnet_net_copy_volumes(both.net, 1, volumes.data(), volumes.size(), nullptr));
  for (size_t i = 0; i < volumes.size(); ++i) EXPECT_EQ(volumes[i].hi.y, level.volumes[i].hi.y);
  std::vector<navnet_neighbour> neighbours(level.neighbours.size());
  ASSERT_C_OK(navnet_net_copy_neighbours(both.net, 1, neighbours.data(), neighbours.size(), nullptr));
  for (size_t i = 0; i < neighbours.size(); ++i) {
    EXPECT_EQ(neighbours[i].cell, level.neighbours[i].cell);
    EXPECT_EQ(neighbours[i].contact, level.neighbours[i].contact);
  }
  ASSERT_C_OK(navnet_ground_destroy(c_ground));
}

}  // namespace
}  // namespace navnet
