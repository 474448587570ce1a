#pragma once
// The one door to TBB: loops over independent items, with a thread count that is an option and never a result.

#include <cstddef>
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

/// Runs `body` so that libraries below that use TBB by themselves keep to `threads` threads too.
void WithThreads(int threads, const std::function<void()>& body);

}  // namespace navnet
