#include <navnet/bake.h>
#include <navnet/runtime/travel.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <queue>

namespace navnet {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Traveller Bake(const TriangleMesh& mesh, const std::vector<GroundLink>& links = {}, double spacing_m = 3) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.4};
  options.sample.margin_m = 4;
  options.walk = WalkOptions{};
  options.links = links;
  options.spot_spacing_m = spacing_m;
  Result<Baked> baked = navnet::Bake(World{"test", UpAxis::Z, mesh}, options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  return Traveller(Navigator(baked->net));
}

TriangleMesh Boxes(const std::vector<Box3>& boxes) {
  TriangleMesh mesh;
  for (const Box3& box : boxes) mesh.Append(MakeBox(box));
  return mesh;
}

// Two platforms with a gap of ten metres between them.
TriangleMesh Gap() { return Boxes({{{0, 0, -1}, {10, 10, 0}}, {{20, 0, -1}, {30, 10, 0}}}); }

TravelQuery Query(Vec3 start, Vec3 goal, TravelAgent agent) {
  TravelQuery query;
  query.start = start;
  query.goal = goal;
  query.agent = agent;
  return query;
}

std::vector<TravelMode> ModesOf(const TravelPath& path) {
  std::vector<TravelMode> modes;
  for (const TravelSegment& s : path.segments) modes.push_back(s.mode);
  return modes;
}

// What must hold for every answer: parts that follow each other, times that add up.
void ExpectWhole(const TravelPath& path, const TravelQuery& query) {
  ASSERT_EQ(path.status, PathStatus::Complete);
  double seconds = 0, length = 0;
  for (size_t i = 0; i < path.segments.size(); ++i) {
    const TravelSegment& s = path.segments[i];
    ASSERT_GE(s.point_count, 2u);
    const size_t end = size_t{s.first_point} + s.point_count;
    ASSERT_LE(end, path.points.size());
    if (i > 0) {
      EXPECT_EQ(s.first_point, path.segments[i - 1].first_point + path.segments[i - 1].point_count - 1);
    }
    if (s.mode == TravelMode::Walk) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.walk_m_s, 1e-9);
    }
    if (s.mode == TravelMode::Fly) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.fly_m_s, 1e-9);
    }
    seconds += s.seconds;
    length += s.length_m;
  }
  EXPECT_NEAR(path.seconds, seconds, 1e-9);
  EXPECT_NEAR(path.length_m, length, 1e-9);
}

// The fastest way by trying all legs between all stops.
class AllLegs {
 public:
  AllLegs(const Traveller& traveller, const TravelQuery& query) : navigator_(traveller.navigator()), query_(query) {
    Add(query.start);
    Add(query.goal);
    const auto links = navigator_.net().ground().links;
    for (uint32_t i = 0; i < links.size(); ++i) {
      if (std::ranges::find(query.closed_links, i) != query.closed_links.end()) continue;
      if (links[i].kind == LinkKind::Spot) {
        Add(links[i].from);
        continue;
      }
      const auto a = navigator_.walker()->Locate(links[i].from), b = navigator_.walker()->Locate(links[i].to);
      if (!a || !b) continue;
      const size_t from = AddStop(a->point, false), to = AddStop(b->point, false);
      changes_.push_back({from, to, links[i].seconds});
      if (!links[i].one_way) changes_.push_back({to, from, links[i].seconds});
    }
  }

  double Fastest() {
    std::vector<double> seconds(stops_.size(), kNever);
    std::priority_queue<std::pair<double, size_t>, std::vector<std::pair<double, size_t>>, std::greater<>> open;
    const auto reach = [&](size_t stop, double s) {
      if (s < seconds[stop]) {
        seconds[stop] = s;
        open.push({s, stop});
      }
    };
    reach(0, 0);
    while (!open.empty()) {
      const auto [s, stop] = open.top();
      open.pop();
      if (s > seconds[stop]) continue;
      if (stop == goal_) return s;
      for (const auto& [from, to, took] : changes_) {
        if (from == stop) reach(to, s + took);
      }
      for (size_t to = 0; to < stops_.size(); ++to) {
        if (to != stop && stops_[to].in_air == stops_[stop].in_air) reach(to, s + Leg(stops_[stop], stops_[to]));
      }
    }
    return kNever;
  }

 private:
  struct Stop {
    Vec3 point;
    bool in_air;
  };
  struct Change {
    size_t from, to;
    double seconds;
  };

  size_t AddStop(Vec3 p, bool in_air) {
    stops_.push_back({p, in_air});
    return stops_.size() - 1;
  }

