// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_candidates.h"

#include <algorithm>
#include <tuple>

namespace navnet {

void JourneyCandidates::Clear() {
  candidates_.clear();
  stops_.clear();
}

bool JourneyCandidates::Add(std::span<const uint32_t> changes, double cost_s) {
  for (const Candidate& known : candidates_) {
    const std::span<const uint32_t> others = ChangesOf(known);
    if (std::equal(others.begin(), others.end(), changes.begin(), changes.end())) return false;
  }
  candidates_.push_back({cost_s, uint32_t(stops_.size()), uint32_t(changes.size())});
  stops_.insert(stops_.end(), changes.begin(), changes.end());
  return true;
}

// Appends the changes before a stop that was reached by a leg from the start, the last one first.
void JourneyCandidates::TraceToStart(uint32_t stop, const JourneySearch& from_start,
                                     std::span<const TravelChange> backward) {
  while (stop != kStart) {
    // The goal may be reached by a change.
    uint32_t origin = from_start.ByLeg(stop).origin;
    if (origin == kNoStop) origin = stop;
    if (origin == kStart) return;
    stop = backward[origin].to;
    traced_.push_back(stop);
  }
}

// Appends the changes behind a stop that was reached by a leg from the goal.
void JourneyCandidates::TraceToGoal(uint32_t stop, const JourneySearch& to_goal,
                                    std::span<const TravelChange> forward) {
  while (stop != kGoal) {
    uint32_t origin = to_goal.ByLeg(stop).origin;
    if (origin == kNoStop) origin = stop;
    if (origin == kGoal) return;
    traced_.push_back(origin);
    stop = forward[origin].to;
  }
}

void JourneyCandidates::AddTo(uint32_t stop, const JourneySearch& from_start, std::span<const TravelChange> backward) {
  if (!(from_start.ByLeg(stop).cost_s < kNever)) return;
  traced_.clear();
  TraceToStart(stop, from_start, backward);
  std::reverse(traced_.begin(), traced_.end());
  Add(traced_, from_start.ByLeg(stop).cost_s);
}

void JourneyCandidates::Sort() {
  // In the order in which they were added where costs are equal. A stable sort would allocate.
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.cost_s, a.first, a.count) < std::tie(b.cost_s, b.first, b.count);
  });
}

void JourneyCandidates::AddAll(const JourneySearch& from_start, const JourneySearch& to_goal,
                               std::span<const TravelChange> forward, std::span<const TravelChange> backward,
                               size_t most) {
  AddTo(kGoal, from_start, backward);
  traced_.clear();
  if (to_goal.ByLeg(kStart).cost_s < kNever) {
    TraceToGoal(kStart, to_goal, forward);
    Add(traced_, to_goal.ByLeg(kStart).cost_s);
  }
  ranked_.clear();
  for (uint32_t stop = 0; stop < forward.size(); ++stop) {
    const TravelChange& change = forward[stop];
    if (change.to == kNoStop) continue;
    const double cost_s = from_start.ByLeg(stop).cost_s + change.cost_s + to_goal.ByLeg(change.to).cost_s;
    if (cost_s < kNever) ranked_.push_back({cost_s, stop});
  }
  std::sort(ranked_.begin(), ranked_.end());
  for (const auto& [cost_s, stop] : ranked_) {
    if (most == 0) break;
    traced_.clear();
    TraceToStart(stop, from_start, backward);
    std::reverse(traced_.begin(), traced_.end());
    traced_.push_back(stop);
    TraceToGoal(forward[stop].to, to_goal, forward);
    if (Add(traced_, cost_s)) --most;
  }
}

}  // namespace navnet
