#pragma once
// Files that appear whole or not at all.

#include <navnet/core/result.h>

#include <filesystem>
#include <fstream>

namespace navnet {

/// A file under construction: written beside its place under a temporary name, and renamed onto it by Commit(). Until
/// then, and whenever anything fails, whatever stood there before is untouched and no temporary is left behind (but by
/// a process that is killed).
///
///   Result<AtomicFile> file = AtomicFile::Create("city.navnet");
///   if (!file) return file.error();
///   std::ofstream out = file->Stream();
///   ... write, and see that it went well ...
///   return file->Commit();
///
/// Any number of threads may write files of their own.
class AtomicFile {
 public:
  /// Refuses targets that are not regular files (a directory, a device) and folders that cannot be written.
  static Result<AtomicFile> Create(const std::filesystem::path& target);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  /// The empty file to write to, with the rights of the file it will replace, or those a new file gets.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// The same, open for writing bytes. Does not make the file again if it is gone.
  std::ofstream Stream() const;

  /// Flushes the file to the disk and puts it in place. Returns its size in bytes.
  Result<uint64_t> Commit();

  /// For a process that is about to end, in the midst of its work: removes the temporaries of all files under
  /// construction. Whoever creates, commits or gives up a file from now on waits for ever, so that no other is left.
  static void EndAll();

 private:
  AtomicFile(std::filesystem::path target, std::filesystem::path temporary);

  std::filesystem::path target_, temporary_;
};

}  // namespace navnet
