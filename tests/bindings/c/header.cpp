// SPDX-License-Identifier: Apache-2.0
// Compiles the header alone as C++.
#include <navnet/navnet.h>

#include <type_traits>

static_assert(sizeof(navnet_bool) == 4 && sizeof(navnet_status) == 4 && sizeof(navnet_net) == 8, "");
static_assert(std::is_trivially_copyable<navnet_bake_options>::value, "");
