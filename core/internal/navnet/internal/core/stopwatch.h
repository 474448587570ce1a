// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures the duration of stages, for reports.

#include <chrono>

namespace navnet {

class Stopwatch {
 public:
  /// Seconds since the last call, or since construction.
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

  /// Seconds since the last Lap(), or since construction. Does not reset.
  double Elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count(); }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace navnet
