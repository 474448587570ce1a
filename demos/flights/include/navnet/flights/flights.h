// SPDX-License-Identifier: Apache-2.0
#pragma once
// Demo flights: whole simulations on the public API, each in one file of demos/flights to copy from.
//
//   Result<Flight> flight = FlyCity({.seed = 7});
//   if (!flight) return Print(flight.error().message);
//   flight->log.Save("city.flight.json");
//
// All run in simulated time with a fixed step and a seed: the same options give the same log, bit for bit, for any
// number of threads. Reported figures are measured against the triangles, step by step (FlightRecorder).

#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/flights/flight_report.h>
#include <navnet/net/net.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <string>

namespace navnet {

/// Options of all flights.
struct FlightOptions {
  static constexpr Range kAgents = {0, 5000};  ///< Range of `agents`.

  uint64_t seed = 1;               ///< Equal seeds give equal logs.
  int agents = 0;                  ///< Approximate number; 0: the flight's default. Range: 0 to 5000.
  int threads = 0;                 ///< 0: all hardware threads. Does not affect the log. Range: 0 to 1024.
  ProgressFunction progress = {};  ///< Called with a stage and its progress; return false to cancel.
};

/// Rejects numbers outside the ranges above; the message names the field, its value and the range. Called by all
/// flights.
Status Validate(const FlightOptions& options);

/// Result of a flight.
struct Flight {
  std::string title;      ///< One line, for people.
  World world;            ///< The static part of the world.
  Net net;                ///< Net of the world at the start.
  FlightLog log;          ///< The record of the flight.
  FlightReport report;    ///< Its summary.
  std::string view = {};  ///< Initial view of its page, in the form of its URL (see ViewPage::view).
};

/// Delivery drones above and between buildings, around no-fly boxes and below a ceiling. Each lands in a street and
/// continues on foot to a door: one query over air and ground.
Result<Flight> FlyCity(const FlightOptions& options = {});

/// A squadron in a field of moving asteroids: a live world in which paths are checked and repaired as the rocks move.
Result<Flight> FlyAsteroids(const FlightOptions& options = {});

/// Maintenance drones and walking crew in a space station whose doors open and close: hundreds of agents that avoid
/// each other.
Result<Flight> FlyStation(const FlightOptions& options = {});

/// Options for a flight in a user's world.
struct OwnWorldOptions {
  double radius_m = 0;  ///< Radius of the drones; 0: from the world's size. Range: 0, or 1e-9 to 1e12.
  double voxel_m = 0;   ///< 0: from the radius and the world's detail. Range: 0, or 1e-9 to 1e12.
};

/// Rejects numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const OwnWorldOptions& own);

/// Drones, and walkers if there is ground for them, between distant places of any world.
Result<Flight> FlyWorld(World world, const FlightOptions& options = {}, const OwnWorldOptions& own = {});

}  // namespace navnet
