#pragma once
// A live world as Python holds it.

#include <navnet/live/live_world.h>
#include <navnet/voxel/explored_map.h>

#include "errors.h"
#include "types.h"

#include <atomic>
#include <memory>
#include <thread>

namespace navnet::python {

using LockedMap = Locked<ExploredMap>;

/// A live world, and what Python asks for besides:
/// - Calls wait for each other, and an update may call a Python function. So every call gives up the interpreter's lock
///   first, and so does the end, which waits for the background thread.
/// - A function told of updates must not call the world again, which would wait for itself forever: that is refused.
/// - The last reference may go inside that function: then another thread waits for the end.
/// - Background threads are stopped before the interpreter goes.
class LiveHolder {
 public:
  explicit LiveHolder(LiveWorld world);
  ~LiveHolder();
  LiveHolder(const LiveHolder&) = delete;
  LiveHolder& operator=(const LiveHolder&) = delete;

  /// For what never waits: Latest(), frame() and bounds().
  const LiveWorld& world() const { return *world_; }

  /// For all else: `run(world)`, without the interpreter's lock.
  template <class Run>
  auto With(const Run& run) {
    RefuseFromCallback();
    const Unlocked unlocked;
    return run(*world_);
  }

  /// Calls `told(snapshot, change)` after each update, in the thread that makes it; what it raises is printed and
  /// forgotten. None: no longer.
  void OnUpdate(const py::object& told);

  /// Stops all background threads of this process; for the interpreter's end.
  static void StopAll();

 private:
  void RefuseFromCallback() const;

  using Teller = std::atomic<std::thread::id>;  ///< The thread that is in the Python function.
  std::shared_ptr<Teller> teller_ = std::make_shared<Teller>();
  std::shared_ptr<LiveWorld> world_;  ///< Shared with StopAll alone, which outlasts what ends meanwhile.
};

/// A state of a live world, held.
struct Snapshot {
  std::shared_ptr<const LiveSnapshot> state;
};

}  // namespace navnet::python
