#pragma once
// How much of a long job to do now: everything, on several threads, or as much as fits into a part of a frame.

#include <navnet/core/parallel.h>

#include <chrono>
#include <cstddef>
#include <optional>

namespace navnet {

struct WorkSlice {
  int threads = 0;                                                ///< For work without a deadline; 0: all.
  std::optional<std::chrono::steady_clock::time_point> deadline;  ///< Work then runs in the caller's thread alone.

  bool IsOver() const { return deadline && std::chrono::steady_clock::now() >= *deadline; }

  /// Runs body(i) for i from `next` to `count`, as many as there is time for, one at least; moves `next` on. True when
  /// all are done.
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
