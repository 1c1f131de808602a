"""A small disk of its own for this process and its children: a file system in memory that no other process sees."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path

_CLONE_NEWNS = 0x0002_0000
_MS_REC, _MS_PRIVATE = 0x4000, 0x4_0000
_PIECE = 1 << 20

_libc = ctypes.CDLL(None, use_errno=True)


def mount(folder: Path, megabytes: int) -> None:
    """Give this process a mount namespace of its own, in which the folder is an empty disk of this size.

    Raises:
        PermissionError: The system does not permit it.
    """
    if _libc.unshare(_CLONE_NEWNS):
        raise PermissionError(ctypes.get_errno(), "no disk of its own")
    _mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None)
    _mount(b"none", os.fsencode(folder), b"tmpfs", 0, f"size={megabytes}m,mode=711".encode())


def fill(folder: Path) -> Path:
    """Write a file that leaves no byte of the folder's disk; it gives all of them back when it is removed."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (_PIECE, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
    return ballast


def _mount(source: bytes, target: bytes, kind: bytes | None, flags: int, data: bytes | None) -> None:
    if _libc.mount(source, target, kind, ctypes.c_ulong(flags), data):
        raise PermissionError(ctypes.get_errno(), "no disk of its own")
