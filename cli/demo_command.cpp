// SPDX-License-Identifier: Apache-2.0
#include "demo_command.h"

#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>

#include "console.h"
#include "figures.h"
#include "flight_files.h"
#include "number_option.h"
#include "parse.h"
#include "plain_flights.h"
#include "report.h"
#include "world_options.h"

#include <cmath>
#include <filesystem>
#include <memory>

namespace navnet::cli {
namespace {

constexpr int64_t kMostAgents = int64_t(FlightOptions::kAgents.high);

struct Demo {
  const char* name;
  const char* about;
  Result<Flight> (*fly)(const FlightOptions&);  ///< Null: the demo needs a world from the user.
};

constexpr Demo kDemos[] = {
    {"city", "delivery drones and robots among buildings and no-fly boxes; one query for each delivery", FlyCity},
    {"asteroids", "a space fighter squadron in a field of moving rocks; paths are repaired as rocks move",
     FlyAsteroids},
    {"station", "drones and crew in a space station whose doors open and close", FlyStation},
    {"world", "drones and walkers in a world of your own: navnet demo world FILE", nullptr},
};

std::string DemoNames() {
  std::string names;
  for (const Demo& demo : kDemos) names += (names.empty() ? "" : ", ") + std::string(demo.name);
  return names;
}

std::string TimesText(const Timings& times) {
  const Figures us = FiguresOf(times.us());
  return Grouped(int64_t(times.count())) + ": p50 " + SecondsText(1e-6 * us.p50) + ", p99 " +
         SecondsText(1e-6 * us.p99);
}

Json TimesJson(const Timings& times) {
  return {{"count", times.count()}, {"us", navnet::cli::ToJson(FiguresOf(times.us()))}};
}

Json FiniteOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

struct DemoCommand {
  WorldOptions world;
  std::string name, out_folder = "navnet-demo", seed = "1", agents = "0", threads = "0", radius = "auto",
                    voxel = "auto";
  bool json = false, no_page = false;

  int Run() const {
    const Demo* demo = nullptr;
    for (const Demo& d : kDemos) demo = name == d.name ? &d : demo;
    if (!demo) {
      return Fail({ErrorCode::InvalidArgument, "'" + name + "' is not a demo flight; there are: " + DemoNames() +
                                                   ". For a file of your own: navnet demo world " + name});
    }
    if (Status s = CheckArguments(*demo); !s) return Fail(s.error());
    const Result<int64_t> seed_number = ParseInteger("--random-seed", seed, 0, INT64_MAX);
    if (!seed_number) return Fail(seed_number.error());
    const Result<int64_t> agent_count = ParseInteger("--agents", agents, 0, kMostAgents);
    if (!agent_count) return Fail(agent_count.error());
    const Result<int64_t> thread_count = ParseInteger("--threads", threads, 0, kMostThreads);
    if (!thread_count) return Fail(thread_count.error());
    const Result<OwnWorldOptions> own = ToOwnWorldOptions();
    if (!own) return Fail(own.error());
    if (Status s = MakeOutputFolder("--out", out_folder); !s) return Fail(s.error());

    const Stopwatch watch;
    Result<Flight> flight = Error{};
    {
      ProgressBar bar;
      const FlightOptions options{.seed = uint64_t(*seed_number),
                                  .agents = int(*agent_count),
                                  .threads = int(*thread_count),
                                  .progress = bar.function()};
      if (demo->fly) {
        flight = demo->fly(options);
      } else {
        bar.Announce("loading");
        Result<World> loaded = world.Load();
        if (!loaded) return Fail(loaded.error());
        flight = FlyWorld(std::move(*loaded), options, *own);
      }
    }
    if (!flight) return Fail({flight.error().code, "demo " + name + ": " + flight.error().message});
    const double seconds = watch.Elapsed();
    const PlainFlights plain = MeasurePlainFlights(flight->net);
    const Result<FlightFiles> written =
        WriteFlight(*flight, std::filesystem::path(out_folder) / Stem(), world.file(), !no_page);
    if (!written) return Fail(written.error());
    const int printed = json ? PrintReport(ToJson(*flight, plain, *written, seconds))
                             : PrintReport(ToText(*flight, plain, *written, seconds));
    const FlightReport& report = flight->report;
    const bool is_good = report.arrived == report.agents && report.collisions == 0 && report.agent_collisions == 0 &&
                         report.trespasses == 0;
    return printed != kDone ? printed : is_good ? kDone : kNo;
  }

