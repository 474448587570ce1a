// SPDX-License-Identifier: Apache-2.0
#pragma once
// Outcomes as values. Nothing in NavNet throws on user data: a function that can fail returns Result<T>.
//
//   Result<World> world = LoadWorld("city.glb");
//   if (!world) return Print(world.error().message);
//   Use(*world);

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace navnet {

/// Why a function failed.
enum class ErrorCode : uint8_t {
  InvalidArgument,  ///< An option or an argument is invalid.
  NotFound,         ///< The file does not exist.
  Unreadable,       ///< The file exists but cannot be read (a directory, no permission, an I/O error).
  UnknownFormat,    ///< NavNet does not read files of this format.
  BadFormat,        ///< The file is damaged, truncated or not of the format its name says.
  EmptyWorld,       ///< There is no geometry to work on.
  TooLarge,         ///< The result would exceed the memory budget or the grid's limits.
  WriteFailed,      ///< The output could not be written; an existing file is left unchanged.
  Cancelled,        ///< The caller's progress function asked to stop.
  OutOfMemory,      ///< The system ran out of memory.
  Internal,         ///< A library that NavNet uses failed unexpectedly.
};

/// Lower-case name with underscores: invalid_argument, not_found, …; "unknown" for a value outside the enum.
const char* ToString(ErrorCode code);

/// A code for programs and a one-line message for people: what went wrong, where, and what to do.
struct Error {
  ErrorCode code = ErrorCode::Internal;  ///< For programs.
  std::string message;                   ///< For people: one line, UTF-8.
};

/// Either a value or an Error. As thread-safe as T.
template <class T>
class [[nodiscard]] Result {
 public:
  /// Success.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit by design
  /// Failure.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  /// Whether there is a value.
  bool ok() const { return state_.index() == 0; }
  /// The same as ok().
  explicit operator bool() const { return ok(); }

  /// Requires: ok().
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  /// Requires: ok().
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Requires: !ok().
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  T& value() {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const {
    assert(ok());
    return *std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

/// Success without a value, or an Error: `return Ok();` or `return Error{…};`.
using Status = Result<std::monostate>;
/// Success.
inline Status Ok() { return std::monostate{}; }

}  // namespace navnet
