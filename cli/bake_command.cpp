// SPDX-License-Identifier: Apache-2.0
#include "bake_command.h"

#include <navnet/bake.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/vdb_file.h>

#include "bake_options.h"
#include "console.h"
#include "flight_queries.h"
#include "report.h"

#include <memory>
#include <optional>

namespace navnet::cli {
namespace {

constexpr int64_t kComparedFlights = 200;

// Effect of min_cell on path length, measured by the same flights in the net and in one that keeps all cells.
struct MinCellCost {
  size_t cells_before = 0, cells_after = 0, flights = 0;
  double length_ratio = 1;  ///< Mean path length with min_cell over that with all cells, on the first level.
};

Result<MinCellCost> MeasureMinCell(const World& world, BakeOptions options, const Net& net) {
  options.min_cell = 1;
  // Uses the net's own grid placement, whether or not it was aligned.
  options.align = Align::World;
  options.with_world = false;
  options.sample.voxel_m = net.info().frame.voxel_m;
  if (world.mesh()) options.sample.placement = {net.info().frame.origin_world, net.info().frame.turn};
  Result<Baked> all = Bake(world, options);
  if (!all) return all.error();
  const Navigator thin(all->net), kept(net);
  const double radius_m = net.levels().front().radius_m;
  MinCellCost out;
  out.cells_before = all->net.levels().front().cells.size();
  out.cells_after = net.levels().front().cells.size();
  double sum = 0;
  for (const FlightQuery& query : RandomQueries(kept, radius_m, kComparedFlights, 1)) {
    const FlightPath before = thin.Find(query), after = kept.Find(query);
    if (before.status != PathStatus::Complete || after.status != PathStatus::Complete || !(before.length_m > 0))
      continue;
    sum += after.length_m / before.length_m;
    ++out.flights;
  }
  if (out.flights > 0) out.length_ratio = sum / double(out.flights);
  return out;
}

struct BakeCommand {
  BakeArguments arguments;
  std::string net_file, vdb_file;
  bool with_world = false, json = false;

  double load_s = 0, write_s = 0, total_s = 0;
  std::optional<MinCellCost> min_cell_cost;

  Json ToJson(const World& loaded, const Baked& baked) const {
    Json out;
    out["world"] = loaded.name;
    out["net"] = net_file;
    out["up"] = loaded.up == UpAxis::Y ? "y" : "z";
    out["triangles"] = baked.sampling.triangles;
    AddGrid(out, baked.sampling.frame, baked.sampling.bounds);
    out["voxel_reason"] = baked.sampling.voxel_reason;
    AddNet(out, baked.net);
    if (baked.align) {
      out["align"] = {
          {"turn_deg", baked.align->turn_deg},
          {"shift_voxels", cli::ToJson(baked.align->shift_voxels)},
          {"used", baked.align->used},
          {"cells", {{"before", baked.align->cells_before}, {"after", baked.align->cells_after}}},
          {"blocked_m3", {{"before", baked.align->blocked_m3_before}, {"after", baked.align->blocked_m3_after}}}};
    }
    if (min_cell_cost) {
      out["min_cell_cost"] = {
          {"cells", {{"before", min_cell_cost->cells_before}, {"after", min_cell_cost->cells_after}}},
          {"flights", min_cell_cost->flights},
          {"length_ratio", min_cell_cost->length_ratio}};
    }
    out["peak_bytes"] = PeakMemoryBytes();
    out["seconds"] = {{"load", load_s},
                      {"sample", baked.seconds.sample},
                      {"partition", baked.seconds.partition},
                      {"volumes", baked.seconds.volumes},
                      {"contacts", baked.seconds.contacts},
                      {"ground", baked.seconds.ground},
                      {"write", write_s},
                      {"total", total_s}};
    return out;
  }

