// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables of records as numpy structured arrays.

#include "arrays.h"

#include <cstddef>
#include <initializer_list>
#include <span>

namespace navnet::python {

/// A field's name, its numpy type, and its offset in the record.
struct Field {
  const char* name;
  const char* type;
  size_t offset;
};

inline py::dtype RecordType(std::initializer_list<Field> fields, size_t size) {
  py::list names, types, offsets;
  for (const Field& field : fields) {
    names.append(field.name);
    types.append(field.type);
    offsets.append(field.offset);
  }
  return py::dtype(names, types, offsets, py::ssize_t(size));
}

/// Read-only view that keeps `owner` alive.
template <class T>
py::array Records(std::span<const T> values, std::initializer_list<Field> fields, py::handle owner) {
  return View(RecordType(fields, sizeof(T)), values.data(), values.size(), sizeof(T), {}, owner);
}

}  // namespace navnet::python
