// SPDX-License-Identifier: Apache-2.0
#pragma once
// One call of the C API: the checks that all functions share, the first failure, and the exception barrier.
//
//   navnet_status navnet_thing_do(navnet_thing thing, double* out) {
//     return Guard(__func__, [&](Call& call) {
//       const Held<ThingObject> held = call.Use<ThingObject>(thing, "thing");
//       call.NeedPointer(out, "out");
//       if (!call.ok()) return;
//       *out = held->thing.Do();
//     });
//   }

#include <navnet/core/result.h>
#include <navnet/navnet.h>

#include "handle_table.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace navnet::c {

/// Maximum number of elements of an array passed in or out.
inline constexpr size_t kMaxCount = 0x7FFFFFFF;
inline constexpr int32_t kMaxThreads = 1024;

/// An object in use by a call. It is not deleted meanwhile and, if locked, not changed by others. Null after a failure.
template <class T>
class Held {
 public:
  enum class Lock : uint8_t { None, Read, Write };

  Held() = default;
  Held(T* object, uint64_t id, Lock lock) : object_(object), id_(id), lock_(lock) {}
  Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)), id_(other.id_), lock_(other.lock_) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(id_, other.id_);
    std::swap(lock_, other.lock_);
    return *this;
  }
  ~Held() {
    if (!object_) return;
    if (lock_ == Lock::Read) object_->UnlockFromReading();
    if (lock_ == Lock::Write) object_->UnlockFromWriting();
    HandleTable::Global().Release(id_);
  }

  explicit operator bool() const { return object_ != nullptr; }
  T* operator->() const {
    assert(object_);
    return object_;
  }
  T& operator*() const {
    assert(object_);
    return *object_;
  }

 private:
  T* object_ = nullptr;
  uint64_t id_ = 0;
  Lock lock_ = Lock::None;
};

class Call {
 public:
  explicit Call(const char* function) : function_(function) {}

  bool ok() const { return status_ == NAVNET_OK; }
  navnet_status status() const { return status_; }

  /// Records the first failure, and its message for navnet_last_error_message. Never throws.
  void Fail(navnet_status status, std::string_view what) noexcept;
  void Fail(const Error& error) noexcept;

  /// True if the result has a value; else fails the call with the result's error.
  template <class T>
  bool Check(const Result<T>& result) {
    if (!result) Fail(result.error());
    return result.ok();
  }

  /// Holds an object that is immutable or synchronises itself.
  template <class T>
  Held<T> Use(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::None);
  }
  /// Holds a mutable object, locked for reading.
  template <class T>
  Held<T> Read(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::Read);
  }
  /// Holds a mutable object, locked for writing.
  template <class T>
  Held<T> Write(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::Write);
  }

  void NeedPointer(const void* pointer, const char* name);
  /// The pointer may be null if `count` is 0.
  void NeedArray(const void* pointer, size_t count, const char* name);
  /// The caller's size of a struct must equal this library's.
  void NeedBytes(size_t given, size_t expected, const char* type);
  /// The value must be in 0 to `last`.
  void NeedEnum(int32_t value, int32_t last, const char* name);
  void NeedThreads(int32_t threads);

  /// Creates an object and writes its handle to `out`.
  template <class T, class... Arguments>
  void Give(typename T::Handle* out, Arguments&&... arguments) {
    auto object = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    out->id = HandleTable::Global().Insert(T::kKind, std::move(object));
  }

 private:
  template <class T>
  Held<T> Get(uint64_t id, const char* name, typename Held<T>::Lock lock) {
    if (!ok()) return {};
    T* const object = static_cast<T*>(HandleTable::Global().Acquire(id, T::kKind));
    if (!object) {
      FailHandle(id, T::kKind, name);
      return {};
    }
    const bool locked = lock == Held<T>::Lock::None || (lock == Held<T>::Lock::Read && object->TryLockToRead()) ||
                        (lock == Held<T>::Lock::Write && object->TryLockToWrite());
    if (!locked) {
      HandleTable::Global().Release(id);
      FailBusy(T::kKind, name);
      return {};
    }
    return Held<T>(object, id, lock);
  }

  void FailHandle(uint64_t id, HandleKind kind, const char* name) noexcept;
  void FailBusy(HandleKind kind, const char* name) noexcept;

  const char* function_;
  navnet_status status_ = NAVNET_OK;

  template <class T>
  friend navnet_status DestroyHandle(const char* function, typename T::Handle handle) noexcept;
};

/// Runs the body of an API function and converts exceptions to a status.
template <class Body>
navnet_status Guard(const char* function, const Body& body) noexcept {
  Call call(function);
  try {
    body(call);
  } catch (const std::bad_alloc&) {
    call.Fail(NAVNET_ERROR_OUT_OF_MEMORY, "the system ran out of memory");
  } catch (const std::exception& error) {
    call.Fail(NAVNET_ERROR_INTERNAL, error.what());
  } catch (...) {
    call.Fail(NAVNET_ERROR_INTERNAL, "something unknown was thrown");
  }
  return call.status();
}

template <class T>
navnet_status DestroyHandle(const char* function, typename T::Handle handle) noexcept {
  return Guard(function, [&](Call& call) {
    if (handle.id != 0 && !HandleTable::Global().Destroy(handle.id, T::kKind)) {
      call.FailHandle(handle.id, T::kKind, "handle");
    }
  });
}

/// The message of this thread's last failure.
const char* LastMessage();

/// Returns an array by the (out, capacity, required) pattern; `convert(i)` is element i of `count`.
template <class C, class Convert>
void CopyEach(Call& call, size_t count, C* out, size_t capacity, size_t* required, const Convert& convert) {
  if (!call.ok()) return;
  call.NeedArray(out, capacity, "out");
  if (!call.ok()) return;
  if (required) *required = count;
  if (capacity < count) {
    // A query of the size alone is not a failure.
    if (capacity == 0 && !out && required) return;
    call.Fail(NAVNET_ERROR_BUFFER_TOO_SMALL, "out: has room for " + std::to_string(capacity) + " elements where " +
                                                 std::to_string(count) + " are needed");
    return;
  }
  for (size_t i = 0; i < count; ++i) out[i] = convert(i);
}

}  // namespace navnet::c
