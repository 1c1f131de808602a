"""The requests that append to resumable uploads, one at a time for each upload in a process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from typing import Any

from inflow.media.pipeline.cancellation import UploadInterrupted, run_to_completion
from inflow.media.storage.quota import refuse_when_full
from reflow import AppError, Row

Body = Callable[[int], AsyncGenerator[bytes, None]]
"""Opens the body of a request that may have at most so many bytes."""


class Append:
    """One request that appends to an upload.

    Attributes:
        ended: Set when the request has stored what it received.
    """

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self._is_stopped = False
        self._time: asyncio.Timeout | None = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """The block in which the body is read.

        Raises:
            TimeoutError: `stop` was called.
        """
        async with asyncio.timeout(0 if self._is_stopped else None) as time:
            self._time = time
            try:
                yield
            finally:
                self._time = None

    def stop(self) -> None:
        """Stop reading the body. What arrived is stored."""
        if self._time is not None and not self._is_stopped:
            self._time.reschedule(0)
        self._is_stopped = True


class Appends:
    """The requests of this process that append, by upload.

    A newer request stops an older one. If a line was cut, the client comes back while the server still waits for bytes
    of the request that it cannot finish any more.
    """

    def __init__(self) -> None:
        self._running: dict[str, Append] = {}

    @asynccontextmanager
    async def begin(self, upload_id: str) -> AsyncIterator[Append]:
        """Be the only request that appends to this upload, until the block ends."""
        await self.stop(upload_id)
        self._running[upload_id] = append = Append()
        try:
            yield append
        finally:
            del self._running[upload_id]
            append.ended.set()

    async def stop(self, upload_id: str) -> None:
        """Stop the request that appends to this upload, if there is one, and wait until its bytes are stored."""
        while append := self._running.get(upload_id):
            append.stop()
            await append.ended.wait()


def went_on_elsewhere() -> AppError:
    """The refusal of bytes that are not the next ones."""
    return AppError("conflict", "This upload went on elsewhere. Please try again.")


@asynccontextmanager
async def next_part(
    appends: Appends,
    upload_id: str,
    offset: int,
    *,
    find: Callable[[], Awaitable[Row]],
    delete: Callable[[], Awaitable[None]],
    most_parts: int,
) -> AsyncIterator[tuple[Append, Row]]:
    """The block that adds the bytes from this offset on to an upload, and the upload's row.

    An upload whose bytes are refused as ``invalid``, or that broke off too often, is deleted. One whose body broke off
    stays.

    Args:
        appends: The requests of this process.
        upload_id: The upload's id.
        offset: Where the bytes begin.
        find: Reads the row, with the bytes that are there and the names of their parts.
        delete: Deletes the upload.
        most_parts: As many parts an upload may have.

    Raises:
        AppError: ``conflict``, another byte is the next one, or it has too many parts; and what `find` and the block
            raise.
    """
    await find()
    async with appends.begin(upload_id) as running:
        upload = await find()
        if offset != upload.received:
            raise went_on_elsewhere()
        if len(upload.parts) >= most_parts:
            await delete()
            raise AppError("conflict", "This upload broke off too often. Please try again.")
        try:
            yield running, upload
        except UploadInterrupted:
            raise
        except AppError as refusal:
            if refusal.code == "invalid":
                await delete()
            raise


async def receive_part(
    append: Append,
    body: AsyncGenerator[bytes, None],
    write: Callable[[bytes], object],
    keep: Callable[[int], Coroutine[Any, Any, None]],
) -> None:
    """Write a body to a file and keep it, also what arrived of one that breaks off.

    Args:
        write: Writes a piece; it may refuse the body.
        keep: Stores so many written bytes, and does so to its end.

    Raises:
        AppError: ``invalid``, the body broke off; ``no_room``; and the refusals of `body`, `write` and `keep`.
    """
    end: BaseException | None = None
    size = 0
    try:
        with refuse_when_full():
            async with append.reading(), aclosing(body) as pieces:
                async for piece in pieces:
                    write(piece)
                    size += len(piece)
    except TimeoutError:
        end = UploadInterrupted()
    except (UploadInterrupted, asyncio.CancelledError) as interruption:
        # A request that takes too long is cancelled. Its bytes are as good as others.
        end = interruption
    if size:
        await run_to_completion(keep(size))
    if end is not None:
        raise end
