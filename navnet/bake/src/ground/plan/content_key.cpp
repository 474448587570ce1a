// SPDX-License-Identifier: Apache-2.0
#include "ground/plan/content_key.h"

#include <xxhash.h>

#include <cstring>

namespace navnet {

void KeyMaker::Append(const void* data, size_t size) {
  if (size == 0) return;
  bytes_.resize(bytes_.size() + size);
  std::memcpy(bytes_.data() + bytes_.size() - size, data, size);
}

ContentKey KeyMaker::Make() const {
  const XXH128_hash_t hash = XXH3_128bits(bytes_.data(), bytes_.size());
  return {hash.low64, hash.high64};
}

}  // namespace navnet
