#include "ground_image.h"

#include <cmath>

namespace navnet {
namespace {

constexpr double kTallest = 1000;
constexpr double kFar = 1e12;  // No mesh lies farther from the origin.

bool IsPlace(Vec2 p) { return std::abs(p.x) <= kFar && std::abs(p.y) <= kFar; }
bool IsPlace(Vec3 p) { return std::abs(p.x) <= kFar && std::abs(p.y) <= kFar && std::abs(p.z) <= kFar; }
bool IsLength(double length) { return length >= 0 && length <= kFar; }
bool IsRange(uint32_t first, uint32_t count, size_t size) { return first <= size && count <= size - first; }

std::string At(const char* what, size_t i) { return std::string(what) + " " + std::to_string(i) + " "; }

std::string FindSurfaceFault(const GroundView& ground) {
  for (const Vec2& corner : ground.corners) {
    if (!IsPlace(corner)) return "a corner that is no place";
  }
  for (size_t i = 0; i < ground.patches.size(); ++i) {
    const GroundPatch& patch = ground.patches[i];
    if (patch.corner_count < 3 || !IsRange(patch.first_corner, patch.corner_count, ground.corners.size())) {
      return At("patch", i) + "names corners that are not there";
    }
    if (patch.layer >= ground.layer_count) return At("patch", i) + "is on an unknown layer";
    if (!std::isfinite(patch.base) || !std::isfinite(patch.slope_x) || !std::isfinite(patch.slope_y)) {
      return At("patch", i) + "has no height";
    }
  }
  for (size_t i = 0; i < ground.walls.size(); ++i) {
    const GroundWall& wall = ground.walls[i];
    if (!IsPlace(wall.a) || !IsPlace(wall.b)) return At("wall", i) + "is nowhere";
    if (wall.layer >= ground.layer_count || wall.ring >= ground.ring_count) {
      return At("wall", i) + "is on an unknown layer or ring";
    }
  }
  for (size_t i = 0; i < ground.links.size(); ++i) {
    const GroundLink& link = ground.links[i];
    if (!IsPlace(link.from) || !IsPlace(link.to)) return At("ground link", i) + "leads nowhere";
    if (!IsLength(link.seconds) || link.kind > LinkKind::Door || link.one_way > 1) {
      return At("ground link", i) + "is of no known kind";
    }
  }
  return {};
}

std::string FindAxisFault(const GroundView& ground) {
  uint64_t next_bend = 0;
  for (size_t i = 0; i < ground.edges.size(); ++i) {
    const GroundEdge& edge = ground.edges[i];
    if (edge.from >= ground.vertices.size() || edge.to >= ground.vertices.size()) {
      return At("edge", i) + "ends at no vertex";
    }
    if (edge.bend_count < 2 || edge.first_bend != next_bend ||
        !IsRange(edge.first_bend, edge.bend_count, ground.bends.size())) {
      return At("edge", i) + "names bends that are not its own";
    }
    if (!IsLength(edge.length_m) || !IsLength(edge.min_clearance_m)) return At("edge", i) + "has no length";
    next_bend += edge.bend_count;
  }
  if (next_bend != ground.bends.size()) return "there are bends on no edge";
  for (size_t i = 0; i < ground.bends.size(); ++i) {
    const GroundBend& bend = ground.bends[i];
    if (!IsPlace(bend.p) || !IsPlace(bend.left) || !IsPlace(bend.right)) return At("bend", i) + "is nowhere";
    if (bend.layer >= ground.layer_count || bend.left_layer >= ground.layer_count ||
        bend.right_layer >= ground.layer_count) {
      return At("bend", i) + "is on an unknown layer";
    }
  }
  uint64_t next_spoke = 0;
  for (size_t i = 0; i < ground.vertices.size(); ++i) {
    const GroundVertex& vertex = ground.vertices[i];
    if (!IsPlace(vertex.p) || !IsLength(vertex.clearance_m)) return At("vertex", i) + "is nowhere";
    if (vertex.layer >= ground.layer_count || vertex.component >= ground.component_count) {
      return At("vertex", i) + "is on an unknown layer or piece";
    }
    if (vertex.first_spoke != next_spoke || !IsRange(vertex.first_spoke, vertex.spoke_count, ground.spokes.size())) {
      return At("vertex", i) + "names spokes that are not its own";
    }
    for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
      if (spoke / 2 >= ground.edges.size()) return At("vertex", i) + "has a spoke without an edge";
      const GroundEdge& edge = ground.edges[spoke / 2];
      if ((spoke % 2 == 0 ? edge.from : edge.to) != i) return At("vertex", i) + "has a spoke that begins elsewhere";
    }
    next_spoke += vertex.spoke_count;
  }
  if (next_spoke != ground.spokes.size() || next_spoke != 2 * uint64_t{ground.edges.size()}) {
    return "the spokes are not two for each edge";
  }
  return {};
}

}  // namespace

const char* ToString(LinkKind kind) {
  switch (kind) {
    case LinkKind::Spot: return "spot";
    case LinkKind::Jump: return "jump";
    case LinkKind::Drop: return "drop";
    case LinkKind::Ladder: return "ladder";
    case LinkKind::Door: return "door";
  }
  return "unknown";
}

std::string FindGroundFault(const GroundView& ground) {
  if (!(ground.max_slope_deg >= 0 && ground.max_slope_deg < 90) || !IsLength(ground.step_m) ||
      !(ground.height_m > 0 && ground.height_m <= kTallest) ||
      !(ground.area_m2 >= 0 && std::isfinite(ground.area_m2))) {
    return "an agent that nobody is";
  }
  if (std::string fault = FindSurfaceFault(ground); !fault.empty()) return fault;
  return FindAxisFault(ground);
}

}  // namespace navnet
