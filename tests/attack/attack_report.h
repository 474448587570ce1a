// SPDX-License-Identifier: Apache-2.0
#pragma once
// Report of the attack as a table and as JSON.

#include "attack/attack_driver.h"

#include <string>

namespace navnet::attack {

/// One row per part: cases, what was tried, failures, time.
std::string TableOf(const Report& report);
/// One JSON object.
std::string JsonOf(const Report& report);

}  // namespace navnet::attack
