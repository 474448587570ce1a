// SPDX-License-Identifier: Apache-2.0
#include "flight/bound/lower_bound.h"

#include "level/free_air.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// The bound is reduced by this fraction of the length: more than the rounding of all sums.
constexpr double kRoundingShare = 1e-9;
// The point strictly on a screen's side must be at least this far from its plane, in voxels: more than kOnFace.
constexpr double kStrictly = 1e-3;
// Relative gap below which the bound is good enough.
constexpr double kClosed = 1e-6;
// A division that makes its leg longer by less than this, relative to the whole path, is used only if no box can be
// split instead.
constexpr double kWorthwhile = 1e-4;
// The same, below which a division is not made at all.
constexpr double kLeastGain = 1e-7;
// Maximum number of nodes of the tree, about 70 bytes each. More give a larger bound where screens have many
// rectangles.
constexpr size_t kMostNodes = size_t{1} << 16;

bool IsAbout(double x, double y) { return std::abs(x - y) < 1e-4; }

}  // namespace

double LowerBound::Of(const LevelIndex& index, uint32_t component, const GridFrame& frame, std::span<const Vec3> path,
                      double length_m, int most_nodes) {
  const double straight_m = std::min(Length(path.back() - path.front()), length_m);
  if (straight_m >= (1 - kClosed) * length_m) return straight_m;
  path_.clear();
  for (const Vec3& p : path) path_.push_back(frame.ToVoxelSpace(p));
  const double length = length_m / frame.voxel_m, straight = straight_m / frame.voxel_m;
  layers_.Gather(index, component, path_.front(), path_.back(), length);
  length_ = length;
  nodes_.assign(1, Node{});
  open_.clear();
  open_.Push({straight, 0, false});
  double bound = length;
  for (int pulled = 0; !open_.empty();) {
    const double least = open_.front().bound;
    if (least >= (1 - kClosed) * length || pulled >= most_nodes || nodes_.size() > kMostNodes) {
      bound = least;
      break;
    }
    Entry top = open_.Pop();
    ReadChain(top.node);
    top.bound = Pull(top.bound);
    ++pulled;
    if (top.bound >= length) continue;
    if (!top.is_pulled && !open_.empty() && open_.front().bound < top.bound) {
      top.is_pulled = true;
      open_.Push(top);
      continue;
    }
    PlacePoints();
    best_ = {};
    split_.reset();
    OfferBends();
    if (best_.gain <= kWorthwhile * length) OfferBlocked(index);
    if (best_.gain > kWorthwhile * length ? !Divide(top) : !Split(top) && !Divide(top)) {
      bound = top.bound;
      break;
    }
  }
  return std::max(straight_m, length_m * (std::min(bound / length, 1.0) - kRoundingShare));
}

// Sets `chain_` to the boxes of a node.
void LowerBound::ReadChain(uint32_t node) {
  lineage_.clear();
  for (; node != kNone; node = nodes_[node].parent) lineage_.push_back(node);
  chain_.clear();
  for (auto it = lineage_.rbegin() + 1; it != lineage_.rend(); ++it) {
    const Node& change = nodes_[*it];
    if (change.is_insert) {
      chain_.insert(chain_.begin() + change.at, change.box);
    } else {
      chain_[change.at] = change.box;
    }
  }
}

// Pulls a path taut through `chain_`. Returns a lower bound of its length, at least `bound`.
double LowerBound::Pull(double bound) {
  taut_.Pull(layers_.start(), layers_.goal(), chain_);
  return std::max(bound, taut_.length() * (1 - taut_.gap()));
}

// Sets `points_` from the taut path. They only guide the division.
void LowerBound::PlacePoints() {
  const std::span<const Vec3> taut = taut_.points();
  points_.assign(1, layers_.start());
  size_t segment = 0;
  for (const Portal& box : chain_) {
    Vec3 at = Clamp(points_.back(), box);
    for (size_t i = segment; i + 1 < taut.size(); ++i) {
      const Vec3 a = i == segment ? points_.back() : taut[i], b = taut[i + 1], p = ShortestBy(a, b, box);
      if (Length(p - a) + Length(b - p) > Length(b - a) + 1e-5) continue;
      at = p;
      segment = i;
      break;
    }
    points_.push_back(at);
  }
  points_.push_back(layers_.goal());
}

// Whether every path from a point of `a` to one of `b` crosses the screen: one of them is strictly on the layer's side
// of the plane, and the other one is not.
bool LowerBound::Separates(const Screen& screen, const Portal& a, const Portal& b) const {
  const double plane = screen.plane - layers_.base()[screen.axis];
  const auto is_strictly = [&](const Portal& box) {
    return screen.above ? box.lo[screen.axis] >= plane + kStrictly : box.hi[screen.axis] <= plane - kStrictly;
  };
  const auto is_off = [&](const Portal& box) {
    return screen.above ? box.hi[screen.axis] <= plane + kOnFace : box.lo[screen.axis] >= plane - kOnFace;
  };
  return (is_strictly(a) && is_off(b)) || (is_off(a) && is_strictly(b));
}

