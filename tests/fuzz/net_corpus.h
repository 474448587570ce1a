#pragma once
// Small nets of every kind, to be damaged by fuzz targets: made on the spot, so that they are always of the newest
// format.

#include <navnet/net/net.h>

#include <string>
#include <vector>

namespace navnet {

struct CorpusNet {
  std::string name;
  Net net;
};

/// Rooms and towers, storeys, ramps and spirals, seeded voxel worlds; for flight alone and with ground, with and
/// without links, one level and two, y up and z up, turned and not. Ends the program when a bake fails.
std::vector<CorpusNet> MakeNetCorpus();

}  // namespace navnet
