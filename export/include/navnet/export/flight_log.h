// SPDX-License-Identifier: Apache-2.0
#pragma once
// The record of a simulation, step by step. Demo flights write it, the viewer plays it, and other formats are exported
// from it.
//
//   FlightLog log(0.1);
//   for (const Drone& drone : drones) log.AddAgent({drone.name, "drone", drone.radius_m});
//   while (Simulate()) log.AddFrame(positions);
//   Result<uint64_t> bytes = log.Save("swarm.json");
//
// The file is one JSON object. All but the first line is optional; a missing list is empty:
//
//   {"format": "navnet flight", "version": 1, "step_s": 0.1, "up": "z", "origin_m": [x, y, z], "frames": 2,
//    "agents": [{"name": "d1", "kind": "drone", "radius_m": 0.3}], "positions": "…",
//    "shapes": [{"vertices": "…", "triangles": "…"}], "bodies": [{"name": "rock 1", "kind": "rock", "shape": 0}],
//    "poses": "…",
//    "zones": [{"name": "airport", "kind": "no-fly", "min_m": [x, y, z], "max_m": [x, y, z]}],
//    "plans": [{"agent": 0, "time_s": 1.5, "points_m": [[x, y, z], …]}],
//    "events": [{"time_s": 2, "text": "the door of room 4 closes"}]}
//
// Strings shown as "…" are base64 of little-endian 32-bit numbers. `positions`: by frame, then by agent, floats x, y, z
// in metres relative to `origin_m`, so that worlds far from the origin stay precise to well below a millimetre.
// `poses`: by frame, then by body, x, y, z likewise, then the rotation's x, y, z, w. An agent or body that is absent in
// a frame has three or seven NaN. `vertices` are floats in the shape's own axes, `triangles` integer indices.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/core/transform.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// An agent of a log.
struct LoggedAgent {
  std::string name;     ///< Label in the viewer.
  std::string kind;     ///< Selects the appearance; the viewer has models for "drone", "fighter" and "walker".
  double radius_m = 0;  ///< Size in the viewer. A walker's positions are on the ground, those of others at the centre.
};

/// An object other than an agent that moves, appears or disappears, such as a rock or a door.
struct LoggedBody {
  std::string name, kind;  ///< Label and appearance in the viewer.
  uint32_t shape = 0;      ///< The index that AddShape returned.
};

/// A box that marks a part of space.
struct LoggedZone {
  std::string name;  ///< Label in the viewer.
  std::string kind;  ///< For example "no-fly", "start", "goal".
  Box3 box;          ///< In the world, in metres.
};

/// The path that an agent follows from `time_s` until its next plan.
struct LoggedPlan {
  uint32_t agent = 0;        ///< Index of the agent, in the order they were added.
  double time_s = 0;         ///< When the plan begins.
  std::vector<Vec3> points;  ///< In the world, in metres; empty: no plan from this time on.
};

/// An event, described by a line of text.
struct LoggedEvent {
  double time_s = 0;  ///< When it happens.
  std::string text;   ///< One line, for people.
};

/// A log in memory. Takes 12 bytes per agent and frame and 28 per body and frame. Not thread-safe.
class FlightLog {
 public:
  /// `step_s`: seconds from one frame to the next, > 0. `up`: the world's up axis.
  explicit FlightLog(double step_s, UpAxis up = UpAxis::Z) : step_s_(step_s), up_(up) {}

  /// Requires: no frame was added yet. The same holds for AddBody.
  void AddAgent(LoggedAgent agent) { agents_.push_back(std::move(agent)); }
  /// Adds a shape that any number of bodies can use, and returns its index. Vertices are kept in single precision.
  uint32_t AddShape(MeshView mesh);
  /// Requires: its shape was added.
  void AddBody(LoggedBody body);
  /// Adds a zone.
  void AddZone(LoggedZone zone) { zones_.push_back(std::move(zone)); }
  /// Plans and events are added in the order of their times. Requires: the agent was added.
  void AddPlan(LoggedPlan plan);
  /// Adds an event; see AddPlan.
  void AddEvent(LoggedEvent event) { events_.push_back(std::move(event)); }

  /// Adds a frame: one world position in metres per agent and one pose per body, in the order they were added. The
  /// scale of poses is ignored. A position that is not finite marks an absent agent or body. The first finite position
  /// becomes the origin. Requires: one position per agent and one pose per body.
  void AddFrame(std::span<const Vec3> positions, std::span<const Transform> poses = {});

  /// Seconds from one frame to the next.
  double step_s() const { return step_s_; }
  /// The world's up axis.
  UpAxis up() const { return up_; }
  /// The agents, in the order they were added.
  std::span<const LoggedAgent> agents() const { return agents_; }
  /// The shapes of bodies.
  std::span<const TriangleMesh> shapes() const { return shapes_; }
  /// The bodies, in the order they were added.
  std::span<const LoggedBody> bodies() const { return bodies_; }
  /// The zones.
  std::span<const LoggedZone> zones() const { return zones_; }
  /// The plans, in the order of their times.
  std::span<const LoggedPlan> plans() const { return plans_; }
  /// The events, in the order of their times.
  std::span<const LoggedEvent> events() const { return events_; }
  /// Number of frames.
  size_t frame_count() const { return frame_count_; }
  /// The point that positions are stored relative to.
  Vec3 origin_world() const { return origin_world_; }
  /// Positions relative to the origin, in the layout of the file.
  std::span<const float> offsets() const { return offsets_; }
  /// Poses, in the layout of the file.
  std::span<const float> poses() const { return poses_; }
  /// World position of an agent; NaN when it is absent. Requires: both indices are in range.
  Vec3 PositionAt(size_t frame, size_t agent) const;

  /// The contents of the file. Deterministic: the same log gives the same bytes.
  std::string Text() const;
  /// The same without the base64 strings, for formats that store these numbers separately, such as viewer pages.
  std::string HeadText() const;
  /// A hash of the text, as 16 hexadecimal digits.
  std::string Fingerprint() const;
  /// Writes the file atomically (a temporary file, then a rename). Returns its size in bytes.
  Result<uint64_t> Save(const std::filesystem::path& file) const;
  /// Reads a file, which need not be trusted: returns an error if it is damaged, too large or not a log.
  static Result<FlightLog> Load(const std::filesystem::path& file);

 private:
  double step_s_;
  UpAxis up_;
  Vec3 origin_world_ = {};
  bool has_origin_ = false;
  size_t frame_count_ = 0;
  std::vector<LoggedAgent> agents_;
  std::vector<TriangleMesh> shapes_;
  std::vector<LoggedBody> bodies_;
  std::vector<LoggedZone> zones_;
  std::vector<LoggedPlan> plans_;
  std::vector<LoggedEvent> events_;
  std::vector<float> offsets_, poses_;
};

}  // namespace navnet
