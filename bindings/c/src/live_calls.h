// SPDX-License-Identifier: Apache-2.0
#pragma once
// Calls on live worlds, and the detection of calls from within callbacks, most of which fail.

#include "bake_objects.h"
#include "call.h"

namespace navnet::c {

/// Marks, while it lives, that a callback of a live world runs in this thread. A call on that world would deadlock,
/// since it would wait for the update, which waits for the callback; so such calls are detected and fail.
class LiveCallback {
 public:
  LiveCallback(uint64_t id, LiveObject& object);
  LiveCallback(const LiveCallback&) = delete;
  LiveCallback& operator=(const LiveCallback&) = delete;
  ~LiveCallback();

  /// The world with this id if one of its callbacks runs in this thread, else null.
  static LiveObject* Of(uint64_t id);

 private:
  uint64_t id_;
  LiveObject& object_;
  LiveCallback* outer_;
};

/// Fails the call if it is made from within a callback of the world.
void NeedNoCallback(Call& call, navnet_live live);

/// The common body of all functions that may wait for an update.
template <class Body>
navnet_status WithLive(const char* function, navnet_live live, const Body& body) {
  return Guard(function, [&](Call& call) {
    NeedNoCallback(call, live);
    if (const auto held = call.Use<LiveObject>(live, "live")) body(call, held->live);
  });
}

}  // namespace navnet::c
