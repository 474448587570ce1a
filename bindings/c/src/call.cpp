// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>
#include <cstring>

namespace navnet::c {
namespace {

// Of fixed size, so that a failure can be reported when memory has run out. Longer messages are truncated.
constexpr size_t kMessageBytes = 1024;
thread_local char last_message[kMessageBytes] = "";

void Append(size_t& at, std::string_view text) {
  size_t count = std::min(text.size(), kMessageBytes - 1 - at);
  // Does not truncate within a UTF-8 character.
  while (count > 0 && count < text.size() && (uint8_t(text[count]) & 0xC0) == 0x80) --count;
  if (count > 0) std::memcpy(last_message + at, text.data(), count);
  at += count;
  last_message[at] = '\0';
}

navnet_status StatusOf(ErrorCode code) {
  static_assert(int(ErrorCode::InvalidArgument) + 1 == NAVNET_ERROR_INVALID_ARGUMENT);
  static_assert(int(ErrorCode::EmptyWorld) + 1 == NAVNET_ERROR_EMPTY_WORLD);
  static_assert(int(ErrorCode::Cancelled) + 1 == NAVNET_ERROR_CANCELLED);
  static_assert(int(ErrorCode::Internal) + 1 == NAVNET_ERROR_INTERNAL);
  return navnet_status(code) + 1;
}

}  // namespace

const char* LastMessage() { return last_message; }

void Call::Fail(navnet_status status, std::string_view what) noexcept {
  if (!ok()) return;
  status_ = status;
  size_t at = 0;
  Append(at, function_);
  Append(at, ": ");
  Append(at, what);
}

void Call::Fail(const Error& error) noexcept { Fail(StatusOf(error.code), error.message); }

void Call::FailHandle(uint64_t id, HandleKind kind, const char* name) noexcept {
  if (!ok()) return;
  status_ = NAVNET_ERROR_BAD_HANDLE;
  size_t at = 0;
  for (const char* part : {function_, ": ", name, ": "}) Append(at, part);
  const HandleKind given = HandleTable::KindOf(id);
  if (id == 0) {
    for (const char* part : {"the handle is null; make a ", NameOf(kind), " first"}) Append(at, part);
  } else if (given != kind && given != HandleKind::None && int(given) < kHandleKinds) {
    for (const char* part : {"the handle is of a ", NameOf(given), " where one of a ", NameOf(kind), " is needed"}) {
      Append(at, part);
    }
  } else {
    for (const char* part : {"the handle names no ", NameOf(kind), ": it was destroyed or never made"})
      Append(at, part);
  }
}

void Call::FailBusy(HandleKind kind, const char* name) noexcept {
  if (!ok()) return;
  status_ = NAVNET_ERROR_BUSY;
  size_t at = 0;
  for (const char* part : {function_, ": ", name, ": another call is using the ", NameOf(kind),
                           "; use one for each thread, or one after the other"}) {
    Append(at, part);
  }
}

void Call::NeedPointer(const void* pointer, const char* name) {
  if (ok() && !pointer) Fail(NAVNET_ERROR_NULL_POINTER, std::string(name) + ": the pointer is null");
}

void Call::NeedArray(const void* pointer, size_t count, const char* name) {
  if (!ok()) return;
  if (count > kMaxCount) {
    Fail(NAVNET_ERROR_INVALID_ARGUMENT,
         std::string(name) + ": " + std::to_string(count) + " elements are more than an array may have (2^31 - 1)");
  } else if (!pointer && count > 0) {
    Fail(NAVNET_ERROR_NULL_POINTER,
         std::string(name) + ": the pointer is null, but the count is " + std::to_string(count));
  }
}

void Call::NeedBytes(size_t given, size_t expected, const char* type) {
  if (!ok() || given == expected) return;
  Fail(NAVNET_ERROR_BAD_VERSION, std::string(type) + ": the caller's struct has " + std::to_string(given) +
                                     " bytes, this library's " + std::to_string(expected) +
                                     "; fill it by its _default function with sizeof, and compile the caller with the "
                                     "header of this library");
}

void Call::NeedEnum(int32_t value, int32_t last, const char* name) {
  if (ok() && (value < 0 || value > last)) {
    Fail(NAVNET_ERROR_INVALID_ARGUMENT, std::string(name) + ": " + std::to_string(value) +
                                            " is no number of this enumeration, which ends at " + std::to_string(last));
  }
}

void Call::NeedThreads(int32_t threads) {
  if (ok() && (threads < 0 || threads > kMaxThreads)) {
    Fail(NAVNET_ERROR_INVALID_ARGUMENT,
         "threads: " + std::to_string(threads) + " is not from 0 (all hardware threads) to 1024");
  }
}

}  // namespace navnet::c
