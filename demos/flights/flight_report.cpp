#include <navnet/flights/flight_report.h>

#include <algorithm>
#include <cmath>

namespace navnet {

double Timings::At(double share) const {
  if (us_.empty()) return 0;
  std::vector<double> sorted = us_;
  const auto rank = std::clamp<size_t>(size_t(std::ceil(share * double(sorted.size()))), 1, sorted.size()) - 1;
  std::ranges::nth_element(sorted, sorted.begin() + std::ptrdiff_t(rank));
  return sorted[rank];
}

}  // namespace navnet
