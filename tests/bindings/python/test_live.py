# SPDX-License-Identifier: Apache-2.0
"""Live worlds, and paths in them."""

import gc
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import navnet
from conftest import box_mesh, join

RADIUS_M = 0.4
BOUNDS = [[0, 0, 0], [60, 20, 4]]
START, GOAL = (2, 10, 1), (58, 10, 1)


def wall():
    """A wall with a doorway."""
    return navnet.World(*join(box_mesh((30, 0, 0), (30.1, 9, 4)), box_mesh((30, 11, 0), (30.1, 20, 4))), name="yard")


@pytest.fixture
def live():
    return navnet.LiveWorld(wall(), voxel_m=0.25, radii_m=[RADIUS_M], bounds=BOUNDS, keep="outside")


def test_the_net_is_that_of_a_bake_from_scratch(live):
    live.add_box((2, 1, 0.7), position=(10, 4, 1), rotation=(0.9, 0, 0, 0.4))
    live.add_sphere(1.5, position=(20, 10, 2))
    live.add_capsule(0.5, 1, position=(40, 5, 2), scale=(1, 1, 1.5))
    moved = live.add_mesh(*box_mesh((0, 0, 0), (1, 2, 3)), position=(50, 10, 0))
    gone = live.add_box((1, 1, 1), position=(45, 15, 2))
    live.update()
    live.move(moved, (48, 12, 0))
    live.remove(gone)
    change = live.update()
    assert change and change.version == live.latest().version and change.blocked.shape[1:] == (2, 3)
    again = navnet.bake(
        live.current_world(), voxel_m=0.25, radii_m=[RADIUS_M], bounds=live.bounds, keep="outside"
    )
    assert live.make_net().to_bytes() == again.to_bytes()


def test_a_door_a_snapshot_and_its_change(live, tmp_path):
    door = live.add_box((0.2, 1.2, 2), position=(30, 10, 2), is_door=True)
    live.update()
    closed = live.latest()
    assert closed.navigator.find(START, GOAL, RADIUS_M).status == navnet.PathStatus.UNREACHABLE
    live.set_door(door, True)
    change = live.update()
    assert len(change.freed) and not live.update() and live.changes_since(closed.version).version == change.version
    assert live.changes_since(10**6) is None
    opened = live.latest()
    assert opened.version > closed.version
    assert opened.navigator.find(START, GOAL, RADIUS_M)
    assert not closed.navigator.find(START, GOAL, RADIUS_M)  # A snapshot does not change.
    live.save(tmp_path / "yard.navnet")
    assert navnet.Net.load(tmp_path / "yard.navnet").to_bytes() == live.make_net().to_bytes()
    del live
    gc.collect()
    assert opened.navigator.find(START, GOAL, RADIUS_M) and "version" in repr(opened)


def test_paths_break_and_are_repaired(live):
    now = live.latest().navigator
    path = now.find(START, GOAL, RADIUS_M)
    watch = navnet.PathWatch()
    watched, other = watch.add(path.points, RADIUS_M), watch.add([(2, 2, 1), (4, 2, 1)], RADIUS_M)
    assert navnet.check_path(now, path.points, RADIUS_M)
    live.add_box((2.2, 0.9, 1.5), position=(14, 10, 1.5))
    change = live.update()
    now = live.latest().navigator
    check = navnet.check_path(now, path.points, RADIUS_M, change=change)
    assert not check and check.state == navnet.PathValidity.BROKEN
    assert watch.concerned(now, change)[0] == [watched] and len(watch) == 2
    place = navnet.place_on_path(path.points, (5, 10, 1))
    repaired, done = navnet.repair_path(now, path, RADIUS_M, start=(5, 10, 1), place=place, change=change)
    assert repaired and done in (navnet.RepairOutcome.REPAIRED, navnet.RepairOutcome.REPLANNED)
    assert navnet.check_path(now, repaired.points, RADIUS_M)
    np.testing.assert_array_equal(repaired.points[0], (5, 10, 1))
    watch.replace(watched, repaired.points)
    assert watch.advance(watched, (6, 10, 1)) and watch.place_of(watched) is not None
    assert watch.remove(other) and not watch.remove(other) and watch.place_of(other) is None
    with pytest.raises(navnet.Error):
        watch.replace(other, repaired.points)
    nothing = navnet.WorldChange()
    assert not nothing and nothing.box is None
    same, kept = navnet.repair_path(now, repaired, RADIUS_M, change=nothing)
    assert kept == navnet.RepairOutcome.KEPT and same.length_m == repaired.length_m
    freed = navnet.WorldChange(freed=[[(0, 0, 0), (60, 20, 4)]])
    assert navnet.may_be_improved(freed, START, GOAL, 100) and not navnet.may_be_improved(nothing, START, GOAL, 100)


