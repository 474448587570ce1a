// How do many agents get on with each other? Flyers on a sphere that all go to the opposite side, and flyers that cross
// a station from random places to random places, leaving it when they are there. Prints a line for each number of
// agents: how many arrived and in how much time, the least gap between any two of them and the least distance to a
// triangle at any step, and what a step takes: mean, and the longest but for the first, in which all plan.
//
//   build/release/bin/agents_bench [--threads N] [--steps N] [--size M] sphere|station COUNT…

#include <navnet/bake.h>
#include <navnet/core/stopwatch.h>
#include <navnet/runtime/crowd.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace navnet {
namespace {

constexpr double kStep_s = 0.05, kRadius_m = 0.2, kSpeed_m_s = 2;

struct Settings {
  int threads = 0, steps = 6000;
  double size_m = 40;
};

struct Figures {
  size_t count = 0, arrived = 0;
  int steps = 0;
  double least_gap_m = std::numeric_limits<double>::infinity();
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double total_ms = 0, longest_ms = 0, first_ms = 0;

  void Took(double ms) {
    if (steps++ == 0) {
      first_ms = ms;
      return;
    }
    total_ms += ms;
    longest_ms = std::max(longest_ms, ms);
  }
  void Print(const char* name) const {
    std::printf(
        "%-8s %6zu agents  %6zu arrived in %6.1f s  gap %10.2e m  clearance %8.5f m  step %8.3f ms (longest %8.3f, "
        "first %8.3f)\n",
        name, count, arrived, steps * kStep_s, least_gap_m, least_clearance_m, total_ms / std::max(1, steps - 1),
        longest_ms, first_ms);
    std::fflush(stdout);
  }
};

/// The least gap between any two, looked for along x.
template <class Agent>
double LeastGap(std::span<const Agent> agents) {
  std::vector<Vec3> places;
  for (const Agent& agent : agents) places.push_back(agent.position);
  std::ranges::sort(places, {}, &Vec3::x);
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t j = i + 1; j < places.size() && places[j].x - places[i].x < least; ++j) {
      least = std::min(least, Length(places[i] - places[j]));
    }
  }
  return least - 2 * kRadius_m;
}

void RunSphere(size_t count, const Settings& settings) {
  // Two metres between neighbours on the sphere at any number.
  const double radius = std::sqrt(double(count) / std::numbers::pi) * 1.0;
  std::vector<Mover> movers;
  std::vector<Vec3> goals;
  for (size_t i = 0; i < count; ++i) {
    const double z = 1 - (2 * double(i) + 1) / double(count), ring = std::sqrt(1 - z * z);
    const double angle = double(i) * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vec3 p = Vec3{ring * std::cos(angle), ring * std::sin(angle), z} * radius;
    movers.push_back({.position = p, .radius_m = kRadius_m, .speed_m_s = kSpeed_m_s});
    goals.push_back(p * -1);
  }
  Avoidance avoidance;
  std::vector<SafeStep> steps(count);
  Figures figures;
  figures.count = count;
  while (figures.steps < settings.steps && figures.arrived < count) {
    for (size_t i = 0; i < count; ++i) {
      const Vec3 way = goals[i] - movers[i].position;
      const double distance = Length(way), speed = std::min(kSpeed_m_s, 0.5 * distance / kStep_s);
      movers[i].preferred = distance > 0 ? way * (speed / distance) : Vec3{};
    }
    Stopwatch watch;
    if (!avoidance.Solve(movers, kStep_s, {}, steps, settings.threads)) return;
    figures.Took(1e3 * watch.Lap());
    figures.arrived = 0;
    for (size_t i = 0; i < count; ++i) {
      movers[i].position = steps[i].position;
      movers[i].velocity = steps[i].velocity;
      figures.arrived += Length(goals[i] - movers[i].position) < 0.1;
    }
    figures.least_gap_m = std::min(figures.least_gap_m, LeastGap<Mover>(movers));
  }
  figures.Print("sphere");
}

