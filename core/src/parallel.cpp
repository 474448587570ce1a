// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/parallel.h>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace navnet {
namespace {

constexpr std::chrono::milliseconds kAskEvery(50);  // Interval of progress calls during long items.

int ResolveThreads(int threads) {
  return std::clamp(threads > 0 ? threads : tbb::this_task_arena::max_concurrency(), 1, 1024);
}

using ChunkFunction = std::function<void(size_t begin, size_t end)>;

#ifdef __SANITIZE_THREAD__
// TBB's library is not instrumented, so the thread sanitizer reports every transfer of work as a race. With plain
// threads it reports only races between the loops' bodies.
void RunChunks(size_t count, int threads, const ChunkFunction& run) {
  std::atomic<size_t> next{0};
  std::mutex guard;
  std::exception_ptr thrown;
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < std::min(ResolveThreads(threads), 8); ++i) {
      workers.emplace_back([&] {
        try {
          for (size_t at; (at = next.fetch_add(1)) < count;) run(at, at + 1);
        } catch (...) {
          next = count;
          const std::lock_guard lock(guard);
          if (!thrown) thrown = std::current_exception();
        }
      });
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}
#else
void RunChunks(size_t count, int threads, const ChunkFunction& run) {
  WithThreads(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<size_t>(0, count),
                      [&run](const tbb::blocked_range<size_t>& range) { run(range.begin(), range.end()); });
  });
}
#endif

}  // namespace

void WithThreads(int threads, const std::function<void()>& body) {
  if (threads <= 0 || threads == tbb::this_task_arena::max_concurrency()) return body();
  // The control raises TBB's own limit (the core count); the arena limits it to `threads`. Of several controls the
  // smallest value wins, so a control that raises nothing must not exist.
  const size_t limit = size_t(ResolveThreads(threads));
  std::optional<tbb::global_control> control;
  if (limit > tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)) {
    control.emplace(tbb::global_control::max_allowed_parallelism, limit);
  }
  tbb::task_arena arena(ResolveThreads(threads));
  arena.execute(body);
}

void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& body) {
  ParallelFor(count, threads, {}, {}, body);
}

bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t)>& body) {
  return ParallelFor(count, threads, stage, progress, [&body](size_t i, const KeepGoing&) { body(i); });
}

bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t, const KeepGoing&)>& body) {
  using Clock = std::chrono::steady_clock;
  std::atomic<size_t> done{0};
  std::atomic<bool> stop{false};
  std::atomic<Clock::time_point> asked{Clock::now()};
  std::mutex report;
  size_t reported = 0;

  const KeepGoing keep_going = [&] {
    if (stop.load(std::memory_order_relaxed)) return false;
    const Clock::time_point now = Clock::now();
    if (!progress || now - asked.load(std::memory_order_relaxed) < kAskEvery) return true;
    const std::unique_lock lock(report, std::try_to_lock);
    if (!lock) return true;
    asked.store(now, std::memory_order_relaxed);
    if (!progress(stage, double(reported) / double(count))) stop = true;
    return !stop;
  };
  const auto run = [&](size_t begin, size_t end) {
    for (size_t i = begin; i != end; ++i) {
      if (stop.load(std::memory_order_relaxed)) return;
      body(i, keep_going);
      if (!progress) continue;
      if (stop.load(std::memory_order_relaxed)) return;
      const size_t now = done.fetch_add(1, std::memory_order_relaxed) + 1;
      // Reports in steps of a thousandth. A thread does not wait for another one that is reporting.
      if (now * 1000 / count == (now - 1) * 1000 / count) continue;
      const std::unique_lock lock(report, std::try_to_lock);
      if (!lock || now < reported) continue;
      reported = now;
      if (!progress(stage, double(now) / double(count))) stop = true;
    }
  };
  RunChunks(count, threads, run);
  // The last item's report was skipped if another thread was reporting at that time.
  if (progress && !stop && count > 0 && reported != count && !progress(stage, 1)) stop = true;
  return !stop;
}

void ReportProgress(const ProgressFunction& progress, std::string_view stage, double done) {
  if (progress && !progress(stage, done)) throw CancelledError();
}

}  // namespace navnet
