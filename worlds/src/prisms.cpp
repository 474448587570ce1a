// SPDX-License-Identifier: Apache-2.0
#include "prisms.h"

#include <algorithm>

namespace navnet::worlds {

void Solids::AddRamp(const Rect& plan, int axis, double from_m, double to_m, double thickness_m) {
  const double low = axis == 0 ? plan.min.x : plan.min.y, high = axis == 0 ? plan.max.x : plan.max.y;
  const double slope = (to_m - from_m) / (high - low);
  const LinearFunction top = {from_m - slope * low, axis == 0 ? slope : 0, axis == 0 ? 0 : slope};
  prisms_.push_back({plan.Corners(), top + -thickness_m, top});
}

void Solids::AddStairs(const Rect& plan, int axis, bool reversed, double floor_m, double rise_m, int risers,
                       double thickness_m) {
  const double low = axis == 0 ? plan.min.x : plan.min.y, high = axis == 0 ? plan.max.x : plan.max.y;
  const int treads = risers - 1;
  for (int i = 0; i < treads; ++i) {
    // Both ends of a tread are computed by the same formula, so that adjacent treads coincide exactly.
    const int at = reversed ? treads - 1 - i : i;
    const double from = low + (high - low) * at / treads, to = low + (high - low) * (at + 1) / treads;
    Rect tread = plan;
    (axis == 0 ? tread.min.x : tread.min.y) = from;
    (axis == 0 ? tread.max.x : tread.max.y) = to;
    const double top = floor_m + rise_m * (i + 1) / risers;
    AddBox(tread, thickness_m > 0 ? std::max(floor_m, top - thickness_m) : floor_m, top);
  }
}

void Solids::AddWall(const Rect& plan, double bottom_m, double top_m, std::span<const Doorway> doorways) {
  const bool along_x = plan.max.x - plan.min.x >= plan.max.y - plan.min.y;
  const double start = along_x ? plan.min.x : plan.min.y, end = along_x ? plan.max.x : plan.max.y;
  auto part = [&](double from, double to) {
    return along_x ? Rect{{from, plan.min.y}, {to, plan.max.y}} : Rect{{plan.min.x, from}, {plan.max.x, to}};
  };
  double at = start;
  for (const Doorway& doorway : doorways) {
    AddBox(part(at, start + doorway.from_m), bottom_m, top_m);
    at = start + doorway.to_m;
    AddBox(part(start + doorway.from_m, at), bottom_m + kDoorHeightM, top_m);
  }
  AddBox(part(at, end), bottom_m, top_m);
}

void Solids::AddPierced(const Rect& plan, const Rect& hole, double bottom_m, double top_m) {
  const Rect parts[] = {{plan.min, {hole.min.x, plan.max.y}},
                        {{hole.max.x, plan.min.y}, plan.max},
                        {{hole.min.x, plan.min.y}, {hole.max.x, hole.min.y}},
                        {{hole.min.x, hole.max.y}, {hole.max.x, plan.max.y}}};
  for (const Rect& part : parts) {
    if (part.max.x > part.min.x && part.max.y > part.min.y) AddBox(part, bottom_m, top_m);
  }
}

void Solids::AddFence(const Rect& plan, double thickness_m, double bottom_m, double top_m) {
  const Vec2 inset = {thickness_m, thickness_m};
  AddPierced(plan, {plan.min + inset, plan.max - inset}, bottom_m, top_m);
}

TriangleMesh Solids::ToMesh() const {
  TriangleMesh mesh;
  for (const Prism& prism : prisms_) {
    const uint32_t first = uint32_t(mesh.vertices.size()), n = uint32_t(prism.plan.size());
    for (const Vec2& p : prism.plan) mesh.vertices.push_back({p.x, p.y, prism.bottom.At(p)});
    for (const Vec2& p : prism.plan) mesh.vertices.push_back({p.x, p.y, prism.top.At(p)});
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t a = first + i, b = first + (i + 1) % n;
      mesh.triangles.push_back({a, b, b + n});
      mesh.triangles.push_back({a, b + n, a + n});
    }
    for (uint32_t i = 2; i < n; ++i) {
      mesh.triangles.push_back({first, first + i, first + i - 1});
      mesh.triangles.push_back({first + n, first + n + i - 1, first + n + i});
    }
  }
  return mesh;
}

}  // namespace navnet::worlds
