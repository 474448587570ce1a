// SPDX-License-Identifier: Apache-2.0
#pragma once
// Publishes the newest snapshot from one writer to many readers; readers never wait.

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace navnet {

/// A shared pointer that many threads copy while one replaces it. There are two copies: readers register with the one
/// they read, and the writer replaces the other after its last reader has left, which takes no longer than copying a
/// pointer. (Left-right: P. Ramalhete, A. Correia 2013. std::atomic<std::shared_ptr> does the same with an internal
/// lock.)
template <class T>
class SnapshotSlot {
 public:
  /// Returns a copy. Lock-free: retries only when the writer changed sides in between.
  std::shared_ptr<T> Get() const {
    for (;;) {
      const size_t side = side_.load();
      readers_[side].fetch_add(1);
      if (side_.load() == side) {
        std::shared_ptr<T> copy = copies_[side];
        readers_[side].fetch_sub(1);
        return copy;
      }
      readers_[side].fetch_sub(1);
    }
  }

  /// Replaces the value. Requires: called by one thread at a time.
  void Set(std::shared_ptr<T> value) {
    const size_t other = 1 - side_.load();
    WaitFor(other);
    copies_[other] = value;
    side_.store(other);
    // Replaces the old copy too, so that a snapshot without readers is freed now and not at the next change.
    WaitFor(1 - other);
    copies_[1 - other] = std::move(value);
  }

 private:
  void WaitFor(size_t side) const {
    while (readers_[side].load() != 0) std::this_thread::yield();
  }

  std::array<std::shared_ptr<T>, 2> copies_;
  mutable std::array<std::atomic<int>, 2> readers_{};
  std::atomic<size_t> side_{0};
};

}  // namespace navnet
