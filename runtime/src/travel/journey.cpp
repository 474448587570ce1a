#include "journey.h"

#include "../flight.h"
#include "../walk/walk_tables.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

// The ends, the air above them, then two stops for each link: a spot's ground and air, or a link's two ends.
constexpr uint32_t kStart = 0, kGoal = 1, kAboveStart = 2, kAboveGoal = 3, kFirstLink = 4;
constexpr uint32_t kNoStop = 0xFFFFFFFF;
constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kOnGround = 0.1;  // Metres besides a step that a point may be off the ground and still mean it.

// States: a stop reached by a leg, or by a change of mode (where the start counts, too).
constexpr uint32_t Moved(uint32_t stop) { return 2 * stop; }
constexpr uint32_t Changed(uint32_t stop) { return 2 * stop + 1; }
constexpr uint32_t StopOf(uint32_t state) { return state / 2; }
constexpr bool IsChanged(uint32_t state) { return state % 2 == 1; }

bool Later(const TravelContext::Scratch::Entry& a, const TravelContext::Scratch::Entry& b) {
  return std::tie(a.key, a.to, a.from) > std::tie(b.key, b.to, b.from);
}

}  // namespace

void Journey::Begin() {
  s_.done = true;
  s_.legs = 0;
  s_.open.clear();
  s_.status = PathStatus::OutsideWorld;
  const TravelAgent& agent = query_.agent;
  const auto is_speed = [](double v) { return v >= 0 && std::isfinite(v); };
  if (!IsFinite(query_.start) || !IsFinite(query_.goal) || !is_speed(agent.walk_m_s) || !is_speed(agent.fly_m_s) ||
      !is_speed(agent.switch_s) || !(agent.radius_m >= 0) || !(agent.walk_m_s > 0 || agent.fly_m_s > 0)) {
    return;
  }
  s_.level = kNoStop;
  const auto& levels = navigator_.tables().levels;
  for (size_t i = levels.size(); i-- > 0;) {
    if (levels[i].radius_m() >= agent.radius_m) s_.level = i;
  }
  if (s_.level == kNoStop && !(agent.walk_m_s > 0)) return;
  const size_t links = navigator_.ground().links.size();
  s_.stops.assign(kFirstLink + 2 * links, {});
  s_.states.assign(2 * s_.stops.size(), {});
  s_.flown_from.assign(s_.stops.size(), {});
  s_.flown_to.assign(s_.stops.size(), {});
  s_.status = PathStatus::StartBlocked;
  if (!PlaceEnd(query_.start, kStart, kAboveStart)) return;
  s_.status = PathStatus::GoalBlocked;
  if (!PlaceEnd(query_.goal, kGoal, kAboveGoal)) return;
  PlaceLinks();
  s_.status = PathStatus::Unreachable;
  if (!MayReachGoal()) return;
  s_.done = false;
  Push(Changed(kStart), Changed(kStart), 0, true);
}

// False when there is no room for the agent.
bool Journey::PlaceEnd(Vec3 p, uint32_t stop, uint32_t above) {
  const bool flies = query_.agent.fly_m_s > 0 && s_.level != kNoStop;
  const std::optional<GroundStop> ground = tables_.OnGround(navigator_, p, query_.agent.radius_m, query_.snap_m);
  const GridFrame& frame = navigator_.info().frame;
  const UpAxis up = navigator_.info().up;
  const LevelIndex* level = flies ? &navigator_.tables().levels[s_.level] : nullptr;
  const TouchingCells cells = level ? level->CellsAt(frame.ToVoxelSpace(p)) : TouchingCells{};
  const double step_m = navigator_.ground().step_m + kOnGround;
  if (ground && (cells.count == 0 || std::abs(HeightOf(p, up) - HeightOf(ground->point, up)) <= step_m)) {
    s_.stops[stop] = {ground->point, tables_.WalkGroup(navigator_, *ground, query_.agent.radius_m), true, false};
    if (!level) return true;
    if (const auto air = tables_.Above(navigator_, *level, ground->point)) {
      s_.stops[above] = {air->point, air->component, true, true};
    }
    return query_.agent.walk_m_s > 0 || s_.stops[above].usable;
  }
  if (!level) return false;
  if (cells.count > 0) {
    s_.stops[stop] = {p, level->component(cells.cells[0]), true, true};
    return true;
  }
  if (!(query_.snap_m > 0)) return false;
  const auto near = level->Nearest(frame.ToVoxelSpace(p), query_.snap_m / frame.voxel_m, std::nullopt);
  if (!near) return false;
  s_.stops[stop] = {frame.ToWorld(near->point), level->component(near->cell), true, true};
  return true;
}

