# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as exceptions: all are navnet.Error, and each also what Python calls such a thing."""


class Error(Exception):
    """Something NavNet could not do. The text says what, where and what to do; `code` is the kind in one word."""

    code: str = "Internal"


class InvalidArgumentError(Error, ValueError):
    """An option or a value makes no sense."""

    code = "InvalidArgument"


class NotFoundError(Error, FileNotFoundError):
    """The file does not exist."""

    code = "NotFound"


class UnreadableError(Error, OSError):
    """The file exists but cannot be read."""

    code = "Unreadable"


class UnknownFormatError(Error, ValueError):
    """The file's kind is not one NavNet reads."""

    code = "UnknownFormat"


class BadFormatError(Error, ValueError):
    """The file is damaged, truncated or not what its name says."""

    code = "BadFormat"


class EmptyWorldError(Error, ValueError):
    """There is no geometry to work on."""

    code = "EmptyWorld"


class TooLargeError(Error, ValueError):
    """The result would not fit the memory budget or the grid's limits."""

    code = "TooLarge"


class WriteFailedError(Error, OSError):
    """The output could not be written; whatever stood there before is untouched."""

    code = "WriteFailed"


class CancelledError(Error):
    """The progress function asked to stop."""

    code = "Cancelled"


class OutOfMemoryError(Error, MemoryError):
    """The system ran out of memory."""

    code = "OutOfMemory"


class InternalError(Error, RuntimeError):
    """A library below failed in a way nobody foresaw."""

    code = "Internal"
