// SPDX-License-Identifier: Apache-2.0
// Live worlds: creation, updates, snapshots.
#include "convert.h"
#include "live_calls.h"
#include "objects.h"
#include "room_objects.h"

#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>

using namespace navnet;
using namespace navnet::c;

namespace {

thread_local LiveCallback* innermost = nullptr;

/// The newest state of a world. Also works within the world's callbacks, where it does not hold the handle: if that was
/// destroyed meanwhile, the last holder deletes the world, which would wait for this very callback.
std::shared_ptr<const LiveSnapshot> LatestOf(Call& call, navnet_live live) {
  if (const LiveObject* object = LiveCallback::Of(live.id)) return object->live.Latest();
  const auto held = call.Use<LiveObject>(live, "live");
  return held ? held->live.Latest() : nullptr;
}

/// A handle that is destroyed at the end of the scope.
template <class T>
class ScopedHandle {
 public:
  template <class... Arguments>
  explicit ScopedHandle(Call& call, Arguments&&... arguments) {
    call.Give<T>(&handle_, std::forward<Arguments>(arguments)...);
  }
  ScopedHandle(const ScopedHandle&) = delete;
  ScopedHandle& operator=(const ScopedHandle&) = delete;
  ~ScopedHandle() { HandleTable::Global().Destroy(handle_.id, T::kKind); }
  typename T::Handle get() const { return handle_; }

 private:
  typename T::Handle handle_ = {};
};

/// The worlds whose background threads may be running. They are stopped when the program ends, before the libraries
/// that they use are torn down.
class BackgroundWorlds {
 public:
  static void Add(uint64_t id) {
    static BackgroundWorlds* const all = [] {
      std::atexit([] { Stop(); });
      return &Global();
    }();
    const std::lock_guard lock(all->mutex_);
    all->ids_.insert(id);
  }

 private:
  static BackgroundWorlds& Global() {
    static auto* const global = new BackgroundWorlds;  // Never destroyed, since other threads may still add worlds.
    return *global;
  }
  static void Stop() {
    std::set<uint64_t> ids;
    {
      const std::lock_guard lock(Global().mutex_);
      ids.swap(Global().ids_);
    }
    for (const uint64_t id : ids) navnet_live_stop_background({id});
  }

  std::mutex mutex_;
  std::set<uint64_t> ids_;
};

void Give(Call& call, navnet_live* out, Result<LiveWorld>& made) {
  if (call.Check(made)) call.Give<LiveObject>(out, *std::move(made));
}

}  // namespace

LiveCallback::LiveCallback(uint64_t id, LiveObject& object) : id_(id), object_(object), outer_(innermost) {
  innermost = this;
}

LiveCallback::~LiveCallback() { innermost = outer_; }

LiveObject* LiveCallback::Of(uint64_t id) {
  for (LiveCallback* at = innermost; at; at = at->outer_) {
    if (at->id_ == id) return &at->object_;
  }
  return nullptr;
}

void navnet::c::NeedNoCallback(Call& call, navnet_live live) {
  if (LiveCallback::Of(live.id)) {
    call.Fail(
        NAVNET_ERROR_BUSY,
        "live: its update function may call navnet_live_latest and navnet_live_version alone; make edits after it");
  }
}

navnet_status navnet_live_create(navnet_world world, const navnet_bake_options* options, navnet_live* live) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    const BakeOptions how = BakeOptionsOf(call, options);
    call.NeedPointer(live, "live");
    if (!call.ok()) return;
    Result<LiveWorld> made = LiveWorld::Make(held->world, how);
    Give(call, live, made);
  });
}

navnet_status navnet_explore_options_default(navnet_explore_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_explore_options");
    if (!call.ok()) return;
    const ExploreOptions usual = {};
    *options = {sizeof *options, navnet_unknown(usual.unknown), usual.unknown_cost};
  });
}

navnet_status navnet_live_create_unknown(const navnet_box* bounds, double voxel_m, navnet_up_axis up,
                                         const navnet_explore_options* explore, const navnet_bake_options* options,
                                         navnet_live* live) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(bounds, "bounds");
    call.NeedEnum(up, NAVNET_UP_AXIS_Z, "up");
    ExploreOptions unknown;
    if (explore && call.ok()) {
      call.NeedBytes(explore->struct_bytes, sizeof *explore, "navnet_explore_options");
      if (!call.ok()) return;
      call.NeedEnum(explore->unknown, NAVNET_UNKNOWN_AT_A_COST, "explore.unknown");
      unknown = {Unknown(explore->unknown), explore->unknown_cost};
    }
    const BakeOptions how = BakeOptionsOf(call, options);
    call.NeedPointer(live, "live");
    if (!call.ok()) return;
    Result<LiveWorld> made = LiveWorld::MakeUnknown(In(*bounds), voxel_m, UpOf(up), unknown, how);
    Give(call, live, made);
  });
}

navnet_status navnet_live_destroy(navnet_live live) {
  const navnet_status allowed = Guard(__func__, [&](Call& call) { NeedNoCallback(call, live); });
  return allowed == NAVNET_OK ? DestroyHandle<LiveObject>(__func__, live) : allowed;
}

navnet_status navnet_live_update(navnet_live live, navnet_change* change) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    Result<WorldChange> changed = world.Update();
    if (call.Check(changed) && change) call.Give<ChangeObject>(change, *std::move(changed));
  });
}

navnet_status navnet_live_step(navnet_live live, double max_us, navnet_bool* done) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(done, "done");
    if (!(max_us >= 0)) call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "max_us: must be 0 or more");
    if (!call.ok()) return;
    const Result<bool> stepped = world.Step(max_us);
    if (call.Check(stepped)) *done = *stepped ? 1 : 0;
  });
}

