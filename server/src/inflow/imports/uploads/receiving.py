"""Receives archives in parts. No member can read anything of one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

import asyncpg

from inflow.core.ids import new_id
from inflow.core.text import clean
from inflow.imports.rules import ANOTHER_IMPORT, IS_TAR, WAITS_FOR
from inflow.imports.segments import read_range
from inflow.imports.uploads.statements import (
    ADD_IMPORT,
    ADD_PART,
    ADD_UPLOAD,
    DELETE_ARRIVING,
    DELETE_EXPIRED,
    DELETE_UNFINISHED,
    DELETE_UPLOAD,
    ROOM_TAKEN,
    SET_COMPLETE,
    UNFINISHED_OF_ACCOUNT,
    UPLOAD_OF_ACCOUNT,
)
from inflow.media.pipeline.appends import Append, Body, next_part, receive_part, went_on_elsewhere
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.resumable_uploads import no_such_upload
from inflow.media.pipeline.uploads import commit, temporary_file
from inflow.media.rules import is_media_id
from inflow.media.storage.quota import refuse_when_full
from inflow.members.erasure import user_of
from reflow import AppError, Connection, Row

KEPT_FOR: Final = timedelta(hours=24)
"""How long an incomplete archive is kept after its newest bytes."""
MOST_TOGETHER: Final = 10
"""All archives that are not imported yet may take so many times the size of the largest one."""
MOST_PARTS: Final = 2_000
"""Parts of an archive. Our own client sends 512 for the largest one."""
MOST_PART_BYTES: Final = 64 * 1024 * 1024
"""Of one request. Its bytes are in a temporary file before they are stored."""
NO_ROOM: Final = "There is no room on this server for this archive at the moment. Please try again later."

_ZIP_MAGIC: Final = b"PK\x03\x04"
_GZIP_MAGIC: Final = b"\x1f\x8b"
_LONGEST_NAME: Final = 200
_LONGEST_FINGERPRINT: Final = 64

Begin = Callable[[Connection, str], Awaitable[None]]
"""Has a complete archive read, in the transaction that notes that it is complete."""


@dataclass(frozen=True, kw_only=True)
class NewArchive:
    """What a client says of the file that it is about to send."""

    byte_size: int
    file_name: str
    fingerprint: str


async def create(pipeline: MediaPipeline, account_id: str, new: NewArchive, most_bytes: int) -> tuple[str, datetime]:
    """Begin an import with its archive, instead of an incomplete one of the same member.

    Returns:
        Its id, and when it expires.

    Raises:
        AppError: ``too_large``, ``invalid``, ``rate_limited``, ``no_room``, ``unauthenticated``; ``conflict``, there is
            another import.
    """
    if new.byte_size > most_bytes:
        raise _too_large(most_bytes)
    if new.byte_size < len(_ZIP_MAGIC):
        raise no_zip()
    upload_id, replaced, changed_at = new_id(), list[str](), list[datetime]()

    async def write(connection: Connection) -> None:
        user_id = await user_of(connection, account_id)
        if user_id is None:
            raise AppError("unauthenticated", "Please log in.")
        replaced[:] = [row.id for row in await connection.rows(DELETE_UNFINISHED, {"user_id": user_id})]
        file_name = clean(new.file_name, lines=1)[:_LONGEST_NAME].strip()
        given = {"id": upload_id, "user_id": user_id, "file_name": file_name, "byte_size": new.byte_size}
        await connection.execute(ADD_IMPORT, given)
        upload = {"import_id": upload_id, "fingerprint": new.fingerprint[:_LONGEST_FINGERPRINT]}
        changed_at[:] = [row.changed_at for row in await connection.rows(ADD_UPLOAD, upload)]

    with pipeline.archive_rate.begin(account_id):
        await _require_room(pipeline, account_id, new.byte_size, MOST_TOGETHER * most_bytes)
        try:
            await commit(pipeline, account_id, write)
        except asyncpg.UniqueViolationError:
            raise AppError("conflict", ANOTHER_IMPORT) from None
    for each in replaced:
        await pipeline.store.remove_import_segments(each)
    return upload_id, changed_at[0] + KEPT_FOR


async def unfinished_of(pipeline: MediaPipeline, account_id: str) -> Row | None:
    """The archive that a member has begun to send, if there is one."""
    async with pipeline.database.connection() as connection:
        return await connection.row(UNFINISHED_OF_ACCOUNT, {"account_id": account_id})


async def find_arriving(pipeline: MediaPipeline, account_id: str, upload_id: str) -> Row:
    """The row of a member's incomplete archive, after stopping a request of this process that still appends to it.

    Raises:
        AppError: ``not_found``, also for another member's, for a complete one, and for a malformed id.
    """
    await _arriving(pipeline, account_id, upload_id)
    await pipeline.appends.stop(upload_id)
    return await _arriving(pipeline, account_id, upload_id)


async def append(pipeline: MediaPipeline, account_id: str, upload_id: str, offset: int, body: Body) -> Row:
    """Add the bytes from this offset on. If the body breaks off, what arrived of it is kept.

    Returns:
        The archive's row afterwards.

    Raises:
        AppError: ``not_found``; ``conflict``, another byte is the next one; ``too_large``; ``no_room``; ``invalid``,
            the body broke off, or the first bytes are no ZIP's, and the import is deleted.
    """
    async with next_part(
        pipeline.appends,
        upload_id,
        offset,
        find=partial(_arriving, pipeline, account_id, upload_id),
        delete=partial(_delete, pipeline, upload_id),
        most_parts=MOST_PARTS,
    ) as (running, upload):
        pipeline.quota.require_free([pipeline.folder, *pipeline.store.folders], MOST_PART_BYTES, _no_room())
        await _append(pipeline, running, upload, body)
    return await _arriving(pipeline, account_id, upload_id)


async def finish(pipeline: MediaPipeline, account_id: str, upload_id: str, begin: Begin) -> None:
    """Have a complete archive read. Repeated, it does nothing more.

    Raises:
        AppError: ``not_found``; ``conflict``, bytes are missing.
    """
    upload = await _find(pipeline, account_id, upload_id)
    if upload.state != "uploading":
        return
    await pipeline.appends.stop(upload_id)
    upload = await _find(pipeline, account_id, upload_id)
    if upload.received is not None and upload.received < upload.byte_size:
        raise AppError("conflict", "This archive has not arrived completely. Please try again.")

    async def write(connection: Connection) -> None:
        if await connection.row(SET_COMPLETE, {"upload_id": upload_id}) is not None:
            await connection.execute(DELETE_UPLOAD, {"upload_id": upload_id})
            await begin(connection, upload_id)

    if upload.state == "uploading":
        await _remove_lost_parts(pipeline, upload)
        await commit(pipeline, account_id, write)


async def remove(pipeline: MediaPipeline, account_id: str, upload_id: str) -> None:
    """Delete a member's import whose archive has not arrived. Any other is cancelled by `imports:cancel`.

    Raises:
        AppError: ``not_found``.
    """
    await find_arriving(pipeline, account_id, upload_id)
    await _delete(pipeline, upload_id)


async def remove_expired(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete the imports whose archive stopped arriving a day ago, or has been arriving for too long."""
    given = {"before": now - KEPT_FOR, "begun_before": now - WAITS_FOR}
    async with pipeline.database.transaction() as connection:
        expired = [row.id for row in await connection.rows(DELETE_EXPIRED, given)]
    for each in expired:
        await pipeline.store.remove_import_segments(each)


