// SPDX-License-Identifier: Apache-2.0
#include "attack/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace navnet::attack {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> EnvironmentWith(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** entry = environ; *entry; ++entry) all.emplace_back(*entry);
  return all;
}

}  // namespace

double SecondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                           const std::string& error_file) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  // Allocates all memory before the fork: another thread may hold the allocator's lock.
  const std::vector<std::string> all = EnvironmentWith(environment);
  const std::vector<char*> argv = Pointers(arguments), envp = Pointers(all);
  const char* const errors = error_file.empty() ? "/dev/null" : error_file.c_str();
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int err = open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(in, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  close(ends[1]);
  output_ = ends[0];
  if (process_ < 0) throw std::runtime_error("cannot start a process: " + std::string(std::strerror(errno)));
  setpgid(process_, process_);  // Also in the parent, so that the group exists before anything kills it.
}

ChildProcess::~ChildProcess() {
  Finish();
  if (output_ >= 0) close(output_);
}

bool ChildProcess::ReadMore(double limit_s) {
  pollfd waiting{output_, POLLIN, 0};
  const int ready = poll(&waiting, 1, std::max(0, int(limit_s * 1000)));
  if (ready <= 0) return ready < 0 && errno == EINTR;
  char bytes[4096];
  const ssize_t count = read(output_, bytes, sizeof bytes);
  if (count > 0) {
    pending_.append(bytes, size_t(count));
  } else {
    close(output_);
    output_ = -1;
  }
  return true;
}

ChildProcess::Read ChildProcess::NextLine(std::string& line, double limit_s) {
  const double end_s = SecondsNow() + limit_s;
  for (;;) {
    const size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return Read::Line;
    }
    if (output_ < 0) return Read::End;
    const double left_s = end_s - SecondsNow();
    if (left_s <= 0 || (!ReadMore(left_s) && SecondsNow() >= end_s)) return Read::Late;
  }
}

bool ChildProcess::WaitFor(double limit_s) {
  const double end_s = SecondsNow() + limit_s;
  while (!ended_) {
    if (output_ >= 0) {
      ReadMore(std::min(0.01, std::max(0.0, end_s - SecondsNow())));
    } else {
      usleep(500);
    }
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == process_) {
      ended_ = true;
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      while (output_ >= 0 && ReadMore(0.01)) {
      }
    } else if (SecondsNow() >= end_s) {
      return false;
    }
  }
  return true;
}

void ChildProcess::Signal(int signal) {
  if (!ended_) kill(-process_, signal);
}

int ChildProcess::Finish() {
  if (!ended_ && !WaitFor(0)) {
    Signal(SIGKILL);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return status_;
}

std::string TailOf(const std::string& file, size_t bytes) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.size() <= bytes) return text;
  const size_t line = text.find('\n', text.size() - bytes);
  return text.substr(line == std::string::npos ? text.size() - bytes : line + 1);
}

std::string Outcome::Text(double limit_s) const {
  std::string text = late           ? "no end after " + std::to_string(int(limit_s)) + " s"
                     : status > 128 ? "ended by signal " + std::to_string(status - 128)
                                    : "exit status " + std::to_string(status);
  return error.empty() ? text : text + ": " + error;
}

Outcome RunProgram(const std::vector<std::string>& arguments, double limit_s,
                   const std::vector<std::string>& environment) {
  char name[] = "/tmp/navnet_attack_XXXXXX";
  const int file = mkstemp(name);
  if (file >= 0) close(file);
  Outcome out;
  {
    ChildProcess child(arguments, environment, name);
    const double end_s = SecondsNow() + limit_s;
    std::string line;
    ChildProcess::Read read;
    while ((read = child.NextLine(line, end_s - SecondsNow())) == ChildProcess::Read::Line) out.output += line + "\n";
    out.late = read == ChildProcess::Read::Late || !child.WaitFor(std::max(0.1, end_s - SecondsNow()));
    out.status = child.Finish();
  }
  out.error = TailOf(name);
  std::error_code ignored;
  std::filesystem::remove(name, ignored);
  return out;
}

std::string ShellText(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  std::string text;
  const auto add = [&text](const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                            "_-./:,=+") == std::string::npos;
    std::string quoted = word;
    for (size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4) quoted.replace(at, 1, "'\\''");
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + quoted + "'");
  };
  for (const std::string& each : environment) add(each);
  for (const std::string& each : arguments) add(each);
  return text;
}

}  // namespace navnet::attack
