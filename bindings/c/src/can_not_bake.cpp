// SPDX-License-Identifier: Apache-2.0
// Linked into libnavnet_c_runtime only.
#include <navnet/navnet.h>

navnet_bool navnet_can_bake(void) { return 0; }
