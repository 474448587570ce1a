#pragma once
// What subcommands print: aligned lines for people, JSON for scripts.

#include <navnet/core/geometry.h>
#include <navnet/internal/core/text.h>
#include <navnet/net/net.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace navnet::cli {

using Json = nlohmann::ordered_json;

/// Lines of a name and a value, aligned.
class TextReport {
 public:
  void Line(const std::string& name, const std::string& value);
  void Append(const TextReport& other) { text_ += other.text_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Grid bounds: corners in metres and voxels along each axis, and how the grid is turned, if it is.
std::string BoundsText(const GridFrame& frame, const VoxelBox& bounds);

/// Prints a report on standard output and returns the exit status.
int PrintReport(const TextReport& report);
int PrintReport(const Json& report);

Json ToJson(Vec3 p);
/// Adds voxel_m, bounds_m, dimensions and turn_deg.
void AddGrid(Json& out, const GridFrame& frame, const VoxelBox& bounds);
/// Adds cells, contacts, components, voxels_free, voxels_left_out, voxels_blocked (of the first level), net_bytes,
/// keep, min_cell and levels[].
void AddNet(Json& out, const Net& net);
/// The same for people, with a hint when much of the free space is sealed off.
void AddNet(TextReport& out, const Net& net);
/// Adds quality[], one for each level.
void AddQuality(Json& out, const Net& net);
/// The same for people.
void AddQuality(TextReport& out, const Net& net);

/// The names scripts and options use: all, outside, largest, seeds.
std::string KeepName(Keep keep);
std::optional<Keep> KeepFromName(std::string_view name);

}  // namespace navnet::cli
