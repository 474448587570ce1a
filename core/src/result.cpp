#include <navnet/core/result.h>

namespace navnet {

std::string_view ToString(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument: return "InvalidArgument";
    case ErrorCode::NotFound: return "NotFound";
    case ErrorCode::Unreadable: return "Unreadable";
    case ErrorCode::UnknownFormat: return "UnknownFormat";
    case ErrorCode::BadFormat: return "BadFormat";
    case ErrorCode::EmptyWorld: return "EmptyWorld";
    case ErrorCode::TooLarge: return "TooLarge";
    case ErrorCode::WriteFailed: return "WriteFailed";
    case ErrorCode::Cancelled: return "Cancelled";
    case ErrorCode::OutOfMemory: return "OutOfMemory";
    case ErrorCode::Internal: return "Internal";
  }
  return "Unknown";
}

}  // namespace navnet
