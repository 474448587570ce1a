// SPDX-License-Identifier: Apache-2.0
// Replaces page_template.cpp when the viewer is not built.

#include "page_template.h"

namespace navnet {

std::string_view PageTemplate() { return {}; }

}  // namespace navnet
