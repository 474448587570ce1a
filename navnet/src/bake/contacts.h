#pragma once
// Which cells touch: the graph's edges, and its connected pieces.

#include "../net/image.h"

namespace navnet {

/// Fills `first_link`, `links`, `components` and `component_count` from `blocks` and `cells`.
void FindContacts(LevelArrays& level, int threads);

}  // namespace navnet
