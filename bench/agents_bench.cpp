// SPDX-License-Identifier: Apache-2.0
// How well do many agents avoid each other? Prints a line for each number of agents: how many arrived and in how much
// time, the least gap between any two agents and the least distance to a triangle over all steps, and the time of a
// step: mean, and maximum without the first step, in which all agents plan. Agents are removed when they arrive.
//
//   build/release/bin/agents_bench [--threads N] [--seconds S] [--size M] [--seed N] [--walk] [--walkers N] [--where]
//                                  SCENE COUNT…
//
// COUNT flyers, or walkers with --walk; --walkers N adds N walkers to the flyers. The hash at the end of a line covers
// all positions at all steps: the same crowd gives the same hash for any number of threads.
//
//   sphere                    flyers that all go to the opposite side, in the open
//   station, city, maze, …    from random places to random places; --size metres; in the city below 12 m
//   town, storeys, …          walkers on scenes of the ground; --size is their number of parts
//   door, gate, lane          half of them from one room, half from the other, through a hole for one, a door for two
//                             or more, or a lane for one of 8 m with a pocket in the middle

#include <navnet/bake.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/runtime/crowd.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "support/passages.h"

#include <algorithm>
#include <bit>
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

constexpr double kStep_s = 0.05, kRadius_m = 0.2;
constexpr double kLow_m = 12;  // Maximum height of starts and goals in the city.

struct Settings {
  int threads = 0;
  double seconds = 600, size_m = 0;
  uint64_t seed = 1;
  bool walks = false;
  size_t walkers = 0;  // In addition to the flyers.
  bool says_where = false;

  bool needs_ground() const { return walks || walkers > 0; }
};

double SpeedOf(AgentKind kind) { return kind == AgentKind::Walker ? 1.5 : 2; }

struct Figures {
  size_t count = 0, arrived = 0;
  int steps = 0;
  double least_gap_m = std::numeric_limits<double>::infinity();
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double total_ms = 0, longest_ms = 0, first_ms = 0;
  uint64_t bits = 0;

  void Saw(Vec3 place) {
    for (int a = 0; a < 3; ++a) bits = (bits ^ std::bit_cast<uint64_t>(place[a])) * 0x9E3779B97F4A7C15ull;
    bits ^= bits >> 29;
  }
  double seconds() const { return steps * kStep_s; }
  void Took(double ms) {
    if (steps++ == 0) {
      first_ms = ms;
      return;
    }
    total_ms += ms;
    longest_ms = std::max(longest_ms, ms);
  }
  void Print(const std::string& name) const {
    std::printf(
        "%-8s %6zu agents  %6zu arrived in %6.1f s  gap %10.2e m  clearance %8.5f m  step %8.3f ms (longest %8.3f, "
        "first %8.3f)  bits %016llx\n",
        name.c_str(), count, arrived, seconds(), least_gap_m, least_clearance_m, total_ms / std::max(1, steps - 1),
        longest_ms, first_ms, static_cast<unsigned long long>(bits));
    std::fflush(stdout);
  }
};

/// Distance between the surfaces of two agents. Walkers are upright cylinders; infinite for two walkers that do not
/// overlap in height.
template <class Agent>
double Gap(const Agent& a, const Agent& b) {
  if (b.kind == AgentKind::Flyer && a.kind == AgentKind::Walker) return Gap(b, a);
  const Vec3 apart = a.position - b.position;
  const double both = a.radius_m + b.radius_m, height = WalkOptions{}.height_m;
  if (b.kind == AgentKind::Flyer) return Length(apart) - both;
  const double beside = std::hypot(apart.x, apart.y) - both;
  if (a.kind == AgentKind::Walker) {
    return std::abs(apart.z) < height ? beside : std::numeric_limits<double>::infinity();
  }
  const double away = std::max({apart.z - height, -apart.z, 0.0}), aside = beside + a.radius_m;
  return aside <= 0 ? away - a.radius_m : std::hypot(aside, away) - a.radius_m;
}

/// The least gap between any two agents, by sweeping along x.
template <class Agent>
double LeastGap(std::span<const Agent> agents) {
  std::vector<Agent> sorted(agents.begin(), agents.end());
  std::ranges::sort(sorted, {}, [](const Agent& agent) { return agent.position.x; });
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < sorted.size(); ++i) {
    for (size_t j = i + 1; j < sorted.size(); ++j) {
      if (sorted[j].position.x - sorted[i].position.x > least + 2 * kRadius_m) break;
      least = std::min(least, Gap(sorted[i], sorted[j]));
    }
  }
  return least;
}

