// SPDX-License-Identifier: Apache-2.0
#include "attack/attack_part.h"

#include <algorithm>

namespace navnet::attack {
namespace {

// FNV-1a: the same number on every platform.
uint64_t HashOf(const std::string& text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

}  // namespace

const Part* FindPart(const std::string& name) {
  const auto found = std::ranges::find_if(Parts(), [&](const Part& part) { return part.name == name; });
  return found == Parts().end() ? nullptr : &*found;
}

Case MakeCase(const Part& part, uint64_t seed, uint64_t number) {
  Case out{.seed = seed, .number = number, .random = {}, .tally = {}};
  const uint64_t name = HashOf(part.name);
  std::seed_seq mixed{uint32_t(seed), uint32_t(seed >> 32), uint32_t(number), uint32_t(number >> 32), uint32_t(name)};
  out.random.seed(mixed);
  return out;
}

}  // namespace navnet::attack
