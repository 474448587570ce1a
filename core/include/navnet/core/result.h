#pragma once
// Outcomes as values. Nothing in NavNet throws on user data: a function that can fail returns Result<T>.
//
//   Result<World> world = LoadWorld("city.glb");
//   if (!world) return Print(world.error().message);
//   Use(*world);

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace navnet {

enum class ErrorCode : uint8_t {
  InvalidArgument,  ///< An option or a value handed in makes no sense.
  NotFound,         ///< The file does not exist.
  Unreadable,       ///< The file exists but cannot be read (a directory, no rights, an I/O error).
  UnknownFormat,    ///< The file's kind is not one NavNet reads.
  BadFormat,        ///< The file is damaged, truncated or not what its name says.
  EmptyWorld,       ///< There is no geometry to work on.
  TooLarge,         ///< The result would not fit the memory budget or the grid's limits.
  WriteFailed,      ///< The output could not be written; whatever stood there before is untouched.
  Cancelled,        ///< The caller's progress function asked to stop.
  OutOfMemory,      ///< The system ran out of memory.
  Internal,         ///< A library below failed in a way we did not foresee.
};

/// The code's name as in the enum, for logs and JSON.
std::string_view ToString(ErrorCode code);

/// What went wrong, where, and what to do: one line, for people.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
};

/// Either a value or an Error. Not thread-safe beyond what T is.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Requires: ok().
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
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
inline Status Ok() { return std::monostate{}; }

}  // namespace navnet
