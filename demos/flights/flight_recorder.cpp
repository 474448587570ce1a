// SPDX-License-Identifier: Apache-2.0
#include "flights/flight_recorder.h"

#include <navnet/core/parallel.h>
#include <navnet/internal/core/text.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

/// Tolerance in metres: a distance less than the radius by at most this is rounding, not a collision.
constexpr double kRoundingM = 1e-6;
/// Clearances are measured up to this many radii.
constexpr double kMostRadii = 1000;

/// Transforms a point into the axes of a body at `pose`. Requires: the scale is 1.
Vec3 ToBody(const Transform& pose, Vec3 p) {
  const Quaternion& q = pose.rotation;
  const Vec3 axis = {-q.x, -q.y, -q.z};
  const Vec3 d = p - pose.position;
  const Vec3 twice = Cross(axis, d) * 2.0;
  return d + twice * q.w + Cross(axis, twice);
}

/// Angle between two rotations in radians. Requires: unit quaternions.
double AngleBetween(const Quaternion& a, const Quaternion& b) {
  const auto distance = [](double w, double x, double y, double z) { return std::sqrt(w * w + x * x + y * y + z * z); };
  const double apart = std::min(distance(a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z),
                                distance(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z));
  return 4 * std::asin(std::min(1.0, apart / 2));
}

/// Minimum of a convex function over [0, 1].
template <class Function>
double LeastOf(const Function& f) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return std::min({f(0), f(1), f((low + high) / 2)});
}

}  // namespace

Result<FlightRecorder> FlightRecorder::Make(const World& world, const RecorderOptions& options) {
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world, options.threads);
  if (!probe) return probe.error();
  return FlightRecorder(std::move(*probe), world.up, options);
}

FlightRecorder::FlightRecorder(ClearanceProbe world, UpAxis up, const RecorderOptions& options)
    : world_(std::move(world)), up_(up), options_(options), log_(options.step_s * options.steps_a_frame, up) {}

uint32_t FlightRecorder::AddAgent(RecordedAgent agent, Vec3 position) {
  assert(agent.radius_m > 0 && steps_ == 0);
  log_.AddAgent({agent.name, agent.kind, agent.radius_m});
  agents_.push_back({std::move(agent), position, position});
  ++report_.agents;
  return uint32_t(agents_.size() - 1);
}

Result<uint32_t> FlightRecorder::AddBody(std::string name, std::string kind, const TriangleMesh& mesh,
                                         std::optional<Transform> pose) {
  assert(steps_ == 0);
  Result<ClearanceProbe> probe = ClearanceProbe::Make({.name = name, .up = up_, .geometry = mesh}, options_.threads);
  if (!probe) return probe.error();
  double reach_m = 0;
  for (const Vec3& v : mesh.vertices) reach_m = std::max(reach_m, Length(v));
  log_.AddBody({std::move(name), std::move(kind), log_.AddShape(mesh)});
  bodies_.push_back({std::move(*probe), reach_m, pose, pose});
  return uint32_t(bodies_.size() - 1);
}

void FlightRecorder::Plan(uint32_t agent, std::span<const Vec3> points) {
  log_.AddPlan({agent, time_s(), {points.begin(), points.end()}});
}

void FlightRecorder::Arrived(uint32_t agent) {
  if (std::exchange(agents_[agent].has_arrived, true)) return;
  ++report_.arrived;
}

FlightRecorder::Axis FlightRecorder::AxisOf(const RecordedAgent& agent, Vec3 position) const {
  if (!agent.walks) return {position, position};
  const Vec3 up = up_ == UpAxis::Y ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const double low = agent.step_m + agent.radius_m;
  return {position + up * low, position + up * std::max(low, agent.height_m - agent.radius_m)};
}

double FlightRecorder::ClearanceOf(const Agent& agent, double at_most_m) const {
  const Axis before = AxisOf(agent.spec, agent.before), now = AxisOf(agent.spec, agent.now);
  double least = at_most_m;
  // `bend_m`: upper bound on the distance of the true trajectory from the straight segment.
  const auto look = [&](const ClearanceProbe& probe, const auto& was, const auto& is, double bend_m) {
    const auto measure = [&](Vec3 a, Vec3 b) {
      if (least > 0) least = std::clamp(probe.SegmentClearance(a, b, least + bend_m) - bend_m, 0.0, least);
    };
    const Vec3 low = is(now.low), high = is(now.high);
    measure(was(before.low), low);
    if (!agent.spec.walks) return;
    measure(was(before.high), high);
    measure(low, high);
  };
  const auto as_it_is = [](Vec3 p) { return p; };
  look(world_, as_it_is, as_it_is, 0);
  for (const Body& body : bodies_) {
    if (!body.now || least <= 0) continue;
    // A body that has just appeared did not move.
    const Transform &was = body.before ? *body.before : *body.now, &is = *body.now;
    const double moved = Length(is.position - was.position) + Length(agent.now - agent.before);
    const double distance = Length(agent.now - is.position), around = moved + agent.spec.height_m;
    // In the axes of a rotating body, the agent's trajectory is curved. It deviates from the chord by at most an eighth
    // of its greatest acceleration.
    const double turn_rad = AngleBetween(was.rotation, is.rotation);
    const double bend_m = turn_rad * (turn_rad * (distance + around) + 2 * moved) / 8;
    if (distance - body.reach_m - around - bend_m >= least) continue;
    look(
        body.probe, [&](Vec3 p) { return ToBody(was, p); }, [&](Vec3 p) { return ToBody(is, p); }, bend_m);
  }
  return least;
}

