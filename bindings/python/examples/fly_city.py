# SPDX-License-Identifier: Apache-2.0
"""Flies a drone through a city: bake, find a way, follow it step by step."""

import numpy as np

import navnet

RADIUS_M, STEP_S = 0.5, 0.05

city = navnet.worlds.city(seed=7, size_m=200)
air = [city.bounds[0] + (0, 0, 1), city.bounds[1]]  # From a metre above the streets.
net = navnet.bake(city, voxel_m=1.0, radii_m=[RADIUS_M], bounds=air, keep="outside")
navigator = navnet.Navigator(net)

path = navigator.find(city.places[0], city.places[-1], RADIUS_M, snap_m=2)
if not path:
    raise SystemExit(f"no way: {path.status}")

drone = {"position": path.start, "velocity": np.zeros(3), "place": navnet.PathPlace()}
limits = navnet.FollowLimits(speed_m_s=8, acceleration_m_s2=6, look_ahead_m=2)
flown_m, seconds, clearance_m = 0.0, 0.0, np.inf
while True:
    step = navnet.follow_path(navigator, path.points, step_s=STEP_S, radius_m=RADIUS_M, limits=limits, **drone)
    if step.outcome != navnet.FollowOutcome.MOVING:
        break
    position = drone["position"] + step.velocity * STEP_S
    drone = {"position": position, "velocity": step.velocity, "place": step.place}
    flown_m += np.linalg.norm(step.velocity) * STEP_S
    clearance_m = min(clearance_m, navigator.clearance_at(position))
    seconds += STEP_S

print(f"{step.outcome}: {flown_m:.1f} m of {path.length_m:.1f} m in {seconds:.1f} s, clearance {clearance_m:.2f} m")
