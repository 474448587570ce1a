# SPDX-License-Identifier: Apache-2.0
"""Trajectories: inside their rooms and limits, smooth at the knots, equal to the command's and in batches."""

import json
import subprocess

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M

LIMITS = {"speed_m_s": 6.0, "climb_m_s": 2.0, "descent_m_s": 1.5, "acceleration_m_s2": 4.0, "jerk_m_s3": 15.0}
SLACK = 1 + 1e-9


def norms(vectors):
    return np.linalg.norm(vectors, axis=1)


@pytest.fixture(scope="module")
def flights(boxes, boxes_navigator, pairs):
    """Paths with rooms: from triangles and from the net in turns."""
    maker = navnet.RoomMaker(boxes)
    out = []
    for i, (start, goal) in enumerate(zip(pairs[0][:24], pairs[1][:24])):
        path = boxes_navigator.find(start, goal, RADIUS_M)
        make = maker.find if i % 2 else navnet.box_rooms
        rooms = make(boxes_navigator, path.points, RADIUS_M)
        assert rooms
        out.append((rooms.path, rooms))
    return out


@pytest.fixture(scope="module")
def trajectories(flights):
    return [navnet.plan_trajectory(*flight, **LIMITS) for flight in flights]


def test_limits_hold_and_samples_agree_with_the_peaks(trajectories, flights):
    for trajectory, (path, _) in zip(trajectories, flights):
        assert trajectory and trajectory.status <= navnet.TrajectoryStatus.OUT_OF_BUDGET
        at = trajectory.sample(np.linspace(0, trajectory.duration_s, 2000))
        peaks = trajectory.peaks
        for values, name in (
            (norms(at.velocities), "speed_m_s"),
            (at.velocities[:, 2], "climb_m_s"),
            (-at.velocities[:, 2], "descent_m_s"),
            (norms(at.accelerations), "acceleration_m_s2"),
            (norms(at.jerks), "jerk_m_s3"),
        ):
            peak = getattr(peaks, name)
            assert values.max() <= peak * SLACK + 1e-12 and peak <= LIMITS[name] * (1 + 1e-6)
        np.testing.assert_allclose(at.positions[[0, -1]], path[[0, -1]], rtol=0, atol=1e-9)
        assert norms(at.velocities[[0, -1]]).max() < 1e-9
        assert trajectory.length_m == pytest.approx(norms(np.diff(at.positions, axis=0)).sum(), rel=1e-3)
        assert trajectory.duration_s >= trajectory.bound_s > 0
        assert trajectory.gap == pytest.approx(trajectory.duration_s / trajectory.bound_s - 1)


def test_pieces_lie_in_their_rooms(trajectories, flights):
    for trajectory, (_, rooms) in zip(trajectories, flights):
        assert trajectory.control_points.shape == (len(trajectory.piece_rooms), 6, 3)
        for points, room in zip(trajectory.control_points, trajectory.piece_rooms):
            planes = rooms.planes(int(room))
            assert (points @ planes[:, :3].T <= planes[:, 3] + 2e-5).all()


def test_states_are_continuous_at_the_knots(trajectories):
    for trajectory in trajectories:
        knots, step = trajectory.knots_s, 1e-7
        assert len(knots) == len(trajectory.piece_rooms) + 1 and knots[0] == 0 and knots[-1] == trajectory.duration_s
        before, after = (trajectory.sample(knots[1:-1] + shift) for shift in (-step, step))
        for name in ("positions", "velocities", "accelerations"):
            difference = norms(getattr(after, name) - getattr(before, name))
            assert difference.max(initial=0) <= 2 * step * 20
    middle = trajectories[0].duration_s / 2
    at = trajectories[0].sample([middle, middle + 1e-5])
    np.testing.assert_allclose(np.diff(at.positions, axis=0)[0] / 1e-5, at.velocities[0], atol=1e-3)


def test_batches_equal_single_calls(trajectories, flights):
    paths, rooms = zip(*flights)
    for threads in (1, 0):
        many = navnet.plan_trajectories(paths, rooms, threads=threads, **LIMITS)
        for one, other in zip(trajectories, many, strict=True):
            assert one.status == other.status and one.bound_s == other.bound_s and one.steps == other.steps
            assert np.array_equal(one.control_points, other.control_points)
            assert np.array_equal(one.knots_s, other.knots_s)
    assert navnet.plan_trajectories([], []) == []
    resting = navnet.plan_trajectories(paths, rooms, start_velocity=np.zeros((len(paths), 3)), **LIMITS)
    assert resting[3].duration_s == trajectories[3].duration_s


