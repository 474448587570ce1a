// SPDX-License-Identifier: Apache-2.0
// Any world: bakes it, chooses distant places in it, and lets drones and walkers move between them together.

#include <navnet/bake.h>
#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/navigator.h>

#include "flights/flight_recorder.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kStepS = 0.05, kMostS = 900;
constexpr int kDrones = 24, kWalkers = 12;
constexpr int kTries = 24;  // Candidate paths per agent; more give more interesting paths.
constexpr double kWalkerRadiusM = 0.3, kWalkerSpeedMS = 1.4;

/// The largest of 1, 2, 3, 5, 10 … that is at most `value`.
double RoundedDown(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {5.0, 3.0, 2.0}) {
    if (digit * power <= value) return digit * power;
  }
  return power;
}

Box3 BoxOf(const World& world) {
  if (const TriangleMesh* mesh = world.mesh()) return BoundsOf(*mesh);
  return world.voxels()->frame().WorldBox(world.voxels()->bounds());
}

Result<Baked> BakeFor(const World& world, double radius_m, const FlightOptions& options, const OwnWorldOptions& own,
                      FlightReport& report) {
  BakeOptions bake;
  bake.sample.radii_m = {radius_m};
  bake.sample.threads = options.threads;
  bake.sample.progress = options.progress;
  if (own.voxel_m > 0) bake.sample.voxel_m = own.voxel_m;
  bake.keep = Keep::Largest;
  if (world.mesh()) {
    bake.walk = WalkOptions{};
    Result<Baked> with_ground = Bake(world, bake);
    if (with_ground || with_ground.error().code == ErrorCode::Cancelled) return with_ground;
    report.notes.push_back("no walkers: " + with_ground.error().message);
    bake.walk.reset();
  }
  return Bake(world, bake);
}

/// Start and goal of an agent, and a path between them.
struct Trip {
  Vec3 start, goal;
  double length_m = 0;
  std::vector<Vec3> points;
};

/// Score of a path: long and winding paths score high.
double ScoreOf(Vec3 start, Vec3 goal, double length_m) {
  return length_m * length_m / std::max(1e-9, Length(goal - start));
}

/// Finds the trip with the highest score among random ones, with ends that no other agent uses.
class TripFinder {
 public:
  TripFinder(const Navigator& navigator, const FlightOptions& options, FlightReport& report)
      : navigator_(navigator), seed_(options.seed * 1'000'003), report_(report) {}

  Trip Fly(double radius_m) {
    QueryContext context;
    FlightPath path;
    return BestOf(
        radius_m, [&](uint64_t seed) { return navigator_.RandomFree(seed, radius_m); },
        [&](Vec3 start, Vec3 goal) {
          const Stopwatch watch;
          navigator_.Find({.start = start, .goal = goal, .radius_m = radius_m, .effort = Effort::Best}, context, path);
          report_.queries.Add(1e6 * watch.Elapsed());
          return path.status == PathStatus::Complete ? Trip{start, goal, path.length_m, path.points} : Trip{};
        });
  }

  Trip Walk(double radius_m) {
    const Walker& walker = *navigator_.walker();
    QueryContext context;
    WalkPath path;
    return BestOf(
        radius_m, [&](uint64_t seed) { return walker.RandomWalkable(seed, radius_m); },
        [&](Vec3 start, Vec3 goal) {
          const Stopwatch watch;
          walker.Find({.start = start, .goal = goal, .radius_m = radius_m}, context, path);
          report_.queries.Add(1e6 * watch.Elapsed());
          return path.status == PathStatus::Complete ? Trip{path.start, path.goal, path.length_m, path.points} : Trip{};
        });
  }

 private:
  template <class Place, class Find>
  Trip BestOf(double radius_m, const Place& random_place, const Find& find) {
    Trip best;
    for (int i = 0; i < kTries; ++i) {
      const std::optional<Vec3> start = random_place(++seed_), goal = random_place(++seed_);
      if (!start || !goal || IsTaken(*start, radius_m) || IsTaken(*goal, radius_m)) continue;
      Trip trip = find(*start, *goal);
      if (trip.length_m > 0 &&
          ScoreOf(trip.start, trip.goal, trip.length_m) > ScoreOf(best.start, best.goal, best.length_m)) {
        best = std::move(trip);
      }
    }
    if (best.length_m > 0) taken_.insert(taken_.end(), {best.start, best.goal});
    return best;
  }

