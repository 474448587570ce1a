#pragma once
// The part of a track that a drone's mission is made of.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <span>
#include <vector>

namespace navnet {

/// The points that are flown, from the take-off to the landing; points of unknown mode count as flown. The last keeps
/// how it came. Fails when nothing is flown, or when it is flown in more than one piece.
Result<std::vector<TrackPoint>> FlownPart(const Track& track);

/// Leaves out points between two others where the line between these stays within `tolerance_m` of all left out
/// (D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", Cartographica 10 (1973)). First and last stay, and so do points where the mode
/// changes and one in 1024.
std::vector<TrackPoint> Simplified(std::span<const TrackPoint> points, double tolerance_m);

}  // namespace navnet
