#pragma once
// Outcome of a path query, for flying and walking.

#include <cstdint>

namespace navnet {

/// How a query ended.
enum class PathStatus : uint8_t {
  Complete,      ///< The path leads from start to goal.
  Partial,       ///< Unreachable or out of budget, and the query asked for a path to the nearest point reached.
  Unreachable,   ///< Start and goal are not connected for this agent. Without costs, known before any search.
  OutOfBudget,   ///< The limit on expansions or time was reached first.
  Cancelled,     ///< The query's `cancel` flag was set.
  StartBlocked,  ///< The start lies in no cell, and none is within snapping distance.
  GoalBlocked,   ///< The same for the goal.
  OutsideWorld,  ///< A point is outside the net's bounds or not finite, or the agent is larger than the largest
                 ///< clearance level.
  InvalidQuery,  ///< A number of the query is out of range; Validate(query) says which.
};

/// Lower-case name with underscores, as scripts see it: complete, partial, unreachable, out_of_budget …
const char* ToString(PathStatus status);

}  // namespace navnet