  Status CheckArguments(const Demo& demo) const {
    if (demo.fly && !world.file().empty()) {
      return Error{ErrorCode::InvalidArgument,
                   "'" + name + "' has its own world; for a file: navnet demo world " + world.file()};
    }
    if (demo.fly && (radius != "auto" || voxel != "auto")) {
      return Error{ErrorCode::InvalidArgument, "--radius and --voxel are for 'navnet demo world FILE'"};
    }
    if (!demo.fly && world.file().empty()) {
      return Error{ErrorCode::InvalidArgument, "demo world: no file given; write: navnet demo world FILE"};
    }
    return Ok();
  }

  Result<OwnWorldOptions> ToOwnWorldOptions() const {
    OwnWorldOptions own;
    const auto read = [](const char* option, const std::string& text, double& value) -> Status {
      if (text == "auto") return Ok();
      const Result<double> number = ParseNumber(option, text);
      if (!number) return number.error();
      value = *number;
      return Ok();
    };
    if (Status s = read("--radius", radius, own.radius_m); !s) return s.error();
    if (Status s = read("--voxel", voxel, own.voxel_m); !s) return s.error();
    return own;
  }

  /// Base name of the output files: the demo's name, or that of the user's file.
  std::string Stem() const {
    if (world.file().empty()) return name;
    const std::string file = std::filesystem::path(world.file()).filename().stem().string();
    std::string stem;
    for (const char c : file.substr(0, file.find(','))) stem += c == ':' ? '_' : c;
    return stem.empty() ? name : stem;
  }

  static TextReport ToText(const Flight& flight, const PlainFlights& plain, const FlightFiles& written,
                           double seconds) {
    const FlightReport& r = flight.report;
    TextReport out;
    out.Line("flight", flight.title);
    for (const std::string& note : r.notes) out.Line("", note);
    out.Line("bake", Text(flight.net.info().bounds) + " voxels into a net of " +
                         BytesText(double(flight.net.image().size())) + " in " + SecondsText(r.bake_s));
    if (plain.count > 0) out.Line("flights", PlainFlightsText(plain));
    out.Line("agents", Grouped(int64_t(r.agents)) + ", " + Grouped(int64_t(r.arrived)) + " arrived after " +
                           Shortest(r.simulated_s, 5) + " s simulated");
    if (r.shortest_m > 0) {
      out.Line("distance", Shortest(r.distance_m, 6) + " m, " + Shortest(r.distance_m / r.shortest_m, 4) +
                               " times the shortest paths");
    }
    out.Line("collisions", Grouped(r.collisions) + " with triangles, " + Grouped(r.agent_collisions) +
                               " with each other, " + Grouped(r.trespasses) + " in no-fly zones" +
                               (r.first_collision.empty() ? "" : ": first " + r.first_collision));
    if (std::isfinite(r.least_clearance_m)) {
      out.Line("clearance", "at least " + Shortest(r.least_clearance_m, 5) + " m from every triangle (" +
                                r.least_clearance_agent + ", radius " + Shortest(r.least_clearance_radius_m) + " m)");
    }
    if (std::isfinite(r.least_gap_m)) out.Line("gap", "at least " + Shortest(r.least_gap_m, 4) + " m between agents");
    if (r.journeys.count() > 0) out.Line("journeys", TimesText(r.journeys) + ", over air and ground");
    if (r.queries.count() > 0) out.Line("queries", TimesText(r.queries));
    if (r.updates.count() > 0) out.Line("updates", TimesText(r.updates));
    if (r.steps.count() > 0) out.Line("steps", TimesText(r.steps) + ", all agents together");
    out.Line("log", flight.log.Fingerprint() + ", " + Grouped(int64_t(flight.log.frame_count())) + " frames");
    out.Line("time", SecondsText(seconds));
    written.AddTo(out);
    return out;
  }

