// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reading files: regular files only, and opening one never blocks.

#include <navnet/core/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace navnet {

/// A regular file, open for reading. All code in NavNet that reads files uses this class: opening a named pipe, a
/// terminal or another device can block forever, so anything but a regular file is refused before it is opened.
/// Symbolic links are followed. Error messages do not contain the file's name; AboutFile() adds it.
class InputFile {
 public:
  /// Fails with NotFound when there is no such file, and with Unreadable when it is not a regular file or there is no
  /// permission to read it.
  static Result<InputFile> Open(const std::filesystem::path& file);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  /// Size in bytes when the file was opened.
  uint64_t size() const { return size_; }
  /// The file descriptor, for system calls such as mmap. Valid during the lifetime of this object.
  int descriptor() const { return descriptor_; }

  /// Reads the next `bytes` bytes to `to`. Fails with Unreadable when the file ends before that. Within the first
  /// size() bytes, that means that another process truncated it.
  Status Read(void* to, size_t bytes);

 private:
  InputFile(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  uint64_t size_;
};

/// The error with the file's name put before its message.
Error AboutFile(const std::filesystem::path& file, const Error& error);

/// The contents of a file.
Result<std::string> ReadWholeFile(const std::filesystem::path& file);

}  // namespace navnet
