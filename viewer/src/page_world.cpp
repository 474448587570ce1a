// SPDX-License-Identifier: Apache-2.0
#include "page_world.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace navnet {
namespace {

/// Indices of the `most` largest triangles, ascending. Among equal areas, the earlier ones are taken.
std::vector<uint32_t> LargestTriangles(MeshView world, size_t most) {
  std::vector<uint32_t> order(world.triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  if (order.size() <= most) return order;
  std::vector<double> areas;
  areas.reserve(order.size());
  for (const Triangle& t : world.triangles) {
    const Vec3 a = world.vertices[t[0]];
    areas.push_back(LengthSquared(Cross(world.vertices[t[1]] - a, world.vertices[t[2]] - a)));
  }
  const auto larger = [&](uint32_t i, uint32_t j) { return areas[i] != areas[j] ? areas[i] > areas[j] : i < j; };
  std::nth_element(order.begin(), order.begin() + ptrdiff_t(most), order.end(), larger);
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

PageWorld MakePageWorld(MeshView world, Vec3 origin_world, size_t most) {
  constexpr uint32_t kUnused = std::numeric_limits<uint32_t>::max();
  PageWorld out;
  std::vector<uint32_t> renumbered(world.vertices.size(), kUnused);
  const std::vector<uint32_t> chosen = LargestTriangles(world, most);
  out.left_out = world.triangles.size() - chosen.size();
  out.indices.reserve(3 * chosen.size());
  for (const uint32_t i : chosen) {
    for (const uint32_t vertex : world.triangles[i]) {
      if (renumbered[vertex] == kUnused) {
        renumbered[vertex] = uint32_t(out.positions.size() / 3);
        const Vec3 p = world.vertices[vertex] - origin_world;
        out.positions.insert(out.positions.end(), {float(p.x), float(p.y), float(p.z)});
      }
      out.indices.push_back(renumbered[vertex]);
    }
  }
  return out;
}

}  // namespace navnet
