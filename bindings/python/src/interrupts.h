// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes long operations interruptible by Ctrl-C: Python handles signals only in its main thread, and only when asked.

#include <navnet/core/parallel.h>

#include "errors.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace navnet::python {

/// Runs a job that reports its progress in another thread, without the interpreter's lock. Reports are passed to
/// `callback` (None: no callback) in this thread as callback(stage, done), at least the last report of each stage. The
/// job is cancelled if the callback returns False or raises, or on Ctrl-C; an exception is raised again after the job
/// has ended.
void RunWithProgress(const py::object& callback, const std::function<void(const ProgressFunction&)>& job);

/// Checks for signals during a loop in which the calling thread takes part.
class SignalWatch {
 public:
  /// Requires: the interpreter's lock is held. Only the constructing thread checks for signals.
  SignalWatch() = default;

  /// May be called by any thread, without the lock. From time to time the constructing thread checks for signals and
  /// sets the flag.
  void Look();
  /// Set when the work should stop.
  const std::atomic<bool>& flag() const { return flag_; }
  /// Raises the exception of the signal handler. Call it after the loop, with the lock held.
  void Finish() const {
    if (flag_) throw py::error_already_set();
  }

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> flag_ = false;
};

}  // namespace navnet::python
