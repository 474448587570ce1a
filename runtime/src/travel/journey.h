#pragma once
// One travel query: A* over stops on the ground and in the air. Legs between stops count with a lower bound until one
// of them is the most promising; only then it is really walked or flown.

#include "travel_tables.h"

#include <limits>

namespace navnet {

struct TravelContext::Scratch {
  /// A stop, reached by moving there or by a change of mode: after moving only a change makes sense, and the other way
  /// round, since walks and flights are shortest already.
  struct State {
    double seconds = std::numeric_limits<double>::infinity();  ///< From the start, once closed.
    uint32_t parent = 0;
    bool closed = false;
  };
  struct Stop {
    Vec3 point;
    uint32_t component = 0;
    bool usable = false, in_air = false;
  };
  struct Entry {
    double key;  ///< With the least the rest can take.
    double seconds;
    uint32_t from, to;  ///< States.
    bool certain;       ///< The seconds are not a lower bound any more.
    bool compared;      ///< The bound was held against flights that were measured.
  };

  /// A flight that was measured, by one of its ends.
  struct Flown {
    uint32_t other = 0;  ///< The stop at the other end.
    double seconds = -1;
  };

  FlightContext flight;
  WalkContext walk;
  FlightPath flown;
  WalkPath walked;
  std::vector<Stop> stops;
  std::vector<State> states;
  std::vector<Flown> flown_from, flown_to;  ///< By stop: the first flight measured from it, and to it.
  std::vector<Entry> open;
  std::vector<uint8_t> is_closed;  ///< By link.
  std::vector<uint8_t> pieces;     ///< By piece of ground, then by piece of air: 1 when changes lead there.
  std::vector<uint32_t> way;
  size_t level = 0;
  double fastest_on_ground = 0, fastest = 0;  ///< Metres a second that nothing exceeds.
  PathStatus status = PathStatus::OutsideWorld;
  bool done = true;
  int64_t legs = 0;
};

class Journey {
 public:
  Journey(const Traveller& traveller, const TravelQuery& query, TravelContext& context)
      : navigator_(traveller.navigator()), tables_(traveller.tables()), query_(query), s_(context.scratch()) {}

  void Begin();
  bool Step(int64_t legs);
  void Take(TravelPath& path);

 private:
  using Stop = TravelContext::Scratch::Stop;
  using Entry = TravelContext::Scratch::Entry;

  bool PlaceEnd(Vec3 p, uint32_t stop, uint32_t above);
  void PlaceLinks();
  bool MayReachGoal();
  double Rest(const Stop& stop) const;
  double LeastSeconds(const Stop& a, const Stop& b) const;
  double MeasureLeg(const Stop& a, const Stop& b);
  double LeastByOthers(uint32_t from, uint32_t to) const;
  double ChangeSeconds(uint32_t from, uint32_t to) const;
  uint32_t ChangeOf(uint32_t stop) const;
  void Push(uint32_t from, uint32_t to, double seconds, bool certain, bool compared = false);
  void Expand(uint32_t state);
  void AddLeg(TravelPath& path, uint32_t from, uint32_t to);

  const Navigator& navigator_;
  const Traveller::Tables& tables_;
  const TravelQuery& query_;
  TravelContext::Scratch& s_;
};

}  // namespace navnet
