// SPDX-License-Identifier: Apache-2.0
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
struct VelocityHalfSpace {
  Vec3 normal;  ///< Unit length.
  double least = 0;
};

/// The same in the plane.
struct VelocityHalfPlane {
  Vec2 normal;
  double least = 0;
};

/// Scratch memory of the solvers: one per thread.
struct ProgramScratch {
  std::vector<VelocityHalfPlane> planes;
  std::vector<VelocityHalfSpace> relaxed;
};

/// Tolerance of the solvers, in the units of the vectors: a constraint violated by less counts as satisfied.
inline constexpr double kProgramSlack = 1e-10;

/// The vector nearest to `preferred`, of length `most` or less, that satisfies all constraints; none if there is no
/// such vector.
std::optional<Vec2> NearestInPlane(std::span<const VelocityHalfPlane> constraints, double most, Vec2 preferred);
/// The same in space.
std::optional<Vec3> NearestInSpace(std::span<const VelocityHalfSpace> constraints, double most, Vec3 preferred,
                                   ProgramScratch& scratch);

/// The same in the plane through 0 with normal `upright`. Requires: the constraints' normals lie in that plane.
std::optional<Vec3> NearestOnPlane(std::span<const VelocityHalfSpace> constraints, Vec3 upright, double most,
                                   Vec3 preferred, ProgramScratch& scratch);

struct SafestQuery {
  /// The first `hard_count` are always satisfied. Requires: 0 satisfies them (least <= 0).
  std::span<const VelocityHalfSpace> constraints;
  size_t hard_count = 0;
  double most = 0;  ///< The speed limit, 0 or more.
  Vec3 preferred;
  std::optional<Vec3> upright;  ///< If set: vectors lie in the plane through 0 with this normal.
};

/// The vector that satisfies the hard constraints and violates the others as little as possible: not at all if that is
/// feasible; otherwise the largest violation is minimal, to a millionth of the largest violation by 0. Of all such
/// vectors, the one nearest to `preferred`.
Vec3 SafestVector(const SafestQuery& query, ProgramScratch& scratch);

}  // namespace navnet
