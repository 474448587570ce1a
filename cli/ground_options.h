// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options that define walkable ground; shared by every subcommand that bakes.

#include <navnet/bake.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

class GroundArguments {
 public:
  void AddTo(CLI::App& command);
  /// Makes the bake include ground even if --walk is not given.
  void Require() { walk_ = true; }

  /// Fills `walk`, `links`, `gates` and `spot_spacing_m`. Fails if a value is invalid, or if an option other than a
  /// gate is given without --walk.
  Status Apply(BakeOptions& options) const;

 private:
  bool walk_ = false;
  std::string slope_, step_, height_, contour_error_, min_area_, spacing_;
  std::vector<std::string> seeds_, links_;
};

}  // namespace navnet::cli
