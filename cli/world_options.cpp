// SPDX-License-Identifier: Apache-2.0
#include "world_options.h"

#include "builtin_world.h"
#include "console.h"
#include "number_option.h"
#include "parse.h"

#include <string_view>

namespace navnet::cli {
namespace {

CLI::Option* AddWorldOption(CLI::App& command, const char* name, std::string& value, const char* type,
                            const char* help) {
  return command.add_option(name, value, help)->type_name(type)->group("World options");
}

std::string WorldHelp() {
  return "Mesh (.obj .ply .stl .gltf .glb .dae), voxels (.3dmap .bt .vdb), or " + BuiltinHelp();
}

}  // namespace

void WorldOptions::AddSourceTo(CLI::App& command) {
  command.add_option("WORLD", world_, WorldHelp())->required();
  AddLoadingTo(command);
}

void WorldOptions::AddOptionalSourceTo(CLI::App& command, const std::string& name, const std::string& what) {
  command.add_option(name, world_, what + ": " + WorldHelp())->type_name("WORLD");
  AddLoadingTo(command);
}

void WorldOptions::AddLoadingTo(CLI::App& command) {
  AddWorldOption(command, "--up", up_, "y|z",
                 "Which axis is up; default: that of the file or its format. Does not rotate the world");
  TakesNumber(
      AddWorldOption(command, "--scale", scale_, "S", "Multiplies the file's coordinates, e.g. 0.01 for centimetres")
          ->capture_default_str(),
      ranges::kScale);
  AddWorldOption(command, "--grid", grid_, "NAME", ".vdb: the grid to read; default: the first readable one");
  TakesNumber(AddWorldOption(command, "--threshold", threshold_, "T",
                             ".vdb with float values: values <= T (level set) or > T (fog) are blocked; default 0"),
              LoadOptions::kVdbThreshold);
}

void WorldOptions::AddTo(CLI::App& command) {
  AddSourceTo(command);
  const auto add = [&command](const char* name, std::string& value, const char* type, const char* help) {
    return AddWorldOption(command, name, value, type, help);
  };
  TakesNumber(add("--voxel", voxel_, "M|auto",
                  "Edge of a voxel in metres; auto: from the smallest radius and the world's detail")
                  ->capture_default_str(),
              SampleOptions::kVoxel_m, "auto");
  TakesNumbers(add("--radius", radius_, "R[,R...]", "Agent radii in metres, one clearance level each; 0: points")
                   ->capture_default_str(),
               SampleOptions::kRadius_m);
  TakesCoordinates(add("--bounds", bounds_, "X,Y,Z,X,Y,Z",
                       "Low and high corner of the part to use, in metres; default: the whole world"),
                   6);
  TakesNumber(
      add("--margin", margin_, "M", "Free space kept around the world, in metres; default: room for the largest agent"),
      SampleOptions::kMargin_m);
  TakesCoordinates(
      command.add_option("--seed", seeds_, "Keep only free space connected to this point, in metres; may be repeated")
          ->type_name("X,Y,Z")
          ->allow_extra_args(false)
          ->group("World options"));
  TakesNumber(
      add("--memory", memory_, "GIB", "Memory limit in GiB; a grid that needs more is refused")->capture_default_str(),
      kMemory_gib);
  TakesWhole(add("--threads", threads_, "N", "Threads; 0: all hardware threads. Never changes the result")
                 ->capture_default_str(),
             0, kMostThreads);
}

Result<World> WorldOptions::Load() const {
  LoadOptions options;
  Result<double> scale = ParseNumber("--scale", scale_);
  if (!scale) return scale.error();
  options.scale = *scale;
  if (up_ == "y") options.up = UpAxis::Y;
  if (up_ == "z") options.up = UpAxis::Z;
  if (!up_.empty() && !options.up) {
    return Error{ErrorCode::InvalidArgument, "--up: '" + up_ + "' is not y or z"};
  }
  options.vdb_grid = grid_;
  if (!threshold_.empty()) {
    Result<double> threshold = ParseNumber("--threshold", threshold_);
    if (!threshold) return threshold.error();
    options.vdb_threshold = *threshold;
  }
  if (!IsBuiltin(world_)) return LoadWorld(world_, options);
  Result<World> world = MakeBuiltin(world_);
  if (!world) return world;
  for (Vec3& v : std::get<TriangleMesh>(world->geometry).vertices) v = v * options.scale;
  if (options.up) world->up = *options.up;
  return world;
}

Result<SampleOptions> WorldOptions::ToSampleOptions() const {
  SampleOptions options;
  if (voxel_ != "auto") {
    Result<double> voxel = ParseNumber("--voxel", voxel_);
    if (!voxel) return voxel.error();
    options.voxel_m = *voxel;
  }
  Result<std::vector<double>> radii = ParseNumbers("--radius", radius_, 0);
  if (!radii) return radii.error();
  options.radii_m = *radii;
  if (!bounds_.empty()) {
    Result<std::vector<double>> b = ParseNumbers("--bounds", bounds_, 6);
    if (!b) return b.error();
    options.bounds_world = Box3{{(*b)[0], (*b)[1], (*b)[2]}, {(*b)[3], (*b)[4], (*b)[5]}};
  }
  if (!margin_.empty()) {
    Result<double> margin = ParseNumber("--margin", margin_);
    if (!margin) return margin.error();
    options.margin_m = *margin;
  }
  for (const std::string& text : seeds_) {
    Result<Vec3> seed = ParsePoint("--seed", text);
    if (!seed) return seed.error();
    options.seeds_world.push_back(*seed);
  }
  Result<double> memory = ParseNumber("--memory", memory_);
  if (!memory) return memory.error();
  options.memory_budget_bytes = size_t(*memory * double(size_t{1} << 30));
  Result<int64_t> threads = ParseInteger("--threads", threads_, 0, kMostThreads);
  if (!threads) return threads.error();
  options.threads = int(*threads);
  return options;
}

std::string WorldText(const World& world, const Sampling& sampling) {
  return world.name + (sampling.triangles > 0 ? ", " + Grouped(sampling.triangles) + " triangles" : ", voxels") +
         (world.up == UpAxis::Y ? ", y up" : ", z up");
}

}  // namespace navnet::cli
