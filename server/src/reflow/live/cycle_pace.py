"""When the engine runs its next cycle."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflow.changes import ChangeSource

_POLL_EVERY = 1.0
_POLL_SHARE = 4.0  # times what the last cycle took


class CyclePace:
    """The reasons for a cycle. While the log cannot be followed, time is one.

    Attributes:
        took: How many seconds the last cycle took.
    """

    def __init__(self, source: ChangeSource) -> None:
        self._source = source
        self._event = asyncio.Event()
        self.took = 0.0

    def wake(self) -> None:
        """Begin a cycle soon."""
        self._event.set()

    def wake_for_lanes(self) -> None:
        """Begin a cycle soon for slow queries. While the log cannot be followed they wait for the next one: each then
        runs everything, and outdates what slow queries have read.
        """
        if self._source.healthy:
            self._event.set()

    async def due(self) -> None:
        """Wait for a reason to run a cycle. While the log cannot be followed, one is due every second, or less often if
        reading all results takes long.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(None if self._source.healthy else max(_POLL_EVERY, _POLL_SHARE * self.took)):
                await self._event.wait()
        self._event.clear()
