#pragma once
// Embree's bounding volume hierarchy over a mesh: which triangles are near a box?

#include "triangles/fixed_mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

/// Whether a triangle may come into a box (closed, units): never false when it does, and false when its bounding box
/// does not. Cheap; for meshes too small to be worth an index.
bool MayMeet(const FixedMesh& mesh, uint32_t triangle, const FixedBox& box);

/// Spatial index of a FixedMesh. Immutable once made; any number of threads may ask at once. Refers to the mesh, which
/// must outlive it.
class TriangleIndex {
 public:
  /// Throws std::bad_alloc or std::runtime_error when Embree cannot build, and CancelledError when `progress` (may be
  /// empty) asks to stop.
  explicit TriangleIndex(const FixedMesh& mesh, const ProgressFunction& progress = {});
  ~TriangleIndex();
  TriangleIndex(const TriangleIndex&) = delete;
  TriangleIndex& operator=(const TriangleIndex&) = delete;

  /// Puts into `triangles` all triangles that may meet `box` (closed, units), in no particular order: at least those
  /// that do, at most those whose bounding box does.
  void Gather(const FixedBox& box, std::vector<uint32_t>& triangles) const;

  /// Whether Gather would find any.
  bool AnyIn(const FixedBox& box) const;

 private:
  struct Embree;
  const FixedMesh& mesh_;
  std::vector<uint32_t> run_start_;  ///< Run r holds triangles run_start_[r] .. run_start_[r + 1] - 1.
  std::vector<FixedBox> run_boxes_;
  std::unique_ptr<Embree> embree_;
};

}  // namespace navnet
