// SPDX-License-Identifier: Apache-2.0
#pragma once
// Calls functions of the C API with hostile arguments: a valid call, and invalid values for each argument.
//
//   hostile.Check("navnet_net_save", navnet_net_save, Handle(net), Needed(file), Optional(&bytes));
//
// The valid call must succeed. Then one argument at a time takes each of its bad values; the status must be the value's
// expected one, or any where it depends on the function. In mixing mode, several arguments take bad values at once,
// chosen by a seed.

#include <navnet/navnet.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <list>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace navnet {

/// An argument of any type, as bytes, so that the checks are compiled once and not for each function.
class PassedValue {
 public:
  template <class T>
  explicit PassedValue(T value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof bytes_);
    std::memcpy(bytes_, &value, sizeof value);
  }
  template <class T>
  T As() const {
    T out;
    std::memcpy(&out, bytes_, sizeof out);
    return out;
  }

 private:
  unsigned char bytes_[48] = {};
};

struct AnyArgument {
  struct Bad {
    PassedValue value;
    std::optional<navnet_status> status;  ///< None: any.
  };

  PassedValue good;
  std::vector<Bad> bad;
  bool is_handle = false;
};

template <class T>
struct Argument : AnyArgument {
  struct Bad {
    T value;
    std::optional<navnet_status> status;
  };

  Argument(T g, std::initializer_list<Bad> b) : AnyArgument{PassedValue(g), {}, false} {
    for (const Bad& each : b) Add(each.value, each.status);
  }
  template <class U>
  requires std::is_convertible_v<U, T> Argument(const Argument<U>& other)
      : AnyArgument{PassedValue(static_cast<T>(other.good.template As<U>())), {}, other.is_handle} {  // NOLINT
    for (const auto& each : other.bad) Add(static_cast<T>(each.value.template As<U>()), each.status);
  }

  void Add(T value, std::optional<navnet_status> status) { bad.push_back({PassedValue(value), status}); }
};

/// Handles of objects of two kinds; at least one is of the wrong kind for every function.
inline std::vector<uint64_t> foreign_ids;

template <class T>
Argument<T> Handle(T handle, bool may_be_null = false) {
  const uint64_t next = uint64_t{1} << 32;
  Argument<T> out(handle, {});
  out.is_handle = true;
  std::vector<uint64_t> ids = {handle.id + next, handle.id - next, handle.id ^ 1u << 20, ~uint64_t{0}, 1, next};
  for (const uint64_t id : foreign_ids) {
    const bool same_kind = (id >> 24 & 0xFF) == (handle.id >> 24 & 0xFF);
    if (!same_kind) ids.push_back(id);
  }
  if (!may_be_null) ids.push_back(0);
  for (const uint64_t id : ids) out.Add(T{id}, NAVNET_ERROR_BAD_HANDLE);
  return out;
}

template <class T>
Argument<T*> Needed(T* pointer) {
  return {pointer, {{nullptr, NAVNET_ERROR_NULL_POINTER}}};
}

template <class T>
Argument<T*> Optional(T* pointer) {
  return {pointer, {{nullptr, std::nullopt}}};
}

/// A struct that stores its size. The copies live as long as the program.
template <class T>
Argument<const T*> Sized(const T* options, bool may_be_null = false) {
  static std::list<T> copies;
  Argument<const T*> out(options, {});
  for (const uint32_t bytes : {0u, uint32_t(sizeof(T)) - 1, uint32_t(sizeof(T)) + 8, ~0u}) {
    copies.push_back(*options);
    copies.back().struct_bytes = bytes;
    out.Add(&copies.back(), NAVNET_ERROR_BAD_VERSION);
  }
  out.Add(nullptr, may_be_null ? std::nullopt : std::optional(NAVNET_ERROR_NULL_POINTER));
  return out;
}

