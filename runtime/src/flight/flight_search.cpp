// SPDX-License-Identifier: Apache-2.0
#include "flight/flight_search.h"

#include "flight/taut_path.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace navnet {
namespace {

// Weighted A*: the heuristic is scaled so that ties go to the node closer to the goal. A larger weight expands fewer
// cells and may find longer paths. It grows with the number of cells expanded, which bounds the time of searches that
// have to leave the straight line.
struct WeightStage {
  int64_t expansions;  // From this number on …
  float weight;        // … the distance to the goal counts by this factor.
};
constexpr WeightStage kWeights[] = {{0, 1.02f}, {200, 1.04f}, {400, 1.15f}, {600, 1.3f}};

// Width of a bucket of the open list, relative to the straight distance from start to goal: a larger one orders nodes
// less exactly, and paths get longer; a smaller one makes buckets that hold one node each.
constexpr float kBucketWidth = 2e-4f;

// Least width of a bucket, in voxels: paths between neighbouring points may be long.
constexpr float kLeastBucket = 1e-3f;

// The mark of closed cells: no path is shorter.
constexpr int32_t kClosed = std::numeric_limits<int32_t>::min();

// The bits of floats that are not negative are ordered as the floats are. With the sign bit set they are, as integers,
// less than 0, the mark of cells not reached yet, which needs no initialisation.
int32_t MarkOf(float f) {
  int32_t bits;
  std::memcpy(&bits, &f, sizeof bits);
  return bits ^ kClosed;
}

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
using Ints = int32_t __attribute__((vector_size(4 * kLanes)));
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
#ifdef __AVX2__  // As GCC 12 does not convert them at once.
  return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers))));
#else
  Shorts out;
  std::memcpy(&out, numbers, sizeof out);
  return __builtin_convertvector(out, Floats);
#endif
}

// The marks of several cells; `instead` is read where there is no cell.
Ints Gather(const int32_t* marks, const uint32_t* cells, uint32_t instead) {
  Ints numbers;
  std::memcpy(&numbers, cells, sizeof numbers);
  numbers = numbers == int32_t(kNoCell) ? int32_t(instead) - Ints{} : numbers;
#ifdef __AVX2__
  return Ints(_mm256_i32gather_epi32(marks, __m256i(numbers), sizeof *marks));
#else
  Ints out;
  for (size_t i = 0; i < kLanes; ++i) out[i] = marks[uint32_t(numbers[i])];
  return out;
#endif
}
// A bit for each number that is not 0.
uint32_t BitsOf(Ints numbers) {
#ifdef __AVX__
  return uint32_t(_mm256_movemask_ps(__m256(numbers)));
#else
  uint32_t bits = 0;
  for (size_t i = 0; i < kLanes; ++i) bits |= uint32_t{numbers[i] != 0} << i;
  return bits;
#endif
}

}  // namespace

// Whether a node is the newest of its cell, and the cell is not expanded yet.
inline bool FlightSearch::IsOpen(const Node& node) const { return marks_[node.cell] == MarkOf(node.way + node.rest); }

// Appends a node and opens its cell. The caller sets the members that are not arguments: one by one, since a copy of a
// whole node would wait for them.
inline FlightSearch::Node& FlightSearch::NewNode(uint32_t cell, float f, float key) {
  const CellRecord& record = (*index_)[cell];
  // A cell's contacts can be prefetched only once its record is in the cache.
  __builtin_prefetch(&record);
  marks_[cell] = MarkOf(f);
  cells_[node_count_] = cell;
  open_.Push(key);
  Node& node = nodes_[node_count_++];
  node.cell = cell;
  node.record = &record;
  return node;
}

// Prefetches what Expand reads first.
inline void FlightSearch::Prefetch(const Node& node) {
  if (node.record->batch_count == 0) return;
  __builtin_prefetch(node.record->contacts);
  __builtin_prefetch(node.record->contacts->lo[1]);
}

// Whether a closed box contains the goal. The sign of joined differences instead of comparisons, which compilers turn
// into branches: which side of a box the goal is beyond is hard to predict.
inline bool FlightSearch::HoldsGoal(const VoxelBox& box) const {
  int32_t room = 0;
  for (int a = 0; a < 3; ++a) room |= (goal_floor_[a] - box.lo[a]) | (box.hi[a] - goal_ceil_[a]);
  return room >= 0;
}

