// SPDX-License-Identifier: Apache-2.0
#pragma once
// A glTF scene under construction: nodes, meshes, materials and one animation.

#include "gltf_data.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace navnet {

/// Key frames of one property of a node. Times are in single precision and strictly ascending, as glTF requires: of
/// several keys at the same time only the last is kept, and a key between two equal ones is left out.
class GltfKeys {
 public:
  explicit GltfKeys(size_t width) : width_(width) {}

  void Add(double time_s, std::span<const float> value);
  void Add(double time_s, Vec3 value);

  std::span<const float> times_s() const { return times_s_; }
  std::span<const float> values() const { return values_; }
  size_t width() const { return width_; }

 private:
  bool LastTwoEqual(std::span<const float> value) const;

  size_t width_;
  std::vector<float> times_s_, values_;
};

class GltfScene {
 public:
  /// Adds a node without a parent and returns its index.
  size_t AddNode(Json node);
  Json& node(size_t number) { return nodes_[number]; }
  void AddChild(size_t parent, size_t child) { nodes_[parent]["children"].push_back(child); }

  /// The index of the material with this name, which is created if there is none. `opacity` below 1: translucent and
  /// double-sided. Colours are linear, 0 to 1.
  size_t Material(const std::string& name, Vec3 colour, double opacity);
  size_t AddMesh(const std::string& name, Json primitives);
  /// A primitive of triangles. Requires: all vertices that triangles use are finite.
  Json Triangles(MeshView mesh, size_t material);
  /// A line strip primitive. Requires: at least two points.
  Json LineStrip(std::span<const Vec3> points, size_t material);

  /// Animates a property of a node; `path` is "translation", "rotation" or "scale". `in_steps`: values jump at the keys
  /// instead of being interpolated. Does nothing if there are no keys.
  void Animate(size_t node, const char* path, const GltfKeys& keys, bool in_steps = false);

  /// The file's JSON, without the buffer's location, and the buffer. `root`: the only top-level node of the scene.
  std::pair<Json, std::string> Finish(size_t root) const;

 private:
  GltfData data_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array();
  Json channels_ = Json::array(), samplers_ = Json::array();
  std::map<std::string, size_t> material_of_;
};

}  // namespace navnet
