// SPDX-License-Identifier: Apache-2.0
#include "attack/attack_report.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace navnet::attack {
namespace {

std::string Grouped(int64_t value) {
  std::string text = std::to_string(value);
  for (int at = int(text.size()) - 3; at > 0; at -= 3) text.insert(size_t(at), ",");
  return text;
}

std::string TriedText(const std::map<std::string, int64_t>& tally) {
  std::string text;
  for (const auto& [what, times] : tally) text += (text.empty() ? "" : ", ") + Grouped(times) + " " + what;
  return text;
}

std::string Row(const std::string& part, const std::string& cases, const std::string& failed, const std::string& time,
                const std::string& tried) {
  char text[80];
  std::snprintf(text, sizeof text, "%-10s %9s %7s %8s   ", part.c_str(), cases.c_str(), failed.c_str(), time.c_str());
  return text + tried + "\n";
}

}  // namespace

std::string TableOf(const Report& report) {
  std::string out = Row("part", "cases", "failed", "seconds", "tried");
  int64_t cases = 0;
  const auto seconds = [](double s) { return std::to_string(int64_t(s + 0.5)); };
  for (const PartReport& part : report.parts) {
    out += Row(part.part->name, Grouped(part.cases), std::to_string(part.failures.size()), seconds(part.seconds),
               TriedText(part.tally));
    cases += part.cases;
  }
  out += Row("all", Grouped(cases), std::to_string(report.FailureCount()), seconds(report.seconds),
             "seed " + std::to_string(report.seed));
  for (const PartReport& part : report.parts) {
    for (const FailedCase& failed : part.failures) {
      out += std::string("FAILED ") + part.part->name + ", case " + std::to_string(failed.number) + ": " + failed.what +
             "\n  again: " + failed.command + "\n";
    }
  }
  return out;
}

std::string JsonOf(const Report& report) {
  nlohmann::ordered_json out;
  out["seed"] = report.seed;
  out["seconds"] = report.seconds;
  out["failed"] = report.FailureCount();
  out["parts"] = nlohmann::ordered_json::array();
  for (const PartReport& part : report.parts) {
    nlohmann::ordered_json each;
    each["name"] = part.part->name;
    each["what"] = part.part->what;
    each["cases"] = part.cases;
    each["tried"] = nlohmann::ordered_json::object();
    for (const auto& [what, times] : part.tally) each["tried"][what] = times;
    each["failures"] = nlohmann::ordered_json::array();
    for (const FailedCase& failed : part.failures) {
      each["failures"].push_back({{"case", failed.number}, {"what", failed.what}, {"again", failed.command}});
    }
    each["seconds"] = part.seconds;
    out["parts"].push_back(std::move(each));
  }
  // Output of programs may be invalid UTF-8, which JSON does not allow.
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace navnet::attack
