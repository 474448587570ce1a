// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/result.h>

namespace navnet {

const char* ToString(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument: return "invalid_argument";
    case ErrorCode::NotFound: return "not_found";
    case ErrorCode::Unreadable: return "unreadable";
    case ErrorCode::UnknownFormat: return "unknown_format";
    case ErrorCode::BadFormat: return "bad_format";
    case ErrorCode::EmptyWorld: return "empty_world";
    case ErrorCode::TooLarge: return "too_large";
    case ErrorCode::WriteFailed: return "write_failed";
    case ErrorCode::Cancelled: return "cancelled";
    case ErrorCode::OutOfMemory: return "out_of_memory";
    case ErrorCode::Internal: return "internal";
  }
  return "unknown";
}

}  // namespace navnet
