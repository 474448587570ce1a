#pragma once
// Many measurements in a few numbers.

#include "report.h"

#include <string>
#include <vector>

namespace navnet::cli {

struct Figures {
  double mean = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;
};

/// Zero for no values.
Figures FiguresOf(std::vector<double> values);

Json ToJson(const Figures& figures);
/// p50 12.3, p90 …, with `digits` significant digits.
std::string FiguresText(const Figures& figures, int digits);

}  // namespace navnet::cli
