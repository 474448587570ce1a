// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that every fuzz target makes on every result.

#include <navnet/core/result.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace navnet {

/// Aborts if an invariant is violated, so that the fuzzer keeps the input.
inline void FuzzCheck(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz target: %s\n", what);
  std::abort();
}

/// An error must have a message of one line.
inline void FuzzCheckError(const Error& error) {
  FuzzCheck(!error.message.empty(), "an error without a message");
  FuzzCheck(error.message.size() < 1000, "an error message without end");
  for (char c : error.message) FuzzCheck(static_cast<unsigned char>(c) >= 0x20, "an error message with control codes");
}

}  // namespace navnet
