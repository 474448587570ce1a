// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_cost_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uint32_t kStart = 0, kGoal = 1;

// Samples along a border: kSamples, but spaced at least kLeastSpacing_m and at most kMostSpacing_m apart, and never
// more than kMostSamples (which is reached at 16 km). More samples find better walks, more slowly.
constexpr double kSamples = 24, kLeastSpacing_m = 0.2, kMostSpacing_m = 4, kMostSamples = 4000;

// Tolerance, in radians, for lines to count as touching the polygon round a corner: they come from samples, not from
// the final positions of the bends. Larger: more lines are tried.
constexpr double kSlack = 0.05;
const double kTouchSine = std::sin(kMaxArc / 2 + kSlack);

double SampleCount(double length_m) {
  return std::min(kMostSamples, std::ceil(length_m / std::clamp(length_m / kSamples, kLeastSpacing_m, kMostSpacing_m)));
}

Vec2 Turned(Vec2 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

// Pruning limit relative to the cost of a known walk: the cheapest walk may have the same bends apart from rounding.
constexpr double kKnownSlack = 1 + 1e-6;

}  // namespace

void WalkCostSearch::Begin(const WalkSearch::Problem& problem, uint32_t start_patch, CostField& field,
                           double known_cost_m) {
  problem_ = problem;
  start_patch_ = start_patch;
  most_m_ = kKnownSlack * known_cost_m;
  field_ = &field;
  space_ = FreeSpace(*problem.ground, *problem.portals, problem.radius_m);
  const size_t ends = 2 * problem.portals->portals.size();
  if (corners_.size() < ends) corners_.resize(ends);
  if (samples_.size() < space_.PolygonCount()) samples_.resize(space_.PolygonCount());
  expanded_ = pushed_ = 0;
  FindContourSamples();
  Restart();
}

void WalkCostSearch::Restart() {
  if (++generation_ == 0) {
    std::fill(corners_.begin(), corners_.end(), Slot{});
    std::fill(samples_.begin(), samples_.end(), Slot{});
    generation_ = 1;
  }
  nodes_.clear();
  open_.clear();
  nearest_ = kInfinity;
  AddNode({problem_.start, problem_.start_polygon, problem_.start_polygon, start_patch_, kNone});
  AddNode({problem_.goal, problem_.goal_polygon, problem_.goal_polygon, kNone, kNone});
  last_ = kStart;
  nodes_[kStart].g = 0;
  Push({Length(problem_.goal - problem_.start), kStart});
}

uint32_t WalkCostSearch::AddNode(const CostBend& bend) {
  nodes_.emplace_back();
  nodes_.back().bend = bend;
  if (bend.patch == kNone) nodes_.back().bend.patch = field_->PatchIn(bend.polygon, bend.p);
  return uint32_t(nodes_.size() - 1);
}

SearchState WalkCostSearch::Run(int64_t expansions) {
  while (expansions > 0) {
    if (open_.empty()) {
      if (most_m_ == kInfinity) return SearchState::Exhausted;
      // A walk exists, but none over these nodes is as cheap: rounding, where a passage is as narrow as the agent.
      // Search again without the limit.
      most_m_ = kInfinity;
      Restart();
    }
    const uint32_t top = open_.Pop().node;
    Node& node = nodes_[top];
    if (node.is_closed) continue;
    node.is_closed = true;
    if (node.bend.patch == kNone) {
      const CostBend& from = nodes_[node.parent].bend;
      node.bend.patch = field_->PatchAfter(from.p, node.bend.p, from.patch, node.bend.polygon);
    }
    if (node.bend.border != kNone && field_->borders()[node.bend.border].patch == kNone) {
      // On a floor above or below the region there is no border.
      const double height = problem_.ground->patches[node.bend.patch].HeightAt(node.bend.p);
      if (!field_->regions()[field_->borders()[node.bend.border].region].HasHeight(height)) continue;
    }
    --expansions;
    ++expanded_;
    if (top == kGoal) {
      last_ = kGoal;
      return SearchState::Found;
    }
    const double distance = Length(problem_.goal - node.bend.p);
    if (problem_.keep_nearest && distance < nearest_) {
      nearest_ = distance;
      last_ = top;
    }
    Expand(top);
  }
  return SearchState::Running;
}

