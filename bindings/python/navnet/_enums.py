# SPDX-License-Identifier: Apache-2.0
"""Outcomes and kinds as integer enums, which compare equal to entries of numpy arrays."""

import enum


class _Word(enum.IntEnum):
    """An integer enum whose text is the name in lower case."""

    def __str__(self) -> str:
        return self.name.lower()


class PathStatus(_Word):
    """Status of a path query."""

    COMPLETE = 0  # The path leads from start to goal.
    PARTIAL = 1  # Unreachable, out of budget or beyond the limit; the query asked for the nearest point reached.
    UNREACHABLE = 2  # Nothing connects start and goal for this agent.
    OUT_OF_BUDGET = 3  # The limit on expansions or time was reached.
    CANCELLED = 4  # The query was stopped.
    START_BLOCKED = 5  # The start is not in free space, nor is any point within the snapping distance.
    GOAL_BLOCKED = 6  # The same for the goal.
    OUTSIDE_WORLD = 7  # A point is outside the net's bounds, or the agent is too large for the net.
    INVALID_QUERY = 8  # A number of the query is out of range.
    BEYOND_LIMIT = 9  # Journeys: the goal can be reached, but not within the limit on the length or time flown.


class RoomStatus(_Word):
    """How a call for rooms ended."""

    COMPLETE = 0  # There are rooms all along the path.
    BLOCKED = 1  # Some segment of the path is too near to a triangle, or breaks another rule.
    INVALID_QUERY = 2  # A number is out of range, or there is no path.


class TrajectoryStatus(_Word):
    """How planning of a trajectory ended. The first two come with a trajectory."""

    COMPLETE = 0  # The duration is within the tolerance of a local optimum.
    OUT_OF_BUDGET = 1  # Steps or time ran out first: the best trajectory so far.
    INVALID_QUERY = 2  # A number is out of range, or there are no points or rooms.
    ROOMS_APART = 3  # Two consecutive rooms do not meet.
    START_OUTSIDE = 4  # The path does not begin in the first room.
    GOAL_OUTSIDE = 5  # The path does not end in the last room.
    START_TOO_FAST = 6  # The start exceeds the limits, or cannot stop inside the rooms within them.
    GOAL_TOO_FAST = 7  # The goal exceeds the limits, or cannot be reached at its velocity inside the rooms.


class ReplanWay(_Word):
    """How a new plan leaves the old one."""

    DIRECT = 0  # Through the new rooms alone.
    BY_OLD_ROOMS = 1  # First through old rooms, as far as the motion carries, then back.
    STOP = 2  # The new goal was not reached: a stop in the old rooms.


class TrafficWay(_Word):
    """How traffic changed a trajectory."""

    FREE = 0  # Not at all.
    SLOWED = 1  # The same curve in a longer time.
    WAITED = 2  # The same curve after a wait at the start.
    HELD = 3  # With a stop, and a wait, on the way.
    BLOCKED = 4  # None of these is free.


class PathValidity(_Word):
    """Whether a path is still valid."""

    VALID = 0  # Every point is in free space.
    BROKEN = 1  # Some points are not.
    INVALID = 2  # Not a path: no points, a place behind its end, or no level for the agent.


class RepairOutcome(_Word):
    """Outcome of a repair."""

    KEPT = 0  # The path is valid, and no shorter one is known.
    REPAIRED = 1  # Searched and tightened around the break; the rest is the old path's.
    IMPROVED = 2  # The path was valid; a search found a shorter one through freed space.
    REPLANNED = 3  # A full search: the old path could not be used, or its repair was longer.


class TravelMode(_Word):
    """Mode of a part of a journey."""

    WALK = 0
    TAKE_OFF = 1
    FLY = 2
    LAND = 3
    LINK = 4


class LinkKind(_Word):
    """Kind of a link."""

    SPOT = 0  # A place to take off from and to land on.
    JUMP = 1  # Across a gap, or up or down.
    DROP = 2  # Down a ledge.
    LADDER = 3  # Up or down.
    DOOR = 4  # Through something closed in the world's geometry, such as a door modelled shut.


class FollowOutcome(_Word):
    """Outcome of a step along a path."""

    MOVING = 0  # On its way.
    ARRIVED = 1  # At the path's end.
    OFF_PATH = 2  # Too far from the path, or the path is not visible: plan again.
    INVALID = 3  # No points, an invalid number, or no clearance level for the radius.
    AT_GATE = 4  # At a gate that the path enters.


class AgentKind(_Word):
    """Kind of an agent."""

    FLYER = 0  # A ball in the air.
    WALKER = 1  # An upright cylinder on the ground.


class AgentStatus(_Word):
    """Status of an agent of a crowd."""

    IDLE = 0  # It has no goal.
    MOVING = 1  # On its way.
    ARRIVED = 2  # It has reached its goal; if it yields to others, it returns.
    STUCK = 3  # On its way, but with hardly any progress.
    OFF_PATH = 4  # Its path is not visible.
    NO_PATH = 5  # No path leads to its goal.
    BLOCKED = 6  # It is not in free space.


class VoxelState(_Word):
    """State of a voxel."""

    UNKNOWN = 0
    FREE = 1
    OCCUPIED = 2
