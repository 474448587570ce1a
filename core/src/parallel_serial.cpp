// SPDX-License-Identifier: Apache-2.0
// ParallelFor for platforms without threads, such as web pages; replaces parallel.cpp.

#include <navnet/core/parallel.h>

namespace navnet {

void WithThreads(int /*threads*/, const std::function<void()>& body) { body(); }

void ParallelFor(size_t count, int /*threads*/, const std::function<void(size_t)>& body) {
  for (size_t i = 0; i < count; ++i) body(i);
}

bool ParallelFor(size_t count, int threads, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t)>& body) {
  return ParallelFor(count, threads, stage, progress, [&body](size_t i, const KeepGoing&) { body(i); });
}

bool ParallelFor(size_t count, int /*threads*/, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t, const KeepGoing&)>& body) {
  size_t done = 0;
  bool stop = false;
  const auto report = [&] {
    if (!stop && progress && !progress(stage, double(done) / double(count))) stop = true;
    return !stop;
  };
  for (size_t i = 0; i < count; ++i) {
    body(i, report);
    done = i + 1;
    const bool is_step = done * 1000 / count != i * 1000 / count;
    if (stop || (is_step && !report())) return false;
  }
  return true;
}

void ReportProgress(const ProgressFunction& progress, std::string_view stage, double done) {
  if (progress && !progress(stage, done)) throw CancelledError();
}

}  // namespace navnet
