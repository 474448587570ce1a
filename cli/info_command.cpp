// SPDX-License-Identifier: Apache-2.0
#include "info_command.h"

#include <navnet/net/net_file.h>

#include "console.h"
#include "report.h"

#include <cinttypes>
#include <cstdio>
#include <memory>

namespace navnet::cli {
namespace {

std::string Hexadecimal(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "%016" PRIx64, value);
  return text;
}

struct InfoCommand {
  std::string file;
  bool json = false;

  int Run() const {
    const Result<Net> net = LoadNet(file, NetLoading::Map);
    if (!net) return Fail(net.error());
    const NetInfo& info = net->info();
    if (json) {
      Json out;
      out["net"] = file;
      out["up"] = info.up == UpAxis::Y ? "y" : "z";
      out["source_hash"] = Hexadecimal(info.source_hash);
      AddGrid(out, info.frame, info.bounds);
      AddNet(out, *net);
      AddQuality(out, *net);
      return PrintReport(out);
    }
    TextReport out;
    out.Line("net",
             file + ", " + BytesText(double(net->image().size())) + (info.up == UpAxis::Y ? ", y up" : ", z up"));
    out.Line("source", Hexadecimal(info.source_hash));
    out.Line("voxel", Shortest(info.frame.voxel_m) + " m");
    out.Line("bounds", BoundsText(info.frame, info.bounds));
    out.Line("kept", KeepName(info.keep) + " free space, cells from " + std::to_string(info.min_cell) +
                         (info.min_cell == 1 ? " voxel" : " voxels") + " thick");
    AddNet(out, *net);
    AddQuality(out, *net);
    return PrintReport(out);
  }
};

}  // namespace

std::function<int()> AddInfoCommand(CLI::App& app) {
  auto command = std::make_shared<InfoCommand>();
  CLI::App* sub = app.add_subcommand("info", "Check a net and print its contents and quality measures");
  sub->add_option("NET", command->file, "A file that navnet bake wrote")->required();
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
