# SPDX-License-Identifier: Apache-2.0
"""Navigation for agents that fly, walk, or do both.

    import navnet
    net = navnet.bake(navnet.load_world("city.glb"), voxel_m=0.5, radii_m=[0.5])
    path = navnet.Navigator(net).find((10, 5, 20), (300, 80, 45), radius_m=0.5)
    if path:
        fly(path.points)

Lengths are in metres, times in seconds unless a name says otherwise; points are numpy arrays of shape (3,) or (N, 3).
"""

from . import _navnet, worlds
from ._enums import (
    AgentKind,
    AgentStatus,
    FollowOutcome,
    LinkKind,
    RepairOutcome,
    PathValidity,
    PathStatus,
    ReplanWay,
    RoomStatus,
    TrafficWay,
    TrajectoryStatus,
    TravelMode,
    VoxelState,
)
from ._errors import (
    BadFormatError,
    CancelledError,
    EmptyWorldError,
    Error,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    OutOfMemoryError,
    TooLargeError,
    UnknownFormatError,
    UnreadableError,
    WriteFailedError,
)
from ._navnet import __version__  # "MAJOR.MINOR.PATCH" of the library.
from ._navnet import *  # noqa: F401,F403 - every public name of the compiled part.

__all__ = sorted(
    {name for name in dir(_navnet) if not name.startswith("_")}
    | {
        name
        for name, value in list(globals().items())
        if isinstance(value, type) and (issubclass(value, Exception) or issubclass(value, int))
    }
    | {"worlds"}
)

# Names in messages and for pickle: navnet.X instead of navnet._errors.X.
for _name in __all__:
    _value = globals()[_name]
    if getattr(_value, "__module__", "").startswith("navnet."):
        _value.__module__ = "navnet"
del _name, _value
