// SPDX-License-Identifier: Apache-2.0
#include "grid/mask_tree.h"

template class openvdb::tree::Tree<navnet::MaskRoot>;
template class openvdb::Grid<navnet::MaskTree>;
