#include "verify_command.h"

#include <navnet/core/parallel.h>
#include <navnet/core/stopwatch.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>

#include "console.h"
#include "flight_queries.h"
#include "number_option.h"
#include "parse.h"
#include "report.h"
#include "world_options.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>

namespace navnet::cli {
namespace {

// Rounding that is no violation, in voxels: distances equal to the radius within this count as kept.
constexpr double kTolerance = 1e-6;

// Whether a segment passes through the inside of a blocked voxel: pieces between the planes of the grid lie in one
// voxel each, and pieces along a face touch it only.
bool PassesThroughVoxels(const OccupancyGrid& grid, Vec3 a_world, Vec3 b_world) {
  const Vec3 a = grid.frame().ToVoxelSpace(a_world), b = grid.frame().ToVoxelSpace(b_world);
  std::vector<double> cuts = {0, 1};
  for (int k = 0; k < 3; ++k) {
    const double lo = std::min(a[k], b[k]), hi = std::max(a[k], b[k]);
    for (double plane = std::ceil(lo); plane <= hi && hi > lo; ++plane) cuts.push_back((plane - a[k]) / (b[k] - a[k]));
  }
  std::ranges::sort(cuts);
  for (size_t i = 1; i < cuts.size(); ++i) {
    const Vec3 p = a + (b - a) * ((cuts[i - 1] + cuts[i]) / 2);
    VoxelCoord voxel;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      voxel[k] = int32_t(std::floor(p[k]));
      inside = inside && p[k] - voxel[k] > kTolerance && voxel[k] + 1 - p[k] > kTolerance;
    }
    if (inside && grid.bounds().Contains(voxel) && grid.IsBlocked(voxel)) return true;
  }
  return false;
}

struct Audit {
  int64_t paths = 0, segments = 0, violations = 0, failed = 0;
  double worst_ratio = 1;
  std::string worst;  ///< Where, for people.
};

struct VerifyCommand {
  WorldOptions world;
  std::string net_file, queries = "1000", seed = "1", threads = "0";
  bool json = false;

  int Run() const {
    Stopwatch whole;
    Result<int64_t> count = ParseInteger("--queries", queries, 1, kMostQueries);
    if (!count) return Fail(count.error());
    Result<int64_t> seed_number = ParseInteger("--random-seed", seed, 0, INT64_MAX);
    if (!seed_number) return Fail(seed_number.error());
    Result<int64_t> thread_count = ParseInteger("--threads", threads, 0, kMostThreads);
    if (!thread_count) return Fail(thread_count.error());
    Result<Net> net = LoadNet(net_file, NetLoading::Map);
    if (!net) return Fail(net.error());
    Audit audit;
    {
      ProgressBar bar;
      bar.Announce("loading");
      Result<World> loaded = world.Load();
      if (!loaded) return Fail(loaded.error());
      Result<ClearanceProbe> probe = ClearanceProbe::Make(*loaded, int(*thread_count));
      if (!probe) return Fail({probe.error().code, loaded->name + ": " + probe.error().message});
      const Navigator navigator(*net);
      const auto levels = int64_t(net->levels().size());
      for (int64_t i = 0; i < levels; ++i) {
        // The queries are shared out over the levels.
        const int64_t share = *count / levels + (i < *count % levels ? 1 : 0);
        const double radius_m = net->levels()[size_t(i)].radius_m;
        const std::vector<FlightQuery> asked = RandomQueries(navigator, radius_m, share, uint64_t(*seed_number));
        if (!AuditLevel(navigator, *probe, *loaded, asked, int(*thread_count), bar.function(), audit)) {
          return Fail({ErrorCode::Cancelled, "cancelled"});
        }
      }
    }
    const bool passed = audit.violations == 0 && audit.failed == 0;
    int printed = kDone;
    if (json) {
      Json out;
      out["net"] = net_file;
      out["world"] = world.file();
      out["paths"] = audit.paths;
      out["segments"] = audit.segments;
      out["violations"] = audit.violations;
      out["failed"] = audit.failed;
      out["worst_clearance_ratio"] = audit.worst_ratio;
      out["seconds"] = whole.Lap();
      printed = PrintReport(out);
    } else {
      TextReport out;
      out.Line("audit", passed ? "passed" : "FAILED");
      out.Line("paths", Grouped(audit.paths) + ", " + Grouped(audit.segments) + " segments, " + Grouped(audit.failed) +
                            " queries without the path that must be there");
      out.Line("violations", Grouped(audit.violations) + (audit.worst.empty() ? "" : ": " + audit.worst));
      out.Line("clearance", "at worst " + Shortest(audit.worst_ratio, 6) + " times the agent's radius");
      out.Line("time", SecondsText(whole.Lap()));
      printed = PrintReport(out);
    }
    return printed != kDone ? printed : passed ? kDone : kNo;
  }

