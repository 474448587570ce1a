// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text for the reports of an audit.

#include <navnet/internal/core/text.h>

#include <string>

namespace navnet {

inline std::string Between(Vec3 a, Vec3 b) { return "from " + Text(a) + " to " + Text(b); }

}  // namespace navnet
