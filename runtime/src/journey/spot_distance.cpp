// SPDX-License-Identifier: Apache-2.0
#include "journey/spot_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {

void SpotDistance::Build(std::span<const AirSpots::Spot> spots, int up) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  up_ = up;
  across_ = up == 0 ? 1 : 0;
  along_ = up == 2 ? 1 : 2;
  bins_.clear();
  if (spots.empty()) return;
  double hi[2] = {-kFar, -kFar};
  lo_[0] = lo_[1] = kFar;
  for (const AirSpots::Spot& spot : spots) {
    for (int k = 0; k < 2; ++k) {
      lo_[k] = std::min(lo_[k], spot.point[k == 0 ? across_ : along_]);
      hi[k] = std::max(hi[k], spot.point[k == 0 ? across_ : along_]);
    }
  }
  for (int k = 0; k < 2; ++k) size_[k] = std::max(1.0, (hi[k] - lo_[k]) / kBins);
  bins_.assign(size_t{kBins} * kBins, {kFar, -kFar});
  for (const AirSpots::Spot& spot : spots) {
    const auto bin = [&](int k, double x) { return std::min(kBins - 1, int((x - lo_[k]) / size_[k])); };
    Bin& at = bins_[size_t(bin(0, spot.point[across_])) * kBins + size_t(bin(1, spot.point[along_]))];
    at.lowest = std::min(at.lowest, spot.point[up_]);
    at.highest = std::max(at.highest, spot.point[up_]);
  }
}

double SpotDistance::From(const VoxelBox& box) const {
  double nearest2 = std::numeric_limits<double>::infinity();
  if (bins_.empty()) return nearest2;
  const auto gap = [](double lo, double hi, double other_lo, double other_hi) {
    return std::max({0.0, other_lo - hi, lo - other_hi});
  };
  // Of the bins that the box touches: the first and the last.
  int first[2], last[2];
  for (int k = 0; k < 2; ++k) {
    const int axis = k == 0 ? across_ : along_;
    const auto bin = [&](int32_t x) { return int(std::clamp((x - lo_[k]) / size_[k], 0.0, kBins - 1.0)); };
    first[k] = bin(box.lo[axis]);
    last[k] = bin(box.hi[axis]);
  }
  const auto try_bin = [&](int i, int k) {
    const Bin& bin = bins_[size_t(i) * kBins + size_t(k)];
    if (bin.lowest > bin.highest) return;
    const double x = gap(box.lo[across_], box.hi[across_], lo_[0] + i * size_[0], lo_[0] + (i + 1) * size_[0]);
    const double y = gap(box.lo[along_], box.hi[along_], lo_[1] + k * size_[1], lo_[1] + (k + 1) * size_[1]);
    const double z = gap(box.lo[up_], box.hi[up_], bin.lowest, bin.highest);
    nearest2 = std::min(nearest2, x * x + y * y + z * z);
  };
  // Rings of bins around the box, until all bins of a ring are farther than the nearest spot.
  for (int ring = 0; ring < kBins; ++ring) {
    const double away = std::max(0, ring - 1) * std::min(size_[0], size_[1]);
    if (away * away >= nearest2) break;
    for (int i = std::max(0, first[0] - ring); i <= std::min(kBins - 1, last[0] + ring); ++i) {
      const bool is_side = ring == 0 || i == first[0] - ring || i == last[0] + ring;
      const int from = first[1] - ring, to = last[1] + ring, step = is_side ? 1 : to - from;
      for (int k = from; k <= to; k += step) {
        if (k >= 0 && k < kBins) try_bin(i, k);
      }
    }
  }
  return std::sqrt(nearest2);
}

}  // namespace navnet
