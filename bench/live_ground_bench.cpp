// SPDX-License-Identifier: Apache-2.0
// How long does the ground take to follow an edit, compared with building it from scratch? Prints a Markdown table.
//
//   live_ground_bench [--edits N] [--threads N] [SCENE[,N]…]     SCENE: see GroundSceneKinds()
//
// Prints for each kind of edit the median over N edits (20). A car of 4.5 x 1.8 x 1.5 m moves by a metre each time, a
// door leaf of 0.9 x 0.1 x 2.1 m appears and disappears, both on the ground; a crate above everything else moves by a
// metre, once with seeds, so that its top is not ground. The last ground of each kind is compared with one built from
// scratch.

#include <navnet/internal/bake/ground/ground_maker.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "support/net_bounds.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace navnet {
namespace {

template <class T>
bool Same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool Same(const Ground& a, const Ground& b) {
  return Same(a.corners, b.corners) && Same(a.patches, b.patches) && Same(a.walls, b.walls) &&
         Same(a.vertices, b.vertices) && Same(a.edges, b.edges) && Same(a.bends, b.bends) && Same(a.spokes, b.spokes) &&
         Same(a.links, b.links);
}

/// The obstacle added to the scene at an edit; an empty box: none.
using ObstacleAt = std::function<Box3(int edit)>;

/// Median time of an edit in milliseconds; negative on failure.
double Follow(const TriangleMesh& base, const NetInfo& info, const BakeOptions& options, int edits,
              const ObstacleAt& obstacle_at) {
  const auto mesh_at = [&](int edit) {
    TriangleMesh mesh = base;
    const Box3 box = obstacle_at(edit);
    if (box.min.x <= box.max.x) mesh.Append(MakeBox(box));
    return mesh;
  };
  GroundMaker live(info, options);
  std::vector<double> ms;
  for (int edit = -1; edit <= edits; ++edit) {  // The first two fill the caches.
    const TriangleMesh mesh = mesh_at(edit);
    Stopwatch watch;
    const auto ground = live.Make(mesh, {});
    if (edit > 0) ms.push_back(1e3 * watch.Lap());
    if (!ground) return -1;
    if (edit < edits) continue;
    const auto fresh = GroundMaker(info, options).Make(mesh, {});
    if (!fresh || !Same(**ground, **fresh)) return -1;
  }
  std::ranges::nth_element(ms, ms.begin() + ptrdiff_t(ms.size() / 2));
  return ms[ms.size() / 2];
}

bool Run(const std::string& text, int edits, int threads) {
  const size_t comma = std::min(text.find(','), text.size());
  const std::optional<GroundSceneKind> kind = GroundSceneKindFromName(text.substr(0, comma));
  if (!kind) return std::fprintf(stderr, "%s: no such scene\n", text.c_str()), false;
  const int n = comma < text.size() ? std::atoi(text.c_str() + comma + 1) : 0;
  const Result<GroundScene> scene = MakeGroundScene({.kind = *kind, .n = n});
  if (!scene) return std::fprintf(stderr, "%s: %s\n", text.c_str(), scene.error().message.c_str()), false;

  BakeOptions options;
  options.walk.emplace();
  options.sample.threads = threads;
  Box3 bounds = BoundsOf(scene->mesh);
  bounds.max.z += 10;
  const NetInfo info = InfoAround(bounds);
  Stopwatch watch;
  const auto fresh = GroundMaker(info, options).Make(scene->mesh, {});
  const double fresh_ms = 1e3 * watch.Lap();
  if (!fresh) return std::fprintf(stderr, "%s: %s\n", text.c_str(), fresh.error().message.c_str()), false;

  const Vec3 at = scene->places[0];
  const auto car = [&](int edit) {
    const double x = at.x + edit % 8;
    return Box3{{x, at.y, at.z}, {x + 4.5, at.y + 1.8, at.z + 1.5}};
  };
  const auto door = [&](int edit) { return edit % 2 ? Box3{at, {at.x + 0.9, at.y + 0.1, at.z + 2.1}} : Box3{}; };
  const auto crate = [&](int edit) {
    const double x = at.x + edit % 8, z = bounds.max.z - 5;
    return Box3{{x, at.y, z}, {x + 2, at.y + 2, z + 2}};
  };
  BakeOptions seeded = options;
  seeded.walk->seeds_world = scene->seeds;
  std::printf("| %s | %zu | %.0f |", text.c_str(), scene->mesh.triangles.size(), fresh_ms);
  bool good = true;
  for (const double ms :
       {Follow(scene->mesh, info, options, edits, car), Follow(scene->mesh, info, options, edits, door),
        Follow(scene->mesh, info, options, edits, crate), Follow(scene->mesh, info, seeded, edits, crate)}) {
    std::printf(" %.1f (%.0fx) |", ms, fresh_ms / ms);
    good &= ms >= 0;
  }
  std::printf(good ? "\n" : " NOT THE SAME\n");
  std::fflush(stdout);
  return good;
}

int Main(int argc, char** argv) {
  int edits = 20, threads = 1;
  std::vector<std::string> scenes;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    const bool last = i + 1 == argc;
    if (arg == "--edits" && !last) {
      edits = std::max(1, std::atoi(argv[++i]));
    } else if (arg == "--threads" && !last) {
      threads = std::max(0, std::atoi(argv[++i]));
    } else {
      scenes.emplace_back(arg);
    }
  }
  if (scenes.empty()) scenes = {"garage,4", "garage,12", "storeys,6", "town,30", "town,125"};
  std::printf("| scene | triangles | fresh ms | car ms | door ms | crate in the air ms | the same, seeded ms |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  bool good = true;
  for (const std::string& scene : scenes) good &= Run(scene, edits, threads);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace navnet

int main(int argc, char** argv) { return navnet::Main(argc, argv); }
