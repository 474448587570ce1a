// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options for the world, its part to use and its resolution; shared by every subcommand that reads a
// world.

#include <navnet/core/result.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace navnet::cli {

struct WorldOptions {
  /// Adds WORLD and the world options to a subcommand.
  void AddTo(CLI::App& command);
  /// Adds WORLD and only the options that loading it needs.
  void AddSourceTo(CLI::App& command);
  /// The same for an optional world; file() is empty if it is not given. `name` is an option (--world) or a positional
  /// argument (FILE), `what` describes its purpose.
  void AddOptionalSourceTo(CLI::App& command, const std::string& name, const std::string& what);

  /// The WORLD argument as given.
  const std::string& file() const { return world_; }

  /// Loads a file, or makes a built-in world (builtin:NAME).
  Result<World> Load() const;

  /// Parses the options into the library's struct; `progress` is left unset.
  Result<SampleOptions> ToSampleOptions() const;

 private:
  void AddLoadingTo(CLI::App& command);

  std::string world_, voxel_ = "auto", radius_ = "0", up_, bounds_, margin_, memory_ = "4", scale_ = "1",
                      threads_ = "0", grid_, threshold_;
  std::vector<std::string> seeds_;
};

/// Describes a world in one phrase: its name, its contents and its up axis.
std::string WorldText(const World& world, const Sampling& sampling);

}  // namespace navnet::cli
