// SPDX-License-Identifier: Apache-2.0
// Checks everything that queries rely on in a ground, in linear time. Distances that the bake makes equal differ by
// rounding only (measured: 3e-11 m, in worlds up to 100 km from the origin), so the tolerances here are far above what
// a valid ground needs, and far below what would change a walk.

#include <navnet/internal/core/union_find.h>
#include <navnet/internal/net/ground_image.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace navnet {
namespace {

constexpr double kTallest = 1000;
constexpr double kFar = 1e12;  // Metres; limit of the coordinates of meshes.
// Limits of slope and height in metres. Steeper faces than 1000 to 1 are walls. Heights exceed kFar where a corner,
// rounded to the plan's grid, lies slightly beside that of its triangle.
constexpr double kSteepest = 1001, kHighest = 2 * kFar;
// Points nearer than kNear_m + kNearShare * (largest coordinate) are the same. Larger values accept more damage;
// kNearShare is 4000 times the rounding error of a double.
constexpr double kNear_m = 1e-3, kNearShare = 1e-12;

bool IsPlace(Vec2 p) { return std::abs(p.x) <= kFar && std::abs(p.y) <= kFar; }
bool IsPlace(Vec3 p) { return std::abs(p.x) <= kFar && std::abs(p.y) <= kFar && std::abs(p.z) <= kFar; }
bool IsLength(double length) { return length >= 0 && length <= kFar; }
bool IsRange(uint32_t first, uint32_t count, size_t size) { return first <= size && count <= size - first; }

std::string At(const char* what, size_t i) { return std::string(what) + " " + std::to_string(i) + " "; }

bool IsPoint(Vec2 a, Vec2 b) { return LengthSquared(b - a) < 1e-14; }

// Parameter, on the line from `a` (0) to `b` (1), of the point nearest to `p`.
double ShareAlong(Vec2 a, Vec2 b, Vec2 p) { return Dot(p - a, b - a) / LengthSquared(b - a); }

// The minimum clearance of the axis between two bends. Beside a corner (a point obstacle) it is where the axis crosses
// the perpendicular from the corner to the opposite obstacle; between two walls the axis is straight: at an end.
double LeastClearance(const GroundBend& a, const GroundBend& b) {
  const double at_ends = std::min(a.Clearance(), b.Clearance());
  const bool left_is_corner = IsPoint(a.left, b.left), right_is_corner = IsPoint(a.right, b.right);
  if (!left_is_corner && !right_is_corner) return at_ends;
  if (left_is_corner && right_is_corner) {
    const Vec2 across = a.right - a.left, middle = a.left + 0.5 * across;
    const bool passes = Cross(across, a.p - middle) * Cross(across, b.p - middle) < 0;
    return passes ? std::min(at_ends, Length(across) / 2) : at_ends;
  }
  const Vec2 corner = left_is_corner ? a.left : a.right;
  const Vec2 from = left_is_corner ? a.right : a.left, to = left_is_corner ? b.right : b.left;
  const double share = ShareAlong(from, to, corner);
  if (!(share > 0 && share < 1)) return at_ends;
  return std::min(at_ends, Length(from + share * (to - from) - corner) / 2);
}

class GroundCheck {
 public:
  explicit GroundCheck(const GroundView& ground) : ground_(ground) {
    // NaN and infinite coordinates are reported by the checks of Run().
    double reach = 0;
    for (const GroundBend& bend : ground.bends) reach = std::max({reach, std::abs(bend.p.x), std::abs(bend.p.y)});
    near_ = kNear_m + kNearShare * std::min(reach, kFar);
  }

  /// The first fault found, or an empty string.
  std::string Run() {
    if (!(ground_.max_slope_deg >= 0 && ground_.max_slope_deg < 90) || !IsLength(ground_.step_m) ||
        !(ground_.height_m > 0 && ground_.height_m <= kTallest) ||
        !(ground_.area_m2 >= 0 && std::isfinite(ground_.area_m2))) {
      return "a slope, step, height or area that is out of range";
    }
    if (ground_.IsEmpty()) return "there are no corridors";
    for (const auto part : {&GroundCheck::Patches, &GroundCheck::Walls, &GroundCheck::Links, &GroundCheck::Vertices,
                            &GroundCheck::Edges, &GroundCheck::Spokes, &GroundCheck::Components}) {
      if (std::string fault = (this->*part)(); !fault.empty()) return fault;
    }
    return {};
  }

