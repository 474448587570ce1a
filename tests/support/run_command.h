// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a program and captures its output, for tests of the command line.

#include "support/temp_folder.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace navnet {

struct CommandResult {
  int status = -1;  ///< Exit status; 128 + N if signal N ended it.
  std::string out, err;
};

/// A running program; its standard output and error go to files, its standard input is empty.
class RunningCommand {
 public:
  RunningCommand(const TempFolder& folder, const std::vector<std::string>& arguments)
      : out_(folder / ".stdout"), err_(folder / ".stderr") {
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int out = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int err = open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    process_ = fork();
    if (process_ == 0) {
      dup2(in, STDIN_FILENO);
      dup2(out, STDOUT_FILENO);
      dup2(err, STDERR_FILENO);
      execv(argv[0], argv.data());
      _exit(127);
    }
    for (int descriptor : {in, out, err}) close(descriptor);
  }
  ~RunningCommand() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      (void)Wait();
    }
  }
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;

  void Signal(int signal) const { kill(process_, signal); }

  /// Waits until the program handles the signal itself: it catches it, or blocks it for a thread that waits for it.
  /// False if the program ended before.
  bool WaitUntilItCatches(int signal) const {
    for (;;) {
      siginfo_t ended{};
      if (waitid(P_PID, id_t(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != 0) return false;
      // Before exec, the process is a copy of this one, with signals blocked.
      const std::string process = "/proc/" + std::to_string(process_);
      std::error_code error;
      const bool is_loaded = std::filesystem::read_symlink(process + "/exe", error) !=
                             std::filesystem::read_symlink("/proc/self/exe", error);
      std::ifstream status(process + "/status");
      std::string word;
      while (status >> word) {
        if (word != "SigCgt:" && word != "SigBlk:") continue;
        uint64_t signals = 0;
        status >> std::hex >> signals;
        // All signals are blocked for a moment while a thread is started, which some libraries do when they are loaded.
        if (signals >> (SIGUSR1 - 1) & 1) continue;
        if (is_loaded && (signals >> (signal - 1) & 1)) return true;
      }
      usleep(1000);
    }
  }

  CommandResult Wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    CommandResult result{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), ReadBytes(out_),
                         ReadBytes(err_)};
    std::filesystem::remove(out_);
    std::filesystem::remove(err_);
    return result;
  }

 private:
  std::filesystem::path out_, err_;
  pid_t process_ = 0;
};

}  // namespace navnet
