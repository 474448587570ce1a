// SPDX-License-Identifier: Apache-2.0
// How long does planning a trajectory take, and how long is the trajectory? Random flights in several worlds, on one
// thread, in rooms made of the net's boxes and in rooms made from the triangles. Beside them, on the same paths, what
// users would fly otherwise: straight lines with a stop at each bend, and a cubic spline through the way points, whose
// collisions are counted. And on the first flights, OMPL's path (RRT-Connect and its own smoothing, on the same voxels)
// with a trapezoidal profile of the speed: along it without stops, which no body can fly where it bends, and with a
// stop at each bend. Prints a table, or one JSON object.
//
//   build/release/bin/trajectory_bench [--flights N] [--ompl N] [--steps N] [--speed V] [--acceleration A] [--jerk J]
//                                      [--json]
//                                      [WORLD VOXEL_M RADIUS_M]…
//   build/release/bin/trajectory_bench --in-flight [--seconds S] [--seeds N] [--json]
//
// The second form measures planning in flight: see in_flight.h.
//
// Times are CPU time in microseconds. T / bound: the trajectory's duration relative to that of a trapezoidal profile of
// the speed along the net's path, without bends and without a limit of the jerk. Converged: of every eighth flight,
// with 40 times the steps.

#include <navnet/bake.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/trajectory/plan.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "in_flight.h"
#include "peers/dense_grid.h"
#include "peers/ompl_planner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace navnet {
namespace {

using Json = nlohmann::ordered_json;

struct Settings {
  int flights = 2000;
  int ompl_flights = 20;  // Of each world: one takes up to a second.
  TrajectoryQuery query;
  bool json = false;
};

struct Place {
  std::string world;
  double voxel_m = 0, radius_m = 0;
};

// One thread works, so the process's CPU time is its own.
double MicrosecondsNow() { return 1e6 * double(std::clock()) / CLOCKS_PER_SEC; }

double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[size_t(share * double(values.size() - 1))];
}

// Duration of a trapezoidal profile between two rests.
double Trapezoid(double length_m, const MotionLimits& limits) {
  const double v = limits.speed_m_s, a = limits.acceleration_m_s2;
  return length_m > v * v / a ? length_m / v + v / a : 2 * std::sqrt(length_m / a);
}

double StopAtBends(std::span<const Vec3> points, const MotionLimits& limits) {
  double s = 0;
  for (size_t i = 1; i < points.size(); ++i) s += Trapezoid(Length(points[i] - points[i - 1]), limits);
  return s;
}

// The largest overshoot of a plane by a control point, and of a limit.
double OutsideOf(const Trajectory& trajectory, const RoomCorridor& rooms) {
  double outside_m = 0;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    for (const Vec3& p : piece.points) {
      for (const HalfSpace& plane : rooms.PlanesOf(piece.room)) outside_m = std::max(outside_m, plane.DistanceTo(p));
    }
  }
  return outside_m;
}

bool BreaksLimits(const Trajectory& trajectory, const MotionLimits& limits) {
  constexpr double kRounding = 1 + 1e-6;
  const MotionPeaks peaks = trajectory.Peaks(limits.up);
  return peaks.speed_m_s > limits.speed_m_s * kRounding ||
         peaks.acceleration_m_s2 > limits.acceleration_m_s2 * kRounding ||
         peaks.jerk_m_s3 > limits.jerk_m_s3 * kRounding;
}

// A natural cubic spline through points, with the lengths between them as parameter; slowed down to keep the limits of
// speed and acceleration.
class Spline {
 public:
  explicit Spline(std::span<const Vec3> points) {
    for (const Vec3& p : points) {
      if (!points_.empty() && Length(p - points_.back()) == 0) continue;
      knots_.push_back(points_.empty() ? 0 : knots_.back() + Length(p - points_.back()));
      points_.push_back(p);
    }
    const size_t n = points_.size();
    bends_.assign(n, {});
    // Second derivatives at the knots: a tridiagonal system.
    std::vector<double> diagonal(n, 1);
    for (size_t i = 1; i + 1 < n; ++i) {
      const double before = knots_[i] - knots_[i - 1], after = knots_[i + 1] - knots_[i];
      const Vec3 right =
          ((points_[i + 1] - points_[i]) * (1 / after) - (points_[i] - points_[i - 1]) * (1 / before)) * 6;
      diagonal[i] = 2 * (before + after) - (i > 1 ? before * before / diagonal[i - 1] : 0);
      bends_[i] = right - bends_[i - 1] * (i > 1 ? before / diagonal[i - 1] : 0);
    }
    for (size_t i = n - 1; n > 2 && i-- > 1;) {
      const double after = knots_[i + 1] - knots_[i];
      bends_[i] = (bends_[i] - bends_[i + 1] * (i + 2 < n ? after : 0)) * (1 / diagonal[i]);
    }
  }

