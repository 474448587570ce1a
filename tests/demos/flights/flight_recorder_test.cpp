// SPDX-License-Identifier: Apache-2.0
#include "flights/flight_recorder.h"

#include <navnet/core/range.h>
#include <navnet/worlds/worlds.h>

#include "support/oracles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace navnet {
namespace {

using ranges::kInfinity;
constexpr int kMoments = 200, kHeights = 24;  // Samples of the oracles, per step and per walker.

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  double Between(double low, double high) { return low + (high - low) * double(bits_() >> 11) * 0x1p-53; }
  Vec3 In(double half) { return {Between(-half, half), Between(-half, half), Between(-half, half)}; }
  bool Chance(double share) { return Between(0, 1) < share; }

 private:
  std::mt19937_64 bits_;
};

World FarAway(UpAxis up = UpAxis::Z) { return {"far", up, MakeBox({{900, 900, 900}, {901, 901, 901}})}; }

/// A body that moves straight and rotates uniformly during the step.
struct Moving {
  TriangleMesh mesh;
  Vec3 from, to, axis;
  double from_rad = 0, to_rad = 0;

  Transform PoseAt(double share) const {
    return {.position = from + (to - from) * share,
            .rotation = Quaternion::AboutAxis(axis, from_rad + (to_rad - from_rad) * share)};
  }
};

Moving RandomBody(Random& random) {
  Moving body{.mesh = MakeTriangleSoup(uint64_t(random.Between(0, 1e9)), 6, {{-2, -2, -2}, {2, 2, 2}}),
              .from = random.In(4),
              .to = {},
              .axis = random.In(1) + Vec3{0, 0, 1.5}};
  body.to = body.from + random.In(0.5);
  body.from_rad = random.Between(-3, 3);
  body.to_rad = body.from_rad + random.Between(-0.02, 0.02);
  return body;
}

/// The axis of an agent's capsule: a point for a flyer, a vertical segment for a walker.
std::vector<Vec3> AxisPoints(const RecordedAgent& agent, Vec3 position, UpAxis up) {
  if (!agent.walks) return {position};
  const double low = agent.step_m + agent.radius_m, high = std::max(low, agent.height_m - agent.radius_m);
  std::vector<Vec3> points;
  for (int i = 0; i <= kHeights; ++i) {
    Vec3 p = position;
    p[up == UpAxis::Y ? 1 : 2] += low + (high - low) * i / kHeights;
    points.push_back(p);
  }
  return points;
}

double DistanceTo(const TriangleMesh& mesh, std::span<const Vec3> points) {
  double least = kInfinity;
  for (const Triangle& t : mesh.triangles) {
    for (const Vec3& p : points) {
      least = std::min(
          least, oracle::PointTriangleDistance(p, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}));
    }
  }
  return least;
}

RecordedAgent RandomAgent(Random& random, bool walks) {
  return {.name = walks ? "w" : "d",
          .kind = walks ? "walker" : "drone",
          .radius_m = random.Between(0.2, 0.5),
          .walks = walks,
          .step_m = random.Between(0, 0.4),
          .height_m = random.Between(0.5, 2)};
}

/// One step of one agent among bodies in a world, measured by the recorder and by sampling many times.
void ExpectTheLeastDistance(uint64_t seed, bool walks, UpAxis up) {
  Random random(seed);
  const World world{"soup", up, MakeTriangleSoup(seed, 3, {{-6, -6, -6}, {6, 6, 6}})};
  const RecordedAgent agent = RandomAgent(random, walks);
  const Vec3 from = random.In(4), to = from + random.In(0.8);
  Result<FlightRecorder> recorder = FlightRecorder::Make(world, {.threads = 1});
  ASSERT_TRUE(recorder);
  const uint32_t number = recorder->AddAgent(agent, from);
  std::vector<Moving> bodies;
  for (int i = 0; i < 3; ++i) {
    bodies.push_back(RandomBody(random));
    const Result<uint32_t> body = recorder->AddBody("b", "rock", bodies.back().mesh, bodies.back().PoseAt(0));
    ASSERT_TRUE(body);
    recorder->MoveBody(*body, bodies.back().PoseAt(1));
  }
  recorder->MoveTo(number, to);
  recorder->EndStep();
  const FlightReport report = recorder->TakeReport();

  double least = kInfinity;
  for (int i = 0; i <= kMoments; ++i) {
    const double share = double(i) / kMoments;
    const std::vector<Vec3> points = AxisPoints(agent, from + (to - from) * share, up);
    // Between two steps, only the ends of a walker's axis count; at the end of a step, the whole axis.
    const std::vector<Vec3> seen = i == kMoments ? points : std::vector{points.front(), points.back()};
    least = std::min(least, DistanceTo(*world.mesh(), seen));
    for (const Moving& body : bodies)
      least = std::min(least, DistanceTo(Transformed(body.mesh, body.PoseAt(share)), seen));
  }
  // The oracle samples motion every 1 cm or less, and walkers every 7 cm or less; the recorder subtracts the deviation
  // caused by rotation, up to 1 cm here. Its result is a lower bound.
  const double tolerance = walks ? 0.05 : 0.02;
  EXPECT_NEAR(report.least_clearance_m, least, tolerance) << "seed " << seed;
  EXPECT_LE(report.least_clearance_m, least + 1e-9) << "seed " << seed;
  const bool is_certain = std::abs(least - agent.radius_m) > tolerance;
  EXPECT_TRUE(!is_certain || report.collisions == (least < agent.radius_m)) << "seed " << seed;
}

