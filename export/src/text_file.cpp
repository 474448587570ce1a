// SPDX-License-Identifier: Apache-2.0
#include "text_file.h"

#include <navnet/internal/core/atomic_file.h>

#include <fstream>

namespace navnet {

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
