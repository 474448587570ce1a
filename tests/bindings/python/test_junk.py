# SPDX-License-Identifier: Apache-2.0
"""Any argument to any function: an exception or an answer, never a crash."""

import copy
import inspect
import itertools

import numpy as np
import pytest

import navnet
from conftest import random_boxes
from test_stub import parameters_of_module

JUNK = [
    None,
    0,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    2**70,
    "",
    "junk",
    b"junk",
    [],
    {},
    object(),
    [1, 2],
    (1, 2, 3),
    [[1, 2, 3]],
    [[1, 2, 3], [4, 5]],
    np.zeros((0, 3)),
    np.zeros((2, 3)),
    np.full((2, 3), np.nan),
    np.array(["a", "b"]),
    np.array([None, 1], dtype=object),
    np.zeros((2, 2, 2, 2)),
    np.float32(3),
    np.array(5),
    1e308,
    -1e308,
    1e-320,
    1e20,
    2**31,
    2**63,
    -(2**31),
    True,
    lambda *args: None,
    navnet.PathPlace(10**6, 1),
    navnet.PathStatus.COMPLETE,
    navnet.WorldChange(),
]


@pytest.fixture(scope="module")
def objects():
    """One object of each class with methods."""
    world = navnet.World(*random_boxes(3, count=5, size=10))
    net = navnet.bake(world, voxel_m=1, radii_m=[0.5], walk=navnet.WalkOptions(), bounds=[[0, 0, 0], [12, 12, 12]])
    navigator = navnet.Navigator(net)
    free = navigator.random_free(0.5, count=2)
    path = navigator.find(*free, 0.5)
    boxes = navnet.box_rooms(navigator, path.points, 0.5)
    trajectory = navnet.plan_trajectory(path.points, boxes)
    live = navnet.LiveWorld(world, voxel_m=1, bounds=[[0, 0, 0], [12, 12, 12]])
    unknown = navnet.LiveWorld.unknown([[0, 0, 0], [4, 4, 4]], 1)
    walker = navigator.walker
    ends = walker.random_walkable(count=2)
    traveller = navnet.Traveller(navigator)
    watch, crowd = navnet.PathWatch(), navnet.Crowd(navigator)
    all_of = [
        world, net, net.info, net.levels[0], net.levels[0].quality(), net.ground, navigator, path, path.statistics,
        navigator.find_all(free, free, 0.5), navigator.walker, live, live.latest(), traveller, watch, crowd,
        navnet.ExploredMap(unknown), navnet.Avoidance(navigator), navnet.ClearanceProbe(world),
        navnet.FollowLimits(), navnet.WalkOptions(), navnet.CostRegion([(0, 0, 0), (1, 1, 1)]),
        navnet.WorldChange(), navnet.PathPlace(), walker.find(*ends), walker.find_all(ends, ends),
        traveller.find(*ends), traveller.find_all(ends, ends), walker.locate(ends[0]),
        watch.add(path.points), crowd.add(free[0]), live.add_box((1, 1, 1), position=(5, 5, 5)),
        live.add_region(navnet.CostRegion([(0, 0, 0), (1, 1, 1)])), navnet.check_path(navigator, path.points),
        navnet.follow_path(navigator, path.points, path.start, (0, 0, 0), 0.1), navnet.GroundLink(*ends),
        trajectory, trajectory.peaks, trajectory.sample(rate_hz=10), navnet.plan_yaw(trajectory),
        navnet.TrajectoryFollower(trajectory),
        navnet.RoomMaker(world), navnet.RoomMaker(world).find(navigator, path.points, 0.5),
    ]  # fmt: skip
    return {type(o).__name__: o for o in all_of}


def functions(objects):
    for name in navnet.__all__:
        value = getattr(navnet, name)
        if inspect.isroutine(value):
            yield name, value, value
        elif inspect.isclass(value) and value.__module__ == "navnet" and not issubclass(value, (int, Exception)):
            if (value.__init__.__doc__ or "").startswith("__init__("):
                yield name, value, value.__init__
            for key, member in vars(value).items():
                if isinstance(member, property) and name in objects:
                    getattr(objects[name], key)
                elif not key.startswith("_") and not isinstance(member, property):
                    bound = getattr(objects.get(name, value), key)
                    yield f"{name}.{key}", bound, getattr(value, key)