  bool IsCurve() const { return points_.size() > 1; }
  // Position, velocity and acceleration by the parameter, at a fraction of segment i.
  Vec3 At(size_t i, double share, Vec3& velocity, Vec3& acceleration) const {
    const double h = knots_[i + 1] - knots_[i], b = share, a = 1 - b;
    const Vec3 p = points_[i], q = points_[i + 1], m = bends_[i], n = bends_[i + 1];
    velocity = (q - p) * (1 / h) + (n * (3 * b * b - 1) - m * (3 * a * a - 1)) * (h / 6);
    acceleration = m * a + n * b;
    return p * a + q * b + (m * (a * a * a - a) + n * (b * b * b - b)) * (h * h / 6);
  }

  // Duration, and whether it comes closer to the world than the radius.
  double Fly(const MotionLimits& limits, const ClearanceProbe& probe, double radius_m, bool& hits) const {
    constexpr int kParts = 24;
    double fastest = 0, sharpest = 0;
    hits = false;
    Vec3 last = points_[0], velocity, acceleration;
    for (size_t i = 0; i + 1 < points_.size(); ++i) {
      for (int k = 0; k <= kParts; ++k) {
        const Vec3 p = At(i, double(k) / kParts, velocity, acceleration);
        fastest = std::max(fastest, Length(velocity));
        sharpest = std::max(sharpest, Length(acceleration));
        hits = hits || probe.SegmentClearance(last, p, radius_m) < radius_m - 1e-3;
        last = p;
      }
    }
    const double slower = std::max(fastest / limits.speed_m_s, std::sqrt(sharpest / limits.acceleration_m_s2));
    // And a ramp at each end, to start and stop.
    return knots_.back() * slower + limits.speed_m_s / limits.acceleration_m_s2;
  }

 private:
  std::vector<Vec3> points_, bends_;
  std::vector<double> knots_;
};

// What one kind of rooms gave in one world.
struct Outcome {
  std::vector<double> rooms_us, plan_us, ratio, rooms, pieces, converged;
  double seconds = 0;
  int failed = 0, violations = 0;

  void Plan(const TrajectoryQuery& query, double bound_s, bool converge, TrajectoryContext& context,
            PlannedTrajectory& planned) {
    const double from_us = MicrosecondsNow();
    PlanTrajectory(query, context, planned);
    const double us = MicrosecondsNow() - from_us;
    if (!HasTrajectory(planned.status)) {
      ++failed;
      return;
    }
    plan_us.push_back(us);
    rooms.push_back(double(query.rooms->size()));
    pieces.push_back(double(planned.trajectory.pieces().size()));
    const double duration_s = planned.trajectory.duration_s();
    seconds += duration_s;
    if (bound_s > 0) ratio.push_back(duration_s / bound_s);
    if (OutsideOf(planned.trajectory, *query.rooms) > 1e-6 || BreaksLimits(planned.trajectory, query.limits)) {
      ++violations;
    }
    if (!converge) return;
    TrajectoryQuery longer = query;
    longer.max_steps = 40 * query.max_steps;
    longer.tolerance = 1e-3;
    PlanTrajectory(longer, context, planned);
    converged.push_back(duration_s / planned.trajectory.duration_s());
  }

  Json ToJson() const {
    const auto pair = [](const std::vector<double>& values) {
      return Json{{"p50", Percentile(values, 0.5)}, {"p99", Percentile(values, 0.99)}};
    };
    return {{"trajectories", plan_us.size()}, {"failed", failed},         {"violations", violations},
            {"rooms_us", pair(rooms_us)},     {"plan_us", pair(plan_us)}, {"duration_over_bound", pair(ratio)},
            {"rooms", pair(rooms)},           {"pieces", pair(pieces)},   {"duration_over_converged", pair(converged)}};
  }

  void Print(const std::string& name, const char* kind, double others_s) const {
    std::printf(
        "| %s | %s | %zu / %d / %d | %.0f / %.0f | %.0f / %.0f | %.2f / %.2f | %.3f / %.3f | %.3f / %.3f | %.2f |\n",
        name.c_str(), kind, plan_us.size(), failed, violations, Percentile(rooms, 0.5), Percentile(rooms, 0.99),
        Percentile(rooms_us, 0.5), Percentile(rooms_us, 0.99), Percentile(plan_us, 0.5) / 1e3,
        Percentile(plan_us, 0.99) / 1e3, Percentile(ratio, 0.5), Percentile(ratio, 0.99), Percentile(converged, 0.5),
        Percentile(converged, 0.99), seconds > 0 ? others_s / seconds : 0);
    std::fflush(stdout);
  }
};

