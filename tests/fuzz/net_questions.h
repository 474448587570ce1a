// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every kind of query, for fuzz targets: a net that was accepted must answer them all.

#include <navnet/net/net.h>

#include <cstdint>

namespace navnet {

/// Runs flights, walks, journeys, place queries, statistics and crowd steps at points chosen by the seed. Damaged
/// numbers may make answers wrong; the check is that every query returns, and that its numbers are finite.
void AskNet(const Net& net, uint64_t seed);

}  // namespace navnet
