// SPDX-License-Identifier: Apache-2.0
#pragma once
// The viewer's page without data, as built by bundle.mjs.

#include <string_view>

namespace navnet {

/// Empty when the viewer was not built.
std::string_view PageTemplate();

}  // namespace navnet
