// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reports the progress of reading a file at intervals, so that a long read can be cancelled.

#include <navnet/core/parallel.h>

#include <cstddef>

namespace navnet {

/// Calls a progress function once per megabyte; At is cheap enough to be called for every line or element.
class LoadProgress {
 public:
  /// `total`: the final value of `done` in At, usually in bytes. `progress` may be empty, and must outlive this.
  LoadProgress(const ProgressFunction& progress, size_t total) : progress_(progress), total_(total) {}

  /// Reports that `done` of `total` is read. Throws CancelledError when the progress function returns false.
  void At(size_t done) {
    if (done < next_) return;
    next_ = done + kStep;
    ReportProgress(progress_, "load", total_ > 0 ? double(done) / double(total_) : 1);
  }

 private:
  static constexpr size_t kStep = size_t{1} << 20;  // Bytes per report, a few ms of text. Larger: slower to cancel.

  const ProgressFunction& progress_;
  size_t total_, next_ = kStep;
};

}  // namespace navnet
