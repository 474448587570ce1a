// SPDX-License-Identifier: Apache-2.0
// Crowds.
#include "agents.h"
#include "convert.h"
#include "objects.h"

using namespace navnet;
using namespace navnet::c;

namespace {

AgentId IdOf(navnet_agent_id id) { return {id.slot, id.generation}; }

navnet_agent_state Out(const AgentState& state) {
  return {.id = {state.id.slot, state.id.generation},
          .kind = navnet_agent_kind(state.kind),
          .status = navnet_agent_status(state.status),
          .radius_m = state.radius_m,
          .position = c::Out(state.position),
          .velocity = c::Out(state.velocity),
          .place = c::Out(state.place),
          .height_m = state.height_m};
}

/// The common body of all functions that command an agent.
template <class Tell>
navnet_status TellAgent(const char* function, navnet_crowd crowd, const Tell& tell) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Write<CrowdObject>(crowd, "crowd");
    if (call.ok()) call.Check(tell(held->crowd));
  });
}

}  // namespace

navnet_status navnet_crowd_options_default(navnet_crowd_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_crowd_options");
    if (!call.ok()) return;
    const CrowdOptions usual = {};
    *options = {.struct_bytes = sizeof *options,
                .reserved = 0,
                .avoidance = DefaultAvoidance(),
                .stuck_s = usual.stuck_s,
                .replan_s = usual.replan_s};
  });
}

navnet_status navnet_agent_spec_default(navnet_agent_spec* spec, size_t spec_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(spec, "spec");
    call.NeedBytes(spec_bytes, sizeof *spec, "navnet_agent_spec");
    if (!call.ok()) return;
    *spec = {};
    spec->struct_bytes = sizeof *spec;
    spec->radius_m = AgentSpec{}.radius_m;
    spec->limits = DefaultLimits();
  });
}

navnet_status navnet_crowd_create(navnet_navigator navigator, const navnet_crowd_options* options,
                                  navnet_crowd* crowd) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(crowd, "crowd");
    CrowdOptions how;
    if (call.ok() && options) {
      call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_crowd_options");
      if (!call.ok()) return;
      how = {.avoidance = AvoidanceOf(call, options->avoidance),
             .stuck_s = options->stuck_s,
             .replan_s = options->replan_s};
      if (call.ok()) call.Check(Validate(how));
    }
    if (call.ok()) call.Give<CrowdObject>(crowd, held->navigator, how);
  });
}

navnet_status navnet_crowd_destroy(navnet_crowd crowd) { return DestroyHandle<CrowdObject>(__func__, crowd); }

navnet_status navnet_crowd_add(navnet_crowd crowd, const navnet_agent_spec* spec, navnet_agent_id* agent) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<CrowdObject>(crowd, "crowd");
    call.NeedPointer(spec, "spec");
    call.NeedPointer(agent, "agent");
    if (!call.ok()) return;
    call.NeedBytes(spec->struct_bytes, sizeof *spec, "navnet_agent_spec");
    if (!call.ok()) return;
    call.NeedEnum(spec->kind, NAVNET_AGENT_KIND_WALKER, "spec.kind");
    const FollowLimits limits = LimitsOf(call, spec->limits);
    if (!call.ok()) return;
    const Result<AgentId> added = held->crowd.Add({.kind = AgentKind(spec->kind),
                                                   .position = In(spec->position),
                                                   .radius_m = spec->radius_m,
                                                   .limits = limits,
                                                   .height_m = spec->height_m});
    if (call.Check(added)) *agent = {added->slot, added->generation};
  });
}

navnet_status navnet_crowd_remove(navnet_crowd crowd, navnet_agent_id agent) {
  return TellAgent(__func__, crowd, [&](Crowd& of) { return of.Remove(IdOf(agent)); });
}

navnet_status navnet_crowd_set_goal(navnet_crowd crowd, navnet_agent_id agent, navnet_vec3 goal) {
  return TellAgent(__func__, crowd, [&](Crowd& of) { return of.SetGoal(IdOf(agent), In(goal)); });
}

navnet_status navnet_crowd_set_path(navnet_crowd crowd, navnet_agent_id agent, const navnet_vec3* points,
                                    size_t count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<CrowdObject>(crowd, "crowd");
    call.NeedArray(points, count, "points");
    if (call.ok()) call.Check(held->crowd.SetPath(IdOf(agent), ViewOf<Vec3>(points, count)));
  });
}

navnet_status navnet_crowd_stop(navnet_crowd crowd, navnet_agent_id agent) {
  return TellAgent(__func__, crowd, [&](Crowd& of) { return of.Stop(IdOf(agent)); });
}

navnet_status navnet_crowd_set_navigator(navnet_crowd crowd, navnet_navigator navigator) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<CrowdObject>(crowd, "crowd");
    const auto now = call.Use<NavigatorObject>(navigator, "navigator");
    if (call.ok()) held->crowd.SetNavigator(now->navigator);
  });
}

navnet_status navnet_crowd_navigator(navnet_crowd crowd, navnet_navigator* navigator) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<CrowdObject>(crowd, "crowd");
    call.NeedPointer(navigator, "navigator");
    if (call.ok()) call.Give<NavigatorObject>(navigator, held->crowd.navigator());
  });
}

navnet_status navnet_crowd_step(navnet_crowd crowd, double step_s, int32_t threads) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<CrowdObject>(crowd, "crowd");
    call.NeedThreads(threads);
    if (call.ok()) call.Check(held->crowd.Step(step_s, threads));
  });
}

navnet_status navnet_crowd_copy_agents(navnet_crowd crowd, navnet_agent_state* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<CrowdObject>(crowd, "crowd");
    if (!call.ok()) return;
    const std::span<const AgentState> all = held->crowd.agents();
    CopyEach(call, all.size(), out, capacity, required, [&](size_t i) { return ::Out(all[i]); });
  });
}

navnet_status navnet_crowd_find_agent(navnet_crowd crowd, navnet_agent_id agent, navnet_bool* found,
                                      navnet_agent_state* state) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<CrowdObject>(crowd, "crowd");
    call.NeedPointer(found, "found");
    call.NeedPointer(state, "state");
    if (!call.ok()) return;
    const AgentState* const at = held->crowd.Find(IdOf(agent));
    *found = at ? 1 : 0;
    if (at) *state = ::Out(*at);
  });
}
