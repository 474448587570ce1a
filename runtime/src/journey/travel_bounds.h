#pragma once
// What a journey costs at least from the start to each of its stops, and from there to the goal: one search over the
// gates between the cells of the air, and over the stops on the ground. Costs are no less than seconds.
//
// In a cell, which is convex, a flight from one gate to another is no shorter than the gap between them; a walk is no
// shorter than the straight line, nor than what the distances of its ends to a landmark differ. The bounds know walls
// and floors, which the straight line does not.

#include "journey/air_gates.h"
#include "query/open_list.h"
#include "walk/landmarks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A place where a journey may change between walking, flying and links; or one of its ends.
struct TravelStop {
  Vec3 point;
  uint32_t component = 0;  ///< Connected piece of the air, or group of the ground between whose places it can walk.
  bool usable = false, in_air = false;
  bool has_legs = true;  ///< False: changes of mode alone lead from or to it.
};

/// One search at a time; its memory is reused by the next.
class TravelBounds {
 public:
  static constexpr uint32_t kNoStop = 0xFFFFFFFF;

  struct Problem {
    std::span<const TravelStop> stops;
    /// By stop: the one that a change of mode or a link leads to on the searched way, or kNoStop; and its seconds.
    std::span<const uint32_t> changes;
    std::span<const double> change_costs;
    std::span<const Landmarks::Goal> landmarks;  ///< By stop; of those on the ground.
    std::span<const uint32_t> by_group;        ///< Usable stops on the ground, group by group; near ones side by side.
    std::span<const uint32_t> first_in_group;  ///< By group, and one more: into `by_group`.
    const AirGates* air = nullptr;             ///< Null: nothing flies.
    std::span<const AirGates::Gate> gates;     ///< Those of the air, each as large or smaller; at infinity if closed.
    const AirSpots* spots = nullptr;           ///< Named by link.
    const LevelIndex* level = nullptr;
    const GridFrame* frame = nullptr;
    UpAxis up = UpAxis::Z;
    double walk_m_s = 0, fly_m_s = 0;
    uint32_t root = 0;       ///< Where the way begins; seen from the goal, all is turned round.
    uint32_t end_count = 0;  ///< Stops before those of links, of which each has two: the air is a spot's second.
  };

  /// Searches from the root to everything.
  void Search(const Problem& problem);

  /// Least seconds between the root and a stop when the last thing on the way from the root is a walk or flight …
  double ByLeg(uint32_t stop) const { return labels_[NodeOf(stop, true)]; }
  /// … and when it is a change of mode or a link, or nothing.
  double ByChange(uint32_t stop) const { return labels_[NodeOf(stop, false)]; }

 private:
  /// Stops on the ground that lie side by side in `by_group`, of one group.
  struct Bunch {
    Vec2 lo, hi;                ///< Around them, on the plan.
    Landmarks::Goal landmarks;  ///< As far as it holds for all of them.
    double slowest_s;           ///< No less than any of their labels by leg.
    uint32_t begin, end;
  };
  struct Entry {
    double key;
    uint32_t node;
  };

  size_t NodeOf(uint32_t stop, bool by_leg) const { return gate_count_ + 2 * size_t{stop} + by_leg; }
  void MakeBunches(const Problem& problem);
  void Relax(size_t node, double seconds);
  void Walk(const Problem& problem, uint32_t to, double seconds);
  void LeaveByAir(const Problem& problem, uint32_t stop, double seconds);
  void LeaveByGround(const Problem& problem, uint32_t stop, double seconds);
  void PassGate(const Problem& problem, uint32_t gate, double seconds);
  void ReachStopsIn(const Problem& problem, uint32_t cell, Vec3 lo, Vec3 hi, double seconds);

  std::vector<double> labels_;  ///< By gate, then two for each stop: by a change, by a leg.
  std::vector<Bunch> bunches_;
  std::vector<uint32_t> first_bunch_;  ///< By group, and one more.
  std::vector<TouchingCells> end_cells_;
  std::vector<Vec3> end_points_;  ///< In voxels.
  OpenList<Entry> open_;
  size_t gate_count_ = 0;
  double s_per_voxel_ = 0;
};

/// Metres that a walk between two places takes at least, by their distances to landmarks.
double LeastWalk(const Landmarks::Goal& a, const Landmarks::Goal& b);

}  // namespace navnet
