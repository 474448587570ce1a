// SPDX-License-Identifier: Apache-2.0
// Scenes in glTF, parsed here according to the standard, and read by Assimp.

#include <navnet/export/gltf_file.h>

#include <navnet/internal/export/base64.h>
#include <navnet/voxel/world.h>

#include "export/track_samples.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <limits>
#include <set>

namespace navnet {
namespace {

using Json = nlohmann::json;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

uint32_t Uint32At(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

/// A file; expects that its buffers, views and accessors conform to the standard.
struct Gltf {
  Json json;
  std::string buffer;

  explicit Gltf(const std::filesystem::path& file) {
    const std::string bytes = ReadBytes(file);
    if (file.extension() == ".glb") {
      EXPECT_EQ(bytes.substr(0, 4), "glTF");
      EXPECT_EQ(Uint32At(bytes, 4), 2u);
      EXPECT_EQ(Uint32At(bytes, 8), bytes.size());
      const size_t json_size = Uint32At(bytes, 12);
      EXPECT_EQ(json_size % 4, 0u);
      EXPECT_EQ(bytes.substr(16, 4), "JSON");
      json = Json::parse(bytes.substr(20, json_size));
      if (bytes.size() > 20 + json_size) {
        EXPECT_EQ(Uint32At(bytes, 20 + json_size) % 4, 0u);
        EXPECT_EQ(bytes.substr(24 + json_size, 4), std::string("BIN\0", 4));
        buffer = bytes.substr(28 + json_size);
        EXPECT_EQ(Uint32At(bytes, 20 + json_size), buffer.size());
        EXPECT_FALSE(json["buffers"][0].contains("uri"));
      }
    } else {
      json = Json::parse(bytes);
      if (json.contains("buffers")) {
        const std::string uri = json["buffers"][0]["uri"], head = "data:application/octet-stream;base64,";
        EXPECT_EQ(uri.substr(0, head.size()), head);
        const auto decoded = FromBase64(uri.substr(head.size()));
        if (decoded) buffer.assign(reinterpret_cast<const char*>(decoded->data()), decoded->size());
        EXPECT_TRUE(decoded);
        json["buffers"][0].erase("uri");
      }
    }
    Check();
  }

  void Check() const {
    EXPECT_EQ(json["asset"]["version"], "2.0");
    EXPECT_EQ(json["scenes"][size_t(json["scene"])]["nodes"].size(), 1u);
    if (!json.contains("buffers")) return;
    EXPECT_EQ(json["buffers"].size(), 1u);
    EXPECT_EQ(json["buffers"][0]["byteLength"], buffer.size());
    for (const Json& view : json["bufferViews"]) {
      EXPECT_EQ(size_t(view["byteOffset"]) % 4, 0u);
      EXPECT_GT(view["byteLength"], 0);
      EXPECT_LE(size_t(view["byteOffset"]) + size_t(view["byteLength"]), buffer.size());
    }
    for (size_t a = 0; a < json["accessors"].size(); ++a) {
      const Json& accessor = json["accessors"][a];
      const std::vector<std::vector<double>> values = Values(a);
      EXPECT_GE(values.size(), 1u);
      if (!accessor.contains("min")) continue;
      for (size_t c = 0; c < values[0].size(); ++c) {
        double least = values[0][c], most = least;
        for (const auto& value : values) least = std::min(least, value[c]), most = std::max(most, value[c]);
        EXPECT_EQ(double(accessor["min"][c]), least);
        EXPECT_EQ(double(accessor["max"][c]), most);
      }
    }
    for (const Json& mesh : json["meshes"]) {
      for (const Json& primitive : mesh["primitives"]) {
        const Json& position = json["accessors"][size_t(primitive["attributes"]["POSITION"])];
        EXPECT_TRUE(position.contains("min") && position.contains("max"));
        const Json& view = json["bufferViews"][size_t(position["bufferView"])];
        EXPECT_EQ(view["target"], 34962);
        EXPECT_EQ(view["byteStride"], 12);
        EXPECT_LT(primitive["material"], json["materials"].size());
        if (!primitive.contains("indices")) {
          EXPECT_EQ(primitive["mode"], 3);
          EXPECT_GE(position["count"], 2);
          continue;
        }
        EXPECT_EQ(primitive["mode"], 4);
        const size_t indices = primitive["indices"];
        EXPECT_EQ(json["bufferViews"][size_t(json["accessors"][indices]["bufferView"])]["target"], 34963);
        for (const auto& index : Values(indices)) EXPECT_LT(index[0], double(position["count"]));
      }
    }
    if (!json.contains("animations")) return;
    std::set<std::pair<size_t, std::string>> moved;
    for (const Json& animation : json["animations"]) {
      for (const Json& channel : animation["channels"]) {
        EXPECT_TRUE(moved.emplace(size_t(channel["target"]["node"]), std::string(channel["target"]["path"])).second);
        EXPECT_LT(channel["target"]["node"], json["nodes"].size());
      }
      for (const Json& sampler : animation["samplers"]) {
        const auto times = Values(sampler["input"]);
        EXPECT_EQ(times.size(), Values(sampler["output"]).size());
        EXPECT_TRUE(json["accessors"][size_t(sampler["input"])].contains("min"));
        EXPECT_GE(times[0][0], 0);
        for (size_t i = 1; i < times.size(); ++i) EXPECT_LT(times[i - 1][0], times[i][0]);
      }
    }
  }

  std::vector<std::vector<double>> Values(size_t accessor_number) const {
    const Json& accessor = json["accessors"][accessor_number];
    const Json& view = json["bufferViews"][size_t(accessor["bufferView"])];
    const size_t width = accessor["type"] == "SCALAR" ? 1 : accessor["type"] == "VEC3" ? 3 : 4;
    const size_t offset = accessor["byteOffset"], count = accessor["count"];
    EXPECT_LE(offset + 4 * width * count, size_t(view["byteLength"]));
    std::vector<std::vector<double>> values(count);
    size_t at = size_t(view["byteOffset"]) + offset;
    for (std::vector<double>& value : values) {
      for (size_t c = 0; c < width; ++c, at += 4) {
        float number = 0;
        std::memcpy(&number, buffer.data() + at, 4);
        value.push_back(accessor["componentType"] == 5126 ? double(number) : double(Uint32At(buffer, at)));
      }
    }
    return values;
  }

  size_t NodeNamed(const std::string& name) const {
    for (size_t i = 0; i < json["nodes"].size(); ++i) {
      if (json["nodes"][i]["name"] == name) return i;
    }
    ADD_FAILURE() << "no node " << name;
    return 0;
  }

  Vec3 Origin() const {
    const Json& world = json["nodes"][NodeNamed("world")];
    return world.contains("translation")
               ? Vec3{world["translation"][0], world["translation"][1], world["translation"][2]}
               : Vec3{};
  }

  /// Key frames of a node: time, and numbers.
  std::vector<std::pair<double, std::vector<double>>> Keys(const std::string& node, const std::string& path) const {
    const size_t number = NodeNamed(node);
    for (const Json& channel : json["animations"][0]["channels"]) {
      if (channel["target"]["node"] != number || channel["target"]["path"] != path) continue;
      const Json& sampler = json["animations"][0]["samplers"][size_t(channel["sampler"])];
      EXPECT_EQ(sampler["interpolation"], path == "scale" ? "STEP" : "LINEAR");
      const auto times = Values(sampler["input"]), values = Values(sampler["output"]);
      std::vector<std::pair<double, std::vector<double>>> keys;
      for (size_t i = 0; i < times.size(); ++i) keys.emplace_back(times[i][0], values[i]);
      return keys;
    }
    return {};
  }
};

/// Random tracks within a world's size.
TrackSet Nearby(uint64_t seed) {
  TrackSet set = RandomTracks(seed);
  const auto fold = [](double& number, double most) { number = std::fmod(number, most); };
  for (Track& track : set.tracks) {
    fold(track.radius_m, 5);
    for (TrackPoint& point : track.points) {
      for (int a = 0; a < 3; ++a) fold(point.position[a], 900);
    }
  }
  for (TrackBox& box : set.boxes) {
    for (int a = 0; a < 3; ++a) fold(box.centre[a], 900), fold(box.size_m[a], 50);
  }
  return set;
}

TEST(GltfFile, StoresCurvesExactly) {
  const TempFolder folder;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TrackSet set = Nearby(seed);
    const Vec3 offset = seed % 2 == 0 ? Vec3{} : Vec3{500000, -4000000, 3000};
    for (Track& track : set.tracks) {
      for (TrackPoint& point : track.points) point.position = point.position + offset;
    }
    for (TrackBox& box : set.boxes) box.centre = box.centre + offset;
    const Result<uint64_t> text = SaveGltf(folder / "t.gltf", set), binary = SaveGltf(folder / "t.glb", set);
    ASSERT_TRUE(text && binary);
    EXPECT_EQ(*text, std::filesystem::file_size(folder / "t.gltf"));
    EXPECT_EQ(*binary, std::filesystem::file_size(folder / "t.glb"));
    const Gltf gltf(folder / "t.gltf"), glb(folder / "t.glb");
    ASSERT_EQ(gltf.json, glb.json);
    ASSERT_EQ(gltf.buffer, glb.buffer);
    EXPECT_EQ(gltf.json["nodes"][0].contains("rotation"), set.up == UpAxis::Z);
    if (seed % 2 == 0) {
      EXPECT_EQ(gltf.Origin(), Vec3{});
    }
    for (const Track& track : set.tracks) {
      if (track.points.size() < 2) continue;
      const Json& mesh = gltf.json["meshes"][size_t(gltf.json["nodes"][gltf.NodeNamed(track.name)]["mesh"])];
      size_t at = 0;
      for (const Json& strip : mesh["primitives"]) {
        const auto points = gltf.Values(strip["attributes"]["POSITION"]);
        const std::string material = gltf.json["materials"][size_t(strip["material"])]["name"];
        for (size_t i = 0; i < points.size(); ++i, ++at) {
          const Vec3 p = gltf.Origin() + Vec3{points[i][0], points[i][1], points[i][2]};
          ASSERT_LT(Length(p - track.points[at].position), 2e-4) << seed;
          if (i + 1 == points.size()) continue;
          const auto mode = track.points[at].mode;
          EXPECT_EQ(material, mode ? std::string("mode ") + ToString(*mode) : "kind " + track.kind);
        }
        --at;  // Consecutive strips share a point.
      }
      EXPECT_EQ(at + 1, track.points.size());
    }
  }
}

// Read by Assimp through NavNet's import, with all nodes' transforms applied.
TEST(GltfFile, IsReadByAssimpWithTheSamePositions) {
  const TempFolder folder;
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    for (const char* name : {"t.gltf", "t.glb"}) {
      TrackSet set{.up = up};
      const GridFrame frame{{10, -20, 7}, 0.25, {0.6, 0.8, up}};
      const VoxelBox voxels{{-4, 2, 8}, {10, 5, 9}};
      set.boxes.push_back(BoxOf(frame, voxels));
      FlightPath path;
      path.points = {{1, 2, 3}, {4, 5, 6}, {7, 8, -100}};
      set.tracks.push_back(TrackOf(path, {.name = "d"}));
      ASSERT_TRUE(SaveGltf(folder / name, set));
      const Result<World> world = LoadWorld(folder / name);
      ASSERT_TRUE(world) << world.error().message;
      ASSERT_TRUE(world->mesh());
      // 12 triangles, and two lines as triangles without an area.
      EXPECT_EQ(world->mesh()->triangles.size(), 14u);
      const auto stands = [&](Vec3 p) { return up == UpAxis::Z ? Vec3{p.x, p.z, -p.y} : p; };
      const auto is_there = [&](Vec3 p) {
        return std::ranges::any_of(world->mesh()->vertices,
                                   [&](const Vec3& v) { return Length(v - stands(p)) < 1e-4; });
      };
      for (const Vec3& p : path.points) EXPECT_TRUE(is_there(p)) << p.x;
      for (int i = 0; i < 8; ++i) {
        EXPECT_TRUE(is_there(frame.CornerWorld(
            {i & 1 ? voxels.hi.x : voxels.lo.x, i & 2 ? voxels.hi.y : voxels.lo.y, i & 4 ? voxels.hi.z : voxels.lo.z})))
            << i;
      }
    }
  }
}

TEST(GltfFile, MakesBoxesTranslucentAndDoubleSided) {
  const TempFolder folder;
  TrackSet set;
  set.boxes = {BoxOf(Box3{{0, 0, 0}, {1, 2, 3}}), BoxOf(Box3{{5, 0, 0}, {6, 2, 3}}), BoxOf(Box3{{8, 0, 0}, {9, 2, 3}})};
  set.boxes[0].kind = set.boxes[1].kind = kNoFlyKind;
  ASSERT_TRUE(SaveGltf(folder / "t.gltf", set));
  const Gltf gltf(folder / "t.gltf");
  EXPECT_EQ(gltf.json["meshes"].size(), 2u) << "boxes of a kind share their mesh";
  for (const Json& material : gltf.json["materials"]) {
    EXPECT_EQ(material["alphaMode"], "BLEND");
    EXPECT_EQ(material["doubleSided"], true);
    EXPECT_LT(material["pbrMetallicRoughness"]["baseColorFactor"][3], 0.5);
  }
}

TEST(GltfFile, MovesMarkersAlongTheTracks) {
  const TempFolder folder;
  TrackSet set;
  set.tracks.push_back({"long", "drone", 0.3, {{-5, {0, 0, 1}, {}}, {0, {10, 0, 1}, {}}, {5, {10, 20, 1}, {}}}});
  set.tracks.push_back({"waits", "drone", 0.3, {}});
  for (int i = 0; i <= 10; ++i) set.tracks[1].points.push_back({i - 5.0, {i < 8 ? 1.0 : 2.0, 0, 0}, {}});
  set.tracks.push_back({"comes and goes", "walker", 0.5, {{-3, {0, 0, 0}, {}}, {2, {1, 0, 0}, {}}}});
  set.tracks.push_back(
      {"jumps", "drone", 0, {{-5, {0, 0, 0}, {}}, {1, {1, 0, 0}, {}}, {1, {9, 0, 0}, {}}, {5, {9, 1, 0}, {}}}});
  set.tracks.push_back({"plan", "drone", 0.3, {{{}, {0, 0, 0}, {}}, {{}, {3, 0, 0}, {}}}});
  ASSERT_TRUE(SaveGltf(folder / "t.glb", set));
  const Gltf gltf(folder / "t.glb");
  using Keys = std::vector<std::pair<double, std::vector<double>>>;
  EXPECT_EQ(gltf.Keys("long at", "translation"), (Keys{{0, {0, 0, 1}}, {5, {10, 0, 1}}, {10, {10, 20, 1}}}));
  EXPECT_TRUE(gltf.Keys("long marker", "scale").empty()) << "it is always present";
  EXPECT_EQ(gltf.Keys("waits at", "translation"),
            (Keys{{0, {1, 0, 0}}, {7, {1, 0, 0}}, {8, {2, 0, 0}}, {10, {2, 0, 0}}}));
  EXPECT_EQ(gltf.Keys("comes and goes marker", "scale"), (Keys{{0, {0, 0, 0}}, {2, {0.5, 0.5, 0.5}}, {7, {0, 0, 0}}}));
  EXPECT_EQ(gltf.json["nodes"][gltf.NodeNamed("comes and goes marker")]["translation"], Json({0.0, 0.0, 0.5}));
  EXPECT_EQ(gltf.Keys("jumps at", "translation"), (Keys{{0, {0, 0, 0}}, {6, {9, 0, 0}}, {10, {9, 1, 0}}}));
  for (const Json& node : gltf.json["nodes"]) EXPECT_NE(node["name"], "plan at");
}

TEST(GltfFile, TurnsMarkersByTheYaw) {
  const TempFolder folder;
  for (const UpAxis up : {UpAxis::Z, UpAxis::Y}) {
    Track track{.name = "d", .kind = "drone", .radius_m = 1};
    for (int i = 0; i < 8; ++i) {
      track.points.push_back({.time_s = double(i), .position = {double(i * i), 0, 0}, .yaw_rad = 1.1 * i * i - 3});
    }
    ASSERT_TRUE(SaveGltf(folder / "t.gltf", {.up = up, .tracks = {track}}));
    const auto keys = Gltf(folder / "t.gltf").Keys("d at", "rotation");
    ASSERT_EQ(keys.size(), track.points.size());
    for (size_t i = 0; i < keys.size(); ++i) {
      const double half = *track.points[i].yaw_rad / 2;
      const std::vector<double>& q = keys[i].second;
      EXPECT_EQ(keys[i].first, double(i));
      EXPECT_NEAR(q[up == UpAxis::Z ? 2 : 1], std::sin(half), 1e-6);
      EXPECT_NEAR(q[3], std::cos(half), 1e-6);
    }
  }
}

TEST(GltfFile, MovesTheBodiesOfALog) {
  const TempFolder folder;
  FlightLog log(0.5);
  TriangleMesh shape{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {kNaN, 0, 0}}, {{0, 1, 2}}};
  log.AddBody({"door", "door", log.AddShape(shape)});
  log.AddBody({"rock", "rock", 0});
  const Quaternion turned = Quaternion::AboutAxis({0, 0, 1}, 1);
  for (int i = 0; i < 4; ++i) {
    log.AddFrame({}, std::vector<Transform>{{.position = {i == 2 ? kNaN : 1.0, 0, 0}},
                                            {.position = {5, double(i), 0}, .rotation = turned}});
  }
  ASSERT_TRUE(SaveGltf(folder / "t.gltf", {}, &log));
  const Gltf gltf(folder / "t.gltf");
  using Keys = std::vector<std::pair<double, std::vector<double>>>;
  EXPECT_EQ(gltf.Keys("rock", "translation"),
            (Keys{{0, {5, 0, 0}}, {0.5, {5, 1, 0}}, {1, {5, 2, 0}}, {1.5, {5, 3, 0}}}));
  EXPECT_NEAR(gltf.Keys("rock", "rotation")[0].second[2], turned.z, 1e-6);
  EXPECT_NEAR(gltf.Keys("rock", "rotation")[0].second[3], turned.w, 1e-6);
  EXPECT_EQ(gltf.Keys("door", "scale"), (Keys{{0, {1, 1, 1}}, {1, {0, 0, 0}}, {1.5, {1, 1, 1}}}));
}

TEST(GltfFile, MayBeEmpty) {
  const TempFolder folder;
  for (const char* name : {"t.gltf", "t.GLB", "t.glb"}) {
    ASSERT_TRUE(SaveGltf(folder / name, {}));
    EXPECT_EQ(ReadBytes(folder / name).substr(0, 4) == "glTF", name != std::string("t.gltf"));
  }
  EXPECT_TRUE(Gltf(folder / "t.gltf").buffer.empty());
  EXPECT_TRUE(Gltf(folder / "t.glb").buffer.empty());
}

TEST(GltfFile, RefusesInvalidOrTooLargeInput) {
  const TempFolder folder;
  TrackSet set;
  set.tracks.push_back({"a", "", 0, {{{}, {kNaN, 0, 0}, {}}}});
  EXPECT_FALSE(SaveGltf(folder / "t.glb", set));
  set.tracks.clear();
  set.boxes.resize(200'001);
  const Result<uint64_t> saved = SaveGltf(folder / "t.glb", set);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::TooLarge);
  EXPECT_TRUE(folder.Names().empty());
}

}  // namespace
}  // namespace navnet
