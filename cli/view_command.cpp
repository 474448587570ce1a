// SPDX-License-Identifier: Apache-2.0
#include "view_command.h"

#include <navnet/export/track_files.h>
#include <navnet/net/net_file.h>
#include <navnet/viewer/view_page.h>

#include "console.h"
#include "report.h"
#include "world_options.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace navnet::cli {
namespace {

struct ViewCommand {
  std::string net_file, flight_file, out_file;
  WorldOptions world;
  bool json = false;

  std::string Output() const {
    return out_file.empty() ? std::filesystem::path(net_file).replace_extension(".html").string() : out_file;
  }

  /// Remarks on the world and the net for the reader of the page.
  static std::vector<std::string> NotesOn(const Net& net, const World& world) {
    const TriangleMesh* mesh = world.mesh();
    if (!mesh) return {world.name + " is made of voxels: switch on the layer “Blocked voxels” to see them."};
    const Box3 box = net.info().frame.WorldBox(net.info().bounds), around = BoundsOf(*mesh);
    for (int a = 0; a < 3; ++a) {
      if (around.max[a] < box.min[a] || around.min[a] > box.max[a]) {
        return {"The world " + world.name + " lies outside the net's bounds: is it the one the net was baked from?"};
      }
    }
    return {};
  }

  /// A flight log, or tracks with times.
  Result<FlightLog> LoadFlight() const {
    const Result<TrackSet> set = LoadTracksJson(flight_file);
    if (!set && set.error().code == ErrorCode::UnknownFormat) return FlightLog::Load(flight_file);
    if (!set) return set.error();
    Result<FlightLog> log = LogOf(*set);
    if (!log) return Error{log.error().code, flight_file + ": " + log.error().message};
    return log;
  }

  int Run() const {
    if (Status s = CheckViewPage(); !s) return Fail({s.error().code, "view: " + s.error().message});
    const std::string output = Output();
    for (const std::string& input : {net_file, world.file(), flight_file}) {
      if (Status s = CheckOutput(output, input); !s) return Fail(s.error());
    }
    const Result<Net> net = LoadNet(net_file, NetLoading::Map);
    if (!net) return Fail(net.error());
    ViewPage page{.net = *net, .title = std::filesystem::path(net_file).filename().string()};
    std::optional<World> loaded;
    if (!world.file().empty()) {
      Result<World> result = world.Load();
      if (!result) return Fail(result.error());
      loaded = std::move(*result);
      page.notes = NotesOn(*net, *loaded);
      if (loaded->mesh()) page.world = *loaded->mesh();
    }
    std::optional<FlightLog> flight;
    if (!flight_file.empty()) {
      Result<FlightLog> result = LoadFlight();
      if (!result) return Fail(result.error());
      flight = std::move(*result);
      page.flight = &*flight;
    }
    const Result<uint64_t> bytes = WriteViewPage(output, page);
    if (!bytes) return Fail(bytes.error());

    const std::string address = "file://" + std::filesystem::absolute(output).string();
    if (json) {
      Json out;
      out["page"] = output;
      out["bytes"] = *bytes;
      out["address"] = address;
      out["world_triangles"] = page.world.triangles.size();
      out["notes"] = page.notes;
      return PrintReport(out);
    }
    TextReport out;
    out.Line("written", output + ", " + BytesText(double(*bytes)));
    for (const std::string& note : page.notes) out.Line("note", note);
    out.Line("to see it", "open " + address + " in a browser; it needs no network");
    return PrintReport(out);
  }
};

}  // namespace

std::function<int()> AddViewCommand(CLI::App& app) {
  auto command = std::make_shared<ViewCommand>();
  CLI::App* sub = app.add_subcommand("view", "Write a page that shows a net and finds paths in it");
  sub->add_option("NET", command->net_file, "A file that navnet bake wrote")->required();
  sub->add_option("--out", command->out_file, "The page to write; default: NET with .html")->type_name("FILE");
  sub->add_option(
         "--flight", command->flight_file,
         "A flight log to play, such as those of navnet demo, or the .json of a path with times or of a trajectory")
      ->type_name("LOG");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  command->world.AddOptionalSourceTo(*sub, "--world", "The world NET was baked from");
  sub->footer(
      "The page is one file: it opens from the disk, without server or network.\n"
      "Example:\n"
      "  navnet view city.navnet --world builtin:city --out city.html\n"
      "  navnet query city.navnet --from 10,10,30 --to 400,380,25 --trajectory --out flight.json\n"
      "  navnet view city.navnet --flight flight.json");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
