// SPDX-License-Identifier: Apache-2.0
#pragma once
// Atomic file replacement: a file is written completely or not at all.

#include <navnet/core/result.h>

#include <filesystem>
#include <fstream>

namespace navnet {

/// A file under construction: written under a temporary name in the target's folder, and renamed to the target by
/// Commit(). Until then, and after any failure, an existing target is unchanged. The temporary is always removed,
/// unless the process is killed.
///
///   Result<AtomicFile> file = AtomicFile::Create("city.navnet");
///   if (!file) return file.error();
///   std::ofstream out = file->Stream();
///   ... write, and check that it succeeded ...
///   return file->Commit();
///
/// Any number of threads may each write their own file.
class AtomicFile {
 public:
  /// Refuses targets that are not regular files (a directory, a device) and folders that cannot be written.
  static Result<AtomicFile> Create(const std::filesystem::path& target);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  /// The file to write to, created empty, with the permissions of the file it will replace or those of a new file.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// The same file, opened for binary writing. Does not create it again if it was removed.
  std::ofstream Stream() const;

  /// Flushes the file to disk and renames it to the target. Returns its size in bytes.
  Result<uint64_t> Commit();

  /// For a process that is about to exit while files are under construction: removes all their temporaries. Every later
  /// call that creates, commits or discards a file blocks forever, so that no new temporary appears.
  static void EndAll();

 private:
  AtomicFile(std::filesystem::path target, std::filesystem::path temporary);

  std::filesystem::path target_, temporary_;
};

}  // namespace navnet
