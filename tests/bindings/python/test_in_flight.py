# SPDX-License-Identifier: Apache-2.0
"""Trajectories in flight: changes of plan, checks in changed worlds, following, traffic."""

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M


def plan(boxes_navigator, maker, start, goal, **options):
    path = boxes_navigator.find(start, goal, RADIUS_M)
    rooms = maker.find(boxes_navigator, path.points, RADIUS_M)
    return navnet.plan_trajectory(rooms.path, rooms, **options), rooms


@pytest.fixture(scope="module")
def maker(boxes):
    return navnet.RoomMaker(boxes)


@pytest.fixture(scope="module")
def flights(boxes_navigator, maker, pairs):
    return [plan(boxes_navigator, maker, a, b) for a, b in zip(pairs[0][:12], pairs[1][:12])]


def test_a_change_of_plan_continues_from_any_state(boxes_navigator, maker, flights, pairs):
    ways = set()
    for (flown, _), goal in zip(flights, pairs[1][12:24]):
        for share in (0.2, 0.5, 0.8):
            time_s = share * flown.duration_s
            now = flown.sample([time_s])
            path = boxes_navigator.find(now.positions[0], goal, RADIUS_M, snap_m=3)
            rooms = maker.find(boxes_navigator, np.vstack([now.positions, path.points]), RADIUS_M)
            if not rooms:
                continue
            new, way = flown.replan(time_s, rooms.path, rooms)
            ways.add(way)
            assert new
            at = new.sample([0, new.duration_s])
            np.testing.assert_allclose(at.positions[0], now.positions[0], atol=1e-6)
            np.testing.assert_allclose(at.velocities[0], now.velocities[0], atol=1e-5)
            np.testing.assert_allclose(at.velocities[1], 0, atol=1e-6)
            if way != navnet.ReplanWay.STOP:
                np.testing.assert_allclose(at.positions[1], path.points[-1], atol=1e-5)
    assert navnet.ReplanWay.DIRECT in ways


def test_a_block_in_the_way_ends_what_is_free(boxes_navigator, maker, flights):
    flown, _ = flights[0]
    is_valid, until_s, part = flown.check(boxes_navigator, maker, radius_m=RADIUS_M)
    assert is_valid and until_s == pytest.approx(flown.duration_s) and part.duration_s == pytest.approx(until_s)
    at = flown.sample([flown.duration_s / 2]).positions[0]
    block = navnet.RoomMaker(navnet.World(at + np.array([[0, 0, -1], [1, 0, 1], [-1, 0.1, 1]]), [[0, 1, 2]]))
    both = navnet.RoomMaker.joined([maker, block])
    assert len(both) == len(maker) + 1
    is_valid, until_s, part = flown.check(boxes_navigator, both, radius_m=RADIUS_M)
    assert not is_valid and 0 < until_s < flown.duration_s / 2
    np.testing.assert_allclose(part.sample([until_s]).positions, flown.sample([until_s]).positions, atol=1e-6)
    assert flown.check(boxes_navigator, radius_m=RADIUS_M)[1] > 0  # From the boxes of the net.


def test_a_live_world_gives_a_room_maker():
    world = navnet.World([[0, 0, 0], [9, 0, 0], [0, 9, 0]], [[0, 1, 2]])
    live = navnet.LiveWorld(world, voxel_m=0.5, bounds=[[0, 0, 0], [10, 10, 10]])
    assert len(live.room_maker()) == 1
    live.add_box((1, 1, 1), position=(5, 5, 5))
    live.update()
    assert len(live.room_maker()) == 13


def test_followers_stay_within_the_bound(flights):
    flown, _ = flights[1]
    step_s, gust = 0.01, np.array([0, 1.5, 0])
    position_m, velocity_m_s, feedback_m_s2 = navnet.tracking_bound(1.5, 20, step_s)
    assert 1.5 / 16 < position_m < 2 / 16 and velocity_m_s > 0 and feedback_m_s2 > 1.5
    follower = navnet.TrajectoryFollower(flown, navnet.plan_yaw(flown))
    at = flown.sample([0.0])
    p, v, largest = at.positions[0].copy(), at.velocities[0].copy(), 0
    while not follower.has_ended:
        a = follower.step(p, v, step_s) + gust
        p, v = p + v * step_s + a * step_s**2 / 2, v + a * step_s
        largest = max(largest, np.linalg.norm(p - follower.reference[0]))
    assert position_m / 2 < largest <= position_m
    assert follower.rate == 1 and follower.time_s == flown.duration_s and np.isfinite(follower.yaw_rad)
    assert navnet.tracking_bound(1, 0, 10)[0] == np.inf
    with pytest.raises(navnet.InvalidArgumentError, match="velocity_gain_s"):
        navnet.TrajectoryFollower(flown, velocity_gain_s=0)


def test_drones_keep_apart(flights):
    (first, rooms), radius_m = flights[2], 0.2
    other, way, wait_s = navnet.plan_in_traffic(rooms.path, rooms, radius_m)
    assert other and way == navnet.TrafficWay.FREE and wait_s == 0
    ball = (first, 0, radius_m, False)
    assert navnet.first_conflict(other, radius_m, balls=[ball])[1:] == ("ball", 0)
    # The other way round on the same path, and gone when it has arrived.
    door = (np.array([[-100, -100, -100], [100, 100, 100]]), -np.inf, -1)
    assert navnet.first_conflict(other, radius_m, boxes=[door]) is None
    at = first.sample([first.duration_s / 2]).positions[0]
    door = (np.array([at - 1, at + 1]), -np.inf, first.duration_s)
    late, way, _ = navnet.plan_in_traffic(rooms.path, rooms, radius_m, boxes=[door])
    assert late and way != navnet.TrafficWay.FREE and late.duration_s > first.duration_s
    assert navnet.first_conflict(late, radius_m, boxes=[door]) is None
    shut, way, _ = navnet.plan_in_traffic(rooms.path, rooms, radius_m, boxes=[(door[0], 0, np.inf)])
    assert not shut and way == navnet.TrafficWay.BLOCKED
    with pytest.raises(navnet.InvalidArgumentError, match="wait_step_s"):
        navnet.plan_in_traffic(rooms.path, rooms, radius_m, wait_step_s=0)
