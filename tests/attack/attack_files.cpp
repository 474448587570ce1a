// SPDX-License-Identifier: Apache-2.0
#include "attack/attack_files.h"

#include <stdlib.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace navnet::attack {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "navnet_attack_XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error(name + ": cannot make a folder");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> ScratchFolder::Names() const {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string ReadFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void WriteFile(const fs::path& file, const std::string& bytes) {
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << bytes) || !stream.flush()) throw std::runtime_error(file.string() + ": cannot write");
}

std::string ProgramBeside(const std::string& name) {
  return (fs::read_symlink("/proc/self/exe").parent_path() / name).string();
}

}  // namespace navnet::attack
