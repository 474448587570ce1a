// SPDX-License-Identifier: Apache-2.0
#include "flight/flight_search.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace navnet {
namespace {

// Weighted A*: the heuristic is scaled so that ties go to the node closer to the goal. A larger weight expands fewer
// cells and may find longer paths.
constexpr float kRestWeight = 1.02f;

// Squared distance, in voxels², by which the straight line must miss a gate to count as a bend.
constexpr float kBendsFrom = 1e-6f;

float Distance(float ax, float ay, float az, float bx, float by, float bz) {
  const float x = bx - ax, y = by - ay, z = bz - az;
  return std::sqrt(x * x + y * y + z * z);
}

// As many numbers at a time as a vector register holds, one per contact. Wider ones would be passed to functions in
// memory. IEEE 754 defines every bit of these operations, so that all widths give the same.
#ifdef __AVX__
constexpr size_t kLanes = 8;
#else
constexpr size_t kLanes = 4;
#endif
static_assert(ContactBatch::kCount % kLanes == 0);
using Floats = float __attribute__((vector_size(4 * kLanes)));
using Shorts = uint16_t __attribute__((vector_size(2 * kLanes)));

Floats All(float a) { return a - Floats{}; }
Floats Larger(Floats a, Floats b) { return a > b ? a : b; }
Floats Smaller(Floats a, Floats b) { return a < b ? a : b; }
Floats Part(Floats u) { return Larger(Floats{}, Smaller(All(1), u)); }
Floats Root(Floats a) {
#ifdef __AVX__
  return _mm256_sqrt_ps(a);
#else
  for (size_t i = 0; i < kLanes; ++i) a[i] = std::sqrt(a[i]);
  return a;
#endif
}
Floats Load(const uint16_t* numbers) {
  Shorts out;
  std::memcpy(&out, numbers, sizeof out);
  return __builtin_convertvector(out, Floats);
}

bool ContainsClosed(const VoxelBox& box, Vec3 p) {
  for (int a = 0; a < 3; ++a) {
    if (p[a] < box.lo[a] || p[a] > box.hi[a]) return false;
  }
  return true;
}

}  // namespace

void FlightSearch::Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
                         double longest) {
  index_ = &index;
  if (index.cell_limit() > node_count_) {
    // Grow by half: in a live world, numbers of cells go up by a few at a time.
    const size_t cells = std::max(size_t{index.cell_limit()}, node_count_ + node_count_ / 2);
    marks_.reset(static_cast<Mark*>(std::calloc(cells, sizeof(Mark))));  // NOLINT
    nodes_.reset(static_cast<Node*>(std::calloc(cells, sizeof(Node))));  // NOLINT
    if (!marks_ || !nodes_) throw std::bad_alloc();
    node_count_ = cells;
    generation_ = 0;
  }
  if (generation_ == std::numeric_limits<uint32_t>::max() / 2) {
    for (size_t i = 0; i < node_count_; ++i) marks_[i].state = 0;
    generation_ = 0;
  }
  ++generation_;
  open_.clear();
  expanded_ = pushed_ = 0;
  last_ = kNoCell;
  nearest_ = std::numeric_limits<float>::infinity();
  longest_ = float(longest);
  start_voxels_ = start;
  goal_voxels_ = goal;
  for (int a = 0; a < 3; ++a) {
    base_[a] = int32_t(std::floor(start[a]));
    goal_[a] = float(goal[a] - base_[a]);
  }
  const float x = float(start.x - base_.x), y = float(start.y - base_.y), z = float(start.z - base_.z);
  const float h = Distance(x, y, z, goal_[0], goal_[1], goal_[2]);
  for (const uint32_t cell : start_cells) {
    marks_[cell] = {2 * generation_, h};
    nodes_[cell] = {x, y, z, 0, x, y, z, kNoCell};
    Push({kRestWeight * h, cell});
  }
}

