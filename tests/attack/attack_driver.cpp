// SPDX-License-Identifier: Apache-2.0
// A child process runs one case after another and reports on its standard output:
//
//   case 17                  it begins case 17
//   done flights=40 walks=3  the case ended; what it tried
//   failed MESSAGE           the case ended, and an invariant is violated
//
// If the child dies or exceeds the time limit of a case, the case it began last has failed; another child continues
// with the next one.

#include "attack/attack_driver.h"

#include "attack/child_process.h"

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <mutex>
#include <sstream>
#include <thread>

namespace navnet::attack {
namespace {

// A part with this many failures is stopped.
constexpr size_t kMostFailures = 20;
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

class PartRun {
 public:
  PartRun(const std::string& self, const Options& options, const Part& part, double seconds)
      : self_(self), options_(options), seconds_(seconds), next_(options.first_case) {
    report_.part = &part;
    left_ = options.rounds ? *options.rounds * part.round : kUnlimited;
    error_file_ = (std::filesystem::temp_directory_path() /
                   ("navnet_attack_" + std::to_string(getpid()) + "_" + part.name + ".err"))
                      .string();
  }

  PartReport Run() {
    const double begin_s = SecondsNow();
    end_s_ = begin_s + seconds_;
    while (left_ > 0 && report_.failures.size() < kMostFailures && (options_.rounds || SecondsNow() < end_s_)) {
      RunChild();
    }
    std::error_code ignored;
    std::filesystem::remove(error_file_, ignored);
    report_.seconds = SecondsNow() - begin_s;
    return std::move(report_);
  }

 private:
  void RunChild() {
    const Part& part = *report_.part;
    std::vector<std::string> arguments = {
        self_, "--child", part.name, "--seed", std::to_string(options_.seed), "--case", std::to_string(next_)};
    if (options_.rounds) {
      arguments.insert(arguments.end(), {"--count", std::to_string(left_)});
    } else {
      arguments.insert(arguments.end(), {"--seconds", std::to_string(end_s_ - SecondsNow())});
    }
    ChildProcess child(arguments, {}, error_file_);
    bool is_open = false;  // A case has begun but not ended.
    std::string line;
    for (;;) {
      const ChildProcess::Read read = child.NextLine(line, part.case_limit_s);
      if (read == ChildProcess::Read::Late) {
        child.Finish();
        Fail("no end after " + std::to_string(int(part.case_limit_s)) + " s");
        return;
      }
      if (read == ChildProcess::Read::End) break;
      is_open = Take(line, is_open);
    }
    // A program that has closed its output ends soon; otherwise it hangs.
    child.WaitFor(part.case_limit_s);
    const int status = child.Finish();
    if (!is_open && status == 0) return;
    const std::string how =
        status > 128 ? "signal " + std::to_string(status - 128) : "status " + std::to_string(status);
    const std::string error = OneLine(TailOf(error_file_, 400));
    Fail("the process ended with " + how + (error.empty() ? "" : ": " + error));
  }

  // Processes a line of output. Returns whether a case is open after it.
  bool Take(const std::string& line, bool is_open) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "case") {
      words >> next_;
      return true;
    }
    if (word == "failed") {
      Fail(line.substr(std::min(line.size(), size_t{7})));
      return false;
    }
    if (word != "done") return is_open;
    while (words >> word) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos) continue;
      report_.tally[word.substr(0, equals)] += std::strtoll(word.c_str() + equals + 1, nullptr, 10);
    }
    EndCase();
    return false;
  }

  void EndCase() {
    ++report_.cases;
    ++next_;
    if (left_ != kUnlimited) --left_;
  }

  void Fail(const std::string& what) {
    const std::string command = ShellText({self_, "--part", report_.part->name, "--seed", std::to_string(options_.seed),
                                           "--case", std::to_string(next_)});
    std::fprintf(stderr, "%s: case %llu FAILED: %s\n  again: %s\n", report_.part->name,
                 static_cast<unsigned long long>(next_), what.c_str(), command.c_str());
    report_.failures.push_back({next_, what, command});
    EndCase();
  }

  const std::string& self_;
  const Options& options_;
  double seconds_, end_s_ = 0;
  uint64_t next_;
  int64_t left_ = 0;
  std::string error_file_;
  PartReport report_;
};

}  // namespace

size_t Report::FailureCount() const {
  size_t count = 0;
  for (const PartReport& part : parts) count += part.failures.size();
  return count;
}

Report RunAttack(const std::string& self, const Options& options) {
  const double begin_s = SecondsNow();
  std::vector<const Part*> chosen;
  double shares = 0;
  for (const Part& part : Parts()) {
    if (!options.parts.empty() && std::ranges::find(options.parts, part.name) == options.parts.end()) continue;
    chosen.push_back(&part);
    shares += part.share;
  }
  Report report{options.seed, 0, std::vector<PartReport>(chosen.size())};
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < chosen.size();) {
      const double seconds = options.seconds * options.jobs * chosen[i]->share / shares;
      report.parts[i] = PartRun(self, options, *chosen[i], seconds).Run();
      std::fprintf(stderr, "%s: %lld cases, %zu failed\n", chosen[i]->name,
                   static_cast<long long>(report.parts[i].cases), report.parts[i].failures.size());
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < options.jobs; ++i) others.emplace_back(work);
    work();
  }
  report.seconds = SecondsNow() - begin_s;
  return report;
}

void RunCases(const Part& part, uint64_t seed, uint64_t first, int64_t count, double seconds) {
  const double end_s = SecondsNow() + seconds;
  for (uint64_t number = first; count > 0 && SecondsNow() < end_s; ++number, --count) {
    std::printf("case %llu\n", static_cast<unsigned long long>(number));
    std::fflush(stdout);
    Case now = MakeCase(part, seed, number);
    try {
      part.run(now);
      std::string line = "done";
      for (const auto& [what, times] : now.tally) line += " " + what + "=" + std::to_string(times);
      std::printf("%s\n", line.c_str());
    } catch (const Failure& failure) {
      std::printf("failed %s\n", OneLine(failure.what()).c_str());
    }
    std::fflush(stdout);
  }
}

}  // namespace navnet::attack
