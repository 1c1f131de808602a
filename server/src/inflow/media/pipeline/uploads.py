"""An upload, from the first byte to the stored medium. Refused anywhere on the way, it leaves nothing behind."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import msgspec
import structlog

from inflow.core.ids import new_id
from inflow.media.pipeline.cancellation import run_to_completion
from inflow.media.pipeline.moderation import (
    ModerationResult,
    ModerationScores,
    moderate,
    require_allowed,
)
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.rules import MOST_BYTES, SNIFFED_BYTES, kind_of, not_an_image, too_many_bytes
from inflow.media.storage.store import ORIGINAL, SOURCE
from inflow.media.tables import ADD_MEDIUM, ADD_REFUSAL, DELETE_MEDIUM
from inflow.media.views import Uploaded, media_url, picture, stored_rendition
from inflow.media.worker.pool import pool_busy
from inflow.media.worker.protocol import PreparedImage, source_path
from reflow.errors import AppError
from reflow.postgres.database import Connection

UPLOAD_PREFIX = "upload-"
"""What the names of bodies begin with."""
CUT_PREFIX = "cutting-"
"""What the folders begin with in which an original lies while it is cut."""

_MOST_ATTEMPTS = 8
"""Of storing a row, where others write meanwhile: the last waits for a quarter of a second."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ReceivedFile:
    """A whole body in a file. ``byte_size`` in bytes, ``sha256`` in hexadecimal."""

    file: Path
    byte_size: int
    sha256: str


@asynccontextmanager
async def receive(body: AsyncIterator[bytes], folder: Path) -> AsyncIterator[ReceivedFile]:
    """The body in a file that is gone afterwards. Reading stops where a limit is passed.

    Raises:
        AppError: ``invalid`` as soon as the first bytes are no photograph's, ``too_large``.
    """
    with _temporary_file(folder) as (file, write):
        size, digest = await _copy(body, write)
        yield ReceivedFile(file, size, digest)


@contextmanager
def _temporary_file(folder: Path) -> Iterator[tuple[Path, Callable[[bytes], object]]]:
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=UPLOAD_PREFIX)
    try:
        # Unbuffered, so that whoever opens the file by its name finds all that was written.
        with os.fdopen(descriptor, "wb", buffering=0) as out:
            yield Path(name), out.write
    finally:
        for left in (Path(name), source_path(Path(name))):
            left.unlink(missing_ok=True)


async def _copy(body: AsyncIterator[bytes], write: Callable[[bytes], object]) -> tuple[int, str]:
    size, head, sha256 = 0, b"", hashlib.sha256()
    async for piece in body:
        size += len(piece)
        if size > MOST_BYTES:
            raise too_many_bytes()
        if len(head) < SNIFFED_BYTES:
            head = (head + piece)[:SNIFFED_BYTES]
            if len(head) == SNIFFED_BYTES and kind_of(head) is None:
                raise not_an_image()
        sha256.update(piece)
        write(piece)
    if kind_of(head) is None:
        raise not_an_image()
    return size, sha256.hexdigest()


@contextmanager
def begin_upload(pipeline: MediaPipeline, owner_id: str) -> Iterator[None]:
    """Be the member's one upload, within their pace and their worker seconds.

    Raises:
        AppError: ``rate_limited`` with ``retryAfter`` in seconds.
    """
    pipeline.workers.seconds.require_some_left(owner_id)
    with pipeline.upload_rate.begin(owner_id):
        yield


async def store_upload(pipeline: MediaPipeline, owner_id: str, upload: ReceivedFile) -> Uploaded:
    """Prepare, screen and store an upload; answer when its display rendition can be shown.

    Raises:
        AppError: ``invalid``, ``no_room``, ``pool_busy``, ``unprocessable``, ``content_refused``, ``unverified``.
    """
    async with pipeline.database.connection() as connection:
        await pipeline.quota.require_space(connection, owner_id, upload.byte_size, pipeline.folder)
    prepared = await pipeline.workers.prepare(upload.file, owner_id)
    scores = await require_allowed_content(pipeline, owner_id, upload.sha256, prepared.display.content)
    media_id = new_id()
    try:
        await run_to_completion(_store(pipeline, owner_id, media_id, upload, prepared, scores))
    except BaseException:
        await asyncio.shield(_roll_back(pipeline, media_id))
        raise
    return Uploaded(
        media_id=media_id,
        image_url=media_url(media_id, prepared.display.name),
        width=prepared.width,
        height=prepared.height,
        thumbhash=prepared.thumbhash,
        variants=picture(media_id, [stored_rendition(prepared.display)]).variants,
    )


