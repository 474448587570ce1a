// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"

#include <navnet/internal/core/text.h>

#include <cmath>
#include <cstring>

namespace navnet::python {
namespace {

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Triangle) == 3 * sizeof(uint32_t));

constexpr int kPlain = py::array::c_style | py::array::forcecast | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
using Doubles = py::array_t<double, kPlain>;

[[noreturn]] void BadShape(const char* name, const char* expected, const py::array& given) {
  throw py::value_error(std::string(name) + ": expected an array of shape " + expected + ", got " + ShapeText(given));
}

std::string TypeName(py::handle value) { return py::str(py::type::handle_of(value).attr("__name__")); }

Points FromArray(py::array array, const char* name) {
  Points out;
  out.is_one = array.ndim() == 1;
  Doubles numbers(std::move(array));
  const double* data = numbers.data();
  const auto count = size_t(numbers.size());
  for (size_t i = 0; i < count; ++i) {
    if (std::isfinite(data[i])) continue;
    throw py::value_error(std::string(name) + ": expected finite numbers, got " + Shortest(data[i]) +
                          (out.is_one ? "" : " in row " + std::to_string(i / 3)));
  }
  out.points = {reinterpret_cast<const Vec3*>(data), count / 3};
  out.kept = std::move(numbers);
  return out;
}

py::array Floats(py::handle value, const char* name, const char* expected) {
  return AsNumbers(value, name, "fiu", expected);
}

}  // namespace

