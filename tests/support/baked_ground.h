// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bakes the walkable ground of a voxel world.

#include "ground/make_ground.h"
#include "support/column_walker.h"
#include "support/net_bounds.h"
#include "support/voxel_grounds.h"

#include <gtest/gtest.h>

#include <optional>

namespace navnet {

/// Nullopt if brute force finds nothing to walk on; then expects the bake to fail. Expects it to succeed otherwise.
inline std::optional<Ground> BakedGround(const VoxelGround& made, const oracle::ColumnWalker& columns) {
  BakeOptions options;
  options.walk = made.walk;
  Result<Ground> ground = MakeGround(made.world, InfoOf(made.world), options, {});
  if (columns.component_count() == 0) {
    EXPECT_FALSE(ground);
    return std::nullopt;
  }
  EXPECT_TRUE(ground) << ground.error().message;
  return ground ? std::optional(std::move(*ground)) : std::nullopt;
}

}  // namespace navnet
