# SPDX-License-Identifier: Apache-2.0
"""Generated worlds: seeded, in metres, z up, in the cube from 0 to their size.

Each gives a navnet.World whose `places` are points in its free space, connected to each other.
"""

from . import _navnet
from ._navnet import World

__all__ = ["asteroids", "building", "cave", "city", "forest", "ground_scene", "maze", "station"]


def city(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """Blocks of buildings with setbacks, gates and skybridges; size_m, triangles: 0 for the default."""
    return _navnet._make_world("city", seed, size_m, triangles, 0)


def asteroids(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """Disjoint floating rocks of many sizes."""
    return _navnet._make_world("asteroids", seed, size_m, triangles, 0)


def station(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """A sealed hull with decks of rooms and corridors, joined by doors and vertical shafts."""
    return _navnet._make_world("station", seed, size_m, triangles, 0)


def cave(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """Caverns with level floors and winding tunnels in a block of rock, with two entrances."""
    return _navnet._make_world("cave", seed, size_m, triangles, 0)


def maze(*, seed: int = 1, size_m: float = 0, triangles: int = 0, loops: float = 0) -> World:
    """A three-dimensional maze; loops: fraction of the remaining walls that are opened, 0 to 1."""
    return _navnet._make_world("maze", seed, size_m, triangles, loops)


def forest(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """Rolling ground with conifers, broadleaved trees and dead trunks."""
    return _navnet._make_world("forest", seed, size_m, triangles, 0)


def building(*, seed: int = 1, size_m: float = 0, triangles: int = 0) -> World:
    """Storeys of rooms with doors and windows, stairs up to the roof, and ramps."""
    return _navnet._make_world("building", seed, size_m, triangles, 0)


def ground_scene(kind: str, *, seed: int = 1, n: int = 0, loops: float = 0) -> World:
    """A scene for walks: maze, town, ramps, garage, storeys, bridge, spiral or mezzanine; n: its size, 0: default."""
    return _navnet._make_scene(kind, seed, n, loops)
