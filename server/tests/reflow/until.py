"""Waits for a condition instead of a time, and gates that tests open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

_PATIENCE = 60.0


class SelfClosingGate(asyncio.Event):
    """A gate that closes behind the first who passes."""

    async def wait(self) -> Literal[True]:
        await super().wait()
        self.clear()
        return True


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
