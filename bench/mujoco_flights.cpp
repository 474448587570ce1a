// SPDX-License-Identifier: Apache-2.0
// mujoco_flights: flies NavNet's trajectories in MuJoCo and counts contacts.

#include <navnet/flights/flights.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/voxel/sampler.h>
#include <navnet/worlds/worlds.h>

#include "console.h"
#include "figures.h"
#include "flight_files.h"
#include "mujoco/mujoco_run.h"
#include "number_option.h"
#include "parse.h"
#include "program.h"
#include "report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>
#include <tuple>

namespace navnet::cli {
namespace {

// Far beyond what the vehicle can do, at both ends.
constexpr Range kLimit = {0.1, 1000}, kGust_m_s = {0, 100}, kFactor = {0.1, 10}, kMargin_m = {1e-3, 10};
constexpr int64_t kMostFlights = 1'000'000;

std::string BuiltinNames() {
  std::string names;
  for (const WorldKindInfo& info : WorldKinds()) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

/// A world, and points of the free space to fly in; none: the largest component.
struct FlownWorld {
  World world;
  std::vector<Vec3> seeds;
};

struct MujocoCommand {
  std::string world = "station", size = "0", flights = "20", seed = "1", gust = "4", margin = "0.1", speed = "5",
              acceleration = "5", jerk = "20", speed_factor = "1", ceiling = "none", voxel = "auto", threads = "0", out;
  bool json = false, no_page = false;

  void AddTo(CLI::App& app) {
    const auto add = [&app](const char* name, std::string& value, const char* type, const char* help) {
      return app.add_option(name, value, help)->type_name(type)->capture_default_str();
    };
    add("--world", world, "WORLD", ("A mesh (.obj .ply .stl .gltf .glb .dae), or built in: " + BuiltinNames()).c_str());
    TakesNumber(add("--size", size, "M", "Size of a built-in world in metres; 0: its default"), {0, kMaxWorldSizeM});
    TakesWhole(add("--flights", flights, "N", "Number of flights between random places"), 1, kMostFlights);
    TakesWhole(add("--seed", seed, "N", "Seed of places and gusts; the same number gives the same flights"), 0,
               INT64_MAX);
    TakesNumber(add("--gust", gust, "M/S", "Largest speed of the wind, which changes all the time"), kGust_m_s);
    TakesNumber(add("--margin", margin, "M",
                    "Largest tracking error to plan for: paths keep the cage's radius plus this from every triangle"),
                kMargin_m);
    TakesNumber(add("--speed", speed, "M/S", "Limit of the trajectories' speed"), kLimit);
    TakesNumber(add("--acceleration", acceleration, "M/S2", "Limit of their acceleration"), kLimit);
    TakesNumber(add("--jerk", jerk, "M/S3", "Limit of their jerk"), kLimit);
    TakesNumber(add("--speed-factor", speed_factor, "F",
                    "Fly the trajectories F times as fast as planned, beyond these limits: must fail if large"),
                kFactor);
    TakesNumber(add("--ceiling", ceiling, "M|none", "Flights stay below this height"), ranges::kCoordinate_m, "none");
    TakesNumber(add("--voxel", voxel, "M|auto", "Edge of a voxel of the net; auto: half of the agent's radius"),
                SampleOptions::kVoxel_m, "auto");
    TakesWhole(add("--threads", threads, "N", "Threads; 0: all hardware threads. Never changes the flights"), 0,
               kMostThreads);
    app.add_option("--out", out, "Write net, log and page of the flights into this folder")->type_name("DIR");
    app.add_flag("--no-page", no_page, "With --out: do not write a page");
    app.add_flag("--json", json, "Print one JSON object instead of text");
    app.footer(
        "Each flight ends at its first contact, which MuJoCo detects against every triangle near the trajectory.\n"
        "Exit status: 0 if all arrived and no tracking error exceeded the margin, 1 otherwise, 2 for bad usage or "
        "input.\n"
        "Example:\n"
        "  mujoco_flights --world forest --flights 100 --out build/mujoco");
  }

  int Run() const {
    const Stopwatch watch;
    MujocoOptions options;
    if (Status s = Read(options); !s) return Fail(s.error());
    if (!out.empty()) {
      if (Status s = MakeOutputFolder("--out", out); !s) return Fail(s.error());
    }
    std::optional<FlownWorld> flown;
    Result<MujocoRun> run = Error{};
    {
      ProgressBar bar;
      bar.Announce("loading");
      Result<FlownWorld> loaded = Load();
      if (!loaded) return Fail(loaded.error());
      flown = std::move(*loaded);
      options.progress = bar.function();
      run = FlyInMujoco(flown->world, flown->seeds, options);
    }
    if (!run) return Fail(run.error());
    const bool is_good = run->IsGood(options);
    const Summary summary = SummaryOf(*run);
    TextReport lines = ToText(options, flown->world, *run, summary);
    Json figures = ToJson(options, flown->world, *run, summary);
    if (!out.empty()) {
      const std::string stem = std::filesystem::path(flown->world.name).stem().string() + "_mujoco";
      FlightLog log = run->ToLog(options);
      const Flight flight{.title = "A quadrotor in MuJoCo: " + flown->world.name,
                          .world = std::move(flown->world),
                          .net = std::move(run->net),
                          .log = std::move(log),
                          .report = {},
                          .view = "follow=flight 1&chase=1"};
      const Result<FlightFiles> written = WriteFlight(flight, std::filesystem::path(out) / stem, world, !no_page);
      if (!written) return Fail(written.error());
      written->AddTo(lines);
      written->AddTo(figures);
    }
    lines.Line("time", SecondsText(watch.Elapsed()));
    figures["seconds"] = watch.Elapsed();
    const int printed = json ? PrintReport(figures) : PrintReport(lines);
    return printed != kDone ? printed : is_good ? kDone : kNo;
  }

 private:
  /// Distributions over all flights that were flown.
  struct Summary {
    Figures mean_error_m, max_error_m, speed_m_s, tilt_deg;
    double distance_m = 0, flown_s = 0, least_clearance_m = 0;
  };

  Status Read(MujocoOptions& options) const {
    double size_m = 0;
    for (const auto& [option, text, value] :
         {std::tuple{"--gust", &gust, &options.tracking.gust_m_s}, std::tuple{"--margin", &margin, &options.margin_m},
          std::tuple{"--speed", &speed, &options.limits.speed_m_s},
          std::tuple{"--acceleration", &acceleration, &options.limits.acceleration_m_s2},
          std::tuple{"--jerk", &jerk, &options.limits.jerk_m_s3},
          std::tuple{"--speed-factor", &speed_factor, &options.speed_factor},
          std::tuple{"--ceiling", &ceiling, &options.ceiling_m}, std::tuple{"--voxel", &voxel, &options.voxel_m},
          std::tuple{"--size", &size, &size_m}}) {
      if (*text == "none" || *text == "auto") continue;  // Those are the defaults.
      const Result<double> number = ParseNumber(option, *text);
      if (!number) return number.error();
      *value = *number;
    }
    const Result<int64_t> seed_number = ParseInteger("--seed", seed, 0, INT64_MAX);
    if (!seed_number) return seed_number.error();
    const Result<int64_t> flight_count = ParseInteger("--flights", flights, 1, kMostFlights);
    if (!flight_count) return flight_count.error();
    const Result<int64_t> thread_count = ParseInteger("--threads", threads, 0, kMostThreads);
    if (!thread_count) return thread_count.error();
    options.seed = uint64_t(*seed_number);
    options.flights = int(*flight_count);
    options.threads = int(*thread_count);
    return Ok();
  }

  Result<FlownWorld> Load() const {
    const std::optional<WorldKind> kind = WorldKindFromName(world);
    if (kind) {
      const Result<double> size_m = ParseNumber("--size", size);
      if (!size_m) return size_m.error();
      Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = *kind, .size_m = *size_m});
      if (!made) return made.error();
      return FlownWorld{{world, UpAxis::Z, std::move(made->mesh)}, std::move(made->places)};
    }
    if (!std::filesystem::exists(world)) {
      return Error{ErrorCode::NotFound,
                   "--world: '" + world + "' is neither a file nor a built-in world: " + BuiltinNames()};
    }
    if (size != "0") return Error{ErrorCode::InvalidArgument, "--size is for built-in worlds: leave it out for a file"};
    Result<World> loaded = LoadWorld(world);
    if (!loaded) return loaded.error();
    return FlownWorld{std::move(*loaded), {}};
  }

