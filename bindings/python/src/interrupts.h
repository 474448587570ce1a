#pragma once
// Long work that Ctrl-C ends: Python sees signals only in its main thread, and only when asked.

#include <navnet/core/parallel.h>

#include "errors.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace navnet::python {

/// Runs a job that reports its progress, in another thread, without the interpreter's lock. Reports come to `callback`
/// (None: nobody) in this thread, of each stage at least the last one: callback(stage, done), and returning False ends
/// the job. What the callback raises, and Ctrl-C, ends the job too and is raised when it has ended.
void RunWithProgress(const py::object& callback, const std::function<void(const ProgressFunction&)>& job);

/// Looks for signals during a loop in which the calling thread takes part.
class SignalWatch {
 public:
  /// Called with the interpreter's lock held, by the thread that shall look.
  SignalWatch() = default;

  /// Called without the lock, by any thread; now and then the right thread looks, and raises the flag.
  void Look();
  /// Raised when the work should end.
  const std::atomic<bool>& flag() const { return flag_; }
  /// Called with the lock held, after the loop: raises what the signal's handler raised.
  void Finish() const {
    if (flag_) throw py::error_already_set();
  }

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> flag_ = false;
};

}  // namespace navnet::python
