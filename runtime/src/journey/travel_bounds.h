// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lower bounds on the cost of a journey from the start to each of its stops, and from there to the goal: one Dijkstra
// search over the gates between the cells of the air and over the stops on the ground. Costs are never less than
// seconds of travel, so bounds in seconds hold for both.
//
// Cells are convex, so a flight inside a cell from one gate to another is at least as long as the gap between them. A
// walk is at least as long as the straight line, and as the difference between the distances of its ends to a landmark.
// Unlike the straight line, these bounds take walls and floors into account.

#include "journey/air_gates.h"
#include "query/open_list.h"
#include "walk/landmarks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A point where a journey may change between walking, flying and links; or one of its ends.
struct TravelStop {
  Vec3 point;
  uint32_t component = 0;  ///< Component of the air, or group of the ground (see WalkTables::GroupOf).
  bool usable = false, in_air = false;
  bool has_legs = true;  ///< False: no walks or flights begin or end here, only changes of mode.
};

/// Runs one search at a time; the next one reuses its memory.
class TravelBounds {
 public:
  static constexpr uint32_t kNoStop = 0xFFFFFFFF;

  struct Problem {
    std::span<const TravelStop> stops;
    /// By stop: the stop that a change of mode or a link leads to in the direction of the search, or kNoStop; and the
    /// cost of that change in seconds.
    std::span<const uint32_t> changes;
    std::span<const double> change_costs;
    std::span<const Landmarks::Goal> landmarks;  ///< By stop; valid for those on the ground.
    std::span<const uint32_t> by_group;          ///< Usable stops on the ground, sorted by group; nearby ones adjacent.
    std::span<const uint32_t> first_in_group;    ///< By group, plus one: index into `by_group`.
    const AirGates* air = nullptr;               ///< Null: the agent does not fly.
    std::span<const AirGates::Gate> gates;       ///< The gates of `air`, possibly shrunk; at infinity if closed.
    const AirSpots* spots = nullptr;             ///< Identified by link.
    const LevelIndex* level = nullptr;
    const GridFrame* frame = nullptr;
    UpAxis up = UpAxis::Z;
    double walk_m_s = 0, fly_m_s = 0;
    uint32_t root = 0;       ///< Where the search begins: the start, or the goal with all changes reversed.
    uint32_t end_count = 0;  ///< Stops before those of links. Of the two of a spot, the second is in the air.
  };

  /// Searches from the root to all stops.
  void Search(const Problem& problem);

  /// Lower bound on the seconds between the root and a stop if the part of the journey next to the stop is a walk or
  /// flight …
  double ByLeg(uint32_t stop) const { return labels_[NodeOf(stop, true)]; }
  /// … or if it is a change of mode, a link, or nothing.
  double ByChange(uint32_t stop) const { return labels_[NodeOf(stop, false)]; }

 private:
  /// Consecutive stops in `by_group` of one group, tested together.
  struct Bunch {
    Vec2 lo, hi;                ///< Bounding box on the plan.
    Landmarks::Goal landmarks;  ///< Bounds that hold for all of them.
    double slowest_s;           ///< Upper bound on their labels by leg.
    uint32_t begin, end;
  };
  struct Entry {
    double key;
    uint32_t node;
    bool operator<(const Entry& other) const { return key < other.key; }
  };

  size_t NodeOf(uint32_t stop, bool by_leg) const { return gate_count_ + 2 * size_t{stop} + by_leg; }
  void MakeBunches(const Problem& problem);
  void Relax(size_t node, double seconds);
  void Walk(const Problem& problem, uint32_t to, double seconds);
  void LeaveByAir(const Problem& problem, uint32_t stop, double seconds);
  void LeaveByGround(const Problem& problem, uint32_t stop, double seconds);
  void PassGate(const Problem& problem, uint32_t gate, double seconds);
  void ReachStopsIn(const Problem& problem, uint32_t cell, Vec3 lo, Vec3 hi, double seconds);

  std::vector<double> labels_;  ///< By gate, then two for each stop: by change, by leg.
  std::vector<Bunch> bunches_;
  std::vector<uint32_t> first_bunch_;  ///< By group, plus one.
  std::vector<TouchingCells> end_cells_;
  std::vector<Vec3> end_points_;  ///< In voxels.
  OpenList<Entry> open_;
  size_t gate_count_ = 0;
  double s_per_voxel_ = 0;
};

/// Lower bound on the length of a walk between two points in metres, from their distances to landmarks.
double LeastWalk(const Landmarks::Goal& a, const Landmarks::Goal& b);

}  // namespace navnet