 private:
  std::string Patches() {
    size_t next_corner = 0;
    for (size_t i = 0; i < ground_.patches.size(); ++i) {
      const GroundPatch& patch = ground_.patches[i];
      if (patch.corner_count < 3 || patch.first_corner != next_corner ||
          !IsRange(patch.first_corner, patch.corner_count, ground_.corners.size())) {
        return At("patch", i) + "names corners that are not its own";
      }
      next_corner += patch.corner_count;
      if (patch.layer >= ground_.layer_count) return At("patch", i) + "is on an unknown layer";
      if (i > 0 && patch.layer < ground_.patches[i - 1].layer) return At("patch", i) + "is out of order";
      if (!(std::abs(patch.slope_x) <= kSteepest && std::abs(patch.slope_y) <= kSteepest)) {
        return At("patch", i) + "is too steep";
      }
      const auto corners = ground_.corners.subspan(patch.first_corner, patch.corner_count);
      for (const Vec2 corner : corners) {
        if (!IsPlace(corner)) return At("patch", i) + "has a corner that is not finite or out of range";
        if (!(std::abs(patch.HeightAt(corner)) <= kHighest)) return At("patch", i) + "has no height";
      }
      if (!IsConvex(corners)) return At("patch", i) + "is not convex or clockwise";
    }
    if (next_corner != ground_.corners.size()) return "there are corners of no patch";
    return {};
  }

  // Whether a polygon is convex and counter-clockwise, winding once.
  bool IsConvex(std::span<const Vec2> corners) const {
    const auto turns_left = [&](Vec2 a, Vec2 b) {
      const double turn = Cross(a, b);
      return turn >= 0 || turn * turn <= near_ * near_ * std::max(LengthSquared(a), LengthSquared(b));
    };
    Vec2 side = corners[0] - corners.back();
    for (size_t i = 0; i < corners.size(); ++i) {
      const Vec2 next = corners[i + 1 == corners.size() ? 0 : i + 1] - corners[i];
      if (!turns_left(side, next)) return false;
      if (i >= 2 && !turns_left(corners[i - 1] - corners[0], corners[i] - corners[0])) return false;
      side = next;
    }
    return true;
  }

  std::string Walls() {
    for (size_t i = 0; i < ground_.walls.size(); ++i) {
      const GroundWall& wall = ground_.walls[i];
      if (!IsPlace(wall.a) || !IsPlace(wall.b)) return At("wall", i) + "is not finite or out of range";
      if (wall.layer >= ground_.layer_count || wall.ring >= ground_.ring_count) {
        return At("wall", i) + "is on an unknown layer or ring";
      }
      if (i > 0 && wall.layer < ground_.walls[i - 1].layer) return At("wall", i) + "is out of order";
    }
    return {};
  }

  std::string Links() {
    for (size_t i = 0; i < ground_.links.size(); ++i) {
      const GroundLink& link = ground_.links[i];
      if (!IsPlace(link.from) || !IsPlace(link.to))
        return At("ground link", i) + "has an end that is not finite or out of range";
      if (!IsLength(link.seconds) || link.kind > LinkKind::Door || link.one_way > 1) {
        return At("ground link", i) + "is of no known kind";
      }
    }
    return {};
  }

  std::string Vertices() {
    for (size_t i = 0; i < ground_.vertices.size(); ++i) {
      const GroundVertex& vertex = ground_.vertices[i];
      if (!IsPlace(vertex.p) || !IsLength(vertex.clearance_m)) return At("vertex", i) + "is not finite or out of range";
      if (vertex.layer >= ground_.layer_count) return At("vertex", i) + "is on an unknown layer";
    }
    return {};
  }

  std::string Edges() {
    uint64_t next_bend = 0;
    for (size_t i = 0; i < ground_.edges.size(); ++i) {
      const GroundEdge& edge = ground_.edges[i];
      if (edge.from >= ground_.vertices.size() || edge.to >= ground_.vertices.size()) {
        return At("edge", i) + "ends at no vertex";
      }
      if (edge.bend_count < 2 || edge.first_bend != next_bend ||
          !IsRange(edge.first_bend, edge.bend_count, ground_.bends.size())) {
        return At("edge", i) + "names bends that are not its own";
      }
      next_bend += edge.bend_count;
      double length = 0, clearance = kFar;
      for (uint32_t b = edge.first_bend; b < edge.first_bend + edge.bend_count; ++b) {
        if (std::string fault = Bend(b); !fault.empty()) return fault;
        if (b == edge.first_bend) continue;
        const GroundBend &from = ground_.bends[b - 1], &to = ground_.bends[b];
        if (!IsCell(from, to)) return At("bend", b) + "does not go on from the one before it";
        length += Length(to.p - from.p);
        clearance = std::min(clearance, LeastClearance(from, to));
      }
      if (!IsAt(ground_.bends[edge.first_bend], ground_.vertices[edge.from]) ||
          !IsAt(ground_.bends[edge.first_bend + edge.bend_count - 1], ground_.vertices[edge.to])) {
        return At("edge", i) + "does not begin and end at its vertices";
      }
      if (!IsLength(edge.length_m) || edge.length_m < length - near_) {
        return At("edge", i) + "is shorter than its bends are apart";
      }
      if (!(edge.min_clearance_m >= 0 && edge.min_clearance_m <= clearance + near_)) {
        return At("edge", i) + "says that there is more room along it than there is";
      }
    }
    if (next_bend != ground_.bends.size()) return "there are bends on no edge";
    return {};
  }

