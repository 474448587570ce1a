#include "search.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace navnet {
namespace {

// The straight rest counts a trifle more than its length: of equal ways, the one that is farther along goes first.
constexpr float kRestWeight = 1.02f;

float Distance(float ax, float ay, float az, float bx, float by, float bz) {
  const float x = bx - ax, y = by - ay, z = bz - az;
  return std::sqrt(x * x + y * y + z * z);
}

// Three coordinates and something that does not count, four at a time.
using Floats = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));

template <class V>
V Larger(V a, V b) {
  return a > b ? a : b;
}
template <class V>
V Smaller(V a, V b) {
  return a < b ? a : b;
}
constexpr Ints kThree{-1, -1, -1, 0};
// Limited to 0 .. 1, without branches.
float Part(float u) {
  u = u < 1 ? u : 1;
  return u > 0 ? u : 0;
}
float Dot(Floats a, Floats b) {
  const Floats c = a * b;
  return c[0] + c[1] + c[2];
}
Floats ToFloats(Ints a) { return __builtin_convertvector(a, Floats); }

struct Corners {
  Ints lo, hi;
};
Corners Load(const VoxelBox& box) {
  // Two loads for six numbers: lo and hi.x, then lo.z and hi.
  static_assert(sizeof(VoxelBox) == 24);
  Corners out;
  std::memcpy(&out.lo, &box, sizeof out.lo);
  std::memcpy(&out.hi, &box.lo.z, sizeof out.hi);
  out.hi = __builtin_shuffle(out.hi, Ints{1, 2, 3, 0});
  return out;
}

bool ContainsClosed(const VoxelBox& box, Vec3 p) {
  for (int a = 0; a < 3; ++a) {
    if (p[a] < box.lo[a] || p[a] > box.hi[a]) return false;
  }
  return true;
}

}  // namespace

void FlightSearch::Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells) {
  index_ = &index;
  const size_t cells = index.level().cells.size();
  if (cells > node_count_) {
    nodes_.reset(static_cast<Node*>(std::calloc(cells, sizeof(Node))));  // NOLINT
    if (!nodes_) throw std::bad_alloc();
    node_count_ = cells;
    generation_ = 0;
  }
  if (generation_ == std::numeric_limits<uint32_t>::max() / 2) {
    for (size_t i = 0; i < node_count_; ++i) nodes_[i].mark = 0;
    generation_ = 0;
  }
  ++generation_;
  open_.clear();
  expanded_ = pushed_ = 0;
  last_ = kNoCell;
  nearest_ = std::numeric_limits<float>::infinity();
  goal_voxels_ = goal;
  for (int a = 0; a < 3; ++a) {
    base_[a] = int32_t(std::floor(start[a]));
    goal_[a] = float(goal[a] - base_[a]);
  }
  const float x = float(start.x - base_.x), y = float(start.y - base_.y), z = float(start.z - base_.z);
  const float h = Distance(x, y, z, goal_[0], goal_[1], goal_[2]);
  for (const uint32_t cell : start_cells) {
    nodes_[cell] = {0, h, x, y, z, kNoCell, 2 * generation_};
    Push({kRestWeight * h, cell});
  }
}

SearchState FlightSearch::Run(int64_t expansions) {
  const NetLevel& level = index_->level();
  for (; expansions > 0; --expansions) {
    uint32_t cell = kNoCell;
    while (!open_.empty()) {
      const uint32_t top = Pop().cell;
      if (nodes_[top].mark != 2 * generation_) continue;  // An older entry of a cell that is closed by now.
      cell = top;
      break;
    }
    if (cell == kNoCell) return SearchState::Exhausted;
    Node& node = nodes_[cell];
    node.mark |= 1;
    ++expanded_;
    const float rest = node.f - node.g;
    if (rest < nearest_) {
      nearest_ = rest;
      last_ = cell;
    }
    // Inside a volume the straight way to the goal is free, and no other entry promises a shorter one.
    if (ContainsClosed(level.volumes[cell], goal_voxels_)) {
      last_ = cell;
      return SearchState::Found;
    }
    Expand(cell);
  }
  return SearchState::Running;
}

