// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks a COLLADA file before Assimp parses it, and removes everything but geometry.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <string>
#include <string_view>

namespace navnet {

/// A COLLADA file that is safe to import.
struct GuardedCollada {
  std::string text;       ///< The file, with effects, images, animations and the like overwritten by blanks.
  UpAxis up = UpAxis::Y;  ///< Its up_axis; the standard's default is y.
};

/// Refuses unsafe and unsupported files: elements nested more than 256 levels deep, nodes that instance themselves,
/// instances that expand to more than a million nodes or to too much geometry (see mesh_totals.h), accessors that reach
/// beyond their arrays, UTF-16, document types, and X_UP.
Result<GuardedCollada> GuardCollada(std::string_view text);

}  // namespace navnet
