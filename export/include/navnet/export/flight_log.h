#pragma once
// What happened in a simulation, step by step: what demo flights write, the viewer plays and other tools are given.
//
//   FlightLog log(0.1);
//   for (const Drone& drone : drones) log.AddAgent({drone.name, "drone", drone.radius_m});
//   while (Simulate()) log.AddFrame(positions);
//   Result<uint64_t> bytes = log.Save("swarm.json");
//
// The file is one JSON object. All but the first line may be missing, and means nothing of the kind then:
//
//   {"format": "navnet flight", "version": 1, "step_s": 0.1, "up": "z", "origin_m": [x, y, z], "frames": 2,
//    "agents": [{"name": "d1", "kind": "drone", "radius_m": 0.3}], "positions": "…",
//    "shapes": [{"vertices": "…", "triangles": "…"}], "bodies": [{"name": "rock 1", "kind": "rock", "shape": 0}],
//    "poses": "…",
//    "zones": [{"name": "airport", "kind": "no-fly", "min_m": [x, y, z], "max_m": [x, y, z]}],
//    "plans": [{"agent": 0, "time_s": 1.5, "points_m": [[x, y, z], …]}],
//    "events": [{"time_s": 2, "text": "the door of room 4 closes"}]}
//
// Texts that end in "…" are base64 of little-endian numbers of 32 bits. `positions`: frame by frame, agent by agent,
// x, y, z in metres relative to `origin_m`, so that worlds far from the origin stay exact to well below a millimetre.
// `poses`: frame by frame, body by body, x, y, z likewise, then the rotation's x, y, z, w. Three or seven NaN: it is
// not there at that time. `vertices` are reals in the shape's own axes, `triangles` whole numbers.

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

struct LoggedAgent {
  std::string name;     ///< Shown beside it.
  std::string kind;     ///< Agents of a kind look alike; the viewer has models for "drone", "fighter" and "walker".
  double radius_m = 0;  ///< Drawn as large as that. A walker's positions are on the ground, others' at the centre.
};

/// Something that moves, or comes and goes, and is no agent: a rock, a door.
struct LoggedBody {
  std::string name, kind;
  uint32_t shape = 0;  ///< As AddShape returned it.
};

/// A box that says something of the space in it.
struct LoggedZone {
  std::string name;
  std::string kind;  ///< Such as "no-fly", "start", "goal".
  Box3 box;          ///< In the world, in metres.
};

/// The path that an agent has from a time on, until its next one.
struct LoggedPlan {
  uint32_t agent = 0;
  double time_s = 0;
  std::vector<Vec3> points;  ///< In the world, in metres; none: it has no plan any more.
};

struct LoggedEvent {
  double time_s = 0;
  std::string text;
};

/// A log in memory: 12 bytes for each agent and frame, 28 for each body and frame. Not thread-safe.
class FlightLog {
 public:
  /// `step_s`: seconds from one frame to the next, > 0. `up`: of the world.
  explicit FlightLog(double step_s, UpAxis up = UpAxis::Z) : step_s_(step_s), up_(up) {}

  /// Requires: no frame was added yet, as for bodies.
  void AddAgent(LoggedAgent agent) { agents_.push_back(std::move(agent)); }
  /// Returns the shape's number, for any number of bodies. Vertices are kept in single precision.
  uint32_t AddShape(MeshView mesh);
  /// Requires: its shape was added.
  void AddBody(LoggedBody body);
  void AddZone(LoggedZone zone) { zones_.push_back(std::move(zone)); }
  /// Plans and events in the order of their times. Requires: the agent was added.
  void AddPlan(LoggedPlan plan);
  void AddEvent(LoggedEvent event) { events_.push_back(std::move(event)); }

  /// One position for each agent in the order they were added, in the world, in metres, and one pose for each body,
  /// whose scale is not kept. A position that is not finite: it is not there. The first position that is there becomes
  /// the origin. Requires: as many as agents and bodies.
  void AddFrame(std::span<const Vec3> positions, std::span<const Transform> poses = {});

  double step_s() const { return step_s_; }
  UpAxis up() const { return up_; }
  std::span<const LoggedAgent> agents() const { return agents_; }
  std::span<const TriangleMesh> shapes() const { return shapes_; }
  std::span<const LoggedBody> bodies() const { return bodies_; }
  std::span<const LoggedZone> zones() const { return zones_; }
  std::span<const LoggedPlan> plans() const { return plans_; }
  std::span<const LoggedEvent> events() const { return events_; }
  size_t frame_count() const { return frame_count_; }
  Vec3 origin_world() const { return origin_world_; }
  /// Relative to the origin, as in the file.
  std::span<const float> offsets() const { return offsets_; }
  /// As in the file.
  std::span<const float> poses() const { return poses_; }
  /// In the world; NaN when the agent is not there. Requires: both in range.
  Vec3 PositionAt(size_t frame, size_t agent) const;

  /// The file as text: the same log gives the same bytes.
  std::string Text() const;
  /// The same without what would be base64, for those that keep the numbers otherwise, as pages do.
  std::string HeadText() const;
  /// 16 hexadecimal digits that tell logs apart: a hash of the text.
  std::string Fingerprint() const;
  /// Writes the file beside its place and renames it. Returns its size in bytes.
  Result<uint64_t> Save(const std::filesystem::path& file) const;
  /// Files are not trusted: what is damaged, too large or not a log gives an error.
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
