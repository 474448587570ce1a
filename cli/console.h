// SPDX-License-Identifier: Apache-2.0
#pragma once
// Console output of the command (errors, progress) and its signal handling.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>

#include <memory>
#include <string>

namespace navnet::cli {

/// Exit status of the command: 0 done, 1 the answer is "no", 2 bad usage or input, 128 + N after signal N.
inline constexpr int kDone = 0, kNo = 1, kBadInput = 2;

/// Sets the prefix of messages; the default is "navnet".
void SetProgramName(const std::string& name);
/// Prints `navnet: what: why` to standard error. Returns kBadInput.
int Fail(const Error& error);

/// Installs a SIGBUS handler. Reading a mapped net that another process has truncated raises SIGBUS; the handler prints
/// a message and exits with kBadInput.
void HandleLostFiles();

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP end the command at once, whatever it is doing: partly written files
/// are removed, and the exit status is 128 + the signal number. Requires: no other thread has been started. A second
/// call does nothing.
void HandleInterrupts();

/// Shows a progress bar on standard error during its lifetime; does nothing if standard error is not a terminal.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  ProgressFunction function();
  /// Shows a stage of unknown duration, such as loading.
  void Announce(const std::string& stage);

 private:
  void Draw(std::string_view stage, double done);
  void Clear();

  bool terminal_;
  bool drawn_ = false;
  double last_drawn_s_ = -1;
};

/// Checks before the work starts that `output` can be written: its folder exists, and it is not the same file as
/// `input`.
Status CheckOutput(const std::string& output, const std::string& input);

/// Prints text to standard output; fails if that is closed or full.
Status Print(const std::string& text);

/// Formats with thousands separators: 1234567 as 1,234,567.
std::string Grouped(int64_t value);
/// Formats seconds as 12 ms, 1.2 s, 3 min 20 s.
std::string SecondsText(double seconds);
/// Peak resident memory of this process, in bytes.
int64_t PeakMemoryBytes();

}  // namespace navnet::cli
