// SPDX-License-Identifier: Apache-2.0
#pragma once
// Damages the image of a net: single numbers, records, bytes, and groups of related values.

#include "fuzz/net_layout.h"

#include <random>
#include <string>

namespace navnet {

/// Makes one to five changes to an image. Keeps its size and updates its checksum. Describes the changes in `what`.
/// Requires: `layout` is that of this image.
void MutateNet(std::vector<std::byte>& image, std::span<const RecordArray> layout, std::mt19937_64& random,
               std::string& what);

}  // namespace navnet
