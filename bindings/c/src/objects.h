// SPDX-License-Identifier: Apache-2.0
#pragma once
// The objects behind the handles of the runtime library.

#include <navnet/navnet.h>
#include <navnet/net/net.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/travel.h>

#include "handle_table.h"

#include <atomic>
#include <utility>
#include <variant>
#include <vector>

namespace navnet::c {

struct NetObject : HandleObject {
  using Handle = navnet_net;
  static constexpr HandleKind kKind = HandleKind::Net;
  explicit NetObject(Net n) : net(std::move(n)) {}

  const Net net;
};

struct NavigatorObject : HandleObject {
  using Handle = navnet_navigator;
  static constexpr HandleKind kKind = HandleKind::Navigator;
  explicit NavigatorObject(Navigator n) : navigator(std::move(n)) {}

  const Navigator navigator;
};

struct GroundObject : HandleObject {
  using Handle = navnet_ground;
  static constexpr HandleKind kKind = HandleKind::Ground;
  explicit GroundObject(const Net& net) : owner(net), up(net.info().up), ground(net.ground()) {}
  explicit GroundObject(const Navigator& navigator)
      : owner(navigator), up(navigator.info().up), ground(navigator.ground()) {}

  const std::variant<Net, Navigator> owner;  ///< Keeps the view's data alive.
  const UpAxis up;
  const GroundView ground;
};

struct TravellerObject : HandleObject {
  using Handle = navnet_traveller;
  static constexpr HandleKind kKind = HandleKind::Traveller;
  explicit TravellerObject(const Navigator& n) : traveller(n) {}

  const Traveller traveller;
};

struct CancelObject : HandleObject {
  using Handle = navnet_cancel;
  static constexpr HandleKind kKind = HandleKind::Cancel;

  std::atomic<bool> raised{false};
};

struct ContextObject : HandleObject {
  using Handle = navnet_context;
  static constexpr HandleKind kKind = HandleKind::Context;

  QueryContext context;
};

struct PathObject : HandleObject {
  using Handle = navnet_path;
  static constexpr HandleKind kKind = HandleKind::Path;

  navnet_path_kind kind =
      NAVNET_PATH_KIND_NONE;  ///< Which of the three is valid; the others keep their memory for reuse.
  FlightPath flight;
  WalkPath walk;
  TravelPath travel;
};

struct PathSetObject : HandleObject {
  using Handle = navnet_path_set;
  static constexpr HandleKind kKind = HandleKind::PathSet;

  std::variant<std::vector<FlightPath>, std::vector<WalkPath>, std::vector<TravelPath>> paths;
};

struct ChangeObject : HandleObject {
  using Handle = navnet_change;
  static constexpr HandleKind kKind = HandleKind::Change;
  explicit ChangeObject(WorldChange c) : change(std::move(c)) {}

  const WorldChange change;
};

struct WatchObject : HandleObject {
  using Handle = navnet_watch;
  static constexpr HandleKind kKind = HandleKind::Watch;
  explicit WatchObject(double cell_m) : watch(cell_m) {}

  PathWatch watch;
};

struct AvoidanceObject : HandleObject {
  using Handle = navnet_avoidance;
  static constexpr HandleKind kKind = HandleKind::Avoidance;
  explicit AvoidanceObject(Avoidance a) : avoidance(std::move(a)) {}

  Avoidance avoidance;
  std::vector<Mover> movers;
  std::vector<SafeStep> steps;
};

struct CrowdObject : HandleObject {
  using Handle = navnet_crowd;
  static constexpr HandleKind kKind = HandleKind::Crowd;
  CrowdObject(const Navigator& navigator, const CrowdOptions& options) : crowd(navigator, options) {}

  Crowd crowd;
};

}  // namespace navnet::c
