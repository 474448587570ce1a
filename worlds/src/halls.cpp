// SPDX-License-Identifier: Apache-2.0
// Scenes with walkable surfaces above each other: hills with tunnels and bridges, and a hall with galleries.

#include "ground_generators.h"

namespace navnet::worlds {
namespace {

constexpr double kGroundM = 0.5;

constexpr double kHillM = 12, kRoadM = 8, kHillHeightM = 4, kHillSouthM = 6, kHillNorthM = 22;
constexpr double kTunnelFromM = 12, kTunnelToM = 15, kTunnelHeightM = 2.6;
constexpr double kBridgeFromM = 17, kBridgeToM = 19.5, kBridgeM = 0.4, kRailM = 0.15, kRailHeightM = 0.9;
constexpr int kHillRisers = 23;

constexpr double kHallM = 20, kHallDepthM = 14, kHallWallM = 0.3, kGalleryFromM = 7, kGalleryHeightM = 2.8;
constexpr double kGalleryPlateM = 0.12, kStairsFromM = 2, kStairsM = 1.4, kStepThicknessM = 0.2, kPostM = 0.3;
constexpr int kGalleryRisers = 16;
constexpr double kStairsToM = kStairsFromM + (kGalleryRisers - 1) * kTreadM;
constexpr Rect kRamp = {{16, 0.6}, {18, kGalleryFromM}};

}  // namespace

// Hills stand in a row along x, with roads between them. A ramp climbs the first hill from the south, stairs the last
// one from the north.
GroundPlan MakeBridge(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  const double pitch = kHillM + kRoadM, end = spec.n * pitch;
  solids.AddBox({{-kRoadM, -6}, {end, 32}}, -kGroundM, 0);
  for (int i = 0; i < spec.n; ++i) {
    const double from = i * pitch, to = from + kHillM;
    solids.AddBox({{from, kHillSouthM}, {to, kTunnelFromM}}, 0, kHillHeightM);
    solids.AddBox({{from, kTunnelToM}, {to, kHillNorthM}}, 0, kHillHeightM);
    solids.AddBox({{from, kTunnelFromM}, {to, kTunnelToM}}, kTunnelHeightM, kHillHeightM);
    plan.places.push_back({to + kRoadM / 2, 1, 0});
    plan.places.push_back({from + kHillM / 2, (kTunnelFromM + kTunnelToM) / 2, 0});
    plan.places.push_back({from + kHillM / 2, (kTunnelFromM + kTunnelToM) / 2, kHillHeightM});
    if (i + 1 == spec.n) break;
    const double top = kHillHeightM;
    solids.AddBox({{to, kBridgeFromM}, {to + kRoadM, kBridgeToM}}, top - kBridgeM, top);
    solids.AddBox({{to, kBridgeFromM}, {to + kRoadM, kBridgeFromM + kRailM}}, top, top + kRailHeightM);
    solids.AddBox({{to, kBridgeToM - kRailM}, {to + kRoadM, kBridgeToM}}, top, top + kRailHeightM);
    plan.places.push_back({to + kRoadM / 2, (kBridgeFromM + kBridgeToM) / 2, top});
    plan.places.push_back({to + kRoadM / 2, (kBridgeFromM + kBridgeToM) / 2, 0});
  }
  solids.AddRamp({{2, -4}, {5, kHillSouthM}}, 1, 0, kHillHeightM, kBridgeM);
  const double last = end - pitch;
  solids.AddStairs({{last + 7, kHillNorthM}, {last + 9, kHillNorthM + (kHillRisers - 1) * kTreadM}}, 1, true, 0,
                   kHillHeightM, kHillRisers, 0);
  plan.seeds = {plan.places.front()};
  return plan;
}

// Galleries occupy the north of the hall. In front of them, open stairs climb from west to east between landings, and a
// ramp leads to the lowest.
GroundPlan MakeMezzanine(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  const Rect hall = {{0, 0}, {kHallM, kHallDepthM}};
  const double in = kHallWallM, stairs_y = kGalleryFromM - kStairsM, landing_end = kStairsToM + kStairsM;
  solids.AddBox(hall, -kGroundM, 0);
  solids.AddFence(hall, in, 0, spec.n * kGalleryHeightM + 3);
  plan.places = {{10, 2, 0}, {10, 10, 0}};
  for (int level = 1; level <= spec.n; ++level) {
    const double top = level * kGalleryHeightM, below = top - kGalleryHeightM, bottom = top - kGalleryPlateM;
    const bool last = level == spec.n, ramp = level == 1;
    solids.AddBox({{in, kGalleryFromM}, {kHallM - in, kHallDepthM - in}}, bottom, top);
    for (double x : {0.8, 8.5, 14.0}) {
      solids.AddBox({{x, kGalleryFromM + 0.1}, {x + kPostM, kGalleryFromM + 0.1 + kPostM}}, below, bottom);
    }
    solids.AddStairs({{kStairsFromM, stairs_y}, {kStairsToM, kGalleryFromM}}, 0, false, below, kGalleryHeightM,
                     kGalleryRisers, kStepThicknessM);
    solids.AddBox({{kStairsToM, stairs_y}, {landing_end, kGalleryFromM}}, bottom, top);
    if (!last) solids.AddBox({{kStairsFromM - kStairsM, stairs_y}, {kStairsFromM, kGalleryFromM}}, bottom, top);
    if (ramp) solids.AddRamp(kRamp, 1, 0, top, kGalleryPlateM);
    // Rails along the edge, with gaps at the stairs and the ramp.
    auto rail = [&](double from, double to) {
      solids.AddBox({{from, kGalleryFromM}, {to, kGalleryFromM + 0.1}}, top, top + 1);
    };
    rail(last ? in : kStairsFromM, kStairsToM);
    rail(landing_end, ramp ? kRamp.min.x : kHallM - in);
    if (ramp) rail(kRamp.max.x, kHallM - in);
    plan.places.push_back({10, 10, top});
    plan.places.push_back({kStairsToM + 0.7, stairs_y + 0.7, top});
    if (ramp) plan.places.push_back({17, 3.8, kGalleryHeightM / 2});
  }
  plan.seeds = {plan.places.front()};
  return plan;
}

}  // namespace navnet::worlds
