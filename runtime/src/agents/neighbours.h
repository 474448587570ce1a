#pragma once
// Which agents are near an agent? Points sorted by the cells of a grid without bounds.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Memory is reused from build to build. Between builds any number of threads may ask at once.
class NeighbourGrid {
 public:
  /// Sorts the points, which must live as long as questions are asked. `reach_m`: how far questions go, above 0.
  void Build(std::span<const Vec3> points, double reach_m);

  /// Calls `visit(number)` for every point within the reach of `p`, and some that are farther, in a fixed order.
  template <class Visit>
  void EachNear(Vec3 p, const Visit& visit) const;

 private:
  struct Entry {
    uint64_t cell;
    uint32_t number;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  // Cells far out are merged at the rim, which keeps neighbours neighbours.
  static constexpr int64_t kRim = (1 << 20) - 2;

  int64_t Along(double x) const { return int64_t(std::clamp(std::floor(x / reach_m_), -double(kRim), double(kRim))); }
  // x counts least, so that cells along x follow each other.
  static uint64_t Key(int64_t x, int64_t y, int64_t z) {
    constexpr int64_t kShift = 1 << 20;
    return uint64_t(z + kShift) << 42 | uint64_t(y + kShift) << 21 | uint64_t(x + kShift);
  }

  double reach_m_ = 1;
  std::vector<Entry> entries_;
};

template <class Visit>
void NeighbourGrid::EachNear(Vec3 p, const Visit& visit) const {
  const int64_t x = Along(p.x), y = Along(p.y), z = Along(p.z);
  for (int64_t k = z - 1; k <= z + 1; ++k) {
    for (int64_t j = y - 1; j <= y + 1; ++j) {
      const uint64_t last = Key(x + 1, j, k);
      auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{Key(x - 1, j, k), 0});
      for (; entry != entries_.end() && entry->cell <= last; ++entry) visit(entry->number);
    }
  }
}

}  // namespace navnet
