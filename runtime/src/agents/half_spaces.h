#pragma once
// The velocity nearest to a preferred one under half-spaces and a speed limit: the convex program of optimal reciprocal
// collision avoidance (J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision avoidance, 2011),
// solved one constraint at a time: an optimum that the next constraint forbids moves onto that constraint's plane,
// where the same program has one dimension less (R. Seidel, Small-dimensional linear programming and convex hulls made
// easy, 1991).

#include <navnet/core/geometry.h>

#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// The vectors v with Dot(normal, v) >= least.
struct HalfSpace {
  Vec3 normal;  ///< Of length 1.
  double least = 0;
};

/// The same on a plane.
struct HalfPlane {
  Vec2 normal;
  double least = 0;
};

/// Memory that the programs reuse: one for each thread.
struct ProgramScratch {
  std::vector<HalfPlane> planes;
  std::vector<HalfSpace> relaxed;
};

/// What the programs forgive, in the units of the vectors: a constraint missed by less counts as kept.
inline constexpr double kProgramSlack = 1e-10;

/// The vector of the disc around 0 that keeps all constraints and is nearest to `preferred`; none if no vector does.
std::optional<Vec2> NearestInPlane(std::span<const HalfPlane> constraints, double most, Vec2 preferred);
/// The same for the ball.
std::optional<Vec3> NearestInSpace(std::span<const HalfSpace> constraints, double most, Vec3 preferred,
                                   ProgramScratch& scratch);

/// The same where the vectors lie in a plane through 0: Dot(upright, v) = 0 for all, the constraints' normals too.
std::optional<Vec3> NearestOnPlane(std::span<const HalfSpace> constraints, Vec3 upright, double most, Vec3 preferred,
                                   ProgramScratch& scratch);

struct SafestQuery {
  /// The first `hard_count` are kept whatever happens; 0 keeps them all (least <= 0).
  std::span<const HalfSpace> constraints;
  size_t hard_count = 0;
  double most = 0;  ///< The speed limit, 0 or more.
  Vec3 preferred;
  std::optional<Vec3> upright;  ///< Given: vectors lie in the plane through 0 with this normal.
};

/// The vector that keeps the hard constraints and the others as well as possible: all of them if some vector does, and
/// otherwise each missed by no more than the least number for which there is a vector, to a millionth of the largest
/// miss of 0. Of all such vectors the one nearest to the preferred.
Vec3 SafestVector(const SafestQuery& query, ProgramScratch& scratch);

}  // namespace navnet
