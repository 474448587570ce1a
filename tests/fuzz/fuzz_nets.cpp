// SPDX-License-Identifier: Apache-2.0
// Baked nets with damaged numbers and a correct checksum: each must be rejected, or answer every query.
//
//   fuzz_nets [RUNS = 1000] [SEED = 1] [FIRST = 0]
//
// Deterministic: run i of a seed is the same for any FIRST, so `fuzz_nets 1 SEED I` repeats it. If NAVNET_FUZZ_TRACE is
// set in the environment, each run is named on standard error before it begins; NAVNET_FUZZ_SAVE=FILE saves its net
// there. A run that takes a minute of processor time ends the program: the nets are small, so it would not terminate.

#include <navnet/internal/net/image.h>
#include <navnet/net_grid.h>

#include "fuzz/fuzz_check.h"
#include "fuzz/net_corpus.h"
#include "fuzz/net_mutator.h"
#include "fuzz/net_questions.h"

#include <sys/time.h>
#include <unistd.h>
#include <array>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <new>

namespace navnet {
namespace {

constexpr int kLongest_s = 60;

std::array<char, 64> message_when_endless;

extern "C" void OnEndless(int) {
  if (write(STDERR_FILENO, message_when_endless.data(), std::strlen(message_when_endless.data())) < 0) _exit(3);
  std::abort();
}

// Starts to measure the processor time of a run.
void Watch(uint64_t run) {
  std::snprintf(message_when_endless.data(), message_when_endless.size(), "fuzz_nets: run %llu does not end\n",
                static_cast<unsigned long long>(run));
  itimerval timer{};
  timer.it_value.tv_sec = kLongest_s;
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

Result<Net> Load(std::span<const std::byte> bytes) {
  // A copy of exact size, so that a sanitizer detects reads beyond the end.
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(bytes.size(), kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  std::memcpy(image.get(), bytes.data(), bytes.size());
  return Net::FromImage(image, bytes.size());
}

// Skips large grids: their time grows with the bounds, which is not a fault of the net.
void ExportGrids(const Net& net) {
  if (net.info().bounds.Volume() > 1 << 24) return;
  const Result<std::vector<OccupancyGrid>> grids = GridsOf(net, 1);
  if (!grids) return FuzzCheckError(grids.error());
  FuzzCheck(grids->size() == net.levels().size(), "a level without a grid");
}

// Counts of the outcomes of runs, by reason; numbers in messages are ignored.
struct Totals {
  uint64_t accepted = 0, refused = 0;
  std::map<std::string, uint64_t> reasons;

  void Refuse(std::string why) {
    ++refused;
    std::erase_if(why, [](char c) { return c >= '0' && c <= '9'; });
    ++reasons[why];
  }
};

void Run(const CorpusNet& from, std::span<const RecordArray> layout, uint64_t seed, uint64_t run, Totals& totals) {
  std::mt19937_64 random(seed * 1000003 + run);
  const auto source = from.net.image();
  std::vector<std::byte> image(source.begin(), source.end());
  std::string what;
  MutateNet(image, layout, random, what);
  if (std::getenv("NAVNET_FUZZ_TRACE")) {
    std::fprintf(stderr, "run %llu, %s: %s\n", static_cast<unsigned long long>(run), from.name.c_str(), what.c_str());
  }
  if (const char* file = std::getenv("NAVNET_FUZZ_SAVE")) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(image.data()), std::streamsize(image.size()));
  }
  const Result<Net> net = Load(image);
  if (!net) {
    FuzzCheckError(net.error());
    return totals.Refuse(net.error().message);
  }
  ++totals.accepted;
  AskNet(*net, random());
  ExportGrids(*net);
}

int Main(uint64_t runs, uint64_t seed, uint64_t first) {
  std::signal(SIGVTALRM, OnEndless);
  const std::vector<CorpusNet> corpus = MakeNetCorpus();
  std::vector<std::vector<RecordArray>> layouts;
  for (const CorpusNet& each : corpus) {
    layouts.push_back(LayoutOf(each.net.image()));
    Watch(first);
    AskNet(each.net, seed);
    ExportGrids(each.net);
  }
  Totals totals;
  for (uint64_t run = first; run < first + runs; ++run) {
    Watch(run);
    Run(corpus[run % corpus.size()], layouts[run % corpus.size()], seed, run, totals);
  }
  std::printf("%zu nets, %llu runs: %llu answered, %llu refused\n", corpus.size(),
              static_cast<unsigned long long>(runs), static_cast<unsigned long long>(totals.accepted),
              static_cast<unsigned long long>(totals.refused));
  if (!std::getenv("NAVNET_FUZZ_TRACE")) return 0;
  for (const auto& [why, count] : totals.reasons) {
    std::printf("%8llu  %s\n", static_cast<unsigned long long>(count), why.c_str());
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) {
  const auto number = [&](int i, uint64_t otherwise) {
    return argc > i ? uint64_t(std::strtoull(argv[i], nullptr, 10)) : otherwise;
  };
  return navnet::Main(number(1, 1000), number(2, 1), number(3, 0));
}
