// SPDX-License-Identifier: Apache-2.0
// A maze on the ground: a random spanning tree of the cells (Kruskal 1956 on shuffled walls), posts at all corners.

#include "ground_generators.h"
#include "lattice.h"
#include "random.h"

#include <vector>

namespace navnet::worlds {
namespace {

constexpr double kCorridorM = 1.0, kWallM = 0.2, kWallHeightM = 2.5, kFloorM = 0.5;
constexpr double kPitchM = kCorridorM + kWallM;

/// The walls along one line of posts; `walls[i]` stands between post i and the next.
void AddRuns(const std::vector<bool>& walls, int axis, int line, Solids& solids) {
  const double side = line * kPitchM;
  for (size_t i = 0; i < walls.size(); ++i) {
    if (!walls[i]) continue;
    size_t end = i;
    while (end < walls.size() && walls[end]) ++end;
    const double from = double(i) * kPitchM, to = double(end) * kPitchM + kWallM;
    const Rect plan = axis == 0 ? Rect{{from, side}, {to, side + kWallM}} : Rect{{side, from}, {side + kWallM, to}};
    solids.AddBox(plan, 0, kWallHeightM);
    i = end;
  }
}

}  // namespace

GroundPlan MakeGroundMaze(const GroundSceneSpec& spec) {
  const int n = spec.n;
  const size_t cells = size_t(n) * size_t(n);
  // By axis: whether there is a wall at the low side of a cell along that axis; the far border is added below.
  std::vector<bool> standing[2] = {std::vector<bool>(cells, true), std::vector<bool>(cells, true)};
  auto index = [n](int x, int y) { return size_t(y) * size_t(n) + size_t(x); };
  struct Wall {
    int axis, x, y;
  };
  std::vector<Wall> walls;
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      if (x > 0) walls.push_back({0, x, y});
      if (y > 0) walls.push_back({1, x, y});
    }
  }
  Random random(spec.seed);
  random.Shuffle(walls);
  Connections connections(cells);
  for (const Wall& w : walls) {
    const bool needed = connections.Join(index(w.x, w.y), w.axis == 0 ? index(w.x - 1, w.y) : index(w.x, w.y - 1));
    if (needed || random.Chance(spec.loops)) standing[w.axis][index(w.x, w.y)] = false;
  }

  GroundPlan plan;
  const double side_m = n * kPitchM + kWallM;
  plan.solids.AddBox({{0, 0}, {side_m, side_m}}, -kFloorM, 0);
  std::vector<bool> run(size_t(n), true);
  for (int line = 0; line <= n; ++line) {
    for (int axis : {0, 1}) {  // The direction the wall runs in: across the other axis.
      for (int i = 0; i < n; ++i) {
        run[size_t(i)] = line == n || standing[1 - axis][axis == 0 ? index(i, line) : index(line, i)];
      }
      AddRuns(run, axis, line, plan.solids);
    }
  }
  for (int y = 1; y < n; ++y) {
    for (int x = 1; x < n; ++x) {  // Posts that no wall reaches.
      if (standing[0][index(x, y)] || standing[0][index(x, y - 1)] || standing[1][index(x, y)] ||
          standing[1][index(x - 1, y)]) {
        continue;
      }
      const Vec2 post = {x * kPitchM, y * kPitchM};
      plan.solids.AddBox({post, post + Vec2{kWallM, kWallM}}, 0, kWallHeightM);
    }
  }
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      plan.places.push_back({kWallM + x * kPitchM + kCorridorM / 2, kWallM + y * kPitchM + kCorridorM / 2, 0});
    }
  }
  plan.seeds = {plan.places.front()};
  return plan;
}

}  // namespace navnet::worlds
