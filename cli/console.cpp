// SPDX-License-Identifier: Apache-2.0
#include "console.h"

#include <navnet/internal/core/atomic_file.h>

#include <sys/resource.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>

namespace navnet::cli {
namespace {

std::string program_name = "navnet";

// The signals that end the command. SIGHUP is left out if it is ignored, as under nohup.
sigset_t EndingSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hang_up {};
  sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

// Waits for a signal in a dedicated thread. Unlike a signal handler, a thread may call any function, and the other
// threads need not cooperate: no stage of the work can delay the exit.
void EndOnSignal(const sigset_t& signals) {
  int signal = 0;
  if (sigwait(&signals, &signal) != 0) return;
  AtomicFile::EndAll();
  std::fprintf(stderr, "%s%s: cancelled\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", program_name.c_str());
  std::_Exit(128 + signal);
}

extern "C" void OnLostFile(int) {
  constexpr char kMessage[] = "navnet: an input file became shorter while it was in use, or its disk failed\n";
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) _exit(kBadInput);
  _exit(kBadInput);
}

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class... Args>
std::string Format(const char* format, Args... args) {
  char text[64];
  std::snprintf(text, sizeof text, format, args...);
  return text;
}

}  // namespace

void SetProgramName(const std::string& name) { program_name = name; }

int Fail(const Error& error) {
  std::fprintf(stderr, "%s: %s\n", program_name.c_str(), error.message.c_str());
  return kBadInput;
}

void HandleLostFiles() {
#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer's own report says more.
  std::signal(SIGBUS, OnLostFile);
#endif
}

void HandleInterrupts() {
  static std::once_flag once;
  std::call_once(once, [] {
    const sigset_t signals = EndingSignals();
    // Threads started from now on inherit the mask, so only the waiting thread receives the signals.
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    try {
      std::thread(EndOnSignal, signals).detach();
    } catch (const std::system_error&) {
      // No thread could be started: fall back to the default action of the signals.
      pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    }
  });
}

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() { Clear(); }

ProgressFunction ProgressBar::function() {
  return [this](std::string_view stage, double done) {
    Draw(stage, done);
    return true;
  };
}

void ProgressBar::Announce(const std::string& stage) {
  if (!terminal_) return;
  std::fprintf(stderr, "\r\033[K%s ...", stage.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::Draw(std::string_view stage, double done) {
  // Limits redrawing to ten times per second.
  if (!terminal_ || (Now() - last_drawn_s_ < 0.1 && done < 1)) return;
  last_drawn_s_ = Now();
  drawn_ = true;
  constexpr int kWidth = 40;
  const int filled = int(done * kWidth);
  std::fprintf(stderr, "\r\033[K%-8.*s [%.*s%*s] %3d %%", int(stage.size()), stage.data(), filled,
               "########################################", kWidth - filled, "", int(done * 100));
  std::fflush(stderr);
}

void ProgressBar::Clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

Status CheckOutput(const std::string& output, const std::string& input) {
  std::error_code none;
  if (std::filesystem::equivalent(output, input, none)) {
    return Error{ErrorCode::InvalidArgument, output + ": the output is the input; choose another name"};
  }
  const Result<AtomicFile> probe = AtomicFile::Create(output);
  return probe ? Ok() : Status(probe.error());
}

Status Print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    return Error{ErrorCode::WriteFailed, "standard output: cannot write"};
  }
  return Ok();
}

std::string Grouped(int64_t value) {
  std::string text = std::to_string(value);
  for (int at = int(text.size()) - 3; at > (value < 0 ? 1 : 0); at -= 3) text.insert(size_t(at), ",");
  return text;
}

std::string SecondsText(double seconds) {
  if (seconds < 0.9995) return Format("%.3g ms", seconds * 1000);
  if (seconds < 99.5) return Format("%.3g s", seconds);
  return Format("%d min %d s", int(seconds) / 60, int(seconds) % 60);
}

int64_t PeakMemoryBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace navnet::cli
