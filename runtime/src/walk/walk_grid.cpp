// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_grid.h"

#include <cmath>
#include <limits>

namespace navnet {

WalkGrid::WalkGrid(std::span<const WalkBox> boxes) {
  for (const WalkBox& box : boxes) {
    bounds_.Extend(box.lo);
    bounds_.Extend(box.hi);
  }
  if (boxes.empty()) return;
  const double width = bounds_.hi.x - bounds_.lo.x, height = bounds_.hi.y - bounds_.lo.y;
  const double buckets = 2.0 * double(boxes.size()) + 1;
  // Square buckets, about as many as wanted; long thin worlds get no more of them than square ones.
  SetSize(std::max({std::sqrt(width * height / buckets), std::max(width, height) / buckets, 1e-3}));
  // Terminates: with a single bucket, each box is one entry.
  const uint64_t most = std::min(kMostEntries * boxes.size(), uint64_t{std::numeric_limits<uint32_t>::max()});
  while (EntriesOf(boxes) > most) SetSize(2 * size_);
  first_.assign(size_t(columns_ * rows_) + 1, 0);
  const auto each_bucket = [&](const WalkBox& box, const auto& use) {
    for (int64_t j = Row(box.lo.y); j <= Row(box.hi.y); ++j) {
      for (int64_t i = Column(box.lo.x); i <= Column(box.hi.x); ++i) use(size_t(j * columns_ + i));
    }
  };
  for (const WalkBox& box : boxes) {
    each_bucket(box, [&](size_t b) { ++first_[b + 1]; });
  }
  for (size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
  items_.resize(first_.back());
  boxes_.resize(first_.back());
  // More than the rounding error of floats.
  const double slack = 1e-6 * std::max(width, height);
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (uint32_t item = 0; item < boxes.size(); ++item) {
    const Vec2 lo = boxes[item].lo - bounds_.lo, hi = boxes[item].hi - bounds_.lo;
    const Box box{float(lo.x - slack), float(lo.y - slack), float(hi.x + slack), float(hi.y + slack)};
    each_bucket(boxes[item], [&](size_t b) {
      boxes_[next[b]] = box;
      items_[next[b]++] = item;
    });
  }
}

void WalkGrid::SetSize(double size) {
  size_ = size;
  columns_ = int64_t((bounds_.hi.x - bounds_.lo.x) / size) + 1;
  rows_ = int64_t((bounds_.hi.y - bounds_.lo.y) / size) + 1;
}

uint64_t WalkGrid::EntriesOf(std::span<const WalkBox> boxes) const {
  uint64_t entries = 0;
  for (const WalkBox& box : boxes) {
    entries += uint64_t((Column(box.hi.x) - Column(box.lo.x) + 1) * (Row(box.hi.y) - Row(box.lo.y) + 1));
  }
  return entries;
}

}  // namespace navnet
