#pragma once
// Files to read: regular ones only, and opening one never blocks.

#include <navnet/core/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace navnet {

/// A regular file, open for reading. All readers of files in NavNet begin here: to open a named pipe, a terminal or
/// another device can block forever, so whatever is not a regular file is refused before it is opened. Symbolic links
/// are followed. Messages of errors do not name the file; AboutFile() puts its name before them.
class InputFile {
 public:
  /// Fails with NotFound when there is no such file, and with Unreadable when it is not a regular one or there is no
  /// right to read it.
  static Result<InputFile> Open(const std::filesystem::path& file);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  /// In bytes, when it was opened.
  uint64_t size() const { return size_; }
  /// For system calls such as mmap. Valid as long as this object.
  int descriptor() const { return descriptor_; }

  /// Reads the next `bytes` bytes to `to`. Fails with Unreadable when the file ends before: it was size() long, so
  /// another process made it shorter.
  Status Read(void* to, size_t bytes);

 private:
  InputFile(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  uint64_t size_;
};

/// An error with the file's name before its message.
Error AboutFile(const std::filesystem::path& file, const Error& error);

/// A whole file in memory.
Result<std::string> ReadWholeFile(const std::filesystem::path& file);

}  // namespace navnet
