// SPDX-License-Identifier: Apache-2.0
// Edits of live worlds.
#include "convert.h"
#include "live_calls.h"

#include <variant>

using namespace navnet;
using namespace navnet::c;

namespace {

Transform In(const navnet_transform& t) {
  return {.position = c::In(t.position),
          .rotation = {t.rotation_w, t.rotation_x, t.rotation_y, t.rotation_z},
          .scale = c::In(t.scale)};
}

navnet_transform NoTransform() { return {{0, 0, 0}, 1, 0, 0, 0, {1, 1, 1}}; }

Obstacle ObstacleOf(Call& call, const navnet_obstacle* obstacle) {
  Obstacle out;
  call.NeedPointer(obstacle, "obstacle");
  if (!call.ok()) return out;
  call.NeedBytes(obstacle->struct_bytes, sizeof *obstacle, "navnet_obstacle");
  if (!call.ok()) return out;
  call.NeedEnum(obstacle->shape, NAVNET_SHAPE_MESH, "obstacle.shape");
  if (obstacle->shape == NAVNET_SHAPE_MESH) {
    call.NeedArray(obstacle->vertices, obstacle->vertex_count, "obstacle.vertices");
    call.NeedArray(obstacle->indices, obstacle->triangle_count, "obstacle.indices");
  }
  if (!call.ok()) return out;
  switch (obstacle->shape) {
    case NAVNET_SHAPE_BOX: out.shape = BoxShape{c::In(obstacle->half_size_m)}; break;
    case NAVNET_SHAPE_SPHERE: out.shape = SphereShape{obstacle->radius_m}; break;
    case NAVNET_SHAPE_CAPSULE: out.shape = CapsuleShape{obstacle->radius_m, obstacle->half_length_m}; break;
    default: {
      Result<TriangleMesh> mesh =
          MeshOf(ViewOf<Vec3>(obstacle->vertices, obstacle->vertex_count), obstacle->indices, obstacle->triangle_count);
      if (call.Check(mesh)) out.shape = *std::move(mesh);
    }
  }
  out.transform = ::In(obstacle->transform);
  out.is_door = obstacle->is_door != 0;
  return out;
}

}  // namespace

navnet_status navnet_transform_default(navnet_transform* transform) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(transform, "transform");
    if (call.ok()) *transform = NoTransform();
  });
}

navnet_status navnet_obstacle_default(navnet_obstacle* obstacle, size_t obstacle_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(obstacle, "obstacle");
    call.NeedBytes(obstacle_bytes, sizeof *obstacle, "navnet_obstacle");
    if (!call.ok()) return;
    *obstacle = {};
    obstacle->struct_bytes = sizeof *obstacle;
    obstacle->transform = NoTransform();
    obstacle->half_size_m = {0.5, 0.5, 0.5};
    obstacle->radius_m = 0.5;
    obstacle->half_length_m = 0.5;
  });
}

navnet_status navnet_live_add_obstacle(navnet_live live, const navnet_obstacle* obstacle, uint64_t* id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(id, "id");
    const Obstacle added = ObstacleOf(call, obstacle);
    if (!call.ok()) return;
    const Result<ObstacleId> made = world.Add(added);
    if (call.Check(made)) *id = made->value;
  });
}

navnet_status navnet_live_move_obstacle(navnet_live live, uint64_t id, const navnet_transform* transform) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(transform, "transform");
    if (call.ok()) call.Check(world.Move({id}, ::In(*transform)));
  });
}

navnet_status navnet_live_remove_obstacle(navnet_live live, uint64_t id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) { call.Check(world.Remove({id})); });
}

navnet_status navnet_live_set_door(navnet_live live, uint64_t id, navnet_bool open) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) { call.Check(world.SetDoor({id}, open != 0)); });
}

navnet_status navnet_live_set_voxels(navnet_live live, const navnet_box* box, navnet_bool blocked) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(box, "box");
    if (call.ok()) call.Check(world.SetVoxels(c::In(*box), blocked != 0));
  });
}

navnet_status navnet_live_explore(navnet_live live, navnet_explored_changes changes) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    const auto learned = call.Use<ExploredChangesObject>(changes, "changes");
    if (!call.ok()) return;
    if (!(learned->frame == world.frame() && learned->bounds == world.bounds())) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT,
                "changes: of a map with another frame or other bounds than the world; see navnet_live_get_frame");
      return;
    }
    call.Check(world.Explore(learned->changes));
  });
}

navnet_status navnet_live_add_region(navnet_live live, const navnet_cost_region* region, uint64_t* id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(region, "region");
    call.NeedPointer(id, "id");
    if (!call.ok()) return;
    const Result<RegionId> added = world.AddRegion(c::In(*region));
    if (call.Check(added)) *id = added->value;
  });
}

navnet_status navnet_live_set_region(navnet_live live, uint64_t id, const navnet_cost_region* region) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(region, "region");
    if (call.ok()) call.Check(world.SetRegion({id}, c::In(*region)));
  });
}

navnet_status navnet_live_remove_region(navnet_live live, uint64_t id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) { call.Check(world.RemoveRegion({id})); });
}

navnet_status navnet_live_add_gate(navnet_live live, const navnet_gate* gate, uint64_t* id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(gate, "gate");
    call.NeedPointer(id, "id");
    if (!call.ok()) return;
    const Result<GateId> added = world.AddGate(c::In(*gate));
    if (call.Check(added)) *id = added->value;
  });
}

navnet_status navnet_live_set_gate(navnet_live live, uint64_t id, const navnet_gate* gate) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) {
    call.NeedPointer(gate, "gate");
    if (call.ok()) call.Check(world.SetGate({id}, c::In(*gate)));
  });
}

navnet_status navnet_live_set_gate_open(navnet_live live, uint64_t id, navnet_bool open) {
  return WithLive(__func__, live,
                  [&](Call& call, LiveWorld& world) { call.Check(world.SetGateOpen({id}, open != 0)); });
}

navnet_status navnet_live_remove_gate(navnet_live live, uint64_t id) {
  return WithLive(__func__, live, [&](Call& call, LiveWorld& world) { call.Check(world.RemoveGate({id})); });
}
