// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions shared by following, avoidance and crowds.

#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/follow.h>

#include "call.h"

namespace navnet::c {

/// The C++ library's defaults.
navnet_follow_limits DefaultLimits();
/// Converts to C++; fails the call if `struct_bytes` is wrong.
FollowLimits LimitsOf(Call& call, const navnet_follow_limits& limits);

/// The C++ library's defaults.
navnet_avoidance_options DefaultAvoidance();
/// Converts to C++; fails the call if `struct_bytes` is wrong.
AvoidanceOptions AvoidanceOf(Call& call, const navnet_avoidance_options& options);

}  // namespace navnet::c
