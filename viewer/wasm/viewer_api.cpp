// SPDX-License-Identifier: Apache-2.0
// The functions that the viewer's page calls: one net, one query at a time, answers read from memory.
//
// Compiled to WebAssembly only. A page has one thread and shows one net, so all state is in one object. Running out of
// memory ends the module; the page catches the exception and shows a message.

#include <navnet/net/net.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include <emscripten.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace navnet;

/// How the agent moves; the page uses these numbers.
enum class Mode : int { Fly, Walk, Any };

/// The mode of a part that passes a gate, behind those of TravelMode.
constexpr uint32_t kGateMode = uint32_t(TravelMode::Link) + 1;

/// A part of a path in one mode, as the page reads it: four 32-bit words and two doubles. `link`: of a link or a gate.
struct Segment {
  uint32_t mode, first_point, point_count, link;
  double seconds, length_m;
};

struct Viewer {
  std::shared_ptr<std::byte> image;
  size_t bytes = 0;
  std::optional<Navigator> navigator;
  std::optional<Traveller> traveller;  // Made by the first query that needs it.
  QueryContext context;
  FlightPath flight;
  WalkPath walk;
  TravelPath travel;

  std::string message;
  // The last answer.
  PathStatus status = PathStatus::OutsideWorld;
  double length_m = 0, seconds = 0, radius_m = 0;
  std::vector<Vec3> points;
  std::vector<uint32_t> volumes, corridor;
  std::vector<Segment> segments;

  /// The parts of a flight that passes gates.
  void DivideFlight() {
    uint32_t first = 0;
    const auto fly_to = [&](uint32_t last) {
      if (last > first) segments.push_back({uint32_t(TravelMode::Fly), first, last - first + 1, 0, 0, 0});
    };
    for (const FlightJump& jump : flight.jumps) {
      fly_to(jump.point);
      segments.push_back({kGateMode, jump.point, 2, jump.gate, jump.seconds, 0});
      first = jump.point + 1;
    }
    if (!flight.jumps.empty()) fly_to(uint32_t(points.size() - 1));
  }

  void Forget() {
    points.clear();
    volumes.clear();
    corridor.clear();
    segments.clear();
    length_m = seconds = radius_m = 0;
  }
};

Viewer& TheViewer() {
  static Viewer viewer;
  return viewer;
}

}  // namespace

