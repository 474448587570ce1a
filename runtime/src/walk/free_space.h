#pragma once
// The free space for one radius as a graph of convex regions, hubs and sleeves, joined by portals: which ways lead out
// of a region, and where a straight line gets through them.

#include "walk/region.h"

#include <cmath>
#include <vector>

namespace navnet {

/// Through a portal, along its edge or against it.
struct WalkWay {
  uint32_t edge = kNone, portal = kNone;
  bool along = true;
};

class FreeSpace {
 public:
  /// A side of a region, with the region on its left.
  struct Side {
    Vec2 a, b;
    bool is_portal;
  };
  struct Ends {
    Vec2 left, right;
  };

  FreeSpace() = default;
  FreeSpace(const GroundView& ground, const WalkPortals& portals, double radius_m)
      : ground_(&ground), portals_(&portals), radius_m_(radius_m) {}

  /// Regions by number, from 0 up to this.
  size_t RegionCount() const { return ground_->vertices.size() + portals_->portals.size(); }
  size_t NumberOf(const WalkRegion& r) const { return r.IsHub() ? r.vertex : ground_->vertices.size() + r.portal; }

  /// Calls `visit(way)` for the ways out of a region that the agent passes, but for the portal it came through.
  template <class Visit>
  void EachWay(const WalkRegion& region, uint32_t came_through, const Visit& visit) const;
  WalkRegion Behind(const WalkWay& way) const;
  WalkRegion Before(const WalkWay& way) const { return Behind({way.edge, way.portal, !way.along}); }

  /// Of a portal as seen along the way; those that are no corners a trifle outside (kWallShare).
  Ends EndsOf(const WalkWay& way) const;

  /// The same at another clearance, no less than the radius, or as near to that as the axis has it there.
  Ends EndsMovedIn(const WalkWay& way, double clearance_m) const;

  /// Lines through the sides of a region, none of which comes nearer to a wall than the radius: the region is what lies
  /// on the left of them all. None for a sleeve that nothing leads out of.
  void Sides(const WalkRegion& region, std::vector<Side>& sides) const;
  /// Whether a region holds a point of the plan, its border included. `scratch`: memory to use.
  bool Contains(const WalkRegion& region, Vec2 p, std::vector<Side>& scratch) const;

  /// Follows the straight line from a place in a region through portals, until it crosses none: true if that is not for
  /// missing them. `region` becomes the one it ends in; whether that holds `to` is left to see. Appends the edges it
  /// passes if `corridor` is given. Linear in the portals crossed.
  bool Follow(WalkRegion& region, Vec2 from, Vec2 to, std::vector<GroundSpoke>* corridor = nullptr) const;

 private:
  bool IsOpen(uint32_t portal) const { return portals_->infos[portal].Clearance() >= radius_m_; }
  Ends FreeEnds(uint32_t portal) const;
  Ends EndsAlongWalls(uint32_t open, const Ends& at_open, uint32_t closed, Ends ends) const;

  const GroundView* ground_ = nullptr;
  const WalkPortals* portals_ = nullptr;
  double radius_m_ = 0;
};

/// Points this near to a ray count as on it, in metres.
inline double OnRay(Vec2 direction) { return 1e-10 * (std::abs(direction.x) + std::abs(direction.y)); }

template <class Visit>
void FreeSpace::EachWay(const WalkRegion& region, uint32_t came_through, const Visit& visit) const {
  const auto offer = [&](const WalkWay& way) {
    if (way.portal != came_through && IsOpen(way.portal)) visit(way);
  };
  if (!region.IsHub()) {
    offer({region.edge, region.portal, false});
    offer({region.edge, region.portal + 1, true});
    return;
  }
  const GroundVertex& vertex = ground_->vertices[region.vertex];
  for (const GroundSpoke spoke : ground_->spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const uint32_t edge = spoke / 2;
    const bool along = spoke % 2 == 0;
    offer({edge, along ? portals_->first[edge] : portals_->first[edge + 1] - 1, along});
  }
}

}  // namespace navnet
