# SPDX-License-Identifier: Apache-2.0
"""Nets: baking, saving, loading, and their tables."""

import copy
import gc
import pickle
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M, random_boxes


def test_files_and_bytes_give_the_same_net(boxes_net, tmp_path):
    file = tmp_path / "boxes.navnet"
    assert boxes_net.save(file) == boxes_net.nbytes == file.stat().st_size
    data = boxes_net.to_bytes()
    assert file.read_bytes() == data
    for again in (
        navnet.Net.load(file),
        navnet.Net.load(str(file), mapped=True),
        navnet.Net.from_bytes(data),
        pickle.loads(pickle.dumps(boxes_net)),
        copy.deepcopy(boxes_net),
    ):
        assert again.to_bytes() == data


def test_the_command_bakes_the_same_bytes(boxes, boxes_net, command, tmp_path):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in boxes.vertices.tolist()]
    lines += ["f " + " ".join(str(i + 1) for i in t) for t in boxes.triangles.tolist()]
    mesh, net = tmp_path / "boxes.obj", tmp_path / "boxes.navnet"
    mesh.write_text("\n".join(lines))
    options = ["--voxel", "0.5", "--radius", f"0,{RADIUS_M}", "--up", "z", "--keep", "outside"]
    subprocess.run([command, "bake", mesh, "-o", net, *options], check=True, capture_output=True)
    assert net.read_bytes() == boxes_net.to_bytes()
    loaded = navnet.bake(navnet.load_world(mesh, up="z"), voxel_m=0.5, radii_m=[0, RADIUS_M], keep="outside")
    assert loaded.to_bytes() == boxes_net.to_bytes()


def test_the_net_does_not_depend_on_threads_or_triangle_order(boxes, boxes_net):
    vertices, triangles = random_boxes(1)
    order = np.random.default_rng(0).permutation(len(triangles))
    for threads in (1, 3):
        net = navnet.bake(
            navnet.World(vertices, triangles[order]), voxel_m=0.5, radii_m=[0, RADIUS_M], keep="outside", threads=threads
        )
        assert net.to_bytes() == boxes_net.to_bytes()


def test_cells_are_disjoint_and_lie_in_their_volumes(boxes_net):
    for level in boxes_net.levels:
        cells, volumes = level.cells, level.volumes
        assert cells.shape == volumes.shape == (len(level.components), 2, 3)
        assert ((volumes[:, 0] <= cells[:, 0]) & (cells[:, 1] <= volumes[:, 1])).all()
        assert np.prod(cells[:, 1] - cells[:, 0], axis=1, dtype=np.int64).sum() == level.voxels_free
        assert level.first_neighbour.shape == (len(cells) + 1,) and level.first_neighbour[-1] == len(level.neighbours)
        assert level.contact_count * 2 == len(level.neighbours)
        assert level.blocks["cell_count"].sum() == len(cells)
        quality = level.quality()
        assert sum(quality.cells) == len(cells) and 0 < quality.coverage <= 1
    assert boxes_net.level_for(RADIUS_M / 2).radius_m == RADIUS_M
    assert boxes_net.level_for(9) is None


def test_views_are_read_only_and_outlive_the_net():
    net = navnet.bake(navnet.World(*random_boxes(2)), voxel_m=1, walk=navnet.WalkOptions())
    cells, neighbours = net.levels[0].cells, net.levels[0].neighbours
    edges, copies = net.ground.edges, net.ground.edges.copy()
    before = cells.copy(), neighbours.copy()
    assert not cells.flags.owndata and not cells.flags.writeable
    with pytest.raises(ValueError):
        cells[0] = 0
    navigator = navnet.Navigator(net)
    walker = navigator.walker
    del net, navigator
    gc.collect()
    junk = [bytearray(1 << 20) for _ in range(20)]  # Overwrites freed memory.
    np.testing.assert_array_equal(cells, before[0])
    np.testing.assert_array_equal(neighbours, before[1])
    np.testing.assert_array_equal(edges, copies)
    assert walker.random_walkable(0.1).shape == (3,)
    del junk


def test_info_and_repr(boxes_net):
    info = boxes_net.info
    assert info.voxel_m == 0.5 and info.up == "z" and info.keep == "outside" and info.turn_deg == 0
    assert (info.bounds[0] < info.bounds[1]).all() and info.bounds_voxels.dtype == np.int32
    np.testing.assert_allclose(info.to_world(info.to_voxels([1.25, 2, 3])), [1.25, 2, 3])
    np.testing.assert_array_equal(info.to_world(info.bounds_voxels), info.bounds)
    assert "cells" in repr(boxes_net) and "radius 0.5 m" in repr(boxes_net) and "0.5 m" in repr(info)
    assert repr(boxes_net.levels[1]).startswith("<navnet.Level: radius 0.5 m")


