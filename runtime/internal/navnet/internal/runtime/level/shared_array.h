// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arrays whose copies share what they have in common: copying costs a pointer for each chunk, and a write after a copy
// costs a chunk.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// Tells which parts of a value only this value can see, so that it may write them in place.
///
/// Every part remembers the epoch in which it was made. Taking a copy moves both the original and the copy on to a
/// later epoch, so a part made in the current one was never seen by a copy, on whatever thread. Reference counts are
/// not asked: they may fall on other threads at any time, and a count of one read here says nothing about when the
/// other thread's last read happened. The counter is atomic because several threads may copy the same value at once,
/// which for them is reading it; to copy a value while another thread writes it is a race, as it is for any container.
class Epoch {
 public:
  Epoch() = default;
  Epoch(const Epoch& other) : now_(other.Leave()) {}
  Epoch(Epoch&& other) noexcept : now_(other.now()) {}
  Epoch& operator=(const Epoch& other) {
    if (this != &other) now_ = other.Leave();
    return *this;
  }
  Epoch& operator=(Epoch&& other) noexcept {
    now_ = other.now();
    return *this;
  }
  ~Epoch() = default;

  uint64_t now() const { return now_.load(std::memory_order_relaxed); }

 private:
  uint64_t Leave() const { return now_.fetch_add(1, std::memory_order_relaxed) + 1; }

  mutable std::atomic<uint64_t> now_{1};
};

/// A number of values, each the default until it is set; chunks in which none was set take no memory. Different
/// copies may be read and written by different threads at once; one copy is like any container: many may read or one
/// may write.
template <class T, size_t kChunk>
class SharedArray {
 public:
  size_t size() const { return size_; }
  /// Grows to `size` values; does nothing when the array is at least that large.
  void Grow(size_t size) {
    if (size <= size_) return;
    size_ = size;
    chunks_.resize((size + kChunk - 1) / kChunk);
  }

  /// Requires: the value, or another of its chunk, was set.
  const T& operator[](size_t i) const { return (*chunks_[i / kChunk].values)[i % kChunk]; }

  /// The value, or null when none of its chunk was set. Requires: i < size().
  const T* Find(size_t i) const {
    const Values* values = chunks_[i / kChunk].values.get();
    return values ? &(*values)[i % kChunk] : nullptr;
  }

  /// A value for writing; the reference is valid until the array is copied. Requires: i < size().
  T& Edit(size_t i) {
    Chunk& chunk = chunks_[i / kChunk];
    if (chunk.epoch != epoch_.now()) {
      chunk.values = chunk.values ? std::make_shared<Values>(*chunk.values) : std::make_shared<Values>();
      chunk.epoch = epoch_.now();
    }
    return (*chunk.values)[i % kChunk];
  }

  /// Bytes of chunks that are not shared with `other`.
  size_t BytesBeside(const SharedArray& other) const {
    size_t bytes = 0;
    for (size_t i = 0; i < chunks_.size(); ++i) {
      const bool shared = i < other.chunks_.size() && chunks_[i].values == other.chunks_[i].values;
      if (chunks_[i].values && !shared) bytes += sizeof(Values);
    }
    return bytes;
  }

 private:
  using Values = std::array<T, kChunk>;
  struct Chunk {
    std::shared_ptr<Values> values;
    uint64_t epoch = 0;  ///< Epoch in which this array made `values`; they are written in place only during it.
  };

  Epoch epoch_;
  std::vector<Chunk> chunks_;
  size_t size_ = 0;
};

/// As SharedArray, for many values that are read at random: a value is found by one look-up in a table of a pointer per
/// page. Copying costs that table, and a reference for each kGroup pages; a write after a copy costs a page.
template <class T, size_t kPage>
class SharedPages {
 public:
  /// A multiple of the page size.
  size_t size() const { return pages_.size() * kPage; }
  /// Grows to at least `size` values; does nothing when there are as many.
  void Grow(size_t size) {
    if (size <= this->size()) return;
    pages_.resize((size + kPage - 1) / kPage);
    owners_.Grow(pages_.size());
  }

  /// Requires: the value, or another of its page, was set.
  const T& operator[](size_t i) const { return pages_[i / kPage][i % kPage]; }

  /// Sets values from the one numbered `first` on. Requires: they are in the array.
  void Set(size_t first, std::span<const T> values) {
    while (!values.empty()) {
      const size_t page = first / kPage, at = first % kPage, count = std::min(values.size(), kPage - at);
      std::copy_n(values.begin(), count, Edit(page).begin() + std::ptrdiff_t(at));
      values = values.subspan(count);
      first += count;
    }
  }

  /// Bytes of pages and of references to them that are not shared with `other`; tables of pointers are not counted.
  size_t BytesBeside(const SharedPages& other) const {
    size_t bytes = owners_.BytesBeside(other.owners_);
    for (size_t i = 0; i < pages_.size(); ++i) {
      const bool shared = i < other.pages_.size() && pages_[i] == other.pages_[i];
      if (pages_[i] && !shared) bytes += sizeof(Values);
    }
    return bytes;
  }

 private:
  using Values = std::array<T, kPage>;
  struct Owner {
    std::shared_ptr<Values> values;
    uint64_t epoch = 0;  ///< Epoch in which this array made `values`.
  };
  static constexpr size_t kGroup = 64;

  /// A page for writing.
  Values& Edit(size_t page) {
    Owner& owner = owners_.Edit(page);
    if (owner.epoch != epoch_.now()) {
      owner.values = owner.values ? std::make_shared<Values>(*owner.values) : std::make_shared<Values>();
      owner.epoch = epoch_.now();
      pages_[page] = owner.values->data();
    }
    return *owner.values;
  }

  Epoch epoch_;
  std::vector<const T*> pages_;  ///< Data of each owner's values.
  SharedArray<Owner, kGroup> owners_;
};

}  // namespace navnet
