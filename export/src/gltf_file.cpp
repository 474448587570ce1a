// SPDX-License-Identifier: Apache-2.0
// Follows the "glTF 2.0 Specification", Khronos Group (registry.khronos.org/glTF/specs/2.0/glTF-2.0.html).

#include <navnet/export/gltf_file.h>

#include <navnet/core/solids.h>
#include <navnet/internal/export/base64.h>

#include "gltf_scene.h"
#include "text_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

constexpr size_t kMostBoxes = 200'000;
constexpr size_t kMostBytes = size_t{1} << 31;
constexpr double kNear_m = 1024;  // Up to this coordinate, single precision has a step of at most 1/16 mm.
constexpr double kFarthest_m = 1e12;
constexpr double kMarkerWithoutRadius_m = 0.2;
constexpr int kPoseNumbers = 7;

Vec3 ColourOf(const std::string& kind) {
  constexpr Vec3 kColours[] = {{0.02, 0.25, 0.8}, {0.8, 0.2, 0.02}, {0.05, 0.5, 0.1}, {0.5, 0.05, 0.5},
                               {0.7, 0.5, 0.02},  {0.02, 0.5, 0.5}, {0.6, 0.1, 0.2},  {0.3, 0.3, 0.3}};
  uint32_t hash = 2166136261;  // FNV-1a: a kind has the same colour in every file.
  for (const char c : kind) hash = (hash ^ uint8_t(c)) * 16777619;
  return kColours[hash % std::size(kColours)];
}

Vec3 ColourOf(TravelMode mode) {
  switch (mode) {
    case TravelMode::Walk: return {0.8, 0.3, 0.02};
    case TravelMode::TakeOff: return {0.1, 0.6, 0.1};
    case TravelMode::Fly: return {0.02, 0.25, 0.8};
    case TravelMode::Land: return {0.7, 0.6, 0.02};
    case TravelMode::Link: return {0.5, 0.05, 0.5};
  }
  return {};
}

constexpr double kNose = 1.8;  // How far a marker with a yaw reaches forwards, in radii.

