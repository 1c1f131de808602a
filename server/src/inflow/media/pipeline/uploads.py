"""Uploads, from the first byte to the stored medium. A refused upload leaves no files and no rows."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import structlog

from inflow.core.ids import new_id
from inflow.media.pipeline.cancellation import run_to_completion
from inflow.media.pipeline.hash_lists import Digests
from inflow.media.pipeline.moderation import (
    ModerationResult,
    ModerationScores,
    moderate,
    require_allowed,
)
from inflow.media.pipeline.pipeline import MediaPipeline, Schedule, schedule_nothing
from inflow.media.rules import (
    IS_LISTED,
    LISTED_KIND,
    MOST_BYTES,
    REMOVED_KIND,
    SNIFFED_BYTES,
    WAS_REMOVED,
    file_too_large,
    kind_of,
    not_an_image,
)
from inflow.media.storage.quota import refuse_when_full
from inflow.media.storage.store import ORIGINAL, SOURCE
from inflow.media.tables import ADD_MEDIUM, ADD_REFUSAL, DELETE_MEDIUM
from inflow.media.views import Uploaded, media_url, picture, stored_rendition
from inflow.media.worker.pool import pool_busy
from inflow.media.worker.protocol import PreparedImage, source_path
from reflow import AppError, Connection

UPLOAD_PREFIX = "upload-"
"""Prefix of temporary files with bodies."""
CUT_PREFIX = "cutting-"
"""Prefix of temporary folders with originals that are being cut."""

_MOST_ATTEMPTS = 8
"""To store a row despite concurrent writes. The longest pause is a quarter of a second."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ReceivedFile:
    """A body in a temporary file.

    Attributes:
        digests: Its SHA-256, and its hashes by the algorithms of the hash lists.
    """

    file: Path
    byte_size: int
    digests: Mapping[str, bytes]

    @property
    def sha256(self) -> str:
        """In hexadecimal digits."""
        return self.digests["sha256"].hex()


@asynccontextmanager
async def receive(pipeline: MediaPipeline, body: AsyncIterator[bytes]) -> AsyncIterator[ReceivedFile]:
    """Write the body to a file that is deleted after the block. Reading stops at a limit.

    Raises:
        AppError: ``invalid`` as soon as the first bytes are no photograph's, ``too_large``, ``no_room``.
    """
    digests = Digests(pipeline.hash_lists)
    with temporary_file(pipeline.folder) as (file, write):
        with refuse_when_full():
            size = await _copy(body, digests, write)
        yield ReceivedFile(file, size, digests.finish())


@contextmanager
def temporary_file(folder: Path) -> Iterator[tuple[Path, Callable[[bytes], object]]]:
    """A file that is deleted after the block, and a function that writes to it."""
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=UPLOAD_PREFIX)
    try:
        # Unbuffered, so that other processes that open the file read all of it.
        with os.fdopen(descriptor, "wb", buffering=0) as out:
            yield Path(name), out.write
    finally:
        for left in (Path(name), source_path(Path(name))):
            left.unlink(missing_ok=True)


async def _copy(body: AsyncIterator[bytes], digests: Digests, write: Callable[[bytes], object]) -> int:
    size, head = 0, b""
    async for piece in body:
        size += len(piece)
        if size > MOST_BYTES:
            raise file_too_large()
        if len(head) < SNIFFED_BYTES:
            head = (head + piece)[:SNIFFED_BYTES]
            if len(head) == SNIFFED_BYTES and kind_of(head) is None:
                raise not_an_image()
        digests.update(piece)
        write(piece)
    if kind_of(head) is None:
        raise not_an_image()
    return size


@contextmanager
def begin_upload(pipeline: MediaPipeline, owner_id: str) -> Iterator[None]:
    """Hold the member's only upload slot, within their rate limit and their worker seconds.

    Raises:
        AppError: ``rate_limited`` with ``retryAfter`` in seconds.
    """
    pipeline.workers.seconds.require_some_left(owner_id)
    with pipeline.upload_rate.begin(owner_id):
        yield


async def store_upload(
    pipeline: MediaPipeline, owner_id: str, upload: ReceivedFile, on_stored: Schedule = schedule_nothing
) -> Uploaded:
    """Prepare, moderate and store an upload; return when its display rendition can be shown.

    Args:
        on_stored: Called with the medium's id in the transaction that adds the medium.

    Raises:
        AppError: ``invalid``, ``no_room``, ``pool_busy``, ``unprocessable``, ``content_refused``, ``unverified``.
    """
    async with pipeline.database.connection() as connection:
        folders = [pipeline.folder, *pipeline.store.folders]
        await pipeline.quota.require_space(connection, owner_id, upload.byte_size, folders)
    prepared = await pipeline.workers.prepare(upload.file, owner_id)
    await require_not_banned(pipeline, owner_id, upload, prepared.fingerprints)
    scores = await require_allowed_content(pipeline, owner_id, upload.sha256, prepared.display.content)
    media_id = new_id()
    row = _row(owner_id, media_id, upload, prepared, scores)
    try:
        with refuse_when_full():
            await run_to_completion(_store(pipeline, row, upload, prepared, on_stored))
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
    """Moderate the JPEG that would be served. A refusal is recorded, the image is not stored. What a moderator allowed
    is not refused.

    Args:
        sha256: Of the uploaded file.

    Raises:
        AppError: ``content_refused``, ``unverified``.
    """
    result = await moderate(pipeline.moderator, jpeg)
    if not result.allowed and not await _is_allowed(pipeline, owner_id, sha256):
        await _try_to_record_refusal(pipeline, owner_id, sha256, result)
        require_allowed(result)
    return result.scores