void RunSphere(size_t count, const Settings& settings) {
  // 4 m² of the sphere per agent: about two metres between neighbours for any count.
  const double radius = std::sqrt(double(count) / std::numbers::pi) * 1.0;
  std::vector<Mover> movers;
  std::vector<Vec3> goals;
  for (size_t i = 0; i < count; ++i) {
    const double z = 1 - (2 * double(i) + 1) / double(count), ring = std::sqrt(1 - z * z);
    const double angle = double(i) * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vec3 p = Vec3{ring * std::cos(angle), ring * std::sin(angle), z} * radius;
    movers.push_back({.position = p, .radius_m = kRadius_m, .speed_m_s = SpeedOf(AgentKind::Flyer)});
    goals.push_back(p * -1);
  }
  Avoidance avoidance;
  std::vector<SafeStep> steps(count);
  Figures figures;
  figures.count = count;
  while (figures.seconds() < settings.seconds && figures.arrived < count) {
    for (size_t i = 0; i < count; ++i) {
      const Vec3 way = goals[i] - movers[i].position;
      const double distance = Length(way), speed = std::min(movers[i].speed_m_s, 0.5 * distance / kStep_s);
      movers[i].preferred = distance > 0 ? way * (speed / distance) : Vec3{};
    }
    Stopwatch watch;
    if (!avoidance.Solve(movers, kStep_s, {}, steps, settings.threads)) return;
    figures.Took(1e3 * watch.Lap());
    figures.arrived = 0;
    for (size_t i = 0; i < count; ++i) {
      movers[i].position = steps[i].position;
      movers[i].velocity = steps[i].velocity;
      figures.Saw(movers[i].position);
      figures.arrived += Length(goals[i] - movers[i].position) < 0.1;
    }
    figures.least_gap_m = std::min(figures.least_gap_m, LeastGap<Mover>(movers));
  }
  figures.Print("sphere");
}

/// A world and where its agents start and go.
struct Scene {
  std::string name;
  Navigator navigator;
  ClearanceProbe probe;
  bool has_sides = false;  ///< Goals lie on the other side of `middle_m` along x.
  double middle_m = 0;     ///< In metres along x.
};

std::optional<Scene> Bake(const std::string& name, ProceduralWorld made, double voxel_m, bool walks) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = {kRadius_m};
  options.sample.seeds_world = made.places;
  options.keep = Keep::Seeds;
  if (walks) options.walk = WalkOptions{};
  const World world{name, UpAxis::Z, std::move(made.mesh)};
  Result<Baked> baked = Bake(world, options);
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!baked || !probe) {
    std::fprintf(stderr, "%s\n", (baked ? probe.error() : baked.error()).message.c_str());
    return std::nullopt;
  }
  return Scene{name, Navigator(baked->net), *probe};
}

std::optional<Scene> MakeScene(const std::string& name, const Settings& settings) {
  const bool walks = settings.needs_ground();
  std::optional<PassageSpec> passage;
  if (name == "door") passage = {.width_m = 0.75, .height_m = walks ? 2.1 : 0.75};
  if (name == "gate") passage = {.width_m = 1.25};
  if (name == "lane") passage = {.wall_m = 8, .width_m = 0.75, .height_m = walks ? 2.1 : 0.75, .pocket_m = 1.25};
  if (passage) {
    auto scene = Bake(name, MakePassage(*passage), 0.1, walks);
    if (!scene) return std::nullopt;
    scene->has_sides = true;
    scene->middle_m = 0.5 * PassageEnd(*passage);
    return scene;
  }
  if (const auto kind = GroundSceneKindFromName(name); kind && walks) {
    Result<GroundScene> made = MakeGroundScene({.kind = *kind, .seed = settings.seed, .n = int(settings.size_m)});
    if (made) {
      for (Vec3& seed : made->seeds) seed.z += 1;  // Moves the seed from the ground into the air.
      return Bake(name, {std::move(made->mesh), std::move(made->seeds)}, 0.25, walks);
    }
    std::fprintf(stderr, "%s\n", made.error().message.c_str());
    return std::nullopt;
  }
  const auto kind = WorldKindFromName(name);
  if (!kind) {
    std::fprintf(stderr, "There is no scene called '%s'.\n", name.c_str());
    return std::nullopt;
  }
  Result<ProceduralWorld> made =
      MakeWorldWithPlaces({.kind = *kind, .seed = settings.seed, .size_m = settings.size_m, .loops = 0.2});
  if (made) return Bake(name, std::move(*made), 0.25, walks);
  std::fprintf(stderr, "%s\n", made.error().message.c_str());
  return std::nullopt;
}

