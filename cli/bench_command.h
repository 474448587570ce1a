#pragma once
// navnet bench: many paths, how fast and how short.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

class PeerPlanners;

/// Adds the subcommand; what is returned runs it if it was chosen, and else gives -1.
std::function<int()> AddBenchCommand(CLI::App& app);

/// The same for a program of its own that measures other planners too: adds its options; what is returned runs it.
/// `peers` must outlive that function.
std::function<int()> AddPeerBench(CLI::App& app, PeerPlanners& peers);

}  // namespace navnet::cli
