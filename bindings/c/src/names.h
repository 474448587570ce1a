// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of enumerators: lower case with underscores.

#include <cstddef>
#include <cstdint>

namespace navnet::c {

/// The library's name of an enumerator; "unknown" unless `number` is in 0 to `last`.
template <class Enum>
const char* NameOfNumber(int32_t number, int32_t last) {
  return number < 0 || number > last ? "unknown" : ToString(Enum(number));
}

/// The same from a list of all names, for enumerations that the library does not have or does not name.
template <size_t N>
const char* NameFrom(const char* const (&names)[N], int32_t number) {
  return number < 0 || size_t(number) >= N ? "unknown" : names[number];
}

}  // namespace navnet::c
