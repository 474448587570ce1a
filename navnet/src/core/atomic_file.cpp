#include <navnet/core/atomic_file.h>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace navnet {
namespace {

namespace fs = std::filesystem;

Error CannotWrite(const fs::path& file, const std::string& why) {
  return {ErrorCode::WriteFailed, file.string() + ": cannot write: " + why};
}

}  // namespace

Result<AtomicFile> AtomicFile::Create(const fs::path& target) {
  if (target.empty()) return Error{ErrorCode::InvalidArgument, "the output file has no name"};
  std::error_code code;
  // A link is followed, so that the file it names is replaced and not the link.
  const fs::path real = fs::is_symlink(target, code) ? fs::weakly_canonical(target, code) : target;
  if (code && real.empty()) return CannotWrite(target, code.message());
  const fs::file_status status = fs::status(real, code);
  if (fs::is_directory(status)) return CannotWrite(target, "it is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) return CannotWrite(target, "it is not a regular file");

  std::string name = (real.parent_path() / ("." + real.filename().string() + ".XXXXXX")).string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return CannotWrite(target, std::strerror(errno));
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
  close(descriptor);
  return AtomicFile(real, name);
}

AtomicFile::AtomicFile(fs::path target, fs::path temporary)
    : target_(std::move(target)), temporary_(std::move(temporary)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : target_(std::move(other.target_)), temporary_(std::move(other.temporary_)) {
  other.temporary_.clear();
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
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
  fs::rename(temporary_, target_, code);
  if (code) return CannotWrite(target_, code.message());
  temporary_.clear();
  return size;
}

}  // namespace navnet
