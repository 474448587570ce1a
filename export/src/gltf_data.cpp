// SPDX-License-Identifier: Apache-2.0
#include "gltf_data.h"

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

constexpr int kUnsignedInt = 5125, kFloat = 5126;
constexpr int kArrayBuffer = 34962, kElementArrayBuffer = 34963;

}  // namespace

size_t GltfData::Add(Use use, std::span<const std::byte> bytes, Json accessor) {
  places_.push_back({use, parts_[use].size()});
  parts_[use].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  accessors_.push_back(std::move(accessor));
  return places_.size() - 1;
}

size_t GltfData::AddVertices(std::span<const Vec3> points) {
  std::vector<float> numbers;
  std::array<float, 3> low{}, high{};
  for (const Vec3& p : points) {
    for (int a = 0; a < 3; ++a) {
      const float number = float(p[a]);
      const bool is_first = numbers.size() < 3;
      float &least = low[size_t(a)], &most = high[size_t(a)];
      least = is_first ? number : std::min(least, number);
      most = is_first ? number : std::max(most, number);
      numbers.push_back(number);
    }
  }
  return Add(kVertices, std::as_bytes(std::span(numbers)),
             {{"componentType", kFloat}, {"count", points.size()}, {"type", "VEC3"}, {"min", low}, {"max", high}});
}

size_t GltfData::AddTriangles(std::span<const Triangle> triangles) {
  return Add(kIndices, std::as_bytes(triangles),
             {{"componentType", kUnsignedInt}, {"count", 3 * triangles.size()}, {"type", "SCALAR"}});
}

size_t GltfData::AddTimes(std::span<const float> times_s) {
  return Add(kAnimation, std::as_bytes(times_s),
             {{"componentType", kFloat},
              {"count", times_s.size()},
              {"type", "SCALAR"},
              {"min", {times_s.front()}},
              {"max", {times_s.back()}}});
}

size_t GltfData::AddKeys(std::span<const float> numbers, size_t width) {
  return Add(kAnimation, std::as_bytes(numbers),
             {{"componentType", kFloat}, {"count", numbers.size() / width}, {"type", width == 3 ? "VEC3" : "VEC4"}});
}

std::string GltfData::Finish(Json& gltf) const {
  if (places_.empty()) return {};
  std::string buffer;
  std::array<size_t, kUses> view_of{};
  Json views = Json::array();
  for (const Use use : {kVertices, kIndices, kAnimation}) {
    if (parts_[use].empty()) continue;
    view_of[use] = views.size();
    Json view = {{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", parts_[use].size()}};
    if (use == kVertices) view["byteStride"] = 3 * sizeof(float);
    if (use != kAnimation) view["target"] = use == kVertices ? kArrayBuffer : kElementArrayBuffer;
    views.push_back(std::move(view));
    buffer += parts_[use];
  }
  Json accessors = accessors_;
  for (size_t i = 0; i < places_.size(); ++i) {
    accessors[i]["bufferView"] = view_of[places_[i].use];
    accessors[i]["byteOffset"] = places_[i].offset;
  }
  gltf["accessors"] = std::move(accessors);
  gltf["bufferViews"] = std::move(views);
  gltf["buffers"] = {{{"byteLength", buffer.size()}}};
  return buffer;
}

}  // namespace navnet
