// SPDX-License-Identifier: Apache-2.0
// How fast is a bake, and how large is the net? Bakes each world several times and prints a table of medians. With a
// peer program, runs that equally often on the same .3dmap files and prints the ratio of partition + volumes +
// contacts. The peer is called as PEER MAP SCENARIO 1 0 and prints one JSON object with "cells", "contacts" and "ms":
// {"partition", "volumes", "contacts"}.
//
//   build/release/bin/bake_bench [--peer PROGRAM] [--rounds N] [--threads N] MAP.3dmap…

#include <navnet/bake.h>
#include <navnet/voxel/world.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace navnet {
namespace {

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

struct Figures {
  size_t cells = 0, contacts = 0;
  std::vector<double> partition_ms, volumes_ms, contacts_ms, total_ms;

  void Add(double partition, double volumes, double contact) {
    partition_ms.push_back(partition);
    volumes_ms.push_back(volumes);
    contacts_ms.push_back(contact);
    total_ms.push_back(partition + volumes + contact);
  }

  void Print(const char* who) const {
    std::printf("| %s | %zu | %zu | %.1f | %.1f | %.1f | %.1f |", who, cells, contacts, Median(partition_ms),
                Median(volumes_ms), Median(contacts_ms), Median(total_ms));
  }
};

bool BakeOnce(const World& world, int threads, Figures& out) {
  BakeOptions options;
  options.sample.threads = threads;
  const Result<Baked> baked = Bake(world, options);
  if (!baked) {
    std::fprintf(stderr, "%s: %s\n", world.name.c_str(), baked.error().message.c_str());
    return false;
  }
  out.cells = baked->net.levels()[0].cells.size();
  out.contacts = baked->net.levels()[0].contact_count();
  out.Add(1e3 * baked->seconds.partition, 1e3 * baked->seconds.volumes, 1e3 * baked->seconds.contacts);
  return true;
}

bool PeerOnce(const std::string& peer, std::filesystem::path map, Figures& out) {
  std::string command = "'" + peer + "' '" + map.string() + "' '";
  command += map.replace_extension(".3dscen").string() + "' 1 0";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char part[4096];
  for (size_t got; pipe && (got = std::fread(part, 1, sizeof part, pipe.get())) > 0;) text.append(part, got);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.contains("ms")) {
    std::fprintf(stderr, "%s: no figures from the peer\n", map.c_str());
    return false;
  }
  out.cells = json["cells"];
  out.contacts = json["contacts"];
  out.Add(json["ms"]["partition"], json["ms"]["volumes"], json["ms"]["contacts"]);
  return true;
}

int Main(int argc, char** argv) {
  std::string peer;
  int rounds = 5, threads = 2;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const bool last = i + 1 == argc;
    if (arg == "--peer" && !last) {
      peer = argv[++i];
    } else if (arg == "--rounds" && !last) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--threads" && !last) {
      threads = std::atoi(argv[++i]);
    } else {
      files.push_back(arg);
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: bake_bench [--peer PROGRAM] [--rounds N] [--threads N] WORLD...\n");
    return 2;
  }
  std::printf("| world | who | cells | contacts | partition ms | volumes ms | contacts ms | sum ms | ratio |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string& file : files) {
    const Result<World> world = LoadWorld(file);
    if (!world) {
      std::fprintf(stderr, "%s\n", world.error().message.c_str());
      return 2;
    }
    Figures ours, theirs;
    for (int round = 0; round < rounds; ++round) {
      if (!BakeOnce(*world, threads, ours)) return 1;
    }
    for (int round = 0; round < rounds && !peer.empty(); ++round) {
      if (!PeerOnce(peer, file, theirs)) return 1;
    }
    const std::string name = std::filesystem::path(file).stem().string();
    if (!peer.empty()) {
      std::printf("| %s ", name.c_str());
      theirs.Print("peer");
      std::printf(" 1 |\n");
    }
    std::printf("| %s ", name.c_str());
    ours.Print("NavNet");
    std::printf(peer.empty() ? " |\n" : " %.1f |\n", Median(theirs.total_ms) / Median(ours.total_ms));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
