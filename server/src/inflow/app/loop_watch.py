"""Says which code keeps the event loop from everything else.

Code without an `await` cannot be stopped: while it computes, no page of this process is updated. A thread of its own
notices that, and logs where the loop is at that moment.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import structlog

import inflow

log = structlog.get_logger(__name__)

_SILENT_AFTER = 5.0  # seconds
_LOGGED_EVERY = 60.0  # seconds
_BEATS_PER_LIMIT = 8
_OURS = Path(inflow.__file__).parent.parent
_MOST_PLACES = 8
_NEAREST = 3  # places that are shown even if they are in libraries


@asynccontextmanager
async def watched(silent_after: float = _SILENT_AFTER) -> AsyncIterator[None]:
    """Watch the running loop until the block ends.

    Args:
        silent_after: Seconds in which the loop does nothing else, after which its place is logged.
    """
    watch = _Watch(silent_after)
    thread = threading.Thread(target=watch.run, args=(threading.get_ident(),), name="loop-watch", daemon=True)
    beating = asyncio.create_task(watch.beat())
    thread.start()
    try:
        yield
    finally:
        beating.cancel()
        watch.ended.set()


class _Watch:
    def __init__(self, silent_after: float) -> None:
        self.ended = threading.Event()
        self._silent_after = silent_after
        self._every = silent_after / _BEATS_PER_LIMIT
        self._heard_at = time.monotonic()

    async def beat(self) -> None:
        """Show that the loop runs, until cancelled."""
        while True:
            self._heard_at = time.monotonic()
            await asyncio.sleep(self._every)

    def run(self, of: int) -> None:
        """Log where the thread with this number is, whenever its loop is silent for too long."""
        looked_at = time.monotonic()
        says_from = 0.0
        while not self.ended.wait(self._every):
            before, looked_at = looked_at, time.monotonic()
            silent = looked_at - self._heard_at
            # A thread that itself ran late says that the machine stood still, not the loop.
            is_late = looked_at - before > self._silent_after / 2
            if silent < self._silent_after or is_late or looked_at < says_from:
                continue
            frame = sys._current_frames().get(of)  # the documented way to see another thread's frame
            if frame is not None:
                log.error("the process does nothing else", seconds=round(silent, 1), at=_places(frame))
            says_from = looked_at + _LOGGED_EVERY


def _places(frame: FrameType) -> list[str]:
    """Where the code is: the innermost places, and before them those that are not in libraries."""
    places = list(traceback.extract_stack(frame))
    ours = [place for place in places[:-_NEAREST] if Path(place.filename).is_relative_to(_OURS)]
    shown = [*ours[-_MOST_PLACES:], *places[-_NEAREST:]]
    return [f"{_short(place.filename)}:{place.lineno} {place.name}" for place in shown]


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(_OURS)) if path.is_relative_to(_OURS) else path.name
