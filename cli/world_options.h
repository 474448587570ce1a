#pragma once
// The options that say which world, which part of it and how finely: shared by every subcommand that reads a world.

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
  /// Adds WORLD and only what its loading needs.
  void AddSourceTo(CLI::App& command);
  /// The same for a world that may be left out: file() is then empty. `name` is an option or a place (--world, FILE),
  /// `what` says what it is for.
  void AddOptionalSourceTo(CLI::App& command, const std::string& name, const std::string& what);

  /// WORLD as given.
  const std::string& file() const { return world_; }

  /// A file, or a built-in world (builtin:NAME).
  Result<World> Load() const;

  /// The options as the library takes them, without a progress function.
  Result<SampleOptions> ToSampleOptions() const;

 private:
  void AddLoadingTo(CLI::App& command);

  std::string world_, voxel_ = "auto", radius_ = "0", up_, bounds_, margin_, memory_ = "4", scale_ = "1",
                      threads_ = "0", grid_, threshold_;
  std::vector<std::string> seeds_;
};

/// One phrase about a world: its name, what it is made of and which axis is up.
std::string WorldText(const World& world, const Sampling& sampling);

}  // namespace navnet::cli
