// SPDX-License-Identifier: Apache-2.0
// Ears are clipped off one by one (G. H. Meisters, Polygons have ears, 1975). If any corner lies in a candidate ear,
// then a reflex corner does, so only reflex corners are tested, with a k-d tree. Clipping an ear can make ears of its
// two neighbours only, so at most 3n corners are tried. Neighbours wait for the next round before they are tried again:
// in each round every second corner of a round polygon is clipped, which avoids long thin triangles.

#include "import/polygon.h"

#include "import/corner_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace navnet {
namespace {

constexpr size_t kSmall = 32;  // Polygons of up to this many corners may become fans. Larger: more long thin triangles.
// Limit on the tree nodes visited, per corner and tree level; polygons that need more are self-intersecting. Larger:
// slower on such polygons, but fewer are covered by chords.
constexpr uint64_t kMostWork = 16;

/// Projects the corners onto the coordinate plane that is closest to the polygon's plane, counter-clockwise.
std::vector<PlanePoint> Flatten(std::span<const Vec3> vertices, std::span<const uint32_t> corners) {
  Vec3 normal;
  const Vec3 origin = vertices[corners[0]];
  for (size_t i = 1; i + 1 < corners.size(); ++i) {
    normal = normal + Cross(vertices[corners[i]] - origin, vertices[corners[i + 1]] - origin);
  }
  int drop = 0;
  for (int axis : {1, 2}) {
    if (std::abs(normal[axis]) > std::abs(normal[drop])) drop = axis;
  }
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  std::vector<PlanePoint> points;
  points.reserve(corners.size());
  for (uint32_t corner : corners) {
    const Vec3 p = vertices[corner] - origin;
    points.push_back(normal[drop] < 0 ? PlanePoint{p[v], p[u]} : PlanePoint{p[u], p[v]});
  }
  return points;
}

/// Appends triangles over the chords of a polygon of any shape. They cover everything it winds around, and more where
/// it is not convex. Polygons with many corners are halved recursively, so that most triangles are short.
void CoverByChords(std::span<const uint32_t> corners, std::vector<Triangle>& triangles) {
  if (corners.size() <= kSmall) {
    for (size_t i = 1; i + 1 < corners.size(); ++i) triangles.push_back({corners[0], corners[i], corners[i + 1]});
    return;
  }
  const size_t middle = corners.size() / 2;
  triangles.push_back({corners[0], corners[middle], corners.back()});
  CoverByChords(corners.first(middle + 1), triangles);
  CoverByChords(corners.subspan(middle), triangles);
}

/// Clips the ears of one polygon.
class EarClipper {
 public:
  EarClipper(std::span<const uint32_t> corners, std::vector<PlanePoint> points)
      : corners_(corners), points_(std::move(points)), tree_(points_, Link()), left_(corners.size()) {}

  void Run(std::vector<Triangle>& triangles) {
    const size_t count = corners_.size();
    const uint64_t most_work = kMostWork * count * uint64_t(std::bit_width(count));
    state_.assign(count, State::Waits);
    queue_.reserve(count);
    // Starts at the second corner, so that a small convex polygon gives the usual fan.
    for (uint32_t i = 1; i <= count; ++i) queue_.push_back(uint32_t(i % count));
    uint32_t on_ring = 0;
    for (size_t at = 0; at < queue_.size() && left_ > 3 && tree_.work() < most_work; ++at) {
      const uint32_t corner = queue_[at];
      if (state_[corner] == State::PutOff) {
        Enqueue(corner);
        continue;
      }
      state_[corner] = State::Tried;
      if (!IsEar(corner)) continue;
      triangles.push_back({corners_[before_[corner]], corners_[corner], corners_[next_[corner]]});
      on_ring = before_[corner];
      Clip(corner);
      for (const uint32_t neighbour : {before_[corner], next_[corner]}) {
        if (state_[neighbour] == State::Tried) Enqueue(neighbour);
        if (count > kSmall) state_[neighbour] = State::PutOff;
      }
      // Drops the processed part of the queue.
      if (at > queue_.size() / 2 && at > count) {
        queue_.erase(queue_.begin(), queue_.begin() + std::ptrdiff_t(at));
        at = 0;
      }
    }
    std::vector<uint32_t> rest;
    for (size_t i = 0; i < left_; ++i, on_ring = next_[on_ring]) rest.push_back(corners_[on_ring]);
    CoverByChords(rest, triangles);
  }

 private:
  enum class State : uint8_t {
    Tried,   ///< Not in the queue.
    Waits,   ///< In the queue.
    PutOff,  ///< In the queue; moves to its end when its turn comes.
  };

  void Enqueue(uint32_t corner) {
    state_[corner] = State::Waits;
    queue_.push_back(corner);
  }

  double TurnAt(uint32_t corner) const {
    return Orientation(points_[before_[corner]], points_[corner], points_[next_[corner]]);
  }

  /// Links the corners to a ring; returns those that are not convex.
  std::vector<uint32_t> Link() {
    const auto count = uint32_t(corners_.size());
    before_.resize(count);
    next_.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
      before_[i] = (i + count - 1) % count;
      next_[i] = (i + 1) % count;
    }
    std::vector<uint32_t> reflex;
    for (uint32_t i = 0; i < count; ++i) {
      if (!(TurnAt(i) > 0)) reflex.push_back(i);
    }
    return reflex;
  }

  bool IsEar(uint32_t corner) {
    const double turn = TurnAt(corner);
    if (turn == 0) return true;  // On the line between its neighbours, or the end of a spike: there is no inside.
    return turn > 0 && !tree_.AnyIn(points_[before_[corner]], points_[corner], points_[next_[corner]]);
  }

  void Clip(uint32_t corner) {
    const uint32_t before = before_[corner], after = next_[corner];
    next_[before] = after;
    before_[after] = before;
    --left_;
    tree_.Remove(corner);
    for (const uint32_t neighbour : {before, after}) {
      if (TurnAt(neighbour) > 0) tree_.Remove(neighbour);
    }
  }

  std::span<const uint32_t> corners_;
  std::vector<PlanePoint> points_;
  std::vector<uint32_t> before_, next_;
  CornerTree tree_;
  size_t left_;
  std::vector<State> state_;
  std::vector<uint32_t> queue_;
};

}  // namespace

void AppendPolygon(std::span<const Vec3> vertices, std::span<const uint32_t> corners,
                   std::vector<Triangle>& triangles) {
  if (corners.empty()) return;
  if (corners.size() <= 3) {
    triangles.push_back({corners[0], corners[std::min<size_t>(1, corners.size() - 1)], corners.back()});
    return;
  }
  const bool usable = std::all_of(corners.begin(), corners.end(),
                                  [&](uint32_t c) { return c < vertices.size() && IsFinite(vertices[c]); });
  if (!usable) return CoverByChords(corners, triangles);
  EarClipper(corners, Flatten(vertices, corners)).Run(triangles);
}

}  // namespace navnet
