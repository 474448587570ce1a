// SPDX-License-Identifier: Apache-2.0
#pragma once
// Descriptions of files that are not regular files.

#include <sys/stat.h>

namespace navnet {

/// The kind of file that a mode from stat() describes, with its article; null for a regular file.
inline const char* KindOfNoFile(mode_t mode) {
  if (S_ISREG(mode)) return nullptr;
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "of an unknown kind";
}

}  // namespace navnet
