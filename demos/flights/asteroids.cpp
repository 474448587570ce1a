// SPDX-License-Identifier: Apache-2.0
// A squadron in a field of asteroids. Large ones are fixed in the middle, others orbit them and tumble. The world is
// live: at every tick the rocks move, and the paths that this breaks are repaired.

#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>
#include <navnet/live/live_world.h>
#include <navnet/worlds/worlds.h>

#include "flights/asteroid_belt.h"
#include "flights/flight_recorder.h"
#include "flights/squadron.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kStepS = 0.05, kMostS = 120;
constexpr int kStepsATick = 5;  // Steps between two updates of the world: 0.25 s.
constexpr double kHoldsS = 1;   // How long a snapshot is safe to use; see squadron.h.

constexpr int kFighters = 12, kMostFighters = 144;
constexpr FollowLimits kLimits = {
    .speed_m_s = 35, .acceleration_m_s2 = 40, .turn_rad_s = 2.5, .look_ahead_m = 12, .stray_m = 2, .arrival_m = 0.5};
constexpr double kRockSpeedMS = 6;
constexpr double kRadiusM = 1.5;
constexpr double kHoldM = kRadiusM + kRockSpeedMS * kHoldsS / 2;
constexpr double kPlanM = kHoldM + 3;

constexpr double kVoxelM = 2.5;
constexpr double kGapM = 2 * (kHoldM + kVoxelM);  // Between rocks; a fighter fits through even after voxelisation.
constexpr double kCoreM = 130;                    // Edge of the cube of fixed rocks.
constexpr double kFieldM = 230, kHeightM = 45;    // Extent of the moving rocks: radius and half height.
constexpr double kSpareM = 25;                    // Margin around all of that.

/// A fighter's offset in the formation: finger-four groups, three side by side, three above each other, further ones
/// behind.
Vec3 SlotOf(int fighter) {
  constexpr Vec3 kFingers[] = {{0, 0, 0}, {-14, 14, 0}, {-14, -14, 0}, {-28, 28, 0}};
  constexpr double kOrder[] = {0, 1, -1};
  const int four = fighter / 4;
  const double column = kOrder[four % 3], level = kOrder[four / 3 % 3], row = four / 9;
  return kFingers[fighter % 4] + Vec3{-60 * row - 20 * std::abs(column), 60 * column, 30 * level + 8 * column};
}

