// SPDX-License-Identifier: Apache-2.0
#pragma once
// Speed of plain flights: queries from place to place without costs, on one thread.

#include <navnet/net/net.h>

#include "figures.h"

#include <cstdint>
#include <string>

namespace navnet::cli {

struct PlainFlights {
  int64_t count = 0;      ///< Flights measured; 0 if the net has no two places to fly between.
  double per_second = 0;  ///< `count` divided by the total of their times.
  Figures us;             ///< Times of single flights in microseconds.
};

/// Measures up to 2,000 flights between seeded random places of the first level; fewer if they take longer than two
/// seconds together. The same net gives the same places.
PlainFlights MeasurePlainFlights(const Net& net);

/// Formats as "plain, 2,000 between random places: 5,100 per second on one thread (p50 0.15 ms, p99 0.9 ms)".
std::string PlainFlightsText(const PlainFlights& flights);

Json ToJson(const PlainFlights& flights);

}  // namespace navnet::cli
