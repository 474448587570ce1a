// SPDX-License-Identifier: Apache-2.0
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
  /// The published algorithm may close a voxel whose optimistic length turns out too short, and then return a path
  /// longer than the grid's shortest: rarely in open worlds, in about one of fifty queries in dense noise. If true,
  /// such a voxel is queued again with its true length, and a closed voxel is reopened when a shorter path to it is
  /// found. Costs about 25 % more time.
  bool never_longer_than_grid = false;
};

/// Paths between voxel centres whose segments are free (see line_of_sight.h): usually shorter than the grid's shortest
/// path, rarely the true optimum. Uses 16 bytes for each voxel that a search has touched. The grid must outlive the
/// planner.
class LazyTheta final : public Planner {
 public:
  static Result<LazyTheta> Create(const DenseGrid& grid, LazyThetaOptions options = {});

  PeerAnswer Find(VoxelCoord start, VoxelCoord goal) override;

 private:
  enum State : uint32_t { kGuessed, kSure, kClosed, kStates };  // Sure: the parent is known to see it.
  struct Node {
    double length;        // From the start; a lower bound while guessed.
    uint32_t parent;      // Index of the previous path vertex, which is sure; the start is its own parent.
    uint32_t generation;  // Generation of its query, plus its state.
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct OpenEntry {
    double estimate;
    uint32_t index;
    float to_go;
    // std heaps keep the largest on top: here the smallest estimate; ties go to the voxel nearest to the goal.
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
  std::vector<OpenEntry> open_;  // Binary heap.
  uint32_t generation_ = 0;
};

}  // namespace navnet::peers
