// SPDX-License-Identifier: Apache-2.0
#pragma once
// Non-regular files, for tests of readers and writers.

#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cstring>
#include <filesystem>

namespace navnet {

/// Makes a named pipe without a writer: opening it for reading blocks.
inline std::filesystem::path MakePipe(const std::filesystem::path& file) {
  EXPECT_EQ(mkfifo(file.c_str(), 0600), 0) << file;
  return file;
}

/// Makes a socket file.
inline std::filesystem::path MakeSocket(const std::filesystem::path& file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  EXPECT_LT(file.string().size(), sizeof address.sun_path);
  std::strncpy(address.sun_path, file.c_str(), sizeof address.sun_path - 1);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  EXPECT_EQ(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0) << file;
  close(descriptor);
  return file;
}

}  // namespace navnet
