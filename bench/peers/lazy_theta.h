#pragma once
// Any-angle search on the grid: Lazy Theta* (Nash, Koenig & Tovey, "Lazy Theta*: Any-Angle Path Planning and Path
// Length Analysis in 3D", AAAI 2010).

#include <navnet/core/result.h>

#include "peers/dense_grid.h"
#include "peers/peer.h"
#include "peers/scratch.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace navnet::peers {

struct LazyThetaOptions {
  /// The published search may close a voxel on a guess that turns out too short, and so end up longer than the grid's
  /// shortest path: seldom in open worlds, in one query of fifty or so in dense noise. True rules that out, for about
  /// a quarter more time: a voxel that was guessed too short queues up again with its true length, and a closed one is
  /// opened again when a shorter way to it is found.
  bool never_longer_than_grid = false;
};

/// Paths between voxel centres whose segments are free (see line_of_sight.h): mostly shorter than the grid's shortest
/// path, seldom the shortest of all. Takes 16 bytes for each voxel that searches have come near to. The grid must
/// outlive the planner.
class LazyTheta final : public Planner {
 public:
  static Result<LazyTheta> Create(const DenseGrid& grid, LazyThetaOptions options = {});

  PeerAnswer Find(VoxelCoord start, VoxelCoord goal) override;

 private:
  enum State : uint32_t { kGuessed, kSure, kClosed, kStates };  // Sure: its parent is known to see it.
  struct Node {
    double length;    // From the start; when guessed, at most the true one.
    uint32_t parent;  // Index of the voxel that a straight line comes from, which is sure; the start's own is itself.
    uint32_t generation;  // Of the query it belongs to, plus its state.
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct OpenEntry {
    double estimate;
    uint32_t index;
    float to_go;
    // The heap keeps the last in order on top: the shortest estimate, of equal ones the nearest to the goal.
    friend bool operator<(const OpenEntry& a, const OpenEntry& b) {
      return a.estimate > b.estimate || (a.estimate == b.estimate && a.to_go > b.to_go);
    }
  };

  LazyTheta(const DenseGrid& grid, LazyThetaOptions options, Scratch<Node> nodes)
      : grid_(&grid), options_(options), nodes_(std::move(nodes)) {}
  void NextGeneration();
  bool IsKnown(const Node& node) const { return node.generation - generation_ < kStates; }
  bool IsSure(const Node& node) const { return IsKnown(node) && node.generation - generation_ >= kSure; }
  bool IsClosed(const Node& node) const { return node.generation == generation_ + kClosed; }

  bool Search(VoxelCoord start, VoxelCoord goal, int64_t& expanded);
  void Expand(uint64_t index, VoxelCoord voxel, uint32_t blocked, VoxelCoord goal);
  bool MakeSure(uint64_t index, VoxelCoord voxel, uint32_t blocked);
  void Push(uint64_t index, VoxelCoord voxel, VoxelCoord goal);
  void ReadPath(VoxelCoord goal, PeerAnswer& answer) const;

  const DenseGrid* grid_;
  LazyThetaOptions options_;
  Scratch<Node> nodes_;
  std::vector<OpenEntry> open_;  // A binary heap.
  uint32_t generation_ = 0;
};

}  // namespace navnet::peers
