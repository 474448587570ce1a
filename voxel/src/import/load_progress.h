#pragma once
// How far the reading of a file is: told now and then, so that a long one can be stopped.

#include <navnet/core/parallel.h>

#include <cstddef>

namespace navnet {

/// Cheap enough to be called for every line or element.
class LoadProgress {
 public:
  /// `total`: bytes, or whatever At counts. `progress` may be empty, and must outlive this.
  LoadProgress(const ProgressFunction& progress, size_t total) : progress_(progress), total_(total) {}

  /// Throws CancelledError when the progress function asks to stop.
  void At(size_t done) {
    if (done < next_) return;
    next_ = done + kStep;
    ReportProgress(progress_, "load", total_ > 0 ? double(done) / double(total_) : 1);
  }

 private:
  static constexpr size_t kStep = size_t{1} << 20;  // A megabyte: a few milliseconds of text.

  const ProgressFunction& progress_;
  size_t total_, next_ = kStep;
};

}  // namespace navnet
