# SPDX-License-Identifier: Apache-2.0
"""Exceptions: all derive from navnet.Error, and from the matching built-in exception."""


class Error(Exception):
    """Base class. The text says what failed, where, and what to do; `code` is the kind of error in one word."""

    code: str = "Internal"


class InvalidArgumentError(Error, ValueError):
    """An option or a value is invalid."""

    code = "InvalidArgument"


class NotFoundError(Error, FileNotFoundError):
    """The file does not exist."""

    code = "NotFound"


class UnreadableError(Error, OSError):
    """The file exists but cannot be read."""

    code = "Unreadable"


class UnknownFormatError(Error, ValueError):
    """NavNet cannot read files of this kind."""

    code = "UnknownFormat"


class BadFormatError(Error, ValueError):
    """The file is damaged, truncated, or not of the format that its name claims."""

    code = "BadFormat"


class EmptyWorldError(Error, ValueError):
    """There is no geometry."""

    code = "EmptyWorld"


class TooLargeError(Error, ValueError):
    """The result would not fit the memory budget or the grid's limits."""

    code = "TooLarge"


class WriteFailedError(Error, OSError):
    """The output could not be written; an existing file is unchanged."""

    code = "WriteFailed"


class CancelledError(Error):
    """The progress function requested a stop."""

    code = "Cancelled"


class OutOfMemoryError(Error, MemoryError):
    """The system ran out of memory."""

    code = "OutOfMemory"


class InternalError(Error, RuntimeError):
    """An unexpected failure inside NavNet or a library it uses."""

    code = "Internal"
