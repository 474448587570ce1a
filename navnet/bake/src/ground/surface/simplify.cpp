// SPDX-License-Identifier: Apache-2.0
// Greedy removal of corners with an exact test that no other corner is swept over (compare M. Visvalingam and J.
// Whyatt, Line generalisation by repeated elimination of points, 1993; here the deviation of all removed corners is
// bounded).

#include "ground/surface/simplify.h"

#include "ground/plan/plan_polygon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <span>
#include <tuple>

namespace navnet {
namespace {

/// Maximum deviation in grid units towards the walkable side: the effect of rounding. If it grows, more corners are
/// removed. Obstacles are widened by more than twice this.
constexpr double kRounding = 2;

/// A corner of a ring. The corners of each ring form a circular list.
struct Corner {
  GroundPoint p;
  uint32_t previous = 0, next = 0, ring = 0;
  uint32_t connection = kNoConnection;  ///< The layer connection of the edge to the next corner.
  bool removed = false;
  uint32_t change = 0;                ///< Counts changes of its neighbours, to recognise outdated queue entries.
  std::vector<GroundPoint> replaced;  ///< Corners removed between this one and the next, in order.
};

/// Finds corners inside a triangle: a balanced tree of bounding boxes, because triangles may be long and thin.
class PointTree {
 public:
  explicit PointTree(const std::vector<Corner>& corners) : corners_(corners), order_(corners.size()) {
    for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    size_t nodes = 1, leaf = order_.size();
    while (leaf > kLeafPoints) {
      leaf = (leaf + 1) / 2;
      nodes = 2 * nodes + 1;
    }
    boxes_.resize(nodes);
    Build(0, 0, order_.size());
  }

  /// Whether a remaining corner other than the three given lies in their closed triangle. A corner at the same position
  /// as the first or the last counts only if one of its edges runs along the new edge: rings may touch there.
  bool AnyIn(uint32_t first, uint32_t middle, uint32_t last) const {
    std::array<GroundPoint, 3> t = {corners_[first].p, corners_[middle].p, corners_[last].p};
    const std::array<uint32_t, 3> own = {first, middle, last};
    if (LeftOf(t[0], t[1], t[2]) < 0) std::swap(t[0], t[2]);
    return AnyIn(0, 0, order_.size(), t, own);
  }

 private:
  /// Maximum number of corners in a leaf. If it grows, the tree is smaller but queries test more corners.
  static constexpr size_t kLeafPoints = 8;

  void Build(size_t node, size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i) boxes_[node].Extend(corners_[order_[i]].p);
    if (2 * node + 1 >= boxes_.size() || count == 0) return;
    const PlanBox& box = boxes_[node];
    const bool by_x = box.x1 - box.x0 > box.y1 - box.y0;
    const size_t half = (count + 1) / 2;
    std::nth_element(order_.begin() + ptrdiff_t(first), order_.begin() + ptrdiff_t(first + half - 1),
                     order_.begin() + ptrdiff_t(first + count), [&](uint32_t a, uint32_t b) {
                       const GroundPoint p = corners_[a].p, q = corners_[b].p;
                       return by_x ? p.x < q.x : p.y < q.y;
                     });
    Build(2 * node + 1, first, half);
    Build(2 * node + 2, first + half, count - half);
  }

  bool AnyIn(size_t node, size_t first, size_t count, const std::array<GroundPoint, 3>& t,
             const std::array<uint32_t, 3>& own) const {
    if (count == 0 || Misses(boxes_[node], t)) return false;
    if (2 * node + 1 < boxes_.size()) {
      const size_t half = (count + 1) / 2;
      return AnyIn(2 * node + 1, first, half, t, own) || AnyIn(2 * node + 2, first + half, count - half, t, own);
    }
    for (size_t i = first; i < first + count; ++i) {
      const Corner& c = corners_[order_[i]];
      if (c.removed || order_[i] == own[1]) continue;
      if (c.p == corners_[own[0]].p || c.p == corners_[own[2]].p) {
        if (LeavesAlong(c, own)) return true;
        continue;
      }
      if (LeftOf(t[0], t[1], c.p) >= 0 && LeftOf(t[1], t[2], c.p) >= 0 && LeftOf(t[2], t[0], c.p) >= 0 &&
          BoxOf(t).Touches(PlanBox{c.p.x, c.p.y, c.p.x, c.p.y})) {
        return true;
      }
    }
    return false;
  }

