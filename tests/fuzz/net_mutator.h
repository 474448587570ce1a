#pragma once
// Damages the image of a net: single numbers, records and bytes, and what belongs together all at once.

#include "fuzz/net_layout.h"

#include <random>
#include <string>

namespace navnet {

/// Changes one to five things of an image. Its size stays the same, the checksum is that of the new bytes. Tells in
/// `what` what was done, for people. Requires: the layout of this image.
void MutateNet(std::vector<std::byte>& image, std::span<const RecordArray> layout, std::mt19937_64& random,
               std::string& what);

}  // namespace navnet
