#pragma once
// What the command says to people: errors, progress, and how it takes Ctrl-C.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>

#include <memory>
#include <string>

namespace navnet::cli {

/// The command's exit status: 0 done, 1 the answer is "no", 2 bad usage or input; 128 and its number after a signal.
inline constexpr int kDone = 0, kNo = 1, kBadInput = 2;

/// The name that messages begin with; "navnet" until it is set.
void SetProgramName(const std::string& name);
/// Prints `navnet: what: why` on standard error and returns the exit status for it.
int Fail(const Error& error);

/// From now on a mapped net that another process makes shorter ends the command with a message and the status of bad
/// input: reading what is gone raises SIGBUS.
void HandleLostFiles();

/// From now on Ctrl-C (SIGINT), SIGTERM and SIGHUP end the command at once, whatever it is doing: files under
/// construction are removed, and the exit status is 128 and the signal's number. To be called before any thread is
/// made; a second call does nothing.
void HandleInterrupts();

/// A bar on standard error while it lives, if that is a terminal; nothing otherwise.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  ProgressFunction function();
  /// Shows a stage whose progress is not known, such as loading.
  void Announce(const std::string& stage);

 private:
  void Draw(std::string_view stage, double done);
  void Clear();

  bool terminal_;
  bool drawn_ = false;
  double last_drawn_s_ = -1;
};

/// Finds out before the work whether its result can be written: the folder is there, and it is not the input.
Status CheckOutput(const std::string& output, const std::string& input);

/// Prints text on standard output; fails if that is closed or full.
Status Print(const std::string& text);

/// 1234567 as 1,234,567.
std::string Grouped(int64_t value);
/// Seconds as 12 ms, 1.2 s, 3 min 20 s.
std::string SecondsText(double seconds);
/// The most memory this process has held, in bytes.
int64_t PeakMemoryBytes();

}  // namespace navnet::cli
