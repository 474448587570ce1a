// SPDX-License-Identifier: Apache-2.0
#include "plain_flights.h"

#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/navigator.h>

#include "console.h"
#include "flight_queries.h"

#include <cmath>
#include <utility>
#include <vector>

namespace navnet::cli {
namespace {

constexpr int64_t kFlights = 2000;
constexpr uint64_t kPlainFlightSeed = 1;
constexpr double kMostMeasured_us = 2e6;  // Larger: figures for huge worlds rest on more flights, and take longer.

}  // namespace

PlainFlights MeasurePlainFlights(const Net& net) {
  PlainFlights out;
  if (net.levels().empty()) return out;
  const Navigator navigator(net);
  const std::vector<FlightQuery> queries =
      RandomQueries(navigator, net.levels().front().radius_m, kFlights, kPlainFlightSeed);
  QueryContext context;
  FlightPath path;
  if (!queries.empty()) navigator.Find(queries.front(), context, path);  // Fills the context's memory.
  std::vector<double> times_us;
  double total_us = 0;
  for (const FlightQuery& query : queries) {
    const Stopwatch watch;
    navigator.Find(query, context, path);
    times_us.push_back(1e6 * watch.Elapsed());
    total_us += times_us.back();
    if (total_us > kMostMeasured_us) break;
  }
  out.count = int64_t(times_us.size());
  out.per_second = total_us > 0 ? 1e6 * double(out.count) / total_us : 0;
  out.us = FiguresOf(std::move(times_us));
  return out;
}

std::string PlainFlightsText(const PlainFlights& flights) {
  // Two significant digits: the next ones change from run to run.
  double unit = 1;
  while (flights.per_second / unit >= 100) unit *= 10;
  return "plain, " + Grouped(flights.count) +
         " between random places: " + Grouped(int64_t(unit * std::round(flights.per_second / unit))) +
         " per second on one thread (p50 " + SecondsText(1e-6 * flights.us.p50) + ", p99 " +
         SecondsText(1e-6 * flights.us.p99) + ")";
}

Json ToJson(const PlainFlights& flights) {
  return {{"count", flights.count}, {"per_second", flights.per_second}, {"us", ToJson(flights.us)}};
}

}  // namespace navnet::cli
