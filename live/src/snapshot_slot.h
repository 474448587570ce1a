#pragma once
// The place where readers find the newest snapshot, and a writer leaves it, without readers ever waiting.

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace navnet {

/// A shared pointer that many threads copy while one replaces it. Two copies stand side by side; readers announce which
/// one they look at, and the writer changes the other, once its last readers have left it, which takes them no longer
/// than copying a pointer. (A left-right scheme: P. Ramalhete, A. Correia 2013. std::atomic<std::shared_ptr> would do
/// the same with a lock inside.)
template <class T>
class SnapshotSlot {
 public:
  /// Lock-free: goes round again only when the writer changed sides in between.
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

  /// One thread at a time.
  void Set(std::shared_ptr<T> value) {
    const size_t other = 1 - side_.load();
    WaitFor(other);
    copies_[other] = value;
    side_.store(other);
    // The copy behind is given up as well, so that what nobody reads does not stay until the next change.
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
