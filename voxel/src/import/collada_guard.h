#pragma once
// Checks a COLLADA file before Assimp sees it, and hides from Assimp all that is not geometry.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <string>
#include <string_view>

namespace navnet {

/// A COLLADA file that is safe to import.
struct GuardedCollada {
  std::string text;       ///< The file, with effects, images, animations and the like blanked out.
  UpAxis up = UpAxis::Y;  ///< Its up_axis; the standard's default is y.
};

/// Refuses files with anything dangerous: elements nested beyond 256 levels, nodes that instance themselves or expand
/// to more than a million or show too much (see mesh_totals.h), accessors that reach beyond their arrays, UTF-16,
/// document types, and X_UP.
Result<GuardedCollada> GuardCollada(std::string_view text);

}  // namespace navnet
