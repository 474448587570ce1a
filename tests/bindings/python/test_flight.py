# SPDX-License-Identifier: Apache-2.0
"""Flights: equal to those of the C++ library, collision-free, and in batches."""

import gc
import json
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M, point_triangle_distances, samples


def same(a, b):
    return (
        a.status == b.status
        and a.length_m == b.length_m
        and a.cost_m == b.cost_m
        and a.radius_m == b.radius_m
        and np.array_equal(a.points, b.points)
        and np.array_equal(a.volumes, b.volumes)
        and np.array_equal(a.start, b.start)
        and np.array_equal(a.goal, b.goal)
        and a.statistics.expanded == b.statistics.expanded
    )


def test_paths_are_those_of_the_command(boxes_net, boxes_navigator, pairs, command, tmp_path):
    net = tmp_path / "boxes.navnet"
    boxes_net.save(net)
    for start, goal in zip(pairs[0][:10], pairs[1][:10]):
        ends = ["--from=" + ",".join(map(repr, start.tolist())), "--to=" + ",".join(map(repr, goal.tolist()))]
        run = subprocess.run([command, "query", net, *ends, "--radius", str(RADIUS_M), "--json"], capture_output=True)
        expected = json.loads(run.stdout)
        path = boxes_navigator.find(start, goal, RADIUS_M)
        assert str(path.status) == expected["status"] and path.length_m == expected["length_m"]
        assert path.points.tolist() == expected["waypoints"]
        assert path.statistics.expanded == expected["expanded"] and len(path.volumes) == expected["volumes"]
        certified = boxes_navigator.find(start, goal, RADIUS_M, certify=True)
        assert certified.lower_bound_m == expected["lower_bound_m"] and certified.gap == expected["gap"]


def test_a_certificate_bounds_the_length_from_below(boxes_navigator, pairs):
    starts, goals = pairs[0][:50], pairs[1][:50]
    paths = boxes_navigator.find_all(starts, goals, RADIUS_M, certify=True)
    straight = np.linalg.norm(goals - starts, axis=1)
    assert (paths.lower_bound_m <= paths.length_m).all()
    assert (paths.lower_bound_m >= straight * (1 - 1e-12)).all()
    assert (paths.lower_bound_m > straight * 1.001).any()
    one = boxes_navigator.find(starts[0], goals[0], RADIUS_M, certify=True)
    assert one.lower_bound_m == paths.lower_bound_m[0]
    assert one.gap == pytest.approx(one.cost_m / one.lower_bound_m - 1, abs=1e-12)
    assert one.statistics.certify_us > 0
    plain = boxes_navigator.find(starts[0], goals[0], RADIUS_M)
    assert plain.lower_bound_m == 0 and plain.gap == float("inf")


def test_a_preferred_clearance_is_kept_where_there_is_room(boxes):
    net = navnet.bake(boxes, voxel_m=0.25, radii_m=[0.1, 0.8])
    navigator = navnet.Navigator(net)
    points = navigator.random_free(0.8, seed=3, count=60)
    probe = navnet.ClearanceProbe(boxes)
    closest = {0.0: [], 0.8: []}
    for clearance_m in closest:
        for start, goal in zip(points[:30], points[30:]):
            path = navigator.find(start, goal, 0.1, preferred_clearance_m=clearance_m)
            if path:
                closest[clearance_m].append(min(probe.clearance(samples(path.points))))
    assert len(closest[0.0]) == len(closest[0.8])
    assert np.mean(closest[0.8]) > np.mean(closest[0.0])
    assert min(closest[0.8]) >= 0.1 - 1e-6


def test_paths_keep_their_distance_from_the_triangles(boxes, boxes_navigator, pairs):
    triangles = boxes.vertices[boxes.triangles]
    paths = boxes_navigator.find_all(*pairs, RADIUS_M)
    assert (paths.status == navnet.PathStatus.COMPLETE).all()
    bends = 0
    for path in list(paths)[:40]:
        bends += len(path.points) - 2
        least = min(point_triangle_distances(p, triangles).min() for p in samples(path.points))
        assert least >= RADIUS_M - 1e-9
    assert bends > 10


