#pragma once
// The options that say what flying costs where.

#include <navnet/runtime/navigator.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

struct CostArguments {
  /// Adds the options to a subcommand.
  void AddTo(CLI::App& command);

  /// Whether any of the options was used.
  bool AreGiven() const;
  /// Whether one was used that means nothing on the ground: climbing, descending, floor, ceiling.
  bool AreOfFlight() const;

  /// Puts the costs into a query. Its regions go into `regions`, which must live as long as the query.
  Status Apply(FlightQuery& query, std::vector<CostRegion>& regions) const;

 private:
  std::vector<std::string> no_fly_, cost_regions_;
  std::string climb_cost_ = "0", descend_cost_ = "0", floor_, ceiling_;
};

}  // namespace navnet::cli
