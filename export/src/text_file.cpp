#include "text_file.h"

#include <navnet/core/atomic_file.h>

#include <fstream>
#include <iterator>

namespace navnet {

Result<std::string> ReadTextFile(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return Error{ErrorCode::NotFound, file.string() + ": there is no such file"};
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return Error{ErrorCode::Unreadable, file.string() + ": cannot be read"};
  return text;
}

Result<uint64_t> WriteTextFile(const std::filesystem::path& file, std::string_view text) {
  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  std::ofstream stream = target->Stream();
  stream << text;
  stream.close();
  if (!stream) return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: no room, or an I/O error"};
  return target->Commit();
}

}  // namespace navnet
