// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <navnet/internal/core/text.h>

#include <chrono>
#include <thread>

namespace navnet::python {
namespace {

std::string Repr(py::handle value) {
  std::string text = py::repr(value);
  constexpr size_t kMost = 80;
  if (text.size() > kMost) text = text.substr(0, kMost) + " …";
  return text;
}

// The exception of a code: NotFoundError of not_found.
std::string ClassName(ErrorCode code) {
  std::string out;
  bool starts_word = true;
  for (const char* c = ToString(code); *c; ++c) {
    if (*c != '_') out += starts_word ? char(*c - 'a' + 'A') : *c;
    starts_word = *c == '_';
  }
  return out + "Error";
}

}  // namespace

void Raise(const Error& error) {
  const std::string name = ClassName(error.code);
  const py::object type = py::module_::import("navnet._errors").attr(name.c_str());
  PyErr_SetObject(type.ptr(), type(error.message).ptr());
  throw py::error_already_set();
}

py::object EnumObject(const char* type, int value) { return py::module_::import("navnet._enums").attr(type)(value); }

int WordFrom(py::handle value, const char* name, std::initializer_list<const char*> words) {
  const bool is_member = py::isinstance(value, py::module_::import("enum").attr("IntEnum"));
  if (is_member || py::isinstance<py::str>(value)) {
    const std::string given = py::str(value);
    int at = 0;
    for (const char* word : words) {
      if (given == word) return at;
      ++at;
    }
  }
  std::string expected;
  for (const char* word : words) expected += std::string(expected.empty() ? "'" : ", '") + word + "'";
  const std::string message = std::string(name) + ": expected one of " + expected + ", got " + Repr(value);
  if (is_member || py::isinstance<py::str>(value)) throw py::value_error(message);
  throw py::type_error(message);
}

double InRange(double value, const Range& range, const char* name) {
  if (range.Contains(value)) return value;
  throw py::value_error(std::string(name) + ": expected " + Text(range) + ", got " + Shortest(value));
}

int ThreadsFrom(int64_t threads) { return int(InRange(double(threads), ranges::kThreads, "threads")); }

Unlocked::~Unlocked() noexcept(false) {
  while (!is_last_ && _Py_IsFinalizing()) std::this_thread::sleep_for(std::chrono::hours(1));
  PyEval_RestoreThread(state_);
}

double NumberFrom(py::handle value, const char* name) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw py::type_error(std::string(name) + ": expected a number, got " + Repr(value));
  }
  return number;
}

int64_t WholeFrom(py::handle value, const char* name) {
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  const long long number = whole ? PyLong_AsLongLong(whole.ptr()) : -1;
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw py::type_error(std::string(name) + ": expected a whole number of 64 bits, got " +
                         std::string(py::repr(value)));
  }
  return number;
}

}  // namespace navnet::python
