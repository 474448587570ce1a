// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/layers.h"

#include <navnet/internal/core/union_find.h>

#include <algorithm>
#include <queue>
#include <tuple>

namespace navnet {
namespace {

/// Adjacency lists in one array.
class Neighbours {
 public:
  Neighbours(size_t count, std::vector<std::pair<uint32_t, uint32_t>> pairs) : first_(count + 1, 0) {
    const size_t one_way = pairs.size();
    for (size_t i = 0; i < one_way; ++i) pairs.emplace_back(pairs[i].second, pairs[i].first);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [a, b] : pairs) {
      ++first_[a + 1];
      list_.push_back(b);
    }
    for (size_t i = 0; i < count; ++i) first_[i + 1] += first_[i];
  }
  std::span<const uint32_t> Of(uint32_t i) const {
    return std::span<const uint32_t>(list_).subspan(first_[i], first_[i + 1] - first_[i]);
  }

 private:
  std::vector<size_t> first_;
  std::vector<uint32_t> list_;
};

}  // namespace

std::vector<uint32_t> FindComponents(const GroundSheets& sheets, const GroundSeams& seams, uint32_t& count) {
  UnionFind joined(sheets.sheets.size());
  for (const GroundSeam& seam : seams.seams) joined.Join(seam.low_sheet, seam.high_sheet);
  std::vector<uint32_t> out(sheets.sheets.size());
  count = 0;
  for (uint32_t i = 0; i < out.size(); ++i) {
    const size_t root = joined.Find(i);  // The smallest member, so it already has a number.
    out[i] = root == i ? count++ : out[root];
  }
  return out;
}

GroundLayers MakeLayers(const GroundSheets& sheets, const GroundSeams& seams, const std::vector<bool>& keep) {
  const size_t size = sheets.sheets.size();
  std::vector<std::pair<uint32_t, uint32_t>> joined, apart = sheets.overlaps;
  for (const GroundSeam& seam : seams.seams) joined.emplace_back(seam.low_sheet, seam.high_sheet);
  apart.insert(apart.end(), seams.meetings.begin(), seams.meetings.end());
  const Neighbours next_to(size, std::move(joined)), never_with(size, std::move(apart));

  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < size; ++i) {
    if (keep[i]) order.push_back(i);
  }
  const auto key = [&](uint32_t i) { return std::tuple(sheets.sheets[i].lowest_m, i); };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });

  GroundLayers layers;
  layers.of_sheet.assign(size, kNoLayer);
  while (!order.empty()) {
    const uint32_t layer = layers.count++;
    const auto fits = [&](uint32_t i) {
      if (!keep[i] || layers.of_sheet[i] != kNoLayer) return false;
      const auto others = never_with.Of(i);
      return std::none_of(others.begin(), others.end(),
                          [&](uint32_t other) { return layers.of_sheet[other] == layer; });
    };
    using Entry = std::tuple<double, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const uint32_t start : order) {
      open.push(key(start));
      while (!open.empty()) {
        const uint32_t sheet = std::get<1>(open.top());
        open.pop();
        if (!fits(sheet)) continue;
        layers.of_sheet[sheet] = layer;
        for (uint32_t neighbour : next_to.Of(sheet)) {
          if (fits(neighbour)) open.push(key(neighbour));
        }
      }
    }
    std::erase_if(order, [&](uint32_t i) { return layers.of_sheet[i] != kNoLayer; });
  }
  return layers;
}

}  // namespace navnet
