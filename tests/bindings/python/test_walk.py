# SPDX-License-Identifier: Apache-2.0
"""Walks and journeys."""

import json
import subprocess

import numpy as np
import pytest

import navnet

RADIUS_M = 0.3


@pytest.fixture(scope="module")
def walker(storeys_net):
    return navnet.Navigator(storeys_net[0]).walker


@pytest.fixture(scope="module")
def ends(walker):
    places = walker.random_walkable(RADIUS_M, seed=1, count=120)
    return places[:60], places[60:]


def test_random_places_of_different_seeds_are_different(walker):
    sequences = [walker.random_walkable(RADIUS_M, seed=seed, count=1000) for seed in range(21)]
    places = {tuple(place) for sequence in sequences for place in sequence}
    assert len(places) == 21 * 1000


def wall_distance(walls, p):
    """Distance on the plan to the walls of all layers: a lower bound of the clearance."""
    a, b = walls["a"], walls["b"]
    side = b - a
    share = np.clip(np.einsum("ij,ij->i", p - a, side) / np.maximum((side**2).sum(axis=1), 1e-300), 0, 1)
    return np.linalg.norm(p - a - share[:, None] * side, axis=1)


def test_walks_are_those_of_the_command(storeys_net, walker, ends, command, tmp_path):
    file = tmp_path / "house.navnet"
    storeys_net[0].save(file)
    for start, goal in zip(ends[0][:6], ends[1][:6]):
        text = ["--from=" + ",".join(map(repr, start.tolist())), "--to=" + ",".join(map(repr, goal.tolist()))]
        run = [command, "query", file, *text, "--mode", "walk", "--radius", str(RADIUS_M), "--json"]
        expected = json.loads(subprocess.run(run, capture_output=True).stdout)
        path = walker.find(start, goal, RADIUS_M)
        assert str(path.status) == expected["status"] and path.length_m == expected["length_m"]
        assert path.points.tolist() == expected["waypoints"]


def test_batches_equal_single_queries(walker, ends):
    for threads in (1, 3):
        paths = walker.find_all(*ends, RADIUS_M, threads=threads)
        complete = 0
        for start, goal, path in zip(*ends, paths):
            alone = walker.find(start, goal, RADIUS_M)
            complete += bool(alone)
            assert alone.status == path.status and alone.length_m == path.length_m and alone.cost_m == path.cost_m
            np.testing.assert_array_equal(alone.points, path.points)
            np.testing.assert_array_equal(alone.corridor, path.corridor)
        assert complete > 20
        np.testing.assert_array_equal(paths.length_m, [p.length_m for p in paths])


def test_walks_keep_their_distance_from_walls(storeys_net, walker, ends):
    walls = storeys_net[0].ground.walls
    checked = 0
    for path in walker.find_all(*ends, RADIUS_M):
        for p in path.points[1:-1]:
            place = walker.locate(p)
            own = walls[walls["layer"] == place.layer]
            assert wall_distance(own, p[:2]).min() >= RADIUS_M - 1e-6
            assert abs(place.point[2] - p[2]) < 1e-6 and place.clearance_m >= RADIUS_M - 1e-6
            checked += 1
    assert checked > 50


def test_places_of_the_ground(walker, ends):
    points = ends[0]
    heights, room = walker.height_at(points), walker.clearance_at(points)
    np.testing.assert_allclose(heights, points[:, 2], atol=1e-9)
    assert (room >= RADIUS_M).all()
    np.testing.assert_array_equal(walker.nearest_walkable(points, RADIUS_M), points)
    place = walker.locate(points[0])
    assert place.clearance_m == room[0] == walker.clearance_at(points[0])
    np.testing.assert_allclose(np.linalg.norm(place.obstacle - place.point), place.clearance_m)
    np.testing.assert_array_equal(walker.nearest_obstacle(points[0]), place.obstacle)
    assert walker.clearance_at(walker.retract(points[0])) >= place.clearance_m - 1e-9
    wide = walker.widest_radius(points[:5], points[5:10])
    assert wide.shape == (5,) and wide[0] == walker.widest_radius(points[0], points[5])
    far = (1e4, 1e4, 0)
    assert walker.locate(far) is None and np.isnan(walker.height_at(far)) and walker.clearance_at(far) == 0
    assert walker.nearest_walkable(far, RADIUS_M, 1) is None and walker.retract(far) is None
    with pytest.raises(ValueError, match="no walkable place"):
        walker.random_walkable(99)


