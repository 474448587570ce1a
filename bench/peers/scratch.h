#pragma once
// Working memory of a search: one node per voxel, zero at first.

#include <navnet/core/result.h>
#include <navnet/internal/core/text.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>

namespace navnet::peers {

/// Zeroed nodes that cost memory only where a search has been: the system hands out pages on first touch.
template <class Node>
class Scratch {
  static_assert(std::is_trivially_copyable_v<Node>);

 public:
  /// Indices are kept in 32 bits. Fails with TooLarge beyond that, with OutOfMemory when the system refuses.
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

  /// Back to zero.
  void Clear() {
    for (uint64_t i = 0; i < size_; ++i) {
      // Writing zeros where there are zeros would make the system hand out the page.
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