  // A place of the ground and the air above it: straight up in small steps.
  void Add(Vec3 p) {
    const auto place = navigator_.walker()->Locate(p);
    const bool is_end = stops_.empty() || p == query_.goal;
    if (!place) {
      const size_t stop = AddStop(p, true);
      if (p == query_.goal) goal_ = stop;
      return;
    }
    const size_t ground = AddStop(place->point, false);
    if (p == query_.goal) goal_ = ground;
    if (!(query_.agent.fly_m_s > 0) || (!is_end && place->clearance_m < query_.agent.radius_m)) return;
    const GridFrame& frame = navigator_.net().info().frame;
    Vec3 v = frame.ToVoxelSpace(place->point);
    const double top = v.z + navigator_.net().ground().height_m / frame.voxel_m;
    for (; v.z <= top; v.z = std::floor(v.z) + 1) {
      const Vec3 air = frame.ToWorld(v);
      const auto free = navigator_.NearestFree(air, query_.agent.radius_m, 0);
      if (!free) continue;
      const double took = query_.agent.switch_s + Length(air - place->point) / query_.agent.fly_m_s;
      const size_t above = AddStop(air, true);
      changes_.push_back({ground, above, took});
      changes_.push_back({above, ground, took});
      return;
    }
  }

  double Leg(const Stop& a, const Stop& b) const {
    if (a.in_air) {
      if (!(query_.agent.fly_m_s > 0)) return kNever;
      FlightQuery q;
      q.start = a.point;
      q.goal = b.point;
      q.radius_m = query_.agent.radius_m;
      const FlightPath path = navigator_.Find(q);
      return path.status == PathStatus::Complete ? path.length_m / query_.agent.fly_m_s : kNever;
    }
    if (!(query_.agent.walk_m_s > 0)) return kNever;
    WalkQuery q;
    q.start = a.point;
    q.goal = b.point;
    q.radius_m = query_.agent.radius_m;
    const WalkPath path = navigator_.walker()->Find(q);
    return path.status == PathStatus::Complete ? path.length_m / query_.agent.walk_m_s : kNever;
  }

  const Navigator& navigator_;
  const TravelQuery& query_;
  std::vector<Stop> stops_;
  std::vector<Change> changes_;
  size_t goal_ = 0;
};

TEST(Traveller, FliesWhereWalkingIsImpossible) {
  const Traveller traveller = Bake(Gap());
  const TravelQuery query =
      Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 2});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_EQ(ModesOf(path), (std::vector{TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land}));
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Fastest(), 1e-9);

  TravelQuery walker = query;
  walker.agent.fly_m_s = 0;
  EXPECT_EQ(traveller.Find(walker).status, PathStatus::Unreachable);
}

TEST(Traveller, WalksFliesOverTheGapAndWalksAgainWhenWalkingIsFaster) {
  const Traveller traveller = Bake(Gap(), {}, 1);
  const TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 1, .switch_s = 1});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_EQ(ModesOf(path),
            (std::vector{TravelMode::Walk, TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land, TravelMode::Walk}));
  // The flight is little longer than the gap: spots are a metre apart.
  EXPECT_LT(path.segments[2].length_m, 13.5);
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Fastest(), 1e-9);
}

TEST(Traveller, WalksWhereFlyingIsBlocked) {
  // Two rooms and a passage that is wide enough to walk but too low and narrow for the air's voxels.
  TriangleMesh mesh = Boxes({{{0, 0, -1}, {20, 6, 0}},
                             {{0, 0, 3}, {20, 6, 4}},
                             {{-1, -1, -1}, {0, 7, 4}},
                             {{20, -1, -1}, {21, 7, 4}},
                             {{-1, -1, -1}, {21, 0, 4}},
                             {{-1, 6, -1}, {21, 7, 4}},
                             {{8, 0, 0}, {12, 2.45, 3}},
                             {{8, 3.55, 0}, {12, 6, 3}}});
  const Traveller traveller = Bake(mesh);
  const TravelQuery query =
      Query({2, 3, 0}, {18, 3, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 20, .switch_s = 0.1});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Fastest(), 1e-9);
  bool walks = false;
  for (const TravelSegment& s : path.segments) walks = walks || (s.mode == TravelMode::Walk && s.length_m > 3);
  EXPECT_TRUE(walks);
  TravelQuery flyer = query;
  flyer.agent.walk_m_s = 0;
  EXPECT_EQ(traveller.Find(flyer).status, PathStatus::Unreachable);
}

