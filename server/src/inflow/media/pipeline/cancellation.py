"""Cancelling work when its client disconnects, except while a medium is being stored."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.types import Receive

from reflow import AppError

_Result = TypeVar("_Result")


class UploadInterrupted(AppError):
    """The refusal of an upload whose client stopped sending or disconnected."""

    def __init__(self) -> None:
        super().__init__("invalid", "The upload was interrupted")


async def cancel_on_disconnect(receive: Receive, work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run the work until the client disconnects. Otherwise its retry would be refused as a second upload.

    Args:
        receive: The request's, after the end of its body.

    Raises:
        AppError: ``invalid``: the client disconnected, and the work was cancelled and has ended.
    """
    working, disconnecting = asyncio.create_task(work), asyncio.create_task(_wait_for_disconnect(receive))
    disconnecting.add_done_callback(lambda _: working.cancel())
    try:
        return await working
    except asyncio.CancelledError:
        if disconnecting.done():
            raise UploadInterrupted from None
        raise
    finally:
        disconnecting.cancel()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_to_completion(work: Coroutine[Any, Any, None]) -> None:
    """Run the work to its end, even if cancelled, and raise the cancellation afterwards. No commit is interrupted."""
    working = asyncio.create_task(work)
    try:
        await asyncio.shield(working)
    finally:
        await asyncio.wait({working})
