// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_grid.h"

#include <cmath>
#include <limits>

namespace navnet {

WalkGrid::WalkGrid(std::span<const WalkBox> boxes, const Touches& touches) {
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
  // More than the rounding error of floats, and of a point's bucket.
  const double slack = 1e-6 * std::max(width, height);
  struct Entry {
    uint32_t bucket, item;
  };
  std::vector<Entry> entries;
  first_.assign(size_t(columns_ * rows_) + 1, 0);
  for (uint32_t item = 0; item < boxes.size(); ++item) {
    const WalkBox& box = boxes[item];
    const int64_t left = Column(box.lo.x), right = Column(box.hi.x), low = Row(box.lo.y), high = Row(box.hi.y);
    const bool is_one_row = left == right || low == high;
    for (int64_t j = low; j <= high; ++j) {
      for (int64_t i = left; i <= right; ++i) {
        if (touches && !is_one_row) {
          const Vec2 corner = bounds_.lo + size_ * Vec2{double(i), double(j)};
          if (!touches(item, {corner - Vec2{slack, slack}, corner + Vec2{size_ + slack, size_ + slack}})) continue;
        }
        const uint32_t bucket = uint32_t(j * columns_ + i);
        entries.push_back({bucket, item});
        ++first_[bucket + 1];
      }
    }
  }
  for (size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
  items_.resize(first_.back());
  boxes_.resize(first_.back());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Entry& entry : entries) {
    const Vec2 lo = boxes[entry.item].lo - bounds_.lo, hi = boxes[entry.item].hi - bounds_.lo;
    const uint32_t at = next[entry.bucket]++;
    boxes_[at] = {float(lo.x - slack), float(lo.y - slack), float(hi.x + slack), float(hi.y + slack)};
    items_[at] = entry.item;
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
