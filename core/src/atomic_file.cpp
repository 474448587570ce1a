// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/atomic_file.h>

#include "file_kind.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <random>
#include <set>

namespace navnet {
namespace {

namespace fs = std::filesystem;

/// The names of all existing temporaries. Locked while one is created, renamed or removed. Never destroyed, as threads
/// may still write when the process exits.
struct Temporaries {
  std::mutex mutex;
  std::set<fs::path> names;
};
Temporaries& All() {
  static Temporaries* const all = new Temporaries;
  return *all;
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return {ErrorCode::WriteFailed, file.string() + ": cannot write: " + why};
}

// Follows symbolic links, also one whose target does not exist yet; returns an empty path when they form a cycle.
fs::path Followed(fs::path file) {
  std::error_code code;
  for (int links = 0; links < 40; ++links) {
    const fs::path next = fs::read_symlink(file, code);
    if (code) return file;  // Not a link.
    file = file.parent_path() / next;
  }
  return {};
}

}  // namespace

Result<AtomicFile> AtomicFile::Create(const fs::path& target) {
  if (target.empty()) return Error{ErrorCode::InvalidArgument, "the output file has no name"};
  // Replaces the target of a link, not the link itself.
  const fs::path real = Followed(target);
  if (real.empty()) return CannotWrite(target, "its symbolic links form a cycle");
  // Refuses pipes and devices: the rename would replace them, for example /dev/null. Checks the original path, because
  // links such as /dev/stdout can lead to files without a name.
  struct stat status {};
  const bool exists = stat(target.c_str(), &status) == 0;
  if (const char* const kind = exists ? KindOfNoFile(status.st_mode) : nullptr) {
    return CannotWrite(target, std::string("it is ") + kind + ", not a regular file; name another file");
  }

  // A new file gets the default permissions; a replaced file keeps its own. The name is shortened, as file names are
  // limited to 255 bytes.
  const std::string stem = (real.parent_path() / ("." + real.filename().string().substr(0, 200) + ".")).string();
  std::random_device random;
  const std::lock_guard lock(All().mutex);
  std::string name;
  int descriptor = -1;
  for (int attempt = 0; attempt < 100 && descriptor < 0; ++attempt) {
    name = stem + std::to_string(random());
    descriptor = open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor < 0) return CannotWrite(target, std::strerror(errno));
  if (exists) fchmod(descriptor, status.st_mode & 0777);
  close(descriptor);
  All().names.insert(name);
  return AtomicFile(real, name);
}

AtomicFile::AtomicFile(fs::path target, fs::path temporary)
    : target_(std::move(target)), temporary_(std::move(temporary)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : target_(std::move(other.target_)), temporary_(std::move(other.temporary_)) {
  other.temporary_.clear();
}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  std::error_code ignored;
  const std::lock_guard lock(All().mutex);
  fs::remove(temporary_, ignored);
  All().names.erase(temporary_);
}

// Mode "r+": neither creates nor truncates the file.
std::ofstream AtomicFile::Stream() const {
  return std::ofstream(temporary_, std::ios::binary | std::ios::in | std::ios::out);
}

void AtomicFile::EndAll() {
  All().mutex.lock();
  std::error_code ignored;
  for (const fs::path& name : All().names) fs::remove(name, ignored);
}

Result<uint64_t> AtomicFile::Commit() {
  std::error_code code;
  const uint64_t size = fs::file_size(temporary_, code);
  if (code) return CannotWrite(target_, code.message());
  const int descriptor = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = descriptor >= 0 && fsync(descriptor) == 0;
  const int why = errno;
  if (descriptor >= 0) close(descriptor);
  if (!flushed) return CannotWrite(target_, std::strerror(why));
  const std::lock_guard lock(All().mutex);
  fs::rename(temporary_, target_, code);
  if (code) return CannotWrite(target_, code.message());
  All().names.erase(temporary_);
  temporary_.clear();
  return size;
}

}  // namespace navnet