def no_zip() -> AppError:
    """The refusal of a file that is no archive."""
    return AppError("invalid", "Please choose a ZIP file.")


async def _find(pipeline: MediaPipeline, account_id: str, upload_id: str) -> Row:
    if not is_media_id(upload_id):
        raise no_such_upload()
    async with pipeline.database.connection() as connection:
        row = await connection.row(UPLOAD_OF_ACCOUNT, {"id": upload_id, "account_id": account_id})
    if row is None:
        raise no_such_upload()
    return row


async def _arriving(pipeline: MediaPipeline, account_id: str, upload_id: str) -> Row:
    row = await _find(pipeline, account_id, upload_id)
    if row.state != "uploading":
        raise no_such_upload()
    return row


async def _require_room(pipeline: MediaPipeline, account_id: str, byte_size: int, most_together: int) -> None:
    """Prove that the disks have room for the archive beside all that is still to arrive of others, and the member's
    quota for at least something of it. The archive itself does not count towards the quota: it is deleted after the
    import, and videos in it do not come.
    """
    folders = [pipeline.folder, *pipeline.store.folders]
    async with pipeline.database.connection() as connection:
        await pipeline.quota.require_space(connection, account_id, 1, folders)
        (taken,) = await connection.rows(ROOM_TAKEN, {"account_id": account_id})
    if taken.bytes + byte_size > most_together:
        raise _no_room()
    pipeline.quota.require_free(folders, byte_size + int(taken.missing), _no_room())


