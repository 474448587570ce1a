// SPDX-License-Identifier: Apache-2.0
#include "journey/ground_stops.h"

#include "journey/travel_tables.h"

#include <algorithm>

namespace navnet {

double WalkRadius(double radius_m) { return RadiusUsed(radius_m) - std::min(kClearanceSlack_m, kLeastRadius_m / 2); }

GroundEnd GroundEndOf(const WalkTables& ground, const CellPoint& place, double radius_m) {
  // Tolerance of groups, so that rounding does not separate those joined by a passage just wide enough.
  constexpr double kDoubt_m = 1e-6;
  const double radius = WalkRadius(radius_m);
  const double least = std::max(RadiusUsed(radius_m) - kDoubt_m, kLeastRadius_m / 2);
  GroundEnd end;
  end.polygon = PolygonAt(ground.index, ground.portals, place, radius);
  end.p = MovedInto(ground.portals, end.polygon, place, radius);
  end.patch = place.patch;
  end.group = ground.GroupOf(PolygonAt(ground.index, ground.portals, place, least), least);
  return end;
}

void GroundStops::Build(const WalkTables& ground, std::span<const std::optional<GroundStop>> from,
                        std::span<const std::optional<GroundStop>> to, std::span<const GroundLink> links,
                        double radius_m) {
  ends_.clear();
  // Counts go two slots ahead, so that the sums are one ahead, and filling moves them to their places.
  first_in_.assign(ground.ground().vertices.size() + ground.portals.infos.size() + 2, 0);
  const auto is_listed = [&](size_t end) {
    return ends_[end].group != kNoGroup && (end % 2 == 0 || links[end / 2].kind != LinkKind::Spot);
  };
  for (size_t i = 0; i < 2 * links.size(); ++i) {
    const auto& stop = (i % 2 == 0 ? from : to)[i / 2];
    const bool fits = stop && stop->place.clearance_m >= radius_m;
    ends_.push_back(!fits                                               ? GroundEnd{}
                    : i % 2 == 1 && links[i / 2].kind == LinkKind::Spot ? ends_.back()
                                                                        : GroundEndOf(ground, stop->place, radius_m));
    if (is_listed(i)) ++first_in_[SlotOf(ground, ends_[i].polygon) + 2];
  }
  for (size_t i = 1; i < first_in_.size(); ++i) first_in_[i] += first_in_[i - 1];
  in_slots_.resize(first_in_.back());
  for (uint32_t i = 0; i < ends_.size(); ++i) {
    if (is_listed(i)) in_slots_[first_in_[SlotOf(ground, ends_[i].polygon) + 1]++] = i;
  }
}

}  // namespace navnet