  static Summary SummaryOf(const MujocoRun& run) {
    Summary summary;
    std::vector<double> means, worst, speeds, tilts;
    summary.least_clearance_m = std::numeric_limits<double>::infinity();
    for (const MujocoFlight& flight : run.flights) {
      if (flight.tracked.end == TrackedEnd::NoTrajectory) continue;
      means.push_back(flight.tracked.mean_error_m);
      worst.push_back(flight.tracked.max_error_m);
      speeds.push_back(flight.tracked.max_speed_m_s);
      tilts.push_back(flight.tracked.max_tilt_rad * 180 / std::numbers::pi);
      summary.distance_m += flight.tracked.length_m;
      summary.flown_s += flight.tracked.duration_s;
      summary.least_clearance_m = std::min(summary.least_clearance_m, flight.tracked.least_clearance_m);
    }
    summary.mean_error_m = FiguresOf(means);
    summary.max_error_m = FiguresOf(worst);
    summary.speed_m_s = FiguresOf(speeds);
    summary.tilt_deg = FiguresOf(tilts);
    return summary;
  }

  static TextReport ToText(const MujocoOptions& options, const World& flown, const MujocoRun& run,
                           const Summary& summary) {
    const auto metres = [](double value) { return Shortest(value, 3) + " m"; };
    const Quadrotor& quadrotor = options.tracking.quadrotor;
    TextReport out;
    out.Line("world", flown.name + ", " + Grouped(int64_t(flown.mesh()->triangles.size())) + " triangles");
    out.Line("agent", metres(options.AgentRadius()) + ": the cage's " + metres(quadrotor.cage_m) + " and a margin of " +
                          metres(options.margin_m));
    out.Line("limits", Shortest(options.limits.speed_m_s) + " m/s, " + Shortest(options.limits.acceleration_m_s2) +
                           " m/s2, " + Shortest(options.limits.jerk_m_s3) + " m/s3; flown at " +
                           Shortest(options.speed_factor) + " times the planned speed");
    out.Line("wind", "gusts up to " + Shortest(options.tracking.gust_m_s) + " m/s");
    out.Line("flights", Grouped(int64_t(run.flights.size())) + ": " +
                            Grouped(int64_t(run.CountOf(TrackedEnd::Arrived))) + " arrived, " +
                            Grouped(int64_t(run.CountOf(TrackedEnd::Contact))) + " touched the world, " +
                            Grouped(int64_t(run.CountOf(TrackedEnd::Lost))) + " lost, " +
                            Grouped(int64_t(run.CountOf(TrackedEnd::NoTrajectory))) + " without a trajectory");
    out.Line("flown", Shortest(summary.distance_m, 5) + " m in " + Shortest(summary.flown_s, 5) + " s; fastest " +
                          Shortest(summary.speed_m_s.max, 3) + " m/s, tilted up to " +
                          Shortest(summary.tilt_deg.max, 3) + " degrees");
    out.Line("tracking", "off the trajectory by " + metres(summary.mean_error_m.mean) + " on average, at most " +
                             metres(summary.max_error_m.max) +
                             "; largest error of a flight: " + FiguresText(summary.max_error_m, 3) +
                             " m; beyond the margin in " + Grouped(int64_t(run.BeyondMargin(options))) + " flights");
    if (std::isfinite(summary.least_clearance_m)) {
      out.Line("clearance", metres(summary.least_clearance_m) + " from the nearest triangle at least, radius " +
                                metres(quadrotor.cage_m));
    }
    return out;
  }

