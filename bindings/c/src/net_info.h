// SPDX-License-Identifier: Apache-2.0
#pragma once
// The info of a net or navigator.

#include <navnet/navnet.h>
#include <navnet/net/net.h>

namespace navnet::c {

navnet_net_info InfoOf(const NetInfo& info, const Net& net, bool has_ground);

}  // namespace navnet::c
