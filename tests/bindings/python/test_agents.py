# SPDX-License-Identifier: Apache-2.0
"""Following, avoiding, crowds."""

import subprocess
import sys

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M, ROOT


def test_the_example_flies_through_the_city():
    run = subprocess.run(
        [sys.executable, "-B", ROOT / "bindings/python/examples/fly_city.py"], capture_output=True, text=True
    )
    assert run.returncode == 0 and run.stdout.startswith("arrived: "), run.stderr
    clearance = float(run.stdout.split("clearance ")[1].split()[0])
    assert clearance >= 0.5


def test_a_flyer_follows_its_path_in_free_space(boxes_navigator, pairs):
    path = boxes_navigator.find(pairs[0][0], pairs[1][0], RADIUS_M)
    position, velocity, place = path.start, np.zeros(3), navnet.PathPlace()
    limits = navnet.FollowLimits(speed_m_s=3)
    for _ in range(5000):
        step = navnet.follow_path(
            boxes_navigator, path.points, position, velocity, 0.1, radius_m=RADIUS_M, place=place, limits=limits
        )
        if step.outcome == navnet.FollowOutcome.ARRIVED:
            break
        assert step.outcome == navnet.FollowOutcome.MOVING
        assert np.linalg.norm(step.velocity) <= 3 + 1e-9
        after = position + step.velocity * 0.1
        assert boxes_navigator.clearance_at(after) >= RADIUS_M - 1e-6
        position, velocity, place = after, step.velocity, step.place
    assert np.linalg.norm(position - path.goal) <= limits.arrival_m
    with pytest.raises(TypeError, match="where: expected a navnet.Navigator or a navnet.Walker"):
        navnet.follow_path(None, path.points, position, velocity, 0.1)
    with pytest.raises(ValueError):
        navnet.FollowLimits(speed_m_s=0)


def test_a_walker_follows_its_path(storeys_net):
    walker = navnet.Navigator(storeys_net[0]).walker
    places = walker.random_walkable(0.3, seed=1, count=40)
    path = next(p for p in walker.find_all(places[:20], places[20:], 0.3) if p and p.length_m > 3)
    step = navnet.follow_path(walker, path.points, path.start, (0, 0, 0), 0.1, radius_m=0.3)
    assert step.outcome == navnet.FollowOutcome.MOVING and step.velocity[2] == 0
    assert np.linalg.norm(step.velocity) > 0


def test_agents_avoid_each_other_in_the_open():
    avoidance = navnet.Avoidance()
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    positions = 6 * np.stack([np.cos(angles), np.sin(angles), 0.01 * angles], axis=1)
    goals, velocities = -positions, np.zeros((12, 3))
    for _ in range(200):
        way = goals - positions
        preferred = way * np.minimum(1, 1.5 / np.maximum(np.linalg.norm(way, axis=1), 1e-9))[:, None]
        args = (positions, velocities, preferred, 0.1)
        velocities, after, is_free = avoidance.solve(*args, radius_m=0.4, speed_m_s=1.5)
        np.testing.assert_array_equal(velocities, navnet.Avoidance().solve(*args, speed_m_s=1.5, threads=1)[0])
        positions = after
        assert is_free.all()
        gaps = np.linalg.norm(positions[:, None] - positions, axis=2) + 99 * np.eye(12)
        assert gaps.min() >= 0.8 - 1e-6
    assert np.linalg.norm(positions - goals, axis=1).max() < 2
    with pytest.raises(ValueError, match=r"velocities and positions: expected the same length, got 1 and 2"):
        avoidance.solve(np.zeros((2, 3)), np.zeros((1, 3)), np.zeros((2, 3)), 0.1)
    with pytest.raises(ValueError, match=r"walkers: expected an array of shape \(1,\)"):
        avoidance.solve([[0, 0, 0]], [[0, 0, 0]], [[0, 0, 0]], 0.1, walkers=[True, False])
    with pytest.raises(navnet.Error):
        avoidance.solve([[0, 0, 0]], [[0, 0, 0]], [[0, 0, 0]], -1)


