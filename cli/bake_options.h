// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options that control how a world is baked into a net; shared by every subcommand that bakes.

#include <navnet/bake.h>

#include "ground_options.h"
#include "world_options.h"

#include <string>

namespace navnet::cli {

struct BakeArguments {
  WorldOptions world;
  GroundArguments ground;

  /// Adds WORLD, the bake options and the world options to a subcommand.
  void AddTo(CLI::App& command);

  /// Parses the options into the library's struct; `progress` is left unset.
  Result<BakeOptions> ToBakeOptions() const;

 private:
  std::string keep_ = "all", min_cell_ = "auto", align_ = "world";
};

}  // namespace navnet::cli
