#pragma once
// The ground of a world, made once or followed through changes.

#include <navnet/bake.h>

#include <functional>
#include <memory>

namespace navnet {

/// Whether the air at a point of the world is free and kept.
using IsAir = std::function<bool(Vec3)>;

/// Makes the ground of a world, and keeps what its stages found, so that the ground of the same world with a few
/// triangles more or less takes a part of the time. What it gives depends on the last mesh alone: the same bytes
/// as if it had never seen another.
///
/// Done again around the change only: pieces, tiles, patches, outlines (by clusters of rings) and diagrams (by islands:
/// the ground of a layer that is connected in it). Done again as a whole, in linear time: seams, layers, rings,
/// the graph, spots. When no piece changed nothing is done beyond comparing the triangles.
///
/// Only triangles that reach into the net's bounds count: those whose bounding box, along the grid's axes, touches the
/// closed box of its voxels (see ReachesInto). The plan stays where the bounds are, unless they are wider than 13 km:
/// then a mesh with other extents may have another plan, and nothing is kept. Not thread-safe.
class GroundMaker {
 public:
  /// Of `info`, frame, bounds and up axis count; of `options.sample`, threads and progress. Requires: options.walk.
  GroundMaker(const NetInfo& info, BakeOptions options);
  ~GroundMaker();
  GroundMaker(GroundMaker&&) noexcept;
  GroundMaker& operator=(GroundMaker&&) noexcept;

  /// The ground of a mesh. With `is_air`, only pieces of ground above which there is air somewhere are kept, up to the
  /// agent's height: not the floors inside solid walls. Fails when the mesh has no walkable ground, and as its stages
  /// do, and still may be given the next mesh. Gives the last ground itself when nothing about it changed.
  ///
  /// Triangles that stand at the same places before and behind all changes in the mesh's order are only compared, so
  /// what comes and goes should stand behind what stays.
  Result<std::shared_ptr<const Ground>> Make(MeshView mesh, const IsAir& is_air);

 private:
  class Stages;  // Keeps the headers of the stages out of this one.
  std::unique_ptr<Stages> stages_;
};

}  // namespace navnet
