// SPDX-License-Identifier: Apache-2.0
// Weights are integers, so that sums do not depend on the order of the triangles.

#include <navnet/internal/voxel/sample/alignment.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace navnet {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr int kBinsPerDegree = 20, kBins = 90 * kBinsPerDegree;  // Bins of directions modulo 90°.
constexpr int kWindow = kBinsPerDegree / 4;                      // Bins on either side of a peak that count towards it.
constexpr double kUpright = 0.9;                                 // Minimum horizontal part of a wall's unit normal.
constexpr double kDominant = 0.15;      // Minimum share of the wall area in a dominant direction.
constexpr double kLeastTurnDeg = 0.01;  // Smaller rotations are dropped.
constexpr double kAcross = 0.9995;      // Minimum cosine between an axis and the normal of a face across it: 1.8°.
constexpr int kSteps = 64;              // Candidate shifts per voxel. Larger: slower, finer.
constexpr double kInside = 1.0 / 256;   // Gap between a face and its voxel's face, in voxels: beyond snapping.

struct Facet {
  Vec3 normal;  ///< Unit length.
  int64_t weight = 0;
  Vec3 centre;
};

// Returns the triangles with their areas as weights, in 1/256 of a voxel's face; at least 1, so that every triangle
// counts.
std::vector<Facet> FacetsOf(MeshView mesh, double voxel_m) {
  std::vector<Facet> out;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    const Vec3 cross = Cross(b - a, c - a);
    const double length = Length(cross);
    if (!(length > 0) || !std::isfinite(length)) continue;
    const double weight = std::min(length / 2 / (voxel_m * voxel_m) * 256, 1e10);
    out.push_back({cross * (1 / length), std::max<int64_t>(1, std::llround(weight)), (a + b + c) * (1.0 / 3)});
  }
  return out;
}

// The angle in degrees, -45 to 45, of the grid's axes to which most wall area is parallel; 0 if none is dominant.
double DominantAngle(const std::vector<Facet>& facets, UpAxis up) {
  std::array<int64_t, kBins> weight{};
  std::array<int64_t, kBins> offset{};  // Distance from the bin's middle, in bins, times weight.
  int64_t total = 0;
  for (const Facet& f : facets) {
    const double along_x = up == UpAxis::Z ? f.normal.x : f.normal.z;
    const double along_y = up == UpAxis::Z ? f.normal.y : f.normal.x;
    if (std::hypot(along_x, along_y) < kUpright) continue;
    const double turns = std::atan2(along_y, along_x) / (90 * kDegree);
    const double at = (turns - std::floor(turns)) * kBins;
    // Rounds to the nearest bin, so that walls along the axes do not spread over two bins.
    const double bin = std::round(at);
    weight[size_t(bin) % kBins] += f.weight;
    offset[size_t(bin) % kBins] += std::llround((at - bin) * double(f.weight));
    total += f.weight;
  }
  int best = 0;
  int64_t most = -1;
  const auto around = [&](const std::array<int64_t, kBins>& bins, int middle) {
    int64_t sum = 0;
    for (int d = -kWindow; d <= kWindow; ++d) sum += bins[size_t((middle + d + kBins) % kBins)];
    return sum;
  };
  for (int bin = 0; bin < kBins; ++bin) {
    // The peak counts twice, so that it ends up in the middle of the window.
    const int64_t sum = around(weight, bin) + weight[size_t(bin)];
    if (sum > most) {
      most = sum;
      best = bin;
    }
  }
  const int64_t in_window = around(weight, best);
  if (total == 0 || double(in_window) < kDominant * double(total)) return 0;
  double moment = 0;
  for (int d = -kWindow; d <= kWindow; ++d) {
    const size_t bin = size_t((best + d + kBins) % kBins);
    moment += double(offset[bin]) + d * double(weight[bin]);
  }
  double angle = (best + moment / double(in_window)) / kBinsPerDegree;
  if (angle > 45) angle -= 90;
  return std::abs(angle) < kLeastTurnDeg ? 0 : angle;
}

// Distance from a face, towards higher coordinates, to the first free voxel, in voxels.
double RoomLost(double face) {
  const double free_from = std::ceil(face + kInside / 2);
  return free_from - face;
}

// Histogram of the faces across an axis with the same orientation, by position within a voxel.
struct Places {
  std::array<int64_t, kSteps> weight{};
  std::array<double, kSteps> farthest{};  ///< Largest position in the bin: the face closest to its free side.
};

// The shift along an axis, 0 to 1 voxel, that blocks least free space in front of the faces across it.
double BestShift(const std::vector<Facet>& facets, const Turn& turn, int axis, double voxel_m, double radius_m) {
  Places upwards, downwards;  // Positions in `downwards` are negated, so that the free side is always up.
  for (const Facet& f : facets) {
    const double along = turn.ToGrid(f.normal)[axis];
    if (std::abs(along) < kAcross) continue;
    const double at = (turn.ToGrid(f.centre)[axis] * (along > 0 ? 1 : -1) + radius_m) / voxel_m;
    const double place = at - std::floor(at);
    const size_t step = std::min(size_t(place * kSteps), size_t(kSteps) - 1);
    Places& places = along > 0 ? upwards : downwards;
    places.weight[step] += f.weight;
    places.farthest[step] = std::max(places.farthest[step], place);
  }
  const auto lost = [](const Places& places, double shift) {
    double sum = 0;
    for (size_t k = 0; k < kSteps; ++k) sum += double(places.weight[k]) * RoomLost(places.farthest[k] - shift);
    return sum;
  };
  // The best shift places some faces just inside a voxel's face.
  double best = 0, least = lost(upwards, 0) + lost(downwards, 0);
  const auto offer = [&](double shift) {
    const double sum = lost(upwards, shift) + lost(downwards, -shift);
    if (sum >= least) return;
    least = sum;
    best = shift;
  };
  for (size_t k = 0; k < kSteps; ++k) {
    if (upwards.weight[k] > 0) offer(upwards.farthest[k] + kInside);
    if (downwards.weight[k] > 0) offer(-downwards.farthest[k] - kInside);
  }
  return best - std::floor(best);
}

}  // namespace

Alignment FindAlignment(MeshView mesh, UpAxis up, double voxel_m, double radius_m) {
  const std::vector<Facet> facets = FacetsOf(mesh, voxel_m);
  Alignment out;
  out.turn_deg = DominantAngle(facets, up);
  out.placement.turn.up = up;
  if (out.turn_deg != 0) {
    out.placement.turn.cos = std::cos(out.turn_deg * kDegree);
    out.placement.turn.sin = std::sin(out.turn_deg * kDegree);
  }
  for (int a = 0; a < 3; ++a) {
    out.shift_voxels[a] = BestShift(facets, out.placement.turn, a, voxel_m, radius_m);
  }
  out.placement.origin_world = out.placement.turn.ToWorld(out.shift_voxels * voxel_m);
  return out;
}

}  // namespace navnet
