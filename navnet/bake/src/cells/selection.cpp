// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/selection.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/core/text.h>

#include <algorithm>
#include <tuple>

namespace navnet {
namespace {

// Cells of more than this many voxels, times min_cell, stay however thin. More gives fewer cells and less coverage: on
// curved surfaces, this value halves the volume lost, compared with no limit, and leaves a tenth more cells.
constexpr int64_t kMostVoxels = 32;

int32_t Thickness(const VoxelBox& cell) { return int32_t(std::min({cell.Size(0), cell.Size(1), cell.Size(2)})); }

// Whether two closed boxes have a point in common, such as a corner.
bool Touch(const VoxelBox& a, const VoxelBox& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
  }
  return true;
}

// Marks the thin cells of one block one after the other, the thinnest and smallest first. The marks of other blocks are
// not read, so that blocks are independent: thick cells of other blocks stay for certain; thin ones may be removed or
// stay, so they support no cell.
class ThinBlock {
 public:
  ThinBlock(const LevelArrays& level, const CellGraph& graph, const NetBlock& block, int min_cell, CellMarks& marks)
      : level_(level),
        graph_(graph),
        first_(block.first_cell),
        end_(block.first_cell + block.cell_count),
        min_cell_(min_cell),
        marks_(marks),
        needed_(block.cell_count, 0) {}

  void Run() {
    std::vector<std::tuple<int32_t, int64_t, uint32_t>> thin;
    for (uint32_t cell = first_; cell < end_; ++cell) {
      if (IsThinCell(Box(cell), min_cell_)) thin.emplace_back(Thickness(Box(cell)), Box(cell).Volume(), cell);
    }
    std::ranges::sort(thin);
    for (const auto& [thickness, volume, cell] : thin) {
      if (!needed_[cell - first_] && CanGo(cell)) marks_[cell] = 1;
    }
  }

 private:
  const VoxelBox& Box(uint32_t cell) const { return level_.cells[cell]; }
  bool IsThick(uint32_t cell) const { return Thickness(Box(cell)) >= min_cell_; }
  bool IsOwn(uint32_t cell) const { return cell >= first_ && cell < end_; }

  // Whether a cell stays: an own cell if it is not marked, a cell of another block if it stays for certain.
  bool Stays(uint32_t cell) const { return IsOwn(cell) ? !marks_[cell] : IsThick(cell); }

  // Rank of a cell as a support, higher is better: thick cells, which stay anyway, then needed ones, then the largest.
  std::pair<int, int64_t> SupportRank(uint32_t cell) const {
    if (IsThick(cell)) return {2, 0};
    return {needed_[cell - first_] ? 1 : 0, Box(cell).Volume()};
  }

  // Whether a cell can be removed. If so, marks its support, the staying cell across its thin side, as needed.
  bool CanGo(uint32_t cell) {
    staying_.clear();
    unsure_.clear();
    uint32_t support = kNoCell;
    for (const uint32_t other : graph_.Of(cell)) {
      if (!Stays(other)) {
        if (!IsOwn(other)) unsure_.push_back(other);
        continue;
      }
      staying_.push_back(other);
      if (Box(cell).Size(ContactAxis(Box(cell), Box(other))) >= min_cell_) continue;
      if (support == kNoCell || SupportRank(other) > SupportRank(support)) support = other;
    }
    if (support == kNoCell || !IsConnected(cell)) return false;
    for (uint32_t other : unsure_) {
      const auto touches = [&](uint32_t s) { return ContactAxis(Box(other), Box(s)) >= 0; };
      if (std::ranges::none_of(staying_, touches)) return false;
    }
    if (!IsThick(support)) needed_[support - first_] = 1;
    return true;
  }

  // Whether the staying neighbours of a cell are connected without it, by shared faces or through one more staying cell
  // that touches it, if only at an edge or a corner. Boxes that touch each other pairwise have a common point, so the
  // detour is homotopic to the old path: it does not go around an obstacle. Permutes `staying_`.
  bool IsConnected(uint32_t cell) {
    size_t reached = 1, looked_at = 0;
    for (;;) {
      for (; looked_at < reached; ++looked_at) {
        for (size_t k = reached; k < staying_.size(); ++k) {
          if (ContactAxis(Box(staying_[looked_at]), Box(staying_[k])) >= 0) std::swap(staying_[reached++], staying_[k]);
        }
      }
      if (reached == staying_.size()) return true;
      const auto found = std::find_if(staying_.begin() + std::ptrdiff_t(reached), staying_.end(),
                                      [&](uint32_t other) { return IsBridged(cell, other, reached); });
      if (found == staying_.end()) return false;
      std::swap(staying_[reached++], *found);
    }
  }