void FlightSearch::Expand(uint32_t cell) {
  const NetLevel& level = index_->level();
  const Node from = nodes_[cell];
  const Ints base{base_.x, base_.y, base_.z, 0};
  const Corners box = Load(level.cells[cell]);
  const Floats p{from.x, from.y, from.z, 0}, goal{goal_[0], goal_[1], goal_[2], 0};
  const Floats d = goal - p;
  const float length2 = Dot(d, d);
  const float scale = length2 > 0 ? 1 / length2 : 0;
  const Floats per_way = d != 0 ? 1 / d : Floats{};
  const uint32_t open = 2 * generation_, closed = open + 1;
  const std::span<const NetLink> links = level.LinksOf(cell);
  constexpr size_t kAhead = 6;
  for (size_t i = 0; i < links.size(); ++i) {
    const NetLink& link = links[i];
    if (i + kAhead < links.size()) {
      __builtin_prefetch(&nodes_[links[i + kAhead].cell]);
      __builtin_prefetch(&level.cells[links[i + kAhead].cell]);
    }
    Node& node = nodes_[link.cell];
    // No way by this cell is shorter than its own promise.
    if (node.mark == closed || (node.mark == open && node.f <= from.f)) continue;
    // The contact, relative to the base, and its point nearest to the straight way on.
    const Corners other = Load(level.cells[link.cell]);
    const Floats lo = ToFloats(Larger(box.lo, other.lo) - base), hi = ToFloats(Smaller(box.hi, other.hi) - base);
    // It is flat along one axis: begin where the way crosses that plane, then go to and fro between way and contact.
    const Floats at_plane = ((lo == hi) & kThree) ? (lo - p) * per_way : Floats{};
    Floats q = Larger(lo, Smaller(hi, p + d * Part(at_plane[0] + at_plane[1] + at_plane[2])));
    for (int round = 0; round < 2; ++round) q = Larger(lo, Smaller(hi, p + d * Part(Dot(q - p, d) * scale)));
    const Floats there = q - p, rest = goal - q;
    const float g = from.g + std::sqrt(Dot(there, there)), h = std::sqrt(Dot(rest, rest)), f = g + h;
    if (node.mark == open && node.f <= f) continue;
    node = {g, f, q[0], q[1], q[2], cell, open};
    Push({g + kRestWeight * h, link.cell});
  }
}

void FlightSearch::CellPath(std::vector<uint32_t>& cells) const {
  cells.clear();
  for (uint32_t cell = last_; cell != kNoCell; cell = nodes_[cell].parent) cells.push_back(cell);
  std::reverse(cells.begin(), cells.end());
}

// A heap with four children a node: fewer levels, and a node's children share a cache line.
void FlightSearch::Push(Entry entry) {
  ++pushed_;
  size_t at = open_.size();
  open_.push_back(entry);
  while (at > 0) {
    const size_t parent = (at - 1) / 4;
    if (open_[parent].key <= entry.key) break;
    open_[at] = open_[parent];
    at = parent;
  }
  open_[at] = entry;
}

FlightSearch::Entry FlightSearch::Pop() {
  const Entry top = open_.front(), last = open_.back();
  open_.pop_back();
  const size_t count = open_.size();
  if (count == 0) return top;
  size_t at = 0;
  for (;;) {
    const size_t first = 4 * at + 1;
    if (first >= count) break;
    size_t least = first;
    for (size_t child = first + 1; child < std::min(first + 4, count); ++child) {
      if (open_[child].key < open_[least].key) least = child;
    }
    if (open_[least].key >= last.key) break;
    open_[at] = open_[least];
    at = least;
  }
  open_[at] = last;
  return top;
}

}  // namespace navnet
