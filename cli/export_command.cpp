// SPDX-License-Identifier: Apache-2.0
#include "export_command.h"

#include <navnet/export/gltf_file.h>
#include <navnet/export/track_files.h>
#include <navnet/net/net_file.h>
#include <navnet/net_grid.h>
#include <navnet/voxel/vdb_file.h>

#include "console.h"
#include "export_options.h"
#include "number_option.h"
#include "parse.h"
#include "report.h"
#include "track_choice.h"

#include <memory>
#include <optional>

namespace navnet::cli {
namespace {

struct ExportCommand {
  std::string input, up = "z", radius = "0", boxes = "cells";
  std::vector<std::string> agents;
  bool json = false;
  ExportArguments output;

  struct Source {
    TrackSet set;
    std::optional<FlightLog> log;
  };

  Result<Source> LoadTracks() const {
    if (up != "y" && up != "z") return Error{ErrorCode::InvalidArgument, "--up: '" + up + "' is not y or z"};
    const UpAxis axis = up == "y" ? UpAxis::Y : UpAxis::Z;
    Source source;
    Result<TrackSet> set = ExtensionOf(input) == ".csv" ? LoadTracksCsv(input, axis) : LoadTracksJson(input);
    if (set) {
      source.set = std::move(*set);
      return source;
    }
    if (set.error().code != ErrorCode::UnknownFormat) return set.error();
    Result<FlightLog> log = FlightLog::Load(input);
    if (!log) return log.error();
    source.set = {.up = log->up(), .tracks = TracksOf(*log), .boxes = BoxesOf(*log)};
    source.log = std::move(*log);
    return source;
  }

  Result<ExportedFile> ExportNet() const {
    const std::string extension = ExtensionOf(output.file());
    if (extension != ".vdb" && extension != ".gltf" && extension != ".glb") {
      return Error{ErrorCode::InvalidArgument, "--out: " + output.file() + ": a net is written as .vdb, .gltf or .glb"};
    }
    if (boxes != "cells" && boxes != "volumes") {
      return Error{ErrorCode::InvalidArgument, "--boxes: '" + boxes + "' is not cells or volumes"};
    }
    if (Status s = CheckOutput(output.file(), input); !s) return s.error();
    const Result<double> radius_m = ParseNumber("--radius", radius);
    if (!radius_m) return radius_m.error();
    const Result<Net> net = LoadNet(input, NetLoading::Map);
    if (!net) return net.error();
    if (extension == ".vdb") {
      const auto grids = GridsOf(*net);
      if (!grids) return Error{grids.error().code, input + ": " + grids.error().message};
      const Result<uint64_t> bytes = WriteVdb(output.file(), *grids);
      if (!bytes) return bytes.error();
      return ExportedFile{*bytes};
    }
    const NetLevel* level = net->LevelFor(*radius_m);
    if (!level) {
      return Error{ErrorCode::InvalidArgument, "--radius: the net is for agents up to a radius of " +
                                                   Shortest(net->levels().back().radius_m) + " m"};
    }
    TrackSet set{.up = net->info().up};
    for (const VoxelBox& voxels : boxes == "cells" ? level->cells : level->volumes) {
      TrackBox& box = set.boxes.emplace_back(BoxOf(net->info().frame, voxels));
      box.name = std::to_string(set.boxes.size() - 1);
      box.kind = boxes == "cells" ? "cell" : "volume";
    }
    return output.Write(set);
  }

  Result<ExportedFile> Export() const {
    const std::string extension = ExtensionOf(input);
    if (extension != ".csv" && extension != ".json") return ExportNet();
    if (Status s = output.Check(input); !s) return s.error();
    Result<Source> source = LoadTracks();
    if (!source) return source.error();
    if (Status s = KeepTracks(source->set, agents, input); !s) return s.error();
    return output.Write(source->set, source->log ? &*source->log : nullptr);
  }

  int Run() const {
    const Result<ExportedFile> written = Export();
    if (!written) return Fail(written.error());
    if (json) return PrintReport(Json{{"out", output.file()}, {"bytes", written->bytes}, {"notes", written->notes}});
    TextReport out;
    out.Line("written", output.file() + ", " + BytesText(double(written->bytes)));
    for (const std::string& note : written->notes) out.Line("note", note);
    return PrintReport(out);
  }
};

}  // namespace

std::function<int()> AddExportCommand(CLI::App& app) {
  auto command = std::make_shared<ExportCommand>();
  CLI::App* sub = app.add_subcommand("export", "Write flights, paths and nets as files for other tools");
  sub->add_option("INPUT", command->input, "A flight log or tracks (.json, .csv), or a net")->required();
  command->output.AddTo(*sub, true, ".plan: cruise and hover speed in metres per second; 0: 5");
  sub->add_option("--agent", command->agents,
                  "Export only this agent, with all its tracks; 'NAME (2)': only its second track; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  sub->add_option("--up", command->up, "Which axis of a .csv is up")->type_name("y|z")->capture_default_str();
  TakesNumber(sub->add_option("--radius", command->radius, "Nets as .gltf or .glb: the level for agents of this radius")
                  ->type_name("R")
                  ->capture_default_str(),
              ranges::kLength_m);
  sub->add_option("--boxes", command->boxes, "Nets as .gltf or .glb: the boxes to write")
      ->type_name("cells|volumes")
      ->capture_default_str();
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(
      "A net is written as .vdb (a mask grid for each level, active where a voxel is not free), .gltf or .glb.\n"
      "Examples:\n"
      "  navnet export swarm.json --out swarm.glb\n"
      "  navnet export swarm.json --agent d1 --origin 47.3977,8.5456,488 --tolerance 0.1 --out d1.plan\n"
      "  navnet export city.navnet --out city.vdb");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