// OMPL's paths, and what ours take on the same flights.
struct OmplOutcome {
  std::vector<double> us;
  double profile_s = 0, stops_s = 0, ours_s = 0;
  int asked = 0, found = 0;

  void Fly(peers::OmplPlanner& planner, const GridFrame& frame, const FlightQuery& flight, double own_s,
           const MotionLimits& limits) {
    ++asked;
    const peers::PeerAnswer answer = planner.Find(frame.VoxelAt(flight.start), frame.VoxelAt(flight.goal));
    us.push_back(answer.us);
    if (!answer.found) return;
    ++found;
    std::vector<Vec3> points;
    for (const Vec3& p : answer.points_voxels) points.push_back(frame.ToWorld(p));
    profile_s += Trapezoid(answer.length_voxels * frame.voxel_m, limits);
    stops_s += StopAtBends(points, limits);
    ours_s += own_s;
  }

  Json ToJson() const {
    return {{"asked", asked},
            {"found", found},
            {"us", {{"p50", Percentile(us, 0.5)}, {"p99", Percentile(us, 0.99)}}},
            {"profile_over_rooms", ours_s > 0 ? profile_s / ours_s : 0},
            {"stop_at_bends_over_rooms", ours_s > 0 ? stops_s / ours_s : 0}};
  }
};

// A file, or a built-in world by its name.
Result<World> Load(const std::string& name) {
  const std::optional<WorldKind> kind = WorldKindFromName(name);
  if (!kind) return LoadWorld(name);
  Result<TriangleMesh> mesh = MakeWorld({.kind = *kind});
  if (!mesh) return mesh.error();
  return World{name, UpAxis::Z, std::move(*mesh)};
}

Status Measure(const Place& place, const Settings& settings, Json& json) {
  Result<World> world = Load(place.world);
  if (!world) return world.error();
  if (!world->mesh()) return Error{ErrorCode::InvalidArgument, place.world + ": not a mesh"};
  BakeOptions options;
  options.sample.voxel_m = place.voxel_m;
  options.sample.radii_m = {place.radius_m};
  options.keep = Keep::Largest;
  const Result<Baked> baked = Bake(*world, options);
  if (!baked) return baked.error();
  const Result<RoomMaker> maker = RoomMaker::Make(*world->mesh());
  if (!maker) return maker.error();
  const Result<ClearanceProbe> probe = ClearanceProbe::Make(*world);
  if (!probe) return probe.error();
  const Navigator navigator(baked->net);
  const Result<peers::DenseGrid> dense = peers::DenseGrid::Create(baked->sampling.levels.back());
  if (!dense) return dense.error();
  peers::OmplPlanner ompl(*dense);
  OmplOutcome in_ompl;

  QueryContext context;
  RoomContext room_context;
  TrajectoryContext trajectory_context;
  FlightPath path;
  RoomCorridor boxes;
  Rooms rooms;
  PlannedTrajectory planned;
  TrajectoryQuery query = settings.query;
  query.limits.up = world->up;
  Outcome in_boxes, in_rooms;
  double bends_s = 0, spline_s = 0;
  int splines = 0, spline_hits = 0, without_rooms = 0;
  for (uint64_t i = 0, flights = 0; flights < uint64_t(settings.flights) && i < 4 * uint64_t(settings.flights); ++i) {
    FlightQuery flight;
    flight.start = *navigator.RandomFree(2 * i, place.radius_m);
    flight.goal = *navigator.RandomFree(2 * i + 1, place.radius_m);
    flight.radius_m = place.radius_m;
    navigator.Find(flight, context, path);
    if (path.status != PathStatus::Complete) continue;
    const bool converge = flights++ % 8 == 0;
    const double bound_s = Trapezoid(path.length_m, query.limits);
    bends_s += StopAtBends(path.points, query.limits);
    if (const Spline spline(path.points); spline.IsCurve()) {
      bool hits = false;
      spline_s += spline.Fly(query.limits, *probe, place.radius_m, hits);
      ++splines;
      spline_hits += hits;
    }
    double from_us = MicrosecondsNow();
    const bool has_boxes = BoxRoomsOf(navigator, flight, path.points, context, boxes);
    in_boxes.rooms_us.push_back(MicrosecondsNow() - from_us);
    from_us = MicrosecondsNow();
    maker->Find(navigator, flight, path.points, room_context, rooms);
    in_rooms.rooms_us.push_back(MicrosecondsNow() - from_us);
    if (!has_boxes || rooms.status != RoomStatus::Complete) {
      ++without_rooms;
      continue;
    }
    query.points = path.points;
    query.rooms = &boxes;
    in_boxes.Plan(query, bound_s, converge, trajectory_context, planned);
    query.points = rooms.path;
    query.rooms = &rooms.corridor;
    const double before_s = in_rooms.seconds;
    in_rooms.Plan(query, bound_s, converge, trajectory_context, planned);
    if (in_ompl.asked < settings.ompl_flights) {
      in_ompl.Fly(ompl, navigator.info().frame, flight, in_rooms.seconds - before_s, query.limits);
    }
  }
  if (settings.json) {
    json["worlds"].push_back({{"world", place.world},
                              {"voxel_m", place.voxel_m},
                              {"radius_m", place.radius_m},
                              {"without_rooms", without_rooms},
                              {"boxes", in_boxes.ToJson()},
                              {"rooms", in_rooms.ToJson()},
                              {"stop_at_bends_over_rooms", bends_s / in_rooms.seconds},
                              {"spline_over_rooms", spline_s / in_rooms.seconds},
                              {"splines", splines},
                              {"spline_collisions", spline_hits},
                              {"ompl", in_ompl.ToJson()}});
    return Ok();
  }
  const std::string name = place.world.substr(place.world.find_last_of('/') + 1) + " " + Json(place.radius_m).dump();
  in_boxes.Print(name, "boxes", bends_s);
  in_rooms.Print(name, "triangles", bends_s);
  std::printf("|  | spline | %d of %d collide | | | | %.2f of ours | | |\n", spline_hits, splines,
              spline_s / in_rooms.seconds);
  if (in_ompl.asked > 0) {
    std::printf("|  | OMPL | %d of %d found | | | %.1f / %.1f | %.2f of ours without stops, %.2f with | | |\n",
                in_ompl.found, in_ompl.asked, Percentile(in_ompl.us, 0.5) / 1e3, Percentile(in_ompl.us, 0.99) / 1e3,
                in_ompl.ours_s > 0 ? in_ompl.profile_s / in_ompl.ours_s : 0,
                in_ompl.ours_s > 0 ? in_ompl.stops_s / in_ompl.ours_s : 0);
  }
  if (without_rooms > 0) std::printf("%d paths without rooms\n", without_rooms);
  return Ok();
}