// Considers a screen for each leg that it separates.
void LowerBound::Offer(Screen screen) {
  const auto box_at = [&](size_t i) {
    return i == 0 || i > chain_.size() ? Portal{points_[i], points_[i]} : chain_[i - 1];
  };
  for (size_t leg = 1; leg < points_.size(); ++leg) {
    if (!Separates(screen, box_at(leg - 1), box_at(leg))) continue;
    const Vec3 a = points_[leg - 1], b = points_[leg];
    const double straight = Length(b - a);
    const double least =
        std::min(layers_.LeastOn(screen, a, b, straight + best_.gain, !chain_.empty()), straight + length_);
    if (least - straight > best_.gain) best_ = {screen, uint32_t(leg), least - straight};
  }
}

// Offers the planes through the bends of the given path, with the layers on the inner side of each bend: the obstacle
// is there.
void LowerBound::OfferBends() {
  for (size_t i = 1; i + 1 < path_.size(); ++i) {
    const Vec3 back = path_[i - 1] - path_[i], on = path_[i + 1] - path_[i];
    const Vec3 inner = back * Length(on) + on * Length(back);
    for (int axis = 0; axis < 3; ++axis) {
      const double plane = std::round(path_[i][axis]);
      if (IsAbout(path_[i][axis], plane)) Offer({axis, int32_t(plane), inner[axis] > 0});
    }
  }
}

// Offers the planes at the first, the middle and the last blocked voxel of each leg of the taut path.
void LowerBound::OfferBlocked(const LevelIndex& index) {
  const VoxelCoord corner = layers_.base();
  const Vec3 base{double(corner.x), double(corner.y), double(corner.z)};
  for (size_t leg = 1; leg < points_.size(); ++leg) {
    const Vec3 a = points_[leg - 1] + base, b = points_[leg] + base, d = b - a;
    const double length = Length(d);
    if (length < kStrictly) continue;
    const FreeParts free = FreePartsOf(index, a, b, Care::Quick);
    if (free.IsWhole()) continue;
    const double step = std::min(kStrictly / length, 0.5);
    const double first = std::min(1.0, free.from_start + step), last = std::max(0.0, 1 - free.from_end - step);
    for (const double at : {first, (first + last) / 2, last}) {
      const Vec3 p = a + d * at;
      for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(d[axis]) < kStrictly) continue;
        const int32_t voxel = int32_t(std::floor(p[axis]));
        // The face where the leg enters the first voxel, or leaves the last one.
        const bool above = (d[axis] > 0) == (at < last || at == first);
        const Screen screen{axis, above ? voxel : voxel + 1, above};
        Offer(screen);
        OfferSplit(screen, leg);
      }
    }
  }
}

// Adds a child for each rectangle of the best screen. False when there is none.
bool LowerBound::Divide(const Entry& top) {
  if (best_.gain <= kLeastGain * length_) return false;
  for (const FreeLayers::Rectangle& rectangle : layers_.On(best_.screen)) {
    open_.Push({std::max(top.bound, rectangle.least), uint32_t(nodes_.size()), false});
    nodes_.push_back({top.node, best_.leg - 1, true, rectangle.box});
  }
  return true;
}

// Considers cutting a box beside a blocked leg at a plane, so that a screen there separates the leg's two boxes.
void LowerBound::OfferSplit(Screen screen, size_t leg) {
  if (split_) return;
  const double plane = screen.plane - layers_.base()[screen.axis];
  for (const size_t i : {leg - 1, leg}) {
    if (i == 0 || i > chain_.size()) continue;
    const Portal& box = chain_[i - 1];
    if (!(box.lo[screen.axis] < plane - kStrictly && box.hi[screen.axis] > plane + kStrictly)) continue;
    split_ = BoxSplit{uint32_t(i - 1), screen.axis, plane};
    return;
  }
}

// Cuts a box of the chain in two. False when there is none to cut.
bool LowerBound::Split(const Entry& top) {
  if (!split_) return false;
  Portal low = chain_[split_->box], high = low;
  low.hi[split_->axis] = high.lo[split_->axis] = split_->plane;
  for (const Portal& part : {low, high}) {
    open_.Push({top.bound, uint32_t(nodes_.size()), false});
    nodes_.push_back({top.node, split_->box, false, part});
  }
  return true;
}

}  // namespace navnet
