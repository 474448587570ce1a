// SPDX-License-Identifier: Apache-2.0
#pragma once
// Output of subcommands: aligned lines for people, JSON for scripts.

#include <navnet/core/geometry.h>
#include <navnet/internal/core/text.h>
#include <navnet/net/net.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace navnet::cli {

using Json = nlohmann::ordered_json;

/// Lines with a name and a value, in aligned columns.
class TextReport {
 public:
  void Line(const std::string& name, const std::string& value);
  void Append(const TextReport& other) { text_ += other.text_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Describes grid bounds: corners in metres, voxels along each axis, and the grid's rotation if it has one.
std::string BoundsText(const GridFrame& frame, const VoxelBox& bounds);

/// Prints a report to standard output and returns the exit status.
int PrintReport(const TextReport& report);
int PrintReport(const Json& report);

Json ToJson(Vec3 p);
/// Adds voxel_m, bounds_m, dimensions and turn_deg.
void AddGrid(Json& out, const GridFrame& frame, const VoxelBox& bounds);
/// Adds cells, contacts, components, voxels_free, voxels_left_out, voxels_blocked (of the first level), net_bytes,
/// keep, min_cell and levels[].
void AddNet(Json& out, const Net& net);
/// The same as text, with a hint if much of the free space is sealed off.
void AddNet(TextReport& out, const Net& net);
/// Adds quality[], one entry per level.
void AddQuality(Json& out, const Net& net);
/// The same as text.
void AddQuality(TextReport& out, const Net& net);

/// Name of the value in options and JSON: all, outside, largest, seeds.
std::string KeepName(Keep keep);
std::optional<Keep> KeepFromName(std::string_view name);

}  // namespace navnet::cli
