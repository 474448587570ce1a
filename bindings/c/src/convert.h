// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions between values of the C header and of the library.

#include <navnet/core/geometry.h>
#include <navnet/net/net.h>
#include <navnet/runtime/query.h>
#include <navnet/runtime/repair.h>

#include "call.h"

#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

namespace navnet::c {

inline Vec3 In(navnet_vec3 v) { return {v.x, v.y, v.z}; }
inline VoxelCoord In(navnet_voxel v) { return {v.x, v.y, v.z}; }
inline Box3 In(const navnet_box& b) { return {In(b.min), In(b.max)}; }
inline VoxelBox In(const navnet_voxel_box& b) { return {In(b.lo), In(b.hi)}; }
inline CostRegion In(const navnet_cost_region& r) { return {In(r.box), r.factor}; }
inline Gate In(const navnet_gate& g) {
  return {In(g.from), In(g.to), g.seconds, g.radius_m, g.one_way ? 1u : 0u, g.is_closed ? 1u : 0u};
}
inline PathPlace In(navnet_path_place p) { return {size_t(p.segment), p.share}; }
inline UpAxis UpOf(navnet_up_axis up) { return up == NAVNET_UP_AXIS_Z ? UpAxis::Z : UpAxis::Y; }
inline GridFrame In(const navnet_frame& f) { return {In(f.origin), f.voxel_m, {f.turn_cos, f.turn_sin, UpOf(f.up)}}; }

inline navnet_vec3 Out(Vec3 v) { return {v.x, v.y, v.z}; }
inline navnet_voxel Out(VoxelCoord v) { return {v.x, v.y, v.z}; }
inline navnet_box Out(const Box3& b) { return {Out(b.min), Out(b.max)}; }
inline navnet_voxel_box Out(const VoxelBox& b) { return {Out(b.lo), Out(b.hi)}; }
inline navnet_path_place Out(const PathPlace& p) { return {p.segment, p.share}; }
inline navnet_up_axis Out(UpAxis up) { return up == UpAxis::Z ? NAVNET_UP_AXIS_Z : NAVNET_UP_AXIS_Y; }
inline navnet_frame Out(const GridFrame& f) {
  return {Out(f.origin_world), f.voxel_m, f.turn.cos, f.turn.sin, Out(f.turn.up), 0};
}

/// Whether a struct of the header and one of the library have the same layout. The tests compare their members.
template <class C, class T>
inline constexpr bool kSameBytes =
    sizeof(C) == sizeof(T) &&
    alignof(C) == alignof(T) && std::is_trivially_copyable_v<C>&& std::is_trivially_copyable_v<T>;

/// A view of the caller's array as elements of the library, without a copy. The array was created by another language
/// or program, so strict aliasing is not violated.
template <class T, class C>
std::span<const T> ViewOf(const C* array, size_t count) {
  static_assert(kSameBytes<C, T>);
  return {reinterpret_cast<const T*>(array), count};
}

/// CopyEach for elements of the same layout.
template <class C, class T>
void CopyAll(Call& call, std::span<const T> all, C* out, size_t capacity, size_t* required) {
  static_assert(kSameBytes<C, T>);
  CopyEach(call, all.size(), out, capacity, required, [&](size_t i) {
    C element;
    std::memcpy(&element, &all[i], sizeof element);
    return element;
  });
}

/// Returns text with its terminating zero.
inline void CopyText(Call& call, const std::string& text, char* out, size_t capacity, size_t* required) {
  CopyEach(call, text.size() + 1, out, capacity, required, [&](size_t i) { return text.c_str()[i]; });
}

/// Writes whether there is a value to `found`, and the value, if any, to `out`.
inline void GiveOptional(const std::optional<Vec3>& value, navnet_bool* found, navnet_vec3* out) {
  *found = value ? 1 : 0;
  if (value) *out = Out(*value);
}

}  // namespace navnet::c
