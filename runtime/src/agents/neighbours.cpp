#include "neighbours.h"

namespace navnet {

void NeighbourGrid::Build(std::span<const Vec3> points, double reach_m) {
  reach_m_ = reach_m;
  entries_.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    entries_[i] = {Key(Along(points[i].x), Along(points[i].y), Along(points[i].z)), uint32_t(i)};
  }
  std::sort(entries_.begin(), entries_.end());
}

}  // namespace navnet
