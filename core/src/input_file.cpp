// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/input_file.h>

#include "file_kind.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>

namespace navnet {
namespace {

Error SystemError(int number) {
  if (number == ENOENT) return {ErrorCode::NotFound, "no such file"};
  return {ErrorCode::Unreadable, std::strerror(number)};
}

Error OutOfMemory() { return {ErrorCode::OutOfMemory, "not enough memory to read it"}; }

Status CheckKind(mode_t mode) {
  const char* const kind = KindOfNoFile(mode);
  if (!kind) return Ok();
  std::string why = std::string("is ") + kind + ", not a regular file";
  if (!S_ISDIR(mode)) why += "; copy what it gives to a file first";
  return Error{ErrorCode::Unreadable, why};
}

}  // namespace

Result<InputFile> InputFile::Open(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return SystemError(errno);
  if (Status s = CheckKind(status.st_mode); !s) return s.error();
  // Another process may have replaced the file since the check: opens without blocking and checks again.
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return SystemError(errno);
  InputFile opened(descriptor, 0);
  if (fstat(descriptor, &status) != 0) return SystemError(errno);
  if (Status s = CheckKind(status.st_mode); !s) return s.error();
  opened.size_ = uint64_t(status.st_size);
  return opened;
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Status InputFile::Read(void* to, size_t bytes) {
  constexpr size_t kMostAtOnce = size_t{1} << 30;  // read() transfers less than 2^31 bytes per call.
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = read(descriptor_, static_cast<char*>(to) + done, std::min(bytes - done, kMostAtOnce));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno);
    if (got == 0) return Error{ErrorCode::Unreadable, "became shorter while it was read"};
    done += size_t(got);
  }
  return Ok();
}

Error AboutFile(const std::filesystem::path& file, const Error& error) {
  return {error.code, file.string() + ": " + error.message};
}

Result<std::string> ReadWholeFile(const std::filesystem::path& file) try {
  Result<InputFile> opened = InputFile::Open(file);
  if (!opened) return opened.error();
  std::string bytes(opened->size(), '\0');
  if (Status s = opened->Read(bytes.data(), bytes.size()); !s) return s.error();
  return bytes;
} catch (const std::bad_alloc&) {
  return OutOfMemory();
} catch (const std::length_error&) {
  return OutOfMemory();
}

}  // namespace navnet
