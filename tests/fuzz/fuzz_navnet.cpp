// SPDX-License-Identifier: Apache-2.0
// Untrusted .navnet files: each gives an error, or a net in which every index is valid and every query ends. Each input
// is tried unchanged, and again with its size and checksum corrected, so that the checks after those are reached.
// fuzz_nets does the same for single numbers.

#include <navnet/internal/net/image.h>

#include "fuzz/fuzz_check.h"
#include "fuzz/net_questions.h"

#include <cstring>
#include <new>

namespace navnet {
namespace {

void Load(const uint8_t* data, size_t size, bool seal) {
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(size, kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  if (size > 0) std::memcpy(image.get(), data, size);
  if (seal && size >= sizeof(ImageHeader)) {
    const uint64_t bytes = size;
    std::memcpy(image.get() + offsetof(ImageHeader, bytes), &bytes, sizeof bytes);
    const uint64_t checksum = ImageChecksum({image.get(), size});
    std::memcpy(image.get() + offsetof(ImageHeader, checksum), &checksum, sizeof checksum);
  }
  const Result<Net> net = Net::FromImage(image, size);
  if (!net) return FuzzCheckError(net.error());
  FuzzCheck(!net->levels().empty(), "a net without levels");
  AskNet(*net, size);
}

}  // namespace
}  // namespace navnet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  navnet::Load(data, size, false);
  navnet::Load(data, size, true);
  return 0;
}
