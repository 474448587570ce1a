// SPDX-License-Identifier: Apache-2.0
#include "handle_table.h"

#include <array>
#include <bit>
#include <new>

namespace navnet::c {
namespace {

// Ids and states both have the generation in the upper 32 bits, then 8 bits of kind. The lower 24 bits are the slot's
// index in an id, and the number of calls that use the object in a state.
constexpr int kKindShift = 24;
constexpr int kGenerationShift = 32;
constexpr uint64_t kLowMask = (uint64_t{1} << kKindShift) - 1;
constexpr uint64_t kKindMask = uint64_t{0xFF} << kKindShift;
constexpr uint32_t kFirstChunk = 64;

constexpr uint64_t NameBits(uint64_t word) { return word & ~kLowMask; }
constexpr uint32_t IndexOf(uint64_t id) { return uint32_t(id & kLowMask); }
constexpr uint64_t GenerationOf(uint64_t word) { return word >> kGenerationShift; }

constexpr int ChunkOf(uint32_t index) { return std::bit_width(index / kFirstChunk + 1) - 1; }
constexpr uint32_t FirstOf(int chunk) { return kFirstChunk * ((uint32_t{1} << chunk) - 1); }
constexpr uint32_t SizeOf(int chunk) { return kFirstChunk << chunk; }

}  // namespace

const char* NameOf(HandleKind kind) {
  static constexpr std::array<const char*, kHandleKinds> kNames = {
      "nothing", "net",    "ground",   "navigator", "traveller", "context",    "path",         "path set",        "run",
      "cancel",  "change", "watch",    "avoidance", "crowd",     "room maker", "rooms",        "trajectory",      "yaw",
      "world",   "grid",   "sampling", "probe",     "live",      "snapshot",   "explored map", "explored changes"};
  return size_t(kind) < kNames.size() ? kNames[size_t(kind)] : kNames[0];
}

bool HandleObject::TryLockToRead() {
  int32_t users = users_.load(std::memory_order_relaxed);
  while (users >= 0) {
    if (users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

bool HandleObject::TryLockToWrite() {
  int32_t nobody = 0;
  return users_.compare_exchange_strong(nobody, -1, std::memory_order_acquire, std::memory_order_relaxed);
}

HandleTable& HandleTable::Global() {
  // Never destroyed: other static objects may still hold handles when the program ends.
  static HandleTable* const table = new HandleTable;
  return *table;
}

HandleTable::~HandleTable() {
  for (std::atomic<Slot*>& chunk : chunks_) delete[] chunk.load();
}

HandleKind HandleTable::KindOf(uint64_t id) { return HandleKind((id & kKindMask) >> kKindShift); }

HandleTable::Slot* HandleTable::SlotAt(uint32_t index) {
  const int chunk = ChunkOf(index);
  if (chunk >= kChunks) return nullptr;
  Slot* const slots = chunks_[chunk].load(std::memory_order_acquire);
  return slots ? slots + (index - FirstOf(chunk)) : nullptr;
}

uint64_t HandleTable::Insert(HandleKind kind, std::unique_ptr<HandleObject> object) {
  uint32_t index = 0;
  {
    const std::scoped_lock lock(mutex_);
    if (first_unused_ != 0) {
      index = first_unused_ - 1;
      first_unused_ = SlotAt(index)->next_unused;
    } else {
      const int chunk = ChunkOf(made_);
      if (made_ > kLowMask || chunk >= kChunks) throw std::bad_alloc();
      if (made_ == FirstOf(chunk)) chunks_[chunk].store(new Slot[SizeOf(chunk)], std::memory_order_release);
      index = made_++;
    }
  }
  Slot& slot = *SlotAt(index);
  // This thread has exclusive access to the slot: no id refers to it, and no call uses it.
  const uint64_t generation = std::max<uint64_t>(GenerationOf(slot.state.load(std::memory_order_relaxed)), 1);
  slot.object = std::move(object);
  const uint64_t name = generation << kGenerationShift | uint64_t(kind) << kKindShift;
  slot.state.store(name, std::memory_order_release);
  count_.fetch_add(1, std::memory_order_relaxed);
  return name | index;
}

HandleObject* HandleTable::Acquire(uint64_t id, HandleKind kind) {
  if (KindOf(id) != kind || kind == HandleKind::None) return nullptr;
  Slot* const slot = SlotAt(IndexOf(id));
  if (!slot) return nullptr;
  uint64_t state = slot->state.load(std::memory_order_relaxed);
  while (NameBits(state) == NameBits(id)) {
    if (slot->state.compare_exchange_weak(state, state + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return slot->object.get();
    }
  }
  return nullptr;
}

void HandleTable::Release(uint64_t id) {
  Slot& slot = *SlotAt(IndexOf(id));
  const uint64_t state = slot.state.fetch_sub(1, std::memory_order_acq_rel) - 1;
  if ((state & (kKindMask | kLowMask)) == 0) Delete(IndexOf(id), slot);
}

bool HandleTable::Destroy(uint64_t id, HandleKind kind) {
  if (KindOf(id) != kind || kind == HandleKind::None) return false;
  Slot* const slot = SlotAt(IndexOf(id));
  if (!slot) return false;
  uint64_t state = slot->state.load(std::memory_order_relaxed);
  while (NameBits(state) == NameBits(id)) {
    if (slot->state.compare_exchange_weak(state, state & ~kKindMask, std::memory_order_acq_rel,
                                          std::memory_order_relaxed)) {
      count_.fetch_sub(1, std::memory_order_relaxed);
      if ((state & kLowMask) == 0) Delete(IndexOf(id), *slot);
      return true;
    }
  }
  return false;
}

void HandleTable::Delete(uint32_t index, Slot& slot) {
  // No call uses the slot or can acquire it any more: this thread has exclusive access.
  slot.object.reset();
  const uint64_t next = GenerationOf(slot.state.load(std::memory_order_relaxed)) + 1;
  if (next >> (64 - kGenerationShift) != 0) return;  // All generations of the slot are used up.
  slot.state.store(next << kGenerationShift, std::memory_order_release);
  const std::scoped_lock lock(mutex_);
  slot.next_unused = first_unused_;
  first_unused_ = index + 1;
}

}  // namespace navnet::c