  static bool AuditLevel(const Navigator& navigator, const ClearanceProbe& probe, const World& loaded,
                         const std::vector<FlightQuery>& asked, int thread_count, const ProgressFunction& progress,
                         Audit& audit) {
    std::mutex guard;
    const double voxel_m = navigator.net().info().frame.voxel_m;
    return ParallelFor(asked.size(), thread_count, "flying", progress, [&](size_t i) {
      const FlightPath path = navigator.Find(asked[i]);
      Audit own;
      if (path.status != PathStatus::Complete) own.failed = 1;
      own.paths = path.points.empty() ? 0 : 1;
      for (size_t k = 1; k < path.points.size(); ++k) {
        ++own.segments;
        const Vec3 a = path.points[k - 1], b = path.points[k];
        double ratio = 1;
        if (path.radius_m > 0) {
          ratio = probe.SegmentClearance(a, b, 2 * path.radius_m) / path.radius_m;
        } else if (loaded.mesh()) {
          ratio = probe.SegmentClearance(a, b, voxel_m) > 0 ? 1 : 0;
        } else {
          ratio = PassesThroughVoxels(*loaded.voxels(), a, b) ? 0 : 1;
        }
        if (ratio < own.worst_ratio) own.worst_ratio = ratio;
        if (ratio * path.radius_m < path.radius_m - kTolerance * voxel_m || ratio == 0) {
          ++own.violations;
          own.worst = Text(a) + " to " + Text(b);
        }
      }
      const std::lock_guard lock(guard);
      audit.paths += own.paths;
      audit.segments += own.segments;
      audit.violations += own.violations;
      audit.failed += own.failed;
      audit.worst_ratio = std::min(audit.worst_ratio, own.worst_ratio);
      if (!own.worst.empty() && (audit.worst.empty() || own.worst < audit.worst)) audit.worst = own.worst;
    });
  }
};

}  // namespace

std::function<int()> AddVerifyCommand(CLI::App& app) {
  auto command = std::make_shared<VerifyCommand>();
  CLI::App* sub = app.add_subcommand("verify", "Audit a net: fly random paths and measure their distance to the world");
  sub->add_option("NET", command->net_file, "A file that navnet bake wrote")->required();
  command->world.AddSourceTo(*sub);
  TakesWhole(sub->add_option("--queries", command->queries, "Random paths, shared out over the net's levels")
                 ->type_name("N")
                 ->capture_default_str(),
             1, kMostQueries);
  TakesWhole(
      sub->add_option("--random-seed", command->seed, "Of the random paths")->type_name("N")->capture_default_str(), 0,
      INT64_MAX);
  TakesWhole(sub->add_option("--threads", command->threads, "Threads; 0: all the machine has. Never changes the result")
                 ->type_name("N")
                 ->capture_default_str(),
             0, kMostThreads);
  sub->add_flag("--json", command->json, "Print one JSON object instead of text");
  sub->footer(
      "Every segment of every path is held against the source triangles (or blocked voxels) with exact distances.\n"
      "Exit status: 0 no violation, 1 the audit failed, 2 bad usage or input.\n"
      "Example:\n"
      "  navnet verify city.navnet builtin:city --queries 10000");
  return [sub, command] { return sub->parsed() ? command->Run() : -1; };
}

}  // namespace navnet::cli
