#pragma once
// Calls on live worlds, and the callbacks within which most of them are refused.

#include "bake_objects.h"
#include "call.h"

namespace navnet::c {

/// A callback of a live world that runs in this thread. A call on that world would wait for the update that waits for
/// the callback; so such calls are found out and refused.
class LiveCallback {
 public:
  LiveCallback(uint64_t id, LiveObject& object);
  LiveCallback(const LiveCallback&) = delete;
  LiveCallback& operator=(const LiveCallback&) = delete;
  ~LiveCallback();

  /// The world that a number names, if a callback of it runs in this thread.
  static LiveObject* Of(uint64_t id);

 private:
  uint64_t id_;
  LiveObject& object_;
  LiveCallback* outer_;
};

/// Fails the call within a callback of the world.
void NeedNoCallback(Call& call, navnet_live live);

/// The body of all functions that may wait for an update.
template <class Body>
navnet_status WithLive(const char* function, navnet_live live, const Body& body) {
  return Guard(function, [&](Call& call) {
    NeedNoCallback(call, live);
    if (const auto held = call.Use<LiveObject>(live, "live")) body(call, held->live);
  });
}

}  // namespace navnet::c
