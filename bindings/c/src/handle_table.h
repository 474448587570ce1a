#pragma once
// The table behind the handles of the C API: numbers that name objects, checked on every use.
//
// A handle's number holds a slot, the kind of object and the slot's generation. A slot's state holds the generation,
// the kind (0: nothing there) and how many calls are using the object. Using an object is one compare-and-swap of that
// word: no lock, and a number that is stale, forged or of another kind never touches anything. Destroying takes the
// kind out of the state, so that no further call gets in; the last one out deletes the object. A slot's generation then
// grows, so that no number ever comes again; a slot whose generations are used up is never used again.

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

/// For messages: "net", "path set"; "nothing" for None and numbers that are no kind.
const char* NameOf(HandleKind kind);

/// What a handle may name. Objects that change are locked for reading or writing, without waiting.
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
  std::atomic<int32_t> users_{0};  ///< -1: one that writes; else the number of those that read.
};

/// Thread-safe throughout. Memory for slots is never given back; it is as much as there were objects at once.
class HandleTable {
 public:
  /// The table of the whole program. It outlives everything, so handles may be used until the very end.
  static HandleTable& Global();

  HandleTable() = default;
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;
  /// Deletes the objects that are left. Requires: no call is using the table.
  ~HandleTable();

  /// Takes an object over and names it. Throws std::bad_alloc when there is no memory or 2^24 objects exist.
  /// Requires: kind is not None.
  uint64_t Insert(HandleKind kind, std::unique_ptr<HandleObject> object);

  /// The object a number names if it is of this kind, or null. Until Release(id) it is not deleted. Costs tens of
  /// nanoseconds, and does not wait for other calls.
  HandleObject* Acquire(uint64_t id, HandleKind kind);
  /// Requires: one successful Acquire for each. May delete the object.
  void Release(uint64_t id);

  /// False when the number names no object of this kind. Else it never does again, and the object is deleted here or
  /// by the last Release.
  bool Destroy(uint64_t id, HandleKind kind);

  /// How many objects are named now.
  size_t count() const { return count_.load(std::memory_order_relaxed); }

  static HandleKind KindOf(uint64_t id);

 private:
  struct alignas(64) Slot {
    std::atomic<uint64_t> state{0};
    std::unique_ptr<HandleObject> object;
    uint32_t next_unused = 0;
  };

  /// Chunk k holds 64 · 2^k slots, so that slots never move and an index finds its chunk from its highest bit.
  static constexpr int kChunks = 18;

  Slot* SlotAt(uint32_t index);
  void Delete(uint32_t index, Slot& slot);

  std::atomic<Slot*> chunks_[kChunks] = {};
  std::atomic<size_t> count_{0};
  std::mutex mutex_;  ///< Guards what follows, and adding chunks.
  uint32_t made_ = 0;
  uint32_t first_unused_ = 0;  ///< Of a list of slots, plus one; 0: none.
};

}  // namespace navnet::c