TEST(Traveller, TakesLinksOneWayOrBothAndNotWhenTheyAreClosed) {
  GroundLink drop;
  drop.kind = LinkKind::Drop;
  drop.from = {9, 5, 0};
  drop.to = {21, 5, 0};
  drop.seconds = 1.5;
  drop.one_way = 1;
  GroundLink door = drop;
  door.kind = LinkKind::Door;
  door.from = {9, 2, 0};
  door.to = {21, 2, 0};
  door.seconds = 40;
  door.one_way = 0;
  const Traveller traveller = Bake(Gap(), {drop, door});
  const TravelAgent agent{.radius_m = 0.4, .walk_m_s = 1, .fly_m_s = 0, .switch_s = 0};
  const TravelQuery there = Query({2, 5, 0}, {28, 5, 0}, agent), back = Query({28, 5, 0}, {2, 5, 0}, agent);
  const TravelPath path = traveller.Find(there);
  ExpectWhole(path, there);
  EXPECT_EQ(ModesOf(path), (std::vector{TravelMode::Walk, TravelMode::Link, TravelMode::Walk}));
  EXPECT_EQ(path.segments[1].link, 0u);
  EXPECT_NEAR(path.seconds, 7 + 1.5 + 7, 1e-6);
  const TravelPath returned = traveller.Find(back);
  ExpectWhole(returned, back);
  EXPECT_EQ(returned.segments[1].link, 1u);
  EXPECT_NEAR(returned.seconds, AllLegs(traveller, back).Fastest(), 1e-9);
  TravelQuery closed = back;
  const std::vector<uint32_t> numbers = {1};
  closed.closed_links = numbers;
  EXPECT_EQ(traveller.Find(closed).status, PathStatus::Unreachable);
}

TEST(Traveller, FindsWhatTryingAllLegsFinds) {
  int complete = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<Box3> boxes;
    for (int i = 0; i < 6; ++i) {
      const Vec3 lo{random.Uniform(0, 20), random.Uniform(0, 20), random.Uniform(-3, 3)};
      boxes.push_back({lo, lo + Vec3{random.Uniform(3, 9), random.Uniform(3, 9), random.Uniform(0.5, 1.5)}});
    }
    const Traveller traveller = Bake(Boxes(boxes), {}, 4);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 4; ++i) {
      TravelAgent agent;
      agent.radius_m = 0.3;
      agent.walk_m_s = i == 3 ? 0 : random.Uniform(0.5, 3);
      agent.fly_m_s = i == 2 ? 0 : random.Uniform(0.5, 6);
      agent.switch_s = random.Uniform(0, 4);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      const TravelQuery query = Query(*start, *goal, agent);
      const TravelPath path = traveller.Find(query);
      const double fastest = AllLegs(traveller, query).Fastest();
      if (fastest == kNever) {
        EXPECT_NE(path.status, PathStatus::Complete);
        continue;
      }
      ++complete;
      ExpectWhole(path, query);
      EXPECT_NEAR(path.seconds, fastest, 1e-6);
    }
  }
  EXPECT_GT(complete, 60);
}

// Rooms on two storeys with doors of many widths: some let flyers through, some only walkers, some nobody. So there are
// several pieces of air and groups of ground, and the straight line is a poor guess.
TriangleMesh Rooms(TestRandom& random) {
  constexpr double kRoom_m = 6, kStorey_m = 4;
  constexpr int kAcross = 3;
  std::vector<Box3> boxes;
  const auto wall = [&](Vec3 lo, Vec3 hi, int along) {
    const double widths[] = {0, 0.9, 1.2, 2.5};
    const double width = widths[size_t(random.Uniform(0, 4))];
    const double middle = random.Uniform(lo[along] + 1.5, hi[along] - 1.5);
    Vec3 end = hi, begin = lo;
    end[along] = middle - width / 2;
    begin[along] = middle + width / 2;
    boxes.push_back({lo, end});
    boxes.push_back({begin, hi});
  };
  for (int storey = 0; storey < 2; ++storey) {
    const double z = storey * kStorey_m, all = kAcross * kRoom_m;
    // The upper floor has a gap along one side.
    boxes.push_back({{0, 0, z - 0.5}, {storey == 0 ? all : all - random.Uniform(0, 4), all, z}});
    for (int i = 0; i <= kAcross; ++i) {
      for (int k = 0; k < kAcross; ++k) {
        const double at = i * kRoom_m, from = k * kRoom_m, to = from + kRoom_m;
        wall({at - 0.1, from, z}, {at + 0.1, to, z + kStorey_m - 0.5}, 1);
        wall({from, at - 0.1, z}, {to, at + 0.1, z + kStorey_m - 0.5}, 0);
      }
    }
  }
  return Boxes(boxes);
}

