// SPDX-License-Identifier: Apache-2.0
#include "live_world.h"

#include <set>
#include <vector>

namespace navnet::python {
namespace {

// All live objects; guarded by the interpreter's lock.
std::set<LiveHolder*>& Holders() {
  static std::set<LiveHolder*> holders;
  return holders;
}

// Threads that destroy worlds dropped inside their own callback; guarded by the interpreter's lock.
std::vector<std::thread>& Endings() {
  static std::vector<std::thread> endings;
  return endings;
}

// A Python function that C++ may copy, call and destroy in any thread.
std::shared_ptr<py::object> Shared(const py::object& function) {
  return {new py::object(function), [](py::object* held) {
            if (!Py_IsInitialized()) return;
            const py::gil_scoped_acquire locked;
            delete held;
          }};
}

}  // namespace

LiveHolder::LiveHolder(LiveWorld world) : world_(std::make_shared<LiveWorld>(std::move(world))) {
  Holders().insert(this);
}

LiveHolder::~LiveHolder() {
  Holders().erase(this);
  if (teller_->load() == std::this_thread::get_id()) {
    // The running update must end first, but it is below this call on the stack.
    Endings().emplace_back([world = std::move(world_)]() mutable { world.reset(); });
    return;
  }
  const Unlocked unlocked;
  world_->StopBackground();
  world_->OnUpdate({});
}

void LiveHolder::StopAll() {
  // Other threads may add and remove holders while the interpreter's lock is released, so all that is needed is copied
  // first.
  std::vector<std::shared_ptr<LiveWorld>> worlds;
  for (const LiveHolder* holder : Holders()) worlds.push_back(holder->world_);
  std::vector<std::thread> endings;
  endings.swap(Endings());
  const Unlocked unlocked;
  for (const std::shared_ptr<LiveWorld>& world : worlds) world->StopBackground();
  for (std::thread& ending : endings) ending.join();
  worlds.clear();
}

void LiveHolder::RefuseFromCallback() const {
  if (teller_->load() != std::this_thread::get_id()) return;
  throw std::runtime_error("the function set by on_update may call only latest() of its live world");
}

void LiveHolder::OnUpdate(const py::object& told) {
  if (told.is_none()) {
    With([](LiveWorld& world) {
      world.OnUpdate({});
      return true;
    });
    return;
  }
  if (!PyCallable_Check(told.ptr())) {
    throw py::type_error("told: expected a function (snapshot, change) or None, got " + std::string(py::repr(told)));
  }
  const auto call = [teller = teller_, function = Shared(told)](const LiveSnapshot& now, const WorldChange& change) {
    const py::gil_scoped_acquire locked;
    *teller = std::this_thread::get_id();
    try {
      (*function)(Snapshot{std::make_shared<const LiveSnapshot>(now)}, change);
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("a function for navnet.LiveWorld.on_update");
    } catch (const std::exception& error) {
      PySys_WriteStderr("navnet.LiveWorld.on_update: %s\n", error.what());
    }
    *teller = std::thread::id();
  };
  With([&](LiveWorld& world) {
    world.OnUpdate(call);
    return true;
  });
}

}  // namespace navnet::python
