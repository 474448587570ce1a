// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target without libFuzzer: every file of a folder unchanged, then a fixed number of mutations of them.
// Deterministic: the same folder, count and seed give the same inputs.
//
//   fuzz_mesh FOLDER [MUTATIONS = 1000] [SEED = 1]
//
// To find the input that ends the program, set NAVNET_FUZZ_TRACE in the environment: it is the last one named on
// standard error. With clang, link the target with -fsanitize=fuzzer instead of this file.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Assimp 5.2.5 leaks parts of a COLLADA scene when it rejects one; our code cannot free them.
extern "C" const char* __lsan_default_suppressions() { return "leak:libassimp"; }  // NOLINT: the sanitizer's name

namespace {

/// Numbers and words that parsers often mishandle.
const std::string kTokens[] = {"0",
                               "-1",
                               "1e39",
                               "nan",
                               "inf",
                               "-0",
                               "4294967295",
                               "2147483648",
                               "18446744073709551616",
                               "\n",
                               "\r\n",
                               " ",
                               "\t",
                               "/",
                               "\\\n",
                               "#",
                               "\"",
                               "<",
                               ">",
                               "[",
                               "]",
                               "{",
                               "}",
                               ",",
                               ":",
                               "element vertex 9\n",
                               "f -1 -2 -3\n",
                               std::string(1, '\0'),
                               "\xff\xff\xff\xff",
                               "\xff\xff\xff\x7f"};

size_t Below(std::mt19937_64& random, size_t limit) { return limit == 0 ? 0 : size_t(random() % limit); }

std::string Mutate(std::string bytes, const std::string& other, std::mt19937_64& random) {
  for (size_t round = 1 + Below(random, 6); round > 0; --round) {
    const size_t at = Below(random, bytes.size() + 1);
    switch (Below(random, 8)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << Below(random, 8));
        break;
      case 1:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random());
        break;
      case 2: bytes.resize(at); break;
      case 3: bytes.erase(at, Below(random, 16)); break;
      case 4: bytes.insert(at, kTokens[Below(random, std::size(kTokens))]); break;
      case 5: {  // Replaces a digit by another number.
        const size_t digit = bytes.find_first_of("0123456789", at);
        if (digit != std::string::npos) bytes.replace(digit, 1, kTokens[Below(random, 9)]);
        break;
      }
      case 6: {  // Copies a piece to another position.
        const size_t from = Below(random, bytes.size());
        bytes.insert(at, bytes.substr(from, Below(random, 64)));
        break;
      }
      default: {  // Continues with the tail of another file.
        bytes.resize(at);
        bytes += other.substr(Below(random, other.size()));
        break;
      }
    }
  }
  return bytes;
}

void Run(const std::string& bytes) {
  // A copy of exact size, so that a sanitizer detects reads beyond the end.
  const std::vector<uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FOLDER [MUTATIONS] [SEED]\n", argv[0]);
    return 2;
  }
  const uint64_t mutations = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  const uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const bool trace = std::getenv("NAVNET_FUZZ_TRACE") != nullptr;

  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1], error)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    Run(corpus.back());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: no files in %s\n", argv[0], argv[1]);
    return 2;
  }
  for (uint64_t i = 0; i < mutations; ++i) {
    std::mt19937_64 random(seed * 1000003 + i);
    const size_t first = i % corpus.size();
    if (trace) std::fprintf(stderr, "mutation %llu of %s\n", static_cast<unsigned long long>(i), files[first].c_str());
    Run(Mutate(corpus[first], corpus[Below(random, corpus.size())], random));
  }
  std::printf("%zu files and %llu mutations\n", corpus.size(), static_cast<unsigned long long>(mutations));
  return 0;
}
