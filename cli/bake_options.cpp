// SPDX-License-Identifier: Apache-2.0
#include "bake_options.h"

#include "number_option.h"
#include "parse.h"
#include "report.h"

namespace navnet::cli {

void BakeArguments::AddTo(CLI::App& command) {
  command
      .add_option("--keep", keep_,
                  "Free space to keep: all, outside (connected to the bounds), largest (component), or seeds")
      ->type_name("all|outside|largest|seeds")
      ->capture_default_str();
  TakesWhole(
      command
          .add_option(
              "--min-cell", min_cell_,
              "Leave out cells thinner than this, in voxels, where no passage is lost; 1: keep all; auto: 2 for\n"
              "meshes, 1 for voxel worlds. navnet bake with a number also measures how much longer paths become")
          ->type_name("N|auto")
          ->capture_default_str(),
      int64_t(BakeOptions::kMinCell.low), int64_t(BakeOptions::kMinCell.high), "auto");
  command
      .add_option(
          "--align", align_,
          "auto: rotate and shift the grid to match the walls of a mesh, if that gives fewer cells; doubles the\n"
          "time of the bake")
      ->type_name("world|auto")
      ->capture_default_str();
  ground.AddTo(command);
  world.AddTo(command);
}

Result<BakeOptions> BakeArguments::ToBakeOptions() const {
  Result<SampleOptions> sample = world.ToSampleOptions();
  if (!sample) return sample.error();
  BakeOptions options;
  options.sample = *sample;
  const std::optional<Keep> kept = KeepFromName(keep_);
  if (!kept) {
    return Error{ErrorCode::InvalidArgument, "--keep: '" + keep_ + "' is not all, outside, largest or seeds"};
  }
  options.keep = *kept;
  if (*kept == Keep::Seeds && sample->seeds_world.empty()) {
    return Error{ErrorCode::InvalidArgument, "--keep seeds: give at least one --seed X,Y,Z"};
  }
  if ((*kept == Keep::Outside || *kept == Keep::Largest) && !sample->seeds_world.empty()) {
    return Error{ErrorCode::InvalidArgument,
                 "--keep " + keep_ + ": --seed also selects the free space to keep; give only one of them"};
  }
  if (min_cell_ != "auto") {
    Result<int64_t> number =
        ParseInteger("--min-cell", min_cell_, int64_t(BakeOptions::kMinCell.low), int64_t(BakeOptions::kMinCell.high));
    if (!number) return number.error();
    options.min_cell = int(*number);
  }
  if (align_ == "auto") {
    options.align = Align::Auto;
  } else if (align_ != "world") {
    return Error{ErrorCode::InvalidArgument, "--align: '" + align_ + "' is not world or auto"};
  }
  if (Status s = ground.Apply(options); !s) return s.error();
  return options;
}

}  // namespace navnet::cli
