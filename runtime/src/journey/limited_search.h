// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cheapest journey within a limit on the metres flown, over exact walks and flights between given changes of mode.
//
// A label-setting search: a label is the beginning of a journey up to behind a change, with its cost and metres. A
// label that costs no less and flies no less than another one of the same change is dropped (P. Hansen, "Bicriterion
// path problems", Multiple criteria decision making, 1980). Labels are ordered by an estimate of the cost of a journey
// within the limit, as in flown_prices.h: cost + price × metres so far, plus the estimate of the rest at that price,
// minus price × limit. As these are estimates, the first journey found need not be the cheapest: the search goes on
// until all labels cost more by a lower estimate. Legs are computed late: a label goes on with a lower bound on its
// next leg, and that leg is computed only when it comes first (B. Cohen, M. Phillips, M. Likhachev, "Planning
// single-arm manipulations with n-arm robots", RSS 2014).

#include <navnet/core/geometry.h>

#include "journey/flown_prices.h"
#include "journey/travel_stop.h"
#include "query/open_list.h"

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace navnet {

class LimitedSearch {
 public:
  /// A change of mode that journeys may use.
  struct Place {
    uint32_t from = kNoStop, to = kNoStop;  ///< The stops before and behind the change.
    FlownCost change;
    double from_start = 0;  ///< Estimated cost, at the price, from the start up to the change.
    double to_goal = 0;     ///< The same from behind the change to the goal.
  };
  struct Bounds {
    double limit_m = 0;
    double price = 0;
    double known_s = kNever;     ///< Cost of the cheapest journey known within the limit.
    double most = kNever;        ///< Journeys that cost more than this at the price are of no use.
    bool is_any_enough = false;  ///< Ends with the first journey found.
    double walk_s_per_m = 0, fly_s_per_m = 0;
    UpAxis up = UpAxis::Z;
  };
  struct Leg {
    uint32_t from = 0, to = 0;  ///< Stops.
  };

  /// The places of the next search, which the caller fills. The first one is the start: `to` is the stop there. The
  /// last one is the goal: `from` is the stop there.
  std::vector<Place>& places() { return places_; }
  void Begin(const Bounds& bounds, std::span<const TravelStop> stops);
  /// Goes on until a leg is needed, and returns it; nothing when the search has ended. Each step counts `expansions`
  /// down; at 0 it returns kNoLeg.
  std::optional<Leg> Run(int64_t& expansions);
  /// What the leg needed costs; infinite if there is none.
  void Supply(const FlownCost& leg);

  static constexpr Leg kNoLeg = {kNoStop, kNoStop};

  /// Cost and metres of the journey found; infinite if there is none that is cheaper than the one known.
  const FlownCost& found() const { return found_; }
  /// Writes the stops at which the changes of the journey found begin.
  void Trace(std::vector<uint32_t>& changes) const;

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  struct Label {
    FlownCost so_far;
    uint32_t place = 0, parent = kNone;
    uint32_t next = kNone;  ///< Of the same place.
    bool is_dominated = false;
  };
  /// A label; or, unless `place` is kNone, the one that goes on from it to that place.
  struct Entry {
    double key;      ///< Estimated cost of a journey.
    double bound_s;  ///< Lower bound on that.
    uint32_t label, place;
    bool operator<(const Entry& other) const {
      return std::tie(key, label, place) < std::tie(other.key, other.label, other.place);
    }
  };

  FlownCost& LegTo(const Entry& entry) { return legs_[labels_[entry.label].place * places_.size() + entry.place]; }
  double AtPrice(const FlownCost& cost) const { return cost.At(bounds_.price); }
  bool IsGoal(uint32_t place) const { return place + 1 == places_.size(); }
  FlownCost Least(uint32_t from, uint32_t to) const;
  bool IsWorth(double bound_s) const;
  bool Push(const FlownCost& least, double estimate, double rest, uint32_t label, uint32_t place);
  void Reach(const Entry& entry, const FlownCost& leg);
  bool IsDominated(uint32_t place, const FlownCost& so_far);
  void Expand(uint32_t label);

  Bounds bounds_;
  std::span<const TravelStop> stops_;
  std::vector<Place> places_;
  std::vector<uint32_t> first_;  ///< By place: its first label.
  std::vector<Label> labels_;
  std::vector<FlownCost> legs_;  ///< By pair of places; NaN if not known.
  OpenList<Entry> open_;
  Entry waiting_{};  ///< For its leg.
  FlownCost found_;
  uint32_t found_label_ = kNone;
  int64_t expanded_ = 0, computed_ = 0;
};

}  // namespace navnet
