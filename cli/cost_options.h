#pragma once
// The options that say what flying and walking cost where.

#include <navnet/runtime/navigator.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

struct CostArguments {
  /// Adds the options to a subcommand.
  void AddTo(CLI::App& command);

  /// Whether one was used that means nothing on the ground: climbing, descending, floor, ceiling.
  bool AreOfFlight() const;
  /// Whether one was used that means nothing in the air.
  bool AreOfWalks() const { return !no_walk_.empty(); }

  /// Boxes by whom they concern.
  struct Regions {
    std::vector<CostRegion> fly, walk;
  };
  /// Puts the costs into a query. The regions, of which the query takes none, go into `regions`.
  Status Apply(FlightQuery& query, Regions& regions) const;

 private:
  std::vector<std::string> no_fly_, no_walk_, cost_regions_;
  std::string climb_cost_ = "0", descend_cost_ = "0", floor_, ceiling_;
};

}  // namespace navnet::cli
