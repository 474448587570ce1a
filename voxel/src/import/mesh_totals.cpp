// SPDX-License-Identifier: Apache-2.0
#include "import/mesh_totals.h"

#include <navnet/internal/core/text.h>

#include <algorithm>
#include <tuple>

namespace navnet {
namespace {

constexpr double kVertexBytes = 12;  // Three floats; about the same as text.

}  // namespace

MeshTotals& MeshTotals::operator+=(const MeshTotals& other) {
  parts += other.parts;
  vertices += other.vertices;
  triangles += other.triangles;
  return *this;
}

Status CheckTotals(const MeshTotals& totals, double data_bytes) {
  const double in_file = data_bytes / kVertexBytes;
  for (const auto& [count, limit, what] :
       {std::tuple{totals.parts, kMostParts, "meshes"}, std::tuple{totals.vertices, kMostInstanced, "vertices"},
        std::tuple{totals.triangles, kMostInstanced, "triangles"}}) {
    if (count <= std::max(limit, in_file)) continue;
    return Error{ErrorCode::TooLarge, "its instances expand to " + Shortest(count) + " " + what + ", and at most " +
                                          Shortest(limit, 10) + " are read; split the world or show less of it"};
  }
  return Ok();
}

}  // namespace navnet
