#pragma once
// Watches a simulation from outside: writes its log, and measures against the triangles what its agents really did.
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
  double step_s = 0.05;   ///< Of the simulation.
  int steps_a_frame = 2;  ///< Of the log.
  int threads = 0;
};

struct RecordedAgent {
  std::string name, kind;
  double radius_m = 0;
  /// Of walkers, whose positions are on the ground: what they step over and how tall they are. A walker is a capsule
  /// that stands between the two.
  bool walks = false;
  double step_m = 0.3, height_m = 1.8;
};

/// One call at a time.
class FlightRecorder {
 public:
  static Result<FlightRecorder> Make(const World& world, const RecorderOptions& options);

  // Before the first step.
  uint32_t AddAgent(RecordedAgent agent, Vec3 position);
  /// A mesh in axes of its own that moves, or comes and goes; without a pose it is not there at first.
  Result<uint32_t> AddBody(std::string name, std::string kind, const TriangleMesh& mesh, std::optional<Transform> pose);
  /// Of kind "no-fly", a box that flying agents must not enter; of kind "ceiling", one whose low side they must not
  /// rise above; of other kinds only shown.
  void AddZone(LoggedZone zone) { log_.AddZone(std::move(zone)); }

  // At any time.
  double time_s() const { return double(steps_) * options_.step_s; }
  /// The agent follows this path from now on.
  void Plan(uint32_t agent, std::span<const Vec3> points);
  /// The agent set out on a way whose shortest path is this long.
  void AddShortest(double length_m) { report_.shortest_m += length_m; }
  void Arrived(uint32_t agent);
  void Say(std::string text) { log_.AddEvent({time_s(), std::move(text)}); }
  FlightReport& report() { return report_; }

  // In each step: what moved, then its end. A position that is not finite: the agent is not there.
  void MoveTo(uint32_t agent, Vec3 position) { agents_[agent].now = position; }
  void MoveBody(uint32_t body, std::optional<Transform> pose) { bodies_[body].now = pose; }
  /// Audits the step, straight from the positions before it to those now, and writes a frame if one is due.
  void EndStep();

  /// Writes the last frame too. The recorder is done then.
  FlightReport TakeReport();
  FlightLog TakeLog() { return std::move(log_); }

 private:
  /// The upright line from which an agent reaches its radius; of flyers a point.
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
    double reach_m = 0;  ///< Of its mesh from its own origin.
    std::optional<Transform> before, now;
  };

  FlightRecorder(ClearanceProbe world, UpAxis up, const RecorderOptions& options);
  Axis AxisOf(const RecordedAgent& agent, Vec3 position) const;
  /// The least distance to any triangle in this step, at most `at_most_m`.
  double ClearanceOf(const Agent& agent, double at_most_m) const;
  /// The least distance between the axes of two agents in this step.
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
