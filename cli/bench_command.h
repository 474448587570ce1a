// SPDX-License-Identifier: Apache-2.0
#pragma once
// navnet bench: measures the time and path length of many queries.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

class PeerPlanners;

/// Adds the subcommand. Returns a function that runs it: its exit status, or -1 if the subcommand was not given.
std::function<int()> AddBenchCommand(CLI::App& app);

/// The same as the main command of a separate program that also measures other planners. Returns a function that runs
/// it. `peers` must outlive that function.
std::function<int()> AddPeerBench(CLI::App& app, PeerPlanners& peers);

}  // namespace navnet::cli