int Run(int argc, char** argv) {
  Settings settings;
  std::vector<Place> places;
  InFlightSettings in_flight;
  bool is_in_flight = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto next = [&] { return i + 1 < argc ? std::atof(argv[++i]) : 0; };
    if (word == "--flights")
      settings.flights = int(next());
    else if (word == "--ompl")
      settings.ompl_flights = int(next());
    else if (word == "--steps")
      settings.query.max_steps = int(next());
    else if (word == "--speed")
      settings.query.limits.speed_m_s = next();
    else if (word == "--acceleration")
      settings.query.limits.acceleration_m_s2 = next();
    else if (word == "--jerk")
      settings.query.limits.jerk_m_s3 = next();
    else if (word == "--in-flight")
      is_in_flight = true;
    else if (word == "--seconds")
      in_flight.seconds = next();
    else if (word == "--seeds")
      in_flight.seeds = int(next());
    else if (word == "--json")
      settings.json = in_flight.json = true;
    else {
      const double voxel_m = next(), radius_m = next();
      places.push_back({word, voxel_m, radius_m});
    }
  }
  if (is_in_flight) return MeasureInFlight(in_flight);
  if (places.empty()) {
    places = {{"city", 1, 0.5},       {"city", 1, 1},         {"station", 0.2, 0.3}, {"station", 0.2, 0.4},
              {"building", 0.2, 0.3}, {"building", 0.2, 0.2}, {"forest", 0.5, 0.4},  {"forest", 0.5, 0.8},
              {"cave", 0.5, 0.4},     {"cave", 0.5, 0.8}};
  }
  Json json;
  if (!settings.json) {
    std::printf(
        "| world, radius m | rooms of | found / failed / violations | rooms p50 / p99 | rooms us p50 / p99 | "
        "plan ms p50 / p99 | T / bound p50 / p99 | T / converged p50 / p99 | stop at bends / T |\n");
    std::printf("|---|---|---|---|---|---|---|---|---|\n");
  }
  for (const Place& place : places) {
    if (const Status measured = Measure(place, settings, json); !measured) {
      std::fprintf(stderr, "trajectory_bench: %s: %s\n", place.world.c_str(), measured.error().message.c_str());
      return 2;
    }
  }
  if (settings.json) std::printf("%s\n", json.dump(2).c_str());
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Run(argc, argv); }
