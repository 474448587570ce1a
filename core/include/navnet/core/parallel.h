// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parallel loops over independent items; the only interface to TBB. The number of threads never changes a result.

#include <cstddef>
#include <exception>
#include <functional>
#include <string_view>

namespace navnet {

/// Receives the progress of a long job: the stage's name and the fraction done, 0 to 1. Called from any thread, one
/// call at a time. Return false to cancel: the job then ends soon with ErrorCode::Cancelled and nothing is written.
using ProgressFunction = std::function<bool(std::string_view stage, double done)>;

/// Runs `body(i)` for every i in [0, count), in any order, on at most `threads` threads (0: one per hardware thread).
/// For good load balance, items should be many or of similar cost. The first exception thrown by a body is rethrown
/// here.
void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& body);

/// As ParallelFor, reporting to `progress` (may be empty). Returns false when `progress` asked to stop; the
/// remaining items are then skipped.
bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t)>& body);

/// Polled by long items: returns false after `progress` asked to stop. The item may then return with its work
/// unfinished.
using KeepGoing = std::function<bool()>;

/// The same for items that may take seconds. Each item must poll `keep_going()` about every millisecond; `progress` is
/// then called about twenty times a second or more, also while items run.
bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t, const KeepGoing&)>& body);

/// Thrown inside the library to end a job whose progress function asked to stop, where a return value would have to
/// pass through many callers. Public functions catch it and return ErrorCode::Cancelled.
struct CancelledError : std::exception {
  /// "cancelled".
  const char* what() const noexcept override { return "cancelled"; }
};

/// Calls `progress` (may be empty) for a stage that runs on one thread. Throws CancelledError when it asks to stop.
void ReportProgress(const ProgressFunction& progress, std::string_view stage, double done);

/// Runs `body`; libraries called from it that use TBB themselves are limited to `threads` threads as well.
void WithThreads(int threads, const std::function<void()>& body);

}  // namespace navnet
