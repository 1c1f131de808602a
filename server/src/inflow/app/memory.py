"""How the process asks the C library for memory."""

from __future__ import annotations

import ctypes
from typing import Final

_ARENA_MAX: Final = -8  # M_ARENA_MAX of glibc's malloc.h
_ARENAS: Final = 2


def share_arenas() -> None:
    """Let all threads take memory from the same two arenas.

    glibc gives each thread an arena of its own, up to eight for each core. What a thread frees there, such as the text
    of a large page, other threads cannot use, and the process grows. Python's threads take turns, so they gain nothing
    from it. Other C libraries have no arenas.
    """
    if hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(_ARENA_MAX, _ARENAS)