void Journey::PlaceLinks() {
  const std::span<const GroundLink> links = navigator_.ground().links;
  const TravelAgent& agent = query_.agent;
  s_.is_closed.assign(links.size(), 0);
  for (const uint32_t link : query_.closed_links) {
    if (link < links.size()) s_.is_closed[link] = 1;
  }
  s_.fastest_on_ground = agent.walk_m_s;
  const auto fits = [&](const std::optional<GroundStop>& stop) {
    return stop && stop->place.clearance_m >= agent.radius_m;
  };
  const auto on_ground = [&](const GroundStop& stop) {
    return Stop{stop.point, tables_.WalkGroup(navigator_, stop, agent.radius_m), true, false};
  };
  for (uint32_t i = 0; i < links.size(); ++i) {
    if (s_.is_closed[i] || !(agent.walk_m_s > 0)) continue;
    const auto &from = tables_.from[i], &to = tables_.to[i];
    Stop &a = s_.stops[kFirstLink + 2 * i], &b = s_.stops[kFirstLink + 2 * i + 1];
    if (links[i].kind == LinkKind::Spot) {
      const bool flies = agent.fly_m_s > 0 && s_.level != kNoStop;
      if (!flies || !fits(from) || !tables_.air[s_.level][i]) continue;
      a = on_ground(*from);
      b = {tables_.air[s_.level][i]->point, tables_.air[s_.level][i]->component, true, true};
    } else if (fits(from) && fits(to)) {
      a = on_ground(*from);
      b = on_ground(*to);
      const double length = Length(b.point - a.point);
      if (length > 0) s_.fastest_on_ground = std::max(s_.fastest_on_ground, length / links[i].seconds);
    }
  }
  s_.fastest = std::max(s_.fastest_on_ground, agent.fly_m_s);
}

// Whether changes of mode and links lead from the start's piece of ground or air to the goal's: known without trying a
// leg.
bool Journey::MayReachGoal() {
  const auto& levels = navigator_.tables().levels;
  const uint32_t grounds = navigator_.walker() ? navigator_.walker()->tables().group_count() : 0;
  s_.pieces.assign(grounds + (s_.level == kNoStop ? 0 : levels[s_.level].component_count()), 0);
  const auto piece = [&](const Stop& stop) { return stop.in_air ? grounds + stop.component : stop.component; };
  s_.pieces[piece(s_.stops[kStart])] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t from = 0; from < s_.stops.size(); ++from) {
      if (!s_.stops[from].usable || !s_.pieces[piece(s_.stops[from])]) continue;
      const uint32_t to = ChangeOf(from);
      if (to == kNoStop || s_.pieces[piece(s_.stops[to])]) continue;
      s_.pieces[piece(s_.stops[to])] = 1;
      more = true;
    }
  }
  return s_.pieces[piece(s_.stops[kGoal])] != 0;
}

// The least a way from here to the goal can take.
double Journey::Rest(const Stop& stop) const {
  const Stop& goal = s_.stops[kGoal];
  const double length = Length(goal.point - stop.point), switch_s = query_.agent.switch_s;
  const auto seconds = [](double metres, double speed) {
    return metres == 0 || speed == kNever ? 0 : speed > 0 ? metres / speed : kNever;
  };
  const double over_air = seconds(length, s_.fastest);
  if (stop.in_air) return goal.in_air ? over_air : switch_s + over_air;
  if (goal.in_air) return switch_s + over_air;
  const UpAxis up = navigator_.info().up;
  // Walks are measured on the plan, but links may climb.
  const double plan = Length(PlanOf(goal.point, up) - PlanOf(stop.point, up));
  return std::min(seconds(plan, s_.fastest_on_ground), 2 * switch_s + seconds(plan, s_.fastest));
}

double Journey::LeastSeconds(const Stop& a, const Stop& b) const {
  if (a.in_air) return Length(b.point - a.point) / query_.agent.fly_m_s;
  const UpAxis up = navigator_.info().up;
  return Length(PlanOf(b.point, up) - PlanOf(a.point, up)) / query_.agent.walk_m_s;
}

