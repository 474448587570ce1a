// SPDX-License-Identifier: Apache-2.0
// A delivery service: drones fly from a roof to the streets, around closed blocks and below a ceiling, and set down
// robots that walk on to the doors. Each delivery is one query over air and ground.

#include <navnet/bake.h>
#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/travel.h>
#include <navnet/worlds/worlds.h>

#include "flights/city_map.h"
#include "flights/flight_recorder.h"

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

constexpr int kDeliveries = 16;
constexpr double kStepS = 0.05, kMostS = 600;
constexpr double kRadiusM = 0.4;
constexpr double kDepartS = 1.5;     // Interval between departures.
constexpr double kSetDownS = 3;      // Duration of a landing.
constexpr double kGapM = 0.1;        // Minimum distance of a robot that is set down from others.
constexpr double kClearM = 3;        // A robot is set down once no drone is nearer: its own has climbed this far.
constexpr double kSpotsApartM = 10;  // Spacing of landing spots; coarser than by default, for faster journeys.
constexpr double kReplanS = 0.5;
constexpr Vec3 kAbsent = {std::numeric_limits<double>::quiet_NaN(), 0, 0};

constexpr FollowLimits kDroneLimits = {
    .speed_m_s = 12, .acceleration_m_s2 = 8, .turn_rad_s = 4, .look_ahead_m = 3, .stray_m = 0.4, .arrival_m = 0.2};
constexpr FollowLimits kRobotLimits = {.speed_m_s = 1.6, .arrival_m = 0.1};

enum class Stage : uint8_t { Waiting, Flying, Landing, Returning, Done };

struct Delivery {
  TravelPath path;
  std::vector<Vec3> way_back;
  Vec3 pad;
  AgentId drone, robot;
  Stage stage = Stage::Waiting;
  bool has_set_down = false, has_delivered = false;
  double next_s = 0;  ///< Time at which it may depart, or plan again.
  uint32_t drone_number = 0, robot_number = 0;

  std::span<const Vec3> Flight() const { return path.PointsOf(path.segments.front()); }
  std::span<const Vec3> Walk() const { return path.PointsOf(path.segments.back()); }
};

/// Whether the path consists of a flight, a landing and a walk.
bool IsDelivery(const TravelPath& path) {
  return path.status == PathStatus::Complete && path.segments.size() == 3 && path.segments[0].mode == TravelMode::Fly &&
         path.segments[1].mode == TravelMode::Land && path.segments[2].mode == TravelMode::Walk;
}

/// All deliveries of a day, and the crowd that carries them out.
class DeliveryService {
 public:
  DeliveryService(const Navigator& navigator, CityMap map, FlightRecorder& recorder)
      : navigator_(navigator), crowd_(navigator), map_(std::move(map)), recorder_(recorder) {}

  /// Plans all deliveries.
  Status Plan() {
    const Traveller traveller(navigator_);
    for (size_t i = 0; i < map_.pads.size(); ++i) {
      Delivery delivery;
      delivery.pad = map_.pads[i];
      delivery.next_s = kDepartS * double(i);
      const Stopwatch watch;
      delivery.path = traveller.Find({.start = map_.pads[i],
                                      .goal = map_.doors[i],
                                      .agent = {kRadiusM, kRobotLimits.speed_m_s, kDroneLimits.speed_m_s, kSetDownS},
                                      .fly_regions = map_.regions,
                                      .ceiling_m = map_.flight_ceiling_m});
      recorder_.report().journeys.Add(1e6 * watch.Elapsed());
      if (!IsDelivery(delivery.path)) {
        return Error{ErrorCode::InvalidArgument,
                     "no path from the depot to the door of delivery " + std::to_string(i + 1)};
      }
      delivery.way_back = Fly(delivery.Flight().back(), delivery.pad);
      if (delivery.way_back.empty()) {
        return Error{ErrorCode::Internal, "no path back to the depot for delivery " + std::to_string(i + 1)};
      }
      Register(delivery);
      deliveries_.push_back(std::move(delivery));
    }
    return Ok();
  }

  bool IsDone() const {
    return std::ranges::all_of(deliveries_,
                               [](const Delivery& d) { return d.stage == Stage::Done && d.has_delivered; });
  }

  double ShareDone() const { return double(recorder_.report().arrived) / (2.0 * double(deliveries_.size())); }