std::string ShapeText(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i ? ", " : "") + std::to_string(array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

py::array AsNumbers(py::handle value, const char* name, const char* kinds, const char* expected) {
  py::object made;
  try {
    made = py::module_::import("numpy").attr("asarray")(value);
  } catch (py::error_already_set& error) {
    // Rows of different lengths, or an object that numpy cannot convert.
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    throw py::value_error(std::string(name) + ": expected an array of shape " + expected + ", got a " +
                          TypeName(value) + " that is none");
  }
  auto array = py::array(made);
  if (array.size() == 0 || std::strchr(kinds, array.dtype().kind())) return array;
  throw py::type_error(
      std::string(name) + ": expected an array of numbers of shape " + expected + ", got " +
      (py::isinstance<py::array>(value) ? "dtype " + std::string(py::str(array.dtype())) : "a " + TypeName(value)));
}

Points PointsFrom(py::handle value, const char* name) {
  py::array array = Floats(value, name, "(N, 3)");
  if (array.ndim() == 1 && array.size() == 0) return {std::move(array), {}, false};
  if (array.ndim() != 2 || array.shape(1) != 3) BadShape(name, "(N, 3)", array);
  return FromArray(std::move(array), name);
}

Points OneOrManyFrom(py::handle value, const char* name) {
  py::array array = Floats(value, name, "(3,) or (N, 3)");
  const bool is_right = (array.ndim() == 1 || array.ndim() == 2) && array.shape(array.ndim() - 1) == 3;
  if (array.ndim() == 1 && array.size() == 0) return {std::move(array), {}, false};
  if (!is_right) BadShape(name, "(3,) or (N, 3)", array);
  return FromArray(std::move(array), name);
}

Vec3 PointFrom(py::handle value, const char* name) {
  py::array array = Floats(value, name, "(3,)");
  if (array.ndim() != 1 || array.shape(0) != 3) BadShape(name, "(3,)", array);
  return FromArray(std::move(array), name)[0];
}

Box3 BoxFrom(py::handle value, const char* name) {
  py::array array = Floats(value, name, "(2, 3)");
  if (array.ndim() != 2 || array.shape(0) != 2 || array.shape(1) != 3) BadShape(name, "(2, 3)", array);
  const Points corners = FromArray(std::move(array), name);
  const Box3 box{corners[0], corners[1]};
  if (!box.IsEmpty()) return box;
  throw py::value_error(std::string(name) + ": expected the low corner and then the high one, got " + Text(box.min) +
                        " and " + Text(box.max));
}

std::optional<Box3> OptionalBoxFrom(py::handle value, const char* name) {
  return value.is_none() ? std::nullopt : std::optional(BoxFrom(value, name));
}

void CheckSameLength(const Points& a, const char* name_a, size_t count, const char* name_b) {
  if (a.size() == count) return;
  throw py::value_error(std::string(name_a) + " and " + name_b + ": expected the same length, got " +
                        std::to_string(a.size()) + " and " + std::to_string(count));
}

PointPairs::PointPairs(py::handle given_a, py::handle given_b)
    : a(OneOrManyFrom(given_a, "a")), b(OneOrManyFrom(given_b, "b")) {
  if (!a.is_one && !b.is_one) CheckSameLength(b, "b", a.size(), "a");
}

Numbers NumbersFrom(py::handle value, const char* name, size_t count, const Range& range) {
  const Doubles array(Floats(value, name, "() or (N,)"));
  const bool is_one = array.ndim() == 0;
  if (!is_one && (array.ndim() != 1 || size_t(array.size()) != count)) {
    BadShape(name, ("() or (" + std::to_string(count) + ",)").c_str(), array);
  }
  for (py::ssize_t i = 0; i < array.size(); ++i) InRange(array.data()[i], range, name);
  Numbers out;
  out.kept = array;
  if (is_one) {
    out.one = *array.data();
  } else {
    out.many = {array.data(), size_t(array.size())};
  }
  return out;
}

TriangleMesh MeshFrom(py::handle vertices, py::handle triangles) {
  const Points points = PointsFrom(vertices, "vertices");
  py::array given = AsNumbers(triangles, "triangles", "iu", "(M, 3)");
  const bool is_empty = given.ndim() == 1 && given.size() == 0;
  if (!is_empty && (given.ndim() != 2 || given.shape(1) != 3)) BadShape("triangles", "(M, 3)", given);
  const py::array_t<int64_t, kPlain> indices(std::move(given));
  TriangleMesh mesh;
  mesh.vertices.assign(points.points.begin(), points.points.end());
  mesh.triangles.resize(size_t(indices.size() / 3));
  for (size_t i = 0; i < size_t(indices.size()); ++i) {
    const int64_t index = indices.data()[i];
    if (index < 0 || index >= int64_t(points.size())) {
      throw py::value_error("triangles: expected indices from 0 to " + std::to_string(int64_t(points.size()) - 1) +
                            ", got " + std::to_string(index) + " in row " + std::to_string(i / 3));
    }
    mesh.triangles[i / 3][i % 3] = uint32_t(index);
  }
  return mesh;
}

py::array PointArray(Vec3 p) {
  const double numbers[]{p.x, p.y, p.z};
  return py::array_t<double>(Shape{3}, numbers);
}

py::array BoxArray(const Box3& box) {
  const double numbers[]{box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
  return py::array_t<double>(Shape{2, 3}, numbers);
}

py::array VoxelBoxArray(const VoxelBox& box) {
  const int32_t numbers[]{box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z};
  return py::array_t<int32_t>(Shape{2, 3}, numbers);
}

py::object OptionalPoint(const std::optional<Vec3>& p) {
  if (!p) return py::none();
  return PointArray(*p);
}

py::array View(const py::dtype& type, const void* data, size_t count, size_t stride, const Shape& inner,
               py::handle owner) {
  Shape shape{py::ssize_t(count)}, strides(inner.size() + 1);
  shape.insert(shape.end(), inner.begin(), inner.end());
  py::ssize_t step = type.itemsize();
  for (size_t i = inner.size(); i > 0; --i) {
    strides[i] = step;
    step *= inner[i - 1];
  }
  strides[0] = py::ssize_t(stride);
  py::array view(type, shape, strides, data, owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

}  // namespace navnet::python