  static Json ToJson(const MujocoOptions& options, const World& flown, const MujocoRun& run, const Summary& summary) {
    Json out;
    out["world"] = flown.name;
    out["triangles"] = flown.mesh()->triangles.size();
    out["cage_m"] = options.tracking.quadrotor.cage_m;
    out["margin_m"] = options.margin_m;
    out["radius_m"] = options.AgentRadius();
    out["gust_m_s"] = options.tracking.gust_m_s;
    out["speed_factor"] = options.speed_factor;
    out["flights"] = run.flights.size();
    for (const TrackedEnd end :
         {TrackedEnd::Arrived, TrackedEnd::Contact, TrackedEnd::Lost, TrackedEnd::NoTrajectory}) {
      out[ToString(end)] = run.CountOf(end);
    }
    out["beyond_margin"] = run.BeyondMargin(options);
    out["distance_m"] = summary.distance_m;
    out["flown_s"] = summary.flown_s;
    out["mean_error_m"] = navnet::cli::ToJson(summary.mean_error_m);
    out["max_error_m"] = navnet::cli::ToJson(summary.max_error_m);
    out["max_speed_m_s"] = navnet::cli::ToJson(summary.speed_m_s);
    out["max_tilt_deg"] = navnet::cli::ToJson(summary.tilt_deg);
    out["least_clearance_m"] = std::isfinite(summary.least_clearance_m) ? Json(summary.least_clearance_m) : Json();
    return out;
  }
};

std::function<int()> SetUp(CLI::App& app) {
  auto command = std::make_shared<MujocoCommand>();
  command->AddTo(app);
  return [command] { return command->Run(); };
}

}  // namespace
}  // namespace navnet::cli

int main(int argc, char** argv) {
  return navnet::cli::RunProgram(argc, argv, "mujoco_flights",
                                 "A simulated quadrotor flies NavNet's trajectories in MuJoCo, in gusts, among the "
                                 "world's triangles.",
                                 navnet::cli::SetUp);
}