def test_walks_are_kept_or_repaired(storeys_net):
    walker = navnet.Navigator(storeys_net[0]).walker
    places = walker.random_walkable(0.3, seed=1, count=40)
    path = next(p for p in walker.find_all(places[:20], places[20:], 0.3) if p and p.length_m > 3)
    far = navnet.WorldChange(blocked=[[(500, 500, 500), (501, 501, 501)]])
    near = navnet.WorldChange(blocked=[[path.start - 1, path.start + 1]])
    assert navnet.is_walk_untouched(walker, path.points, 0.3, far)
    assert not navnet.is_walk_untouched(walker, path.points, 0.3, near)
    kept, outcome = navnet.repair_walk(walker, path, 0.3, change=far)
    assert outcome == navnet.RepairOutcome.KEPT and kept.length_m == path.length_m
    replanned, outcome = navnet.repair_walk(walker, path, 0.3, change=near)
    assert outcome == navnet.RepairOutcome.REPLANNED and replanned.length_m == path.length_m


def test_voxels_regions_and_steps():
    live = navnet.LiveWorld(navnet.World.from_voxels(np.zeros((40, 40, 10), bool)))
    live.set_voxels([(20, 0, 0), (21, 40, 9)], True)
    region = live.add_region(navnet.CostRegion([(0, 0, 0), (5, 5, 5)], 2))
    while not live.step(500):
        pass
    now = live.latest()
    assert [r.factor for r in now.regions] == [2]
    over = now.navigator.find((2, 20, 2), (38, 20, 2), regions=now.regions)
    assert over and over.points[:, 2].max() >= 9
    live.set_region(region, navnet.CostRegion([(0, 0, 0), (5, 5, 5)], 4))
    live.remove_region(region)
    live.update()
    assert live.latest().regions == []
    with pytest.raises(navnet.InvalidArgumentError):
        live.remove_region(region)
    with pytest.raises(navnet.InvalidArgumentError):
        live.set_voxels([(900, 0, 0), (901, 1, 1)], True)


def test_the_background_reports_updates(live):
    notified = threading.Event()
    versions = []

    def on_update(now, change):
        versions.append((now.version, change.version, live.latest().version >= now.version))
        notified.set()

    live.on_update(on_update)
    live.start_background()
    car = live.add_box((1, 1, 1), position=(10, 10, 1))
    assert notified.wait(60)
    live.stop_background()
    assert versions[0][0] == versions[0][1] and versions[0][2]
    live.on_update(None)
    count = len(versions)
    live.remove(car)
    assert live.update() and len(versions) == count


def test_exceptions_of_a_callback_are_reported_and_updates_continue(live, monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: seen.append(what.exc_value))

    def careless(now, change):
        live.add_sphere(1)  # Would deadlock, and is refused.

    live.on_update(careless)
    car = live.add_box((1, 1, 1), position=(10, 10, 1))
    assert live.update()
    assert len(seen) == 1 and isinstance(seen[0], RuntimeError) and "latest()" in str(seen[0])
    live.on_update(lambda now, change: 1 / 0)
    live.remove(car)
    assert live.update()
    assert isinstance(seen[1], ZeroDivisionError)
    with pytest.raises(TypeError, match="told: expected a function"):
        live.on_update(5)


def test_the_last_reference_may_be_dropped_during_a_callback():
    script = """
        import threading, numpy, navnet
        held, notified = {}, threading.Event()
        def on_update(now, change):
            held.clear()
            notified.set()
        held["live"] = navnet.LiveWorld(navnet.World.from_voxels(numpy.zeros((64, 64, 64), bool)))
        held["live"].on_update(on_update)
        held["live"].set_voxels([(0, 0, 0), (5, 5, 5)], True)
        held["live"].start_background()
        assert notified.wait(60)
        print("done")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and run.stdout.strip() == "done" and run.stderr == ""


def test_python_ends_during_a_background_update():
    script = """
        import numpy, navnet
        live = navnet.LiveWorld(navnet.World.from_voxels(numpy.zeros((64, 64, 64), bool)))
        live.on_update(lambda now, change: None)
        live.start_background()
        for i in range(200):
            live.set_voxels([(i % 60, 0, 0), (i % 60 + 1, 60, 60)], i % 2 == 0)
        other = navnet.LiveWorld(navnet.World.from_voxels(numpy.zeros((64, 64, 64), bool)))
        other.on_update(print)
        other.start_background()
        other.set_voxels([(0, 0, 0), (5, 5, 5)], True)
        del other
        print("done")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and run.stdout.strip().endswith("done") and run.stderr == ""