def test_ground_tables(storeys_net):
    ground = storeys_net[0].ground
    assert ground.area_m2 > 10 and len(ground.patches) > 0
    corners = ground.corners[ground.patches[0]["first_corner"] :][: ground.patches[0]["corner_count"]]
    x, y = corners.T
    assert x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0  # Counter-clockwise.
    ends = ground.vertices["p"][ground.edges["from"]]
    np.testing.assert_array_equal(ground.bends["p"][ground.edges["first_bend"]], ends)
    clearance = np.linalg.norm(ground.bends["left"] - ground.bends["p"], axis=1)
    assert (clearance >= 0).all() and len(ground.walls) > 0 and len(ground.spokes) == 2 * len(ground.edges)
    assert (ground.links["kind"] == navnet.LinkKind.SPOT).any()


def test_a_world_of_voxels():
    blocked = np.random.default_rng(4).random((70, 9, 130)) < 0.2
    net = navnet.bake(navnet.World.from_voxels(blocked, voxel_m=0.25, origin=(1, 2, 3)), min_cell=1)
    covered = np.zeros(blocked.shape, int)
    for low, high in net.levels[0].cells:
        covered[tuple(slice(a, b) for a, b in zip(low, high))] += 1
    np.testing.assert_array_equal(covered, ~blocked)
    np.testing.assert_array_equal(net.info.origin, (1, 2, 3))
    turned = np.ascontiguousarray(blocked.transpose(2, 1, 0)).transpose(2, 1, 0)  # Other strides.
    same = navnet.bake(navnet.World.from_voxels(turned.astype(np.uint8), voxel_m=0.25, origin=(1, 2, 3)), min_cell=1)
    assert same.to_bytes() == net.to_bytes()


def test_errors_are_exceptions_with_a_code(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        navnet.Net.load(tmp_path / "none.navnet")
    assert isinstance(missing.value, navnet.NotFoundError) and missing.value.code == "NotFound"
    assert "none.navnet" in str(missing.value)
    bad = tmp_path / "bad.navnet"
    bad.write_bytes(b"nothing of the kind")
    with pytest.raises(navnet.BadFormatError):
        navnet.Net.load(bad)
    with pytest.raises(navnet.Error):
        navnet.Net.from_bytes(b"")
    with pytest.raises(OSError):
        navnet.bake(navnet.World(*random_boxes(2)), voxel_m=2).save(tmp_path / "no" / "such" / "folder.navnet")
    with pytest.raises(navnet.UnknownFormatError):
        bad.rename(tmp_path / "bad.txt")
        navnet.load_world(tmp_path / "bad.txt")
    with pytest.raises(navnet.TooLargeError):
        navnet.bake(navnet.World(*random_boxes(2)), voxel_m=0.001, memory_budget_bytes=1 << 20)
    for error in (navnet.NotFoundError, navnet.OutOfMemoryError, navnet.CancelledError):
        assert issubclass(error, navnet.Error)
    assert issubclass(navnet.OutOfMemoryError, MemoryError)


def test_damaged_bytes_never_crash(boxes_net):
    data = boxes_net.to_bytes()
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(200):
        damaged = bytearray(data)
        damaged[random.integers(len(data))] ^= 1 << random.integers(8)
        try:
            navnet.Net.from_bytes(bytes(damaged))
        except navnet.Error:
            refused += 1
    assert refused > 150
    for length in random.integers(0, len(data), 20):
        with pytest.raises(navnet.Error):
            navnet.Net.from_bytes(data[:length])


def test_progress_reports_every_stage_and_may_stop(boxes):
    reports = []
    navnet.bake(boxes, voxel_m=0.5, progress=lambda stage, done: reports.append((stage, done)))
    assert reports and all(isinstance(s, str) and 0 <= d <= 1 for s, d in reports)
    with pytest.raises(navnet.CancelledError):
        navnet.bake(boxes, voxel_m=0.05, progress=lambda stage, done: False)

    class Oops(Exception):
        pass

    def raises(stage, done):
        raise Oops(stage)

    with pytest.raises(Oops):
        navnet.bake(boxes, voxel_m=0.05, progress=raises)
    with pytest.raises(TypeError, match="progress: expected a function"):
        navnet.bake(boxes, voxel_m=1, progress=5)


@pytest.mark.parametrize("progress", ["None", "lambda stage, done: None"])
def test_interrupts_end_a_bake(progress):
    # The world is too large to finish; the signal comes after the bake has begun.
    script = f"""
        import os, signal, threading, navnet, sys
        world = navnet.worlds.city(size_m=300)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            navnet.bake(world, voxel_m=0.1, memory_budget_bytes=1 << 40, radii_m=[0.5, 1], progress={progress})
        except KeyboardInterrupt:
            print("interrupted")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "interrupted", run.stderr