/// Makes the fixed rocks around the origin.
Result<World> MakeCore(uint64_t seed) {
  const Result<TriangleMesh> rocks =
      MakeWorld({.kind = WorldKind::Asteroids, .seed = seed, .size_m = kCoreM, .triangles = 12'000});
  if (!rocks) return rocks.error();
  const double half = kCoreM / 2;
  return World{"asteroids", UpAxis::Z, Transformed(*rocks, {.position = {-half, -half, -half}})};
}

AsteroidBelt MakeBeltAround(const TriangleMesh& core, uint64_t seed) {
  double core_m = 0;
  for (const Vec3& v : core.vertices) core_m = std::max(core_m, std::hypot(v.x, v.y));
  return MakeAsteroidBelt({.seed = seed,
                           .inner_m = core_m + kGapM,
                           .outer_m = kFieldM,
                           .half_height_m = kHeightM,
                           .gap_m = kGapM,
                           .fastest_m_s = kRockSpeedMS});
}

/// Starts on one side of the field, and the displacement from each to its goal on the other side.
struct Formation {
  std::vector<Vec3> starts;
  Vec3 start_to_goal;
  Box3 start_box, goal_box;
};

Formation MakeFormation(int fighters) {
  Formation formation;
  for (int i = 0; i < fighters; ++i) {
    formation.starts.push_back(SlotOf(i) - Vec3{kFieldM + kSpareM, 0, 0});
    formation.start_box.Extend(formation.starts.back());
  }
  const Box3& box = formation.start_box;
  formation.start_to_goal = {2 * (kFieldM + kSpareM) + box.Size().x, 0, 0};
  formation.goal_box = {box.min + formation.start_to_goal, box.max + formation.start_to_goal};
  return formation;
}

Result<LiveWorld> MakeLive(const World& core, const Formation& formation, const FlightOptions& options) {
  Box3 box = {{-kFieldM, -kFieldM, -kHeightM}, {kFieldM, kFieldM, kHeightM}};
  box.Extend(formation.start_box);
  box.Extend(formation.goal_box);
  const Vec3 spare = {kSpareM, kSpareM, kSpareM};
  BakeOptions bake;
  bake.sample.voxel_m = kVoxelM;
  bake.sample.radii_m = {kHoldM, kPlanM};
  bake.sample.bounds_world = Box3{box.min - spare, box.max + spare};
  bake.sample.threads = options.threads;
  bake.sample.progress = options.progress;
  bake.keep = Keep::Outside;  // Leaves out the interiors of rocks.
  bake.min_cell = 1;          // Keeps the thinnest cells: a fighter next to a rock may be in one.
  return LiveWorld::Make(core, bake);
}

}  // namespace

Result<Flight> FlyAsteroids(const FlightOptions& options) {
  if (Status s = Validate(options); !s) return s.error();
  Result<World> core = MakeCore(options.seed);
  if (!core) return core.error();
  const AsteroidBelt belt = MakeBeltAround(*core->mesh(), options.seed);
  const Formation formation = MakeFormation(options.agents > 0 ? std::min(options.agents, kMostFighters) : kFighters);
  const Stopwatch bake_watch;
  Result<LiveWorld> live = MakeLive(*core, formation, options);
  if (!live) return live.error();
  const double bake_s = bake_watch.Elapsed();
  Result<FlightRecorder> recorder = FlightRecorder::Make(*core, {.step_s = kStepS, .threads = options.threads});
  if (!recorder) return recorder.error();

  // Each rock is a body at its true pose for the recorder, and an obstacle at its pose kHoldsS / 2 later.
  std::vector<ObstacleId> obstacles;
  for (const BeltRock& rock : belt.rocks) {
    const TriangleMesh& mesh = belt.shapes[rock.shape];
    const Result<ObstacleId> id = live->Add({.shape = mesh, .transform = rock.PoseAt(kHoldsS / 2)});
    if (!id) return id.error();
    obstacles.push_back(*id);
    const Result<uint32_t> body =
        recorder->AddBody("rock " + std::to_string(obstacles.size()), "rock", mesh, rock.PoseAt(0));
    if (!body) return body.error();
  }
  if (const Result<WorldChange> change = live->Update(); !change) return change.error();
  Result<Net> net = live->MakeNet();
  if (!net) return net.error();

  Squadron squadron(belt, *recorder,
                    {.radius_m = kRadiusM,
                     .hold_m = kHoldM,
                     .plan_m = kPlanM,
                     .holds_s = kHoldsS,
                     .limits = kLimits,
                     .threads = options.threads});
  for (const Vec3& start : formation.starts) {
    if (Status s = squadron.Add(live->Latest(), start, start + formation.start_to_goal); !s) return s.error();
  }
  recorder->AddZone({"start", "start", formation.start_box});
  recorder->AddZone({"goal", "goal", formation.goal_box});

  for (int step = 0; recorder->report().arrived < squadron.size() && recorder->time_s() < kMostS; ++step) {
    const double time_s = recorder->time_s(), done = double(recorder->report().arrived) / double(squadron.size());
    if (options.progress && !options.progress("flying", done)) return Error{ErrorCode::Cancelled, "cancelled"};
    if (step > 0 && step % kStepsATick == 0) {
      const Stopwatch watch;
      for (size_t i = 0; i < obstacles.size(); ++i) {
        if (Status s = live->Move(obstacles[i], belt.rocks[i].PoseAt(time_s + kHoldsS / 2)); !s) return s.error();
      }
      const Result<WorldChange> change = live->Update();
      if (!change) return change.error();
      recorder->report().updates.Add(1e6 * watch.Elapsed());
      if (Status s = squadron.Replan(live->Latest(), *change); !s) return s.error();
    }
    if (Status s = squadron.Step(kStepS); !s) return s.error();
    for (uint32_t i = 0; i < belt.rocks.size(); ++i) recorder->MoveBody(i, belt.rocks[i].PoseAt(time_s + kStepS));
    recorder->EndStep();
  }

  const std::string rocks = std::to_string(belt.rocks.size());
  recorder->report().notes.push_back(rocks + " rocks of up to " + Shortest(kRockSpeedMS) + " m/s; fighters of " +
                                     Shortest(kLimits.speed_m_s) + " m/s; voxels of " + Shortest(kVoxelM) +
                                     " m; the world is updated every " + Shortest(kStepS * kStepsATick) + " s");
  recorder->report().notes.push_back(squadron.Note());
  std::string title = std::to_string(squadron.size()) + " fighters through a belt of " + rocks + " moving rocks";
  FlightReport report = recorder->TakeReport();
  report.bake_s = bake_s;
  return Flight{std::move(title), std::move(*core), std::move(*net), recorder->TakeLog(), std::move(report)};
}

}  // namespace navnet
