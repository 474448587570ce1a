// SPDX-License-Identifier: Apache-2.0
#pragma once
// Python's handle of a live world.

#include <navnet/live/live_world.h>
#include <navnet/voxel/explored_map.h>

#include "errors.h"
#include "types.h"

#include <atomic>
#include <memory>
#include <thread>

namespace navnet::python {

using LockedMap = Locked<ExploredMap>;

/// A live world with the guarantees that Python needs:
/// - Calls wait for each other, and an update may call a Python function. So every call first releases the
///   interpreter's lock, and so does the destructor, which waits for the background thread.
/// - A callback for updates must not call the world again, because that would deadlock: such calls raise an error.
/// - The last reference may be dropped inside that callback: then another thread waits for the update to end.
/// - Background threads are stopped before the interpreter shuts down.
class LiveHolder {
 public:
  explicit LiveHolder(LiveWorld world);
  ~LiveHolder();
  LiveHolder(const LiveHolder&) = delete;
  LiveHolder& operator=(const LiveHolder&) = delete;

  /// For calls that never wait: Latest(), frame() and bounds().
  const LiveWorld& world() const { return *world_; }

  /// For all other calls: runs `run(world)` without the interpreter's lock.
  template <class Run>
  auto With(const Run& run) {
    RefuseFromCallback();
    const Unlocked unlocked;
    return run(*world_);
  }

  /// Calls `told(snapshot, change)` after each update, in the updating thread; exceptions from it are printed and
  /// ignored. None removes the callback.
  void OnUpdate(const py::object& told);

  /// Stops all background threads of this process; called when the interpreter shuts down.
  static void StopAll();

 private:
  void RefuseFromCallback() const;

  using Teller = std::atomic<std::thread::id>;  ///< The thread that is inside the Python callback.
  std::shared_ptr<Teller> teller_ = std::make_shared<Teller>();
  std::shared_ptr<LiveWorld> world_;  ///< Shared only with StopAll(), which may outlive this object.
};

/// A snapshot of a live world, kept alive.
struct Snapshot {
  std::shared_ptr<const LiveSnapshot> state;
};

}  // namespace navnet::python
