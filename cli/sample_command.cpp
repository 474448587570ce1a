#include "sample_command.h"

#include <navnet/voxel/sampler.h>
#include <navnet/voxel/vdb_file.h>

#include "console.h"
#include "world_options.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <memory>

namespace navnet::cli {
namespace {

struct Figures {
  double load_s = 0, sample_s = 0, write_s = 0, total_s = 0;
  uint64_t vdb_bytes = 0;
};

double Since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

nlohmann::ordered_json ToJson(Vec3 p) { return {p.x, p.y, p.z}; }

nlohmann::ordered_json ToJson(const World& world, const Sampling& sampling, const Figures& figures,
                              const std::string& vdb) {
  const VoxelBox& b = sampling.bounds;
  nlohmann::ordered_json out;
  out["world"] = world.name;
  out["up"] = world.up == UpAxis::Y ? "y" : "z";
  out["triangles"] = sampling.triangles;
  out["voxel_m"] = sampling.frame.voxel_m;
  out["voxel_reason"] = sampling.voxel_reason;
  out["bounds_m"] = {{"min", ToJson(sampling.frame.CornerWorld(b.lo))},
                     {"max", ToJson(sampling.frame.CornerWorld(b.hi))}};
  out["dimensions"] = {b.Size(0), b.Size(1), b.Size(2)};
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

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string ToText(const World& world, const Sampling& sampling, const Figures& figures, const std::string& vdb) {
  const VoxelBox& b = sampling.bounds;
  std::string out;
  const auto line = [&out](const std::string& name, const std::string& value) {
    out += name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value + "\n";
  };
  const auto metres = [](Vec3 p) { return "(" + Number(p.x) + ", " + Number(p.y) + ", " + Number(p.z) + ")"; };
  line("world", world.name + (sampling.triangles > 0 ? ", " + Grouped(sampling.triangles) + " triangles" : ", voxels") +
                    (world.up == UpAxis::Y ? ", y up" : ", z up"));
  line("voxel", Number(sampling.frame.voxel_m) + " m: " + sampling.voxel_reason);
  line("bounds", metres(sampling.frame.CornerWorld(b.lo)) + " to " + metres(sampling.frame.CornerWorld(b.hi)) + " m, " +
                     Grouped(b.Size(0)) + " x " + Grouped(b.Size(1)) + " x " + Grouped(b.Size(2)) + " voxels");
  for (const OccupancyGrid& level : sampling.levels) {
    char share[32];
    std::snprintf(share, sizeof share, "%.2f %%", 100.0 * double(level.blocked_count()) / double(b.Volume()));
    line("radius " + Number(level.radius_m()), Grouped(level.blocked_count()) + " voxels blocked (" + share + "), " +
                                                   Grouped(level.free_count()) + " free, grid " +
                                                   BytesText(double(level.memory_bytes())));
  }
  line("time", "load " + SecondsText(figures.load_s) + ", index " + SecondsText(sampling.seconds.index) + ", sample " +
                   SecondsText(sampling.seconds.sample) +
                   (sampling.seconds.keep > 0 ? ", keep " + SecondsText(sampling.seconds.keep) : "") + ", write " +
                   SecondsText(figures.write_s) + ", total " + SecondsText(figures.total_s));
  line("memory", BytesText(double(PeakMemoryBytes())) + " at the peak");
  line("written", vdb + ", " + BytesText(double(figures.vdb_bytes)));
  return out;
}

struct SampleCommand {
  WorldOptions world;
  std::string vdb;
  bool json = false;

  int Run() {
    const auto start = std::chrono::steady_clock::now();
    Result<SampleOptions> options = world.ToSampleOptions();
    if (!options) return Fail(options.error());
    HandleInterrupts();
    Figures figures;
    Result<World> loaded = Error{};
    Result<Sampling> sampling = Error{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      loaded = world.Load();
      if (!loaded) return Fail(loaded.error());
      figures.load_s = Since(start);
      options->progress = bar.function();
      sampling = Sample(*loaded, *options);
      if (!sampling) return Fail({sampling.error().code, loaded->name + ": " + sampling.error().message});
      if (Interrupted()) return Fail({ErrorCode::Cancelled, loaded->name + ": cancelled"});
      bar.Announce("writing");
      const auto writing = std::chrono::steady_clock::now();
      Result<uint64_t> bytes = WriteVdb(vdb, sampling->levels);
      if (!bytes) return Fail(bytes.error());
      figures.vdb_bytes = *bytes;
      figures.write_s = Since(writing);
    }
    figures.total_s = Since(start);
    const Status printed = Print(json ? ToJson(*loaded, *sampling, figures, vdb).dump(2) + "\n"
                                      : ToText(*loaded, *sampling, figures, vdb));
    return printed ? kDone : Fail(printed.error());
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
