#pragma once
// Demo flights: whole simulations on the public API, each in one file of demos/flights to copy from.
//
//   Result<Flight> flight = FlyCity({.seed = 7});
//   if (!flight) return Print(flight.error().message);
//   flight->log.Save("city.flight.json");
//
// All run in simulated time, with a fixed step and seeded: the same options give the same log, to the bit, for any
// number of threads. What a flight says of itself was measured against the triangles, step by step (FlightRecorder).

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

struct FlightOptions {
  static constexpr Range kAgents = {0, 5000};

  uint64_t seed = 1;
  int agents = 0;                  ///< About how many; 0: as many as the flight is made for. Range: 0 to 5000.
  int threads = 0;                 ///< 0: all the machine has. Never changes the log. Range: 0 to 1024.
  ProgressFunction progress = {};  ///< Stages and how far they are; return false to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. All flights ask.
Status Validate(const FlightOptions& options);

/// What a flight leaves.
struct Flight {
  std::string title;  ///< One line, for people.
  World world;        ///< What stands still in it.
  Net net;            ///< Of the world as it was at the beginning.
  FlightLog log;
  FlightReport report;
  std::string view = {};  ///< How its page opens, as its address would say (see ViewPage::view).
};

/// Delivery drones over and between buildings, around no-fly boxes and below a ceiling; each lands in a street and
/// walks on to a door: one query over air and ground.
Result<Flight> FlyCity(const FlightOptions& options = {});

/// A squadron through a field of moving asteroids: a live world, paths checked and repaired as the rocks move.
Result<Flight> FlyAsteroids(const FlightOptions& options = {});

/// Maintenance drones and walking crew in a space station whose doors open and close: hundreds of agents that avoid
/// each other.
Result<Flight> FlyStation(const FlightOptions& options = {});

/// How to fly through a world that is not known beforehand.
struct OwnWorldOptions {
  double radius_m = 0;  ///< Of the drones; 0: from the world's size. Range: 0, or 1e-9 to 1e12.
  double voxel_m = 0;   ///< 0: from the radius and the world's detail. Range: 0, or 1e-9 to 1e12.
};

Status Validate(const OwnWorldOptions& own);

/// Drones, and walkers if there is ground for them, between far places of any world.
Result<Flight> FlyWorld(World world, const FlightOptions& options = {}, const OwnWorldOptions& own = {});

}  // namespace navnet
