// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a gate leads where an answer says.

#include <navnet/net/gates.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace navnet {

/// What is wrong with an agent's use of a gate from one point to another; nothing if it may. `closed`: gates that the
/// query closes.
std::optional<std::string> FlawOfGate(std::span<const Gate> gates, uint32_t number, std::span<const uint32_t> closed,
                                      double radius_m, Vec3 from, Vec3 to);

}  // namespace navnet
