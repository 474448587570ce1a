// SPDX-License-Identifier: Apache-2.0
#pragma once
// Journeys worth computing exactly, from the labels of a search from the start and one from the goal.

#include "journey/journey_search.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// A journey by its changes of mode: the stops at which they begin, in order. Between them it walks or flies.
class JourneyCandidates {
 public:
  struct Candidate {
    double cost_s = 0;  ///< Estimated.
    uint32_t first = 0, count = 0;
  };

  void Clear();
  /// Adds a journey that changes at the given stops, unless it is in the list. True when it was added.
  bool Add(std::span<const uint32_t> changes, double cost_s);
  /// Adds the best journey of each search, and the best one through each change of mode, the cheapest first, at most
  /// `most` of them. `forward` and `backward`: the changes of each direction, by stop.
  void AddAll(const JourneySearch& from_start, const JourneySearch& to_goal, std::span<const TravelChange> forward,
              std::span<const TravelChange> backward, size_t most);
  /// Adds the best journey to a stop that the search from the start reached.
  void AddTo(uint32_t stop, const JourneySearch& from_start, std::span<const TravelChange> backward);

  /// Sorts by cost.
  void Sort();

  size_t size() const { return candidates_.size(); }
  const Candidate& operator[](size_t i) const { return candidates_[i]; }
  std::span<const uint32_t> ChangesOf(const Candidate& candidate) const {
    return std::span(stops_).subspan(candidate.first, candidate.count);
  }

 private:
  void TraceToStart(uint32_t stop, const JourneySearch& from_start, std::span<const TravelChange> backward);
  void TraceToGoal(uint32_t stop, const JourneySearch& to_goal, std::span<const TravelChange> forward);

  std::vector<Candidate> candidates_;
  std::vector<uint32_t> stops_;
  std::vector<uint32_t> traced_;
  std::vector<std::pair<double, uint32_t>> ranked_;
};

}  // namespace navnet
