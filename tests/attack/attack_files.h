// SPDX-License-Identifier: Apache-2.0
#pragma once
// Folders, files and programs used by the parts of the attack.

#include <filesystem>
#include <string>
#include <vector>

namespace navnet::attack {

/// An empty folder for this process, removed with its contents at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Names of all entries, sorted.
  std::vector<std::string> Names() const;

 private:
  std::filesystem::path path_;
};

std::string ReadFile(const std::filesystem::path& file);
void WriteFile(const std::filesystem::path& file, const std::string& bytes);

/// Path of a program in the same folder as this one.
std::string ProgramBeside(const std::string& name);

}  // namespace navnet::attack
