#pragma once
// Programs that may crash or hang, watched from outside.

#include <sys/types.h>
#include <chrono>
#include <string>
#include <vector>

namespace navnet::attack {

/// A running program. Its standard output comes back line by line; standard error goes to a file or nowhere. It is
/// the leader of a process group, which is killed as a whole, and dies with its parent.
class ChildProcess {
 public:
  /// `environment` holds NAME=VALUE to add. An empty `error_file` discards standard error.
  explicit ChildProcess(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {},
                        const std::string& error_file = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Read { Line, End, Late };
  /// Waits for the next line of output, without its line break, for at most `limit_s` seconds. End: the program closed
  /// its output, which is at the latest when it ends.
  Read NextLine(std::string& line, double limit_s);

  /// Waits until the program ends, at most `limit_s` seconds; output is kept. False when it still runs.
  bool WaitFor(double limit_s);
  /// Sends a signal to the group, if the program still runs.
  void Signal(int signal);
  /// Kills the group with SIGKILL unless the program has ended, and waits. Exit status; 128 + the number of the signal
  /// that ended it.
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
  int status = 0;     ///< As ChildProcess::Finish gives it.
  bool late = false;  ///< It did not end within the limit and was killed.
  std::string output;
  std::string error;  ///< The last part of standard error.

  /// "ended by signal 11", "no end after 20 s", "exit status 3" …
  std::string Text(double limit_s) const;
};

/// Runs a program to its end, at most `limit_s` seconds.
Outcome RunProgram(const std::vector<std::string>& arguments, double limit_s,
                   const std::vector<std::string>& environment = {});

/// As one would type it in a shell.
std::string ShellText(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {});

/// The last `bytes` bytes of a file, from the beginning of a line.
std::string TailOf(const std::string& file, size_t bytes = 600);

double SecondsNow();

}  // namespace navnet::attack