TEST(FlightRecorder, MeasuresTheLeastDistanceOfAFlyerToAWorldAndToBodiesThatMoveAndTurn) {
  for (uint64_t seed = 1; seed <= 150; ++seed) ExpectTheLeastDistance(seed, false, UpAxis::Z);
}

TEST(FlightRecorder, MeasuresWalkersAsUprightCapsules) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    ExpectTheLeastDistance(seed, true, seed % 2 == 0 ? UpAxis::Y : UpAxis::Z);
  }
}

TEST(FlightRecorder, CountsAgentsAndBodiesThatPassThroughEachOtherInOneStep) {
  // A plate across the x axis, initially 20 m away. Neither of the two is near it before or after its step.
  const TriangleMesh plate = MakeBox({{-0.01, -3, -3}, {0.01, 3, 3}});
  Result<FlightRecorder> recorder = FlightRecorder::Make(FarAway(), {});
  ASSERT_TRUE(recorder);
  const uint32_t moves = recorder->AddAgent({"moves", "drone", 0.5}, {-2, 0, 0});
  recorder->AddAgent({"stays", "drone", 0.5}, {10, 0, 0});
  ASSERT_TRUE(recorder->AddBody("plate", "door", plate, Transform{}));
  recorder->EndStep();
  EXPECT_EQ(recorder->report().collisions, 0);
  recorder->MoveTo(moves, {2, 0, 0});
  recorder->EndStep();
  EXPECT_EQ(recorder->report().collisions, 1);
  EXPECT_NE(recorder->report().first_collision.find("moves with a triangle"), std::string::npos);
  recorder->MoveBody(0, Transform{.position = {14, 0, 0}});  // Past both agents.
  recorder->EndStep();
  const FlightReport report = recorder->TakeReport();
  EXPECT_EQ(report.collisions, 3);
  EXPECT_EQ(report.least_clearance_m, 0);
}

TEST(FlightRecorder, CountsAnAgentHitByARotatingBody) {
  // A blade along the x axis, which makes a quarter turn in 90 steps and sweeps over an agent.
  const TriangleMesh blade = MakeBox({{0, -0.05, -1}, {5, 0.05, 1}});
  Result<FlightRecorder> recorder = FlightRecorder::Make(FarAway(), {});
  ASSERT_TRUE(recorder);
  recorder->AddAgent({"d", "drone", 0.3}, {2.8, 2.8, 0});
  ASSERT_TRUE(recorder->AddBody("blade", "blade", blade, Transform{}));
  int64_t expected = 0;
  for (int degrees = 1; degrees <= 90; ++degrees) {
    const auto pose = [](double d) {
      return Transform{.rotation = Quaternion::AboutAxis({0, 0, 1}, d * std::acos(-1.0) / 180)};
    };
    recorder->MoveBody(0, pose(degrees));
    recorder->EndStep();
    double least = kInfinity;
    for (int i = 0; i <= kMoments; ++i) {
      const Vec3 place{2.8, 2.8, 0};
      least = std::min(least, DistanceTo(Transformed(blade, pose(degrees - 1 + double(i) / kMoments)), {&place, 1}));
    }
    ASSERT_GT(std::abs(least - 0.3), 1e-3);  // No step depends on rounding.
    expected += least < 0.3;
  }
  EXPECT_GT(expected, 5);
  EXPECT_EQ(recorder->TakeReport().collisions, expected);
}

