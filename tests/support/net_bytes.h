// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion between a net's image and bytes that can be damaged.

#include <navnet/internal/net/image.h>
#include <navnet/net/net.h>

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>

namespace navnet {

inline std::string BytesOf(const Net& net) {
  return {reinterpret_cast<const char*>(net.image().data()), net.image().size()};
}

/// Loads an image of exactly these bytes, so that a sanitizer detects every access beyond them.
inline Result<Net> FromBytes(const std::string& bytes) {
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(bytes.size(), kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  std::memcpy(image.get(), bytes.data(), bytes.size());
  return Net::FromImage(image, bytes.size());
}

/// Corrects the checksum of a damaged image, so that the checks after it are reached.
inline void Seal(std::string& bytes) {
  if (bytes.size() < sizeof(ImageHeader)) return;
  const uint64_t checksum = ImageChecksum(std::as_bytes(std::span(bytes)));
  std::memcpy(bytes.data() + offsetof(ImageHeader, checksum), &checksum, sizeof checksum);
}

}  // namespace navnet
