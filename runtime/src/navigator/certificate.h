// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much shorter a flight could be at most.

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/navigator.h>

#include "flight/bound/lower_bound.h"

namespace navnet {

/// Sets `lower_bound_m` of an answer, as FlightQuery::certify says, and the time it took. Does nothing unless the query
/// asks for it and there is a path. `bound`: reusable memory.
void Certify(const NavigatorTables& tables, const FlightQuery& query, LowerBound& bound, FlightPath& path);

}  // namespace navnet
