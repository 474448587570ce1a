#pragma once
// One call of the C API: the checks that all functions share, the first failure, and the door that no exception passes.
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

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace navnet::c {

/// The most elements of an array that comes in or goes out.
inline constexpr size_t kMaxCount = 0x7FFFFFFF;
inline constexpr int32_t kMaxThreads = 1024;

/// An object in use by a call: it is neither deleted nor, if it is locked, changed meanwhile. Null after a failure.
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
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }

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

  /// Keeps the first failure, and its message for navnet_last_error_message. Never throws.
  void Fail(navnet_status status, std::string_view what) noexcept;
  void Fail(const Error& error) noexcept;

  /// True when a result is there; else the call fails with its error.
  template <class T>
  bool Check(const Result<T>& result) {
    if (!result) Fail(result.error());
    return result.ok();
  }

  /// An object that never changes, or locks itself.
  template <class T>
  Held<T> Use(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::None);
  }
  /// An object that changes, which this call only reads.
  template <class T>
  Held<T> Read(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::Read);
  }
  /// An object that this call changes.
  template <class T>
  Held<T> Write(typename T::Handle handle, const char* name) {
    return Get<T>(handle.id, name, Held<T>::Lock::Write);
  }

  void NeedPointer(const void* pointer, const char* name);
  /// Null is allowed for no elements.
  void NeedArray(const void* pointer, size_t count, const char* name);
  /// A struct of exactly the size that this library has.
  void NeedBytes(size_t given, size_t expected, const char* type);
  /// 0 to `last`.
  void NeedEnum(int32_t value, int32_t last, const char* name);
  void NeedThreads(int32_t threads);

  /// Makes an object and hands its handle out.
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

/// Every function of the API goes through here: whatever a body throws becomes a status.
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

/// The (out, capacity, required) pattern: `convert(i)` makes element i of `count`.
template <class C, class Convert>
void CopyEach(Call& call, size_t count, C* out, size_t capacity, size_t* required, const Convert& convert) {
  if (!call.ok()) return;
  call.NeedArray(out, capacity, "out");
  if (!call.ok()) return;
  if (required) *required = count;
  if (capacity < count) {
    // Asking for the size alone is no failure.
    if (capacity == 0 && !out && required) return;
    call.Fail(NAVNET_ERROR_BUFFER_TOO_SMALL, "out: has room for " + std::to_string(capacity) + " elements where " +
                                                 std::to_string(count) + " are needed");
    return;
  }
  for (size_t i = 0; i < count; ++i) out[i] = convert(i);
}

}  // namespace navnet::c