// Offers the walk through a node to all nodes that it sees in directions in which the walk may continue.
void WalkCostSearch::Expand(uint32_t root) {
  root_ = root;
  const CostBend bend = nodes_[root].bend;
  Wedge wedge;
  const bool has_wedge = FindWedge(nodes_[root], wedge);
  cones_.clear();
  LookAround(bend.polygon, has_wedge ? &wedge : nullptr);
  if (!(bend.other_polygon == bend.polygon)) LookAround(bend.other_polygon, has_wedge ? &wedge : nullptr);
  // A straight ray passes no portal twice; the limit guards against rounding.
  for (size_t left = 4 * space_.PolygonCount(); left > 0 && !cones_.empty(); --left) {
    const Cone cone = cones_.back();
    cones_.pop_back();
    if (!IsTooDear(cone)) LookInto(cone);
  }
}

// Whether any walk through the portal of a cone exceeds the cost limit, even at factor 1.
bool WalkCostSearch::IsTooDear(const Cone& cone) const {
  const double most = Most();
  if (most == kInfinity) return false;
  const auto ends = space_.EndsOf(cone.way);
  const Vec2 root = nodes_[root_].bend.p, d = problem_.goal - root;
  if (Cross(d, ends.left - root) >= 0 && Cross(d, ends.right - root) <= 0) return false;
  const auto over = [&](Vec2 p) { return Length(p - root) + Length(problem_.goal - p); };
  return nodes_[root_].g + std::min(over(ends.left), over(ends.right)) > most;
}

// Finds the directions in which a walk may continue from a node. Returns false if all are allowed.
bool WalkCostSearch::FindWedge(const Node& root, Wedge& wedge) const {
  if (root.parent == kNone || root.bends_freely) return false;
  const Vec2 came = root.bend.p - nodes_[root.parent].bend.p;
  if (root.portal != kNone) {
    // Round the corner: between straight ahead and the next side of the polygon around it.
    const Vec2 out = root.bend.p - root.pivot;
    const bool turns_left = Cross(came, out) < 0;
    const Vec2 around = turns_left ? Vec2{-out.y, out.x} : Vec2{out.y, -out.x};
    const Vec2 straight = Turned(came, turns_left ? -kSlack : kSlack);
    const Vec2 tight = Turned(around, turns_left ? kMaxArc / 2 + kSlack : -kMaxArc / 2 - kSlack);
    wedge = turns_left ? Wedge{tight, straight} : Wedge{straight, tight};
    return true;
  }
  if (root.bend.border == kNone) return false;
  // Across the border, or along it.
  const CostBorder& border = field_->borders()[root.bend.border];
  const Vec2 along = border.b - border.a;
  const double side = Cross(along, came);
  if (std::abs(side) <= OnRay(along)) return false;
  wedge = side < 0 ? Wedge{along, along * -1.0} : Wedge{along * -1.0, along};
  return true;
}

// Polygons are convex, so all of the one that contains the root is visible.
void WalkCostSearch::LookAround(const WalkPolygon& polygon, const Wedge* wedge) {
  OfferPlaces(polygon, wedge);
  const Vec2 root = nodes_[root_].bend.p;
  space_.EachWay(polygon, nodes_[root_].portal, [&](const WalkWay& way) {
    OfferEnds(way, wedge);
    const auto ends = space_.EndsOf(way);
    Cone cone{ends.left, ends.right, way};
    if (wedge) {
      const Wedge portal{ends.left - root, ends.right - root};
      const bool cuts_left = portal.Holds(wedge->left), cuts_right = portal.Holds(wedge->right);
      if (!cuts_right && !wedge->Holds(portal.right)) return;
      if (cuts_left) cone.left = root + wedge->left;
      if (cuts_right) cone.right = root + wedge->right;
    }
    cones_.push_back(cone);
  });
}