  Status Step(int threads) {
    for (Delivery& d : deliveries_) {
      if (Status s = Advance(d); !s) return s;
    }
    const Stopwatch watch;
    if (Status s = crowd_.Step(kStepS, threads); !s) return s;
    recorder_.report().steps.Add(1e6 * watch.Elapsed());
    for (const Delivery& d : deliveries_) {
      if (const AgentState* drone = crowd_.Find(d.drone)) recorder_.MoveTo(d.drone_number, drone->position);
      if (const AgentState* robot = crowd_.Find(d.robot)) recorder_.MoveTo(d.robot_number, robot->position);
    }
    recorder_.EndStep();
    return Ok();
  }

 private:
  /// Plans a flight around the zones. A drone inside a zone's margin first leaves it.
  std::vector<Vec3> Fly(Vec3 start, Vec3 goal) {
    const Stopwatch watch;
    const Vec3 outside = Outside(start);
    const FlightPath path = navigator_.Find({.start = outside,
                                             .goal = goal,
                                             .radius_m = kRadiusM,
                                             .regions = map_.regions,
                                             .ceiling_m = map_.flight_ceiling_m,
                                             .snap_m = kRadiusM});
    recorder_.report().queries.Add(1e6 * watch.Elapsed());
    if (path.status != PathStatus::Complete) return {};
    std::vector<Vec3> points = path.points;
    if (!(outside == start)) points.insert(points.begin(), start);
    return points;
  }

  /// The nearest visible point outside of all widened zones and below the ceiling; `p` if it is one or if none is
  /// found.
  Vec3 Outside(Vec3 p) const {
    constexpr double kBeyondM = 0.01;
    const auto is_outside = [&](Vec3 q) {
      return q.z < map_.flight_ceiling_m &&
             std::ranges::all_of(map_.regions, [&](const CostRegion& r) { return DepthIn(r.box_world, q) == 0; });
    };
    if (is_outside(p)) return p;
    Vec3 best = p;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](int axis, double at) {
      Vec3 q = p;
      q[axis] = at;
      if (Length(q - p) >= least || !is_outside(q) || !navigator_.IsVisible(p, q, kRadiusM)) return;
      least = Length(q - p);
      best = q;
    };
    consider(2, map_.flight_ceiling_m - kBeyondM);
    for (const CostRegion& region : map_.regions) {
      if (DepthIn(region.box_world, p) == 0) continue;
      for (int a = 0; a < 3; ++a) {
        consider(a, region.box_world.min[a] - kBeyondM);
        consider(a, region.box_world.max[a] + kBeyondM);
      }
    }
    return best;
  }

  /// Whether a drone that avoided others must plan again: it lost its path, or is more than halfway through a margin.
  bool IsAstray(const AgentState& drone) const {
    if (drone.status == AgentStatus::OffPath) return true;
    return drone.position.z > map_.ceiling_m - kZoneMarginM / 2 ||
           std::ranges::any_of(map_.regions, [&](const CostRegion& r) {
             return DepthIn(r.box_world, drone.position) > kZoneMarginM / 2;
           });
  }

  void Register(Delivery& d) {
    const std::string number = std::to_string(deliveries_.size() + 1);
    d.drone_number = recorder_.AddAgent({"drone " + number, "drone", kRadiusM}, d.pad);
    d.robot_number =
        recorder_.AddAgent({.name = "robot " + number, .kind = "walker", .radius_m = kRadiusM, .walks = true}, kAbsent);
    const auto length_of = [](std::span<const Vec3> points) {
      double length = 0;
      for (size_t i = 1; i < points.size(); ++i) length += Length(points[i] - points[i - 1]);
      return length;
    };
    recorder_.AddShortest(length_of(d.Flight()) + length_of(d.way_back) + d.path.segments.back().length_m);
  }

  /// Starts an agent's next activity once the current one is finished.
  Status Advance(Delivery& d) {
    const double now_s = recorder_.time_s();
    if (d.stage == Stage::Waiting && now_s == 0) {
      Result<AgentId> id = crowd_.Add({.position = d.pad, .radius_m = kRadiusM, .limits = kDroneLimits});
      if (!id) return id.error();
      d.drone = *id;
    }
    if (d.stage == Stage::Waiting && now_s >= d.next_s) {
      d.stage = Stage::Flying;
      return Send(d.drone, d.drone_number, d.Flight());
    }
    const AgentState& drone = *crowd_.Find(d.drone);
    const bool is_flying = d.stage == Stage::Flying || d.stage == Stage::Returning;
    if (is_flying && now_s >= d.next_s && IsAstray(drone)) {
      const std::vector<Vec3> path = Fly(drone.position, d.stage == Stage::Flying ? d.Flight().back() : d.pad);
      d.next_s = now_s + kReplanS;
      if (!path.empty()) return Send(d.drone, d.drone_number, path);
    }
    if (d.stage == Stage::Flying && drone.status == AgentStatus::Arrived) {
      d.stage = Stage::Landing;
      d.next_s = now_s + kSetDownS;
      recorder_.Say("drone " + std::to_string(d.drone_number / 2 + 1) + " has landed");
      return Ok();
    }
    if (d.stage == Stage::Landing && now_s >= d.next_s) {
      d.stage = Stage::Returning;
      return Send(d.drone, d.drone_number, d.way_back);
    }
    if (d.stage == Stage::Returning && !d.has_set_down && IsClear(d.Walk().front())) {
      d.has_set_down = true;
      Result<AgentId> id = crowd_.Add(
          {.kind = AgentKind::Walker, .position = d.Walk().front(), .radius_m = kRadiusM, .limits = kRobotLimits});
      if (!id) return id.error();
      d.robot = *id;
      return Send(d.robot, d.robot_number, d.Walk());
    }
    if (d.stage == Stage::Returning && drone.status == AgentStatus::Arrived) {
      d.stage = Stage::Done;
      recorder_.Arrived(d.drone_number);
    }
    if (const AgentState* robot = crowd_.Find(d.robot); robot && robot->status == AgentStatus::Arrived) {
      if (!d.has_delivered) recorder_.Say("robot " + std::to_string(d.drone_number / 2 + 1) + " is at the door");
      d.has_delivered = true;
      recorder_.Arrived(d.robot_number);
    }
    return Ok();
  }

  /// Whether there is room for a robot at `p`, where other drones may land, too.
  bool IsClear(Vec3 p) const {
    const auto is_within = [&](AgentId agent, double distance_m) {
      const AgentState* state = crowd_.Find(agent);
      return state && Length(state->position - p) < distance_m;
    };
    return std::ranges::none_of(deliveries_, [&](const Delivery& d) {
      return is_within(d.robot, 2 * kRadiusM + kGapM) || is_within(d.drone, kClearM);
    });
  }

  Status Send(AgentId id, uint32_t number, std::span<const Vec3> points) {
    recorder_.Plan(number, points);
    return crowd_.SetPath(id, points);
  }

  const Navigator& navigator_;
  Crowd crowd_;
  CityMap map_;
  FlightRecorder& recorder_;
  std::vector<Delivery> deliveries_;
};

}  // namespace