SearchState FlightSearch::Run(int64_t expansions) {
  for (; expansions > 0; --expansions) {
    uint32_t cell = kNoCell;
    while (!open_.empty()) {
      const uint32_t top = open_.Pop().cell;
      if (marks_[top].state != 2 * generation_) continue;  // Stale: the cell is closed already.
      cell = top;
      break;
    }
    if (cell == kNoCell) return SearchState::Exhausted;
    if (!open_.empty()) Prefetch(open_.front().cell);
    const Node& node = nodes_[cell];
    marks_[cell].state |= 1;
    ++expanded_;
    const float rest = Distance(node.x, node.y, node.z, goal_[0], goal_[1], goal_[2]);
    if (rest < nearest_) {
      nearest_ = rest;
      last_ = cell;
    }
    // Inside a volume the straight segment to the goal is free, and no other entry promises a shorter path.
    if (ContainsClosed((*index_)[cell].volume, goal_voxels_)) {
      last_ = cell;
      return SearchState::Found;
    }
    Expand(cell);
  }
  return SearchState::Running;
}

// The last two portals on the path to a cell, intersected with the planes of their contacts. A new bend lies on the
// first of them or before it. Returns their number.
int FlightSearch::LastGates(uint32_t cell, std::array<Gate, 2>& gates) const {
  int count = 0;
  const auto add = [&](uint32_t from, uint32_t to) {
    const CellRecord &first = (*index_)[from], &second = (*index_)[to];
    const VoxelBox &a = first.cell, &b = second.cell, &va = first.volume, &vb = second.volume;
    Gate& gate = gates[size_t(count++)];
    for (int k = 0; k < 3; ++k) {
      const int32_t lo = std::max(a.lo[k], b.lo[k]), hi = std::min(a.hi[k], b.hi[k]);
      if (lo == hi) gate.axis = k;
      gate.lo[k] = float((lo == hi ? lo : std::max(va.lo[k], vb.lo[k])) - base_[k]);
      gate.hi[k] = float((lo == hi ? hi : std::min(va.hi[k], vb.hi[k])) - base_[k]);
    }
  };
  const uint32_t before = nodes_[cell].parent;
  if (before == kNoCell) return 0;
  if (const uint32_t first = nodes_[before].parent; first != kNoCell) add(first, before);
  add(before, cell);
  return count;
}

