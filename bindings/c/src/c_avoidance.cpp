// SPDX-License-Identifier: Apache-2.0
// Local avoidance, for engines that move bodies themselves.
#include "agents.h"
#include "convert.h"
#include "objects.h"

using namespace navnet;
using namespace navnet::c;

AvoidanceOptions navnet::c::AvoidanceOf(Call& call, const navnet_avoidance_options& options) {
  call.NeedBytes(options.struct_bytes, sizeof options, "navnet_avoidance_options");
  return {.horizon_s = options.horizon_s, .max_neighbours = options.max_neighbours, .neighbour_m = options.neighbour_m};
}

navnet_avoidance_options navnet::c::DefaultAvoidance() {
  const AvoidanceOptions usual = {};
  return {.struct_bytes = sizeof(navnet_avoidance_options),
          .max_neighbours = usual.max_neighbours,
          .horizon_s = usual.horizon_s,
          .neighbour_m = usual.neighbour_m};
}

navnet_status navnet_avoidance_options_default(navnet_avoidance_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_avoidance_options");
    if (call.ok()) *options = DefaultAvoidance();
  });
}

navnet_status navnet_mover_default(navnet_mover* mover) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(mover, "mover");
    if (!call.ok()) return;
    const Mover usual = {};
    *mover = {.kind = navnet_agent_kind(usual.kind),
              .passes_right = usual.passes_right ? 1 : 0,
              .position = Out(usual.position),
              .velocity = Out(usual.velocity),
              .preferred = Out(usual.preferred),
              .radius_m = usual.radius_m,
              .speed_m_s = usual.speed_m_s,
              .height_m = usual.height_m};
  });
}

navnet_status navnet_avoidance_create(navnet_navigator navigator, navnet_up_axis up, navnet_avoidance* avoidance) {
  return Guard(__func__, [&](Call& call) {
    const auto held = navigator.id == 0 ? Held<NavigatorObject>() : call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedEnum(up, NAVNET_UP_AXIS_Z, "up");
    call.NeedPointer(avoidance, "avoidance");
    if (!call.ok()) return;
    call.Give<AvoidanceObject>(avoidance, held ? Avoidance(held->navigator) : Avoidance(UpOf(up)));
  });
}

navnet_status navnet_avoidance_destroy(navnet_avoidance avoidance) {
  return DestroyHandle<AvoidanceObject>(__func__, avoidance);
}

navnet_status navnet_avoidance_solve(navnet_avoidance avoidance, const navnet_mover* movers, size_t count,
                                     double step_s, const navnet_avoidance_options* options, navnet_safe_step* steps,
                                     int32_t threads) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<AvoidanceObject>(avoidance, "avoidance");
    call.NeedArray(movers, count, "movers");
    call.NeedArray(steps, count, "steps");
    call.NeedThreads(threads);
    const AvoidanceOptions how = call.ok() && options ? AvoidanceOf(call, *options) : AvoidanceOptions{};
    if (!call.ok()) return;
    held->movers.clear();
    for (size_t i = 0; i < count; ++i) {
      const navnet_mover& mover = movers[i];
      call.NeedEnum(mover.kind, NAVNET_AGENT_KIND_WALKER, "movers[].kind");
      if (!call.ok()) return;
      held->movers.push_back({.kind = AgentKind(mover.kind),
                              .position = In(mover.position),
                              .velocity = In(mover.velocity),
                              .preferred = In(mover.preferred),
                              .radius_m = mover.radius_m,
                              .speed_m_s = mover.speed_m_s,
                              .passes_right = mover.passes_right != 0,
                              .height_m = mover.height_m});
    }
    held->steps.resize(count);
    if (!call.Check(held->avoidance.Solve(held->movers, step_s, how, held->steps, threads))) return;
    for (size_t i = 0; i < count; ++i) {
      const SafeStep& step = held->steps[i];
      steps[i] = {Out(step.velocity), Out(step.position), step.is_free ? 1 : 0, 0};
    }
  });
}
