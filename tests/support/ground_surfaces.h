// SPDX-License-Identifier: Apache-2.0
#pragma once
// Walkable surfaces made of convex cells, and their contours, for tests of what is built from contours.

#include "ground/plan/contours.h"
#include "support/random_meshes.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

namespace navnet {

/// Cells that share two corners (by index, regardless of position) are neighbours. Cells may overlap on the plan.
struct CellSurface {
  struct Cell {
    std::vector<uint32_t> corners;  ///< Counter-clockwise.
    uint32_t layer = 0;
  };
  std::vector<GroundPoint> corners;
  std::vector<Cell> cells;
};

inline GroundRing RingOf(std::vector<GroundPoint> points) {
  std::vector<uint32_t> connections(points.size(), kNoConnection);
  return {std::move(points), std::move(connections)};
}

/// One layer without connections; one unit is a metre.
inline GroundContours OneLayer(std::vector<std::vector<GroundPoint>> rings) {
  GroundContours contours;
  contours.unit_m = 1;
  contours.layers.resize(1);
  for (auto& points : rings) contours.layers[0].rings.push_back(RingOf(std::move(points)));
  return contours;
}

/// Boundaries of each layer's cells as rings; edges shared by cells of two layers become connections.
inline GroundContours ContoursOf(const CellSurface& surface) {
  GroundContours contours;
  contours.unit_m = 1;
  using Edge = std::pair<uint32_t, uint32_t>;
  std::map<Edge, uint32_t> layer_of;
  for (const auto& cell : surface.cells) {
    if (contours.layers.size() <= cell.layer) contours.layers.resize(cell.layer + 1);
    for (size_t i = 0; i < cell.corners.size(); ++i) {
      layer_of[{cell.corners[i], cell.corners[(i + 1) % cell.corners.size()]}] = cell.layer;
    }
  }
  std::map<Edge, uint32_t> connection_of;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Edge>> leaving;  // By layer and corner.
  for (const auto& [edge, layer] : layer_of) {
    const auto other = layer_of.find({edge.second, edge.first});
    if (other != layer_of.end() && other->second == layer) continue;
    leaving[{layer, edge.first}].push_back(edge);
    if (other == layer_of.end()) continue;
    if (edge.first < edge.second) {
      connection_of[edge] = connection_of[other->first] = uint32_t(contours.connections.size());
      contours.connections.push_back(
          {{layer, other->second}, surface.corners[edge.first], surface.corners[edge.second]});
    }
  }
  for (auto& [start, edges] : leaving) {
    while (!edges.empty()) {
      GroundRing ring;
      for (auto* at = &edges; !at->empty();) {
        const Edge edge = at->back();
        at->pop_back();
        ring.points.push_back(surface.corners[edge.first]);
        const auto c = connection_of.find(edge);
        ring.connections.push_back(c == connection_of.end() ? kNoConnection : c->second);
        at = &leaving[{start.first, edge.second}];
      }
      contours.layers[start.first].rings.push_back(std::move(ring));
    }
  }
  return contours;
}

/// A grid of quadrilaterals: `layer(i, j)` is the layer of the cell in column i and row j, negative if it is not
/// walkable. Corners are `size` apart and displaced by up to `jitter` (less than size / 4) along each axis.
template <class LayerFunction>
CellSurface GridSurface(int columns, int rows, int size, int jitter, uint64_t seed, LayerFunction&& layer) {
  TestRandom random(seed);
  CellSurface surface;
  for (int j = 0; j <= rows; ++j) {
    for (int i = 0; i <= columns; ++i) {
      surface.corners.push_back(
          {i * size + random.Integer(-jitter, jitter), j * size + random.Integer(-jitter, jitter)});
    }
  }
  const auto corner = [&](int i, int j) { return uint32_t(j * (columns + 1) + i); };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const int of = layer(i, j);
      if (of < 0) continue;
      surface.cells.push_back({{corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)}, uint32_t(of)});
    }
  }
  return surface;
}

}  // namespace navnet