// An octahedron of radius 1 that reaches as far as `nose` along an axis.
TriangleMesh Octahedron(int nose_axis, double nose) {
  TriangleMesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                    {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  mesh.vertices[size_t(2 * nose_axis)][nose_axis] = nose;
  return mesh;
}

/// The pose of a body in a frame; nothing when it is absent or the pose is invalid.
std::optional<Transform> PoseAt(const FlightLog& log, size_t frame, size_t body) {
  const float* pose = &log.poses()[kPoseNumbers * (frame * log.bodies().size() + body)];
  if (!std::all_of(pose, pose + kPoseNumbers, [](float number) { return std::abs(number) <= kFarthest_m; })) return {};
  Transform at{.position = log.origin_world() + Vec3{pose[0], pose[1], pose[2]},
               .rotation = {pose[6], pose[3], pose[4], pose[5]}};
  return Validate(at) ? std::optional(at) : std::nullopt;
}

class SceneMaker {
 public:
  SceneMaker(const TrackSet& set, const FlightLog* bodies) : set_(set), log_(bodies) {}

  std::pair<Json, std::string> Make() {
    FindExtent();
    const size_t root = scene_.AddNode({{"name", "navnet"}});
    if (set_.up == UpAxis::Z) {
      // Rotates by -90 degrees about x: z becomes y.
      scene_.node(root)["rotation"] = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
    }
    world_ = scene_.AddNode({{"name", "world"}});
    scene_.AddChild(root, world_);
    if (origin_ != Vec3{}) scene_.node(world_)["translation"] = ToJson(origin_);
    AddBoxes();
    AddCurves();
    AddMarkers();
    if (log_) AddBodies();
    return scene_.Finish(root);
  }

 private:
  void FindExtent() {
    Box3 box;
    bool has_time = false;
    const auto extend_time = [&](double from_s, double to_s) {
      begin_s_ = has_time ? std::min(begin_s_, from_s) : from_s;
      end_s_ = has_time ? std::max(end_s_, to_s) : to_s;
      has_time = true;
    };
    for (const Track& track : set_.tracks) {
      for (const TrackPoint& point : track.points) box.Extend(point.position);
      if (track.points[0].time_s) extend_time(*track.points[0].time_s, *track.points.back().time_s);
    }
    for (const TrackBox& b : set_.boxes) box.Extend(b.centre);
    if (log_ && !log_->bodies().empty() && log_->frame_count() > 0) {
      extend_time(0, double(log_->frame_count() - 1) * log_->step_s());
      for (size_t i = 0; i < log_->frame_count() * log_->bodies().size(); ++i) {
        const auto pose = PoseAt(*log_, i / log_->bodies().size(), i % log_->bodies().size());
        if (pose) box.Extend(pose->position);
      }
    }
    if (box.IsEmpty()) return;
    const Vec3 farthest = Max(box.max, Vec3{} - box.min);
    if (std::max({farthest.x, farthest.y, farthest.z}) <= kNear_m) return;
    const Vec3 middle = 0.5 * (box.min + box.max);
    origin_ = {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  }

  /// Adds a child of the world node that groups nodes of one kind.
  size_t AddGroup(const char* name) {
    const size_t group = scene_.AddNode({{"name", name}});
    scene_.AddChild(world_, group);
    return group;
  }

  void AddBoxes() {
    if (set_.boxes.empty()) return;
    const size_t group = AddGroup("boxes");
    std::map<std::string, size_t> mesh_of;
    for (const TrackBox& box : set_.boxes) {
      const auto [entry, is_new] = mesh_of.try_emplace(box.kind, 0);
      if (is_new) {
        TriangleMesh cube;
        AddBox(cube, {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}});
        const Vec3 colour = box.kind == kNoFlyKind      ? Vec3{0.8, 0.02, 0.02}
                            : box.kind == kCorridorKind ? Vec3{0.1, 0.5, 0.8}
                                                        : ColourOf(box.kind);
        const size_t material = scene_.Material("box " + box.kind, colour, 0.2);
        entry->second = scene_.AddMesh("box " + box.kind, Json::array({scene_.Triangles(cube, material)}));
      }
      Json node = {{"name", box.name}, {"mesh", entry->second}, {"translation", ToJson(box.centre - origin_)}};
      node["scale"] = ToJson(box.size_m);
      if (box.rotation != Quaternion{}) node["rotation"] = RotationOf(box.rotation);
      scene_.AddChild(group, scene_.AddNode(std::move(node)));
    }
  }

  void AddCurves() {
    std::optional<size_t> group;
    for (const Track& track : set_.tracks) {
      if (track.points.size() < 2) continue;
      Json strips = Json::array();
      std::vector<Vec3> points = {track.points[0].position - origin_};
      for (size_t i = 1; i < track.points.size(); ++i) {
        points.push_back(track.points[i].position - origin_);
        const std::optional<TravelMode> mode = track.points[i - 1].mode;
        if (i + 1 < track.points.size() && track.points[i].mode == mode) continue;
        const size_t material = mode ? scene_.Material(std::string("mode ") + ToString(*mode), ColourOf(*mode), 1)
                                     : scene_.Material("kind " + track.kind, ColourOf(track.kind), 1);
        strips.push_back(scene_.LineStrip(points, material));
        points.erase(points.begin(), points.end() - 1);
      }
      if (!group) group = AddGroup("tracks");
      const size_t mesh = scene_.AddMesh("track " + track.name, std::move(strips));
      scene_.AddChild(*group, scene_.AddNode({{"name", track.name}, {"mesh", mesh}}));
    }
  }

  void AddMarkers() {
    std::optional<size_t> group;
    std::map<std::pair<std::string, bool>, size_t> mesh_of;  // By kind, and whether it has a nose.
    for (const Track& track : set_.tracks) {
      if (!track.points[0].time_s) continue;
      if (!group) group = AddGroup("agents");
      const bool turns = track.points[0].yaw_rad.has_value();
      const auto [entry, is_new] = mesh_of.try_emplace({track.kind, turns}, 0);
      if (is_new) {
        const size_t material = scene_.Material("kind " + track.kind, ColourOf(track.kind), 1);
        // The axis of yaw 0.
        const TriangleMesh shape = Octahedron(set_.up == UpAxis::Z ? 0 : 2, turns ? kNose : 1);
        entry->second = scene_.AddMesh("marker " + track.kind, Json::array({scene_.Triangles(shape, material)}));
      }
      const double radius_m = track.radius_m > 0 ? track.radius_m : kMarkerWithoutRadius_m;
      const Vec3 size = {radius_m, radius_m, radius_m};
      Json marker = {{"name", track.name + " marker"}, {"mesh", entry->second}, {"scale", ToJson(size)}};
      // Positions of walkers are on the ground; those of others are at the centre.
      const bool walks = track.kind == "walker" || track.points[0].mode == TravelMode::Walk;
      if (walks) marker["translation"] = ToJson(set_.up == UpAxis::Z ? Vec3{0, 0, radius_m} : Vec3{0, radius_m, 0});
      const size_t node =
          scene_.AddNode({{"name", track.name + " at"}, {"translation", ToJson(track.points[0].position - origin_)}});
      const size_t shown = scene_.AddNode(std::move(marker));
      scene_.AddChild(node, shown);
      scene_.AddChild(*group, node);

      GltfKeys places(3);
      for (const TrackPoint& point : track.points) places.Add(*point.time_s - begin_s_, point.position - origin_);
      scene_.Animate(node, "translation", places);
      if (turns) {
        GltfKeys headings(4);
        for (const TrackPoint& point : track.points) {
          const Quaternion q = Quaternion::AboutAxis(WorldOf({}, 1, set_.up), *point.yaw_rad);
          headings.Add(*point.time_s - begin_s_, RotationOf(q));
        }
        scene_.Animate(node, "rotation", headings);
      }
      const double from_s = *track.points[0].time_s, to_s = *track.points.back().time_s;
      GltfKeys sizes(3);
      if (from_s > begin_s_) sizes.Add(0, Vec3{});
      if (from_s > begin_s_ || to_s < end_s_) sizes.Add(from_s - begin_s_, size);
      if (to_s < end_s_ && to_s > from_s) sizes.Add(to_s - begin_s_, Vec3{});
      scene_.Animate(shown, "scale", sizes, true);
    }
  }

  void AddBodies() {
    if (log_->bodies().empty()) return;
    const size_t group = AddGroup("bodies");
    std::map<std::pair<uint32_t, std::string>, size_t> mesh_of;
    for (size_t b = 0; b < log_->bodies().size(); ++b) {
      const LoggedBody& body = log_->bodies()[b];
      const auto [entry, is_new] = mesh_of.try_emplace({body.shape, body.kind}, 0);
      if (is_new) {
        const size_t material = scene_.Material("kind " + body.kind, ColourOf(body.kind), 1);
        entry->second =
            scene_.AddMesh("shape " + body.kind, Json::array({scene_.Triangles(log_->shapes()[body.shape], material)}));
      }
      GltfKeys places(3), turns(4), sizes(3);
      bool was_there = false;
      for (size_t frame = 0; frame < log_->frame_count(); ++frame) {
        const double time_s = double(frame) * log_->step_s() - begin_s_;
        const std::optional<Transform> pose = PoseAt(*log_, frame, b);
        if (frame == 0 || pose.has_value() != was_there) sizes.Add(time_s, pose ? Vec3{1, 1, 1} : Vec3{});
        was_there = pose.has_value();
        if (!pose) continue;
        places.Add(time_s, pose->position - origin_);
        const std::vector<float> xyzw = RotationOf(pose->rotation);
        turns.Add(time_s, xyzw);
      }
      const size_t node = scene_.AddNode({{"name", body.name}, {"mesh", entry->second}});
      scene_.AddChild(group, node);
      scene_.Animate(node, "translation", places);
      scene_.Animate(node, "rotation", turns);
      scene_.Animate(node, "scale", sizes, true);
    }
  }

  /// The normalised quaternion as x, y, z, w in single precision.
  static std::vector<float> RotationOf(const Quaternion& q) {
    const double largest = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z), std::abs(q.w)});
    const double x = q.x / largest, y = q.y / largest, z = q.z / largest, w = q.w / largest;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    return {float(x / length), float(y / length), float(z / length), float(w / length)};
  }

  const TrackSet& set_;
  const FlightLog* log_;
  GltfScene scene_;
  size_t world_ = 0;
  Vec3 origin_ = {};
  double begin_s_ = 0, end_s_ = 0;
};