/// The size of a struct, passed as a separate argument.
inline Argument<size_t> Bytes(size_t bytes) {
  return {bytes,
          {{0, NAVNET_ERROR_BAD_VERSION},
           {bytes - 1, NAVNET_ERROR_BAD_VERSION},
           {bytes + 8, NAVNET_ERROR_BAD_VERSION},
           {std::numeric_limits<size_t>::max(), NAVNET_ERROR_BAD_VERSION}}};
}

inline Argument<size_t> Count(size_t count) {
  return {count,
          {{size_t{1} << 31, NAVNET_ERROR_INVALID_ARGUMENT},
           {size_t{1} << 40, NAVNET_ERROR_INVALID_ARGUMENT},
           {std::numeric_limits<size_t>::max(), NAVNET_ERROR_INVALID_ARGUMENT}}};
}

inline Argument<int32_t> Enum(int32_t value) {
  Argument<int32_t> out(value, {});
  for (const int32_t bad : {-1, 99, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()}) {
    out.Add(bad, NAVNET_ERROR_INVALID_ARGUMENT);
  }
  return out;
}

inline Argument<int32_t> Threads(int32_t threads) {
  return {threads, {{-1, NAVNET_ERROR_INVALID_ARGUMENT}, {1025, NAVNET_ERROR_INVALID_ARGUMENT}}};
}

inline Argument<uint32_t> Index(uint32_t index) {
  return {index, {{1000, NAVNET_ERROR_INVALID_ARGUMENT}, {~0u, NAVNET_ERROR_INVALID_ARGUMENT}}};
}

inline std::vector<double> BadNumbers() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {std::numeric_limits<double>::quiet_NaN(),
          kInfinity,
          -kInfinity,
          -1,
          0,
          1e308,
          -1e308,
          1e-320,
          1e20,
          1e12,
          2147483648.0,
          0x1p63};
}

/// Another value, and invalid ones for which any status is allowed.
inline Argument<double> Value(double value) {
  Argument<double> out(value, {});
  for (const double bad : BadNumbers()) out.Add(bad, std::nullopt);
  return out;
}
/// A number with a range.
inline Argument<double> Number(double value, double low, double high) {
  Argument<double> out(value, {});
  for (const double bad : BadNumbers()) {
    out.Add(bad, bad >= low && bad <= high ? std::nullopt : std::optional(NAVNET_ERROR_INVALID_ARGUMENT));
  }
  return out;
}
inline Argument<navnet_vec3> Value(navnet_vec3 value) {
  Argument<navnet_vec3> out(value, {});
  for (const double bad : BadNumbers()) {
    out.Add({bad, value.y, value.z}, std::nullopt);
    out.Add({bad, bad, bad}, std::nullopt);
  }
  return out;
}
inline Argument<navnet_path_place> Value(navnet_path_place value) {
  Argument<navnet_path_place> out(value, {{{~uint64_t{0}, 0}, std::nullopt}, {{1000, 2}, std::nullopt}});
  for (const double bad : BadNumbers()) out.Add({0, bad}, std::nullopt);
  return out;
}
template <class T>
requires std::is_integral_v<T> Argument<T> Value(T value) {
  return {value, {{std::numeric_limits<T>::min(), std::nullopt}, {std::numeric_limits<T>::max(), std::nullopt}}};
}
inline Argument<navnet_voxel> Value(navnet_voxel value) {
  constexpr int32_t kLow = std::numeric_limits<int32_t>::min(), kHigh = std::numeric_limits<int32_t>::max();
  return {value, {{{kLow, kLow, kLow}, std::nullopt}, {{kHigh, kHigh, kHigh}, std::nullopt}, {{kHigh, 0, kLow}, {}}}};
}
inline Argument<navnet_voxel_box> Value(navnet_voxel_box value) {
  constexpr int32_t kLow = std::numeric_limits<int32_t>::min(), kHigh = std::numeric_limits<int32_t>::max();
  return {value,
          {{{{kLow, kLow, kLow}, {kHigh, kHigh, kHigh}}, std::nullopt},
           {{{kHigh, kHigh, kHigh}, {kLow, kLow, kLow}}, std::nullopt},
           {{{0, 0, 0}, {0, 0, 0}}, std::nullopt}}};
}
/// Ids within an object, of agents or watched paths.
template <class T>
requires std::is_same_v<T, navnet_agent_id> || std::is_same_v<T, navnet_watch_id> Argument<T> Id(T id) {
  return {id, {{{0, 0}, {}}, {{~0u, ~0u}, {}}, {{id.slot, id.generation + 1}, {}}, {{id.slot + 1000, 1}, {}}}};
}
/// A value without bad ones.
template <class T>
Argument<T> Exactly(T value) {
  return {value, {}};
}

