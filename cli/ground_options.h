#pragma once
// The options that say what walkable ground is: shared by every subcommand that bakes.

#include <navnet/bake.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

class GroundArguments {
 public:
  void AddTo(CLI::App& command);
  /// Bake ground even if --walk is not given.
  void Require() { walk_ = true; }

  /// Fills `walk`, `links` and `spot_spacing_m`. Fails when an option makes no sense, or is given without --walk.
  Status Apply(BakeOptions& options) const;

 private:
  bool walk_ = false;
  std::string slope_, step_, height_, contour_error_, min_area_, spacing_;
  std::vector<std::string> seeds_, links_;
};

}  // namespace navnet::cli
