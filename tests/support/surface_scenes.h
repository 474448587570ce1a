// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small walkable worlds built from parts, z up.

#include <navnet/core/mesh.h>
#include <navnet/worlds/worlds.h>

#include <cmath>
#include <numbers>

namespace navnet {

class SurfaceScene {
 public:
  /// Two triangles from four corners in cyclic order.
  SurfaceScene& Quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const uint32_t first = uint32_t(mesh_.vertices.size());
    mesh_.vertices.insert(mesh_.vertices.end(), {a, b, c, d});
    mesh_.triangles.push_back({first, first + 1, first + 2});
    mesh_.triangles.push_back({first, first + 2, first + 3});
    return *this;
  }
  /// A horizontal rectangle.
  SurfaceScene& Floor(double x0, double y0, double x1, double y1, double z) {
    return Quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z});
  }
  /// A vertical rectangle without thickness.
  SurfaceScene& Wall(double x0, double y0, double x1, double y1, double z0, double z1) {
    return Quad({x0, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x0, y0, z1});
  }
  SurfaceScene& Box(Vec3 low, Vec3 high) {
    mesh_.Append(MakeBox({low, high}));
    return *this;
  }
  /// A ramp along x, from z0 at x0 to z1 at x1.
  SurfaceScene& Ramp(double x0, double y0, double x1, double y1, double z0, double z1) {
    return Quad({x0, y0, z0}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z0});
  }
  /// Solid steps along x.
  SurfaceScene& Stairs(double x0, double y0, double y1, double z0, int count, double tread, double riser) {
    for (int i = 0; i < count; ++i) {
      Box({x0 + i * tread, y0, z0}, {x0 + (i + 1) * tread, y1, z0 + (i + 1) * riser});
    }
    return *this;
  }
  /// A helical ramp without thickness around the z axis.
  SurfaceScene& Spiral(double inner, double outer, double rise_per_turn, int turns, int pieces_per_turn) {
    const auto at = [&](int i, double radius) {
      const double angle = 2 * std::numbers::pi * i / pieces_per_turn;
      return Vec3{radius * std::cos(angle), radius * std::sin(angle), rise_per_turn * i / pieces_per_turn};
    };
    for (int i = 0; i < turns * pieces_per_turn; ++i) {
      Quad(at(i, inner), at(i, outer), at(i + 1, outer), at(i + 1, inner));
    }
    return *this;
  }
  SurfaceScene& Move(Vec3 by) {
    for (Vec3& v : mesh_.vertices) v = v + by;
    return *this;
  }

  const TriangleMesh& mesh() const { return mesh_; }

 private:
  TriangleMesh mesh_;
};

}  // namespace navnet
