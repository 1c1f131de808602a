"""Asking for an archive, and its bytes once it is ready."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.archive.job import JOB, ArchiveSources
from inflow.app.archive.rows import ACCOUNT
from inflow.exports.erasure import remove_export_of
from inflow.exports.progress import places_of_segments, replace_export
from inflow.media.http.video_response import ByteRange
from inflow.media.tables import media
from reflow import AppError, statement
from reflow.contrib.jobs import defer
from reflow.errors import server_busy

_MOST_ATTEMPTS: Final = 5
_BYTES_OF_A_SHOWN: Final = 400_000
"""About what a photo's picture for the pages takes, beside its original."""

BYTES_TO_ARCHIVE = statement(
    sa.select(
        (sa.func.coalesce(sa.func.sum(media.c.byte_size), 0) + sa.func.count() * _BYTES_OF_A_SHOWN).label("bytes")
    ).where(media.c.owner_id == bindparam("account_id"))
)


async def require_room(sources: ArchiveSources, account_id: str) -> None:
    """Prove that the disks have room for this account's archive. Archives do not count towards a member's quota.

    Raises:
        AppError: `no_room`.
    """
    async with sources.database.connection() as connection:
        (row,) = await connection.rows(BYTES_TO_ARCHIVE, {"account_id": account_id})
    sources.quota.require_free([*sources.store.folders, sources.folder], int(row.bytes))


async def request_archive(sources: ArchiveSources, account_id: str) -> str:
    """Have an archive of this account made, instead of one that there is. Returns the export's id.

    Raises:
        AppError: `unauthenticated`, the account was deleted meanwhile; `busy`.
    """
    for _ in range(_MOST_ATTEMPTS):
        try:
            return await _request(sources, account_id)
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.UniqueViolationError):
            continue
    raise server_busy()


async def _request(sources: ArchiveSources, account_id: str) -> str:
    # Serializable: a deletion of the account at the same time either sees the export or makes this fail.
    async with sources.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        if await connection.row(ACCOUNT, {"account_id": account_id}) is None:
            raise AppError("unauthenticated", "Please log in.")
        export_id, replaced = await replace_export(connection, account_id)
        for each in replaced:
            await defer(connection, "remove_export", {"export_id": each})
        await defer(connection, JOB, {"export_id": export_id})
        return export_id


async def cancel_export_of(sources: ArchiveSources, account_id: str) -> None:
    """Delete the account's export, if there is one."""
    async with sources.database.transaction() as connection:
        for export_id in await remove_export_of(connection, account_id):
            await defer(connection, "remove_export", {"export_id": export_id})


async def archive_pieces(sources: ArchiveSources, export_id: str, wanted: ByteRange) -> AsyncIterator[bytes]:
    """These bytes of a finished archive, in chunks.

    Raises:
        FileNotFoundError: Before the first chunk, or while the export is deleted: a segment is not there.
    """
    start = 0
    for name, size in await places_of_segments(sources.database, export_id):
        first, last = max(wanted.start, start), min(wanted.end, start + size)
        if first < last:
            stream = sources.segments.stream(export_id, name, first - start)
            async for piece in sources.store.segment_pieces(export_id, name, first - start, last - start):
                yield stream.update(piece)
        start += size
