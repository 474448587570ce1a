#pragma once
// Where agents were, step by step: what a simulation writes and the viewer plays.
//
//   FlightLog log(0.1);
//   for (const Drone& drone : drones) log.AddAgent({drone.name, "drone", drone.radius_m});
//   while (Simulate()) log.AddFrame(positions);
//   Result<uint64_t> bytes = log.Save("swarm.json");
//
// The file is one JSON object:
//
//   {"format": "navnet flight", "version": 1, "step_s": 0.1, "origin_m": [x, y, z], "frames": 2,
//    "agents": [{"name": "d1", "kind": "drone", "radius_m": 0.3}],
//    "positions": "…"}
//
// `positions` is base64 of little-endian 32-bit reals: frame by frame, agent by agent, x, y, z in metres relative to
// `origin_m`, so that worlds far from the origin stay exact to well below a millimetre. Three NaN: the agent is not
// there at that time.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace navnet {

struct LoggedAgent {
  std::string name;     ///< Shown beside it.
  std::string kind;     ///< Agents of a kind look alike: "drone", "walker" …
  double radius_m = 0;  ///< Drawn as large as that.
};

/// A log in memory: 12 bytes for each agent and frame. Not thread-safe.
class FlightLog {
 public:
  /// `step_s`: seconds from one frame to the next, > 0.
  explicit FlightLog(double step_s) : step_s_(step_s) {}

  /// Requires: no frame was added yet.
  void AddAgent(LoggedAgent agent) { agents_.push_back(std::move(agent)); }

  /// One position for each agent in the order they were added, in the world, in metres. A position that is not finite:
  /// the agent is not there. The first position that is there becomes the origin. Requires: as many as agents.
  void AddFrame(std::span<const Vec3> positions);

  double step_s() const { return step_s_; }
  std::span<const LoggedAgent> agents() const { return agents_; }
  size_t frame_count() const { return agents_.empty() ? 0 : offsets_.size() / (3 * agents_.size()); }
  Vec3 origin_world() const { return origin_world_; }
  /// Relative to the origin, as in the file.
  std::span<const float> offsets() const { return offsets_; }
  /// In the world; NaN when the agent is not there. Requires: both in range.
  Vec3 PositionAt(size_t frame, size_t agent) const;

  /// Writes the file beside its place and renames it. Returns its size in bytes.
  Result<uint64_t> Save(const std::filesystem::path& file) const;
  /// Files are not trusted: what is damaged, too large or not a log gives an error.
  static Result<FlightLog> Load(const std::filesystem::path& file);

 private:
  double step_s_;
  Vec3 origin_world_ = {};
  bool has_origin_ = false;
  std::vector<LoggedAgent> agents_;
  std::vector<float> offsets_;
};

}  // namespace navnet