def test_the_probe_measures_as_the_triangles_do(boxes, pairs):
    triangles = boxes.vertices[boxes.triangles]
    probe = navnet.ClearanceProbe(boxes)
    truth = [point_triangle_distances(p, triangles).min() for p in pairs[0][:50]]
    np.testing.assert_allclose(probe.clearance(pairs[0][:50]), truth, rtol=0, atol=1e-9)
    assert probe.clearance(pairs[0][0]) == probe.clearance(pairs[0][:1])[0]
    segment = probe.clearance(pairs[0][0], pairs[1][0])
    line = samples(np.array([pairs[0][0], pairs[1][0]]), 0.05)
    assert segment <= min(probe.clearance(line)) + 1e-12


def test_batches_equal_single_queries(boxes_navigator, pairs):
    starts, goals = pairs
    radii = np.where(np.arange(len(starts)) % 3 == 0, 0.0, RADIUS_M)
    paths = boxes_navigator.find_all(starts, goals, radii)
    assert len(paths) == len(starts) and paths.offsets.shape == (len(starts) + 1,)
    for i, (start, goal, radius) in enumerate(zip(starts, goals, radii)):
        alone = boxes_navigator.find(start, goal, radius)
        assert same(alone, paths[i]) and same(alone, paths[i - len(starts)])
        assert paths.status[i] == alone.status and paths.length_m[i] == alone.length_m
        assert paths.cost_m[i] == alone.cost_m and paths.radius_m[i] == alone.radius_m
        np.testing.assert_array_equal(paths.points[paths.offsets[i] : paths.offsets[i + 1]], alone.points)
    for index in (len(starts), -len(starts) - 1):
        with pytest.raises(IndexError, match="out of range"):
            paths[index]
    assert sum(1 for _ in paths) == len(paths)


@pytest.mark.parametrize("options", [{}, {"effort": "fast"}, {"effort": "best"}, {"climb_cost": 2, "ceiling_m": 25}])
def test_the_number_of_threads_does_not_matter(boxes_navigator, pairs, options):
    one, three = (boxes_navigator.find_all(*pairs, RADIUS_M, threads=n, **options) for n in (1, 3))
    np.testing.assert_array_equal(one.points, three.points)
    np.testing.assert_array_equal(one.status, three.status)
    assert all(same(a, b) for a, b in zip(one, three))


def test_options_reach_the_query(boxes_navigator, pairs):
    start, goal = pairs[0][0], pairs[1][0]
    free = boxes_navigator.find(start, goal, RADIUS_M)
    middle = (start + goal) / 2
    wall = navnet.CostRegion([middle - 1.5, middle + 1.5])
    round_it = boxes_navigator.find(start, goal, RADIUS_M, regions=[wall])
    assert round_it and round_it.length_m >= free.length_m
    line = samples(round_it.points, 0.05)
    assert not ((line > middle - 1.499) & (line < middle + 1.499)).all(axis=1).any()
    dear = boxes_navigator.find(start, goal, RADIUS_M, regions=[navnet.CostRegion([middle - 1.5, middle + 1.5], 3)])
    assert free.length_m <= dear.length_m <= dear.cost_m <= round_it.cost_m + 1e-6
    high = max(start[2], goal[2]) + 0.1
    low = boxes_navigator.find(start, goal, RADIUS_M, ceiling_m=high)
    assert not low or low.points[:, 2].max() <= high + 1e-9
    out = boxes_navigator.find((500, 0, 0), goal, RADIUS_M)
    assert not out and out.status == navnet.PathStatus.OUTSIDE_WORLD and len(out.points) == 0
    assert boxes_navigator.find(start, goal, 99).status == navnet.PathStatus.OUTSIDE_WORLD
    least = boxes_navigator.find_all(*pairs, RADIUS_M, max_expansions=1)
    assert (least.status == navnet.PathStatus.OUT_OF_BUDGET).any()


def test_blocked_ends_are_snapped_or_reported(boxes, boxes_navigator, pairs):
    inside = boxes.vertices[:8].mean(axis=0)
    path = boxes_navigator.find(inside, pairs[1][0], RADIUS_M)
    assert path.status == navnet.PathStatus.START_BLOCKED and str(path.status) == "start_blocked"
    snapped = boxes_navigator.find(inside, pairs[1][0], RADIUS_M, snap_m=6)
    assert snapped and np.linalg.norm(snapped.start - inside) <= 6
    near = boxes_navigator.nearest_free(inside, RADIUS_M, 6)
    np.testing.assert_array_equal(near, snapped.start)
    assert boxes_navigator.nearest_free(inside, RADIUS_M, 0.01) is None
    both = boxes_navigator.nearest_free([inside, pairs[0][0]], RADIUS_M, 0.01)
    assert np.isnan(both[0]).all() and np.array_equal(both[1], pairs[0][0])


