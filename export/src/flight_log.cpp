// SPDX-License-Identifier: Apache-2.0
#include <navnet/export/flight_log.h>

#include <cassert>
#include <limits>

namespace navnet {

uint32_t FlightLog::AddShape(MeshView mesh) {
  TriangleMesh& shape = shapes_.emplace_back();
  shape.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
  // Rounds to the precision of the file, so that a log does not change when it is saved and loaded.
  for (const Vec3& v : mesh.vertices)
    shape.vertices.push_back({double(float(v.x)), double(float(v.y)), double(float(v.z))});
  return uint32_t(shapes_.size() - 1);
}

void FlightLog::AddBody(LoggedBody body) {
  assert(body.shape < shapes_.size());
  bodies_.push_back(std::move(body));
}

void FlightLog::AddPlan(LoggedPlan plan) {
  assert(plan.agent < agents_.size());
  plans_.push_back(std::move(plan));
}

void FlightLog::AddFrame(std::span<const Vec3> positions, std::span<const Transform> poses) {
  assert(positions.size() == agents_.size() && poses.size() == bodies_.size());
  constexpr float kNotThere = std::numeric_limits<float>::quiet_NaN();
  const auto add_place = [&](const Vec3& p, std::vector<float>& to) {
    if (!has_origin_ && IsFinite(p)) {
      origin_world_ = p;
      has_origin_ = true;
    }
    for (int a = 0; a < 3; ++a) to.push_back(IsFinite(p) ? float(p[a] - origin_world_[a]) : kNotThere);
  };
  for (const Vec3& p : positions) add_place(p, offsets_);
  for (const Transform& pose : poses) {
    add_place(pose.position, poses_);
    const Quaternion& q = pose.rotation;
    for (const double part : {q.x, q.y, q.z, q.w}) poses_.push_back(IsFinite(pose.position) ? float(part) : kNotThere);
  }
  ++frame_count_;
}

Vec3 FlightLog::PositionAt(size_t frame, size_t agent) const {
  const float* offset = &offsets_[3 * (frame * agents_.size() + agent)];
  return origin_world_ + Vec3{offset[0], offset[1], offset[2]};
}

}  // namespace navnet
