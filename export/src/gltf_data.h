#pragma once
// The numbers of a glTF file: one buffer, its views, and accessors with the bounds that the standard asks for.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include "json_values.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// Collects arrays; each Add… returns the number of the accessor. All numbers take four bytes, so everything is
/// aligned.
class GltfData {
 public:
  /// Vertices, kept in single precision. Requires: not empty.
  size_t AddVertices(std::span<const Vec3> points);
  size_t AddTriangles(std::span<const Triangle> triangles);
  /// Times of key frames, ascending. Requires: not empty.
  size_t AddTimes(std::span<const float> times_s);
  /// What key frames say: `width` numbers each, 3 or 4.
  size_t AddKeys(std::span<const float> numbers, size_t width);

  /// Adds accessors and views to the file's JSON, if there are any, and returns the buffer's bytes.
  std::string Finish(Json& gltf) const;

 private:
  // Arrays of one use lie together: each is one view.
  enum Use : size_t { kVertices, kIndices, kAnimation, kUses };

  size_t Add(Use use, std::span<const std::byte> bytes, Json accessor);

  std::array<std::string, kUses> parts_;
  struct Place {
    Use use;
    size_t offset;
  };
  std::vector<Place> places_;  ///< Of accessors.
  Json accessors_ = Json::array();
};

}  // namespace navnet
