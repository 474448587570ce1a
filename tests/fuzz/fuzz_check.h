#pragma once
// What every fuzz target demands of every result.

#include <navnet/core/result.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace navnet {

/// Ends the program, so that the fuzzer keeps the input, when something that must hold does not.
inline void FuzzCheck(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz target: %s\n", what);
  std::abort();
}

/// An error must tell people something, on one line.
inline void FuzzCheckError(const Error& error) {
  FuzzCheck(!error.message.empty(), "an error without a message");
  FuzzCheck(error.message.size() < 1000, "an error message without end");
  for (char c : error.message) FuzzCheck(static_cast<unsigned char>(c) >= 0x20, "an error message with control codes");
}

}  // namespace navnet
