// SPDX-License-Identifier: Apache-2.0
// How fast is a world sampled? One million triangles into 1000³ voxels: our sampler compared with OpenVDB's mesh
// converter, and with our sampler using simple binning instead of Embree. Also other worlds, clearance levels, and a
// sparse domain of 4096³ voxels.
//
//   build/release/bin/sample_bench                          all of it, about five minutes
//   build/release/bin/sample_bench --benchmark_filter=Asteroids
//
// Counters: millions of blocked voxels, memory of the grid in MiB, peak resident memory of the process so far in MiB.

#include <navnet/voxel/sampler.h>
#include <navnet/worlds/worlds.h>

#include "binned_triangles.h"
#include "grid/occupancy_data.h"
#include "sample/grid_plan.h"
#include "sample/mesh_sampler.h"
#include "triangles/fixed_mesh.h"

#include <benchmark/benchmark.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <sys/resource.h>
#include <map>

namespace navnet {
namespace {

const TriangleMesh& World(WorldKind kind, int64_t triangles) {
  static std::map<std::pair<WorldKind, int64_t>, TriangleMesh> worlds;
  auto [it, made] = worlds.try_emplace({kind, triangles});
  if (made) it->second = *MakeWorld({.kind = kind, .triangles = triangles});
  return it->second;
}

// Chooses the voxel size so that the world's longest side has `voxels` voxels, without a margin.
SampleOptions OptionsFor(const TriangleMesh& mesh, int voxels) {
  const Vec3 size = BoundsOf(mesh).Size();
  SampleOptions options;
  options.voxel_m = std::max({size.x, size.y, size.z}) / voxels;
  options.margin_m = 0;
  return options;
}

double PeakMebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

void Report(benchmark::State& state, const Sampling& sampling) {
  double bytes = 0;
  for (const OccupancyGrid& level : sampling.levels) bytes += double(level.memory_bytes());
  state.counters["Mvoxels"] = double(sampling.levels.back().blocked_count()) / 1e6;
  state.counters["grid_MiB"] = bytes / (1 << 20);
  state.counters["peak_MiB"] = PeakMebibytes();
}

void Ours(benchmark::State& state, WorldKind kind, int64_t triangles, int voxels, std::vector<double> radii_voxels) {
  const TriangleMesh& mesh = World(kind, triangles);
  SampleOptions options = OptionsFor(mesh, voxels);
  options.radii_m.clear();
  for (double r : radii_voxels) options.radii_m.push_back(r * *options.voxel_m);
  for (auto _ : state) {
    const Result<Sampling> sampling = Sample(mesh, options);
    if (!sampling) return state.SkipWithError(sampling.error().message.c_str());
    state.PauseTiming();
    Report(state, *sampling);
    state.ResumeTiming();
  }
}

// The same plan and rasteriser, with triangles from bins filled in one parallel pass.
void OursBinned(benchmark::State& state, WorldKind kind, int64_t triangles, int voxels) {
  const TriangleMesh& mesh = World(kind, triangles);
  const SampleOptions options = OptionsFor(mesh, voxels);
  for (auto _ : state) {
    if (!Validate(mesh)) return state.SkipWithError("invalid mesh");
    const Result<GridPlan> plan = PlanGrid(mesh, options);
    if (!plan) return state.SkipWithError(plan.error().message.c_str());
    const FixedMesh fixed = MakeFixedMesh(mesh, plan->frame, plan->bounds, 0, 0);
    const BinnedTriangles bins(fixed, plan->bounds);
    const auto trees =
        SampleNodes(fixed, plan->bounds, std::array{0.0}, bins.nodes(),
                    [&](const FixedBox& box, std::vector<uint32_t>& out) { bins.Gather(box, out); }, 0, {});
    const OccupancyGrid grid = MakeOccupancy(plan->frame, plan->bounds, 0, trees[0]);
    state.counters["Mvoxels"] = double(grid.blocked_count()) / 1e6;
  }
}

void OpenVdb(benchmark::State& state, WorldKind kind, int64_t triangles, int voxels) {
  openvdb::initialize();
  const TriangleMesh& mesh = World(kind, triangles);
  const double voxel_m = *OptionsFor(mesh, voxels).voxel_m;
  std::vector<openvdb::Vec3s> points;
  for (const Vec3& p : mesh.vertices) {
    points.emplace_back(float(p.x / voxel_m - 0.5), float(p.y / voxel_m - 0.5), float(p.z / voxel_m - 0.5));
  }
  std::vector<openvdb::Vec3I> faces;
  for (const Triangle& t : mesh.triangles) faces.emplace_back(t[0], t[1], t[2]);
  for (auto _ : state) {
    const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> adapter(points, faces);
    const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
    const auto grid = openvdb::tools::meshToVolume<openvdb::FloatGrid>(adapter, *transform, 1.0f, 1.0f,
                                                                       openvdb::tools::UNSIGNED_DISTANCE_FIELD);
    state.counters["Mvoxels"] = double(grid->activeVoxelCount()) / 1e6;
    state.counters["grid_MiB"] = double(grid->memUsage()) / (1 << 20);
  }
}

constexpr int64_t kMillion = 1'000'000;

void Register() {
  const auto add = [](const std::string& name, auto&& run) {
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->MeasureProcessCPUTime();
  };
  for (const WorldKindInfo& info : WorldKinds()) {
    const std::string world(info.name);
    const WorldKind kind = info.kind;
    add(world + "/1M_triangles/1000/navnet", [=](benchmark::State& s) { Ours(s, kind, kMillion, 1000, {0}); });
    add(world + "/1M_triangles/1000/navnet_binned", [=](benchmark::State& s) { OursBinned(s, kind, kMillion, 1000); });
    add(world + "/1M_triangles/1000/openvdb_mesh_to_volume",
        [=](benchmark::State& s) { OpenVdb(s, kind, kMillion, 1000); });
  }
  for (double r : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    add("asteroids/1M_triangles/1000/navnet_radius_" + std::to_string(r).substr(0, 3),
        [=](benchmark::State& s) { Ours(s, WorldKind::Asteroids, kMillion, 1000, {r}); });
    add("city/1M_triangles/1000/navnet_radius_" + std::to_string(r).substr(0, 3),
        [=](benchmark::State& s) { Ours(s, WorldKind::City, kMillion, 1000, {r}); });
  }
  add("asteroids/1M_triangles/1000/navnet_radii_0_2_4", [](benchmark::State& s) {
    Ours(s, WorldKind::Asteroids, kMillion, 1000, {0, 2, 4});
  });
  add("asteroids/1M_triangles/4096/navnet",
      [](benchmark::State& s) { Ours(s, WorldKind::Asteroids, kMillion, 4096, {0}); });
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) {
  navnet::Register();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
