// SPDX-License-Identifier: Apache-2.0
// The format follows QGroundControl's developer guide ("Plan File Format",
// docs.qgroundcontrol.com/master/en/qgc-dev-guide/file_formats/plan.html); numbers of commands and frames are MAVLink's
// (mavlink.io/en/messages/common.html). Where the guide contradicts its own example (the version of a fence's polygon)
// the example is followed, as QGroundControl itself does.

#include <navnet/export/plan_file.h>

#include <navnet/internal/core/text.h>

#include "flown_part.h"
#include "json_values.h"
#include "text_file.h"

#include <algorithm>
#include <array>

namespace navnet {
namespace {

constexpr int kWayPointCommand = 16, kLandCommand = 21, kTakeOffCommand = 22;  // MAV_CMD_NAV_…
constexpr int kRelativeFrame = 3;                                              // MAV_FRAME_GLOBAL_RELATIVE_ALT
constexpr int kRelativeAltitudes = 1;  // The same in QGroundControl's AltitudeMode.
constexpr size_t kMostItems = 65535;   // MAVLink counts in 16 bits.
constexpr double kFarthest_m = 1e5;
constexpr size_t kManyItems = 500;  // Above it, the file gets a note: smaller autopilots have no memory for more.

Vec2 OnPlan(Vec3 p, UpAxis up) { return up == UpAxis::Z ? Vec2{p.x, p.y} : Vec2{p.x, -p.z}; }

Json ItemOf(int command, size_t number, const GeoPoint& at, double altitude_m) {
  // Parameters: no hold time, the autopilot's default radii, any yaw, and the position.
  return {{"AMSLAltAboveTerrain", nullptr},
          {"Altitude", altitude_m},
          {"AltitudeMode", kRelativeAltitudes},
          {"autoContinue", true},
          {"command", command},
          {"doJumpId", number},
          {"frame", kRelativeFrame},
          {"params", {0, 0, 0, nullptr, at.latitude_deg, at.longitude_deg, altitude_m}},
          {"type", "SimpleItem"}};
}

/// The outline of a box seen from above: its corners, clockwise. For a tilted box, its bounding rectangle.
std::array<Vec3, 4> OutlineOf(const TrackBox& box, UpAxis up) {
  TriangleMesh corners;
  for (int i = 0; i < 8; ++i) {
    corners.vertices.push_back({(i & 1 ? 0.5 : -0.5) * box.size_m.x, (i & 2 ? 0.5 : -0.5) * box.size_m.y,
                                (i & 4 ? 0.5 : -0.5) * box.size_m.z});
  }
  corners = Transformed(corners, {.position = box.centre, .rotation = box.rotation});
  const std::vector<Vec3>& c = corners.vertices;
  const Quaternion& q = box.rotation;
  const bool is_tilted = q.x != 0 || (up == UpAxis::Z ? q.y : q.z) != 0;
  if (!is_tilted) return up == UpAxis::Z ? std::array{c[0], c[2], c[3], c[1]} : std::array{c[4], c[0], c[1], c[5]};
  Box3 around;
  for (const Vec3& corner : c) around.Extend(corner);
  const auto& [lo, hi] = around;
  if (up == UpAxis::Z) return {Vec3{lo.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {hi.x, hi.y, lo.z}, {hi.x, lo.y, lo.z}};
  return {Vec3{lo.x, lo.y, hi.z}, {lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, lo.y, hi.z}};
}

/// Whether a segment passes through the interior of an outline, seen from above; the border does not count.
bool Crosses(Vec2 a, Vec2 b, const std::array<Vec3, 4>& outline, UpAxis up) {
  constexpr double kBorder_m = 1e-6;
  double enters = 0, leaves = 1;
  for (size_t i = 0; i < 4; ++i) {
    const Vec2 corner = OnPlan(outline[i], up), edge = OnPlan(outline[(i + 1) % 4], up) - corner;
    const double length_m = Length(edge);
    if (length_m == 0) return false;
    // Signed distance to the left of an edge, which is outside, as the outline is clockwise.
    const double at_a = Cross(edge, a - corner) / length_m + kBorder_m;
    const double at_b = Cross(edge, b - corner) / length_m + kBorder_m;
    if (at_a > 0 && at_b > 0) return false;
    if (at_a > 0) enters = std::max(enters, at_a / (at_a - at_b));
    if (at_b > 0) leaves = std::min(leaves, at_a / (at_a - at_b));
  }
  return enters <= leaves;
}

/// Builds the plan of one flight.
class PlanMaker {
 public:
  PlanMaker(const TrackSet& set, const PlanOptions& options)
      : set_(set), options_(options), frame_(options.origin, set.up) {}

  Result<Json> Make(const Track& track) {
    Result<std::vector<TrackPoint>> part = FlownPart(track);
    if (!part) return part.error();
    if (part->size() < track.points.size()) {
      notes_.push_back("only the flown part is in the plan: from " + Text(part->front().position) + " to " +
                       Text(part->back().position) + " m");
    }
    flown_ = Simplified(*part, options_.tolerance_m);
    const auto bad = [&](const std::string& why) {
      return Error{ErrorCode::InvalidArgument, "track '" + track.name + "': " + why};
    };
    if (flown_.size() < 2) return bad("it has fewer than two points that differ");
    for (const TrackPoint& point : flown_) {
      if (Length(point.position) > kFarthest_m) {
        return bad("it leads " + Text(point.position) +
                   " m, more than 100 km from the world's origin, where the Earth is not flat; put the origin nearer");
      }
    }
    if (Status s = PlaceHome(); !s) return bad(s.error().message);
    Json items = Items();
    if (items.size() > kMostItems) {
      return bad("its mission would have " + std::to_string(items.size()) + " items, and MAVLink counts up to " +
                 std::to_string(kMostItems) + "; leave way points out with a tolerance");
    }
    item_count_ = items.size();
    if (item_count_ > kManyItems) {
      notes_.push_back("the mission has " + std::to_string(item_count_) +
                       " items, more than some autopilots hold; a tolerance leaves way points out");
    }
    Json plan;
    plan["fileType"] = "Plan";
    plan["version"] = 1;
    plan["groundStation"] = "QGroundControl";
    plan["mission"] = {{"version", 2},
                       {"firmwareType", options_.firmware_type},
                       {"vehicleType", options_.vehicle_type},
                       {"cruiseSpeed", options_.speed_m_s},
                       {"hoverSpeed", options_.speed_m_s},
                       {"globalPlanAltitudeMode", kRelativeAltitudes},
                       {"plannedHomePosition", {home_.latitude_deg, home_.longitude_deg, home_.altitude_m}},
                       {"items", std::move(items)}};
    plan["geoFence"] = {{"version", 2}, {"circles", Json::array()}, {"polygons", Fences()}};
    plan["rallyPoints"] = {{"version", 2}, {"points", Json::array()}};
    return plan;
  }

  size_t item_count() const { return item_count_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  double AltitudeOf(const GeoPoint& at) const { return at.altitude_m - home_.altitude_m; }

  // Places home below the first point, and finds the end of the take-off.
  Status PlaceHome() {
    Vec3 ground = flown_.front().position;
    const bool takes_off = flown_.front().mode == TravelMode::TakeOff;
    if (!takes_off || options_.home_height_m) {
      ground[set_.up == UpAxis::Z ? 2 : 1] = options_.home_height_m.value_or(0);
    }
    if (!takes_off && !options_.home_height_m) {
      notes_.push_back(
          "the drone is taken to stand at the world's height 0 when it is armed: if it does not, say where");
    }
    home_ = frame_.ToGeographic(ground);
    while (takes_off && top_ + 1 < flown_.size() && flown_[top_].mode == TravelMode::TakeOff) ++top_;
    if (AltitudeOf(frame_.ToGeographic(flown_[top_].position)) <= 0) {
      return Error{ErrorCode::InvalidArgument,
                   "it begins at " + Text(flown_[top_].position) + " m, which is not above the ground at height " +
                       Shortest(HeightOf(ground, set_.up)) + " m that the drone takes off from; give its height"};
    }
    return Ok();
  }

  Json Items() {
    Json items = Json::array();
    const bool lands = flown_.back().mode == TravelMode::Land;
    bool goes_below = false;
    for (size_t i = top_; i < flown_.size(); ++i) {
      const GeoPoint at = frame_.ToGeographic(flown_[i].position);
      const bool is_landing = lands && i > top_ && i + 1 == flown_.size();
      const int command = i == top_ ? kTakeOffCommand : is_landing ? kLandCommand : kWayPointCommand;
      goes_below = goes_below || (!is_landing && AltitudeOf(at) < 0);
      items.push_back(ItemOf(command, items.size() + 1, at, AltitudeOf(at)));
    }
    if (options_.land && items.back()["command"] != kLandCommand) {
      items.push_back(ItemOf(kLandCommand, items.size() + 1, frame_.ToGeographic(flown_.back().position), 0));
    }
    if (goes_below) notes_.push_back("the flight goes below the ground it takes off from; some autopilots refuse that");
    return items;
  }

  Json Fences() {
    Json fences = Json::array();
    for (const TrackBox& box : set_.boxes) {
      if (box.kind != kNoFlyKind) continue;
      const std::array<Vec3, 4> outline = OutlineOf(box, set_.up);
      const auto crosses = [&](size_t i) {
        return Crosses(OnPlan(flown_[i - 1].position, set_.up), OnPlan(flown_[i].position, set_.up), outline, set_.up);
      };
      bool is_crossed = false;
      for (size_t i = 1; i < flown_.size() && !is_crossed; ++i) is_crossed = crosses(i);
      if (is_crossed) {
        notes_.push_back("the no-fly box '" + box.name +
                         "' is not in the fence: the flight passes above or below it, and fences have no height");
        continue;
      }
      Json corners = Json::array();
      for (const Vec3& corner : outline) {
        const GeoPoint at = frame_.ToGeographic(corner);
        corners.push_back({at.latitude_deg, at.longitude_deg});
      }
      fences.push_back({{"inclusion", false}, {"polygon", std::move(corners)}, {"version", 1}});
    }
    return fences;
  }

  const TrackSet& set_;
  const PlanOptions& options_;
  GeoFrame frame_;
  std::vector<TrackPoint> flown_;
  size_t top_ = 0;  ///< Index of the point where the take-off ends.
  GeoPoint home_;
  size_t item_count_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

Status Validate(const PlanOptions& options) {
  if (Status s = Validate(options.origin); !s) return s;
  return RangeCheck()
      .Number("speed_m_s", options.speed_m_s, PlanOptions::kSpeed_m_s)
      .Number("tolerance_m", options.tolerance_m, PlanOptions::kTolerance_m)
      .Number("home_height_m", options.home_height_m.value_or(0), PlanOptions::kHomeHeight_m)
      .status();
}

Result<PlanFile> SavePlan(const std::filesystem::path& file, const Track& track, const TrackSet& set,
                          const PlanOptions& options) {
  const auto named = [&](const Error& error) { return Error{error.code, file.string() + ": " + error.message}; };
  if (Status s = Validate(options); !s) return named(s.error());
  if (Status s = Validate(TrackSet{.up = set.up, .tracks = {track}, .boxes = set.boxes}); !s) return named(s.error());
  PlanMaker maker(set, options);
  const Result<Json> plan = maker.Make(track);
  if (!plan) return named(plan.error());
  const Result<uint64_t> bytes = WriteTextFile(file, plan->dump(4) + '\n');
  if (!bytes) return bytes.error();
  return PlanFile{*bytes, maker.item_count(), maker.notes()};
}

}  // namespace navnet
