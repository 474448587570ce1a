// SPDX-License-Identifier: Apache-2.0
#pragma once
// The share of a long job to do now: all of it, on several threads, or as much as a time limit allows.

#include <navnet/core/parallel.h>

#include <chrono>
#include <cstddef>
#include <optional>

namespace navnet {

struct WorkSlice {
  int threads = 0;                                                ///< Used without a deadline; 0: all hardware threads.
  std::optional<std::chrono::steady_clock::time_point> deadline;  ///< If set, work runs in the caller's thread only.

  bool IsOver() const { return deadline && std::chrono::steady_clock::now() >= *deadline; }

  /// Runs body(i) for i in [next, count) until the deadline, at least once, and advances `next`. Returns true when all
  /// are done.
  template <class Body>
  bool Run(size_t count, size_t& next, const Body& body) const {
    if (!deadline) {
      const size_t first = next;
      ParallelFor(count - first, threads, [&](size_t i) { body(first + i); });
      next = count;
      return true;
    }
    while (next < count) {
      body(next++);
      if (IsOver()) break;
    }
    return next == count;
  }
};

}  // namespace navnet
