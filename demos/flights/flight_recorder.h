// SPDX-License-Identifier: Apache-2.0
#pragma once
// Observes a simulation: writes its log, and measures the agents' actual movement against the triangles.
//
//   Result<FlightRecorder> recorder = FlightRecorder::Make(world, {.step_s = 0.05, .steps_a_frame = 2});
//   for (Drone& drone : drones) drone.number = recorder->AddAgent({"d1", "drone", 0.4}, drone.position);
//   while (!done) {
//     …
//     for (Drone& drone : drones) recorder->MoveTo(drone.number, drone.position);
//     recorder->EndStep();
//   }
//   flight.report = recorder->TakeReport();
//   flight.log = recorder->TakeLog();

#include <navnet/core/result.h>
#include <navnet/core/transform.h>
#include <navnet/export/flight_log.h>
#include <navnet/flights/flight_report.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace navnet {

struct RecorderOptions {
  double step_s = 0.05;   ///< Time step of the simulation.
  int steps_a_frame = 2;  ///< Simulation steps per frame of the log.
  int threads = 0;
};

struct RecordedAgent {
  std::string name, kind;
  double radius_m = 0;
  /// For walkers, whose positions are on the ground: the step height and the total height. A walker is a capsule
  /// between the two.
  bool walks = false;
  double step_m = 0.3, height_m = 1.8;
};

/// Not thread-safe.
class FlightRecorder {
 public:
  static Result<FlightRecorder> Make(const World& world, const RecorderOptions& options);

  // Requires: called before the first step.
  uint32_t AddAgent(RecordedAgent agent, Vec3 position);
  /// Adds a mesh, in its own axes, that moves or appears and disappears. Without a pose it is absent at first.
  Result<uint32_t> AddBody(std::string name, std::string kind, const TriangleMesh& mesh, std::optional<Transform> pose);
  /// Kind "no-fly": a box that flying agents must not enter. Kind "ceiling": a box whose low side they must not rise
  /// above. Other kinds are only displayed.
  void AddZone(LoggedZone zone) { log_.AddZone(std::move(zone)); }

  // May be called at any time.
  double time_s() const { return double(steps_) * options_.step_s; }
  /// Logs the path that the agent follows from now on.
  void Plan(uint32_t agent, std::span<const Vec3> points);
  /// Adds the length of the shortest path for the trip that an agent starts.
  void AddShortest(double length_m) { report_.shortest_m += length_m; }
  void Arrived(uint32_t agent);
  void Say(std::string text) { log_.AddEvent({time_s(), std::move(text)}); }
  FlightReport& report() { return report_; }

  // In each step: set what moved, then call EndStep. A position that is not finite means that the agent is absent.
  void MoveTo(uint32_t agent, Vec3 position) { agents_[agent].now = position; }
  void MoveBody(uint32_t body, std::optional<Transform> pose) { bodies_[body].now = pose; }
  /// Audits the step, with agents moving straight from the previous positions to the current ones, and writes a frame
  /// if one is due. Bodies move straight and rotate uniformly; the deviation caused by rotation is subtracted, so
  /// reported clearances are lower bounds.
  void EndStep();

  /// Also writes the last frame. The recorder must not be used afterwards.
  FlightReport TakeReport();
  FlightLog TakeLog() { return std::move(log_); }

 private:
  /// Axis of an agent's capsule: a vertical segment; a point for flyers.
  struct Axis {
    Vec3 low, high;
  };
  struct Agent {
    RecordedAgent spec;
    Vec3 before, now;
    bool has_arrived = false;
  };
  struct Body {
    ClearanceProbe probe;
    double reach_m = 0;  ///< Radius of its mesh around its own origin.
    std::optional<Transform> before, now;
  };

  FlightRecorder(ClearanceProbe world, UpAxis up, const RecorderOptions& options);
  Axis AxisOf(const RecordedAgent& agent, Vec3 position) const;
  /// Least distance to any triangle in this step, clamped to `at_most_m`.
  double ClearanceOf(const Agent& agent, double at_most_m) const;
  /// Least distance between the axes of two agents in this step.
  double DistanceBetween(const Agent& a, const Agent& b) const;
  void AuditClearances();
  void AuditPairs();
  void AuditZones();
  void NoteCollision(const Agent& agent, const std::string& with);
  void WriteFrame();

  ClearanceProbe world_;
  UpAxis up_;
  RecorderOptions options_;
  FlightLog log_;
  FlightReport report_;
  int64_t steps_ = 0;
  std::vector<Agent> agents_;
  std::vector<Body> bodies_;
};

}  // namespace navnet
