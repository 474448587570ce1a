// SPDX-License-Identifier: Apache-2.0
#include "walk_metrics.h"

#include <navnet/core/random.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace navnet {
namespace {

constexpr double kReachM = 1;  // Height tolerance above and below, in metres.
constexpr double kBinM = 4;    // Edge of the index's squares, in metres. Larger: fewer squares, more parts in each.

/// A fixed random point of a grid square, in [0, 1)².
Vec2 Scatter(int64_t x, int64_t y) {
  const uint64_t bits = Scramble(uint64_t(x) * SplitMix64::kStep + uint64_t(y));
  return {double(bits >> 32) * 0x1p-32, double(bits & 0xFFFFFFFF) * 0x1p-32};
}

/// Bounding box of a part on the plan.
struct Bounds {
  Vec2 low, high;
};

Bounds BoundsOf(const WalkPart& part) {
  Bounds bounds = {part.corners[0], part.corners[0]};
  for (const Vec2& p : part.corners) {
    bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y)};
    bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y)};
  }
  return bounds;
}

/// Calls visit(point) for the sample points inside a part: one random point per grid square. A regular grid would alias
/// with walls at regular distances.
template <class Visit>
void EachSample(const WalkPart& part, double pitch_m, Visit visit) {
  const auto [low, high] = BoundsOf(part);
  auto square = [&](double at) { return int64_t(std::floor(at / pitch_m)); };
  for (int64_t y = square(low.y); y <= square(high.y); ++y) {
    for (int64_t x = square(low.x); x <= square(high.x); ++x) {
      const Vec2 p = (Vec2{double(x), double(y)} + Scatter(x, y)) * pitch_m;
      if (part.Contains(p)) visit(p);
    }
  }
}

/// Index of parts by the squares of the plan that they touch.
class PartIndex {
 public:
  /// Indexes only the parts of `wanted` components.
  PartIndex(const WalkRegions& regions, const std::vector<bool>& wanted) {
    for (const WalkPart& part : regions.parts) {
      if (!wanted[part.component]) continue;
      const auto [low, high] = BoundsOf(part);
      for (int64_t y = Bin(low.y); y <= Bin(high.y); ++y) {
        for (int64_t x = Bin(low.x); x <= Bin(high.x); ++x) bins_[Key(x, y)].push_back(&part);
      }
    }
  }

  /// Number of parts that contain a point of the plan within kReachM of a height.
  int Count(Vec2 p, double height_m) const {
    const auto bin = bins_.find(Key(Bin(p.x), Bin(p.y)));
    if (bin == bins_.end()) return 0;
    return int(std::count_if(bin->second.begin(), bin->second.end(), [&](const WalkPart* part) {
      return std::abs(part->HeightAt(p) - height_m) <= kReachM && part->Contains(p);
    }));
  }

 private:
  static int64_t Bin(double x) { return int64_t(std::floor(x / kBinM)); }
  static uint64_t Key(int64_t x, int64_t y) { return uint64_t(uint32_t(x)) << 32 | uint32_t(y); }

  std::unordered_map<uint64_t, std::vector<const WalkPart*>> bins_;
};

}  // namespace

WalkMetrics Measure(const WalkRegions& mesh, const WalkRegions& truth, int64_t samples) {
  double true_m2 = 0;
  for (const WalkPart& part : truth.parts) true_m2 += part.Area();
  const double pitch_m = std::sqrt(true_m2 / double(samples));
  const PartIndex true_parts(truth, std::vector<bool>(truth.components.size(), true));

  std::vector<int64_t> points(mesh.components.size(), 0), wrong(mesh.components.size(), 0);
  for (const WalkPart& part : mesh.parts) {
    EachSample(part, pitch_m, [&](Vec2 p) {
      ++points[part.component];
      wrong[part.component] += true_parts.Count(p, part.HeightAt(p)) == 0;
    });
  }
  WalkMetrics metrics;
  std::vector<bool> counts(points.size(), false);
  int64_t all = 0, incorrect = 0;
  for (size_t c = 0; c < counts.size(); ++c) {
    counts[c] = 2 * wrong[c] < points[c];
    if (!counts[c]) continue;
    all += points[c];
    incorrect += wrong[c];
    metrics.size.Add(mesh.components[c]);
  }
  metrics.incorrect = all > 0 ? double(incorrect) / double(all) : 0;
  for (const WalkPart& part : mesh.parts) metrics.area_ratio += counts[part.component] ? part.Area() / true_m2 : 0;

  const PartIndex parts(mesh, counts);
  int64_t total = 0, covered = 0, twice = 0;
  for (const WalkPart& part : truth.parts) {
    EachSample(part, pitch_m, [&](Vec2 p) {
      const int count = parts.Count(p, part.HeightAt(p));
      ++total;
      covered += count > 0;
      twice += count > 1;
    });
  }
  metrics.coverage = total > 0 ? double(covered) / double(total) : 0;
  metrics.overlap = covered > 0 ? double(twice) / double(covered) : 0;
  return metrics;
}

}  // namespace navnet
