#include "bake_command.h"

#include <navnet/bake.h>
#include <navnet/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/voxel/vdb_file.h>

#include "console.h"
#include "report.h"
#include "world_options.h"

#include <memory>

namespace navnet::cli {
namespace {

struct BakeCommand {
  WorldOptions world;
  std::string net_file, vdb_file;
  bool json = false;

  double load_s = 0, write_s = 0, total_s = 0;

  Json ToJson(const World& loaded, const Baked& baked) const {
    Json out;
    out["world"] = loaded.name;
    out["net"] = net_file;
    out["up"] = loaded.up == UpAxis::Y ? "y" : "z";
    out["triangles"] = baked.sampling.triangles;
    AddGrid(out, baked.sampling.frame, baked.sampling.bounds);
    out["voxel_reason"] = baked.sampling.voxel_reason;
    AddNet(out, baked.net);
    out["peak_bytes"] = PeakMemoryBytes();
    out["seconds"] = {{"load", load_s},
                      {"sample", baked.seconds.sample},
                      {"partition", baked.seconds.partition},
                      {"volumes", baked.seconds.volumes},
                      {"contacts", baked.seconds.contacts},
                      {"ground", 0.0},
                      {"write", write_s},
                      {"total", total_s}};
    return out;
  }

  TextReport ToText(const World& loaded, const Baked& baked) const {
    TextReport out;
    out.Line("world", WorldText(loaded, baked.sampling));
    out.Line("voxel", Shortest(baked.sampling.frame.voxel_m) + " m: " + baked.sampling.voxel_reason);
    out.Line("bounds", BoundsText(baked.sampling.frame, baked.sampling.bounds));
    AddNet(out, baked.net);
    out.Line("time", "load " + SecondsText(load_s) + ", sample " + SecondsText(baked.seconds.sample) + ", partition " +
                         SecondsText(baked.seconds.partition) + ", volumes " + SecondsText(baked.seconds.volumes) +
                         ", contacts " + SecondsText(baked.seconds.contacts) + ", write " + SecondsText(write_s) +
                         ", total " + SecondsText(total_s));
    out.Line("memory", BytesText(double(PeakMemoryBytes())) + " at the peak");
    out.Line("written", net_file + ", " + BytesText(double(baked.net.image().size())));
    if (!vdb_file.empty()) out.Line("written", vdb_file);
    return out;
  }

  Status Write(const Baked& baked) const {
    if (Result<uint64_t> saved = SaveNet(net_file, baked.net); !saved) return saved.error();
    if (vdb_file.empty()) return Ok();
    Result<uint64_t> saved = WriteVdb(vdb_file, baked.sampling.levels);
    return saved ? Ok() : Status(saved.error());
  }

  int Run() {
    Stopwatch whole, stage;
    Result<SampleOptions> options = world.ToSampleOptions();
    if (!options) return Fail(options.error());
    if (Status s = CheckOutput(net_file, world.file()); !s) return Fail(s.error());
    if (Status s = vdb_file.empty() ? Ok() : CheckOutput(vdb_file, world.file()); !s) return Fail(s.error());
    HandleInterrupts();
    Result<World> loaded = Error{};
    Result<Baked> baked = Error{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      loaded = world.Load();
      if (!loaded) return Fail(loaded.error());
      load_s = stage.Lap();
      options->progress = bar.function();
      baked = Bake(*loaded, {.sample = *options});
      if (!baked) return Fail({baked.error().code, loaded->name + ": " + baked.error().message});
      if (Interrupted()) return Fail({ErrorCode::Cancelled, loaded->name + ": cancelled"});
      bar.Announce("writing");
      stage.Lap();
      if (Status written = Write(*baked); !written) return Fail(written.error());
      write_s = stage.Lap();
    }
    total_s = whole.Lap();
    return json ? PrintReport(ToJson(*loaded, *baked)) : PrintReport(ToText(*loaded, *baked));
  }
};

}  // namespace

std::function<int()> AddBakeCommand(CLI::App& app) {
  auto command = std::make_shared<BakeCommand>();
  CLI::App* sub = app.add_subcommand("bake", "Turn a world into a net");
  sub->add_option("-o,--out", command->net_file, "The net to write, usually NAME.navnet")->type_name("NET")->required();
  sub->add_option("--vdb", command->vdb_file, "Also write the sampled grids as an OpenVDB file")->type_name("FILE");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->world.AddTo(*sub);
  sub->footer(
      "Examples:\n"
      "  navnet bake builtin:city --radius 0.5 -o city.navnet\n"
      "  navnet bake warehouse.glb --voxel 0.1 --radius 0.3,0.6 --seed 2,1.5,4 -o warehouse.navnet");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
