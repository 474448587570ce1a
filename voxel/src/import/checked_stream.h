// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reader of a binary file that checks every read against the file's end.

#include <navnet/internal/core/input_file.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace navnet {

/// All members throw std::exception on a read, skip or seek beyond the end of the file.
class CheckedStream {
 public:
  explicit CheckedStream(const std::filesystem::path& file) {
    const Result<InputFile> opened =
        InputFile::Open(file);  // Refuses anything but a regular file, where reading could block.
    if (!opened) throw std::runtime_error(opened.error().message);
    size_ = opened->size();
    stream_.open(file, std::ios::binary);
    // So that code that reads from stream() directly stops at once when the data ends.
    stream_.exceptions(std::ios::badbit | std::ios::failbit | std::ios::eofbit);
  }

  [[noreturn]] static void ThrowDamaged() { throw std::runtime_error("it is damaged or was cut off"); }

  uint64_t at() const { return at_; }
  uint64_t left() const { return size_ - at_; }
  uint64_t size() const { return size_; }

  void Read(void* to, uint64_t bytes) {
    if (bytes > left()) ThrowDamaged();
    stream_.read(static_cast<char*>(to), std::streamsize(bytes));
    at_ += bytes;
  }
  template <class T>
  T Value() {
    T value{};
    Read(&value, sizeof value);
    return value;
  }
  /// A string stored as a 32-bit length followed by its bytes.
  std::string String() {
    const auto length = Value<uint32_t>();
    if (length > left()) ThrowDamaged();
    std::string text(length, '\0');
    Read(text.data(), length);
    return text;
  }
  void Skip(uint64_t bytes) {
    if (bytes > left()) ThrowDamaged();
    stream_.ignore(std::streamsize(bytes));  // Keeps the stream's buffer; a seek would discard it.
    at_ += bytes;
  }
  void Seek(uint64_t at) {
    if (at > size_) ThrowDamaged();
    stream_.seekg(std::streamoff(at));
    at_ = at;
  }

  std::ifstream& stream() { return stream_; }
  /// Updates at() after other code has read from stream().
  void Resume() { at_ = uint64_t(stream_.tellg()); }

 private:
  std::ifstream stream_;
  uint64_t size_ = 0, at_ = 0;
};

}  // namespace navnet
