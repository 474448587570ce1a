// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scratch memory of a search: one node per voxel, initially zero.

#include <navnet/core/result.h>
#include <navnet/internal/core/text.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>

namespace navnet::peers {

/// Zeroed nodes that use memory only where a search has been: the system allocates pages on first write.
template <class Node>
class Scratch {
  static_assert(std::is_trivially_copyable_v<Node>);

 public:
  /// Fails with TooLarge if indices do not fit 32 bits, with OutOfMemory if the system has too little memory.
  static Result<Scratch> Create(uint64_t size) {
    if (size > UINT32_MAX) {
      return Error{ErrorCode::TooLarge, "grid searches take at most 2^32 voxels; this grid has " +
                                            Shortest(double(size), 3) + " with its border"};
    }
    Scratch scratch(size);
    if (!scratch.nodes_) {
      return Error{ErrorCode::OutOfMemory,
                   "no memory for a search on the grid: it takes up to " + BytesText(double(size) * sizeof(Node))};
    }
    return scratch;
  }

  Node& operator[](uint64_t index) { return nodes_.get()[index]; }
  const Node& operator[](uint64_t index) const { return nodes_.get()[index]; }

  /// Resets all nodes to zero.
  void Clear() {
    for (uint64_t i = 0; i < size_; ++i) {
      // Writing zeros to untouched memory would allocate its page.
      if (nodes_.get()[i] != Node{}) nodes_.get()[i] = {};
    }
  }

 private:
  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }
  };
  explicit Scratch(uint64_t size) : size_(size), nodes_(static_cast<Node*>(std::calloc(size, sizeof(Node)))) {}

  uint64_t size_;
  std::unique_ptr<Node, Free> nodes_;
};

}  // namespace navnet::peers