async def require_allowed_content(
    pipeline: MediaPipeline, owner_id: str, sha256: str, jpeg: bytes
) -> ModerationScores | None:
    """Have the check look at what would be served. What it refuses is written down and not kept.

    Args:
        sha256: Of the file that was sent.

    Raises:
        AppError: ``content_refused``, ``unverified``.
    """
    result = await moderate(pipeline.moderator, jpeg)
    if not result.allowed:
        try:
            await run_to_completion(_record_refusal(pipeline, owner_id, sha256, result))
        except (AppError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            # It stays refused.
            _log.exception("refusal_not_written_down")
    require_allowed(result)
    return result.scores


async def _record_refusal(pipeline: MediaPipeline, owner_id: str, sha256: str, result: ModerationResult) -> None:
    given = {"owner_id": owner_id, "sha256": sha256, "kind": result.kind, "verdict": stored_scores(result.scores)}

    async def write(connection: Connection) -> None:
        await connection.rows(ADD_REFUSAL, {"id": new_id(), **given})

    await _commit(pipeline, owner_id, write)


def stored_scores(scores: ModerationScores | None) -> dict[str, object] | None:
    """As it is stored."""
    return None if scores is None else msgspec.to_builtins(scores)


async def _store(
    pipeline: MediaPipeline,
    owner_id: str,
    media_id: str,
    upload: ReceivedFile,
    prepared: PreparedImage,
    scores: ModerationScores | None,
) -> None:
    """Bytes first, then the row: a row promises its bytes."""
    objects: dict[str, Path | bytes] = {ORIGINAL: upload.file, prepared.display.name: prepared.display.content}
    if prepared.has_source:
        objects[SOURCE] = source_path(upload.file)
    await asyncio.gather(*(pipeline.store.put(media_id, name, content) for name, content in objects.items()))
    row = {
        "id": media_id,
        "owner_id": owner_id,
        "kind": prepared.kind,
        "width": prepared.width,
        "height": prepared.height,
        "byte_size": upload.byte_size,
        "sha256": upload.sha256,
        "thumbhash": prepared.thumbhash,
        "state": "prepared",
        "renditions": [stored_rendition(prepared.display)],
        "verdict": stored_scores(scores),
        "has_source": prepared.has_source,
    }

    async def write(connection: Connection) -> None:
        await connection.rows(ADD_MEDIUM, row)
        await pipeline.schedule(connection, media_id)

    await _commit(pipeline, owner_id, write)


async def _commit(pipeline: MediaPipeline, owner_id: str, write: Callable[[Connection], Awaitable[None]]) -> None:
    """Have it written for this owner, if they are still there."""
    for attempt in range(_MOST_ATTEMPTS):
        try:
            return await _commit_once(pipeline, owner_id, write)
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            # Nothing of it happened. Those who collided must not collide again in step.
            await asyncio.sleep(random.uniform(0, 0.002 * 2**attempt))  # noqa: S311  # jitter, not a secret
    raise pool_busy()


async def _commit_once(pipeline: MediaPipeline, owner_id: str, write: Callable[[Connection], Awaitable[None]]) -> None:
    async with pipeline.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await pipeline.admit(connection, owner_id)
        await write(connection)


async def _roll_back(pipeline: MediaPipeline, media_id: str) -> None:
    """Remove what was stored in vain: it failed, or who waited for it is gone. Nobody has heard of it, so none uses it.

    Where the row cannot be reached, it goes with what is never posted. Bytes without a row would lie there for ever.
    """
    try:
        async with pipeline.database.transaction() as connection:
            await connection.row(DELETE_MEDIUM, {"id": media_id})
    finally:
        await pipeline.store.remove(media_id)
