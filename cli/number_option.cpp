// SPDX-License-Identifier: Apache-2.0
#include "number_option.h"

#include "parse.h"

#include <algorithm>
#include <functional>

namespace navnet::cli {
namespace {

std::string OrWord(const std::string& word) { return word.empty() ? "" : ", or '" + word + "'"; }

using Check = std::function<std::string(const std::string&)>;

CLI::Option* WithRange(CLI::Option* option, const std::string& range, const Check& check) {
  return option->description(option->get_description() + ". Range: " + range)->check(check);
}

// Returns what is wrong with the text, or an empty string if it matches `list`.
std::string Complaint(const std::string& text, const NumberList& list, const std::string& ranges_text) {
  if (!list.word.empty() && text == list.word) return {};
  std::string_view numbers = text;
  if (list.has_name) {
    const size_t comma = numbers.find(',');
    numbers = comma == std::string_view::npos ? std::string_view() : numbers.substr(comma + 1);
  }
  const bool is_one = list.most == 1;
  const Result<std::vector<double>> parsed = ParseNumbers("", WithoutFlags(numbers, list.flags).numbers, 0);
  const bool fits = parsed && parsed->size() >= list.least && parsed->size() <= list.most;
  bool in_range = fits;
  for (size_t i = 0; fits && i < parsed->size(); ++i) {
    in_range = in_range && list.ranges[std::min(i, list.ranges.size() - 1)].Contains((*parsed)[i]);
  }
  if (in_range) return {};
  const std::string count = list.least == list.most ? std::to_string(list.least) + " numbers"
                            : list.most == SIZE_MAX ? "a list of numbers"
                                                    : "a list of " + std::to_string(list.least) + " to " +
                                                          std::to_string(list.most) + " numbers";
  return "'" + text + "' is not " + (is_one ? "a number" : count + " separated by commas") + " in the range " +
         ranges_text + OrWord(list.word);
}

}  // namespace

CLI::Option* TakesList(CLI::Option* option, const NumberList& list, const std::string& ranges_text) {
  return WithRange(option, ranges_text,
                   [list, ranges_text](const std::string& text) { return Complaint(text, list, ranges_text); });
}

CLI::Option* TakesNumber(CLI::Option* option, const Range& range, const std::string& word) {
  return TakesList(option, {.ranges = {range}, .word = word}, Text(range));
}

CLI::Option* TakesNumbers(CLI::Option* option, const Range& range) {
  return TakesList(option, {.ranges = {range}, .most = SIZE_MAX}, Text(range));
}

CLI::Option* TakesCoordinates(CLI::Option* option, size_t count) {
  const Range& range = ranges::kCoordinate_m;
  return TakesList(option, {.ranges = {range}, .least = count, .most = count}, Text(range));
}

CLI::Option* TakesWhole(CLI::Option* option, int64_t least, int64_t most, const std::string& word) {
  const auto check = [least, most, word](const std::string& text) -> std::string {
    if ((!word.empty() && text == word) || ParseInteger("", text, least, most)) return {};
    return "'" + text + "' is not a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
           OrWord(word);
  };
  return WithRange(option, std::to_string(least) + " to " + std::to_string(most), check);
}

}  // namespace navnet::cli