TEST(FlightRecorder, MeasuresBodiesOnlyWhilePresent) {
  Result<FlightRecorder> recorder = FlightRecorder::Make(FarAway(), {.step_s = 1, .steps_a_frame = 1});
  ASSERT_TRUE(recorder);
  recorder->AddAgent({"d", "drone", 0.5}, {0, 0, 0});
  ASSERT_TRUE(recorder->AddBody("door", "door", MakeBox({{-1, -1, -0.1}, {1, 1, 0.1}}), std::nullopt));
  const auto step = [&](std::optional<Transform> pose) {
    recorder->MoveBody(0, pose);
    recorder->EndStep();
    return recorder->report().collisions;
  };
  EXPECT_EQ(step(std::nullopt), 0);
  EXPECT_EQ(step(Transform{.position = {0, 0, 0.2}}), 1);  // It appears.
  EXPECT_EQ(step(Transform{.position = {0, 0, 0.2}}), 2);
  EXPECT_EQ(step(std::nullopt), 2);  // It disappears.
  // It appears elsewhere, without moving through the agent.
  EXPECT_EQ(step(Transform{.position = {0, 0, 5}}), 2);
  EXPECT_EQ(step(Transform{.position = {0, 0, -5}}), 3);
  const FlightLog log = (static_cast<void>(recorder->TakeReport()), recorder->TakeLog());
  ASSERT_EQ(log.frame_count(), 7u);
  for (size_t frame = 0; frame < 7; ++frame) {
    EXPECT_EQ(std::isnan(log.poses()[frame * 7]), frame == 0 || frame == 1 || frame == 4) << frame;
  }
}

TEST(FlightRecorder, MeasuresTheGapsOfAllPairsOfAgents) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const UpAxis up = seed % 2 == 0 ? UpAxis::Y : UpAxis::Z;
    Result<FlightRecorder> recorder = FlightRecorder::Make(FarAway(up), {.threads = 1});
    ASSERT_TRUE(recorder);
    struct Agent {
      RecordedAgent spec;
      Vec3 from, to;
    };
    std::vector<Agent> agents;
    for (int i = 0; i < 8; ++i) {
      Agent agent{RandomAgent(random, random.Chance(0.5)), random.In(3), {}};
      agent.to = agent.from + random.In(0.8);
      recorder->AddAgent(agent.spec, agent.from);
      agents.push_back(agent);
    }
    for (uint32_t i = 0; i < agents.size(); ++i) recorder->MoveTo(i, agents[i].to);
    recorder->EndStep();
    const FlightReport report = recorder->TakeReport();

    constexpr double kTolerance = 0.06;
    constexpr int kPairMoments = 60;
    double least_gap = kInfinity;
    int64_t certain = 0, possible = 0;
    for (size_t i = 0; i < agents.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        double gap = kInfinity;
        for (int m = 0; m <= kPairMoments; ++m) {
          const auto points = [&](const Agent& a) {
            return AxisPoints(a.spec, a.from + (a.to - a.from) * (double(m) / kPairMoments), up);
          };
          const std::vector<Vec3> others = points(agents[j]);
          for (const Vec3& p : points(agents[i])) {
            for (const Vec3& q : others) gap = std::min(gap, Length(p - q));
          }
        }
        gap -= agents[i].spec.radius_m + agents[j].spec.radius_m;
        least_gap = std::min(least_gap, gap);
        certain += gap < 0;
        possible += gap < kTolerance;
      }
    }
    EXPECT_NEAR(report.least_gap_m, least_gap, kTolerance) << "seed " << seed;
    EXPECT_LE(report.least_gap_m, least_gap + 1e-6) << "seed " << seed;
    EXPECT_GE(report.agent_collisions, certain) << "seed " << seed;
    EXPECT_LE(report.agent_collisions, possible) << "seed " << seed;
  }
}

TEST(FlightRecorder, CountsAgentsThatPassThroughEachOther) {
  Result<FlightRecorder> recorder = FlightRecorder::Make(FarAway(), {});
  ASSERT_TRUE(recorder);
  recorder->AddAgent({"a", "drone", 0.4}, {-3, 0, 0});
  recorder->AddAgent({"b", "drone", 0.4}, {3, 0.1, 0});
  recorder->MoveTo(0, {3, 0, 0});
  recorder->MoveTo(1, {-3, 0.1, 0});
  recorder->EndStep();
  const FlightReport report = recorder->TakeReport();
  EXPECT_EQ(report.agent_collisions, 1);
  EXPECT_NEAR(report.least_gap_m, 0.1 - 0.8, 1e-6);
  EXPECT_NEAR(report.distance_m, 12, 1e-12);
}

}  // namespace
}  // namespace navnet
