// SPDX-License-Identifier: Apache-2.0
// Runs Navigator::FindAll on a net and queries from files, as the reference of python_batch_bench.py:
//
//   batch_bench NET QUERIES RADIUS THREADS REPEATS
//
// QUERIES contains start and goal of each query as six doubles. Prints for each repetition: seconds, seconds of
// processor time, the number of complete paths, the number of way points, and the total length.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/navigator.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

using namespace navnet;

int main(int argc, char** argv) {
  if (argc != 6) return std::fprintf(stderr, "usage: batch_bench NET QUERIES RADIUS THREADS REPEATS\n"), 2;
  const Result<Net> net = LoadNet(argv[1]);
  if (!net) return std::fprintf(stderr, "%s\n", net.error().message.c_str()), 2;
  std::vector<FlightQuery> queries;
  std::ifstream file(argv[2], std::ios::binary);
  for (double ends[6]; file.read(reinterpret_cast<char*>(ends), sizeof ends);) {
    FlightQuery query;
    query.start = {ends[0], ends[1], ends[2]};
    query.goal = {ends[3], ends[4], ends[5]};
    query.radius_m = std::atof(argv[3]);
    queries.push_back(query);
  }
  const Navigator navigator(*net);
  for (int i = 0; i < std::atoi(argv[5]); ++i) {
    const std::clock_t begin = std::clock();
    Stopwatch watch;
    const std::vector<FlightPath> paths = navigator.FindAll(queries, std::atoi(argv[4]));
    const double seconds = watch.Lap();
    const double processor = double(std::clock() - begin) / CLOCKS_PER_SEC;
    size_t complete = 0, points = 0;
    double length_m = 0;
    for (const FlightPath& path : paths) {
      complete += path.status == PathStatus::Complete;
      points += path.points.size();
      length_m += path.length_m;
    }
    std::printf("%.9f %.9f %zu %zu %.17g\n", seconds, processor, complete, points, length_m);
    std::fflush(stdout);
  }
}
