#pragma once
// The one door to TBB: loops over independent items, with a thread count that is an option and never a result.

#include <cstddef>
#include <exception>
#include <functional>
#include <string_view>

namespace navnet {

/// Told how far a long job is: the stage's name and the part done, 0 to 1. Called from any thread, one at a time.
/// Return false to cancel: the job then ends soon with ErrorCode::Cancelled and nothing is written.
using ProgressFunction = std::function<bool(std::string_view stage, double done)>;

/// Runs `body(i)` for every i in [0, count), in any order, on at most `threads` threads (0 = all the machine has).
/// Items should cost about the same or be many. The first exception thrown by a body is rethrown here.
void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& body);

/// As ParallelFor, reporting to `progress` (may be empty). Returns false when `progress` asked to stop; the
/// remaining items are then skipped.
bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t)>& body);

/// Asked by an item that takes long whether it should go on; false after `progress` asked to stop. What an item leaves
/// undone then does not matter.
using KeepGoing = std::function<bool()>;

/// The same for items that may take seconds: each asks `keep_going()` every millisecond or so. `progress` is then asked
/// some twenty times a second at the least, also in the midst of items.
bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t, const KeepGoing&)>& body);

/// Thrown inside the library to end a job whose progress function asked for it, where a return value would have to pass
/// through many hands. Public functions catch it and return ErrorCode::Cancelled.
struct CancelledError : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

/// Tells `progress` (may be empty) about a stage that runs on one thread. Throws CancelledError when it asks to stop.
void ReportProgress(const ProgressFunction& progress, std::string_view stage, double done);

/// Runs `body` so that libraries below that use TBB by themselves keep to `threads` threads too.
void WithThreads(int threads, const std::function<void()>& body);

}  // namespace navnet