// Walks or flies a leg, and leaves it in `walked` or `flown`. kNever when there is no way.
double Journey::MeasureLeg(const Stop& a, const Stop& b) {
  ++s_.legs;
  if (a.in_air) {
    FlightQuery query;
    query.start = a.point;
    query.goal = b.point;
    query.radius_m = query_.agent.radius_m;
    query.effort = query_.effort;
    navigator_.Find(query, s_.flight, s_.flown);
    return s_.flown.status == PathStatus::Complete ? s_.flown.length_m / query_.agent.fly_m_s : kNever;
  }
  WalkQuery query;
  query.start = a.point;
  query.goal = b.point;
  query.radius_m = query_.agent.radius_m;
  navigator_.walker()->Find(query, s_.walk, s_.walked);
  return s_.walked.status == PathStatus::Complete ? s_.walked.length_m / query_.agent.walk_m_s : kNever;
}

// What a flight takes at least, by one that was measured and shares an end with it: where the two other ends see each
// other, it can be faster only by the straight flight between them.
double Journey::LeastByOthers(uint32_t from, uint32_t to) const {
  double least = 0;
  for (const auto& [flown, other] : {std::pair{s_.flown_to[to], from}, std::pair{s_.flown_from[from], to}}) {
    if (flown.seconds < 0 || flown.other == other) continue;
    const Vec3 a = s_.stops[flown.other].point, b = s_.stops[other].point;
    const double bound = flown.seconds - Length(b - a) / query_.agent.fly_m_s;
    if (bound > least && navigator_.IsVisible(a, b, query_.agent.radius_m)) least = bound;
  }
  return least;
}

// The stop that a change of mode, or a link, leads to; kNoStop when there is none.
uint32_t Journey::ChangeOf(uint32_t stop) const {
  const uint32_t other = stop == kStart        ? kAboveStart
                         : stop == kAboveStart ? kNoStop
                         : stop == kGoal       ? kNoStop
                         : stop == kAboveGoal  ? kGoal
                                               : stop ^ 1;
  if (other == kNoStop || !s_.stops[other].usable) return kNoStop;
  // Back up a one-way link.
  if (stop >= kFirstLink && stop % 2 == 1) {
    if (navigator_.ground().links[(stop - kFirstLink) / 2].one_way) return kNoStop;
  }
  return other;
}

double Journey::ChangeSeconds(uint32_t from, uint32_t to) const {
  const bool is_link = from >= kFirstLink;
  const double own = is_link ? navigator_.ground().links[(from - kFirstLink) / 2].seconds : 0;
  const Stop &a = s_.stops[from], &b = s_.stops[to];
  if (a.in_air == b.in_air) return own;
  return own + query_.agent.switch_s + Length(b.point - a.point) / query_.agent.fly_m_s;
}

void Journey::Push(uint32_t from, uint32_t to, double seconds, bool certain, bool compared) {
  if (s_.states[to].closed || !(seconds < kNever)) return;
  // After moving, only a change leads on: it counts at once.
  const uint32_t stop = StopOf(to), other = IsChanged(to) || stop == kGoal ? kNoStop : ChangeOf(stop);
  const double rest = other == kNoStop ? Rest(s_.stops[stop]) : ChangeSeconds(stop, other) + Rest(s_.stops[other]);
  if (!(rest < kNever)) return;
  s_.open.push_back({seconds + rest, seconds, from, to, certain, compared});
  std::push_heap(s_.open.begin(), s_.open.end(), Later);
}

void Journey::Expand(uint32_t state) {
  const uint32_t stop = StopOf(state);
  const double seconds = s_.states[state].seconds;
  const Stop& from = s_.stops[stop];
  if (!IsChanged(state) || stop == kStart) {
    const uint32_t other = ChangeOf(stop);
    if (other != kNoStop) Push(state, Changed(other), seconds + ChangeSeconds(stop, other), true);
  }
  if (!IsChanged(state)) return;
  if (from.in_air ? !(query_.agent.fly_m_s > 0) : !(query_.agent.walk_m_s > 0)) return;
  for (uint32_t to = 0; to < s_.stops.size(); ++to) {
    const Stop& stop_to = s_.stops[to];
    if (to == stop || !stop_to.usable || stop_to.in_air != from.in_air || stop_to.component != from.component) continue;
    if (to == kStart || to == kAboveStart || (to != kGoal && ChangeOf(to) == kNoStop)) continue;
    Push(state, Moved(to), seconds + LeastSeconds(from, stop_to), false);
  }
}

