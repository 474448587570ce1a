#include <navnet/core/parallel.h>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

namespace navnet {
namespace {

int ResolveThreads(int threads) {
  return std::clamp(threads > 0 ? threads : tbb::this_task_arena::max_concurrency(), 1, 1024);
}

}  // namespace

void WithThreads(int threads, const std::function<void()>& body) {
  if (threads <= 0) return body();
  // The control lifts TBB's own limit (the core count); the arena brings it down to what was asked for. Of several
  // controls the smallest wins, so one that lifts nothing must not be there.
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
  std::atomic<size_t> done{0};
  std::atomic<bool> stop{false};
  // Handing work to a TBB thread goes through TBB's own library, where the thread sanitizer cannot see the ordering;
  // this pair makes it visible, and costs one load a chunk.
  std::atomic<bool> started{false};
  std::mutex report;
  size_t reported = 0;

  const auto run = [&](const tbb::blocked_range<size_t>& range) {
    (void)started.load(std::memory_order_acquire);
    for (size_t i = range.begin(); i != range.end(); ++i) {
      if (stop.load(std::memory_order_relaxed)) return;
      body(i);
      if (!progress) continue;
      const size_t now = done.fetch_add(1, std::memory_order_relaxed) + 1;
      // Reports at steps of a thousandth; a thread that finds another one reporting goes on working.
      if (now * 1000 / count == (now - 1) * 1000 / count) continue;
      const std::unique_lock lock(report, std::try_to_lock);
      if (!lock || now < reported) continue;
      reported = now;
      if (!progress(stage, double(now) / double(count))) stop = true;
    }
  };
  started.store(true, std::memory_order_release);
  WithThreads(threads, [&] { tbb::parallel_for(tbb::blocked_range<size_t>(0, count), run); });
  // Whoever finished last may have found another thread reporting.
  if (progress && !stop && count > 0 && reported != count && !progress(stage, 1)) stop = true;
  return !stop;
}

}  // namespace navnet