  bool IsTaken(Vec3 p, double radius_m) const {
    // Walkers are taller than wide.
    const double apart_m = std::max(6 * radius_m, navigator_.walker() ? 2.5 : 0);
    return std::ranges::any_of(taken_, [&](Vec3 other) { return Length(other - p) < apart_m; });
  }

  const Navigator& navigator_;
  uint64_t seed_;
  FlightReport& report_;
  std::vector<Vec3> taken_;
};

}  // namespace

Result<Flight> FlyWorld(World world, const FlightOptions& options, const OwnWorldOptions& own) {
  if (Status s = Validate(options); !s) return s.error();
  if (Status s = Validate(own); !s) return s.error();
  const double across_m = Length(BoxOf(world).Size());
  const double radius_m = own.radius_m > 0 ? own.radius_m : std::min(0.5, RoundedDown(across_m / 200));
  FlightReport report;
  const Stopwatch bake_watch;
  Result<Baked> baked = BakeFor(world, radius_m, options, own, report);
  if (!baked) return baked.error();
  report.bake_s = bake_watch.Elapsed();
  const Navigator navigator(baked->net);

  Result<FlightRecorder> recorder = FlightRecorder::Make(world, {.step_s = kStepS, .threads = options.threads});
  if (!recorder) return recorder.error();
  recorder->report() = std::move(report);
  recorder->report().notes.push_back("drones of radius " + Shortest(radius_m) + " m, voxels of " +
                                     Shortest(baked->net.info().frame.voxel_m) + " m");

  // Every agent gets a path and a goal; the crowd does the rest.
  Crowd crowd(navigator);
  TripFinder trips(navigator, options, recorder->report());
  const double speed_m_s = std::min(10.0, across_m / 20);
  const FollowLimits drone = {.speed_m_s = speed_m_s,
                              .acceleration_m_s2 = speed_m_s,
                              .turn_rad_s = 3,
                              .look_ahead_m = 4 * radius_m,
                              .stray_m = radius_m / 2,
                              .arrival_m = radius_m / 4};
  const FollowLimits walker = {.speed_m_s = kWalkerSpeedMS};
  const int count = options.agents > 0 ? options.agents : kDrones + (navigator.walker() ? kWalkers : 0);
  const int walkers = navigator.walker() ? count / 3 : 0;
  std::vector<AgentId> ids;
  for (int i = 0; i < count; ++i) {
    const bool walks = i >= count - walkers;
    const Trip trip = walks ? trips.Walk(kWalkerRadiusM) : trips.Fly(radius_m);
    if (trip.length_m == 0) continue;
    AgentSpec spec{.position = trip.start, .radius_m = radius_m, .limits = drone};
    if (walks) spec = {.kind = AgentKind::Walker, .position = trip.start, .radius_m = kWalkerRadiusM, .limits = walker};
    const Result<AgentId> id = crowd.Add(spec);
    if (!id) return id.error();
    if (Status s = crowd.SetGoal(*id, trip.goal); !s) return s.error();
    const uint32_t number = recorder->AddAgent({.name = (walks ? "walker " : "drone ") + std::to_string(ids.size() + 1),
                                                .kind = walks ? "walker" : "drone",
                                                .radius_m = spec.radius_m,
                                                .walks = walks},
                                               trip.start);
    recorder->Plan(number, trip.points);
    recorder->AddShortest(trip.length_m);
    ids.push_back(*id);
  }
  if (ids.empty()) {
    return Error{ErrorCode::EmptyWorld,
                 world.name + ": no path between two random free points was found: try a smaller --radius"};
  }

  while (recorder->report().arrived < ids.size() && recorder->time_s() < kMostS) {
    if (options.progress && !options.progress("flying", double(recorder->report().arrived) / double(ids.size()))) {
      return Error{ErrorCode::Cancelled, "cancelled"};
    }
    const Stopwatch watch;
    if (Status s = crowd.Step(kStepS, options.threads); !s) return s.error();
    recorder->report().steps.Add(1e6 * watch.Elapsed());
    for (uint32_t i = 0; i < ids.size(); ++i) {
      const AgentState& agent = *crowd.Find(ids[i]);
      recorder->MoveTo(i, agent.position);
      if (agent.status == AgentStatus::Arrived) recorder->Arrived(i);
    }
    recorder->EndStep();
  }
  std::string title = std::to_string(ids.size()) + " agents in " + world.name;
  FlightReport flown = recorder->TakeReport();
  return Flight{std::move(title), std::move(world), baked->net, recorder->TakeLog(), std::move(flown)};
}

}  // namespace navnet
