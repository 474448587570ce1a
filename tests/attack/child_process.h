// SPDX-License-Identifier: Apache-2.0
#pragma once
// Child processes that may crash or hang.

#include <sys/types.h>
#include <chrono>
#include <string>
#include <vector>

namespace navnet::attack {

/// A running program. Its standard output is read line by line; its standard error goes to a file or is discarded. It
/// leads a process group, which is killed as a whole, and dies with its parent.
class ChildProcess {
 public:
  /// `environment` lists NAME=VALUE to add. An empty `error_file` discards standard error.
  explicit ChildProcess(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {},
                        const std::string& error_file = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Read { Line, End, Late };
  /// Waits at most `limit_s` seconds for the next line of output, without its line break. End: the program has closed
  /// its output, at the latest by ending.
  Read NextLine(std::string& line, double limit_s);

  /// Waits at most `limit_s` seconds for the program to end; output is kept. False if it is still running.
  bool WaitFor(double limit_s);
  /// Sends a signal to the group if the program is still running.
  void Signal(int signal);
  /// Kills the group with SIGKILL unless the program has ended, and waits. Returns the exit status, or 128 + N if
  /// signal N ended it.
  int Finish();

 private:
  bool ReadMore(double limit_s);

  pid_t process_ = 0;
  int output_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::string pending_;
};

struct Outcome {
  int status = 0;     ///< As returned by ChildProcess::Finish.
  bool late = false;  ///< It exceeded the time limit and was killed.
  std::string output;
  std::string error;  ///< The end of standard error.

  /// "ended by signal 11", "no end after 20 s", "exit status 3" …
  std::string Text(double limit_s) const;
};

/// Runs a program to its end, for at most `limit_s` seconds.
Outcome RunProgram(const std::vector<std::string>& arguments, double limit_s,
                   const std::vector<std::string>& environment = {});

/// The command as typed in a shell.
std::string ShellText(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {});

/// The last `bytes` bytes of a file, starting at the beginning of a line.
std::string TailOf(const std::string& file, size_t bytes = 600);

double SecondsNow();

}  // namespace navnet::attack
