#pragma once
// How a path query ended; the same words for flying and walking.

#include <cstdint>

namespace navnet {

enum class PathStatus : uint8_t {
  Complete,      ///< From start to goal.
  Partial,       ///< Unreachable or out of budget, but a path to the nearest point found was asked for and is there.
  Unreachable,   ///< Nothing connects start and goal for this agent. Known without a search.
  OutOfBudget,   ///< The limit on expansions or time was reached first.
  Cancelled,     ///< The query's flag was raised.
  StartBlocked,  ///< The start lies in no cell, and none is within snapping distance.
  GoalBlocked,   ///< The same for the goal.
  OutsideWorld,  ///< A point is outside the net's bounds or not finite, or the agent is too large for all of it.
  InvalidQuery,  ///< A number of the query is out of its range; Validate(query) says which.
};

/// Lower-case name with underscores, as scripts see it: complete, partial, unreachable, out_of_budget …
const char* ToString(PathStatus status);

}  // namespace navnet
