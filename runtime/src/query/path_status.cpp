// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/query.h>

namespace navnet {

const char* ToString(PathStatus status) {
  switch (status) {
    case PathStatus::Complete: return "complete";
    case PathStatus::Partial: return "partial";
    case PathStatus::Unreachable: return "unreachable";
    case PathStatus::OutOfBudget: return "out_of_budget";
    case PathStatus::Cancelled: return "cancelled";
    case PathStatus::StartBlocked: return "start_blocked";
    case PathStatus::GoalBlocked: return "goal_blocked";
    case PathStatus::OutsideWorld: return "outside_world";
    case PathStatus::InvalidQuery: return "invalid_query";
    case PathStatus::BeyondLimit: return "beyond_limit";
  }
  return "unknown";
}

}  // namespace navnet
