// SPDX-License-Identifier: Apache-2.0
#pragma once
// The jumps of a path: segments that a gate covers instead of free space.

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/repair.h>

#include <cstddef>
#include <span>

namespace navnet {

/// Whether jumps are in ascending order and lie on a path of `point_count` points.
bool AreJumpsOf(std::span<const FlightJump> jumps, size_t point_count);

/// The jump of a segment, or null. Requires: jumps ascend.
const FlightJump* JumpAt(std::span<const FlightJump> jumps, size_t segment);

/// Whether an agent at a place has yet to take a jump: at the end of its segment, it has.
inline bool IsAhead(const FlightJump& jump, PathPlace at) {
  return jump.point > at.segment || (jump.point == at.segment && at.share < 1);
}

/// The gate that leads from `a` to `b` for an agent, or null: open, not in `closed_gates`, and serving the level. In a
/// live world it may have another index than `known`, which is tried first.
const Gate* FindOpenGate(const NavigatorTables& tables, const LevelIndex& level, double radius_m,
                         std::span<const uint32_t> closed_gates, uint32_t known, Vec3 a, Vec3 b);

}  // namespace navnet
