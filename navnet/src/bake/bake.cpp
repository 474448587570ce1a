#include <navnet/bake.h>
#include <navnet/core/stopwatch.h>

#include "level.h"

#include <exception>
#include <new>
#include <utility>

namespace navnet {
namespace {

Result<Baked> BakeSampled(Sampling sampling, UpAxis up, const SampleOptions& options, BakeSeconds seconds) {
  std::vector<LevelArrays> levels;
  LevelSeconds level_seconds;
  NetInfo info{sampling.frame, sampling.bounds, up, 0};
  for (const OccupancyGrid& grid : sampling.levels) {
    std::optional<LevelArrays> level =
        BakeLevel(grid, options.threads, options.progress, level_seconds, info.source_hash);
    if (!level) return Error{ErrorCode::Cancelled, "cancelled"};
    levels.push_back(std::move(*level));
  }
  seconds.partition = level_seconds.partition;
  seconds.volumes = level_seconds.volumes;
  seconds.contacts = level_seconds.contacts;
  Result<Net> net = MakeNet(info, levels);
  if (!net) return net.error();
  return Baked{std::move(*net), std::move(sampling), seconds};
}

}  // namespace

Result<Baked> Bake(const World& world, const BakeOptions& options) {
  Stopwatch watch;
  Result<Sampling> sampling = Sample(world, options.sample);
  if (!sampling) return sampling.error();
  BakeSeconds seconds;
  seconds.sample = watch.Lap();
  try {
    return BakeSampled(std::move(*sampling), world.up, options.sample, seconds);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "out of memory while baking; use larger voxels or smaller bounds"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, std::string("baking failed: ") + e.what()};
  }
}

}  // namespace navnet
