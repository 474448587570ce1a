#pragma once
// The attack's figures, for people and for scripts.

#include "attack/attack_driver.h"

#include <string>

namespace navnet::attack {

/// One row for each part: cases, what was tried, failures, time.
std::string TableOf(const Report& report);
/// One JSON object.
std::string JsonOf(const Report& report);

}  // namespace navnet::attack
