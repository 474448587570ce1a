#pragma once
// Every question a program may ask a net, for fuzz targets: a net that was accepted must answer them all.

#include <navnet/net/net.h>

#include <cstdint>

namespace navnet {

/// Asks for flights, walks, journeys, places, figures and steps of crowds, at points that the seed chooses. Damaged
/// numbers may make answers wrong; what is checked is that there is an answer, and that its numbers are finite.
void AskNet(const Net& net, uint64_t seed);

}  // namespace navnet
