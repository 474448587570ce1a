# SPDX-License-Identifier: Apache-2.0
"""Arrays as arguments and results: accepted forms, and messages for others."""

import numpy as np
import pytest

import navnet
from conftest import RADIUS_M, box_mesh


def test_the_same_points_in_any_form_give_the_same_paths(boxes_navigator, pairs):
    starts, goals = (a[:20].astype(np.float32).astype(float) for a in pairs)
    truth = boxes_navigator.find_all(starts, goals, RADIUS_M)
    wide = np.zeros((20, 6))
    wide[:, ::2] = starts
    locked = starts.copy()
    locked.flags.writeable = False
    misaligned = np.frombuffer(b"x" + starts.tobytes(), dtype="u1")[1:].view(float).reshape(20, 3)
    forms = [
        starts.astype(np.float32),
        starts.astype(">f8"),
        np.asfortranarray(starts),
        wide[:, ::2],
        starts[::-1][::-1],
        locked,
        misaligned,
        starts.tolist(),
        [tuple(row) for row in starts],
    ]
    for form in forms:
        got = boxes_navigator.find_all(form, goals, RADIUS_M)
        np.testing.assert_array_equal(got.points, truth.points)


def test_integers_are_accepted_as_coordinates(boxes_navigator):
    assert boxes_navigator.clearance_at((0, 0, 0)) == boxes_navigator.clearance_at(np.zeros(3))
    assert boxes_navigator.clearance_at(np.zeros((2, 3), np.int16)).shape == (2,)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, ">i4"])
def test_triangles_may_have_any_integer_type(kind):
    vertices, triangles = box_mesh((0, 0, 0), (1, 1, 1))
    world = navnet.World(vertices.astype(np.float32), triangles.astype(kind))
    np.testing.assert_array_equal(world.triangles, triangles)
    np.testing.assert_array_equal(world.vertices, vertices)


@pytest.mark.parametrize(
    "starts, goals, error, words",
    [
        (np.zeros((4, 2)), np.zeros((4, 3)), ValueError, r"starts: expected an array of shape \(N, 3\), got \(4, 2\)"),
        (np.zeros(3), np.zeros((1, 3)), ValueError, r"starts: expected an array of shape \(N, 3\), got \(3,\)"),
        (np.zeros((2, 3)), np.zeros((3, 3)), ValueError, r"goals and starts: expected the same length, got 3 and 2"),
        ([[0, 0, np.nan]], [[0, 0, 0]], ValueError, r"starts: expected finite numbers, got nan in row 0"),
        ([[0, 0, 0]], [[0, 0, np.inf]], ValueError, r"goals: expected finite numbers, got inf in row 0"),
        (None, [[0, 0, 0]], TypeError, r"starts: expected an array of numbers of shape \(N, 3\), got a NoneType"),
        ("here", [[0, 0, 0]], TypeError, r"starts: expected an array of numbers .* got a str"),
        ([[1, 2, 3], [4, 5]], [[0, 0, 0]], ValueError, r"starts: expected an array of shape \(N, 3\), got a list"),
        (np.zeros((1, 3), complex), [[0, 0, 0]], TypeError, r"starts: .* got dtype complex128"),
    ],
)
def test_invalid_arrays_of_points_are_refused_with_a_message(boxes_navigator, starts, goals, error, words):
    with pytest.raises(error, match=words):
        boxes_navigator.find_all(starts, goals)


def test_numbers_are_checked(boxes_navigator):
    a, b = (0, 0, 0), (1, 1, 1)
    for bad in (-1, np.nan, np.inf, 1e308):
        with pytest.raises(ValueError, match="radius_m: expected 0 to 1e12, got "):
            boxes_navigator.find(a, b, bad)
    with pytest.raises(ValueError, match=r"radius_m: expected an array of shape \(\) or \(2,\), got \(3,\)"):
        boxes_navigator.find_all([a, a], [b, b], [0, 0, 0])
    with pytest.raises(ValueError, match="effort: expected one of 'fast', 'balanced', 'best', got 'slow'"):
        boxes_navigator.find(a, b, effort="slow")
    with pytest.raises(ValueError, match="threads: expected 0"):
        boxes_navigator.find_all([a], [b], threads=-1)
    with pytest.raises(ValueError, match="floor_m, ceiling_m"):
        boxes_navigator.find(a, b, floor_m=2, ceiling_m=1)
    with pytest.raises(TypeError):
        boxes_navigator.find(a, b, radius_m=None)


def test_worlds_are_checked():
    vertices, triangles = box_mesh((0, 0, 0), (1, 1, 1))
    with pytest.raises(ValueError, match="triangles: expected indices from 0 to 7, got 8 in row 0"):
        navnet.World(vertices, [[0, 1, 8]])
    with pytest.raises(ValueError, match="got -1 in row 1"):
        navnet.World(vertices, [[0, 1, 2], [0, -1, 2]])
    with pytest.raises(TypeError, match="triangles: expected an array of numbers"):
        navnet.World(vertices, triangles.astype(float))
    with pytest.raises(navnet.Error):
        navnet.World(vertices, np.zeros((0, 3), int))
    with pytest.raises(ValueError, match="up: expected one of 'y', 'z', got 'x'"):
        navnet.World(vertices, triangles, up="x")
    with pytest.raises(ValueError, match=r"blocked: expected an array of shape \(X, Y, Z\)"):
        navnet.World.from_voxels(np.zeros((3, 3), bool))
    with pytest.raises(ValueError, match="voxel_m 0 is out of range: expected 1e-6 to 1000000"):
        navnet.World.from_voxels(np.zeros((3, 3, 3), bool), voxel_m=0)


def test_no_queries_give_no_paths(boxes_navigator):
    for nothing in ([], np.zeros((0, 3))):
        paths = boxes_navigator.find_all(nothing, nothing)
        assert len(paths) == 0 and list(paths) == []
        assert paths.points.shape == (0, 3) and paths.offsets.tolist() == [0] and paths.status.shape == (0,)
    assert boxes_navigator.clearance_at(np.zeros((0, 3))).shape == (0,)


@pytest.mark.parametrize("bad", [{"voxel_m": "auto"}, {"margin_m": "big"}, {"min_cell": 1.5}, {"voxel_m": [1, 2]}])
def test_wrong_numbers_are_named(bad):
    with pytest.raises(TypeError, match=f"{next(iter(bad))}: expected a"):
        navnet.bake(navnet.worlds.station(size_m=20), **bad)
