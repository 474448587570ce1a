// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts NavNet's errors to Python exceptions.

#include <navnet/core/range.h>
#include <navnet/core/result.h>

#include <pybind11/pybind11.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace navnet::python {

namespace py = pybind11;

/// Releases the interpreter's lock during its lifetime.
///
/// When the interpreter shuts down, Python ends every other thread that asks for the lock. With pybind11's own guard,
/// this would abort the process. This class waits forever if the shutdown has begun, and otherwise lets Python unwind
/// the thread.
class Unlocked {
 public:
  Unlocked() : is_last_(_Py_IsFinalizing()), state_(PyEval_SaveThread()) {}
  ~Unlocked() noexcept(false);
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  bool is_last_;  ///< Set in the thread that shuts the interpreter down; no other thread gets the lock after that.
  PyThreadState* state_;
};

/// Raises the exception of navnet._errors for an error. Requires: the interpreter's lock is held, as for everything
/// that raises.
[[noreturn]] void Raise(const Error& error);

/// Returns the value of a result, or raises its error.
template <class T>
T Unwrap(Result<T> result) {
  if (!result) Raise(result.error());
  return std::move(*result);
}

inline void Check(const Status& status) {
  if (!status) Raise(status.error());
}

/// Returns a member of an enum of navnet._enums.
py::object EnumObject(const char* type, int value);

/// Index in `words` of a string or of a member of an enum of navnet._enums. Raises an error that names the argument for
/// other values.
int WordFrom(py::handle value, const char* name, std::initializer_list<const char*> words);

template <class Enum>
Enum EnumFrom(py::handle value, const char* name, std::initializer_list<const char*> words) {
  return Enum(WordFrom(value, name, words));
}

/// Converts a Python number or integer. Raises an error that names the argument for other types.
double NumberFrom(py::handle value, const char* name);
int64_t WholeFrom(py::handle value, const char* name);

/// Returns `value`; raises an error that names the argument and the range if it is out of range.
double InRange(double value, const Range& range, const char* name);
int ThreadsFrom(int64_t threads);

}  // namespace navnet::python