bool Journey::Step(int64_t legs) {
  while (!s_.done) {
    if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) {
      s_.status = PathStatus::Cancelled;
      s_.done = true;
      break;
    }
    if (s_.open.empty()) {
      s_.status = PathStatus::Unreachable;
      s_.done = true;
      break;
    }
    const Entry top = s_.open.front();
    const bool in_air = s_.stops[StopOf(top.to)].in_air;
    if (!top.certain && in_air && !top.compared && !s_.states[top.to].closed) {
      // Cheaper than to fly it: perhaps other flights show that it is not worth while.
      std::pop_heap(s_.open.begin(), s_.open.end(), Later);
      s_.open.pop_back();
      const double least = s_.states[top.from].seconds + LeastByOthers(StopOf(top.from), StopOf(top.to));
      Push(top.from, top.to, std::max(top.seconds, least), false, true);
      continue;
    }
    if (!top.certain && !s_.states[top.to].closed) {
      if (query_.max_legs > 0 && s_.legs >= query_.max_legs) {
        s_.status = PathStatus::OutOfBudget;
        s_.done = true;
        break;
      }
      if (legs-- <= 0) return false;
    }
    std::pop_heap(s_.open.begin(), s_.open.end(), Later);
    s_.open.pop_back();
    if (s_.states[top.to].closed) continue;
    if (!top.certain) {
      const uint32_t from = StopOf(top.from), to = StopOf(top.to);
      const double took = MeasureLeg(s_.stops[from], s_.stops[to]);
      if (in_air && took < kNever) {
        if (s_.flown_from[from].seconds < 0) s_.flown_from[from] = {to, took};
        if (s_.flown_to[to].seconds < 0) s_.flown_to[to] = {from, took};
      }
      Push(top.from, top.to, s_.states[top.from].seconds + took, true);
      continue;
    }
    s_.states[top.to] = {top.seconds, top.from, true};
    if (StopOf(top.to) == kGoal) {
      s_.status = PathStatus::Complete;
      s_.done = true;
      s_.way.assign(1, top.to);
      while (s_.way.back() != Changed(kStart)) s_.way.push_back(s_.states[s_.way.back()].parent);
      std::reverse(s_.way.begin(), s_.way.end());
      break;
    }
    Expand(top.to);
  }
  return s_.done;
}

void Journey::AddLeg(TravelPath& path, uint32_t from, uint32_t to) {
  const Stop &a = s_.stops[StopOf(from)], &b = s_.stops[StopOf(to)];
  TravelSegment segment;
  segment.seconds = s_.states[to].seconds - s_.states[from].seconds;
  segment.first_point = path.points.empty() ? 0 : uint32_t(path.points.size() - 1);
  const auto add = [&](Vec3 p) {
    if (path.points.empty() || path.points.size() > segment.first_point + size_t{1} || !(path.points.back() == p) ||
        path.points.size() == segment.first_point) {
      path.points.push_back(p);
    }
  };
  if (IsChanged(to)) {
    segment.mode = a.in_air == b.in_air ? TravelMode::Link : b.in_air ? TravelMode::TakeOff : TravelMode::Land;
    segment.length_m = Length(b.point - a.point);
    if (segment.mode == TravelMode::Link) segment.link = (StopOf(from) - kFirstLink) / 2;
    add(a.point);
    path.points.push_back(b.point);
  } else {
    MeasureLeg(a, b);
    segment.mode = a.in_air ? TravelMode::Fly : TravelMode::Walk;
    segment.length_m = a.in_air ? s_.flown.length_m : s_.walked.length_m;
    const std::vector<Vec3>& points = a.in_air ? s_.flown.points : s_.walked.points;
    add(points.front());
    path.points.insert(path.points.end(), points.begin() + 1, points.end());
  }
  segment.point_count = uint32_t(path.points.size()) - segment.first_point;
  path.length_m += segment.length_m;
  path.segments.push_back(segment);
}

void Journey::Take(TravelPath& path) {
  path.status = s_.status;
  path.points.clear();
  path.segments.clear();
  path.length_m = path.seconds = 0;
  path.legs = s_.legs;
  if (s_.status != PathStatus::Complete) return;
  for (size_t i = 1; i < s_.way.size(); ++i) AddLeg(path, s_.way[i - 1], s_.way[i]);
  path.legs = s_.legs;
  path.seconds = s_.states[s_.way.back()].seconds;
  if (path.points.empty()) path.points.assign(1, s_.stops[kGoal].point);
}

}  // namespace navnet