  std::string Bend(size_t i) const {
    const GroundBend& bend = ground_.bends[i];
    if (!IsPlace(bend.p) || !IsPlace(bend.left) || !IsPlace(bend.right))
      return At("bend", i) + "is not finite or out of range";
    if (bend.layer >= ground_.layer_count || bend.left_layer >= ground_.layer_count ||
        bend.right_layer >= ground_.layer_count) {
      return At("bend", i) + "is on an unknown layer";
    }
    if (std::abs(Length(bend.right - bend.p) - bend.Clearance()) > near_) {
      return At("bend", i) + "is not equally far from both sides";
    }
    return {};
  }

  // Whether two consecutive bends bound a valid cell: obstacles lie on their side of the axis, and the obstacle points
  // are no farther apart than the axis points, since an obstacle is a segment or a point.
  bool IsCell(const GroundBend& a, const GroundBend& b) const {
    const Vec2 along = b.p - a.p;
    const double length = Length(along), most = length + near_, off = near_ * length;
    return Length(b.left - a.left) <= most && Length(b.right - a.right) <= most && Cross(along, a.left - a.p) >= -off &&
           Cross(along, b.left - b.p) >= -off && Cross(along, a.right - a.p) <= off &&
           Cross(along, b.right - b.p) <= off;
  }

  bool IsAt(const GroundBend& bend, const GroundVertex& vertex) const {
    return bend.layer == vertex.layer && Length(bend.p - vertex.p) <= near_ &&
           std::abs(bend.Clearance() - vertex.clearance_m) <= near_;
  }

  std::string Spokes() {
    std::vector<bool> is_taken(ground_.spokes.size(), false);
    uint64_t next_spoke = 0;
    for (size_t i = 0; i < ground_.vertices.size(); ++i) {
      const GroundVertex& vertex = ground_.vertices[i];
      if (vertex.spoke_count == 0 || vertex.first_spoke != next_spoke ||
          !IsRange(vertex.first_spoke, vertex.spoke_count, ground_.spokes.size())) {
        return At("vertex", i) + "names spokes that are not its own";
      }
      next_spoke += vertex.spoke_count;
      const auto spokes = ground_.spokes.subspan(vertex.first_spoke, vertex.spoke_count);
      for (const GroundSpoke spoke : spokes) {
        if (spoke / 2 >= ground_.edges.size() || spoke >= is_taken.size()) {
          return At("vertex", i) + "has a spoke without an edge";
        }
        const GroundEdge& edge = ground_.edges[spoke / 2];
        if ((spoke % 2 == 0 ? edge.from : edge.to) != i) return At("vertex", i) + "has a spoke that begins elsewhere";
        if (is_taken[spoke]) return At("vertex", i) + "has a spoke twice";
        is_taken[spoke] = true;
      }
      // Counter-clockwise order: the obstacle on the left of a spoke is the one on the right of the next.
      for (size_t k = 0; k < spokes.size(); ++k) {
        const GroundSpoke next = spokes[k + 1 == spokes.size() ? 0 : k + 1];
        if (Length(LeftOf(spokes[k]) - RightOf(next)) > near_) {
          return At("vertex", i) + "has spokes out of order";
        }
      }
    }
    if (next_spoke != ground_.spokes.size() || next_spoke != 2 * uint64_t{ground_.edges.size()}) {
      return "the spokes are not two for each edge";
    }
    return {};
  }

  // The obstacle points on the left and right of a spoke's start.
  Vec2 LeftOf(GroundSpoke spoke) const { return spoke % 2 == 0 ? Gate(spoke).left : Gate(spoke).right; }
  Vec2 RightOf(GroundSpoke spoke) const { return spoke % 2 == 0 ? Gate(spoke).right : Gate(spoke).left; }
  const GroundBend& Gate(GroundSpoke spoke) const {
    const GroundEdge& edge = ground_.edges[spoke / 2];
    return ground_.bends[spoke % 2 == 0 ? edge.first_bend : edge.first_bend + edge.bend_count - 1];
  }

  std::string Components() {
    UnionFind sets(ground_.vertices.size());
    for (const GroundEdge& edge : ground_.edges) sets.Join(edge.from, edge.to);
    uint32_t count = 0;
    for (size_t i = 0; i < ground_.vertices.size(); ++i) {
      const size_t root = sets.Find(i);
      const uint32_t expected = root == i ? count++ : ground_.vertices[root].component;
      if (ground_.vertices[i].component != expected) {
        return At("vertex", i) + "has another component than its neighbour";
      }
    }
    if (count != ground_.component_count) return "the component count is wrong";
    return {};
  }

  const GroundView& ground_;
  double near_ = 0;  // Tolerance in metres below which points count as equal.
};

}  // namespace

std::string FindGroundFault(const GroundView& ground) { return GroundCheck(ground).Run(); }

}  // namespace navnet
