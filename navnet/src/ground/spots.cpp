#include "spots.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

constexpr double kWantedSpots = 2000, kSmallestSpacing = 1;
constexpr double kRoom = 0.25;  // Clearance in metres below which a meeting of corridors is no place to land.

bool Holds(std::span<const Vec2> corners, Vec2 p) {
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    if (Cross(b - a, p - a) < 0) return false;
  }
  return true;
}

}  // namespace

std::vector<GroundLink> MakeSpots(const GroundView& ground, UpAxis up, double spacing_m) {
  if (spacing_m <= 0) spacing_m = std::max(kSmallestSpacing, std::sqrt(ground.area_m2 / kWantedSpots));
  std::vector<GroundLink> spots;
  const auto add = [&](const GroundPatch& patch, Vec2 p) {
    GroundLink spot;
    spot.from = spot.to = WorldOf(p, patch.HeightAt(p), up);
    spots.push_back(spot);
  };
  // The meeting places by patch: each is looked for in the patches of its layer that hold it, of which there is one.
  std::vector<const GroundVertex*> meetings;
  for (const GroundVertex& vertex : ground.vertices) {
    if (vertex.spoke_count >= 3 && vertex.clearance_m >= kRoom) meetings.push_back(&vertex);
  }
  std::ranges::sort(meetings, {}, [](const GroundVertex* v) { return v->p.x; });
  for (const GroundPatch& patch : ground.patches) {
    const auto corners = ground.corners.subspan(patch.first_corner, patch.corner_count);
    Vec2 lo = corners[0], hi = corners[0];
    for (const Vec2 c : corners) {
      lo = {std::min(lo.x, c.x), std::min(lo.y, c.y)};
      hi = {std::max(hi.x, c.x), std::max(hi.y, c.y)};
    }
    // Off the world's round numbers, where walls like to stand.
    for (double i = std::ceil(lo.x / spacing_m - 0.5); (i + 0.5) * spacing_m < hi.x; ++i) {
      for (double j = std::ceil(lo.y / spacing_m - 0.5); (j + 0.5) * spacing_m < hi.y; ++j) {
        const Vec2 p{(i + 0.5) * spacing_m, (j + 0.5) * spacing_m};
        if (Holds(corners, p)) add(patch, p);
      }
    }
    const auto first = std::ranges::lower_bound(meetings, lo.x, {}, [](const GroundVertex* v) { return v->p.x; });
    for (auto at = first; at != meetings.end() && (*at)->p.x <= hi.x; ++at) {
      if ((*at)->layer == patch.layer && Holds(corners, (*at)->p)) add(patch, (*at)->p);
    }
  }
  // Borders belong to both patches beside them.
  const auto key = [](const GroundLink& l) { return std::tuple(l.from.x, l.from.y, l.from.z); };
  std::ranges::sort(spots, {}, key);
  spots.erase(std::ranges::unique(spots, {}, key).begin(), spots.end());
  return spots;
}

}  // namespace navnet
