"""Unix sockets below a path that may be longer than their names."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST_NAME = 100  # bytes; the names of Unix sockets have a limit of about 104


def bound(path: Path) -> socket.socket:
    """A socket at this path, which only the own user can reach. One that a former process left there is replaced."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with reachable(path) as name:
        Path(name).unlink(missing_ok=True)
        found.bind(name)
        Path(name).chmod(0o600)
    return found


@contextmanager
def reachable(path: Path) -> Iterator[str]:
    """A name of the socket that is short enough. Linux has one for every open folder."""
    if len(os.fsencode(path)) <= _LONGEST_NAME:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
