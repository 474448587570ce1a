// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions between numpy arrays and NavNet's points, with clear error messages for invalid input.
//
// In: accepts everything that numpy converts to an array of numbers (lists, any number type, any byte order, any
// strides, read-only); copies it only if it is not yet an array of contiguous doubles. Rejects values that are not
// finite. Out: values are moved into arrays without a copy, or exposed as read-only views that keep their owner alive.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>

#include "errors.h"

#include <pybind11/numpy.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace navnet::python {

/// Points in an array; keeps the array alive.
struct Points {
  py::array kept;
  std::span<const Vec3> points;
  bool is_one = false;  ///< The array had the shape (3,).

  size_t size() const { return points.size(); }
  Vec3 operator[](size_t i) const { return points[i]; }
};

/// Converts shape (N, 3); an empty list is accepted for N = 0.
Points PointsFrom(py::handle value, const char* name);
/// Converts shape (N, 3) or (3,).
Points OneOrManyFrom(py::handle value, const char* name);
/// Converts shape (3,).
Vec3 PointFrom(py::handle value, const char* name);
/// Converts shape (2, 3): the low corner, then the high corner, which must be >= on every axis.
Box3 BoxFrom(py::handle value, const char* name);
std::optional<Box3> OptionalBoxFrom(py::handle value, const char* name);
/// Raises an error if `a` does not have `count` points.
void CheckSameLength(const Points& a, const char* name_a, size_t count, const char* name_b);

/// Pairs of points, from two points, two arrays of equal length, or one point and an array.
struct PointPairs {
  Points a, b;

  PointPairs(py::handle given_a, py::handle given_b);
  size_t size() const { return a.is_one ? b.size() : a.size(); }
  bool is_one() const { return a.is_one && b.is_one; }
  Vec3 A(size_t i) const { return a[a.is_one ? 0 : i]; }
  Vec3 B(size_t i) const { return b[b.is_one ? 0 : i]; }
};

/// Numbers in a range: one for all items, or an array of shape (N,).
struct Numbers {
  py::array kept;
  double one = 0;
  std::span<const double> many = {};

  double operator[](size_t i) const { return many.empty() ? one : many[i]; }
};
Numbers NumbersFrom(py::handle value, const char* name, size_t count, const Range& range);

/// Converts vertices of shape (N, 3) and vertex indices of shape (M, 3).
TriangleMesh MeshFrom(py::handle vertices, py::handle triangles);

/// Converts an array-like to an array whose type is one of `kinds`, numpy's letters: f, i, u, b.
py::array AsNumbers(py::handle value, const char* name, const char* kinds, const char* expected);
std::string ShapeText(const py::array& array);

py::array PointArray(Vec3 p);
/// Array of shape (2, 3).
py::array BoxArray(const Box3& box);
py::array VoxelBoxArray(const VoxelBox& box);
/// None for nullopt.
py::object OptionalPoint(const std::optional<Vec3>& p);

using Shape = std::vector<py::ssize_t>;

/// Array that takes ownership of a vector; `inner` is the shape of one value, in numbers of type `Number`.
template <class Number, class T>
py::array TakeOver(std::vector<T> values, Shape inner = {}) {
  auto owner = std::make_unique<std::vector<T>>(std::move(values));
  Shape shape{py::ssize_t(owner->size())};
  shape.insert(shape.end(), inner.begin(), inner.end());
  const auto* data = reinterpret_cast<const Number*>(owner->data());
  const py::capsule base(owner.get(), [](void* p) { delete static_cast<std::vector<T>*>(p); });
  owner.release();
  return py::array_t<Number>(shape, data, base);
}
inline py::array TakePoints(std::vector<Vec3> points) { return TakeOver<double>(std::move(points), {3}); }

/// Read-only view of `count` values that are `stride` bytes apart; keeps `owner` alive.
py::array View(const py::dtype& type, const void* data, size_t count, size_t stride, const Shape& inner,
               py::handle owner);

/// The same for contiguous values that consist only of `Number`s; `inner` is the shape of one value.
template <class Number, class T>
py::array View(std::span<const T> values, py::handle owner, const Shape& inner = {}) {
  return View(py::dtype::of<Number>(), values.data(), values.size(), sizeof(T), inner, owner);
}

/// Returns f(0) … f(count - 1). Releases the interpreter's lock; uses all threads from 256 items on.
template <class T, class Function>
std::vector<T> MapAll(size_t count, const Function& f) {
  std::vector<T> out(count);
  const Unlocked unlocked;
  constexpr size_t kFew = 256;
  if (count < kFew) {
    for (size_t i = 0; i < count; ++i) out[i] = f(i);
  } else {
    ParallelFor(count, 0, [&](size_t i) { out[i] = f(i); });
  }
  return out;
}

/// Returns a float for one point, an array for many.
template <class Function>
py::object MapToNumbers(size_t count, bool is_one, const Function& f) {
  std::vector<double> out = MapAll<double>(count, f);
  if (is_one) return py::float_(out[0]);
  return TakeOver<double>(std::move(out));
}
/// Returns a bool for one point, an array for many.
template <class Function>
py::object MapToTruths(size_t count, bool is_one, const Function& f) {
  std::vector<uint8_t> out = MapAll<uint8_t>(count, f);
  if (is_one) return py::bool_(out[0] != 0);
  return TakeOver<bool>(std::move(out));
}
/// Returns a point or None for one point; an array for many, with rows of NaN for nullopt.
template <class Function>
py::object MapToPoints(size_t count, bool is_one, const Function& f) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<Vec3> out = MapAll<Vec3>(count, [&](size_t i) {
    return std::optional<Vec3>(f(i)).value_or(Vec3{kNone, kNone, kNone});
  });
  if (!is_one) return TakePoints(std::move(out));
  return OptionalPoint(IsFinite(out[0]) ? std::optional(out[0]) : std::nullopt);
}

}  // namespace navnet::python