void WalkCostSearch::LookInto(const Cone& cone) {
  const WalkPolygon polygon = space_.Behind(cone.way);
  const Vec2 root = nodes_[root_].bend.p, a = cone.left - root, b = cone.right - root;
  const Wedge wedge{a, b};
  OfferPlaces(polygon, &wedge);
  space_.EachWay(polygon, cone.way.portal, [&](const WalkWay& way) {
    const auto ends = space_.EndsOf(way);
    const Vec2 l = ends.left - root, r = ends.right - root;
    if (Cross(a, r) > OnRay(a) || Cross(b, l) < -OnRay(b)) return;
    OfferEnds(way, &wedge);
    const bool hides_left = Cross(a, l) > OnRay(a), hides_right = Cross(b, r) < -OnRay(b);
    cones_.push_back({hides_left ? cone.left : ends.left, hides_right ? cone.right : ends.right, way});
  });
}

// Offers the ends of a portal that are corners.
void WalkCostSearch::OfferEnds(const WalkWay& way, const Wedge* wedge) {
  const auto ends = space_.EndsOf(way);
  const WalkPortalInfo& info = problem_.portals->infos[way.portal];
  if (way.along ? info.left_is_corner : info.right_is_corner) OfferEnd(way, true, ends.left, wedge);
  if (way.along ? info.right_is_corner : info.left_is_corner) OfferEnd(way, false, ends.right, wedge);
}

void WalkCostSearch::OfferEnd(const WalkWay& way, bool left, Vec2 p, const Wedge* wedge) {
  const Vec2 d = p - nodes_[root_].bend.p;
  if (wedge && !wedge->Holds(d)) return;
  // Only a line that touches the polygon around the corner can continue round it.
  const WalkPortal& portal = problem_.portals->portals[way.portal];
  const Vec2 out = left == way.along ? portal.left_direction : portal.right_direction;
  if (std::abs(Dot(d, out)) > kTouchSine * Length(d) * Length(out)) return;
  Slot& slot = corners_[2 * way.portal + (left != way.along)];
  if (slot.generation != generation_) {
    slot = {generation_, AddNode({p, space_.Before(way), space_.Behind(way), kNone, kNone}), 1};
    nodes_.back().portal = way.portal;
    nodes_.back().pivot = left == way.along ? portal.left : portal.right;
  }
  Offer(slot.first);
}

// Offers the goal and the samples in a polygon.
void WalkCostSearch::OfferPlaces(const WalkPolygon& polygon, const Wedge* wedge) {
  const Vec2 root = nodes_[root_].bend.p;
  if (polygon == problem_.goal_polygon && (!wedge || wedge->Holds(problem_.goal - root))) Offer(kGoal);
  const Slot samples = SamplesOf(polygon);
  for (uint32_t i = samples.first; i < samples.first + samples.count; ++i) {
    if (!wedge || wedge->Holds(nodes_[i].bend.p - root)) Offer(i);
  }
}

WalkCostSearch::Slot WalkCostSearch::SamplesOf(const WalkPolygon& polygon) {
  Slot& slot = samples_[space_.NumberOf(polygon)];
  if (slot.generation == generation_) return slot;
  slot = {generation_, uint32_t(nodes_.size()), 0};
  space_.Sides(polygon, sides_);
  WalkBox box;
  for (const FreeSpace::Side& side : sides_) {
    box.Extend(side.a);
    box.Extend(side.b);
  }
  const auto regions = field_->regions();
  for (uint32_t i = 0; i < regions.size() && !sides_.empty(); ++i) {
    const Vec2 lo = regions[i].lo, hi = regions[i].hi;
    if (lo.x > box.hi.x + 1 || hi.x < box.lo.x - 1 || lo.y > box.hi.y + 1 || hi.y < box.lo.y - 1) continue;
    for (uint32_t side = 0; side < 4; ++side) AddSamples(polygon, 4 * i + side);
  }
  const size_t number = space_.NumberOf(polygon);
  auto sample = std::lower_bound(contours_.begin(), contours_.end(), number,
                                 [](const ContourSample& s, size_t n) { return s.number < n; });
  for (; sample != contours_.end() && sample->number == number; ++sample) {
    AddNode(sample->bend);
    nodes_.back().bends_freely = sample->bends_freely;
  }
  slot.count = uint32_t(nodes_.size()) - slot.first;
  return slot;
}

