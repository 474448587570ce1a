// SPDX-License-Identifier: Apache-2.0
#include "interrupts.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace navnet::python {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(50);

struct Report {
  std::string stage;
  double done = 0;
};

// Messages from the job's thread to the caller's.
struct Mailbox {
  std::mutex mutex;
  std::condition_variable news;
  std::vector<Report> reports;  // Not yet delivered; consecutive reports of a stage are merged into the last.
  bool is_done = false;
  std::exception_ptr thrown;
  std::atomic<bool> stop = false;

  bool Tell(std::string_view stage, double done) {
    {
      const std::lock_guard lock(mutex);
      if (reports.empty() || reports.back().stage != stage) reports.push_back({std::string(stage), 0});
      reports.back().done = done;
    }
    news.notify_one();
    return !stop;
  }
};

}  // namespace

void RunWithProgress(const py::object& callback, const std::function<void(const ProgressFunction&)>& job) {
  if (!callback.is_none() && !PyCallable_Check(callback.ptr())) {
    throw py::type_error("progress: expected a function (stage, done) or None, got " + std::string(py::repr(callback)));
  }
  Mailbox mail;
  std::jthread worker([&] {
    try {
      job([&mail](std::string_view stage, double done) { return mail.Tell(stage, done); });
    } catch (...) {
      mail.thrown = std::current_exception();
    }
    {
      const std::lock_guard lock(mail.mutex);
      mail.is_done = true;
    }
    mail.news.notify_one();
  });
  std::optional<py::error_already_set> raised;
  for (bool is_done = false; !is_done;) {
    std::vector<Report> reports;
    {
      const Unlocked unlocked;
      std::unique_lock lock(mail.mutex);
      const bool is_told = !callback.is_none();
      mail.news.wait_for(lock, kLookEvery, [&] { return mail.is_done || (is_told && !mail.reports.empty()); });
      reports = std::exchange(mail.reports, {});
      is_done = mail.is_done;
    }
    try {
      if (!raised && PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (callback.is_none()) continue;
      for (const Report& report : reports) {
        if (mail.stop) break;
        if (callback(report.stage, report.done).is(py::bool_(false))) mail.stop = true;
      }
    } catch (py::error_already_set& error) {
      mail.stop = true;
      raised.emplace(std::move(error));
    }
  }
  {
    const Unlocked unlocked;
    worker.join();
  }
  if (raised) throw py::error_already_set(std::move(*raised));
  if (mail.thrown) std::rethrow_exception(mail.thrown);
}

void SignalWatch::Look() {
  if (std::this_thread::get_id() != thread_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < 2 * kLookEvery || flag_) return;
  last_ = now;
  const py::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) flag_ = true;
}

}  // namespace navnet::python
