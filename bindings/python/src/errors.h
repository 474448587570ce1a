#pragma once
// From NavNet's outcomes to Python's exceptions.

#include <navnet/core/range.h>
#include <navnet/core/result.h>

#include <pybind11/pybind11.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace navnet::python {

namespace py = pybind11;

/// Gives the interpreter's lock up for a while.
///
/// When the interpreter ends, Python ends all other threads as soon as they ask for the lock. pybind11's own guard does
/// not let them: the process would abort. This one waits for ever if the end has begun, and otherwise lets Python
/// unwind.
class Unlocked {
 public:
  Unlocked() : is_last_(_Py_IsFinalizing()), state_(PyEval_SaveThread()) {}
  ~Unlocked() noexcept(false);
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  bool is_last_;  ///< The thread that ends the interpreter: no other has the lock from then on.
  PyThreadState* state_;
};

/// Raises the exception of navnet._errors for an error. Needs the interpreter's lock, as all that raises does.
[[noreturn]] void Raise(const Error& error);

/// The value of a result; an error is raised.
template <class T>
T Unwrap(Result<T> result) {
  if (!result) Raise(result.error());
  return std::move(*result);
}

inline void Check(const Status& status) {
  if (!status) Raise(status.error());
}

/// A member of navnet._enums.
py::object EnumObject(const char* type, int value);

/// The place of a word in a list, from a string or a member of an enum of navnet._enums; others are refused in words
/// that name the argument.
int WordFrom(py::handle value, const char* name, std::initializer_list<const char*> words);

template <class Enum>
Enum EnumFrom(py::handle value, const char* name, std::initializer_list<const char*> words) {
  return Enum(WordFrom(value, name, words));
}

/// A number, or a whole one, of whatever Python takes for such; others are refused in words that name the argument.
double NumberFrom(py::handle value, const char* name);
int64_t WholeFrom(py::handle value, const char* name);

/// The number itself; one out of range is refused in words that name the argument and the range.
double InRange(double value, const Range& range, const char* name);
int ThreadsFrom(int64_t threads);

}  // namespace navnet::python