  // Whether a staying neighbour of `other` touches `cell` and shares a face with one of staying_[0 .. reached).
  bool IsBridged(uint32_t cell, uint32_t other, size_t reached) const {
    for (const uint32_t bridge : graph_.Of(other)) {
      if (bridge == cell || !Stays(bridge) || !Touch(Box(bridge), Box(cell))) continue;
      for (size_t k = 0; k < reached; ++k) {
        if (ContactAxis(Box(bridge), Box(staying_[k])) >= 0) return true;
      }
    }
    return false;
  }

  const LevelArrays& level_;
  const CellGraph& graph_;
  const uint32_t first_, end_;
  const int min_cell_;
  CellMarks& marks_;
  CellMarks needed_;  ///< Own cells that support a marked one.
  std::vector<uint32_t> staying_, unsure_;
};

}  // namespace

Error NoOutside(double radius_m) {
  return {ErrorCode::InvalidArgument, "no free space reaches the bounds at radius " + Shortest(radius_m) +
                                          " m, so there is no outside to keep; give a larger margin, or keep the "
                                          "largest component instead"};
}

bool IsThinCell(const VoxelBox& cell, int min_cell) {
  return Thickness(cell) < min_cell && cell.Volume() <= kMostVoxels * min_cell;
}

void MarkUnkept(std::span<const VoxelBox> cells, const CellComponents& components, const VoxelBox& bounds, Keep keep,
                CellMarks& marks) {
  std::vector<int64_t> voxels(components.count, 0);
  std::vector<uint8_t> stays(components.count, 0);
  for (size_t i = 0; i < cells.size(); ++i) {
    voxels[components.of_cell[i]] += cells[i].Volume();
    for (int a = 0; a < 3; ++a) {
      if (cells[i].lo[a] == bounds.lo[a] || cells[i].hi[a] == bounds.hi[a]) stays[components.of_cell[i]] = 1;
    }
  }
  if (keep == Keep::Largest && !voxels.empty()) {
    std::ranges::fill(stays, 0);
    stays[size_t(std::ranges::max_element(voxels) - voxels.begin())] = 1;
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    if (!stays[components.of_cell[i]]) marks[i] = 1;
  }
}

void MarkThin(const LevelArrays& level, const CellGraph& graph, int min_cell, int threads,
              const ProgressFunction& progress, CellMarks& marks) {
  const bool done = ParallelFor(level.blocks.size(), threads, "slivers", progress,
                                [&](size_t i) { MarkThinInBlock(level, graph, level.blocks[i], min_cell, marks); });
  if (!done) throw CancelledError();
}

void MarkThinInBlock(const LevelArrays& level, const CellGraph& graph, const NetBlock& block, int min_cell,
                     CellMarks& marks) {
  ThinBlock(level, graph, block, min_cell, marks).Run();
}

void RemoveMarked(const CellMarks& marks, LevelArrays& level, PairLists& pairs) {
  std::vector<uint32_t> number(level.cells.size());
  uint32_t next = 0;
  for (NetBlock& block : level.blocks) {
    const uint32_t first = next;
    for (uint32_t cell = block.first_cell; cell < block.first_cell + block.cell_count; ++cell) {
      if (marks[cell]) continue;
      level.cells[next] = level.cells[cell];
      number[cell] = next++;
    }
    block.first_cell = first;
    block.cell_count = next - first;
  }
  level.cells.resize(next);
  std::erase_if(level.blocks, [](const NetBlock& block) { return block.cell_count == 0; });
  for (auto& list : pairs) {
    std::erase_if(list, [&](const CellPair& p) { return marks[p.first] || marks[p.second]; });
    for (auto& [a, b] : list) {
      a = number[a];
      b = number[b];
    }
  }
}

}  // namespace navnet
