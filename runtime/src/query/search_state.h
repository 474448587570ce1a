// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a search that runs in slices.

#include <cstdint>

namespace navnet {

enum class SearchState : uint8_t {
  Running,
  Found,
  Exhausted,  ///< Nothing is left to expand: the goal cannot be reached.
};

/// Work done by a search.
struct SearchCounts {
  int64_t expanded = 0;
  int64_t pushed = 0;  ///< Entries added to the open list.
};

}  // namespace navnet