Result<Flight> FlyCity(const FlightOptions& options) {
  if (Status s = Validate(options); !s) return s.error();
  Result<TriangleMesh> mesh = MakeWorld({.kind = WorldKind::City, .seed = options.seed});
  if (!mesh) return mesh.error();
  const Box3 box = BoundsOf(*mesh);
  World world{.name = "city", .up = UpAxis::Z, .geometry = std::move(*mesh)};

  BakeOptions bake;
  bake.sample.radii_m = {kRadiusM};
  bake.sample.threads = options.threads;
  bake.sample.progress = options.progress;
  bake.keep = Keep::Largest;
  bake.walk = WalkOptions{};
  bake.spot_spacing_m = kSpotsApartM;
  const Stopwatch bake_watch;
  const Result<Baked> baked = Bake(world, bake);
  if (!baked) return baked.error();
  const double bake_s = bake_watch.Elapsed();
  const Navigator navigator(baked->net);

  const int deliveries = options.agents > 0 ? std::max(1, options.agents / 2) : kDeliveries;
  Result<CityMap> map = MakeCityMap(navigator, box, deliveries, kRadiusM, options.seed);
  if (!map) return map.error();
  Result<FlightRecorder> recorder = FlightRecorder::Make(world, {.step_s = kStepS, .threads = options.threads});
  if (!recorder) return recorder.error();
  for (const LoggedZone& zone : map->zones) recorder->AddZone(zone);

  DeliveryService service(navigator, std::move(*map), *recorder);
  if (Status s = service.Plan(); !s) return s.error();
  while (!service.IsDone() && recorder->time_s() < kMostS) {
    if (options.progress && !options.progress("flying", service.ShareDone())) {
      return Error{ErrorCode::Cancelled, "cancelled"};
    }
    if (Status s = service.Step(options.threads); !s) return s.error();
  }
  FlightReport report = recorder->TakeReport();
  report.bake_s = bake_s;
  return Flight{std::to_string(deliveries) + " deliveries by drone and robot in a city", std::move(world), baked->net,
                recorder->TakeLog(), std::move(report)};
}

}  // namespace navnet
