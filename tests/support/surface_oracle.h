#pragma once
// What is walkable, by brute force from the definition in navnet/ground.h; and what a surface's contours must satisfy.

#include <navnet/core/mesh.h>
#include <navnet/ground.h>
#include <navnet/net/ground.h>

#include "ground/surface/surface.h"

#include <vector>

namespace navnet::oracle {

/// Heights of the walkable surfaces over a point of the plan, ascending, by rays against all triangles. Empty in
/// `clear` when the point is too close to a limit (a step, a ceiling just high enough, two surfaces crossing) to be
/// judged.
class WalkableHeights {
 public:
  WalkableHeights(MeshView mesh, UpAxis up, const WalkOptions& options);
  std::vector<double> At(Vec2 plan, bool& clear) const;

 private:
  struct Face {
    Vec2 plan[3];
    double height[3];
    bool walkable;
  };
  WalkOptions options_;
  std::vector<Face> faces_;
};

/// Heights by the surface: of every layer that holds the point, from its patches. NaN for a layer without a patch
/// there.
std::vector<double> HeightsAt(const GroundSurface& surface, Vec2 plan);

/// The distance to the nearest edge of any layer's outline, connections included, in metres.
double DistanceToOutline(const GroundSurface& surface, Vec2 plan);

/// How often the outline of a layer winds round a point; 1 on the ground, 0 off it.
int Winding(const GroundContours& contours, const GroundLayer& layer, Vec2 plan);

/// The first flaw found in the contours, or an empty string: rings of three or more points, no edges that cross, ground
/// on the left of every edge, and connections that are one edge of each of their two layers, in opposite directions.
std::string FlawOf(const GroundContours& contours);

/// Closed boundaries of the ground when all connections are open.
size_t CountLoops(const GroundContours& contours);

}  // namespace navnet::oracle
