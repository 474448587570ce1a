// SPDX-License-Identifier: Apache-2.0
// The tables of the walkable ground.
#include "convert.h"
#include "objects.h"

using namespace navnet;
using namespace navnet::c;

namespace {

template <class C, class Table>
navnet_status CopyTable(const char* function, navnet_ground ground, C* out, size_t capacity, size_t* required,
                        const Table& table) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Use<GroundObject>(ground, "ground");
    if (call.ok()) CopyAll(call, table(held->ground), out, capacity, required);
  });
}

}  // namespace

navnet_status navnet_net_ground(navnet_net net, navnet_ground* ground) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(ground, "ground");
    if (call.ok()) call.Give<GroundObject>(ground, held->net);
  });
}

navnet_status navnet_navigator_ground(navnet_navigator navigator, navnet_ground* ground) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(ground, "ground");
    if (call.ok()) call.Give<GroundObject>(ground, held->navigator);
  });
}

navnet_status navnet_ground_destroy(navnet_ground ground) { return DestroyHandle<GroundObject>(__func__, ground); }

navnet_status navnet_ground_get_info(navnet_ground ground, navnet_ground_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<GroundObject>(ground, "ground");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_ground_info");
    if (!call.ok()) return;
    const GroundView& of = held->ground;
    *info = {.max_slope_deg = of.max_slope_deg,
             .step_m = of.step_m,
             .height_m = of.height_m,
             .area_m2 = of.area_m2,
             .layer_count = of.layer_count,
             .component_count = of.component_count,
             .ring_count = of.ring_count,
             .up = Out(held->up),
             .corner_count = of.corners.size(),
             .patch_count = of.patches.size(),
             .wall_count = of.walls.size(),
             .vertex_count = of.vertices.size(),
             .edge_count = of.edges.size(),
             .bend_count = of.bends.size(),
             .spoke_count = of.spokes.size(),
             .link_count = of.links.size()};
  });
}

navnet_status navnet_ground_copy_corners(navnet_ground ground, navnet_vec2* out, size_t capacity, size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.corners; });
}
navnet_status navnet_ground_copy_patches(navnet_ground ground, navnet_ground_patch* out, size_t capacity,
                                         size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.patches; });
}
navnet_status navnet_ground_copy_walls(navnet_ground ground, navnet_ground_wall* out, size_t capacity,
                                       size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.walls; });
}
navnet_status navnet_ground_copy_vertices(navnet_ground ground, navnet_ground_vertex* out, size_t capacity,
                                          size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.vertices; });
}
navnet_status navnet_ground_copy_edges(navnet_ground ground, navnet_ground_edge* out, size_t capacity,
                                       size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.edges; });
}
navnet_status navnet_ground_copy_bends(navnet_ground ground, navnet_ground_bend* out, size_t capacity,
                                       size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.bends; });
}
navnet_status navnet_ground_copy_spokes(navnet_ground ground, uint32_t* out, size_t capacity, size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.spokes; });
}
navnet_status navnet_ground_copy_links(navnet_ground ground, navnet_ground_link* out, size_t capacity,
                                       size_t* required) {
  return CopyTable(__func__, ground, out, capacity, required, [](const GroundView& of) { return of.links; });
}