// Each sample is located on its own patch, since there may be several floors.
void WalkCostSearch::FindContourSamples() {
  contours_.clear();
  const GroundIndex& index = field_->index();
  const auto borders = field_->borders();
  for (uint32_t i = uint32_t(4 * field_->regions().size()); i < borders.size(); ++i) {
    const CostBorder& line = borders[i];
    const double count = SampleCount(Length(line.b - line.a));
    for (double k = 0; k <= count; ++k) {
      const Vec2 p = line.a + k / count * (line.b - line.a);
      const auto place = index.LocateOn(line.patch, p);
      if (!place || place->clearance_m < problem_.radius_m) continue;
      const WalkPolygon polygon = PolygonAt(index, *problem_.portals, *place, problem_.radius_m);
      if (!space_.Contains(polygon, p, sides_)) continue;
      contours_.push_back({space_.NumberOf(polygon), {p, polygon, polygon, kNone, i}, k == 0 || k == count});
    }
  }
  const auto order = [](const ContourSample& s) { return std::tuple(s.number, s.bend.border, s.bend.p.x, s.bend.p.y); };
  std::sort(contours_.begin(), contours_.end(),
            [&](const ContourSample& a, const ContourSample& b) { return order(a) < order(b); });
}

// Adds samples on a border inside the polygon whose sides are in sides_.
void WalkCostSearch::AddSamples(const WalkPolygon& polygon, uint32_t border) {
  const CostBorder& line = field_->borders()[border];
  const PlanRegion& area = field_->regions()[line.region];
  const Vec2 d = line.b - line.a;
  double from = 0, to = 1;
  bool from_wall = false, to_wall = false;
  for (const FreeSpace::Side& side : sides_) {
    const Vec2 along = side.b - side.a;
    const double at = Cross(along, line.a - side.a), change = Cross(along, d);
    if (change == 0) {
      if (at < 0) return;
      continue;
    }
    const double t = -at / change;
    if (change > 0 && t > from) from = t, from_wall = !side.is_portal;
    if (change < 0 && t < to) to = t, to_wall = !side.is_portal;
  }
  if (!(from <= to)) return;
  const auto add = [&](double t, bool bends_freely) {
    AddNode({line.a + t * d, polygon, polygon, kNone, border});
    nodes_.back().bends_freely = bends_freely;
  };
  // Each corner of a cost region belongs to the side that begins there.
  if (from == 0) add(0, true);
  // A walk round a forbidden region bends at its corners only.
  if (area.IsForbidden() && !problem_.keep_nearest) return;
  const double count = SampleCount(Length(d));
  for (double k = std::max(1.0, std::ceil(from * count)); k < count && k <= to * count; ++k) add(k / count, false);
  if (from_wall) add(from, true);
  if (to_wall) add(to, true);
}

void WalkCostSearch::Offer(uint32_t index) {
  Node& node = nodes_[index];
  const Node& root = nodes_[root_];
  if (node.is_closed) return;
  // Reject if the cost is too high even at factor 1.
  const double least = root.g + Length(node.bend.p - root.bend.p);
  if (!(least < node.g) || least + Length(problem_.goal - node.bend.p) > Most()) return;
  const double g = root.g + field_->Cost(root.bend.p, node.bend.p, root.bend.patch, node.bend.patch);
  if (!(g < node.g)) return;
  node.g = g;
  node.parent = root_;
  Push({g + Length(problem_.goal - node.bend.p), index});
}

void WalkCostSearch::Push(Entry entry) {
  ++pushed_;
  open_.Push(entry);
}

void WalkCostSearch::Bends(std::vector<CostBend>& bends) const {
  bends.clear();
  for (uint32_t i = last_; i != kNone; i = nodes_[i].parent) bends.push_back(nodes_[i].bend);
  std::reverse(bends.begin(), bends.end());
}

}  // namespace navnet