  /// Whether an edge of `c`, which lies at one end of the new edge, runs along the new edge.
  bool LeavesAlong(const Corner& c, const std::array<uint32_t, 3>& own) const {
    const GroundPoint other = c.p == corners_[own[0]].p ? corners_[own[2]].p : corners_[own[0]].p;
    for (const uint32_t neighbour : {c.previous, c.next}) {
      const GroundPoint q = corners_[neighbour].p;
      if (neighbour == own[1] || LeftOf(c.p, other, q) != 0) continue;
      const int64_t ahead =
          (int64_t{other.x} - c.p.x) * (int64_t{q.x} - c.p.x) + (int64_t{other.y} - c.p.y) * (int64_t{q.y} - c.p.y);
      if (ahead > 0) return true;
    }
    return false;
  }

  /// Whether the box is outside the bounding box of the triangle, or outside one of its edges.
  static bool Misses(const PlanBox& box, const std::array<GroundPoint, 3>& t) {
    if (!box.Touches(BoxOf(t))) return true;
    const std::array<GroundPoint, 4> corners = {
        {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}}};
    for (int i = 0; i < 3; ++i) {
      bool outside = true;
      for (GroundPoint c : corners) outside = outside && LeftOf(t[i], t[(i + 1) % 3], c) < 0;
      if (outside) return true;
    }
    return false;
  }

  const std::vector<Corner>& corners_;
  std::vector<uint32_t> order_;
  std::vector<PlanBox> boxes_;
};

class ClusterSimplifier {
 public:
  ClusterSimplifier(std::span<const GroundRing> rings, double error)
      : corners_(CornersOf(rings)), tree_(corners_), error_(error) {
    for (const GroundRing& ring : rings) left_.push_back(ring.points.size());
  }

  /// By ring: the indices of the corners that remain.
  std::vector<std::vector<uint32_t>> Run() {
    for (uint32_t i = 0; i < corners_.size(); ++i) Offer(i);
    while (!open_.empty()) {
      const auto [deviation, i, change] = open_.top();
      open_.pop();
      Corner& c = corners_[i];
      if (c.removed || c.change != change || left_[c.ring] <= 3) continue;
      if (tree_.AnyIn(c.previous, i, c.next)) continue;
      Remove(i);
      Offer(c.previous);
      Offer(c.next);
    }
    std::vector<std::vector<uint32_t>> left(left_.size());
    uint32_t first = 0;
    for (uint32_t i = 0; i < corners_.size(); ++i) {
      if (i > 0 && corners_[i].ring != corners_[i - 1].ring) first = i;
      if (!corners_[i].removed) left[corners_[i].ring].push_back(i - first);
    }
    return left;
  }

 private:
  static std::vector<Corner> CornersOf(std::span<const GroundRing> rings) {
    std::vector<Corner> out;
    for (uint32_t r = 0; r < rings.size(); ++r) {
      const GroundRing& ring = rings[r];
      const uint32_t first = uint32_t(out.size()), size = uint32_t(ring.points.size());
      for (uint32_t i = 0; i < size; ++i) {
        Corner c;
        c.p = ring.points[i];
        c.previous = first + (i + size - 1) % size;
        c.next = first + (i + 1) % size;
        c.ring = r;
        c.connection = ring.connections[i];
        out.push_back(std::move(c));
      }
    }
    return out;
  }

