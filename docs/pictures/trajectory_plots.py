# SPDX-License-Identifier: Apache-2.0
"""Draws docs/pictures/trajectory.svg: a flight through the built-in building, from above and over time.

    PYTHONPATH=build/release/python python3 docs/pictures/trajectory_plots.py docs/pictures/trajectory.svg
"""

import sys

import numpy as np

import navnet

RADIUS_M = 0.3
LIMITS = {"speed_m_s": 5.0, "acceleration_m_s2": 5.0, "jerk_m_s3": 20.0}
GREY, BLUE, ORANGE, GREEN = "#868e96", "#1c6dd0", "#e8590c", "#2b8a3e"


def polyline(xy, colour, width, dash=""):
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in xy)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def label(x, y, text, colour=GREY, anchor="start"):
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{text}</text>'


def plan_view(points, curve, x0, y0, width, height):
    """The way points and the curve from above, in the same scale along both axes."""
    low, high = np.minimum(points.min(0), curve.min(0))[:2], np.maximum(points.max(0), curve.max(0))[:2]
    scale = min(width / (high[0] - low[0]), height / (high[1] - low[1]))

    def place(p):
        return np.column_stack([x0 + (p[:, 0] - low[0]) * scale, y0 + height - (p[:, 1] - low[1]) * scale])

    knots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{GREY}"/>' for x, y in place(points))
    return polyline(place(points), GREY, 1, "4 3") + knots + polyline(place(curve), BLUE, 2)


def over_time(times_s, values, limit, name, colour, x0, y0, width, height):
    """One quantity over the time; the dashed line is its limit."""
    x = x0 + width * times_s / times_s[-1]
    y = y0 + height * (1 - 0.9 * values / limit)
    top = y0 + 0.1 * height
    frame = f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="{GREY}" stroke-width="0.5"/>'
    limit_line = polyline([(x0, top), (x0 + width, top)], GREY, 0.8, "3 3")
    return frame + limit_line + polyline(zip(x, y), colour, 1.6) + label(x0 + 4, y0 + height - 5, name, colour)


def main(file):
    world = navnet.worlds.building()
    net = navnet.bake(world, voxel_m=0.2, radii_m=[RADIUS_M], keep="largest")
    navigator, maker = navnet.Navigator(net), navnet.RoomMaker(world)
    # The flight with the most bends among a few.
    ends = [navigator.random_free(RADIUS_M, seed=s, count=40) for s in (1, 2)]
    path = max((navigator.find(a, b, RADIUS_M) for a, b in zip(*ends)), key=lambda p: len(p.points))
    rooms = maker.find(navigator, path.points, RADIUS_M)
    trajectory = navnet.plan_trajectory(rooms.path, rooms, **LIMITS)
    at = trajectory.sample(np.linspace(0, trajectory.duration_s, 600))
    parts = [plan_view(path.points, at.positions, 12, 24, 300, 210)]
    for i, (values, name, unit, colour) in enumerate(
        ((at.velocities, "speed", "m/s", BLUE), (at.accelerations, "acceleration", "m/s²", ORANGE), (at.jerks, "jerk", "m/s³", GREEN))
    ):
        limit = list(LIMITS.values())[i]
        norms = np.linalg.norm(values, axis=1)
        parts.append(over_time(at.times_s, norms, limit, f"{name}, limit {limit:g} {unit}", colour, 340, 14 + 78 * i, 300, 72))
    parts.append(label(12, 14, f"{len(path.points)} way points (grey), {len(rooms)} rooms, {trajectory.length_m:.0f} m"))
    parts.append(label(640, 258, f"{trajectory.duration_s:.1f} s", anchor="end"))
    with open(file, "w", encoding="utf-8") as out:
        out.write(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 652 264" font-family="sans-serif" font-size="11">'
            + "".join(parts)
            + "</svg>\n"
        )


if __name__ == "__main__":
    main(sys.argv[1])
