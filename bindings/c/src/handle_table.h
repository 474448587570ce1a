// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table behind the handles of the C API: ids of objects, checked on every use.
//
// A handle's id consists of a slot index, the kind of object and the slot's generation. A slot's state is one atomic
// word: the generation, the kind (0: empty) and the number of calls that use the object. Acquiring an object is one
// compare-and-swap of that word: no lock, and an id that is stale, forged or of another kind never reaches an object.
// Destroying clears the kind, so that no further call can acquire the object; the last user deletes it. The slot's
// generation is then incremented, so that ids are never reused; a slot whose generations are exhausted is retired.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace navnet::c {

enum class HandleKind : uint8_t {
  None,
  Net,
  Ground,
  Navigator,
  Traveller,
  Context,
  Path,
  PathSet,
  Run,
  Cancel,
  Change,
  Watch,
  Avoidance,
  Crowd,
  RoomMaker,
  Rooms,
  Trajectory,
  Yaw,
  World,
  Grid,
  Sampling,
  Probe,
  Live,
  Snapshot,
  ExploredMap,
  ExploredChanges,
};
inline constexpr int kHandleKinds = int(HandleKind::ExploredChanges) + 1;

/// Name for messages, such as "net" or "path set"; "nothing" for None and unknown values.
const char* NameOf(HandleKind kind);

/// Base of all objects that have a handle. Mutable objects are locked for reading or writing, without waiting.
class HandleObject {
 public:
  HandleObject() = default;
  HandleObject(const HandleObject&) = delete;
  HandleObject& operator=(const HandleObject&) = delete;
  virtual ~HandleObject() = default;

  bool TryLockToRead();
  bool TryLockToWrite();
  void UnlockFromReading() { users_.fetch_sub(1, std::memory_order_release); }
  void UnlockFromWriting() { users_.store(0, std::memory_order_release); }

 private:
  std::atomic<int32_t> users_{0};  ///< -1: one writer; else the number of readers.
};

/// Thread-safe. Memory for slots is never freed; it is proportional to the largest number of simultaneous objects.
class HandleTable {
 public:
  /// The table of the whole program. It is never destroyed, so handles may be used until the program ends.
  static HandleTable& Global();

  HandleTable() = default;
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;
  /// Deletes the remaining objects. Requires: no call is using the table.
  ~HandleTable();

  /// Takes ownership of an object and returns its id. Throws std::bad_alloc if memory runs out or 2^24 objects exist.
  /// Requires: kind is not None.
  uint64_t Insert(HandleKind kind, std::unique_ptr<HandleObject> object);

  /// The object with this id if it is of this kind, or null. It is not deleted before Release(id). Costs tens of
  /// nanoseconds, and does not wait for other calls.
  HandleObject* Acquire(uint64_t id, HandleKind kind);
  /// Ends one use of an object; may delete it. Requires: one successful Acquire for each Release.
  void Release(uint64_t id);

  /// Invalidates an id; the object is deleted here or by the last Release. False if no object of this kind has the id.
  bool Destroy(uint64_t id, HandleKind kind);

  /// The number of objects that have an id now.
  size_t count() const { return count_.load(std::memory_order_relaxed); }

  static HandleKind KindOf(uint64_t id);

 private:
  struct alignas(64) Slot {
    std::atomic<uint64_t> state{0};
    std::unique_ptr<HandleObject> object;
    uint32_t next_unused = 0;
  };

  /// Chunk k has 64 · 2^k slots, so that slots never move and the highest bit of an index determines its chunk.
  static constexpr int kChunks = 18;

  Slot* SlotAt(uint32_t index);
  void Delete(uint32_t index, Slot& slot);

  std::atomic<Slot*> chunks_[kChunks] = {};
  std::atomic<size_t> count_{0};
  std::mutex mutex_;  ///< Guards what follows, and adding chunks.
  uint32_t made_ = 0;
  uint32_t first_unused_ = 0;  ///< Head of the list of unused slots, as index + 1; 0: empty.
};

}  // namespace navnet::c