navnet_status navnet_live_start_background(navnet_live live) {
  return WithLive(__func__, live, [&](Call&, LiveWorld& world) {
    BackgroundWorlds::Add(live.id);
    world.StartBackground();
  });
}

navnet_status navnet_live_stop_background(navnet_live live) {
  return WithLive(__func__, live, [](Call&, LiveWorld& world) { world.StopBackground(); });
}

navnet_status navnet_live_on_update(navnet_live live, navnet_update_function function, void* user) {
  return Guard(__func__, [&](Call& call) {
    NeedNoCallback(call, live);
    const auto held = call.Use<LiveObject>(live, "live");
    if (!held) return;
    if (!function) return held->live.OnUpdate({});
    held->live.OnUpdate(
        [function, user, id = live.id, object = &*held](const LiveSnapshot& now, const WorldChange& change) {
          const LiveCallback callback(id, *object);
          std::optional<ScopedHandle<SnapshotObject>> snapshot;
          std::optional<ScopedHandle<ChangeObject>> changed;
          const navnet_status made = Guard("navnet_update_function", [&](Call& inner) {
            snapshot.emplace(inner, std::make_shared<const LiveSnapshot>(now));
            changed.emplace(inner, change);
          });
          // Without memory for both handles, the callback is called with null handles.
          if (made == NAVNET_OK) {
            function(user, snapshot->get(), changed->get());
          } else {
            function(user, {}, {});
          }
        });
  });
}

navnet_status navnet_live_latest(navnet_live live, navnet_snapshot* snapshot) {
  return Guard(__func__, [&](Call& call) {
    std::shared_ptr<const LiveSnapshot> latest = LatestOf(call, live);
    call.NeedPointer(snapshot, "snapshot");
    if (call.ok()) call.Give<SnapshotObject>(snapshot, std::move(latest));
  });
}

navnet_status navnet_live_version(navnet_live live, uint64_t* version) {
  return Guard(__func__, [&](Call& call) {
    const std::shared_ptr<const LiveSnapshot> latest = LatestOf(call, live);
    call.NeedPointer(version, "version");
    if (call.ok()) *version = latest->version;
  });
}

navnet_status navnet_snapshot_destroy(navnet_snapshot snapshot) {
  return DestroyHandle<SnapshotObject>(__func__, snapshot);
}

navnet_status navnet_snapshot_version(navnet_snapshot snapshot, uint64_t* version) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SnapshotObject>(snapshot, "snapshot");
    call.NeedPointer(version, "version");
    if (call.ok()) *version = held->snapshot->version;
  });
}

navnet_status navnet_snapshot_navigator(navnet_snapshot snapshot, navnet_navigator* navigator) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SnapshotObject>(snapshot, "snapshot");
    call.NeedPointer(navigator, "navigator");
    if (call.ok()) call.Give<NavigatorObject>(navigator, held->snapshot->navigator);
  });
}

navnet_status navnet_snapshot_copy_regions(navnet_snapshot snapshot, navnet_cost_region* out, size_t capacity,
                                           size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SnapshotObject>(snapshot, "snapshot");
    if (call.ok()) CopyAll(call, std::span(held->snapshot->regions), out, capacity, required);
  });
}

navnet_status navnet_snapshot_copy_gate_ids(navnet_snapshot snapshot, uint64_t* out, size_t capacity,
                                            size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<SnapshotObject>(snapshot, "snapshot");
    if (call.ok()) CopyAll(call, std::span(held->snapshot->gate_ids), out, capacity, required);
  });
}

navnet_status navnet_live_changes_since(navnet_live live, uint64_t version, navnet_bool* found, navnet_change* change) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(found, "found");
    call.NeedPointer(change, "change");
    if (!call.ok()) return;
    std::optional<WorldChange> changed = world.ChangesSince(version);
    if (changed) call.Give<ChangeObject>(change, *std::move(changed));
    *found = changed ? 1 : 0;
  });
}

navnet_status navnet_live_get_frame(navnet_live live, navnet_frame* frame, navnet_voxel_box* bounds) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(frame, "frame");
    call.NeedPointer(bounds, "bounds");
    if (!call.ok()) return;
    *frame = Out(world.frame());
    *bounds = Out(world.bounds());
  });
}

navnet_status navnet_live_make_net(navnet_live live, navnet_net* net) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(net, "net");
    if (!call.ok()) return;
    Result<Net> made = world.MakeNet();
    if (call.Check(made)) call.Give<NetObject>(net, *std::move(made));
  });
}

navnet_status navnet_live_save(navnet_live live, const char* file) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(file, "file");
    if (call.ok()) call.Check(world.Save(file));
  });
}

navnet_status navnet_live_current_world(navnet_live live, navnet_world* world) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& of) {
    call.NeedPointer(world, "world");
    if (call.ok()) call.Give<WorldObject>(world, of.CurrentWorld());
  });
}

navnet_status navnet_live_make_room_maker(navnet_live live, navnet_room_maker* maker) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& of) {
    call.NeedPointer(maker, "maker");
    if (!call.ok()) return;
    Result<RoomMaker> made = of.MakeRoomMaker();
    if (call.Check(made)) call.Give<RoomMakerObject>(maker, *std::move(made));
  });
}

navnet_status navnet_live_get_bake_options(navnet_live live, navnet_bake_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    NeedNoCallback(call, live);
    const auto held = call.Use<LiveObject>(live, "live");
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_bake_options");
    if (!call.ok()) return;
    BakeOptions now = held->live.bake_options();
    const std::lock_guard lock(held->options_mutex);
    if (held->options.empty() || held->options.back().gates != now.gates) held->options.push_back(std::move(now));
    *options = OptionsOut(held->options.back());
  });
}
