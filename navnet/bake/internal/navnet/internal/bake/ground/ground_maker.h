// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes the ground of a world, once or incrementally through changes.

#include <navnet/bake.h>

#include <functional>
#include <memory>

namespace navnet {

/// Whether the air at a point of the world is free and kept.
using IsAir = std::function<bool(Vec3)>;

/// Makes the ground of a world and caches the results of its stages, so that the ground of the same world with a few
/// triangles added or removed takes a fraction of the time. The result depends on the last mesh only: the same bytes as
/// without a cache.
///
/// Recomputed around the change only: pieces, tiles, patches, outlines (by clusters of rings) and diagrams (by islands,
/// the connected components of a layer). Recomputed as a whole, in linear time: seams, layers, rings, the graph, spots.
/// If no piece changed, the only work is comparing the triangles.
///
/// Only triangles whose bounding box, along the grid's axes, touches the closed box of the net's bounds are used (see
/// ReachesInto). The plan's origin is fixed by the bounds, unless they are wider than 13 km: then a mesh with other
/// extents may have another plan, and everything is recomputed. Not thread-safe.
class GroundMaker {
 public:
  /// Uses frame, bounds and up axis of `info`, and threads and progress of `options.sample`. Requires: options.walk.
  GroundMaker(const NetInfo& info, BakeOptions options);
  ~GroundMaker();
  GroundMaker(GroundMaker&&) noexcept;
  GroundMaker& operator=(GroundMaker&&) noexcept;

  /// The ground of a mesh. With `is_air` and without seeds in options.walk, only components of the ground that have air
  /// somewhere above them, up to the agent's height, are kept: not the floors inside solid walls. Fails if the mesh has
  /// no walkable ground or a stage fails; the next mesh may be passed nevertheless. Returns the same object as the last
  /// time if nothing changed.
  ///
  /// Triangles in the common prefix and suffix of the old and the new mesh are only compared, so triangles that change
  /// should come after those that do not.
  Result<std::shared_ptr<const Ground>> Make(MeshView mesh, const IsAir& is_air);

 private:
  class Stages;  // Keeps the headers of the stages out of this one.
  std::unique_ptr<Stages> stages_;
};

}  // namespace navnet