  /// Adds a corner to the queue if it may be removed.
  void Offer(uint32_t i) {
    Corner& c = corners_[i];
    ++c.change;
    const Corner& before = corners_[c.previous];
    if (c.connection != kNoConnection || before.connection != kNoConnection || c.previous == c.next) return;
    const GroundPoint a = before.p, b = corners_[c.next].p;
    if (a == b) return;
    double worst = 0;
    const auto look = [&](GroundPoint p) {
      const Vec2 d{double(b.x) - a.x, double(b.y) - a.y}, q{double(p.x) - a.x, double(p.y) - a.y};
      const double along = std::clamp(Dot(q, d) / LengthSquared(d), 0.0, 1.0);
      const double distance = Length(q - d * along);
      const bool ground_won =
          Cross(d, q) > 0 || along == 0 || along == 1;  // p is on the walkable side, or beyond an end
      worst = std::max(worst, distance / (ground_won ? kRounding : std::max(error_, kRounding)));
    };
    for (GroundPoint p : before.replaced) look(p);
    look(c.p);
    for (GroundPoint p : c.replaced) look(p);
    if (worst <= 1) open_.push({worst, i, c.change});
  }

  void Remove(uint32_t i) {
    Corner& c = corners_[i];
    Corner& before = corners_[c.previous];
    before.replaced.push_back(c.p);
    before.replaced.insert(before.replaced.end(), c.replaced.begin(), c.replaced.end());
    c.replaced.clear();
    before.next = c.next;
    corners_[c.next].previous = c.previous;
    c.removed = true;
    --left_[c.ring];
  }

  using Entry = std::tuple<double, uint32_t, uint32_t>;  // Deviation relative to the allowed one, corner, change.

  std::vector<Corner> corners_;
  PointTree tree_;
  double error_;
  std::vector<size_t> left_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

}  // namespace

int32_t Simplifier::Reach() const { return 2 * int32_t(std::ceil(std::max(error_, kRounding))) + 8; }

bool Simplifier::Simplify(GroundContours& contours, int threads, const ProgressFunction& progress) {
  struct Work {
    std::span<GroundRing> rings;
    ContentKey key;
    std::shared_ptr<const Left> left;
  };
  std::vector<Work> clusters;
  for (GroundLayer& layer : contours.layers) {
    for (size_t first = 0, last = 0; first < layer.rings.size(); first = last) {
      while (last < layer.rings.size() && layer.rings[last].cluster == layer.rings[first].cluster) ++last;
      clusters.push_back({std::span(layer.rings).subspan(first, last - first), {}, {}});
    }
  }
  const bool finished = ParallelFor(clusters.size(), threads, "simplify outline", progress, [&](size_t i) {
    Work& cluster = clusters[i];
    KeyMaker maker;
    std::vector<uint8_t> is_connection;
    for (const GroundRing& ring : cluster.rings) {
      is_connection.clear();
      for (const uint32_t connection : ring.connections) is_connection.push_back(connection != kNoConnection);
      maker.AddList(std::span<const GroundPoint>(ring.points)).AddList(std::span<const uint8_t>(is_connection));
    }
    cluster.key = maker.Make();
    const auto known = kept_.find(cluster.key);
    cluster.left = known != kept_.end() ? known->second
                                        : std::make_shared<const Left>(ClusterSimplifier(cluster.rings, error_).Run());
    for (size_t r = 0; r < cluster.rings.size(); ++r) {
      GroundRing& ring = cluster.rings[r];
      size_t count = 0;
      for (const uint32_t corner : (*cluster.left)[r]) {
        ring.points[count] = ring.points[corner];
        ring.connections[count++] = ring.connections[corner];
      }
      ring.points.resize(count);
      ring.connections.resize(count);
    }
  });
  if (!finished) return false;
  kept_.clear();
  for (Work& cluster : clusters) kept_[cluster.key] = std::move(cluster.left);
  return true;
}

}  // namespace navnet
