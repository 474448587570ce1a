#include <navnet/core/atomic_file.h>
#include <navnet/net/net_file.h>

#include "image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace navnet {
namespace {

// Closes a descriptor at the end of a scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

using Image = std::shared_ptr<const std::byte>;

Image ReadImage(int descriptor, size_t bytes) {
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(bytes, kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = read(descriptor, image.get() + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return nullptr;
    done += size_t(got);
  }
  return image;
}

Image MapImage(int descriptor, size_t bytes) {
  void* const start = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) return nullptr;
  return Image(static_cast<const std::byte*>(start),
               [bytes](const std::byte* p) { munmap(const_cast<std::byte*>(p), bytes); });
}

}  // namespace

Result<Net> LoadNet(const std::filesystem::path& file, NetLoading loading) {
  const auto fail = [&file](ErrorCode code, const std::string& why) { return Error{code, file.string() + ": " + why}; };
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.get() < 0) {
    return fail(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Unreadable, std::strerror(errno));
  }
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) return fail(ErrorCode::Unreadable, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return fail(ErrorCode::Unreadable, "it is a directory");
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::Unreadable, "it is not a regular file");
  const size_t bytes = size_t(status.st_size);
  if (bytes < sizeof(ImageHeader)) return fail(ErrorCode::BadFormat, "the file is too short to be a net");
  try {
    Image image = loading == NetLoading::Map ? MapImage(descriptor.get(), bytes) : ReadImage(descriptor.get(), bytes);
    if (!image) return fail(ErrorCode::Unreadable, std::strerror(errno));
    Result<Net> net = Net::FromImage(std::move(image), bytes);
    if (!net) return fail(net.error().code, net.error().message);
    return net;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "out of memory while reading");
  }
}

Result<uint64_t> SaveNet(const std::filesystem::path& file, const Net& net) {
  if (net.image().empty()) {
    return Error{ErrorCode::InvalidArgument,
                 file.string() +
                     ": not written: the net only describes a live world and holds nothing of it; save the "
                     "live world itself"};
  }
  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  const Descriptor descriptor(open(target->temporary().c_str(), O_WRONLY | O_CLOEXEC));
  const std::span<const std::byte> image = net.image();
  for (size_t done = 0; descriptor.get() >= 0 && done < image.size();) {
    const ssize_t put = write(descriptor.get(), image.data() + done, image.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: " + std::strerror(errno)};
    }
    done += size_t(put);
  }
  if (descriptor.get() < 0) {
    return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: " + std::strerror(errno)};
  }
  return target->Commit();
}

}  // namespace navnet
