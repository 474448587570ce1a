// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <navnet/net/net_quality.h>
#include <navnet/net/net_world.h>
#include <navnet/runtime/navigator.h>

#include "console.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <utility>

namespace navnet::cli {
namespace {

constexpr double kMuchSealed = 0.05;
constexpr std::array<std::pair<Keep, const char*>, 4> kKeepNames = {
    {{Keep::All, "all"}, {Keep::Outside, "outside"}, {Keep::Largest, "largest"}, {Keep::Seeds, "seeds"}}};

double TurnDegrees(const GridFrame& frame) {
  return std::atan2(frame.turn.sin, frame.turn.cos) * 180 / std::numbers::pi;
}

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

// Formats as "1: 20, 2-3: 14 …", without empty classes.
std::string BySideText(const BoxesBySide& boxes) {
  std::string text;
  for (size_t k = 0; k < boxes.size(); ++k) {
    if (boxes[k] == 0) continue;
    const int64_t from = int64_t{1} << k;
    text += (text.empty() ? "" : ", ") + Grouped(from);
    if (k + 1 == boxes.size()) {
      text += "+";
    } else if (k > 0) {
      text += "-" + Grouped(2 * from - 1);
    }
    text += ": " + Grouped(int64_t(boxes[k]));
  }
  return text;
}

}  // namespace

void TextReport::Line(const std::string& name, const std::string& value) {
  constexpr size_t kColumn = 12;
  text_ += name + std::string(name.size() < kColumn ? kColumn - name.size() : 1, ' ') + value + "\n";
}

int PrintReport(const TextReport& report) {
  const Status printed = Print(report.text());
  return printed ? kDone : Fail(printed.error());
}

int PrintReport(const Json& report) {
  // File names may be invalid UTF-8, which JSON does not allow.
  const Status printed = Print(report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return printed ? kDone : Fail(printed.error());
}

std::string KeepName(Keep keep) {
  for (const auto& [value, name] : kKeepNames) {
    if (value == keep) return name;
  }
  return "?";
}

std::optional<Keep> KeepFromName(std::string_view name) {
  for (const auto& [value, its_name] : kKeepNames) {
    if (name == its_name) return value;
  }
  return std::nullopt;
}

std::string BoundsText(const GridFrame& frame, const VoxelBox& bounds) {
  const Box3 box = frame.WorldBox(bounds);
  return Text(box.min) + " to " + Text(box.max) + " m, " + Grouped(bounds.Size(0)) + " x " + Grouped(bounds.Size(1)) +
         " x " + Grouped(bounds.Size(2)) + " voxels" +
         (frame.turn.IsNone() ? "" : ", rotated by " + Shortest(TurnDegrees(frame), 4) + " degrees");
}

Json ToJson(Vec3 p) { return {p.x, p.y, p.z}; }

void AddGrid(Json& out, const GridFrame& frame, const VoxelBox& bounds) {
  const Box3 box = frame.WorldBox(bounds);
  out["voxel_m"] = frame.voxel_m;
  out["bounds_m"] = {{"min", ToJson(box.min)}, {"max", ToJson(box.max)}};
  out["dimensions"] = {bounds.Size(0), bounds.Size(1), bounds.Size(2)};
  out["turn_deg"] = TurnDegrees(frame);
}

// Radii of the levels that each gate serves.
std::vector<std::vector<double>> ServedRadii(const Net& net) {
  std::vector<std::vector<double>> out(net.gates().size());
  if (out.empty()) return out;
  const Navigator navigator(net);
  for (size_t i = 0; i < out.size(); ++i) {
    for (const NetLevel& level : net.levels()) {
      // A gate may be narrower than the largest agents of a level.
      const double radius_m =
          net.gates()[i].radius_m > 0 ? std::min(net.gates()[i].radius_m, level.radius_m) : level.radius_m;
      const bool is_level = net.LevelFor(radius_m) == &level;
      if (is_level && navigator.ServesGate(i, radius_m)) out[i].push_back(radius_m);
    }
  }
  return out;
}

void AddNet(Json& out, const Net& net) {
  const NetLevel& first = net.levels().front();
  out["cells"] = first.cells.size();
  out["contacts"] = first.contact_count();
  out["components"] = first.component_count;
  out["voxels_free"] = first.voxels_free;
  out["voxels_left_out"] = first.voxels_left_out;
  out["voxels_blocked"] = first.voxels_blocked;
  out["net_bytes"] = net.image().size();
  out["keep"] = KeepName(net.info().keep);
  out["min_cell"] = net.info().min_cell;
  for (const NetLevel& level : net.levels()) {
    out["levels"].push_back({{"radius_m", level.radius_m},
                             {"cells", level.cells.size()},
                             {"contacts", level.contact_count()},
                             {"components", level.component_count},
                             {"blocks", level.blocks.size()},
                             {"voxels_free", level.voxels_free},
                             {"voxels_left_out", level.voxels_left_out},
                             {"voxels_blocked", level.voxels_blocked}});
  }
  const std::vector<std::vector<double>> served = ServedRadii(net);
  for (size_t i = 0; i < net.gates().size(); ++i) {
    const Gate& gate = net.gates()[i];
    out["gates"].push_back({{"from", ToJson(gate.from)},
                            {"to", ToJson(gate.to)},
                            {"seconds", gate.seconds},
                            {"radius_m", gate.radius_m},
                            {"one_way", gate.one_way != 0},
                            {"closed", gate.is_closed != 0},
                            {"serves_radii_m", served[i]}});
  }
  if (const std::optional<NetWorldSize> world = WorldSizeOf(net)) {
    out["stored_world"] = {{"triangles", world->triangles}, {"vertices", world->vertices}, {"bytes", world->bytes}};
  }
  const GroundView& ground = net.ground();
  if (ground.IsEmpty()) return;
  out["ground"] = {{"area_m2", ground.area_m2},
                   {"layers", ground.layer_count},
                   {"components", ground.component_count},
                   {"boundary_loops", ground.ring_count},
                   {"walls", ground.walls.size()},
                   {"vertices", ground.vertices.size()},
                   {"edges", ground.edges.size()},
                   {"bends", ground.bends.size()},
                   {"patches", ground.patches.size()},
                   {"links", ground.links.size()},
                   {"max_slope_deg", ground.max_slope_deg},
                   {"step_m", ground.step_m},
                   {"height_m", ground.height_m}};
}

void AddNet(TextReport& out, const Net& net) {
  double most_sealed = 0;
  for (const NetLevel& level : net.levels()) {
    out.Line("radius " + Shortest(level.radius_m),
             Grouped(int64_t(level.cells.size())) + " cells in " + Grouped(int64_t(level.blocks.size())) + " blocks, " +
                 Grouped(int64_t(level.contact_count())) + " contacts, " + Grouped(level.component_count) +
                 (level.component_count == 1 ? " component, " : " components, ") + Grouped(level.voxels_free) +
                 " voxels free, " + (level.voxels_left_out > 0 ? Grouped(level.voxels_left_out) + " left out, " : "") +
                 Grouped(level.voxels_blocked) + " blocked");
    const LevelQuality quality = MeasureQuality(level, net.info().frame.voxel_m);
    if (level.voxels_left_out > 0) {
      out.Line("left out",
               Percent(1 - quality.coverage) + " of the free volume: " +
                   (net.info().min_cell > 1 ? "cells thinner than " + std::to_string(net.info().min_cell) +
                                                  " voxels, where no passage is lost (--min-cell 1 keeps them)"
                                            : "") +
                   (net.info().min_cell > 1 && net.info().keep != Keep::All ? ", and " : "") +
                   (net.info().keep != Keep::All ? "what --keep " + KeepName(net.info().keep) + " leaves out" : ""));
    }
    if (level.cells.empty()) continue;
    most_sealed = std::max({most_sealed, double(quality.sealed_cells) / double(level.cells.size()),
                            double(quality.sealed_voxels) / double(level.voxels_free)});
  }
  if (const std::optional<NetWorldSize> world = WorldSizeOf(net)) {
    out.Line("stored",
             Grouped(int64_t(world->triangles)) + " triangles of the world, " + BytesText(double(world->bytes)));
  }
  if (const GroundView& ground = net.ground(); !ground.IsEmpty()) {
    const auto count = [](size_t number, const char* one, const char* many) {
      return Grouped(int64_t(number)) + " " + (number == 1 ? one : many);
    };
    size_t spots = 0;
    for (const GroundLink& link : ground.links) spots += link.kind == LinkKind::Spot ? 1 : 0;
    out.Line("ground", Shortest(ground.area_m2, 6) + " m2 in " + count(ground.layer_count, "layer", "layers") +
                           " and " + count(ground.component_count, "component", "components") + ", " +
                           count(ground.ring_count, "boundary", "boundaries") + " of " +
                           count(ground.walls.size(), "wall", "walls") + "; up to " + Shortest(ground.max_slope_deg) +
                           " degrees, steps of " + Shortest(ground.step_m) + " m, " + Shortest(ground.height_m) +
                           " m high");
    out.Line("corridors",
             count(ground.vertices.size(), "vertex", "vertices") + ", " + count(ground.edges.size(), "edge", "edges") +
                 ", " + count(ground.bends.size(), "bend", "bends") + "; " + count(spots, "spot", "spots") +
                 " to take off and land, " + count(ground.links.size() - spots, "other link", "other links"));
  }
  const std::vector<std::vector<double>> served = ServedRadii(net);
  for (size_t i = 0; i < net.gates().size(); ++i) {
    const Gate& gate = net.gates()[i];
    std::string radii;
    for (const double radius_m : served[i]) radii += (radii.empty() ? "" : ", ") + Shortest(radius_m);
    out.Line(
        "gate " + std::to_string(i),
        Text(gate.from) + " to " + Text(gate.to) + ", " + Shortest(gate.seconds) + " s" +
            (gate.one_way ? ", one way" : "") + (gate.is_closed ? ", closed" : "") +
            (radii.empty() ? "; serves no level: an end is not in free air" : "; for agents up to radius " + radii));
  }
  if (net.info().keep == Keep::All && most_sealed > kMuchSealed) {
    out.Line("hint",
             "up to " + Percent(most_sealed) +
                 " of a level is sealed off from its largest component; --keep outside, --keep largest or --seed "
                 "X,Y,Z leaves such pockets out");
  }
}

void AddQuality(Json& out, const Net& net) {
  for (const NetLevel& level : net.levels()) {
    const LevelQuality quality = MeasureQuality(level, net.info().frame.voxel_m);
    out["quality"].push_back({{"radius_m", level.radius_m},
                              {"coverage", quality.coverage},
                              {"free_m3", quality.free_m3},
                              {"left_out_m3", quality.left_out_m3},
                              {"cells_by_side", quality.cells},
                              {"volumes_by_side", quality.volumes},
                              {"cell_voxels_mean", quality.cell_voxels},
                              {"volume_voxels_mean", quality.volume_voxels},
                              {"degree_mean", quality.degree_mean},
                              {"degree_max", quality.degree_max},
                              {"bytes_per_cell", quality.bytes_per_cell},
                              {"sealed",
                               {{"components", quality.sealed_components},
                                {"cells", quality.sealed_cells},
                                {"voxels", quality.sealed_voxels}}}});
  }
}

void AddQuality(TextReport& out, const Net& net) {
  for (const NetLevel& level : net.levels()) {
    const LevelQuality quality = MeasureQuality(level, net.info().frame.voxel_m);
    if (net.levels().size() > 1) out.Line("", "-- radius " + Shortest(level.radius_m) + " m");
    out.Line("coverage", Percent(quality.coverage) + " of the free voxels; " + Shortest(quality.free_m3, 6) +
                             " m3 in cells, " + Shortest(quality.left_out_m3, 6) + " m3 left out");
    out.Line("cells", "by shortest side in voxels " + BySideText(quality.cells) + "; mean " +
                          Shortest(quality.cell_voxels, 4) + " voxels");
    out.Line("volumes", "by shortest side in voxels " + BySideText(quality.volumes) + "; mean " +
                            Shortest(quality.volume_voxels, 4) + " voxels");
    out.Line("degree", "mean " + Shortest(quality.degree_mean, 3) + ", max " + Grouped(int64_t(quality.degree_max)));
    out.Line("sealed", Grouped(int64_t(quality.sealed_cells)) + " cells, " + Grouped(quality.sealed_voxels) +
                           " voxels in " + Grouped(int64_t(quality.sealed_components)) + " pockets");
    out.Line("memory", Shortest(quality.bytes_per_cell, 4) + " bytes per cell, contacts included");
  }
}

}  // namespace navnet::cli