  TextReport ToText(const World& loaded, const Baked& baked) const {
    TextReport out;
    out.Line("world", WorldText(loaded, baked.sampling));
    out.Line("voxel", Shortest(baked.sampling.frame.voxel_m) + " m: " + baked.sampling.voxel_reason);
    out.Line("bounds", BoundsText(baked.sampling.frame, baked.sampling.bounds));
    if (baked.align) out.Line("align", AlignText(*baked.align));
    AddNet(out, baked.net);
    if (min_cell_cost) {
      out.Line("min-cell", Grouped(int64_t(min_cell_cost->cells_before)) + " to " +
                               Grouped(int64_t(min_cell_cost->cells_after)) + " cells; paths " +
                               Shortest(100 * (min_cell_cost->length_ratio - 1), 2) + " % longer on average over " +
                               Grouped(int64_t(min_cell_cost->flights)) + " random flights");
    }
    out.Line("time", "load " + SecondsText(load_s) + ", sample " + SecondsText(baked.seconds.sample) + ", partition " +
                         SecondsText(baked.seconds.partition) + ", volumes " + SecondsText(baked.seconds.volumes) +
                         ", contacts " + SecondsText(baked.seconds.contacts) +
                         (baked.net.ground().IsEmpty() ? "" : ", ground " + SecondsText(baked.seconds.ground)) +
                         ", write " + SecondsText(write_s) + ", total " + SecondsText(total_s));
    out.Line("memory", BytesText(double(PeakMemoryBytes())) + " at the peak");
    out.Line("written", net_file + ", " + BytesText(double(baked.net.image().size())));
    if (!vdb_file.empty()) out.Line("written", vdb_file);
    return out;
  }

  static std::string AlignText(const AlignGain& gain) {
    const auto change = [](double before, double after) {
      return before > 0 ? Shortest(100 * (after / before - 1), 3) + " %" : std::string("none before");
    };
    return "rotated by " + Shortest(gain.turn_deg, 4) + " degrees: " + Grouped(int64_t(gain.cells_before)) + " to " +
           Grouped(int64_t(gain.cells_after)) + " cells (" +
           change(double(gain.cells_before), double(gain.cells_after)) + "), " + Shortest(gain.blocked_m3_before, 4) +
           " to " + Shortest(gain.blocked_m3_after, 4) + " m3 blocked (" +
           change(gain.blocked_m3_before, gain.blocked_m3_after) + ")" +
           (gain.used ? "" : "; not fewer cells, so the grid stays along the world's axes");
  }

  Status Write(const Baked& baked) const {
    if (Result<uint64_t> saved = SaveNet(net_file, baked.net); !saved) return saved.error();
    if (vdb_file.empty()) return Ok();
    Result<uint64_t> saved = WriteVdb(vdb_file, baked.sampling.levels);
    return saved ? Ok() : Status(saved.error());
  }

  int Run() {
    Stopwatch whole, stage;
    Result<BakeOptions> options = arguments.ToBakeOptions();
    if (!options) return Fail(options.error());
    if (Status s = CheckOutput(net_file, arguments.world.file()); !s) return Fail(s.error());
    if (Status s = vdb_file.empty() ? Ok() : CheckOutput(vdb_file, arguments.world.file()); !s) return Fail(s.error());
    options->with_world = with_world;
    Result<World> loaded = Error{};
    Result<Baked> baked = Error{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      loaded = arguments.world.Load();
      if (!loaded) return Fail(loaded.error());
      load_s = stage.Lap();
      options->sample.progress = bar.function();
      baked = Bake(*loaded, *options);
      if (!baked) return Fail({baked.error().code, loaded->name + ": " + baked.error().message});
      if (options->min_cell.value_or(1) > 1) {
        Result<MinCellCost> cost = MeasureMinCell(*loaded, *options, baked->net);
        if (!cost) return Fail({cost.error().code, loaded->name + ": " + cost.error().message});
        min_cell_cost = *cost;
      }
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
  sub->add_flag("--with-world", command->with_world,
                "Also store the triangles in the net, for rooms and exact paths; meshes only");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->arguments.AddTo(*sub);
  sub->footer(
      "Examples:\n"
      "  navnet bake builtin:city --radius 0.5 -o city.navnet\n"
      "  navnet bake warehouse.glb --voxel 0.1 --radius 0.3,0.6 --seed 2,1.5,4 -o warehouse.navnet\n"
      "  navnet bake office.glb --radius 0.3 --walk --height 1.9 --link ladder,4,0,0,4,0,3,5 -o office.navnet");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
