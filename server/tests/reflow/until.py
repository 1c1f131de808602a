"""Waiting for what a test expects, and not for a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_PATIENCE = 60.0


async def until(expected: Callable[[], bool]) -> None:
    """Let everybody else go on until it is so.

    Raises:
        TimeoutError: A minute was not enough.
    """
    async with asyncio.timeout(_PATIENCE):
        while True:
            if expected():
                return
            await asyncio.sleep(0)
