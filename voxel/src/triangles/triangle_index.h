// SPDX-License-Identifier: Apache-2.0
#pragma once
// Spatial index of a mesh (Embree's bounding volume hierarchy) that finds the triangles near a box.

#include "triangles/fixed_mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

/// Conservative test whether a triangle meets a box (closed, units): true if it does, false if its bounding box does
/// not. Cheap; also used without an index for small meshes.
bool MayMeet(const FixedMesh& mesh, uint32_t triangle, const FixedBox& box);

/// Spatial index of a FixedMesh. Immutable; any number of threads may query at once. The mesh must outlive it.
class TriangleIndex {
 public:
  /// Throws std::bad_alloc or std::runtime_error when Embree fails, and CancelledError when `progress` (may be empty)
  /// returns false.
  explicit TriangleIndex(const FixedMesh& mesh, const ProgressFunction& progress = {});
  ~TriangleIndex();
  TriangleIndex(const TriangleIndex&) = delete;
  TriangleIndex& operator=(const TriangleIndex&) = delete;

  /// Fills `triangles`, in no particular order, with triangles near `box` (closed, units): all that meet it, and only
  /// those whose bounding box meets it.
  void Gather(const FixedBox& box, std::vector<uint32_t>& triangles) const;

  /// Whether Gather would find a triangle.
  bool AnyIn(const FixedBox& box) const;

 private:
  struct Embree;
  const FixedMesh& mesh_;
  std::vector<uint32_t> run_start_;  ///< Run r holds triangles run_start_[r] .. run_start_[r + 1] - 1.
  std::vector<FixedBox> run_boxes_;
  std::unique_ptr<Embree> embree_;
};

}  // namespace navnet
