# SPDX-License-Identifier: Apache-2.0
"""Worlds and oracles shared by the tests."""

import os
import pathlib

import numpy as np
import pytest

import navnet

ROOT = pathlib.Path(__file__).resolve().parents[3]
RADIUS_M = 0.5


def box_mesh(low, high):
    """The closed surface of a box: vertices and triangles."""
    low, high = np.asarray(low, float), np.asarray(high, float)
    corners = np.array([[high[a] if i >> a & 1 else low[a] for a in range(3)] for i in range(8)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def join(*meshes):
    vertices, triangles, count = [], [], 0
    for v, t in meshes:
        vertices.append(v)
        triangles.append(t + count)
        count += len(v)
    return np.concatenate(vertices), np.concatenate(triangles)


def random_boxes(seed, count=40, size=30.0):
    random = np.random.default_rng(seed)
    lows = random.uniform(2, size - 6, (count, 3))
    return join(*(box_mesh(low, low + random.uniform(0.5, 4, 3)) for low in lows))


def point_triangle_distances(p, triangles):
    """Distances from a point to triangles of shape (M, 3, 3): by projection, and by the three sides."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    flat = length < 1e-12
    unit = normal / np.where(flat, 1, length)[:, None]
    height = np.einsum("ij,ij->i", p - a, unit)
    foot = p - height[:, None] * unit
    inside = ~flat
    best = np.full(len(triangles), np.inf)
    for s, e in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("ij,ij->i", np.cross(e - s, foot - s), unit) >= 0
        side = e - s
        share = np.einsum("ij,ij->i", p - s, side) / np.maximum(np.einsum("ij,ij->i", side, side), 1e-300)
        nearest = s + np.clip(share, 0, 1)[:, None] * side
        best = np.minimum(best, np.linalg.norm(p - nearest, axis=1))
    return np.where(inside, np.minimum(best, np.abs(height)), best)


def samples(points, step_m=0.2):
    """Points along a path."""
    out = [points[0]]
    for a, b in zip(points[:-1], points[1:]):
        count = max(1, int(np.ceil(np.linalg.norm(b - a) / step_m)))
        out.extend(a + (b - a) * t for t in np.linspace(0, 1, count + 1)[1:])
    return np.array(out)


@pytest.fixture(scope="session")
def boxes():
    """A world of boxes in the air."""
    return navnet.World(*random_boxes(1), name="boxes")


@pytest.fixture(scope="session")
def boxes_net(boxes):
    return navnet.bake(boxes, voxel_m=0.5, radii_m=[0, RADIUS_M], keep="outside")


@pytest.fixture(scope="session")
def boxes_navigator(boxes_net):
    return navnet.Navigator(boxes_net)


@pytest.fixture(scope="session")
def pairs(boxes_navigator):
    """Starts and goals in free space."""
    free = boxes_navigator.random_free(RADIUS_M, seed=5, count=400)
    return free[:200], free[200:]


@pytest.fixture(scope="session")
def storeys_net():
    """A house for walks and flights."""
    world = navnet.worlds.ground_scene("storeys", n=2)
    net = navnet.bake(world, voxel_m=0.2, radii_m=[0.3], walk=navnet.WalkOptions(), spot_spacing_m=3)
    return net, world


@pytest.fixture(scope="session")
def command():
    path = os.environ.get("NAVNET_COMMAND")
    if not path:
        pytest.skip("the navnet command is not built")
    return path