async def _append(pipeline: MediaPipeline, running: Append, upload: Row, body: Body) -> None:
    head = await _first_bytes(pipeline, upload)
    with temporary_file(pipeline.folder) as (file, write):

        def check_and_write(piece: bytes) -> None:
            nonlocal head
            if len(head) < len(_ZIP_MAGIC):
                head = (head + piece)[: len(_ZIP_MAGIC)]
                if head.startswith(_GZIP_MAGIC):
                    raise AppError("invalid", IS_TAR)
                if not _ZIP_MAGIC.startswith(head):
                    raise no_zip()
            write(piece)

        left = min(upload.byte_size - upload.received, MOST_PART_BYTES)
        await receive_part(running, body(left), check_and_write, partial(_keep, pipeline, upload, file))


async def _first_bytes(pipeline: MediaPipeline, upload: Row) -> bytes:
    """As many as show the format, or all that are there."""
    if upload.received >= len(_ZIP_MAGIC):
        return _ZIP_MAGIC
    sizes = dict(await pipeline.store.import_segments(upload.id))
    pieces = [
        await asyncio.to_thread(read_range, pipeline, upload.id, name, 0, sizes.get(name, 0)) for name in upload.parts
    ]
    return b"".join(pieces)


async def _keep(pipeline: MediaPipeline, upload: Row, file: Path, size: int) -> None:
    """Store the part first, then note it in the row: a row guarantees its parts."""
    name = f"{upload.received:012}-{new_id()}"
    await asyncio.to_thread(pipeline.import_segments.encrypt_path, upload.id, name, file)
    with refuse_when_full():
        await pipeline.store.put_import_segment(upload.id, name, file)
    given = {"upload_id": upload.id, "start": upload.received, "size": size, "name": name}
    async with pipeline.database.transaction() as connection:
        row = await connection.row(ADD_PART, given)
    if row is None:
        await pipeline.store.remove_import_segment(upload.id, name)
        raise went_on_elsewhere()


async def _remove_lost_parts(pipeline: MediaPipeline, upload: Row) -> None:
    """Delete the parts that a killed process stored and did not note. The import reads all that there are."""
    known = set(upload.parts)
    for name, _ in await pipeline.store.import_segments(upload.id):
        if name not in known:
            await pipeline.store.remove_import_segment(upload.id, name)


async def _delete(pipeline: MediaPipeline, upload_id: str) -> None:
    """Delete the row first: parts without a row are deleted by the cleanup, if this is interrupted."""
    async with pipeline.database.transaction() as connection:
        row = await connection.row(DELETE_ARRIVING, {"upload_id": upload_id})
    if row is not None:
        await pipeline.store.remove_import_segments(upload_id)


def _no_room() -> AppError:
    return AppError("no_room", NO_ROOM)


def _too_large(most_bytes: int) -> AppError:
    template = "An archive can have up to {gigabytes} GB."
    params = {"gigabytes": f"{most_bytes / 1e9:.1f}".removesuffix(".0")}
    return AppError("too_large", template.format(**params), template=template, params=params)
