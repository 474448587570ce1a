// SPDX-License-Identifier: Apache-2.0
// The search, compared with slow ones on the same graph.

#include "flight/flight_search.h"

#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/runtime/navigator.h>

#include "flight/corridor.h"
#include "flight/taut_path.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <queue>

namespace navnet {
namespace {

using ranges::kInfinity;

Vec3 CentreOf(const VoxelBox& box) {
  return Vec3{double(box.lo.x + box.hi.x), double(box.lo.y + box.hi.y), double(box.lo.z + box.hi.z)} * 0.5;
}

// Whether a cell of `to` can be reached from one of `from`, by flood fill.
bool IsConnected(const NetLevel& level, const TouchingCells& from, const TouchingCells& to) {
  std::vector<bool> seen(level.cells.size());
  std::vector<uint32_t> open(from.begin(), from.end());
  for (const uint32_t cell : open) seen[cell] = true;
  for (size_t i = 0; i < open.size(); ++i) {
    if (std::find(to.begin(), to.end(), open[i]) != to.end()) return true;
    for (const NetNeighbour& link : level.NeighboursOf(open[i])) {
      if (!seen[link.cell]) open.push_back(link.cell);
      seen[link.cell] = true;
    }
  }
  return false;
}

struct Way {
  double length = kInfinity;
  std::vector<uint32_t> cells;
};

// Dijkstra's way from contact to contact, straight from centre to centre: each contact with the cell it leads into is a
// node, so nothing is lost where ways to a cell differ.
Way ByCentres(const NetLevel& level, Vec3 start, Vec3 goal, const TouchingCells& starts, const TouchingCells& goals) {
  struct Node {
    double length = kInfinity;
    int64_t parent = -1;
  };
  std::vector<Node> nodes(level.neighbours.size());
  std::vector<uint32_t> owner(level.neighbours.size());
  for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
    for (uint32_t i = level.first_neighbour[cell]; i < level.first_neighbour[cell + 1]; ++i) owner[i] = cell;
  }
  using Entry = std::pair<double, int64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  Way best;
  const auto path_to = [&](int64_t link, uint32_t only) {
    std::vector<uint32_t> cells;
    if (link < 0) cells.push_back(only);
    for (; link >= 0; link = nodes[size_t(link)].parent) {
      cells.insert(cells.begin(), level.neighbours[size_t(link)].cell);
      if (nodes[size_t(link)].parent < 0) cells.insert(cells.begin(), owner[size_t(link)]);
    }
    return cells;
  };
  const auto expand = [&](uint32_t cell, Vec3 at, double so_far, int64_t from) {
    if (std::find(goals.begin(), goals.end(), cell) != goals.end() && so_far + Length(goal - at) < best.length) {
      best = {so_far + Length(goal - at), path_to(from, cell)};
    }
    for (uint32_t i = level.first_neighbour[cell]; i < level.first_neighbour[cell + 1]; ++i) {
      const Vec3 to = CentreOf(ContactOf(level.cells[cell], level.cells[level.neighbours[i].cell]));
      const double length = so_far + Length(to - at);
      if (length >= nodes[i].length) continue;
      nodes[i] = {length, from};
      open.push({length, i});
    }
  };
  for (const uint32_t cell : starts) expand(cell, start, 0, -1);
  while (!open.empty()) {
    const auto [length, link] = open.top();
    open.pop();
    if (length > nodes[size_t(link)].length || length >= best.length) continue;
    const uint32_t cell = level.neighbours[size_t(link)].cell;
    expand(cell, CentreOf(ContactOf(level.cells[owner[size_t(link)]], level.cells[cell])), length, link);
  }
  return best;
}

double Tight(const LevelIndex& index, Vec3 start, Vec3 goal, const std::vector<uint32_t>& cells) {
  std::vector<Portal> portals;
  EXPECT_TRUE(PortalsBetween(index, cells, portals));
  TautPath string;
  string.Pull(start, goal, portals);
  return string.length();
}

TEST(FlightSearch, FindsAPathIfSlowSearchesDoAndRarelyALongerOne) {
  int found = 0, exhausted = 0, turns = 0, over = 0;
  double sum = 0, worst_centres = 0, worst_query = 0;
  FlightSearch search;
  for (const VoxelCase& c : VoxelCases(240)) {
    SCOPED_TRACE(c.name);
    const Net net = Bake(World{"test", UpAxis::Z, c.grid})->net;
    const Navigator navigator(net);
    const NetLevel& level = net.levels()[0];
    const LevelIndex index(level, net.info().bounds);
    if (level.cells.empty()) continue;
    TestRandom random(31);
    for (int i = 0; i < 8; ++i) {
      const Vec3 start = index.PointAt(random.Uniform(0, 1), random.Point(0, 1));
      const Vec3 goal = index.PointAt(random.Uniform(0, 1), random.Point(0, 1));
      const TouchingCells starts = index.CellsAt(start), goals = index.CellsAt(goal);
      search.Begin(index, start, goal, starts);
      SearchState state = SearchState::Running;
      while (state == SearchState::Running) state = search.Run(1 + i);
      ASSERT_EQ(state == SearchState::Found, IsConnected(level, starts, goals));
      if (state == SearchState::Exhausted) {
        ++exhausted;
        continue;
      }
      ++found;
      std::vector<uint32_t> cells;
      search.CellPath(cells);
      ASSERT_NE(std::find(starts.begin(), starts.end(), cells.front()), starts.end());
      for (size_t k = 1; k < cells.size(); ++k) {
        ASSERT_GE(ContactAxis(level.cells[cells[k - 1]], level.cells[cells[k]]), 0) << "cells that do not touch";
      }
      const double ours = Tight(index, start, goal, cells);
      const Way slow = ByCentres(level, start, goal, starts, goals);
      over += ours > slow.length * (1 + 1e-9);
      worst_centres = std::max(worst_centres, ours / slow.length);
      // The whole query: all rounds, and the search from the goal.
      const FlightPath path = navigator.Find({.start = start, .goal = goal});
      worst_query = std::max(worst_query, path.length_m / slow.length);
      if (slow.cells.size() < 3) continue;
      const double ratio = ours / Tight(index, start, goal, slow.cells);
      ++turns;
      sum += ratio;
    }
  }
  EXPECT_GT(found, 600);
  EXPECT_GT(exhausted, 100);
  EXPECT_GT(turns, 300);
  // A search keeps one way into each cell, Dijkstra one for each contact: now and then it takes another corridor.
  // Pulled tight, ours must be the shorter ones on the whole, and hardly ever longer than Dijkstra's way is before
  // pulling.
  EXPECT_LT(sum / turns, 0.995);
  EXPECT_LT(worst_centres, 1.015);
  EXPECT_LT(over, 0.01 * found);
  EXPECT_LT(worst_query, 1.001);
}

}  // namespace
}  // namespace navnet