def test_trajectories_are_those_of_the_command(boxes_net, boxes_navigator, pairs, command, tmp_path):
    net = tmp_path / "boxes.navnet"
    boxes_net.save(net)
    start, goal = pairs[0][0], pairs[1][0]
    ends = ["--from=" + ",".join(map(repr, start.tolist())), "--to=" + ",".join(map(repr, goal.tolist()))]
    options = ["--trajectory", "--speed=6", "--climb-speed=2", "--descent-speed=1.5", "--acceleration=4", "--jerk=15"]
    run = subprocess.run(
        [command, "query", net, *ends, "--radius", str(RADIUS_M), *options, "--json"], capture_output=True
    )
    expected = json.loads(run.stdout)["trajectory"]
    path = boxes_navigator.find(start, goal, RADIUS_M)
    trajectory = navnet.plan_trajectory(path.points, navnet.box_rooms(boxes_navigator, path.points, RADIUS_M), **LIMITS)
    assert str(trajectory.status) == expected["status"] and trajectory.duration_s == expected["duration_s"]
    assert trajectory.bound_s == expected["bound_s"] and trajectory.gap == expected["gap"]
    assert trajectory.length_m == expected["length_m"] and trajectory.peaks.speed_m_s == expected["max_speed_m_s"]


def test_stops_parts_and_scales(trajectories):
    for trajectory in trajectories[:8]:
        end = trajectory.duration_s
        for share in (0.2, 0.6):
            stop = trajectory.stop_at(share * end)
            begin, now = stop.sample([0, stop.duration_s]), trajectory.sample([share * end])
            assert stop and stop.duration_s <= (1 - share) * end * SLACK
            np.testing.assert_allclose(begin.positions[0], now.positions[0], atol=1e-9)
            np.testing.assert_allclose(begin.velocities[0], now.velocities[0], atol=1e-9)
            assert norms(begin.velocities[1:]).max() < 1e-9 and norms(begin.accelerations[1:]).max() < 1e-9
            both = trajectory.spliced(share * end, stop)
            assert both.duration_s == pytest.approx(share * end + stop.duration_s)
            times = np.linspace(0, stop.duration_s, 20)
            np.testing.assert_allclose(both.sample(share * end + times).positions, stop.sample(times).positions, atol=1e-6)
            assert both.stop_at(share * end / 2) and both.stop_at(share * end + stop.duration_s / 2)
            with pytest.raises(ValueError, match="next: it begins"):
                trajectory.spliced(share * end + 0.1, stop)
            assert stop.peaks.jerk_m_s3 <= LIMITS["jerk_m_s3"] * (1 + 1e-6)
        part = trajectory.part(0.25 * end, 0.75 * end)
        assert part.duration_s == pytest.approx(end / 2) and part.gap == float("inf")
        times = np.linspace(0, end / 2, 50)
        np.testing.assert_allclose(
            part.sample(times).positions, trajectory.sample(times + 0.25 * end).positions, atol=1e-9
        )
        slow, fast = trajectory.time_scaled(2), trajectory.time_scaled(0.5)
        assert slow.peaks.speed_m_s == pytest.approx(trajectory.peaks.speed_m_s / 2, rel=1e-5)
        assert slow.stop_at(end) and fast.stop_at(end / 4)


def test_distances_are_those_of_samples(trajectories):
    a, b = trajectories[:2]
    times = np.linspace(0, max(a.duration_s, b.duration_s + 1), 4000)
    distances = norms(a.sample(times).positions - b.sample(times - 1).positions)
    distance_m, time_s = a.min_distance(b, delay_s=1)
    assert distance_m <= distances.min() + 1e-6 and distance_m == pytest.approx(distances.min(), abs=0.02)
    then = norms(a.sample([time_s]).positions - b.sample([time_s - 1]).positions)
    assert then[0] == pytest.approx(distance_m, abs=1e-5)


def test_a_moving_start_and_a_free_goal(flights, trajectories):
    path, rooms = flights[0]
    now = trajectories[0].sample([0.3])
    state = {"start_velocity": now.velocities[0], "start_acceleration": now.accelerations[0]}
    moving = navnet.plan_trajectory(np.vstack([now.positions, path[-1:]]), rooms, **state, **LIMITS)
    assert moving and np.allclose(moving.sample([0]).velocities[0], now.velocities[0], atol=1e-9)
    free = navnet.plan_trajectory(path, rooms, goal_is_free=True, **LIMITS)
    assert free.duration_s < trajectories[0].duration_s
    fast = navnet.plan_trajectory(path, rooms, start_velocity=(50, 0, 0), **LIMITS)
    assert not fast and fast.status == navnet.TrajectoryStatus.START_TOO_FAST
    with pytest.raises(ValueError, match="start_too_fast"):
        fast.sample([0])


