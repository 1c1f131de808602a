"""Run several coroutines at once, all or none of them to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def side_by_side(coroutines: Iterable[Coroutine[Any, Any, None]]) -> list[Exception]:
    """Run these until all have returned. After a failure, or if the caller is cancelled, stop the others.

    `asyncio.TaskGroup` does the same, but in Python 3.11 it replaces a cancellation by the error of one of its tasks,
    and after a failure it leaves the caller marked as cancelled.

    Returns:
        What was raised.
    """
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    return [result for result in results if isinstance(result, Exception)]
