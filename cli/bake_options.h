#pragma once
// The options that say how a world becomes a net: shared by every subcommand that bakes.

#include <navnet/bake.h>

#include "ground_options.h"
#include "world_options.h"

#include <string>

namespace navnet::cli {

struct BakeArguments {
  WorldOptions world;
  GroundArguments ground;

  /// Adds WORLD, the bake's and the world options to a subcommand.
  void AddTo(CLI::App& command);

  /// The options as the library takes them, without a progress function.
  Result<BakeOptions> ToBakeOptions() const;

 private:
  std::string keep_ = "all", min_cell_ = "auto", align_ = "world";
};

}  // namespace navnet::cli
