// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions shared by following, avoidance and crowds.

#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/follow.h>

#include "call.h"

namespace navnet::c {

navnet_follow_limits DefaultLimits();
FollowLimits LimitsOf(Call& call, const navnet_follow_limits& limits);

navnet_avoidance_options DefaultAvoidance();
AvoidanceOptions AvoidanceOf(Call& call, const navnet_avoidance_options& options);

}  // namespace navnet::c