struct Station {
  Navigator navigator;
  ClearanceProbe probe;
};

std::optional<Station> MakeStation(const Settings& settings) {
  Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = WorldKind::Station, .size_m = settings.size_m});
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().message.c_str());
    return std::nullopt;
  }
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {kRadius_m};
  options.sample.seeds_world = made->places;
  options.keep = Keep::Seeds;
  const World world{"station", UpAxis::Z, std::move(made->mesh)};
  Result<Baked> baked = Bake(world, options);
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!baked || !probe) {
    std::fprintf(stderr, "%s\n", (baked ? probe.error() : baked.error()).message.c_str());
    return std::nullopt;
  }
  return Station{Navigator(baked->net), *probe};
}

void RunStation(const Station& station, size_t count, const Settings& settings) {
  Crowd crowd(station.navigator);
  uint64_t seed = 0;
  std::vector<Vec3> starts;
  while (starts.size() < count && seed < 200 * count) {
    const Vec3 p = station.navigator.RandomFree(++seed, kRadius_m).value_or(Vec3{});
    if (std::ranges::all_of(starts, [&](Vec3 q) { return Length(p - q) > 2.2 * kRadius_m; })) starts.push_back(p);
  }
  for (const Vec3 start : starts) {
    const Result<AgentId> id =
        crowd.Add({.position = start, .radius_m = kRadius_m, .limits = {.speed_m_s = kSpeed_m_s}});
    if (!id || !crowd.SetGoal(*id, station.navigator.RandomFree(++seed, kRadius_m).value_or(start))) return;
  }
  Figures figures;
  figures.count = crowd.agents().size();
  std::vector<Vec3> before;
  std::vector<AgentId> there;
  while (figures.steps < settings.steps && !crowd.agents().empty()) {
    before.clear();
    for (const AgentState& agent : crowd.agents()) before.push_back(agent.position);
    Stopwatch watch;
    if (!crowd.Step(kStep_s, settings.threads)) return;
    figures.Took(1e3 * watch.Lap());
    figures.least_gap_m = std::min(figures.least_gap_m, LeastGap(crowd.agents()));
    there.clear();
    for (size_t i = 0; i < before.size(); ++i) {
      const AgentState& agent = crowd.agents()[i];
      figures.least_clearance_m =
          std::min(figures.least_clearance_m, station.probe.SegmentClearance(before[i], agent.position, 1));
      if (agent.status == AgentStatus::Arrived) there.push_back(agent.id);
    }
    figures.arrived += there.size();
    for (const AgentId id : there) {
      if (!crowd.Remove(id)) return;
    }
  }
  figures.Print("station");
  size_t by_status[7] = {};
  for (const AgentState& agent : crowd.agents()) ++by_status[size_t(agent.status)];
  for (size_t i = 0; i < 7; ++i) {
    if (by_status[i] > 0) std::printf("  still there: %zu %s\n", by_status[i], ToString(AgentStatus(i)));
  }
}

int Main(int argc, char** argv) {
  Settings settings;
  std::string scene;
  std::vector<size_t> counts;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::atof(argv[++i]) : 0; };
    if (argument == "--threads") {
      settings.threads = int(number());
    } else if (argument == "--steps") {
      settings.steps = int(number());
    } else if (argument == "--size") {
      settings.size_m = number();
    } else if (scene.empty()) {
      scene = argument;
    } else {
      counts.push_back(size_t(std::max(0, std::atoi(argv[i]))));
    }
  }
  if ((scene != "sphere" && scene != "station") || counts.empty()) {
    std::fprintf(stderr, "agents_bench [--threads N] [--steps N] [--size M] sphere|station COUNT...\n");
    return 2;
  }
  std::optional<Station> station;
  if (scene == "station" && !(station = MakeStation(settings))) return 1;
  for (const size_t count : counts) {
    if (station) {
      RunStation(*station, count, settings);
    } else {
      RunSphere(count, settings);
    }
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
