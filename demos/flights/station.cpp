// SPDX-License-Identifier: Apache-2.0
// A space station at work: drones fly between rooms and decks, crew walks, and doors open and close around them. A live
// world follows the doors; a crowd makes all agents avoid each other.

#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>
#include <navnet/live/live_world.h>
#include <navnet/runtime/crowd.h>
#include <navnet/worlds/worlds.h>

#include "flights/flight_recorder.h"
#include "flights/station_doors.h"
#include "flights/station_work.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr int kStepsASecond = 20;
constexpr double kStepS = 1.0 / kStepsASecond, kMostS = 900;
constexpr int kAgents = 260;
constexpr double kCrewShare = 0.385;
constexpr size_t kMostDoors = 40;                   // At most every second doorway has one.
constexpr int kStepsADoorTurn = 2 * kStepsASecond;  // Interval between door movements; all doors share one update.
constexpr int kErrands = 3;
constexpr double kFirstLeaveS = 20, kStayLeastS = 2, kStayMostS = 8;
constexpr double kAboveEyesM = 2.5;                    // From the top of InsideOf() down to the page's cutting plane.
constexpr double kStationM = 40, kLeastStationM = 26;  // Edge length for kAgents agents; minimum.
constexpr double kVoxelM = 0.1;
constexpr int64_t kPatienceSteps = 10 * kStepsASecond;

/// An agent and its errands.
struct Worker {
  AgentId id;
  std::vector<Vec3> errands = {};  ///< Goals, in order.
  bool walks = false;
  size_t done = 0;  ///< Number of errands done.
  bool is_on_its_way = false, has_set_out = false;
  int64_t stuck_steps = 0;
  int64_t leaves = 0;  ///< Step at which it departs, while it is not on its way.
};

/// Bounds of the decks, including their hull.
Box3 InsideOf(std::span<const Vec3> places) {
  Box3 box{places[0], places[0]};
  for (const Vec3& place : places) box.Extend(Box3{place, place});
  return {box.min - Vec3{5, 5, 3}, box.max + Vec3{5, 5, 3}};
}

/// All workers, their crowd, and the world around them.
class Shift {
 public:
  Shift(LiveWorld& live, FlightRecorder& recorder, StationDoors& doors, StationWork& work, int threads)
      : live_(live),
        recorder_(recorder),
        doors_(doors),
        work_(work),
        threads_(threads),
        crowd_(live.Latest()->navigator) {}

  /// Adds a worker whose errands are all reachable if every door is open; false if there is no place left.
  Result<bool> Add(bool walks) {
    const std::optional<Vec3> start = work_.PlaceFor(walks);
    if (!start) return false;
    Worker worker{.id = {}, .walks = walks, .leaves = AfterSeconds(0, kFirstLeaveS)};
    while (worker.errands.size() < kErrands) {
      const std::optional<Vec3> place = work_.PlaceFor(walks, start);
      if (!place) return false;
      worker.errands.push_back(*place);
    }
    AgentSpec spec{.position = *start, .radius_m = kStationDroneM};
    spec.limits = {.speed_m_s = 2.5, .acceleration_m_s2 = 5, .look_ahead_m = 0.8};
    if (walks) {
      spec = {.kind = AgentKind::Walker, .position = *start, .radius_m = kStationCrewM, .limits = {.speed_m_s = 1.3}};
    }
    const Result<AgentId> id = crowd_.Add(spec);
    if (!id) return id.error();
    worker.id = *id;
    recorder_.AddAgent({.name = (walks ? "crew " : "drone ") + std::to_string(++named_[walks]),
                        .kind = walks ? "walker" : "drone",
                        .radius_m = spec.radius_m,
                        .walks = walks},
                       *start);
    workers_.push_back(std::move(worker));
    positions_.push_back(*start);
    return true;
  }

  Status Step() {
    if (step_ % kStepsADoorTurn == 0) {
      if (Status s = MoveDoors(); !s) return s;
    }
    for (uint32_t i = 0; i < workers_.size(); ++i) {
      if (Status s = Direct(i); !s) return s;
    }
    const Stopwatch watch;
    if (Status s = crowd_.Step(kStepS, threads_); !s) return s;
    recorder_.report().steps.Add(1e6 * watch.Elapsed());
    ++step_;
    for (uint32_t i = 0; i < workers_.size(); ++i) {
      positions_[i] = crowd_.Find(workers_[i].id)->position;
      recorder_.MoveTo(i, positions_[i]);
    }
    doors_.Slide(step_, recorder_);
    recorder_.EndStep();
    return Ok();
  }

  size_t count() const { return workers_.size(); }
  int waits() const { return waits_; }
  int steps_aside() const { return steps_aside_; }
  int crew() const { return named_[1]; }

 private:
  int64_t AfterSeconds(double least_s, double most_s) {
    return step_ + int64_t(work_.Between(least_s, most_s) * kStepsASecond);
  }

  Status MoveDoors() {
    const Result<bool> moved = doors_.Act(step_, positions_, live_, recorder_);
    if (!moved) return moved.error();
    if (!*moved) return Ok();
    const Stopwatch watch;
    if (Result<WorldChange> change = live_.Update(); !change) return change.error();
    recorder_.report().updates.Add(1e6 * watch.Elapsed());
    crowd_.SetNavigator(live_.Latest()->navigator);
    return Ok();
  }