void FlightSearch::Expand(uint32_t cell) {
  const Node from = nodes_[cell];
  const CellRecord& record = (*index_)[cell];
  const float p[3] = {from.x, from.y, from.z};
  float corner[3], d[3], per_way[3], length2 = 0;
  for (int a = 0; a < 3; ++a) {
    corner[a] = float(record.cell.lo[a] - base_[a]);
    d[a] = goal_[a] - p[a];
    per_way[a] = d[a] != 0 ? 1 / d[a] : 0;
    length2 += d[a] * d[a];
  }
  const float scale = length2 > 0 ? 1 / length2 : 0;
  std::array<Gate, 2> gates;
  const int gate_count = LastGates(cell, gates);
  const uint32_t open = 2 * generation_, closed = open + 1;
  for (size_t first = 0; first < record.batch_count * ContactBatch::kCount; first += kLanes) {
    const ContactBatch& batch = record.contacts[first / ContactBatch::kCount];
    const size_t lane = first % ContactBatch::kCount;
    const std::span<const uint32_t> cells(batch.cells + lane, kLanes);
    if (cells[0] == kNoCell) break;
    for (const uint32_t to : cells) __builtin_prefetch(&marks_[to == kNoCell ? cell : to]);
    // The points of the contacts nearest to the straight line to the goal. A contact is flat along one axis: start
    // where the line crosses that plane, then alternate projections between line and contact.
    Floats lo[3], hi[3], q[3], u{};
    for (int a = 0; a < 3; ++a) {
      lo[a] = corner[a] + Load(batch.lo[a] + lane);
      hi[a] = corner[a] + Load(batch.hi[a] + lane);
      u += lo[a] == hi[a] ? (lo[a] - p[a]) * per_way[a] : Floats{};
    }
    for (int round = 0;; ++round) {
      u = Part(u);
      for (int a = 0; a < 3; ++a) q[a] = Larger(lo[a], Smaller(hi[a], p[a] + d[a] * u));
      if (round == 1) break;
      u = ((q[0] - p[0]) * d[0] + (q[1] - p[1]) * d[1] + (q[2] - p[2]) * d[2]) * scale;
    }
    // Straight from the last bend if that segment crosses the last gates; otherwise with a new bend at the gate missed.
    Floats bend[3] = {All(from.bend_x), All(from.bend_y), All(from.bend_z)}, way_to_bend = All(from.way_to_bend);
    for (int i = 0; i < gate_count; ++i) {
      const Gate& gate = gates[size_t(i)];
      const Floats along = q[gate.axis] - bend[gate.axis];
      const Floats cross = Part(along != 0 ? (gate.lo[gate.axis] - bend[gate.axis]) / along : Floats{});
      Floats by[3], off{}, piece{};
      for (int a = 0; a < 3; ++a) {
        const Floats at = bend[a] + (q[a] - bend[a]) * cross;
        by[a] = Larger(All(gate.lo[a]), Smaller(All(gate.hi[a]), at));
        off += (by[a] - at) * (by[a] - at);
        piece += (by[a] - bend[a]) * (by[a] - bend[a]);
      }
      const auto bends = off > kBendsFrom;
      way_to_bend += bends ? Root(piece) : Floats{};
      for (int a = 0; a < 3; ++a) bend[a] = bends ? by[a] : bend[a];
    }
    Floats last{}, rest{};
    for (int a = 0; a < 3; ++a) {
      last += (q[a] - bend[a]) * (q[a] - bend[a]);
      rest += (goal_[a] - q[a]) * (goal_[a] - q[a]);
    }
    rest = Root(rest);
    const Floats way = way_to_bend + Root(last), f = way + rest, key = way + kRestWeight * rest;
    for (size_t i = 0; i < kLanes; ++i) {
      const uint32_t to = cells[i];
      if (to == kNoCell) break;
      Mark& mark = marks_[to];
      if (mark.state == closed || f[i] > longest_ || (mark.state == open && mark.f <= f[i])) continue;
      mark = {open, f[i]};
      nodes_[to] = {q[0][i], q[1][i], q[2][i], way_to_bend[i], bend[0][i], bend[1][i], bend[2][i], cell};
      Push({key[i], to});
    }
  }
}

void FlightSearch::CellPath(std::vector<uint32_t>& cells) const {
  cells.clear();
  for (uint32_t cell = last_; cell != kNoCell; cell = nodes_[cell].parent) cells.push_back(cell);
  std::reverse(cells.begin(), cells.end());
}

void FlightSearch::BendPath(std::vector<Vec3>& points) const {
  points.assign(1, goal_voxels_);
  const auto at = [&](float x, float y, float z) {
    return Vec3{double(base_.x) + double(x), double(base_.y) + double(y), double(base_.z) + double(z)};
  };
  const auto add = [&](Vec3 p) {
    if (!(p == points.back())) points.push_back(p);
  };
  add(at(nodes_[last_].x, nodes_[last_].y, nodes_[last_].z));
  for (uint32_t cell = last_; cell != kNoCell; cell = nodes_[cell].parent) {
    const Node& node = nodes_[cell];
    if (node.way_to_bend > 0) add(at(node.bend_x, node.bend_y, node.bend_z));
  }
  add(start_voxels_);
  std::reverse(points.begin(), points.end());
}

void FlightSearch::Push(Entry entry) {
  ++pushed_;
  // A cell's contacts can be prefetched only once its record is in the cache.
  __builtin_prefetch(&(*index_)[entry.cell]);
  open_.Push(entry);
}

// Prefetches what Expand reads first.
void FlightSearch::Prefetch(uint32_t cell) const {
  __builtin_prefetch(&nodes_[cell]);
  const CellRecord& record = (*index_)[cell];
  if (record.batch_count == 0) return;
  __builtin_prefetch(record.contacts);
  __builtin_prefetch(record.contacts->lo[1]);
}

}  // namespace navnet
