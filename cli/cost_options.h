// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options for the costs of flying and walking.

#include <navnet/runtime/navigator.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

struct CostArguments {
  /// Adds the options to a subcommand.
  void AddTo(CLI::App& command);

  /// Whether an option was given that applies to flight only: climb and descent costs, floor, ceiling.
  bool AreOfFlight() const;
  /// Whether an option was given that applies to walking only.
  bool AreOfWalks() const { return !no_walk_.empty(); }

  /// Cost regions, by the mode of movement they apply to.
  struct Regions {
    std::vector<CostRegion> fly, walk;
  };
  /// Writes the costs into `query`, and the cost regions into `regions` (the query's own region list is not set).
  Status Apply(FlightQuery& query, Regions& regions) const;

 private:
  std::vector<std::string> no_fly_, no_walk_, cost_regions_;
  std::string climb_cost_ = "0", descend_cost_ = "0", floor_, ceiling_;
};

}  // namespace navnet::cli
