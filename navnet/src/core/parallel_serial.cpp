// ParallelFor where there are no threads, such as in a web page: takes the place of parallel.cpp.

#include <navnet/core/parallel.h>

namespace navnet {

void WithThreads(int /*threads*/, const std::function<void()>& body) { body(); }

void ParallelFor(size_t count, int /*threads*/, const std::function<void(size_t)>& body) {
  for (size_t i = 0; i < count; ++i) body(i);
}

bool ParallelFor(size_t count, int /*threads*/, std::string_view stage, const ProgressFunction& progress,
                 const std::function<void(size_t)>& body) {
  for (size_t i = 0; i < count; ++i) {
    body(i);
    const bool is_step = (i + 1) * 1000 / count != i * 1000 / count;
    if (is_step && progress && !progress(stage, double(i + 1) / double(count))) return false;
  }
  return true;
}

}  // namespace navnet
