// SPDX-License-Identifier: Apache-2.0
#include "refine.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace navnet::worlds {
namespace {

constexpr uint32_t kNotCut = std::numeric_limits<uint32_t>::max();

struct Edge {
  double length_squared;
  uint32_t low, high;
};

/// Longest first. A total order, so that the choice among edges of equal length is deterministic.
bool Longer(const Edge& a, const Edge& b) {
  if (a.length_squared != b.length_squared) return a.length_squared > b.length_squared;
  return a.low != b.low ? a.low < b.low : a.high < b.high;
}

std::vector<Edge> EdgesOf(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(mesh.triangles.size() / 2 * 3);
  for (const Triangle& t : mesh.triangles) {
    for (size_t i = 0; i < 3; ++i) {
      const uint32_t a = t[i], b = t[(i + 1) % 3];
      // Of the two triangles at an edge, exactly one traverses it in ascending order.
      if (a < b) edges.push_back({LengthSquared(mesh.vertices[a] - mesh.vertices[b]), a, b});
    }
  }
  return edges;
}

/// The midpoints of split edges, found by the ends of the edge. Edges are grouped by their lower end.
class Middles {
 public:
  Middles(std::span<const Edge> cut, TriangleMesh& mesh) : begin_(mesh.vertices.size() + 1, 0), entries_(cut.size()) {
    for (const Edge& e : cut) ++begin_[e.low + 1];
    for (size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (const Edge& e : cut) entries_[next[e.low]++] = {e.high, kNotCut};
    for (size_t v = 0; v + 1 < begin_.size(); ++v) {
      // Sorted by ends, so that the numbering does not depend on how the edges were selected.
      std::sort(entries_.begin() + begin_[v], entries_.begin() + begin_[v + 1],
                [](const Entry& a, const Entry& b) { return a.high < b.high; });
      for (uint32_t i = begin_[v]; i < begin_[v + 1]; ++i) {
        entries_[i].middle = uint32_t(mesh.vertices.size());
        mesh.vertices.push_back((mesh.vertices[v] + mesh.vertices[entries_[i].high]) * 0.5);
      }
    }
  }

  uint32_t Of(uint32_t a, uint32_t b) const {
    const uint32_t low = std::min(a, b), high = std::max(a, b);
    for (uint32_t i = begin_[low]; i < begin_[low + 1]; ++i) {
      if (entries_[i].high == high) return entries_[i].middle;
    }
    return kNotCut;
  }

 private:
  struct Entry {
    uint32_t high, middle;
  };
  std::vector<uint32_t> begin_;
  std::vector<Entry> entries_;
};

/// Appends the parts of a triangle whose edges from corner i to corner i + 1 are split at middle[i].
void AppendCut(const Triangle& t, const Triangle& middle, const std::vector<Vec3>& vertices,
               std::vector<Triangle>& out) {
  const auto cuts = 3 - std::count(middle.begin(), middle.end(), kNotCut);
  if (cuts == 0) {
    out.push_back(t);
  } else if (cuts == 3) {
    out.push_back(middle);
    for (size_t i = 0; i < 3; ++i) out.push_back({t[i], middle[i], middle[(i + 2) % 3]});
  } else if (cuts == 1) {
    const size_t i =
        size_t(std::find_if(middle.begin(), middle.end(), [](uint32_t m) { return m != kNotCut; }) - middle.begin());
    const uint32_t a = t[i], b = t[(i + 1) % 3], c = t[(i + 2) % 3];
    out.push_back({a, middle[i], c});
    out.push_back({middle[i], b, c});
  } else {
    const size_t i = size_t(std::find(middle.begin(), middle.end(), kNotCut) - middle.begin());
    const uint32_t a = t[i], b = t[(i + 1) % 3], c = t[(i + 2) % 3];
    const uint32_t bc = middle[(i + 1) % 3], ca = middle[(i + 2) % 3];
    out.push_back({ca, bc, c});
    if (LengthSquared(vertices[a] - vertices[bc]) < LengthSquared(vertices[b] - vertices[ca])) {
      out.push_back({a, b, bc});
      out.push_back({a, bc, ca});
    } else {
      out.push_back({a, b, ca});
      out.push_back({b, bc, ca});
    }
  }
}

void CutEdges(TriangleMesh& mesh, std::span<const Edge> cut) {
  const Middles middles(cut, mesh);
  std::vector<Triangle> finer;
  finer.reserve(mesh.triangles.size() + 2 * cut.size());
  for (const Triangle& t : mesh.triangles) {
    AppendCut(t, {middles.Of(t[0], t[1]), middles.Of(t[1], t[2]), middles.Of(t[2], t[0])}, mesh.vertices, finer);
  }
  mesh.triangles = std::move(finer);
}

}  // namespace

void RefineTo(TriangleMesh& mesh, int64_t triangles) {
  while (int64_t(mesh.triangles.size()) + 2 <= triangles) {
    std::vector<Edge> edges = EdgesOf(mesh);
    const double longest = std::min_element(edges.begin(), edges.end(), Longer)->length_squared;
    const auto long_edges =
        std::count_if(edges.begin(), edges.end(), [&](const Edge& e) { return e.length_squared * 4 > longest; });
    // Splits the edges longer than half the longest, for triangles of similar size, but at least a quarter of all, so
    // that a few rounds suffice.
    const size_t wanted = size_t(triangles - int64_t(mesh.triangles.size())) / 2;
    const size_t cut = std::min({wanted, edges.size(), std::max(size_t(long_edges), edges.size() / 4 + 1)});
    std::nth_element(edges.begin(), edges.begin() + (std::ptrdiff_t(cut) - 1), edges.end(), Longer);
    CutEdges(mesh, std::span(edges).first(cut));
  }
}

}  // namespace navnet::worlds
