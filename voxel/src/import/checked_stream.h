#pragma once
// A binary file that cannot be read beyond its end, and knows how much is left.

#include <navnet/internal/core/input_file.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace navnet {

/// Everything throws std::exception when the file does not hold what is asked for.
class CheckedStream {
 public:
  explicit CheckedStream(const std::filesystem::path& file) {
    const Result<InputFile> opened = InputFile::Open(file);  // Not to block on anything but a regular file.
    if (!opened) throw std::runtime_error(opened.error().message);
    size_ = opened->size();
    stream_.open(file, std::ios::binary);
    // For others who read from it: without data they stop at once.
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
  /// A text behind its length.
  std::string String() {
    const auto length = Value<uint32_t>();
    if (length > left()) ThrowDamaged();
    std::string text(length, '\0');
    Read(text.data(), length);
    return text;
  }
  void Skip(uint64_t bytes) {
    if (bytes > left()) ThrowDamaged();
    stream_.ignore(std::streamsize(bytes));  // Keeps the buffer, which a seek would not.
    at_ += bytes;
  }
  void Seek(uint64_t at) {
    if (at > size_) ThrowDamaged();
    stream_.seekg(std::streamoff(at));
    at_ = at;
  }

  std::ifstream& stream() { return stream_; }
  /// After somebody else read from stream().
  void Resume() { at_ = uint64_t(stream_.tellg()); }

 private:
  std::ifstream stream_;
  uint64_t size_ = 0, at_ = 0;
};

}  // namespace navnet
