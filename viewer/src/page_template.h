#pragma once
// The page without its data, as the build made it (bundle.mjs).

#include <string_view>

namespace navnet {

/// Empty when the viewer was not built.
std::string_view PageTemplate();

}  // namespace navnet
