// SPDX-License-Identifier: Apache-2.0
#pragma once
// Estimates of the cost of walks among cost regions, from their shortest lines.

#include "walk/walk_cost_field.h"

namespace navnet {

/// Estimates the cost of walking from `a` to `b` where the line between them is free of walls: straight through the
/// cost regions or, if it `goes_round`, round the corners of those that it crosses, whichever is cheaper. `patch`: the
/// patch below `a`; set to the one below `b`.
double CostPast(CostField& costs, Vec2 a, Vec2 b, bool goes_round, uint32_t& patch);

}  // namespace navnet
