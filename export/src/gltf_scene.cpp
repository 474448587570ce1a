// SPDX-License-Identifier: Apache-2.0
#include "gltf_scene.h"

#include <algorithm>
#include <array>

namespace navnet {
namespace {

constexpr int kLineStripMode = 3, kTrianglesMode = 4;

}  // namespace

bool GltfKeys::LastTwoEqual(std::span<const float> value) const {
  if (times_s_.size() < 2) return false;
  const std::span<const float> last_two = std::span(values_).last(2 * width_);
  return std::ranges::equal(last_two.first(width_), value) && std::ranges::equal(last_two.last(width_), value);
}

void GltfKeys::Add(double time_s, std::span<const float> value) {
  if (!times_s_.empty() && (float(time_s) <= times_s_.back() || LastTwoEqual(value))) {
    times_s_.back() = std::max(times_s_.back(), float(time_s));
    std::ranges::copy(value, values_.end() - std::ptrdiff_t(width_));
    return;
  }
  times_s_.push_back(float(time_s));
  values_.insert(values_.end(), value.begin(), value.end());
}

void GltfKeys::Add(double time_s, Vec3 value) {
  Add(time_s, std::array{float(value.x), float(value.y), float(value.z)});
}

size_t GltfScene::AddNode(Json node) {
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

size_t GltfScene::Material(const std::string& name, Vec3 colour, double opacity) {
  const auto [entry, is_new] = material_of_.try_emplace(name, materials_.size());
  if (!is_new) return entry->second;
  Json material = {
      {"name", name},
      {"pbrMetallicRoughness",
       {{"baseColorFactor", {colour.x, colour.y, colour.z, opacity}}, {"metallicFactor", 0}, {"roughnessFactor", 1}}}};
  if (opacity < 1) {
    material["alphaMode"] = "BLEND";
    material["doubleSided"] = true;
  }
  materials_.push_back(std::move(material));
  return entry->second;
}

size_t GltfScene::AddMesh(const std::string& name, Json primitives) {
  meshes_.push_back({{"name", name}, {"primitives", std::move(primitives)}});
  return meshes_.size() - 1;
}

Json GltfScene::Triangles(MeshView mesh, size_t material) {
  // Unused vertices may be NaN or infinite, but the accessor's bounds must be finite.
  std::vector<Vec3> vertices(mesh.vertices.begin(), mesh.vertices.end());
  std::vector<char> used(vertices.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    for (const uint32_t v : t) used[v] = 1;
  }
  for (size_t v = 0; v < vertices.size(); ++v) {
    if (!used[v]) vertices[v] = {};
  }
  return {{"attributes", {{"POSITION", data_.AddVertices(vertices)}}},
          {"indices", data_.AddTriangles(mesh.triangles)},
          {"material", material},
          {"mode", kTrianglesMode}};
}

Json GltfScene::LineStrip(std::span<const Vec3> points, size_t material) {
  return {{"attributes", {{"POSITION", data_.AddVertices(points)}}}, {"material", material}, {"mode", kLineStripMode}};
}

void GltfScene::Animate(size_t node, const char* path, const GltfKeys& keys, bool in_steps) {
  if (keys.times_s().empty()) return;
  channels_.push_back({{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
  const size_t input = data_.AddTimes(keys.times_s());
  samplers_.push_back({{"input", input},
                       {"output", data_.AddKeys(keys.values(), keys.width())},
                       {"interpolation", in_steps ? "STEP" : "LINEAR"}});
}

std::pair<Json, std::string> GltfScene::Finish(size_t root) const {
  Json gltf;
  gltf["asset"] = {{"version", "2.0"}, {"generator", "NavNet"}};
  gltf["scene"] = 0;
  gltf["scenes"] = {{{"nodes", {root}}}};
  gltf["nodes"] = nodes_;
  if (!meshes_.empty()) gltf["meshes"] = meshes_;
  if (!materials_.empty()) gltf["materials"] = materials_;
  if (!channels_.empty()) {
    gltf["animations"] = {{{"name", "flight"}, {"channels", channels_}, {"samplers", samplers_}}};
  }
  std::string buffer = data_.Finish(gltf);
  return {std::move(gltf), std::move(buffer)};
}

}  // namespace navnet
