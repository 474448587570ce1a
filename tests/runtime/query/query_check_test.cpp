// SPDX-License-Identifier: Apache-2.0
// Numbers of queries out of range are named, and the query ends as invalid.

#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

using ranges::kInfinity;
constexpr double kHuge = 1e308, kTiny = 1e-320;

// A room with a floor, for agents that fly, walk, or do both.
const Navigator& Room() {
  static const Navigator navigator = [] {
    BakeOptions options;
    options.sample.voxel_m = 0.5;
    options.sample.radii_m = {0.3};
    options.walk.emplace();
    options.keep = Keep::Largest;
    const World world{"floor", UpAxis::Z, MakeBox({{0, 0, -1}, {20, 20, 0}})};
    options.sample.bounds_world = Box3{{-1, -1, -1}, {21, 21, 8}};
    Result<Baked> baked = Bake(world, options);
    EXPECT_TRUE(baked) << baked.error().message;
    return Navigator(baked->net);
  }();
  return navigator;
}

/// A field, values it must not have, and values at its ends that it may have.
template <class Query>
struct Field {
  const char* name;
  double& (*of)(Query&);
  std::vector<double> bad, good;
};

/// Each bad value is named by Validate and gives InvalidQuery; each good one gives neither, and an answer.
template <class Query, class Find>
void CheckFields(const Query& right, const std::vector<Field<Query>>& fields, const Find& find) {
  ASSERT_TRUE(Validate(right).ok());
  for (const Field<Query>& field : fields) {
    for (const double value : field.bad) {
      Query query = right;
      field.of(query) = value;
      const Status status = Validate(query);
      ASSERT_FALSE(status) << field.name << " " << value;
      EXPECT_EQ(status.error().message.find(field.name), 0u) << status.error().message;
      EXPECT_NE(status.error().message.find("expected"), std::string::npos) << status.error().message;
      EXPECT_EQ(find(query), PathStatus::InvalidQuery) << field.name << " " << value;
    }
    for (const double value : field.good) {
      Query query = right;
      field.of(query) = value;
      EXPECT_TRUE(Validate(query).ok()) << field.name << " " << value;
      EXPECT_NE(find(query), PathStatus::InvalidQuery) << field.name << " " << value;
    }
  }
}

#define FIELD(type, name) #name, +[](type & q) -> double& { return q.name; }

TEST(FlightQuery, NamesNumbersOutOfRange) {
  const FlightQuery right{.start = {2, 2, 4}, .goal = {18, 18, 4}, .radius_m = 0.3};
  const std::vector<Field<FlightQuery>> fields = {
      {FIELD(FlightQuery, radius_m), {NAN, -1, -kTiny, kInfinity, kHuge}, {0, kTiny, 1e12}},
      {FIELD(FlightQuery, preferred_clearance_m), {NAN, -1}, {0, kTiny, 1, kHuge, kInfinity}},
      {FIELD(FlightQuery, climb_cost), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e9}},
      {FIELD(FlightQuery, descend_cost), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e9}},
      {FIELD(FlightQuery, floor_m), {NAN, kHuge}, {-kInfinity, -kHuge, 0}},
      {FIELD(FlightQuery, ceiling_m), {NAN}, {kInfinity, kHuge, 8}},
      {FIELD(FlightQuery, snap_m), {NAN, -1, -kHuge}, {0, kTiny, kHuge, kInfinity}},
      {FIELD(FlightQuery, max_us), {NAN, -1, -kInfinity}, {0, kTiny, kHuge, kInfinity}},
  };
  FlightQuery with_ceiling = right;
  with_ceiling.ceiling_m = 1000;  // Above every floor except those that are too high.
  CheckFields(with_ceiling, fields, [](const FlightQuery& q) { return Room().Find(q).status; });
  FlightQuery query = right;
  query.max_expansions = -1;
  EXPECT_EQ(Room().Find(query).status, PathStatus::InvalidQuery);
  query.max_expansions = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Room().Find(query).status, PathStatus::Complete);
}

