"""Work that is done for somebody who waits: left off when they go, but never in the middle of storing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.types import Receive

from reflow.errors import AppError

_Result = TypeVar("_Result")


def upload_interrupted() -> AppError:
    """What is said to a client that stopped sending, or that went away. Hardly anybody hears it."""
    return AppError("invalid", "The upload was interrupted")


async def cancel_on_disconnect(receive: Receive, work: Coroutine[Any, Any, _Result]) -> _Result:
    """Do it, unless whoever asked goes away: their next try would find them still under way.

    Args:
        receive: The request's, after the end of its body.

    Raises:
        AppError: ``invalid``: they went away, and the work was cancelled and has ended.
    """
    working, leaving = asyncio.create_task(work), asyncio.create_task(_wait_for_disconnect(receive))
    leaving.add_done_callback(lambda _: working.cancel())
    try:
        return await working
    except asyncio.CancelledError:
        if leaving.done():
            raise upload_interrupted() from None
        raise
    finally:
        leaving.cancel()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_to_completion(work: Coroutine[Any, Any, None]) -> None:
    """Do it, all of it: cancelled, it goes on, and only then is that told. Nobody knows how far half a commit came."""
    working = asyncio.create_task(work)
    try:
        await asyncio.shield(working)
    finally:
        await asyncio.wait({working})
