// SPDX-License-Identifier: Apache-2.0
#include <navnet/net/net_file.h>

#include <navnet/internal/core/atomic_file.h>
#include <navnet/internal/core/input_file.h>
#include <navnet/internal/net/image.h>

#include <fcntl.h>
#include <sys/mman.h>
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

Result<Image> ReadImage(InputFile& file) {
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(size_t(file.size()), kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  if (Status s = file.Read(image.get(), size_t(file.size())); !s) return s.error();
  return Image(std::move(image));
}

Result<Image> MapImage(const InputFile& file) {
  const size_t bytes = size_t(file.size());
  void* const start = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (start == MAP_FAILED) return Error{ErrorCode::Unreadable, std::strerror(errno)};
  return Image(static_cast<const std::byte*>(start),
               [bytes](const std::byte* p) { munmap(const_cast<std::byte*>(p), bytes); });
}

}  // namespace

const char* ToString(NetLoading loading) {
  switch (loading) {
    case NetLoading::Read: return "read";
    case NetLoading::Map: return "map";
  }
  return "unknown";
}

Result<Net> LoadNet(const std::filesystem::path& file, NetLoading loading) {
  const auto load = [&]() -> Result<Net> {
    Result<InputFile> opened = InputFile::Open(file);
    if (!opened) return opened.error();
    if (opened->size() < sizeof(ImageHeader)) {
      return Error{ErrorCode::BadFormat, "the file is too short to be a net"};
    }
    Result<Image> image = loading == NetLoading::Map ? MapImage(*opened) : ReadImage(*opened);
    if (!image) return image.error();
    return Net::FromImage(*std::move(image), size_t(opened->size()));
  };
  try {
    Result<Net> net = load();
    return net ? std::move(net) : AboutFile(file, net.error());
  } catch (const std::bad_alloc&) {
    return AboutFile(file, {ErrorCode::OutOfMemory, "out of memory while reading"});
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