  Json ToJson(const Flight& flight, const PlainFlights& plain, const FlightFiles& written, double seconds) const {
    const FlightReport& r = flight.report;
    Json out;
    out["demo"] = name;
    out["title"] = flight.title;
    out["agents"] = r.agents;
    out["arrived"] = r.arrived;
    out["simulated_s"] = r.simulated_s;
    out["distance_m"] = r.distance_m;
    out["shortest_m"] = r.shortest_m;
    out["collisions"] = r.collisions;
    out["agent_collisions"] = r.agent_collisions;
    out["trespasses"] = r.trespasses;
    out["clearance"] = {{"least_m", FiniteOrNull(r.least_clearance_m)},
                        {"radius_m", r.least_clearance_radius_m},
                        {"agent", r.least_clearance_agent}};
    out["least_gap_m"] = FiniteOrNull(r.least_gap_m);
    out["bake"] = {{"seconds", r.bake_s}, {"net_bytes", flight.net.image().size()}};
    out["plain_flights"] = navnet::cli::ToJson(plain);
    out["journeys"] = TimesJson(r.journeys);
    out["queries"] = TimesJson(r.queries);
    out["updates"] = TimesJson(r.updates);
    out["steps"] = TimesJson(r.steps);
    out["log_hash"] = flight.log.Fingerprint();
    out["notes"] = r.notes;
    written.AddTo(out);
    out["seconds"] = seconds;
    return out;
  }
};

std::string DemoHelp() {
  std::string help = "Demo flights:\n";
  for (const Demo& demo : kDemos) {
    help +=
        "  " + std::string(demo.name) + std::string(11 - std::string_view(demo.name).size(), ' ') + demo.about + "\n";
  }
  return help;
}

}  // namespace

std::function<int()> AddDemoCommand(CLI::App& app) {
  auto command = std::make_shared<DemoCommand>();
  CLI::App* sub = app.add_subcommand("demo", "Fly a demo flight and write a page that shows it");
  sub->add_option("NAME", command->name, "The demo: " + DemoNames())->required();
  command->world.AddOptionalSourceTo(*sub, "FILE", "With world: the world to fly in");
  sub->add_option("--out", command->out_folder,
                  "Folder for the net, the log and the page; created if it does not exist")
      ->type_name("DIR")
      ->capture_default_str();
  const auto add = [sub](const char* option, std::string& value, const char* type, const char* help) {
    return sub->add_option(option, value, help)->type_name(type)->capture_default_str();
  };
  TakesWhole(add("--agents", command->agents, "N", "Approximate number of agents; 0: the demo's default"), 0,
             kMostAgents);
  TakesWhole(add("--random-seed", command->seed, "N", "Seed; the same number gives the same flight, bit for bit"), 0,
             INT64_MAX);
  TakesNumber(add("--radius", command->radius, "R|auto",
                  "With world: radius of the drones, in metres; auto: from the world's size"),
              ranges::kSize_m, "auto");
  TakesNumber(
      add("--voxel", command->voxel, "M|auto", "With world: edge of a voxel in metres; auto: from radius and detail"),
      SampleOptions::kVoxel_m, "auto");
  TakesWhole(add("--threads", command->threads, "N", "Threads; 0: all hardware threads. Never changes the flight"), 0,
             kMostThreads);
  sub->add_flag("--no-page", command->no_page, "Do not write a page");
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(DemoHelp() +
              "Flights run in simulated time; the clearance from the triangles is measured in every step.\n"
              "Exit status: 0 if all arrived without a collision, 1 otherwise, 2 for bad usage or input.\n"
              "Example:\n"
              "  navnet demo city --out flights");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
