// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force walkability by the definition in navnet/walk_options.h, and the invariants of a surface's contours.

#include <navnet/core/mesh.h>
#include <navnet/net/ground.h>
#include <navnet/walk_options.h>

#include "ground/surface/surface.h"

#include <vector>

namespace navnet::oracle {

/// Heights of the walkable surfaces above a point of the plan, ascending, from rays against all triangles. Sets `clear`
/// to false if the point is too close to a limit (a step, a ceiling just high enough, two surfaces crossing) to decide.
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

/// Heights from the patches of every layer that contains the point; NaN for a layer without a patch there.
std::vector<double> HeightsAt(const GroundSurface& surface, Vec2 plan);

/// Distance in metres to the nearest edge of any layer's outline, connections included.
double DistanceToOutline(const GroundSurface& surface, Vec2 plan);

/// Winding number of a layer's outline around a point; 1 on the ground, 0 off it.
int Winding(const GroundContours& contours, const GroundLayer& layer, Vec2 plan);

/// The first flaw of the contours, or an empty string. Checks: rings have three or more points, no edges cross, ground
/// is on the left of every edge, and each connection is one edge of both its layers, in opposite directions.
std::string FlawOf(const GroundContours& contours);

/// Number of closed boundaries of the ground if all connections are open.
size_t CountLoops(const GroundContours& contours);

}  // namespace navnet::oracle
