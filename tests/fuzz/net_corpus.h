// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small nets of every kind, to be damaged by fuzz targets. Baked at run time, so that they always have the newest
// format.

#include <navnet/net/net.h>

#include <string>
#include <vector>

namespace navnet {

struct CorpusNet {
  std::string name;
  Net net;
};

/// Rooms and towers, storeys, ramps and spirals, seeded voxel worlds; with and without ground, with and without links,
/// one level and two, y up and z up, rotated and not. Ends the program if a bake fails.
std::vector<CorpusNet> MakeNetCorpus();

}  // namespace navnet
