// SPDX-License-Identifier: Apache-2.0
// The attack: hostile inputs, edits, calls and kills of every kind, in one bounded run.
//
//   navnet_attack                              two minutes
//   navnet_attack --minutes 30 --seed 7        longer, other cases
//   navnet_attack --rounds 2                   bounded by counts: the same cases on every machine
//   navnet_attack --part kills --case 12       repeats one case, in this process, for a debugger
//
// Exit status: 0 nothing failed, 1 something did, 2 bad usage.

#include "attack/attack_driver.h"
#include "attack/attack_report.h"

#include <unistd.h>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace navnet::attack {
namespace {

constexpr const char* kUsage =
    "usage: navnet_attack [--minutes M | --seconds S | --rounds N] [--seed N] [--part NAME]… [--jobs N] [--json FILE]\n"
    "       navnet_attack --part NAME --case N [--seed N]\n"
    "       navnet_attack --list\n"
    "Tries to break NavNet: mutated files, kills during a write, random worlds and more, each part in a process of "
    "its\n"
    "own. By default two minutes in all. --rounds bounds the run by counts instead of time, which makes it the same "
    "on\n"
    "every machine. Prints one table, and with --json writes the same to a file. With --case it runs that one case of "
    "a\n"
    "part. Exit status: 0 nothing failed, 1 something did, 2 bad usage.\n";

struct Arguments {
  Options options;
  std::string child, json_file;
  bool list = false, one_case = false;
  int64_t count = std::numeric_limits<int64_t>::max();
};

template <class T>
bool Parse(const std::string& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= T{0};
}

/// Returns an error message, or an empty string.
std::string ParseArguments(const std::vector<std::string>& words, Arguments& out) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--list") {
      out.list = true;
      continue;
    }
    if (i + 1 == words.size()) return word + ": unknown, or its value is missing";
    const std::string& value = words[++i];
    const std::string bad = word + ": '" + value + "' is not a value for it";
    int64_t rounds = 0;
    double minutes = 0;
    if (word == "--minutes") {
      if (!Parse(value, minutes) || !(minutes <= 1e6)) return bad;
      out.options.seconds = 60 * minutes;
    } else if (word == "--seconds") {
      if (!Parse(value, out.options.seconds) || !(out.options.seconds <= 1e8)) return bad;
    } else if (word == "--rounds") {
      if (!Parse(value, rounds) || rounds > 1'000'000'000) return bad;
      out.options.rounds = rounds;
    } else if (word == "--seed") {
      if (!Parse(value, out.options.seed)) return bad;
    } else if (word == "--jobs") {
      if (!Parse(value, out.options.jobs) || out.options.jobs < 1 || out.options.jobs > 256) return bad;
    } else if (word == "--part") {
      if (!FindPart(value)) return word + ": no part '" + value + "'; see --list";
      out.options.parts.push_back(value);
    } else if (word == "--case") {
      if (!Parse(value, out.options.first_case)) return bad;
      out.one_case = true;
    } else if (word == "--count") {
      if (!Parse(value, out.count)) return bad;
    } else if (word == "--child") {
      if (!FindPart(value)) return bad;
      out.child = value;
    } else if (word == "--json") {
      out.json_file = value;
    } else {
      return word + ": unknown";
    }
  }
  if (out.one_case && out.child.empty() && out.options.parts.size() != 1) return "--case: needs one --part";
  return {};
}

int RunOne(const Arguments& arguments) {
  const Part& part = *FindPart(arguments.options.parts.front());
  Case now = MakeCase(part, arguments.options.seed, arguments.options.first_case);
  try {
    part.run(now);
  } catch (const Failure& failure) {
    std::printf("FAILED: %s\n", failure.what());
    return 1;
  }
  for (const auto& [what, times] : now.tally) std::printf("%lld %s\n", static_cast<long long>(times), what.c_str());
  std::printf("nothing failed\n");
  return 0;
}

int Run(const std::string& self, const std::vector<std::string>& words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) return std::fputs(kUsage, stdout), 0;
  Arguments arguments;
  if (const std::string wrong = ParseArguments(words, arguments); !wrong.empty()) {
    std::fprintf(stderr, "navnet_attack: %s\n%s", wrong.c_str(), kUsage);
    return 2;
  }
  if (arguments.list) {
    for (const Part& part : Parts()) std::printf("%-10s %s\n", part.name, part.what);
    return 0;
  }
  if (!arguments.child.empty()) {
    const Options& options = arguments.options;
    const double seconds = arguments.count == std::numeric_limits<int64_t>::max() ? options.seconds : 1e9;
    RunCases(*FindPart(arguments.child), options.seed, options.first_case, arguments.count, seconds);
    return 0;
  }
  if (arguments.one_case) return RunOne(arguments);
  const Report report = RunAttack(self, arguments.options);
  std::fputs(TableOf(report).c_str(), stdout);
  if (!arguments.json_file.empty()) {
    std::ofstream file(arguments.json_file);
    if (!(file << JsonOf(report))) {
      std::fprintf(stderr, "navnet_attack: %s: cannot write\n", arguments.json_file.c_str());
      return 2;
    }
  }
  return report.FailureCount() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace navnet::attack

int main(int argc, char** argv) {
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const std::string program = length > 0 ? std::string(self, size_t(length)) : std::string(argv[0]);
  return navnet::attack::Run(program, {argv + 1, argv + argc});
}
