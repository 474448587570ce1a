# SPDX-License-Identifier: Apache-2.0
"""Gates: links in the air."""

import numpy as np
import pytest

import navnet
from conftest import box_mesh, join

START, GOAL = (2, 5, 2), (18, 5, 2)


@pytest.fixture(scope="module")
def world():
    return navnet.World(*join(box_mesh((0, 0, 0), (8, 10, 5)), box_mesh((12, 0, 0), (20, 10, 5))))


@pytest.fixture(scope="module")
def gates():
    return [navnet.Gate((6, 5, 2), (14, 5, 2), seconds=1.5), navnet.Gate((6, 8, 2), (14, 8, 2), one_way=True, closed=True)]


@pytest.fixture(scope="module")
def navigator(world, gates):
    return navnet.Navigator(navnet.bake(world, voxel_m=0.5, radii_m=[0.0, 0.5], gates=gates))


def test_nets_keep_gates_and_tell_whom_they_serve(navigator, gates, tmp_path):
    assert navigator.gates == gates and len({*gates}) == 2
    assert np.array_equal(gates[0].start, (6, 5, 2)) and np.array_equal(gates[0].end, (14, 5, 2))
    assert gates[0].seconds == 1.5 and gates[0].radius_m == 0 and not gates[0].one_way and gates[1].closed
    assert navigator.serves_gate(0, radius_m=0.5) and navigator.serves_gate(1) and not navigator.serves_gate(2)
    with pytest.raises(ValueError, match="seconds"):
        navnet.Gate(START, GOAL, seconds=-1)


def test_flights_jump(navigator):
    assert not navigator.find(START, GOAL)
    path = navigator.find(START, GOAL, speed_m_s=2)
    assert path and path.jumps == [navnet.FlightJump(1, 0, 1.5)] and path.jumps[0].gate == 0
    assert path.length_m == pytest.approx(8) and path.cost_m == pytest.approx(11)
    assert "gate=0" in repr(path.jumps[0]) and len({*path.jumps}) == 1
    many = navigator.find_all([START] * 3, [GOAL] * 3, speed_m_s=2)
    assert many[1].jumps == path.jumps
    assert not navigator.find(START, GOAL, speed_m_s=2, closed_gates=[0])
    assert navnet.check_path(navigator, path.points, jumps=path.jumps)
    assert not navnet.check_path(navigator, path.points)
    assert not navnet.check_path(navigator, path.points, jumps=path.jumps, closed_gates=[0])
    assert navnet.place_on_path(path.points, (10, 5, 2), jumps=path.jumps).segment in (0, 2)


def test_journeys_jump(navigator):
    journey = navnet.Traveller(navigator).find(START, GOAL, walk_m_s=0, fly_m_s=2)
    assert [str(s.mode) for s in journey.segments] == ["fly", "link", "fly"]
    assert [s.gate for s in journey.segments] == [None, 0, None] and journey.segments[1].link is None
    assert journey.seconds == pytest.approx(4 + 1.5)
    assert not navnet.Traveller(navigator).find(START, GOAL, walk_m_s=0, fly_m_s=2, closed_gates=[0])


def test_agents_follow_to_the_gate(navigator):
    path = navigator.find(START, GOAL, speed_m_s=2)
    position, velocity, place, jumped = np.array(START, float), np.zeros(3), navnet.PathPlace(), 0
    for _ in range(2000):
        step = navnet.follow_path(navigator, path.points, position, velocity, 0.05, place=place, jumps=path.jumps)
        position, velocity, place = position + step.velocity * 0.05, step.velocity, step.place
        if step.outcome == navnet.FollowOutcome.AT_GATE:
            position, velocity, place, jumped = path.points[2], np.zeros(3), step.behind_gate, jumped + 1
        if step.outcome == navnet.FollowOutcome.ARRIVED:
            break
    assert jumped == 1 and np.linalg.norm(position - GOAL) < 0.1


def test_live_worlds_open_and_close_them(world, gates):
    live = navnet.LiveWorld(world, voxel_m=0.5, gates=gates[:1])
    first = live.latest().gate_ids[0]
    path = live.latest().navigator.find(START, GOAL, speed_m_s=2)
    watch = navnet.PathWatch()
    watched = watch.add(path.points, jumps=path.jumps)
    live.set_gate_open(first, False)
    change = live.update()
    assert change and change.closed_gates == gates[:1] and change.box is None
    now = live.latest().navigator
    assert watch.concerned(now, change) == ([watched], [])
    second = live.add_gate(navnet.Gate((6, 2, 2), (14, 2, 2)))
    live.set_gate(first, navnet.Gate((6, 4, 2), (14, 4, 2), closed=True))
    assert second != first and len({first, second}) == 2
    change = live.update()
    assert [g.seconds for g in change.opened_gates] == [0] and not change.closed_gates
    repaired, done = navnet.repair_path(live.latest().navigator, path, change=change, speed_m_s=2)
    assert done == navnet.RepairOutcome.REPLANNED and [j.gate for j in repaired.jumps] == [1]
    watch.replace(watched, repaired.points, jumps=repaired.jumps)
    live.remove_gate(second)
    assert live.update().closed_gates and live.latest().gate_ids == [first]
    with pytest.raises(navnet.InvalidArgumentError, match="no gate"):
        live.remove_gate(second)
    with pytest.raises(navnet.InvalidArgumentError):
        live.add_gate(navnet.Gate((1e13, 0, 0), (0, 0, 0)))