def test_journeys(storeys_net, walker, ends, command, tmp_path):
    net, _ = storeys_net
    traveller = navnet.Traveller(navnet.Navigator(net))
    agent = dict(walk_m_s=1.4, fly_m_s=6, switch_s=2)
    paths = traveller.find_all(*(e[:12] for e in ends), RADIUS_M, **agent)
    file = tmp_path / "house.navnet"
    net.save(file)
    modes = set()
    for i, path in enumerate(paths):
        alone = traveller.find(ends[0][i], ends[1][i], RADIUS_M, **agent)
        assert alone.status == path.status and alone.seconds == path.seconds == paths.seconds[i]
        np.testing.assert_array_equal(alone.points, path.points)
        assert [s.mode for s in alone.segments] == [s.mode for s in path.segments]
        if not path:
            continue
        modes |= {s.mode for s in path.segments}
        assert sum(s.seconds for s in path.segments) == pytest.approx(path.seconds)
        assert sum(len(s.points) - 1 for s in path.segments) == len(path.points) - 1
        for a, b in zip(path.segments[:-1], path.segments[1:]):
            np.testing.assert_array_equal(a.points[-1], b.points[0])
    assert navnet.TravelMode.WALK in modes
    text = ["--from=" + ",".join(map(repr, ends[0][0].tolist())), "--to=" + ",".join(map(repr, ends[1][0].tolist()))]
    speeds = ["--walk-speed", "1.4", "--fly-speed", "6", "--switch-time", "2", "--radius", str(RADIUS_M)]
    run = [command, "query", file, *text, "--mode", "any", *speeds, "--json"]
    expected = json.loads(subprocess.run(run, capture_output=True).stdout)
    assert expected["status"] == str(paths[0].status) and expected["waypoints"] == paths[0].points.tolist()
    assert expected["seconds"] == paths[0].seconds
    with pytest.raises(ValueError, match="at least one above 0"):
        traveller.find(ends[0][0], ends[1][0], walk_m_s=0, fly_m_s=0)


def test_journeys_with_costs(storeys_net, ends):
    traveller = navnet.Traveller(navnet.Navigator(storeys_net[0]))
    agent = dict(radius_m=RADIUS_M, walk_m_s=1.4, fly_m_s=6, switch_s=2)
    everywhere = [[-1e3, -1e3, -1e3], [1e3, 1e3, 1e3]]
    for start, goal in zip(ends[0][:4], ends[1][:4]):
        free = traveller.find(start, goal, **agent)
        assert free.cost_s == free.seconds
        walked = traveller.find(start, goal, **agent, fly_regions=[navnet.CostRegion(everywhere, np.inf)])
        assert navnet.TravelMode.FLY not in {s.mode for s in walked.segments}
        dear = traveller.find(start, goal, **agent, walk_regions=[navnet.CostRegion(everywhere, 3)])
        assert bool(dear) == bool(free) and dear.cost_s >= dear.seconds
        assert sum(s.cost_s for s in dear.segments) == pytest.approx(dear.cost_s)
        low = traveller.find_all([start], [goal], **agent, ceiling_m=3, climb_cost=1)
        assert low.cost_s[0] == low[0].cost_s
        for segment in low[0].segments:
            assert segment.mode != navnet.TravelMode.FLY or segment.points[:, 2].max() <= 3 + 1e-6
    with pytest.raises(ValueError, match="floor_m, ceiling_m"):
        traveller.find(ends[0][0], ends[1][0], floor_m=2, ceiling_m=1)


def test_journeys_by_energy_and_with_a_battery(storeys_net, ends):
    traveller = navnet.Traveller(navnet.Navigator(storeys_net[0]))
    agent = dict(radius_m=RADIUS_M, walk_m_s=1.4, fly_m_s=6, switch_s=2)
    watts = dict(walk_weight=3, fly_weight=3, switch_weight=3, link_weight=3)
    limited = 0
    for start, goal in zip(ends[0][:8], ends[1][:8]):
        free = traveller.find(start, goal, **agent)
        assert free.flown_m == pytest.approx(
            sum(s.length_m for s in free.segments if str(s.mode) in ("fly", "take_off", "land"))
        )
        assert traveller.find(start, goal, **agent, **watts).cost_s == pytest.approx(3 * free.cost_s)
        if free.flown_m == 0:
            continue
        limited += 1
        short = traveller.find_all([start], [goal], **agent, max_fly_m=0.5 * free.flown_m)
        assert short.flown_m[0] == short[0].flown_m <= 0.5 * free.flown_m
        if not short[0]:
            assert short[0].status == navnet.PathStatus.BEYOND_LIMIT
            near = traveller.find(start, goal, **agent, max_fly_s=0.5 * free.flown_m / 6, partial=True)
            assert near.status == navnet.PathStatus.PARTIAL and near.flown_m <= 0.5 * free.flown_m + 1e-9
    assert limited > 0
    assert traveller.find(ends[0][0], ends[1][0], **agent, walk_clearance_m=0.5, fly_clearance_m=1).cost_s > 0
    with pytest.raises(ValueError, match="walk_weight"):
        traveller.find(ends[0][0], ends[1][0], walk_weight=0)


def test_links_and_options_of_the_ground():
    world = navnet.worlds.ground_scene("ramps")
    seeds = world.places[:1]
    link = navnet.GroundLink(world.places[0], world.places[-1], kind="ladder", seconds=3, one_way=True)
    assert link.kind == navnet.LinkKind.LADDER and link.one_way
    options = navnet.WalkOptions(max_slope_deg=40, seeds=seeds)
    assert options.max_slope_deg == 40 and options.seeds.shape == (1, 3)
    net = navnet.bake(world, voxel_m=0.5, walk=options, links=[link])
    links = net.ground.links
    found = links[links["kind"] == navnet.LinkKind.LADDER]
    assert len(found) == 1 and found["seconds"][0] == 3 and found["one_way"][0] == 1
    with pytest.raises(ValueError):
        navnet.WalkOptions(max_slope_deg=95)
    with pytest.raises(ValueError):
        navnet.GroundLink((0, 0, 0), (1, 1, 1), kind="rope")
    with pytest.raises(TypeError, match="walk: expected navnet.WalkOptions"):
        navnet.bake(world, walk=True)
