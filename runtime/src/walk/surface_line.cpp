#include "surface_line.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kAhead_m = 1e-6;       // How far behind a border the next patch is looked for.
constexpr double kGapStep_m = 0.02;     // The same where patches leave a gap.
constexpr double kSameHeight_m = 1e-3;  // Height off which a straight line does not follow the surface.
constexpr double kSlightStep_m = 1e-3;  // Steps below are no way points of their own.

// The part of a -> b at which it leaves a patch; 1 or more if it does not.
double Exit(std::span<const Vec2> corners, Vec2 a, Vec2 b) {
  double exit = 2;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 side = corners[i + 1 == corners.size() ? 0 : i + 1] - corners[i];
    const double sinking = -Cross(side, b - a);
    if (sinking > 0) exit = std::min(exit, Cross(side, a - corners[i]) / sinking);
  }
  return exit;
}

}  // namespace

SurfaceLine::SurfaceLine(const GroundIndex& index) : index_(&index) {
  for (const GroundPatch& p : index.ground().patches) {
    const GroundPatch& q = index.ground().patches[0];
    is_one_plane_ &= p.base == q.base && p.slope_x == q.slope_x && p.slope_y == q.slope_y;
  }
}

void SurfaceLine::Lift(std::span<const Vec2> line, double height, UpAxis up, std::vector<Vec3>& points) const {
  points.clear();
  uint32_t patch = is_one_plane_ ? 0 : index_->PatchAt(line[0], height, std::max(1.0, index_->ground().height_m));
  if (patch == kNone || index_->ground().patches.empty()) {
    for (const Vec2 p : line) points.push_back(WorldOf(p, height, up));
    return;
  }
  const auto& patches = index_->ground().patches;
  points.push_back(WorldOf(line[0], patches[patch].HeightAt(line[0]), up));
  for (size_t i = 1; i < line.size(); ++i) {
    if (is_one_plane_) {
      points.push_back(WorldOf(line[i], patches[patch].HeightAt(line[i]), up));
    } else {
      LiftPiece(line[i - 1], line[i], patch, up, points);
    }
  }
}

void SurfaceLine::LiftPiece(Vec2 a, Vec2 b, uint32_t& patch, UpAxis up, std::vector<Vec3>& points) const {
  const GroundView& ground = index_->ground();
  const double length = Length(b - a), reach = std::max(ground.height_m, ground.step_m) / 2;
  double at = 0;
  while (length > 0) {
    const GroundPatch& now = ground.patches[patch];
    const double exit = std::max(at, Exit(ground.corners.subspan(now.first_corner, now.corner_count), a, b));
    const double next_at = exit + kAhead_m / length;
    if (next_at >= 1) break;
    const uint32_t next = index_->PatchAt(a + next_at * (b - a), now.HeightAt(a + next_at * (b - a)), reach);
    if (next == patch || next == kNone) {
      at = exit + kGapStep_m / length;
      continue;
    }
    const GroundPatch& then = ground.patches[next];
    const Vec2 border = a + exit * (b - a);
    const double before = now.HeightAt(border), after = then.HeightAt(border);
    // No way point where the surface goes straight on.
    const bool bends =
        std::abs(Dot({then.slope_x - now.slope_x, then.slope_y - now.slope_y}, b - border)) > kSameHeight_m;
    if (bends || std::abs(after - before) > kSlightStep_m) points.push_back(WorldOf(border, before, up));
    if (std::abs(after - before) > kSlightStep_m) points.push_back(WorldOf(border, after, up));
    patch = next;
    at = next_at;
  }
  points.push_back(WorldOf(b, ground.patches[patch].HeightAt(b), up));
}

}  // namespace navnet
