# SPDX-License-Identifier: Apache-2.0
"""Outcomes and kinds, as whole numbers with names: they compare with the entries of numpy arrays."""

import enum


class _Word(enum.IntEnum):
    """A number whose text is its name in lower case."""

    def __str__(self) -> str:
        return self.name.lower()


class PathStatus(_Word):
    """How a path query ended."""

    COMPLETE = 0  # From start to goal.
    PARTIAL = 1  # Unreachable, out of budget or beyond the limit, but a path to the nearest point found was asked for and is there.
    UNREACHABLE = 2  # Nothing connects start and goal for this agent.
    OUT_OF_BUDGET = 3  # The limit on expansions or time was reached first.
    CANCELLED = 4  # The query was stopped.
    START_BLOCKED = 5  # The start lies in no free space, and none is within snapping distance.
    GOAL_BLOCKED = 6  # The same for the goal.
    OUTSIDE_WORLD = 7  # A point is outside the net's bounds, or the agent is too large for all of it.
    INVALID_QUERY = 8  # A cost or speed makes no sense.
    BEYOND_LIMIT = 9  # Journeys: the goal can be reached, but not within the limit on the length or time flown.


class PathValidity(_Word):
    """Whether a path is still valid."""

    VALID = 0  # Every point is in free space.
    BROKEN = 1  # Some points are not, or the net cannot tell.
    INVALID = 2  # No path: no points, a place behind its end, or no level for such an agent.


class RepairOutcome(_Word):
    """What a repair did."""

    KEPT = 0  # Nothing: the path is valid, and no shorter one is known.
    REPAIRED = 1  # Searched where the path was broken; the rest is the old path's.
    IMPROVED = 2  # The path was valid; a shorter one leads through what was freed.
    REPLANNED = 3  # The old path is of no use.


class TravelMode(_Word):
    """How a part of a journey is covered."""

    WALK = 0
    TAKE_OFF = 1
    FLY = 2
    LAND = 3
    LINK = 4


class LinkKind(_Word):
    """What a link of the ground is."""

    SPOT = 0  # A place to take off from and to land on.
    JUMP = 1  # Across a gap, or up or down.
    DROP = 2  # Down a ledge.
    LADDER = 3  # Up or down.
    DOOR = 4  # Through what is closed in the world itself.


class FollowOutcome(_Word):
    """What became of one step along a path."""

    MOVING = 0  # On its way.
    ARRIVED = 1  # At the path's end.
    OFF_PATH = 2  # Too far from the path or out of its sight: plan again.
    INVALID = 3  # No points, a number that makes no sense, or no clearance level for the radius.


class AgentKind(_Word):
    """How an agent moves."""

    FLYER = 0  # A ball, through the air.
    WALKER = 1  # An upright cylinder, on the ground.


class AgentStatus(_Word):
    """How an agent of a crowd fares."""

    IDLE = 0  # It has nowhere to go.
    MOVING = 1  # On its way.
    ARRIVED = 2  # It has been at its goal; if it has to make way, it comes back.
    STUCK = 3  # On its way, but it has hardly come on.
    OFF_PATH = 4  # Its path is out of sight.
    NO_PATH = 5  # No way leads to its goal.
    BLOCKED = 6  # It is in no free space.


class VoxelState(_Word):
    """What is known of a voxel."""

    UNKNOWN = 0
    FREE = 1
    OCCUPIED = 2