  /// Decides what a worker does next: departs when it is due, waits while doors block its path.
  Status Direct(uint32_t number) {
    Worker& worker = workers_[number];
    if (worker.done == worker.errands.size()) return Ok();
    const AgentState& agent = *crowd_.Find(worker.id);
    const Vec3 goal = worker.errands[worker.done];
    worker.stuck_steps = agent.status == AgentStatus::Stuck ? worker.stuck_steps + 1 : 0;
    if (worker.is_on_its_way && agent.status == AgentStatus::Arrived) {
      worker.is_on_its_way = worker.has_set_out = false;
      worker.leaves = AfterSeconds(kStayLeastS, kStayMostS);
      if (++worker.done == worker.errands.size()) recorder_.Arrived(number);
    } else if (worker.is_on_its_way && agent.status == AgentStatus::NoPath) {
      // Closed doors leave no path. Agents that have stopped yield to others.
      worker.is_on_its_way = false;
      worker.leaves = step_ + kStepsASecond;
      ++waits_;
      return crowd_.Stop(worker.id);
    } else if (worker.is_on_its_way && worker.stuck_steps > kPatienceSteps) {
      // A jam that lasts dissolves when some agents stop for a while, because those that have stopped yield to others.
      worker.is_on_its_way = false;
      worker.stuck_steps = 0;
      worker.leaves = AfterSeconds(kStayLeastS, kStayMostS);
      ++steps_aside_;
      return crowd_.Stop(worker.id);
    } else if (!worker.is_on_its_way && step_ >= worker.leaves) {
      const StationWay way =
          FindWay(crowd_.navigator(), worker.walks, agent.position, goal, recorder_.report().queries);
      worker.leaves = step_ + kStepsASecond;
      if (!way.is_complete) return Ok();
      worker.is_on_its_way = true;
      recorder_.Plan(number, way.points);
      if (!std::exchange(worker.has_set_out, true)) recorder_.AddShortest(way.length_m);
      return crowd_.SetGoal(worker.id, goal);
    }
    return Ok();
  }

  LiveWorld& live_;
  FlightRecorder& recorder_;
  StationDoors& doors_;
  StationWork& work_;
  int threads_;
  Crowd crowd_;
  std::vector<Worker> workers_;
  std::vector<Vec3> positions_;
  int named_[2] = {};
  int64_t step_ = 0;
  int waits_ = 0;
  int steps_aside_ = 0;
};

}  // namespace

Result<Flight> FlyStation(const FlightOptions& options) {
  if (Status s = Validate(options); !s) return s.error();
  const int count = options.agents > 0 ? options.agents : kAgents;
  const double size_m = std::max(kLeastStationM, kStationM * std::cbrt(double(count) / kAgents));
  Result<ProceduralWorld> station =
      MakeWorldWithPlaces({.kind = WorldKind::Station, .seed = options.seed, .size_m = size_m});
  if (!station) return station.error();
  World world{"station", UpAxis::Z, std::move(station->mesh)};

  BakeOptions bake;
  bake.sample.voxel_m = kVoxelM;
  bake.sample.radii_m = {kStationDroneM};
  bake.sample.bounds_world = InsideOf(station->places);
  bake.sample.threads = options.threads;
  bake.sample.progress = options.progress;
  bake.walk = WalkOptions{};
  const Stopwatch bake_watch;
  Result<LiveWorld> live = LiveWorld::Make(world, bake);
  if (!live) return live.error();
  const double bake_s = bake_watch.Elapsed();
  Result<FlightRecorder> recorder =
      FlightRecorder::Make(world, {.step_s = kStepS, .steps_a_frame = 3, .threads = options.threads});
  if (!recorder) return recorder.error();
  StationDoors doors(kStepsASecond, options.seed);
  if (Status s = doors.Hang(station->doorways, std::min(kMostDoors, station->doorways.size() / 2), *live, *recorder);
      !s)
    return s.error();
  if (Result<WorldChange> change = live->Update(); !change) return change.error();
  Result<Net> net = live->MakeNet();
  if (!net) return net.error();

  const std::shared_ptr<const LiveSnapshot> beginning = live->Latest();
  StationWork work(beginning->navigator, station->places, station->doorways, options.seed);
  Shift shift(*live, *recorder, doors, work, options.threads);
  for (const bool walks : {true, false}) {
    const int crew = int(count * kCrewShare), wanted = walks ? crew : count - crew;
    for (int tries = 0, added = 0; added < wanted && tries < 2 * wanted; ++tries) {
      const Result<bool> is_added = shift.Add(walks);
      if (!is_added) return is_added.error();
      added += *is_added;
    }
  }
  const FlightReport& report = recorder->report();
  while (report.arrived < shift.count() && recorder->time_s() < kMostS) {
    if (options.progress && !options.progress("flying", double(report.arrived) / double(shift.count()))) {
      return Error{ErrorCode::Cancelled, "cancelled"};
    }
    if (Status s = shift.Step(); !s) return s.error();
  }
  recorder->report().notes.push_back(
      std::to_string(doors.count()) + " doors closed " + std::to_string(doors.closings()) + " times and waited " +
      std::to_string(doors.waits()) + " times for agents in the doorway; agents waited " +
      std::to_string(shift.waits()) + " times for a door and stopped " + std::to_string(shift.steps_aside()) +
      " times to dissolve a jam");
  if (shift.count() < size_t(count)) {
    recorder->report().notes.push_back("no room for " + std::to_string(size_t(count) - shift.count()) + " more agents");
  }
  const int crew = shift.crew();
  std::string title = std::to_string(shift.count() - size_t(crew)) + " drones and " + std::to_string(crew) +
                      " people at work in a space station";
  FlightReport flown = recorder->TakeReport();
  flown.bake_s = bake_s;
  Flight flight{std::move(title), std::move(world), std::move(*net), recorder->TakeLog(), std::move(flown)};
  // The hull is closed; cutting off its roof shows the uppermost deck.
  flight.view = "cut=" + Shortest(InsideOf(station->places).max.z - kAboveEyesM);
  return flight;
}

}  // namespace navnet
