// SPDX-License-Identifier: Apache-2.0
// Measures other planners and NavNet on the same world and queries; navnet bench measures NavNet alone.

#include "bench_command.h"
#include "peer_bench.h"
#include "program.h"

int main(int argc, char** argv) {
  navnet::cli::PeerBench peers;
  return navnet::cli::RunProgram(
      argc, argv, "navnet_peers",
      "Compare NavNet's queries with those of grid A*, Lazy Theta* and OMPL (RRT-Connect and its simplifier);\n"
      "walking: Recast and Detour.",
      [&](CLI::App& app) { return navnet::cli::AddPeerBench(app, peers); });
}
