// SPDX-License-Identifier: Apache-2.0
// The model of the vehicle and of the world in MuJoCo's format.

#include <navnet/internal/core/text.h>

#include "mujoco/simulator.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <string>

namespace navnet {
namespace {

// MuJoCo stores only as many contacts; the first one ends a flight, so more are not needed. Constraints: four a
// contact.
constexpr int kMostContacts = 64, kMostConstraints = 4 * kMostContacts;
constexpr int kPlaceDigits = 17, kShapeDigits = 9;  // Poses are doubles in MuJoCo, vertices floats.

std::string Numbers(std::initializer_list<double> values, int digits) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + Shortest(value, digits);
  return text;
}

std::string Numbers(Vec3 v, int digits) { return Numbers({v.x, v.y, v.z}, digits); }

/// Writes the shapes of triangles: meshes as assets, and the geoms that use them.
class PlateWriter {
 public:
  void Add(const std::array<Vec3, 3>& corners) {
    // The longest edge first; the other corner's distance from it is the triangle's height.
    size_t longest = 0;
    double edge_m = 0;
    for (size_t i = 0; i < 3; ++i) {
      const double length = Length(corners[(i + 1) % 3] - corners[i]);
      if (length > edge_m) edge_m = length, longest = i;
    }
    const Vec3 a = corners[longest], b = corners[(longest + 1) % 3], c = corners[(longest + 2) % 3];
    const Vec3 normal = Cross(b - a, c - a);
    const double doubled_area = Length(normal);
    if (edge_m <= kPlate_m) {
      AddGeom("sphere", "pos=\"" + Numbers(a, kPlaceDigits) + "\" size=\"" + Shortest(kPlate_m) + "\"");
    } else if (doubled_area <= kPlate_m * edge_m) {
      AddGeom("capsule", "fromto=\"" + Numbers(a, kPlaceDigits) + " " + Numbers(b, kPlaceDigits) + "\" size=\"" +
                             Shortest(kPlate_m) + "\"");
    } else {
      AddPrism(a, b - a, c - a, normal * (kPlate_m / doubled_area));
    }
  }

  const std::string& assets() const { return assets_; }
  const std::string& geoms() const { return geoms_; }

 private:
  /// The prism of the triangle (0, b, c), from below it to above it, at `origin`: vertices relative to a corner keep
  /// their precision far from the world's origin.
  void AddPrism(Vec3 origin, Vec3 b, Vec3 c, Vec3 up) {
    const std::string name = std::to_string(meshes_++);
    assets_ += "<mesh name=\"" + name + "\" face=\"0 2 1 3 4 5 0 1 4 0 4 3 1 2 5 1 5 4 2 0 3 2 3 5\" vertex=\"";
    for (const Vec3 side : {up * -1, up}) {
      for (const Vec3 corner : {Vec3{}, b, c}) assets_ += Numbers(corner + side, kShapeDigits) + " ";
    }
    assets_ += "\"/>\n";
    AddGeom("mesh", "mesh=\"" + name + "\" pos=\"" + Numbers(origin, kPlaceDigits) + "\"");
  }
  void AddGeom(const char* type, const std::string& rest) {
    geoms_ += std::string("<geom type=\"") + type + "\" " + rest + "/>\n";
  }

  std::string assets_, geoms_;
  int meshes_ = 0;
};

std::string Motors(const Quadrotor& quadrotor) {
  std::string text;
  for (size_t i = 0; i < 4; ++i) {
    const double torque_m = Quadrotor::SpinOf(i) * quadrotor.drag_torque_m;
    text += "<general site=\"motor" + std::to_string(i) + "\" dyntype=\"filter\" dynprm=\"" +
            Shortest(quadrotor.motor_lag_s, kPlaceDigits) + "\" ctrllimited=\"true\" ctrlrange=\"" +
            Numbers({quadrotor.least_thrust_n, quadrotor.most_thrust_n}, kPlaceDigits) + "\" gear=\"" +
            Numbers({0, 0, 1, 0, 0, torque_m}, kPlaceDigits) + "\"/>\n";
  }
  return text;
}

std::string Body(const Quadrotor& quadrotor) {
  std::string text = "<body name=\"quadrotor\"><freejoint/>\n<inertial pos=\"0 0 0\" mass=\"" +
                     Shortest(quadrotor.mass_kg, kPlaceDigits) + "\" diaginertia=\"" +
                     Numbers(quadrotor.inertia_kg_m2, kPlaceDigits) + "\"/>\n<geom type=\"sphere\" size=\"" +
                     Shortest(quadrotor.cage_m, kPlaceDigits) + "\"/>\n";
  for (size_t i = 0; i < 4; ++i) {
    text +=
        "<site name=\"motor" + std::to_string(i) + "\" pos=\"" + Numbers(quadrotor.MotorAt(i), kPlaceDigits) + "\"/>\n";
  }
  return text + "</body>\n";
}

}  // namespace

std::string ModelText(MeshView world, const Quadrotor& quadrotor, UpAxis up) {
  PlateWriter plates;
  for (const Triangle& t : world.triangles) {
    plates.Add({world.vertices[t[0]], world.vertices[t[1]], world.vertices[t[2]]});
  }
  return "<mujoco>\n<option timestep=\"" + Shortest(kSimulatorStep_s, kPlaceDigits) + "\" gravity=\"" +
         Numbers(WorldOf({}, -kGravity_m_s2, up), kPlaceDigits) + "\"/>\n<size nconmax=\"" +
         std::to_string(kMostContacts) + "\" njmax=\"" + std::to_string(kMostConstraints) + "\"/>\n<asset>\n" +
         plates.assets() + "</asset>\n<worldbody>\n" + plates.geoms() + Body(quadrotor) + "</worldbody>\n<actuator>\n" +
         Motors(quadrotor) + "</actuator>\n</mujoco>\n";
}

}  // namespace navnet