def test_a_crowd_reaches_its_goals(boxes_navigator, pairs):
    def run(threads):
        crowd = navnet.Crowd(boxes_navigator)
        ids = crowd.add_all(pairs[0][:8], radius_m=RADIUS_M, limits=navnet.FollowLimits(speed_m_s=4))
        for agent, goal in zip(ids, pairs[1]):
            crowd.set_goal(agent, goal)
        for _ in range(600):
            crowd.step(0.1, threads=threads)
        return crowd, ids

    crowd, ids = run(1)
    assert len(crowd) == 8 and crowd.ids == ids and len(set(ids)) == 8
    np.testing.assert_array_equal(crowd.positions, run(3)[0].positions)
    assert (crowd.status == navnet.AgentStatus.ARRIVED).sum() >= 7
    assert (boxes_navigator.clearance_at(crowd.positions) >= RADIUS_M - 1e-6).all()
    assert crowd.velocities.shape == (8, 3) and (crowd.radii_m == RADIUS_M).all()
    first = crowd.find(ids[0])
    assert first.id == ids[0] and first.kind == navnet.AgentKind.FLYER
    np.testing.assert_array_equal(first.position, crowd.positions[0])
    crowd.stop(ids[1])
    crowd.set_path(ids[1], [crowd.positions[1], crowd.positions[1]])
    crowd.set_navigator(boxes_navigator)
    crowd.remove(ids[0])
    assert crowd.find(ids[0]) is None and len(crowd) == 7
    with pytest.raises(navnet.Error):
        crowd.remove(ids[0])
    with pytest.raises(navnet.Error, match="agent 1"):
        crowd.add_all([pairs[0][20], (500, 500, 500)], radius_m=RADIUS_M)
    assert len(crowd) == 7
    with pytest.raises(ValueError, match="kind: expected one of 'flyer', 'walker'"):
        crowd.add(pairs[0][0], kind="swimmer")


def test_flyers_and_walkers_do_not_touch(storeys_net):
    navigator = navnet.Navigator(storeys_net[0])
    crowd = navnet.Crowd(navigator)
    seed = 0
    while len(crowd) < 16:
        walks = len(crowd) >= 8
        seed += 1
        where = navigator.walker.random_walkable(0.3, seed=seed) if walks else navigator.random_free(0.3, seed=seed)
        crowd.add(where, radius_m=0.3, kind="walker" if walks else "flyer", height_m=1.5 if seed % 2 else 0)
    heights = crowd.heights_m
    assert (heights[:8] == 0).all() and set(heights[8:]) <= {1.5, 1.8}
    assert crowd.find(crowd.ids[8]).height_m == heights[8]

    def least_gap():
        flyers, walkers = crowd.positions[:8, None], crowd.positions[None, 8:]
        apart = flyers - walkers
        beside = np.maximum(0, np.hypot(apart[..., 0], apart[..., 1]) - 0.3)
        above = np.maximum(0, np.maximum(-apart[..., 2], apart[..., 2] - heights[8:]))
        return np.hypot(beside, above).min() - 0.3

    for _ in range(30):  # Overlapping agents separate.
        crowd.step(0.1)
    goals = crowd.positions[::-1].copy()
    for agent, goal in zip(crowd.ids[:8], goals[8:]):
        crowd.set_goal(agent, goal + (0, 0, 1))
    for agent, goal in zip(crowd.ids[8:], goals[8:]):
        crowd.set_goal(agent, goal)
    for _ in range(200):
        crowd.step(0.1)
        assert least_gap() >= -1e-6
    with pytest.raises(ValueError, match="height_m"):
        crowd.add(crowd.positions[8], kind="walker", height_m=-1)
    with pytest.raises(navnet.Error, match="height"):
        crowd.add_all(crowd.positions[8:], radius_m=0.1, kind="walker", height_m=5)