def test_yaw_keeps_its_limits_and_reaches_its_aim(trajectories):
    trajectory = max(trajectories, key=lambda t: t.duration_s)
    times = np.linspace(0, trajectory.duration_s, 1000)
    for options in ({}, {"aim": "point", "point": (50, 50, 5)}, {"aim": "fixed", "angle_rad": 1.0}):
        profile = navnet.plan_yaw(trajectory, rate_rad_s=2, acceleration_rad_s2=6, **options)
        angle, rate, acceleration = profile.sample(times)
        assert abs(rate).max() <= 2 * SLACK and abs(acceleration).max() <= 6 * SLACK
        assert profile.duration_s == pytest.approx(trajectory.duration_s)
    assert angle[-1] == pytest.approx(1, abs=0.05)


def test_yaw_is_sampled_with_the_motion(trajectories):
    trajectory = trajectories[0]
    profile = navnet.plan_yaw(trajectory, rate_rad_s=2)
    at = trajectory.sample(rate_hz=50, yaw=profile)
    for values, expected in zip((at.yaws_rad, at.yaw_rates_rad_s, at.yaw_accelerations_rad_s2), profile.sample(at.times_s)):
        assert values.shape == (len(at),) and np.array_equal(values, expected)
    assert trajectory.sample(rate_hz=50).yaws_rad is None
    for name, bad in (
        ("rate_rad_s", 0),
        ("acceleration_rad_s2", float("nan")),
        ("start_rad", 1e7),
        ("start_rate_rad_s", float("inf")),
        ("least_speed_m_s", -1),
    ):
        with pytest.raises(ValueError, match=f"^{name}"):
            navnet.plan_yaw(trajectory, **{name: bad})


def test_exact_paths_are_checked_and_followed_in_their_rooms(boxes_navigator, flights):
    outside = 0
    for path, rooms in flights:
        outside += not navnet.check_path(boxes_navigator, path, RADIUS_M)
        assert navnet.check_path(boxes_navigator, path, RADIUS_M, rooms=rooms)
        position, velocity, place = path[0], np.zeros(3), navnet.PathPlace()
        for _ in range(20):
            step = navnet.follow_path(
                boxes_navigator, path, position, velocity, 0.05, radius_m=RADIUS_M, place=place, rooms=rooms
            )
            assert step.outcome in (navnet.FollowOutcome.MOVING, navnet.FollowOutcome.ARRIVED)
            position, velocity, place = position + 0.05 * step.velocity, step.velocity, step.place
    assert outside > 0


def test_rates_include_the_end(trajectories):
    at = trajectories[0].sample(rate_hz=20)
    assert len(at) == len(at.times_s) == int(np.ceil(trajectories[0].duration_s * 20)) + 1
    assert at.times_s[-1] == trajectories[0].duration_s and np.allclose(np.diff(at.times_s)[:-1], 0.05)


def test_what_cannot_be_is_refused(flights, trajectories, boxes_navigator):
    path, rooms = flights[0]
    for options, text in (
        ({"speed_m_s": 0}, "^speed_m_s"),
        ({"jerk_m_s3": float("nan")}, "^jerk_m_s3"),
        ({"max_steps": -1}, "max_steps"),
        ({"up": "x"}, "up"),
        ({"goal_velocity": [[1, 2, 3]]}, "goal_velocity"),
    ):
        with pytest.raises(ValueError, match=text):
            navnet.plan_trajectory(path, rooms, **options)
    with pytest.raises(ValueError, match="points"):
        navnet.plan_trajectory([], rooms)
    blocked = navnet.box_rooms(boxes_navigator, path, RADIUS_M, ceiling_m=path[:, 2].min() - 0.1)
    assert not blocked and blocked.status == navnet.RoomStatus.BLOCKED and len(blocked) == 0
    assert not boxes_navigator.is_visible(path[0], path[-1], RADIUS_M)
    through = navnet.box_rooms(boxes_navigator, [path[0], path[0], path[-1]], RADIUS_M)
    assert not through and through.blocked_segment == 1
    with pytest.raises(ValueError, match=r"rooms\[1\].*blocked"):
        navnet.plan_trajectories([path, path], [rooms, blocked])
    with pytest.raises(ValueError, match="same length"):
        navnet.plan_trajectories([path], [])
    with pytest.raises(TypeError, match="exactly one"):
        trajectories[0].sample()
    with pytest.raises(ValueError, match="lower rate"):
        trajectories[0].time_scaled(1000).sample(rate_hz=1e6)
    with pytest.raises(ValueError, match="nothing"):
        trajectories[0].part(3, 3)
    with pytest.raises(ValueError, match="factor"):
        trajectories[0].time_scaled(0)
    with pytest.raises(TypeError, match="point"):
        navnet.plan_yaw(trajectories[0], aim="point")