async def _is_allowed(pipeline: MediaPipeline, owner_id: str, sha256: str) -> bool:
    async with pipeline.database.connection() as connection:
        return await pipeline.is_allowed(connection, owner_id, sha256)


async def require_not_banned(
    pipeline: MediaPipeline, owner_id: str, upload: ReceivedFile, fingerprints: list[str]
) -> None:
    """Refuse what is on the operator's hash lists, and what moderators removed. A refusal is recorded.

    Raises:
        AppError: ``content_refused``.
    """
    await _require_not_listed(pipeline, owner_id, upload, fingerprints)
    await _require_not_removed(pipeline, owner_id, upload.sha256, fingerprints)


async def _require_not_listed(
    pipeline: MediaPipeline, owner_id: str, upload: ReceivedFile, fingerprints: list[str]
) -> None:
    """Refuse a file or a photograph on the operator's hash lists, and record that.

    Raises:
        AppError: ``content_refused``.
    """
    lists = pipeline.hash_lists
    if lists.has_file(upload.digests) or await lists.has_photograph(fingerprints):
        result = ModerationResult(False, IS_LISTED, LISTED_KIND)
        await _try_to_record_refusal(pipeline, owner_id, upload.sha256, result)
        raise AppError("content_refused", IS_LISTED, kind=LISTED_KIND)


async def _require_not_removed(pipeline: MediaPipeline, owner_id: str, sha256: str, fingerprints: list[str]) -> None:
    """Refuse a photograph that moderators removed, and record that, as for one that the content check refuses.

    Raises:
        AppError: ``content_refused``.
    """
    if not fingerprints:
        return
    async with pipeline.database.connection() as connection:
        if not await pipeline.is_removed(connection, fingerprints):
            return
    result = ModerationResult(False, WAS_REMOVED, REMOVED_KIND)
    await _try_to_record_refusal(pipeline, owner_id, sha256, result)
    raise AppError("content_refused", WAS_REMOVED, kind=REMOVED_KIND)


async def _try_to_record_refusal(pipeline: MediaPipeline, owner_id: str, sha256: str, result: ModerationResult) -> None:
    try:
        await run_to_completion(_record_refusal(pipeline, owner_id, sha256, result))
    except (AppError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        # The image stays refused.
        _log.exception("refusal_not_written_down")


async def _record_refusal(pipeline: MediaPipeline, owner_id: str, sha256: str, result: ModerationResult) -> None:
    values = {"owner_id": owner_id, "sha256": sha256, "kind": result.kind, "verdict": stored_scores(result.scores)}

    async def write(connection: Connection) -> None:
        await connection.rows(ADD_REFUSAL, {"id": new_id(), **values})
        await pipeline.schedule_refusal_count(connection, owner_id)

    await commit(pipeline, owner_id, write)


def stored_scores(scores: ModerationScores | None) -> dict[str, object] | None:
    """The scores as the database stores them."""
    return None if scores is None else msgspec.to_builtins(scores)


async def _store(
    pipeline: MediaPipeline,
    row: dict[str, Any],
    upload: ReceivedFile,
    prepared: PreparedImage,
    on_stored: Schedule,
) -> None:
    """Store files first, then the row: a row guarantees its files."""
    media_id = row["id"]
    objects: dict[str, Path | bytes] = {ORIGINAL: upload.file, prepared.display.name: prepared.display.content}
    if prepared.has_source:
        objects[SOURCE] = source_path(upload.file)
    await pipeline.store.put_all(media_id, objects)

    async def write(connection: Connection) -> None:
        await connection.rows(ADD_MEDIUM, row)
        await on_stored(connection, media_id)
        await pipeline.schedule(connection, media_id)

    await commit(pipeline, row["owner_id"], write)


def _row(
    owner_id: str, media_id: str, upload: ReceivedFile, prepared: PreparedImage, scores: ModerationScores | None
) -> dict[str, Any]:
    return {
        "id": media_id,
        "owner_id": owner_id,
        "kind": prepared.kind,
        "width": prepared.width,
        "height": prepared.height,
        "byte_size": upload.byte_size,
        "sha256": upload.sha256,
        "thumbhash": prepared.thumbhash,
        "fingerprint": next(iter(prepared.fingerprints), None),
        "state": "prepared",
        "renditions": [stored_rendition(prepared.display)],
        "verdict": stored_scores(scores),
        "has_source": prepared.has_source,
    }


async def commit(pipeline: MediaPipeline, owner_id: str, write: Callable[[Connection], Awaitable[None]]) -> None:
    """Commit the write, with retries, if this owner may still store."""
    for attempt in range(_MOST_ATTEMPTS):
        try:
            return await _commit_once(pipeline, owner_id, write)
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            # The transaction was rolled back. Jitter keeps concurrent transactions from colliding again.
            await asyncio.sleep(random.uniform(0, 0.002 * 2**attempt))  # noqa: S311  # jitter, not a secret
    raise pool_busy()


async def _commit_once(pipeline: MediaPipeline, owner_id: str, write: Callable[[Connection], Awaitable[None]]) -> None:
    async with pipeline.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await pipeline.admit(connection, owner_id)
        await write(connection)


async def _roll_back(pipeline: MediaPipeline, media_id: str) -> None:
    """Delete a medium whose upload failed or was cancelled. No client knows its id, so no row refers to it.

    If the row cannot be deleted now, the cleanup does it later. Files without a row would stay for ever.
    """
    try:
        async with pipeline.database.transaction() as connection:
            await connection.row(DELETE_MEDIUM, {"id": media_id})
    finally:
        await pipeline.store.remove(media_id)