/// A function and its arguments.
struct HostileCall {
  using AnyFunction = void (*)();
  using Values = std::vector<PassedValue>;

  navnet_status operator()(const Values& values) const { return call(function, values); }
  Values GoodValues() const;

  const char* name;
  AnyFunction function;
  navnet_status (*call)(AnyFunction, const Values&);  ///< Passes the values as the types of the function.
  std::vector<AnyArgument> arguments;
};

class Hostile {
 public:
  /// To be called after all objects were destroyed: from now on, functions that need an object must fail.
  void ExpectDestroyed() { destroyed_ = true; }
  /// From now on, calls each function `calls` times with mixtures of good and bad arguments. Any status except an
  /// internal error is allowed.
  void MixArguments(uint64_t seed, int calls);
  /// Number of calls with mixed arguments so far.
  int64_t mixed_call_count() const { return mixed_call_count_; }
  const std::set<std::string>& checked() const { return checked_; }
  void Add(const char* name) { checked_.insert(name); }

  template <class... F>
  void Check(const char* name, navnet_status (*function)(F...), const std::type_identity_t<Argument<F>>&... arguments) {
    Check(CallOf(name, function, arguments...));
  }

  /// A function whose last arguments are (T* out, size_t capacity, size_t* required), for a non-empty table.
  template <class T, class... F, class... Leading>
  void CheckCopy(const char* name, navnet_status (*function)(F...), const Leading&... leading) {
    static size_t required;
    CheckCopy(CallOf(name, function, leading..., Argument<T*>(nullptr, {}),
                     Argument<size_t>(0, {{1, NAVNET_ERROR_NULL_POINTER}, {~size_t{0}, NAVNET_ERROR_INVALID_ARGUMENT}}),
                     Exactly(&required)),
              sizeof(T));
  }

  /// A destroy function: accepts the null handle, refuses handles of no object, and refuses a second call.
  template <class T>
  void CheckDestroy(const char* name, navnet_status (*function)(T), T handle) {
    CheckDestroy(CallOf(name, function, Handle(handle, true)));
  }

 private:
  template <class... F>
  static HostileCall CallOf(const char* name, navnet_status (*function)(F...),
                            const std::type_identity_t<Argument<F>>&... arguments) {
    return {name, reinterpret_cast<HostileCall::AnyFunction>(function), CallAs<F...>, {arguments...}};
  }
  template <class... F>
  static navnet_status CallAs(HostileCall::AnyFunction function, const HostileCall::Values& values) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return reinterpret_cast<navnet_status (*)(F...)>(function)(values[I].As<F>()...);
    }
    (std::index_sequence_for<F...>());
  }

  void Check(const HostileCall& call);
  void CheckCopy(HostileCall call, size_t element_bytes);
  void CheckDestroy(const HostileCall& call);
  void CheckEach(const HostileCall& call);
  void Mix(const HostileCall& call);
  // Checks that apply to every status.
  static void CheckStatus(const char* name, navnet_status status, const std::string& where);
  // Good with probability 3/4.
  PassedValue AnyOf(const AnyArgument& argument);

  std::set<std::string> checked_;
  bool destroyed_ = false;
  int mixed_calls_ = 0;  ///< Calls of each function in mixing mode; 0: not mixing.
  int64_t mixed_call_count_ = 0;
  std::mt19937_64 random_;
};

}  // namespace navnet