void FlightSearch::Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
                         double longest) {
  index_ = &index;
  if (index.cell_limit() > mark_count_) {
    // Grow by half: in a live world, numbers of cells go up by a few at a time.
    const size_t cells = std::max(size_t{index.cell_limit()}, mark_count_ + mark_count_ / 2);
    marks_.reset(static_cast<Mark*>(std::calloc(cells, sizeof(Mark))));  // NOLINT
    if (!marks_) throw std::bad_alloc();
    mark_count_ = cells;
  } else {
    for (size_t i = 0; i < node_count_; ++i) marks_[cells_[i]] = 0;
  }
  node_count_ = 0;
  expanded_ = 0;
  last_ = kNoNode;
  nearest_ = std::numeric_limits<float>::infinity();
  longest_ = float(longest);
  rest_weight_ = kWeights[0].weight;
  start_voxels_ = start;
  goal_voxels_ = goal;
  for (int a = 0; a < 3; ++a) {
    base_[a] = int32_t(std::floor(start[a]));
    goal_[a] = float(goal[a] - base_[a]);
    goal_floor_[a] = int32_t(std::floor(goal[a]));
    goal_ceil_[a] = int32_t(std::ceil(goal[a]));
  }
  const float x = float(start.x - base_.x), y = float(start.y - base_.y), z = float(start.z - base_.z);
  const float h = Distance(x, y, z, goal_[0], goal_[1], goal_[2]);
  open_.Begin(h, std::max(kBucketWidth * h, kLeastBucket));
  ReserveNodes(start_cells.count);
  for (const uint32_t cell : start_cells) {
    Node& node = NewNode(cell, h, rest_weight_ * h);
    node = {x, y, z, 0, x, y, z, 0, h, cell, kNoNode, node.record};
  }
}

SearchState FlightSearch::Run(int64_t expansions) {
  for (; expansions > 0; --expansions) {
    uint32_t found = kNoNode;
    while (found == kNoNode && !open_.empty()) {
      const uint32_t top = open_.Pop();
      if (IsOpen(nodes_[top])) found = top;
    }
    if (found == kNoNode) return SearchState::Exhausted;
    const Node& node = nodes_[found];
    Prefetch(node);  // In case another node was expected.
    if (!open_.empty()) Prefetch(nodes_[open_.front()]);
    marks_[node.cell] = kClosed;
    ++expanded_;
    last_ = node.rest < nearest_ ? found : last_;
    nearest_ = std::min(nearest_, node.rest);
    // Inside a volume the straight segment to the goal is free, and no other entry promises a shorter path.
    if (HoldsGoal(node.record->volume)) {
      last_ = found;
      return SearchState::Found;
    }
    ReserveNodes(size_t{node.record->batch_count} * ContactBatch::kCount);
    Expand(found);
    for (const WeightStage& stage : kWeights) {
      if (expanded_ == stage.expansions) SetWeight(stage.weight);
    }
  }
  return SearchState::Running;
}

// Makes room for this many nodes more, so that references to nodes stay valid while they are added.
void FlightSearch::ReserveNodes(size_t count) {
  if (node_count_ + count <= nodes_.size()) return;
  nodes_.resize(2 * (node_count_ + count));
  cells_.resize(nodes_.size());
}

void FlightSearch::SetWeight(float weight) {
  rest_weight_ = weight;
  open_.Rekey([&](uint32_t item, float& key) {
    const Node& node = nodes_[item];
    key = node.way + weight * node.rest;
    return IsOpen(node);
  });
}

// The portal through which a node's cell was entered, intersected with the plane of the contact: a new bend lies on it
// or before it. Requires: the node has a parent.
FlightSearch::Gate FlightSearch::LastGate(const Node& node) const {
  const CellRecord &first = *nodes_[node.parent].record, &second = *node.record;
  const VoxelBox &a = first.cell, &b = second.cell, &va = first.volume, &vb = second.volume;
  Gate gate;
  for (int k = 0; k < 3; ++k) {
    const int32_t lo = std::max(a.lo[k], b.lo[k]), hi = std::min(a.hi[k], b.hi[k]);
    const int32_t low = std::max(va.lo[k], vb.lo[k]), high = std::min(va.hi[k], vb.hi[k]);
    const int32_t flat = -int32_t{lo == hi};  // All bits or none: no branches, as they are hard to predict.
    gate.axis |= k & flat;
    gate.lo[k] = float(((lo & flat) | (low & ~flat)) - base_[k]);
    gate.hi[k] = float(((hi & flat) | (high & ~flat)) - base_[k]);
  }
  return gate;
}

