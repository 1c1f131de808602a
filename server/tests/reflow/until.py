"""Waits for a condition instead of a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_PATIENCE = 60.0


async def until(expected: Callable[[], bool]) -> None:
    """Let other tasks run until the condition holds.

    Raises:
        TimeoutError: The condition did not hold within a minute.
    """
    async with asyncio.timeout(_PATIENCE):
        while True:
            if expected():
                return
            await asyncio.sleep(0)