/// Adds agents at random places, with random reachable goals.
void AddAgents(Crowd& crowd, const Scene& scene, AgentKind kind, size_t count, uint64_t seed) {
  const bool walks = kind == AgentKind::Walker;
  const Navigator& navigator = scene.navigator;
  const auto place = [&](std::optional<bool> beyond) -> std::optional<Vec3> {
    const auto p =
        walks ? navigator.walker()->RandomWalkable(++seed, kRadius_m) : navigator.RandomFree(++seed, kRadius_m);
    if (!p || (scene.has_sides && beyond && (p->x > scene.middle_m) != *beyond)) return std::nullopt;
    if (scene.has_sides && std::abs(p->x - scene.middle_m) < 0.5 * scene.middle_m - 1) return std::nullopt;
    return scene.name == "city" && p->z > kLow_m ? std::nullopt : p;
  };
  size_t added = 0;
  for (size_t tries = 0; added < count && tries < 500 * count; ++tries) {
    const auto start = place(std::nullopt);
    if (!start) continue;
    AgentState agent;
    agent.kind = kind;
    agent.position = *start;
    agent.radius_m = kRadius_m;
    if (std::ranges::any_of(crowd.agents(), [&](const AgentState& other) {
          return kind == other.kind ? Length(agent.position - other.position) < 2.2 * kRadius_m
                                    : Gap(agent, other) < 0.2 * kRadius_m;
        })) {
      continue;
    }
    std::optional<Vec3> goal;
    while (!goal) goal = place(start->x < scene.middle_m);
    if (walks) {
      const WalkPath path = navigator.walker()->Find({.start = *start, .goal = *goal, .radius_m = kRadius_m});
      if (path.status != PathStatus::Complete) continue;
    }
    const Result<AgentId> id =
        crowd.Add({.kind = kind, .position = *start, .radius_m = kRadius_m, .limits = {.speed_m_s = SpeedOf(kind)}});
    added += id && crowd.SetGoal(*id, *goal);
  }
}

void RunScene(const Scene& scene, size_t count, const Settings& settings) {
  Crowd crowd(scene.navigator);
  const uint64_t seed = settings.seed * 1'000'000'007;
  AddAgents(crowd, scene, settings.walks ? AgentKind::Walker : AgentKind::Flyer, count, seed);
  AddAgents(crowd, scene, AgentKind::Walker, settings.walkers, ~seed);
  Figures figures;
  figures.count = crowd.agents().size();
  std::vector<Vec3> before;
  std::vector<AgentId> there;
  while (figures.seconds() < settings.seconds && !crowd.agents().empty()) {
    before.clear();
    for (const AgentState& agent : crowd.agents()) before.push_back(agent.position);
    Stopwatch watch;
    if (!crowd.Step(kStep_s, settings.threads)) return;
    figures.Took(1e3 * watch.Lap());
    figures.least_gap_m = std::min(figures.least_gap_m, LeastGap(crowd.agents()));
    there.clear();
    for (size_t i = 0; i < before.size(); ++i) {
      const AgentState& agent = crowd.agents()[i];
      // Walkers touch the ground, so their clearance is that to the ground's walls.
      const double clearance = agent.kind == AgentKind::Walker
                                   ? scene.navigator.walker()->ClearanceAt(agent.position)
                                   : scene.probe.SegmentClearance(before[i], agent.position, 1);
      figures.Saw(agent.position);
      figures.least_clearance_m = std::min(figures.least_clearance_m, clearance);
      if (agent.status == AgentStatus::Arrived) there.push_back(agent.id);
    }
    figures.arrived += there.size();
    for (const AgentId id : there) {
      if (!crowd.Remove(id)) return;
    }
  }
  figures.Print(scene.name);
  size_t by_status[7] = {};
  for (const AgentState& agent : crowd.agents()) {
    ++by_status[size_t(agent.status)];
    if (settings.says_where) {
      std::printf("  %zu: %s %s at %.2f %.2f %.2f\n", size_t(agent.id.slot), ToString(agent.status),
                  agent.kind == AgentKind::Walker ? "walker" : "flyer", agent.position.x, agent.position.y,
                  agent.position.z);
    }
  }
  for (size_t i = 0; i < 7; ++i) {
    if (by_status[i] > 0) std::printf("  still there: %zu %s\n", by_status[i], ToString(AgentStatus(i)));
  }
}

int Main(int argc, char** argv) {
  Settings settings;
  std::string name;
  std::vector<size_t> counts;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::atof(argv[++i]) : 0; };
    if (argument == "--threads") {
      settings.threads = int(number());
    } else if (argument == "--seconds") {
      settings.seconds = number();
    } else if (argument == "--size") {
      settings.size_m = number();
    } else if (argument == "--seed") {
      settings.seed = uint64_t(number());
    } else if (argument == "--walk") {
      settings.walks = true;
    } else if (argument == "--walkers") {
      settings.walkers = size_t(std::max(0.0, number()));
    } else if (argument == "--where") {
      settings.says_where = true;
    } else if (name.empty()) {
      name = argument;
    } else {
      counts.push_back(size_t(std::max(0, std::atoi(argv[i]))));
    }
  }
  if (name.empty() || counts.empty()) {
    std::fprintf(stderr,
                 "agents_bench [--threads N] [--seconds S] [--size M] [--seed N] [--walk] [--walkers N] [--where] "
                 "SCENE COUNT...\n");
    return 2;
  }
  if (name == "sphere") {
    for (const size_t count : counts) RunSphere(count, settings);
    return 0;
  }
  const std::optional<Scene> scene = MakeScene(name, settings);
  if (!scene) return 1;
  for (const size_t count : counts) RunScene(*scene, count, settings);
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