TEST(Traveller, FindsWhatTryingAllLegsFindsInHouses) {
  int complete = 0, hard = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<GroundLink> links(2);
    for (GroundLink& link : links) {
      link.kind = LinkKind::Drop;
      link.from = {random.Uniform(1, 5), random.Uniform(1, 17), 4};
      link.to = {random.Uniform(7, 17), random.Uniform(1, 17), 0};
      link.seconds = random.Uniform(0.5, 2);
      link.one_way = 1;
    }
    links[1].one_way = 0;
    const Traveller traveller = Bake(Rooms(random), links, 5);
    const Walker& walker = *traveller.navigator().walker();
    const std::vector<uint32_t> closed = {1, 5, 8};
    for (uint64_t i = 0; i < 6; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = i % 2 == 0 ? 0.4 : 0.3;
      agent.walk_m_s = random.Uniform(0.5, 3);
      agent.fly_m_s = random.Uniform(0.5, 6);
      agent.switch_s = random.Uniform(0, 3);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, agent);
      if (i % 3 == 0) query.closed_links = closed;
      const TravelPath path = traveller.Find(query);
      const double fastest = AllLegs(traveller, query).Fastest();
      if (fastest == kNever) {
        EXPECT_EQ(path.status, PathStatus::Unreachable);
        EXPECT_EQ(path.legs, 0);
        continue;
      }
      ++complete;
      hard += path.legs > 16;
      ExpectWhole(path, query);
      EXPECT_NEAR(path.seconds, fastest, 1e-9);
    }
  }
  EXPECT_GT(complete, 8);
  EXPECT_GT(hard, 1);
}

TEST(Traveller, KnowsWithoutALegWhatNoLegLeadsTo) {
  // Two rooms with a door that only thin agents get through.
  const Traveller traveller = Bake(Boxes({{{0, 0, -1}, {20, 6, 0}},
                                          {{0, 0, 3}, {20, 6, 4}},
                                          {{-1, -1, -1}, {0, 7, 4}},
                                          {{20, -1, -1}, {21, 7, 4}},
                                          {{-1, -1, -1}, {21, 0, 4}},
                                          {{-1, 6, -1}, {21, 7, 4}},
                                          {{8, 0, 0}, {12, 2.7, 3}},
                                          {{8, 3.3, 0}, {12, 6, 3}}}));
  TravelQuery query = Query({2, 3, 0}, {18, 3, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 1});
  const TravelPath wide = traveller.Find(query);
  EXPECT_EQ(wide.status, PathStatus::Unreachable);
  EXPECT_EQ(wide.legs, 0);
  query.agent.radius_m = 0.2;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Complete);
}

TEST(Traveller, GivesTheSameInSlicesAndBatches) {
  const Traveller traveller = Bake(Gap(), {}, 2);
  std::vector<TravelQuery> queries;
  for (int i = 0; i < 20; ++i) {
    queries.push_back(Query({1 + 0.4 * i, 5, 0}, {28, 1 + 0.4 * i, 0},
                            {.radius_m = 0.4, .walk_m_s = 2, .fly_m_s = 1 + 0.2 * i, .switch_s = 0.5}));
  }
  const std::vector<TravelPath> paths = traveller.FindAll(queries, 4);
  ASSERT_EQ(paths.size(), queries.size());
  TravelContext context;
  int slices = 0;
  for (size_t i = 0; i < queries.size(); ++i) {
    TravelRun run(traveller, queries[i], context);
    while (!run.Step(1)) ++slices;
    TravelPath path;
    run.Take(path);
    const TravelPath alone = traveller.Find(queries[i]);
    for (const TravelPath* other : {static_cast<const TravelPath*>(&path), &paths[i]}) {
      EXPECT_EQ(other->status, alone.status);
      EXPECT_EQ(other->seconds, alone.seconds);
      EXPECT_EQ(other->points, alone.points);
    }
  }
  EXPECT_GT(slices, 20);
}

TEST(Traveller, SaysWhyThereIsNoWay) {
  const Traveller traveller = Bake(Gap());
  const TravelAgent agent{.radius_m = 0.4, .walk_m_s = 1, .fly_m_s = 5, .switch_s = 1};
  const auto status = [&](const TravelQuery& q) { return traveller.Find(q).status; };
  EXPECT_EQ(status(Query({NAN, 0, 0}, {5, 5, 0}, agent)), PathStatus::OutsideWorld);
  EXPECT_EQ(status(Query({5, 5, 0}, {6, 6, 0}, {})), PathStatus::OutsideWorld);
  EXPECT_EQ(status(Query({5, 5, -0.5}, {5, 5, 0}, {.radius_m = 30, .fly_m_s = 1})), PathStatus::OutsideWorld);
  EXPECT_EQ(status(Query({500, 5, 0}, {5, 5, 0}, agent)), PathStatus::StartBlocked);
  EXPECT_EQ(status(Query({5, 5, 0}, {500, 5, 0}, agent)), PathStatus::GoalBlocked);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 1, .switch_s = 1});
  query.max_legs = 1;
  EXPECT_EQ(status(query), PathStatus::OutOfBudget);
  std::atomic<bool> cancel = true;
  query.cancel = &cancel;
  EXPECT_EQ(status(query), PathStatus::Cancelled);
  // To where it is already.
  const TravelPath path = traveller.Find(Query({5, 5, 0}, {5, 5, 0}, agent));
  EXPECT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.seconds, 0);
}

}  // namespace
}  // namespace navnet
