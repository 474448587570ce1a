// SPDX-License-Identifier: Apache-2.0
#include "sample_command.h"

#include <navnet/internal/core/atomic_file.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/vdb_file.h>

#include "console.h"
#include "report.h"
#include "world_options.h"

#include <cstdio>
#include <memory>

namespace navnet::cli {
namespace {

struct SampleFigures {
  double load_s = 0, sample_s = 0, write_s = 0, total_s = 0;
  uint64_t vdb_bytes = 0;
};

Json ToJson(const World& world, const Sampling& sampling, const SampleFigures& figures, const std::string& vdb) {
  Json out;
  out["world"] = world.name;
  out["up"] = world.up == UpAxis::Y ? "y" : "z";
  out["triangles"] = sampling.triangles;
  AddGrid(out, sampling.frame, sampling.bounds);
  out["voxel_reason"] = sampling.voxel_reason;
  out["voxels_free"] = sampling.levels[0].free_count();
  out["voxels_blocked"] = sampling.levels[0].blocked_count();
  for (const OccupancyGrid& level : sampling.levels) {
    out["levels"].push_back({{"radius_m", level.radius_m()},
                             {"voxels_free", level.free_count()},
                             {"voxels_blocked", level.blocked_count()},
                             {"grid_bytes", level.memory_bytes()}});
  }
  out["vdb"] = vdb;
  out["vdb_bytes"] = figures.vdb_bytes;
  out["estimated_bytes"] = sampling.estimated_bytes;
  out["peak_bytes"] = PeakMemoryBytes();
  out["seconds"] = {
      {"load", figures.load_s},        {"index", sampling.seconds.index}, {"sample", sampling.seconds.sample},
      {"keep", sampling.seconds.keep}, {"write", figures.write_s},        {"total", figures.total_s}};
  return out;
}

TextReport ToText(const World& world, const Sampling& sampling, const SampleFigures& figures, const std::string& vdb) {
  TextReport out;
  out.Line("world", WorldText(world, sampling));
  out.Line("voxel", Shortest(sampling.frame.voxel_m) + " m: " + sampling.voxel_reason);
  out.Line("bounds", BoundsText(sampling.frame, sampling.bounds));
  for (const OccupancyGrid& level : sampling.levels) {
    char share[32];
    std::snprintf(share, sizeof share, "%.2f %%",
                  100.0 * double(level.blocked_count()) / double(sampling.bounds.Volume()));
    out.Line("radius " + Shortest(level.radius_m()), Grouped(level.blocked_count()) + " voxels blocked (" + share +
                                                         "), " + Grouped(level.free_count()) + " free, grid " +
                                                         BytesText(double(level.memory_bytes())));
  }
  out.Line("time", "load " + SecondsText(figures.load_s) + ", index " + SecondsText(sampling.seconds.index) +
                       ", sample " + SecondsText(sampling.seconds.sample) +
                       (sampling.seconds.keep > 0 ? ", keep " + SecondsText(sampling.seconds.keep) : "") + ", write " +
                       SecondsText(figures.write_s) + ", total " + SecondsText(figures.total_s));
  out.Line("memory", BytesText(double(PeakMemoryBytes())) + " at the peak");
  out.Line("written", vdb + ", " + BytesText(double(figures.vdb_bytes)));
  return out;
}

struct SampleCommand {
  WorldOptions world;
  std::string vdb;
  bool json = false;

  int Run() {
    const Stopwatch whole;
    Result<SampleOptions> options = world.ToSampleOptions();
    if (!options) return Fail(options.error());
    if (Status s = CheckOutput(vdb, world.file()); !s) return Fail(s.error());
    // Detects an output path that cannot be written before the work starts.
    if (Result<AtomicFile> place = AtomicFile::Create(vdb); !place) return Fail(place.error());
    SampleFigures figures;
    Result<World> loaded = Error{};
    Result<Sampling> sampling = Error{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      loaded = world.Load();
      if (!loaded) return Fail(loaded.error());
      figures.load_s = whole.Elapsed();
      options->progress = bar.function();
      sampling = Sample(*loaded, *options);
      if (!sampling) return Fail({sampling.error().code, loaded->name + ": " + sampling.error().message});
      bar.Announce("writing");
      const Stopwatch writing;
      Result<uint64_t> bytes = WriteVdb(vdb, sampling->levels);
      if (!bytes) return Fail(bytes.error());
      figures.vdb_bytes = *bytes;
      figures.write_s = writing.Elapsed();
    }
    figures.total_s = whole.Elapsed();
    return json ? PrintReport(ToJson(*loaded, *sampling, figures, vdb))
                : PrintReport(ToText(*loaded, *sampling, figures, vdb));
  }
};

}  // namespace

std::function<int()> AddSampleCommand(CLI::App& app) {
  auto command = std::make_shared<SampleCommand>();
  CLI::App* sub = app.add_subcommand("sample", "Turn a world into a sparse voxel grid and write it as an OpenVDB file");
  sub->add_option("--vdb", command->vdb, "The file to write: one mask grid for each radius, active = blocked")
      ->type_name("FILE")
      ->required();
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->world.AddTo(*sub);
  sub->footer(
      "Examples:\n"
      "  navnet sample builtin:city --vdb city.vdb\n"
      "  navnet sample warehouse.glb --voxel 0.1 --radius 0.3,0.6 --seed 2,1.5,4 --vdb warehouse.vdb");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