double FlightRecorder::DistanceBetween(const Agent& a, const Agent& b) const {
  const int up = up_ == UpAxis::Y ? 1 : 2;
  const Axis a_before = AxisOf(a.spec, a.before), b_before = AxisOf(b.spec, b.before);
  const Vec3 from = a_before.low - b_before.low, to = AxisOf(a.spec, a.now).low - AxisOf(b.spec, b.now).low;
  const double a_tall = a_before.high[up] - a_before.low[up], b_tall = b_before.high[up] - b_before.low[up];
  return LeastOf([&](double share) {
    Vec3 apart = from + (to - from) * share;
    // If two vertical segments overlap in height, their distance is that on the plan.
    apart[up] = std::max({0.0, apart[up] - b_tall, -apart[up] - a_tall});
    return Length(apart);
  });
}

void FlightRecorder::NoteCollision(const Agent& agent, const std::string& with) {
  if (!report_.first_collision.empty()) return;
  report_.first_collision =
      agent.spec.name + " with " + with + " at " + Text(agent.now) + " after " + Shortest(time_s(), 5) + " s";
}

void FlightRecorder::AuditClearances() {
  const double most_radii =
      report_.least_clearance_radius_m > 0 ? report_.least_clearance_m / report_.least_clearance_radius_m : kMostRadii;
  std::vector<double> clearances(agents_.size());
  ParallelFor(agents_.size(), options_.threads, [&](size_t i) {
    clearances[i] = std::numeric_limits<double>::infinity();
    if (!IsFinite(agents_[i].now)) return;
    // Slightly more than the range that matters, so that a clearance clamped to the limit is not taken for a new
    // minimum.
    clearances[i] = ClearanceOf(agents_[i], agents_[i].spec.radius_m * std::max(1.0, most_radii) * 1.001);
  });
  for (size_t i = 0; i < agents_.size(); ++i) {
    const RecordedAgent& spec = agents_[i].spec;
    if (clearances[i] < spec.radius_m - kRoundingM) {
      ++report_.collisions;
      NoteCollision(agents_[i], "a triangle");
    }
    if (clearances[i] * report_.least_clearance_radius_m < report_.least_clearance_m * spec.radius_m) {
      report_.least_clearance_m = clearances[i];
      report_.least_clearance_radius_m = spec.radius_m;
      report_.least_clearance_agent = spec.name;
    }
  }
}

void FlightRecorder::AuditPairs() {
  // Sweep along x with the reach and movement of the agents in this step, then a test along the other horizontal axis.
  const int side = up_ == UpAxis::Y ? 2 : 1;
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < agents_.size(); ++i) {
    if (IsFinite(agents_[i].now)) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](uint32_t i) { return agents_[i].now.x; });
  double largest = 0, fastest = 0;
  for (const uint32_t i : order) {
    const Agent& agent = agents_[i];
    largest = std::max(largest, agent.spec.radius_m);
    fastest = std::max(fastest, Length(agent.now - agent.before));
  }
  for (size_t i = 0; i < order.size(); ++i) {
    const Agent& a = agents_[order[i]];
    for (size_t j = i + 1; j < order.size(); ++j) {
      const Agent& b = agents_[order[j]];
      const double within_m = 2 * fastest + 2 * largest + std::max(0.0, report_.least_gap_m);
      if (b.now.x - a.now.x > within_m) break;
      if (std::abs(b.now[side] - a.now[side]) > within_m) continue;
      const double gap_m = DistanceBetween(a, b) - a.spec.radius_m - b.spec.radius_m;
      report_.least_gap_m = std::min(report_.least_gap_m, gap_m);
      if (gap_m < -kRoundingM) {
        ++report_.agent_collisions;
        NoteCollision(a, b.spec.name);
      }
    }
  }
}

void FlightRecorder::AuditZones() {
  const int up = up_ == UpAxis::Y ? 1 : 2;
  for (const Agent& agent : agents_) {
    if (agent.spec.walks || !IsFinite(agent.now)) continue;
    for (const LoggedZone& zone : log_.zones()) {
      bool is_in = zone.kind == "ceiling" && agent.now[up] > zone.box.min[up];
      if (zone.kind == "no-fly") {
        is_in = true;
        for (int a = 0; a < 3; ++a) is_in &= agent.now[a] > zone.box.min[a] && agent.now[a] < zone.box.max[a];
      }
      if (is_in) {
        ++report_.trespasses;
        NoteCollision(agent, "the zone " + zone.name);
      }
    }
  }
}

void FlightRecorder::EndStep() {
  if (steps_ == 0) WriteFrame();
  ++steps_;
  for (Agent& agent : agents_) {
    if (!IsFinite(agent.before)) agent.before = agent.now;  // It has just appeared.
  }
  AuditClearances();
  AuditPairs();
  AuditZones();
  const int up = up_ == UpAxis::Y ? 1 : 2;
  for (Agent& agent : agents_) {
    Vec3 moved = agent.now - agent.before;
    if (agent.spec.walks) moved[up] = 0;
    if (IsFinite(moved)) report_.distance_m += Length(moved);
    agent.before = agent.now;
  }
  for (Body& body : bodies_) body.before = body.now;
  if (steps_ % options_.steps_a_frame == 0) WriteFrame();
}

void FlightRecorder::WriteFrame() {
  constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
  std::vector<Vec3> places;
  for (const Agent& agent : agents_) places.push_back(agent.before);
  std::vector<Transform> poses;
  for (const Body& body : bodies_) {
    poses.push_back(body.before ? *body.before : Transform{.position = {kAbsent, kAbsent, kAbsent}});
  }
  log_.AddFrame(places, poses);
}

FlightReport FlightRecorder::TakeReport() {
  if (steps_ == 0 || steps_ % options_.steps_a_frame != 0) WriteFrame();
  report_.simulated_s = time_s();
  return std::move(report_);
}

}  // namespace navnet
