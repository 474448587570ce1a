// SPDX-License-Identifier: Apache-2.0
#pragma once
// Summary statistics of many measurements.

#include "report.h"

#include <string>
#include <vector>

namespace navnet::cli {

struct Figures {
  double mean = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;
};

/// Mean, percentiles and maximum; all zero if `values` is empty.
Figures FiguresOf(std::vector<double> values);

Json ToJson(const Figures& figures);
/// Formats as "p50 12.3, p90 …" with `digits` significant digits.
std::string FiguresText(const Figures& figures, int digits);

}  // namespace navnet::cli
