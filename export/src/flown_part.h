// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of a track that becomes a drone's mission.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <span>
#include <vector>

namespace navnet {

/// The flown points of a track, from take-off to landing; points of unknown mode count as flown. The last point gets
/// the mode of the segment that ends there. Fails when nothing is flown, or when there is more than one flight.
Result<std::vector<TrackPoint>> FlownPart(const Track& track);

/// Leaves out points as long as each stays within `tolerance_m` of the line between its remaining neighbours (D. H.
/// Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
/// line or its caricature", Cartographica 10 (1973)). The first and last point, points where the mode changes, and one
/// in 1024 are always kept.
std::vector<TrackPoint> Simplified(std::span<const TrackPoint> points, double tolerance_m);

}  // namespace navnet