TEST(FlightQuery, NamesTheInvalidRegion) {
  const std::vector<CostRegion> regions = {{{{0, 0, 0}, {1, 1, 1}}, 2}, {{{0, 0, 0}, {1, 1, 1}}, 0.5}};
  const std::vector<CostRegion> no_box = {{{{0, NAN, 0}, {1, 1, 1}}, 2}};
  FlightQuery query{.start = {2, 2, 4}, .goal = {18, 18, 4}};
  query.regions = regions;
  EXPECT_EQ(Validate(query).error().message, "regions[1].factor 0.5 is out of range: expected 1 to infinity");
  query.regions = no_box;
  EXPECT_EQ(Validate(query).error().message.find("regions[0].box_world.min"), 0u);
}

TEST(WalkQuery, NamesNumbersOutOfRange) {
  const WalkQuery right{.start = {2, 2, 0}, .goal = {18, 18, 0}, .radius_m = 0.3};
  const std::vector<Field<WalkQuery>> fields = {
      {FIELD(WalkQuery, radius_m), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e12}},
      {FIELD(WalkQuery, preferred_clearance_m), {NAN, -1}, {0, kTiny, 1, kHuge, kInfinity}},
      {FIELD(WalkQuery, snap_m), {NAN, -1}, {0, kTiny, kHuge, kInfinity}},
      {FIELD(WalkQuery, max_us), {NAN, -1}, {0, kTiny, kHuge, kInfinity}},
  };
  CheckFields(right, fields, [](const WalkQuery& q) { return Room().walker()->Find(q).status; });
}

TEST(TravelQuery, NamesNumbersOutOfRange) {
  const Traveller traveller(Room());
  TravelQuery right;
  right.start = {2, 2, 0};
  right.goal = {18, 18, 0};
  right.agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 1};
  const std::vector<Field<TravelQuery>> fields = {
      {FIELD(TravelQuery, agent.radius_m), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e12}},
      {FIELD(TravelQuery, agent.walk_m_s), {NAN, -1, kTiny, kInfinity, kHuge}, {0, 1e-9, 1e9}},
      {FIELD(TravelQuery, agent.fly_m_s), {NAN, -1, kTiny, kInfinity, kHuge}, {0, 1e-9, 1e9}},
      {FIELD(TravelQuery, agent.switch_s), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e9}},
      {FIELD(TravelQuery, climb_cost), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e9}},
      {FIELD(TravelQuery, descend_cost), {NAN, -1, kInfinity, kHuge}, {0, kTiny, 1e9}},
      {FIELD(TravelQuery, floor_m), {NAN}, {-kInfinity, -kHuge}},
      {FIELD(TravelQuery, ceiling_m), {NAN}, {kInfinity, kHuge}},
      {FIELD(TravelQuery, snap_m), {NAN, -1}, {0, kTiny, kHuge, kInfinity}},
  };
  CheckFields(right, fields, [&](const TravelQuery& q) { return traveller.Find(q).status; });
  right.agent = {};
  EXPECT_EQ(traveller.Find(right).status, PathStatus::InvalidQuery);
  EXPECT_NE(Validate(right).error().message.find("cannot move"), std::string::npos);
}

TEST(QueryNumbers, FarPointsAreOutsideTheWorld) {
  for (const double far : {kHuge, -kHuge, kInfinity, double(NAN), 1e20}) {
    EXPECT_EQ(Room().Find({.start = {2, 2, 4}, .goal = {far, 2, 4}, .snap_m = 1}).status, PathStatus::OutsideWorld);
    EXPECT_EQ(Room().walker()->Find({.start = {2, 2, 0}, .goal = {2, far, 0}, .snap_m = 1}).status,
              PathStatus::OutsideWorld);
  }
}

}  // namespace
}  // namespace navnet