extern "C" {

/// Memory for a net's image of the given number of bytes; null if there is not enough.
EMSCRIPTEN_KEEPALIVE void* viewer_image(size_t bytes) {
  constexpr size_t kAlignment = 64;
  Viewer& viewer = TheViewer();
  viewer.navigator.reset();
  viewer.traveller.reset();
  viewer.image.reset();
  void* memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (memory) viewer.image = {static_cast<std::byte*>(memory), [](std::byte* p) { std::free(p); }};
  viewer.bytes = bytes;
  return memory;
}

/// Checks the image and prepares for queries. Returns "", or what is wrong with the image.
EMSCRIPTEN_KEEPALIVE const char* viewer_open() {
  Viewer& viewer = TheViewer();
  Result<Net> net = Net::FromImage(viewer.image, viewer.bytes);
  viewer.message = net ? "" : net.error().message;
  if (net) viewer.navigator.emplace(*std::move(net));
  return viewer.message.c_str();
}

/// Finds a path; the functions below return its parts. Requires: viewer_open() returned "".
EMSCRIPTEN_KEEPALIVE void viewer_find(int mode, double start_x, double start_y, double start_z, double goal_x,
                                      double goal_y, double goal_z, double radius_m, double snap_m, int effort,
                                      double walk_m_s, double fly_m_s, double switch_s) {
  Viewer& viewer = TheViewer();
  viewer.Forget();
  const Vec3 start = {start_x, start_y, start_z}, goal = {goal_x, goal_y, goal_z};
  const Navigator& navigator = *viewer.navigator;
  if (Mode(mode) == Mode::Any && !viewer.traveller) viewer.traveller.emplace(navigator);
  if (Mode(mode) == Mode::Fly) {
    FlightQuery query;
    query.start = start;
    query.goal = goal;
    query.radius_m = radius_m;
    query.snap_m = snap_m;
    query.effort = Effort(effort);
    query.speed_m_s = fly_m_s;
    FlightPath& path = viewer.flight;
    navigator.Find(query, viewer.context, path);
    viewer.status = path.status;
    viewer.length_m = path.length_m;
    viewer.radius_m = path.radius_m;
    viewer.points = path.points;
    viewer.volumes = path.volumes;
    viewer.DivideFlight();
  } else if (Mode(mode) == Mode::Walk) {
    viewer.status = PathStatus::StartBlocked;
    if (!navigator.walker()) return;
    WalkQuery query;
    query.start = start;
    query.goal = goal;
    query.radius_m = radius_m;
    query.snap_m = snap_m;
    WalkPath& path = viewer.walk;
    navigator.walker()->Find(query, viewer.context, path);
    viewer.status = path.status;
    viewer.length_m = path.length_m;
    viewer.points = path.points;
    viewer.corridor = path.corridor;
  } else {
    TravelQuery query;
    query.start = start;
    query.goal = goal;
    query.snap_m = snap_m;
    query.effort = Effort(effort);
    query.agent = {radius_m, walk_m_s, fly_m_s, switch_s};
    TravelPath& path = viewer.travel;
    viewer.traveller->Find(query, viewer.context, path);
    viewer.status = path.status;
    viewer.length_m = path.length_m;
    viewer.seconds = path.seconds;
    viewer.points = path.points;
    for (const TravelSegment& s : path.segments) {
      const uint32_t kind = s.is_gate ? kGateMode : uint32_t(s.mode);
      viewer.segments.push_back({kind, s.first_point, s.point_count, s.link, s.seconds, s.length_m});
    }
  }
}

EMSCRIPTEN_KEEPALIVE const char* viewer_status() { return ToString(TheViewer().status); }
EMSCRIPTEN_KEEPALIVE double viewer_length_m() { return TheViewer().length_m; }
/// Travel time; mode Any only.
EMSCRIPTEN_KEEPALIVE double viewer_seconds() { return TheViewer().seconds; }
/// Radius of the clearance level that a flight used.
EMSCRIPTEN_KEEPALIVE double viewer_radius_m() { return TheViewer().radius_m; }

/// Way points: three doubles each.
EMSCRIPTEN_KEEPALIVE const void* viewer_points() { return TheViewer().points.data(); }
EMSCRIPTEN_KEEPALIVE size_t viewer_point_count() { return TheViewer().points.size(); }
/// Of a flight: cells whose NavVolumes contain it.
EMSCRIPTEN_KEEPALIVE const void* viewer_volumes() { return TheViewer().volumes.data(); }
EMSCRIPTEN_KEEPALIVE size_t viewer_volume_count() { return TheViewer().volumes.size(); }
/// Of a walk: the edges of the medial axis it follows, as spokes.
EMSCRIPTEN_KEEPALIVE const void* viewer_corridor() { return TheViewer().corridor.data(); }
EMSCRIPTEN_KEEPALIVE size_t viewer_corridor_count() { return TheViewer().corridor.size(); }
/// Segments of 32 bytes: of mode Any, and of flights that pass gates.
EMSCRIPTEN_KEEPALIVE const void* viewer_segments() { return TheViewer().segments.data(); }
EMSCRIPTEN_KEEPALIVE size_t viewer_segment_count() { return TheViewer().segments.size(); }

/// A random free point (in mode Walk: walkable point); the same seed gives the same point. It becomes the only way
/// point; there is none if no point has room for the agent.
EMSCRIPTEN_KEEPALIVE void viewer_random_place(int mode, uint32_t seed, double radius_m) {
  Viewer& viewer = TheViewer();
  viewer.Forget();
  std::optional<Vec3> place;
  if (Mode(mode) != Mode::Walk) {
    place = viewer.navigator->RandomFree(seed, radius_m);
  } else if (viewer.navigator->walker()) {
    place = viewer.navigator->walker()->RandomWalkable(seed, radius_m);
  }
  if (place) viewer.points.push_back(*place);
}
}