def test_invalid_edits_change_nothing(live):
    version = live.latest().version
    car = live.add_box((1, 1, 1), position=(10, 10, 1))
    live.remove(car)
    for bad in (
        lambda: live.remove(car),
        lambda: live.move(car, (1, 1, 1)),
        lambda: live.add_sphere(-1),
        lambda: live.add_sphere(float("nan")),
        lambda: live.add_box((1, 1, 1), position=(1e6, 0, 0)),
        lambda: live.add_box((1, 1, 1), position=(5, 5, 1), rotation=(0, 0, 0, 0)),
        lambda: live.add_box((1, 1, 1), position=(5, 5, 1), rotation=(1, 0, 0)),
        lambda: live.set_voxels(BOUNDS, True),
        lambda: live.add_capsule(1, -1, position=(5, 5, 1)),
    ):
        with pytest.raises(ValueError):
            bad()
    assert not live.update() and live.latest().version in (version, version + 1)


def test_an_unknown_world_is_explored():
    live = navnet.LiveWorld.unknown([[0, 0, 0], [12, 12, 6]], 0.2, unknown="at_a_cost", unknown_cost=4)
    known = navnet.ExploredMap(live)
    start, goal = np.array([1, 6, 1.5]), np.array([11, 6, 1.5])
    y, z = np.meshgrid(np.arange(1, 11, 0.1), np.arange(0.2, 5.5, 0.1))
    points = np.stack([np.full(y.size, 7.0), y.ravel(), z.ravel()], axis=1)
    hit = points[:, 2] < 3
    known.insert(start, points[hit].astype(np.float32), clear=points[~hit] - start)
    assert known.state_at((7.05, 6, 1.5)) == navnet.VoxelState.OCCUPIED
    assert known.state_at([start, (3, 6, 1.5), goal]).tolist() == [
        navnet.VoxelState.FREE,
        navnet.VoxelState.FREE,
        navnet.VoxelState.UNKNOWN,
    ]
    assert known.state_at((1e300, 0, 0)) == navnet.VoxelState.UNKNOWN
    live.explore(known)
    live.update()
    now = live.latest()
    path = now.navigator.find(start, goal, regions=now.regions)
    assert path and path.length_m > 10.2 and path.cost_m > path.length_m and len(now.regions) > 0
    before = known.occupied_count
    known.set_box([(10.5, 5.5, 1), (11.5, 6.5, 2)], "free")
    known.set_box([(0, 0, 5.8), (12, 12, 6)], navnet.VoxelState.OCCUPIED)
    assert known.occupied_count > before and known.free_count > 0 and known.unknown_count > 0
    live.explore(known)
    live.update()
    assert known.state_at(goal) == navnet.VoxelState.FREE and "occupied" in repr(known)
    with pytest.raises(navnet.Error):
        known.insert_octomap(b"no map")
    with pytest.raises(navnet.Error):
        known.set_box([(100, 100, 100), (101, 101, 101)], "free")
    with pytest.raises(ValueError, match="state: expected one of"):
        known.set_box([(0, 0, 0), (1, 1, 1)], "solid")
    with pytest.raises(navnet.Error):
        navnet.LiveWorld.unknown([[0, 0, 0], [1, 1, 1]], -1)
    blocked = navnet.LiveWorld.unknown([[0, 0, 0], [4, 4, 4]], 0.5)
    assert blocked.latest().navigator.find((1, 1, 1), (3, 3, 3)).status == navnet.PathStatus.START_BLOCKED


def test_a_map_of_another_frame_is_refused_and_keeps_its_changes():
    bounds = [[0, 0, 0], [8, 8, 8]]
    live, coarse = navnet.LiveWorld.unknown(bounds, 0.25), navnet.LiveWorld.unknown(bounds, 0.5)
    known = navnet.ExploredMap(live)
    known.set_box([(1, 1, 1), (3, 3, 3)], "free")
    with pytest.raises(ValueError, match="frame"):
        coarse.explore(known)
    assert not coarse.update()
    live.explore(known)
    assert live.update()
    assert live.latest().navigator.find((1.2, 1.2, 1.2), (2.8, 2.8, 2.8))


def test_a_function_that_ends_with_its_world_may_call_it(live):
    class Robot:
        def __init__(self):
            self.box = live.add_box((1, 1, 1), position=(10, 10, 1))

        def __call__(self, now, change):
            pass

        def __del__(self):
            live.remove(self.box)

    live.on_update(Robot())
    live.on_update(None)
    live.update()


@pytest.mark.parametrize("work", ["navigator.find_all(starts, starts)", "live.update()", "navnet.bake(world, voxel_m=0.5)"])
def test_daemon_threads_may_run_when_python_ends(work):
    script = f"""
        import threading, time, navnet
        world = navnet.worlds.station(size_m=20)
        navigator = navnet.Navigator(navnet.bake(world, voxel_m=0.5))
        starts = navigator.random_free(seed=1, count=2000)
        live = navnet.LiveWorld(world, voxel_m=0.5)
        live.start_background()
        def run():
            while True:
                {work}
        for i in range(2):
            threading.Thread(target=run, daemon=True).start()
        time.sleep(0.2)
        print("done")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and run.stdout.strip() == "done", run.stderr
