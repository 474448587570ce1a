// SPDX-License-Identifier: Apache-2.0
#include "ground/corridor_map/ecm.h"

#include "ground/corridor_map/corridor_graph.h"
#include "ground/corridor_map/open_connections.h"
#include "ground/corridor_map/voronoi.h"
#include "ground/plan/border.h"

namespace navnet {

CorridorMapMaker::CorridorMapMaker() : voronoi_(std::make_unique<VoronoiMaker>()) {}
CorridorMapMaker::~CorridorMapMaker() = default;

Result<Ground> CorridorMapMaker::Make(const GroundContours& contours, int threads, const ProgressFunction& progress) {
  const auto report = [&progress](double done) { ReportProgress(progress, "corridors", done); };
  report(0);
  const Result<Border> border = MakeBorder(contours, threads);
  if (!border) return border.error();
  report(0.25);
  const Sites sites(*border);
  Result<VoronoiDiagram> diagram = voronoi_->Make(*border, sites, threads);
  if (!diagram) return diagram.error();
  report(0.5);
  if (const Status opened = OpenConnections(*border, sites, *diagram); !opened) return opened.error();

  report(0.75);
  Ground ground;
  ground.layer_count = uint32_t(contours.layers.size());
  const BoundaryLoops loops = FindBoundaryLoops(*border);
  ground.ring_count = loops.count;
  for (uint32_t i = 0; i < border->segments.size(); ++i) {
    const BorderSegment& segment = border->segments[i];
    if (!segment.IsWall()) continue;
    ground.walls.push_back(
        {contours.ToPlan(segment.a), contours.ToPlan(segment.b), segment.layer, loops.of_segment[i]});
  }
  MakeCorridorGraph(contours, *border, sites, *diagram, ground);
  return ground;
}

Result<Ground> BuildCorridorMap(const GroundContours& contours, int threads) {
  return CorridorMapMaker().Make(contours, threads);
}

}  // namespace navnet
