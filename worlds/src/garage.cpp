// SPDX-License-Identifier: Apache-2.0
// A parking garage: decks on pillars, each connected to the next by a straight ramp through a hole with parapets. Ramps
// alternate between two lanes, so that a ramp does not start where the previous one ends.

#include "ground_generators.h"
#include "random.h"

namespace navnet::worlds {
namespace {

constexpr double kWidthM = 30, kDepthM = 24, kDeckHeightM = 3, kSlabM = 0.3;
constexpr double kParapetM = 1.0, kParapetThicknessM = 0.15, kPillarM = 0.4, kBayM = 6;
constexpr double kRampWidthM = 3.5, kRampFromM = 3, kRampToM = 21;
constexpr double kLaneM[] = {9.5, 18.5};  // Start of each lane along x.
constexpr double kCarM = 1.8, kCarLengthM = 4.2, kCarHeightM = 1.5, kCars = 0.4;

Rect Lane(int deck) {
  const double x = kLaneM[deck % 2];
  return {{x, kRampFromM}, {x + kRampWidthM, kRampToM}};
}

/// Adds cars to some of the western and eastern bays.
void AddCars(double floor_m, Solids& solids, Random& random) {
  for (double x : {0.8, kWidthM - 0.8 - kCarLengthM}) {
    for (double y = 2; y + kCarM < kDepthM - 2; y += 4) {
      if (!random.Chance(kCars)) continue;
      const double at_x = x + random.Uniform(-0.2, 0.2);
      solids.AddBox({{at_x, y}, {at_x + kCarLengthM, y + kCarM}}, floor_m, floor_m + kCarHeightM);
    }
  }
}

}  // namespace

GroundPlan MakeGarage(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  Random random(spec.seed);
  const Rect whole = {{0, 0}, {kWidthM, kDepthM}};
  for (int deck = 0; deck < spec.n; ++deck) {
    const double floor = deck * kDeckHeightM;
    const bool top = deck + 1 == spec.n;
    if (deck == 0) {
      solids.AddBox(whole, -kSlabM, 0);
    } else {
      const Rect hole = Lane(deck - 1);
      const double t = kParapetThicknessM;
      solids.AddPierced(whole, hole, floor - kSlabM, floor);
      solids.AddBox({{hole.min.x - t, hole.min.y}, {hole.min.x, hole.max.y}}, floor, floor + kParapetM);
      solids.AddBox({{hole.max.x, hole.min.y}, {hole.max.x + t, hole.max.y}}, floor, floor + kParapetM);
      solids.AddBox({{hole.min.x - t, hole.min.y - t}, {hole.max.x + t, hole.min.y}}, floor, floor + kParapetM);
    }
    solids.AddFence(whole, kParapetThicknessM, floor, floor + kParapetM);
    if (!top) {
      solids.AddRamp(Lane(deck), 1, floor, floor + kDeckHeightM, kSlabM);
      const Vec2 half = {kPillarM / 2, kPillarM / 2};
      for (double y = kBayM / 2; y < kDepthM; y += kBayM) {
        for (double x : {7.5, 15.75, 24.0}) {  // Beside the lanes.
          solids.AddBox({Vec2{x, y} - half, Vec2{x, y} + half}, floor, floor + kDeckHeightM - kSlabM);
        }
      }
    }
    AddCars(floor, solids, random);
    plan.places.push_back({8.5, 1.5, floor});
    plan.places.push_back({15.75, 22.5, floor});
    if (!top) plan.places.push_back({kLaneM[deck % 2] + 1.5, 12, floor + kDeckHeightM / 2});
  }
  plan.seeds = {plan.places.front()};
  return plan;
}

}  // namespace navnet::worlds