def test_points_one_by_one_or_many(boxes_navigator, pairs):
    starts, goals = pairs
    seen = boxes_navigator.is_visible(starts, goals, RADIUS_M)
    assert seen.dtype == bool and 0 < seen.sum() < len(seen)
    room = boxes_navigator.clearance_at(starts)
    for i in range(20):
        assert boxes_navigator.is_visible(starts[i], goals[i], RADIUS_M) == seen[i]
        assert boxes_navigator.clearance_at(starts[i]) == room[i]
    fan = boxes_navigator.is_visible(starts[0], goals, RADIUS_M)
    assert fan.shape == (len(goals),) and fan[3] == boxes_navigator.is_visible(starts[0], goals[3], RADIUS_M)
    assert (room >= RADIUS_M).all() and isinstance(boxes_navigator.clearance_at(starts[0]), float)
    many = boxes_navigator.random_free(RADIUS_M, seed=3, count=300)
    np.testing.assert_array_equal(many[0], boxes_navigator.random_free(RADIUS_M, seed=3))
    np.testing.assert_array_equal(many[7], boxes_navigator.random_free(RADIUS_M, seed=navnet.seed_at(3, 7)))
    with pytest.raises(ValueError, match="no free space for an agent"):
        boxes_navigator.random_free(99)


def test_random_points_of_different_seeds_are_different(boxes_navigator):
    sequences = [boxes_navigator.random_free(RADIUS_M, seed=seed, count=1000) for seed in range(21)]
    points = {tuple(point) for sequence in sequences for point in sequence}
    assert len(points) == 21 * 1000


def test_objects_outlive_what_made_them(boxes_net, pairs):
    net = navnet.Net.from_bytes(boxes_net.to_bytes())
    navigator = navnet.Navigator(net)
    path = navigator.find(pairs[0][0], pairs[1][0], RADIUS_M)
    paths = navigator.find_all(*pairs, RADIUS_M)
    points, status, alone = paths.points, paths.status, path.points
    copies = points.copy(), status.copy(), alone.copy()
    assert not points.flags.writeable and not status.flags.owndata
    del net
    again = navigator.find(pairs[0][0], pairs[1][0], RADIUS_M)
    assert same(path, again)
    del navigator, path, paths
    gc.collect()
    junk = [bytearray(1 << 20) for _ in range(20)]
    for view, copy in zip((points, status, alone), copies):
        np.testing.assert_array_equal(view, copy)
    del junk


def test_other_threads_go_on_during_a_batch(boxes_navigator, pairs):
    # The batch takes far longer than a switch of threads; the counter must advance while it runs.
    starts, goals = np.tile(pairs[0], (20, 1)), np.tile(pairs[1], (20, 1))
    begun, ended, counted = threading.Event(), threading.Event(), []

    def count():
        begun.wait()
        while not ended.is_set():
            counted.append(None)
            time.sleep(0)  # Releases the GIL.

    counter = threading.Thread(target=count)
    counter.start()
    switch = sys.getswitchinterval()
    try:
        sys.setswitchinterval(1000)  # No thread is preempted: the batch must release the GIL.
        begun.set()
        boxes_navigator.find_all(starts, goals, RADIUS_M, threads=1)
        before = len(counted)
    finally:
        ended.set()
        sys.setswitchinterval(switch)
        counter.join()
    assert before > 0


def test_interrupts_end_a_batch():
    script = """
        import os, signal, threading, numpy, navnet
        blocked = numpy.random.default_rng(0).random((60, 60, 60)) < 0.25
        navigator = navnet.Navigator(navnet.bake(navnet.World.from_voxels(blocked), keep="largest"))
        points = numpy.tile(navigator.random_free(count=1000), (2000, 1))
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            navigator.find_all(points, points[::-1])
        except KeyboardInterrupt:
            print("interrupted")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "interrupted", run.stderr
