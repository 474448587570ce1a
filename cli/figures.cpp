// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include <algorithm>
#include <numeric>

namespace navnet::cli {

Figures FiguresOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[std::min(values.size() - 1, size_t(share * double(values.size())))];
  };
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {sum / double(values.size()), at(0.5), at(0.9), at(0.99), values.back()};
}

Json ToJson(const Figures& figures) {
  return {
      {"p50", figures.p50}, {"p90", figures.p90}, {"p99", figures.p99}, {"max", figures.max}, {"mean", figures.mean}};
}

std::string FiguresText(const Figures& figures, int digits) {
  return "p50 " + Shortest(figures.p50, digits) + ", p90 " + Shortest(figures.p90, digits) + ", p99 " +
         Shortest(figures.p99, digits) + ", max " + Shortest(figures.max, digits) + ", mean " +
         Shortest(figures.mean, digits);
}

}  // namespace navnet::cli
