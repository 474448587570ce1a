// SPDX-License-Identifier: Apache-2.0
#pragma once
// The OpenVDB tree behind every occupancy grid, instantiated once (mask_tree.cpp) to keep compile times down.

#include <openvdb/Grid.h>
#include <openvdb/tree/Tree.h>

namespace navnet {

using MaskTree = openvdb::tree::Tree4<openvdb::ValueMask, 5, 4, 3>::Type;
using MaskGrid = openvdb::Grid<MaskTree>;
using MaskRoot = MaskTree::RootNodeType;
using MaskNode4096 = MaskRoot::ChildNodeType;     ///< 4096³ voxels.
using MaskNode128 = MaskNode4096::ChildNodeType;  ///< 128³ voxels: eight blocks.
using MaskLeaf = MaskTree::LeafNodeType;          ///< 8³ voxels: eight words, one per x, bit y * 8 + z.

}  // namespace navnet

extern template class openvdb::tree::Tree<navnet::MaskRoot>;
extern template class openvdb::Grid<navnet::MaskTree>;
