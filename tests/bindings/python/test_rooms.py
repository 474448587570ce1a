# SPDX-License-Identifier: Apache-2.0
"""Rooms: they hold the path, keep the radius from every triangle, and the taut path is shorter."""

import numpy as np
import pytest

import navnet
from conftest import point_triangle_distances, samples

RADIUS = 0.3


@pytest.fixture(scope="module")
def building():
    world = navnet.worlds.building()
    net = navnet.bake(world, voxel_m=0.5, radii_m=[RADIUS], keep="largest", with_world=True)
    return world, net, navnet.Navigator(net)


def flights(navigator, count):
    for i in range(count):
        path = navigator.find(*navigator.random_free(RADIUS, seed=i, count=2), RADIUS)
        if path:
            yield path


def test_rooms_hold_the_path_and_the_taut_path_is_shorter(building):
    world, net, navigator = building
    maker = navnet.RoomMaker(net)
    assert 0 < len(maker) <= len(world.triangles)
    corners = np.asarray(world.vertices)[np.asarray(world.triangles)]
    gained = 0.0
    for path in flights(navigator, 5):
        rooms = maker.find(navigator, path.points, RADIUS)
        assert rooms and rooms.status == navnet.RoomStatus.COMPLETE and len(rooms) > 0
        assert rooms.lower_bound_m <= rooms.length_m <= path.length_m + 1e-9
        gained += path.length_m - rooms.length_m
        assert np.array_equal(rooms.path[[0, -1]], path.points[[0, -1]])
        planes = [rooms.planes(i) for i in range(len(rooms))]
        for p in samples(rooms.path, 0.5):
            assert any(np.all(rows[:, :3] @ p <= rows[:, 3] + 1e-5) for rows in planes)
            assert point_triangle_distances(p, corners).min() >= RADIUS - 1e-5
        for face in rooms.faces(0):
            assert face.shape[1] == 3 and np.all(planes[0][:, :3] @ face.T <= planes[0][:, 3:] + 1e-9)
        if len(rooms) > 1:
            assert len(rooms.portal(0)) >= 4
        same = navnet.RoomMaker(world).find(navigator, path.points, RADIUS)
        assert np.array_equal(same.path, rooms.path)
    assert gained > 0


def test_what_cannot_be_is_refused(building):
    world, net, navigator = building
    maker = navnet.RoomMaker(world)
    path = next(flights(navigator, 5))
    rooms = maker.find(navigator, path.points, RADIUS)
    with pytest.raises(IndexError, match="room"):
        rooms.planes(len(rooms))
    blocked = maker.find(navigator, path.points, RADIUS, ceiling_m=path.points[:, 2].max() - 0.1)
    assert not blocked and blocked.status == navnet.RoomStatus.BLOCKED and len(blocked) == 0
    with pytest.raises(navnet.InvalidArgumentError, match="with_world"):
        navnet.RoomMaker(navnet.bake(world, voxel_m=2))
    with pytest.raises(TypeError, match="World"):
        navnet.RoomMaker(navigator)
    with pytest.raises(ValueError, match="voxels"):
        navnet.RoomMaker(navnet.World.from_voxels(np.zeros((4, 4, 4), bool)))
