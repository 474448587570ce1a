// SPDX-License-Identifier: Apache-2.0
// How long does a journey query take? Random journeys of agents that walk and fly between places on the ground and in
// the air of a net, on one thread. Prints the time, the nodes expanded and the walks and flights computed: median,
// 99th percentile, and maximum. With --list also prints the status, seconds and legs of each journey, to compare two
// builds.
//
// --no-fly N puts N forbidden boxes along each journey; --floor and --ceiling limit the height of flights. --max-fly
// SHARE limits the metres flown to this share of what each journey flies without a limit.
//
//   build/release/bin/travel_bench [--count N] [--radius M] [--no-fly N] [--floor M] [--ceiling M] [--max-fly SHARE]
//                                  [--list] NET…

#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/travel.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace navnet {
namespace {

struct Settings {
  int count = 200;
  double radius_m = 0.25;
  int no_fly = 0;
  double floor_m = -std::numeric_limits<double>::infinity(), ceiling_m = std::numeric_limits<double>::infinity();
  double max_fly = std::numeric_limits<double>::infinity();
  bool list = false;
};

// Makes forbidden boxes along the straight line, each about a fifth of it wide; every second one is unbounded
// vertically.
void MakeNoFly(const TravelQuery& query, int count, uint64_t number, std::vector<CostRegion>& regions) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(number);
  const auto uniform = [&](double lo, double hi) { return lo + (hi - lo) * double(random() >> 11) * 0x1p-53; };
  const Vec3 way = query.goal - query.start;
  regions.clear();
  for (int i = 0; i < count; ++i) {
    const Vec3 middle = query.start + way * uniform(0.2, 0.8);
    Vec3 half;
    for (int a = 0; a < 3; ++a) half[a] = uniform(0.05, 0.15) * Length(way);
    Box3 box{middle - half, middle + half};
    if (i % 2 == 0) box.min.z = -kInfinity, box.max.z = kInfinity;
    regions.push_back({box, kInfinity});
  }
}

// Of every four journeys, one begins and ends on the ground and one in the air. Every fifth has about a third of the
// links closed.
TravelQuery MakeQuery(const Navigator& navigator, const Settings& settings, uint64_t number,
                      std::vector<uint32_t>& closed, std::vector<CostRegion>& regions) {
  std::mt19937_64 random(number);
  const auto one_of = [&](std::initializer_list<double> values) { return values.begin()[random() % values.size()]; };
  TravelQuery query;
  query.agent.radius_m = settings.radius_m * one_of({1, 1, 0.6});
  query.agent.walk_m_s = one_of({1.4, 1.4, 1.4, 4});
  query.agent.fly_m_s = one_of({5, 5, 8, 1});
  query.agent.switch_s = one_of({2, 2, 0.2, 5});
  const auto place = [&](bool on_ground) {
    const auto p = on_ground ? navigator.walker()->RandomWalkable(random(), settings.radius_m)
                             : navigator.RandomFree(random(), settings.radius_m);
    return p.value_or(Vec3{});
  };
  query.start = place(number % 4 < 2);
  query.goal = place(number % 2 == 0);
  closed.clear();
  const size_t links = navigator.ground().links.size();
  for (uint32_t i = 0; number % 5 == 0 && i < links; ++i) {
    if (random() % 3 == 0) closed.push_back(i);
  }
  query.closed_links = closed;
  MakeNoFly(query, settings.no_fly, number, regions);
  query.fly_regions = regions;
  query.floor_m = settings.floor_m;
  query.ceiling_m = settings.ceiling_m;
  return query;
}

void Print(const char* what, std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const size_t last = values.size() - 1;
  std::printf("  %s p50 %.3f p99 %.3f most %.3f", what, values[last / 2], values[last * 99 / 100], values[last]);
}

int Measure(const char* path, const Settings& settings) {
  const Result<Net> net = LoadNet(path);
  if (!net) {
    std::fprintf(stderr, "%s\n", net.error().message.c_str());
    return 1;
  }
  const Navigator navigator(*net);
  if (!navigator.walker()) {
    std::fprintf(stderr, "%s: has no ground; bake it with --walk\n", path);
    return 1;
  }
  Stopwatch clock;
  const Traveller traveller(navigator);
  const double made_ms = 1e3 * clock.Lap();
  QueryContext context;
  TravelPath answer;
  std::vector<uint32_t> closed;
  std::vector<CostRegion> regions;
  std::vector<double> times_ms, expanded, legs;
  int complete = 0;
  for (int i = 0; i < settings.count; ++i) {
    TravelQuery query = MakeQuery(navigator, settings, uint64_t(i), closed, regions);
    if (std::isfinite(settings.max_fly)) {
      traveller.Find(query, context, answer);
      query.max_fly_m = settings.max_fly * answer.flown_m;
    }
    clock.Lap();
    traveller.Find(query, context, answer);
    times_ms.push_back(1e3 * clock.Lap());
    expanded.push_back(double(answer.expanded));
    legs.push_back(double(answer.legs));
    complete += answer.status == PathStatus::Complete;
    if (settings.list) {
      std::printf("%d %s %.12g %lld %.3f %g %g %g %g", i, ToString(answer.status), answer.cost_s,
                  static_cast<long long>(answer.legs), times_ms.back(), query.agent.radius_m, query.agent.walk_m_s,
                  query.agent.fly_m_s, query.agent.switch_s);
      for (const TravelSegment& s : answer.segments) std::printf(" %s:%.1f", ToString(s.mode), s.length_m);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  std::printf("%s: made in %.1f ms, %d of %d complete", path, made_ms, complete, settings.count);
  Print("ms", times_ms);
  Print("nodes", expanded);
  Print("legs", legs);
  std::printf("\n");
  return 0;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) {
  navnet::Settings settings;
  std::vector<const char*> nets;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const bool has_value = i + 1 < argc;
    if (arg == "--list") {
      settings.list = true;
    } else if (arg == "--count" && has_value) {
      settings.count = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--radius" && has_value) {
      settings.radius_m = std::atof(argv[++i]);
    } else if (arg == "--max-fly" && has_value) {
      settings.max_fly = std::atof(argv[++i]);
    } else if (arg == "--no-fly" && has_value) {
      settings.no_fly = std::atoi(argv[++i]);
    } else if (arg == "--floor" && has_value) {
      settings.floor_m = std::atof(argv[++i]);
    } else if (arg == "--ceiling" && has_value) {
      settings.ceiling_m = std::atof(argv[++i]);
    } else {
      nets.push_back(argv[i]);
    }
  }
  if (nets.empty()) {
    std::fprintf(stderr,
                 "usage: travel_bench [--count N] [--radius M] [--no-fly N] [--floor M] [--ceiling M] "
                 "[--list] NET…\n");
  }
  int status = nets.empty() ? 1 : 0;
  for (const char* net : nets) status |= navnet::Measure(net, settings);
  return status;
}
