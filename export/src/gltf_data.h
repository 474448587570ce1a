// SPDX-License-Identifier: Apache-2.0
#pragma once
// The binary data of a glTF file: one buffer, its views, and accessors with the bounds that the standard requires.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include "json_values.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// Collects arrays; each Add… function returns the index of the new accessor. All numbers take four bytes, so that
/// everything is aligned.
class GltfData {
 public:
  /// Vertices, kept in single precision. Requires: not empty.
  size_t AddVertices(std::span<const Vec3> points);
  size_t AddTriangles(std::span<const Triangle> triangles);
  /// Times of key frames, ascending. Requires: not empty.
  size_t AddTimes(std::span<const float> times_s);
  /// Values of key frames, with `width` numbers each, 3 or 4.
  size_t AddKeys(std::span<const float> numbers, size_t width);

  /// Adds accessors and views, if any, to the file's JSON, and returns the contents of the buffer.
  std::string Finish(Json& gltf) const;

 private:
  // All arrays of one use are stored together, in one view.
  enum Use : size_t { kVertices, kIndices, kAnimation, kUses };

  size_t Add(Use use, std::span<const std::byte> bytes, Json accessor);

  std::array<std::string, kUses> parts_;
  struct Place {
    Use use;
    size_t offset;
  };
  std::vector<Place> places_;  ///< By accessor.
  Json accessors_ = Json::array();
};

}  // namespace navnet