def test_junk_arguments_never_crash(objects, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Strings may be used as file names.
    random = np.random.default_rng(0)
    good = list(objects.values()) + JUNK
    called = raised = 0
    for name, function, described in functions(objects):
        if name in ("LiveWorld.start_background",):
            continue
        parameters = [p for p in parameters_of_module(described) if p[1] != "self"]
        needed = [p for p in parameters if not p[2]]
        calls = [([j] * len(needed), {}) for j in JUNK]  # The same junk for all arguments,
        calls += [([good[random.integers(len(good))] for _ in needed], {}) for _ in range(40)]  # any mixture,
        for (_, parameter, _), junk in itertools.product(parameters[len(needed) :], JUNK):
            calls.append(([good[random.integers(len(good))] for _ in needed], {parameter: junk}))  # one option.
        calls.append(([None] * (len(parameters) + 1), {}))
        calls.append(([], {"no_such_parameter": 1}))
        for args, options in calls:
            called += 1
            try:
                function(*args, **options)
            except Exception as error:  # noqa: BLE001 - any exception with a message is fine.
                raised += 1
                assert str(error), f"{name}{args}{options}"
    assert called > 5000 and raised > called / 2


HUGE = [float("nan"), float("inf"), -float("inf"), 1e308, -1e308, 1e-320, -1.0, 0.0, 1e20, 2.0**31, 2.0**63]


def test_every_call_ends_for_invalid_numbers(objects, tmp_path):
    """One invalid number among valid arguments: an answer or a ValueError."""
    world, navigator, walker = objects["World"], objects["Navigator"], objects["Walker"]
    fly, walk = navigator.random_free(0.5, count=2), walker.random_walkable(count=2)
    bounds, small = [[0, 0, 0], [12, 12, 12]], {"voxel_m": 1, "radii_m": [0.5], "bounds": [[0, 0, 0], [12, 12, 12]]}
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    path = navigator.find(*fly, 0.5)
    calls = []
    for name in ("voxel_m", "radii_m", "margin_m", "spot_spacing_m"):
        calls.append((name, lambda x, name=name: navnet.bake(world, walk=navnet.WalkOptions(), **{**small, name: x})))
    calls.append(("bounds", lambda x: navnet.bake(world, voxel_m=1, bounds=[[0, 0, 0], [12, 12, x]])))
    calls.append(("seeds", lambda x: navnet.bake(world, voxel_m=1, bounds=bounds, keep="seeds", seeds=[[1, 1, x]])))
    for name in ("max_slope_deg", "step_m", "height_m", "contour_error_m", "min_area_m2"):
        calls.append((name, lambda x, name=name: navnet.bake(world, walk=navnet.WalkOptions(**{name: x}), **small)))
    calls.append(("seconds", lambda x: navnet.GroundLink(*walk, seconds=x)))
    for name in ("preferred_clearance_m", "climb_cost", "descend_cost", "floor_m", "ceiling_m", "snap_m", "max_us"):
        calls.append((name, lambda x, name=name: navigator.find(*fly, 0.5, **{name: x})))
    for name in ("preferred_clearance_m", "snap_m", "max_us"):
        calls.append((name, lambda x, name=name: walker.find(*walk, 0.1, **{name: x})))
    for name in ("walk_m_s", "fly_m_s", "switch_s", "snap_m", "climb_cost", "walk_weight", "fly_weight", "switch_weight",
                 "link_weight", "walk_clearance_m", "fly_clearance_m", "max_fly_m", "max_fly_s"):
        calls.append((name, lambda x, name=name: objects["Traveller"].find(*walk, **{name: x})))
    calls.append(("radius_m", lambda x: navigator.find(*fly, x)))
    for name in ("speed_m_s", "climb_m_s", "descent_m_s", "acceleration_m_s2", "jerk_m_s3", "smoothness", "tolerance",
                 "max_us"):
        rooms = navnet.box_rooms(navigator, path.points, 0.5)
        calls.append((name, lambda x, name=name, rooms=rooms: navnet.plan_trajectory(path.points, rooms, **{name: x})))
    calls.append(("time_s", objects["Trajectory"].stop_at))
    calls.append(("factor", objects["Trajectory"].time_scaled))
    calls.append(("times_s", lambda x: objects["Trajectory"].sample([x])))
    calls.append(("goal", lambda x: navigator.find(fly[0], (1, x, 1), 0.5)))
    calls.append(("factor", lambda x: navnet.CostRegion([(0, 0, 0), (1, 1, 1)], x)))
    calls.append(("step_s", lambda x: navnet.follow_path(navigator, path.points, path.start, (0, 0, 0), x)))
    calls.append(("scale", lambda x: navnet.load_world(tmp_path / "a.obj", scale=x)))
    calls.append(("size_m", lambda x: navnet.worlds.station(size_m=x)))
    for what, call in calls:
        for value in HUGE:
            try:
                call(value)
            except ValueError as error:
                assert str(error), what


def test_copies_are_complete_or_refused(objects):
    for name, value in objects.items():
        if name == "Net":
            assert copy.copy(value).to_bytes() == value.to_bytes()
        else:
            with pytest.raises(TypeError):
                copy.copy(value)


def test_types_without_constructor_cannot_be_made(objects):
    for name in navnet.__all__:
        value = getattr(navnet, name)
        if inspect.isclass(value) and not issubclass(value, (int, Exception)):
            if not (value.__init__.__doc__ or "").startswith("__init__("):
                with pytest.raises(TypeError, match="No constructor defined"):
                    value()
