// SPDX-License-Identifier: Apache-2.0
// Scenes of sloped plates over each other: ramps across ramps, and a spiral. Where an upper plate leaves too little
// headroom, it cuts the lower one's walkable surface along a slanted line.

#include "ground_generators.h"

#include <array>
#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kPlateM = 0.25, kGroundM = 0.5, kLevelM = 3;

constexpr double kRampM = 2, kSpacingM = 4, kPlatformM = 3;
constexpr double kSteepM = 1.7;  // Horizontal length of a slope of 60 degrees.

constexpr int kStepsPerTurn = 24;
constexpr double kInnerM = 3, kOuterM = 6, kSpiralGroundM = 10;  // Radii, and half the ground's width.

/// Unit vectors of a full turn, 15 degrees apart.
std::array<Vec2, kStepsPerTurn> Directions() {
  const double c = (std::sqrt(6.0) + std::sqrt(2.0)) / 4, s = (std::sqrt(6.0) - std::sqrt(2.0)) / 4;
  const double h = std::sqrt(3.0) / 2, d = std::sqrt(0.5);
  const Vec2 quarter[] = {{1, 0}, {c, s}, {h, 0.5}, {d, d}, {0.5, h}, {s, c}};
  std::array<Vec2, kStepsPerTurn> all;
  for (size_t i = 0; i < 6; ++i) {
    const Vec2 p = quarter[i];
    all[i] = p;
    all[i + 6] = {-p.y, p.x};
    all[i + 12] = {-p.x, -p.y};
    all[i + 18] = {p.y, -p.x};
  }
  return all;
}

}  // namespace

// Lower ramps climb to the east, from the ground to the eastern platform. From there one walks on to the southern
// platform, and climbs the upper ramps to the northern one. A slope too steep leads down from the eastern platform.
GroundPlan MakeRamps(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  const double length = kSpacingM * spec.n + kRampM;
  solids.AddBox({{-4, -kPlatformM - 2}, {length + kPlatformM + 5, length + kPlatformM + 2}}, -kGroundM, 0);
  solids.AddBox({{length, -kPlatformM}, {length + kPlatformM, length}}, kLevelM - kPlateM, kLevelM);
  solids.AddBox({{0, -kPlatformM}, {length, 0}}, kLevelM - kPlateM, kLevelM);
  solids.AddBox({{0, length}, {length, length + kPlatformM}}, 2 * kLevelM - kPlateM, 2 * kLevelM);
  const double east = length + kPlatformM;
  solids.AddRamp({{east, 1}, {east + kSteepM, 1 + kRampM}}, 0, kLevelM, 0, kPlateM);
  plan.places = {{-2, -2, 0}, {length + 1, -1, kLevelM}, {length / 2, length + 1, 2 * kLevelM}};
  for (int i = 0; i < spec.n; ++i) {
    const double from = kRampM + kSpacingM * i, to = from + kRampM, middle = (from + to) / 2;
    solids.AddRamp({{0, from}, {length, to}}, 0, 0, kLevelM, kPlateM);
    solids.AddRamp({{from, 0}, {to, length}}, 1, kLevelM, 2 * kLevelM, kPlateM);
    plan.places.push_back({1, middle, kLevelM / length});
    plan.places.push_back({middle, length / 2, 1.5 * kLevelM});
  }
  plan.seeds = {plan.places.front()};
  return plan;
}

GroundPlan MakeSpiral(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  const double ground = kSpiralGroundM, top = spec.n * kLevelM;
  solids.AddBox({{-ground, -ground}, {ground, ground}}, -kGroundM, 0);
  solids.AddBox({{-1, -1}, {1, 1}}, 0, top + 1);
  const std::array<Vec2, kStepsPerTurn> directions = Directions();
  plan.places = {{-8, -8, 0}};
  for (int i = 0; i < spec.n * kStepsPerTurn; ++i) {
    const Vec2 from = directions[size_t(i % kStepsPerTurn)], to = directions[size_t((i + 1) % kStepsPerTurn)];
    const double low = kLevelM * i / kStepsPerTurn, high = kLevelM * (i + 1) / kStepsPerTurn;
    const Vec2 a = from * kInnerM, b = from * kOuterM, c = to * kOuterM, d = to * kInnerM;
    const LinearFunction outer = Through(a, low, b, low, c, high), inner = Through(a, low, c, high, d, high);
    solids.Add({{a, b, c}, outer + -kPlateM, outer});
    solids.Add({{a, c, d}, inner + -kPlateM, inner});
    const Vec2 middle = (a + b + c) * (1.0 / 3);
    if (i % 8 == 4) plan.places.push_back({middle.x, middle.y, outer.At(middle)});
  }
  solids.AddBox({{kInnerM, 0}, {kOuterM, 4}}, top - kPlateM, top);
  plan.places.push_back({(kInnerM + kOuterM) / 2, 2, top});
  plan.seeds = {plan.places.front()};
  return plan;
}

}  // namespace navnet::worlds