void AppendUint32(size_t value, std::string& to) {
  for (int byte = 0; byte < 4; ++byte) to += char(value >> (8 * byte) & 0xff);
}

/// Writes a binary file: a header, then the JSON and the buffer as chunks with length and type.
std::string BinaryFile(const Json& gltf, const std::string& buffer) {
  std::string json = AsText(gltf);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string file = "glTF";
  AppendUint32(2, file);
  AppendUint32(12 + 8 + json.size() + (buffer.empty() ? 0 : 8 + buffer.size()), file);
  AppendUint32(json.size(), file);
  file += "JSON" + json;
  if (buffer.empty()) return file;
  AppendUint32(buffer.size(), file);
  file += std::string("BIN\0", 4) + buffer;
  return file;
}

bool IsBinary(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = char(std::tolower(uint8_t(c)));
  return extension == ".glb";
}

}  // namespace

Result<uint64_t> SaveGltf(const std::filesystem::path& file, const TrackSet& set, const FlightLog* bodies) {
  if (Status s = Validate(set); !s) return Error{s.error().code, file.string() + ": " + s.error().message};
  const auto too_large = [&](const std::string& what) {
    return Error{ErrorCode::TooLarge, file.string() + ": " + what + ", more than viewers take; export a part of it"};
  };
  if (set.boxes.size() > kMostBoxes) {
    return too_large(std::to_string(set.boxes.size()) + " boxes are over " + std::to_string(kMostBoxes));
  }
  auto [gltf, buffer] = SceneMaker(set, bodies).Make();
  if (buffer.size() > kMostBytes) return too_large("its numbers take over 2 GiB");
  if (IsBinary(file)) return WriteTextFile(file, BinaryFile(gltf, buffer));
  if (!buffer.empty()) {
    gltf["buffers"][0]["uri"] = "data:application/octet-stream;base64," + ToBase64(std::as_bytes(std::span(buffer)));
  }
  return WriteTextFile(file, AsText(gltf) + '\n');
}

}  // namespace navnet