void FlightSearch::Expand(uint32_t number) {
  const Node& from = nodes_[number];
  const CellRecord& record = *from.record;
  const float p[3] = {from.x, from.y, from.z};
  float corner[3], d[3], per_way[3], length2 = 0;
  for (int a = 0; a < 3; ++a) {
    corner[a] = float(record.cell.lo[a] - base_[a]);
    d[a] = goal_[a] - p[a];
    per_way[a] = d[a] != 0 ? 1 / d[a] : 0;
    length2 += d[a] * d[a];
  }
  const float scale = length2 > 0 ? 1 / length2 : 0;
  const bool has_gate = from.parent != kNoNode;
  const Gate gate = has_gate ? LastGate(from) : Gate{};
  for (size_t first = 0; first < record.batch_count * ContactBatch::kCount; first += kLanes) {
    const ContactBatch& batch = record.contacts[first / ContactBatch::kCount];
    const size_t lane = first % ContactBatch::kCount;
    const std::span<const uint32_t> cells(batch.cells + lane, kLanes);
    if (cells[0] == kNoCell) break;
    // Unused lanes read the mark of this cell, which is closed.
    const Ints marks = Gather(marks_.get(), cells.data(), from.cell);
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
    // Straight from the last bend if that segment crosses the last gate; otherwise with a new bend at the gate.
    Floats bend[3] = {All(from.bend_x), All(from.bend_y), All(from.bend_z)}, way_to_bend = All(from.way_to_bend);
    if (has_gate) {
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
    const Floats way = way_to_bend + Root(last), f = way + rest;
    // Few neighbours are reached for the first time or by a shorter path: find them without branches.
    Ints bits;
    std::memcpy(&bits, &f, sizeof bits);
    uint32_t better = BitsOf(((bits ^ kClosed) < marks) & (f < longest_));
    for (; better != 0; better &= better - 1) {
      const auto i = size_t(std::countr_zero(better));
      const uint32_t to = cells[i];
      Node& node = NewNode(to, f[i], way[i] + rest_weight_ * rest[i]);
      node.x = q[0][i];
      node.y = q[1][i];
      node.z = q[2][i];
      node.way_to_bend = way_to_bend[i];
      node.bend_x = bend[0][i];
      node.bend_y = bend[1][i];
      node.bend_z = bend[2][i];
      node.way = way[i];
      node.rest = rest[i];
      node.parent = number;
    }
  }
}

void FlightSearch::EntriesToGoal(double longest, std::vector<Entry>& entries) const {
  for (uint32_t number = 0; number < node_count_; ++number) {
    const Node& node = nodes_[number];
    const VoxelBox& box = node.record->cell;
    for (uint32_t first = 0; first < node.record->batch_count; ++first) {
      for (const uint32_t cell : node.record->contacts[first].cells) {
        if (cell == kNoCell || !HoldsGoal((*index_)[cell].volume)) continue;
        const VoxelBox contact = ContactOf(box, (*index_)[cell].cell);
        Portal face;
        for (int a = 0; a < 3; ++a) {
          face.lo[a] = contact.lo[a];
          face.hi[a] = contact.hi[a];
        }
        const Vec3 by = ShortestBy(start_voxels_, goal_voxels_, face);
        if (Length(by - start_voxels_) + Length(goal_voxels_ - by) < longest) entries.push_back({number, cell});
      }
    }
  }
}

void FlightSearch::CellPath(const Entry& entry, std::vector<uint32_t>& cells) const {
  cells.clear();
  if (entry.cell != kNoCell) cells.push_back(entry.cell);
  for (uint32_t node = entry.node; node != kNoNode; node = nodes_[node].parent) cells.push_back(nodes_[node].cell);
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
  for (uint32_t number = last_; number != kNoNode; number = nodes_[number].parent) {
    const Node& node = nodes_[number];
    if (node.way_to_bend > 0) add(at(node.bend_x, node.bend_y, node.bend_z));
  }
  add(start_voxels_);
  std::reverse(points.begin(), points.end());
}

}  // namespace navnet
