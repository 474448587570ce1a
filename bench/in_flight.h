// SPDX-License-Identifier: Apache-2.0
#pragma once
// What planning in flight takes: a minute at 50 plans a second in a world where blocks appear, safe stops, changes of
// plan, and crowds among each other.

namespace navnet {

/// Settings of the measurement.
struct InFlightSettings {
  double seconds = 60;  ///< Of the live flight.
  int seeds = 3;        ///< Number of flights and of crowds.
  bool json = false;
};

/// Measures, and prints tables or one JSON object. Returns an exit status: 1 where something collided.
int MeasureInFlight(const InFlightSettings& settings);

}  // namespace navnet
