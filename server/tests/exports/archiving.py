"""Archives that are made by jobs which may be killed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.members import Member

from inflow.app.archive.job import JOB, ArchiveSources, make_archive
from inflow.app.archive.requests import archive_pieces, request_archive
from inflow.exports.queries import get_export
from inflow.media.http.video_response import ByteRange
from inflow.media.storage.store import MediaStore
from reflow.contrib.jobs import withdraw

FOTOS = 10
ADD_ACCOUNT = "INSERT INTO identity_accounts (id, username, created_at) VALUES ($1, $2, now())"

MEDIA_OF = "SELECT id FROM media WHERE owner_id = $1 ORDER BY created_at, id"


class Killed(BaseException):
    """Ends a job as the end of its process does: no handler of the product catches it."""


class FragileStore(MediaStore):
    """A store at which a process dies once, before or after it writes a certain segment.

    Attributes:
        dies_at: How many segments it lets pass.
        writes_first: Whether the fatal one is written.
        before_each: Runs before each write.
    """

    dies_at: int | None = None
    writes_first = False
    before_each: Callable[[], Any] | None = None

    async def put_segment(self, export_id: str, name: str, content: Path) -> None:
        if self.before_each is not None:
            await self.before_each()
        if self.dies_at is not None:
            if self.dies_at == 0:
                self.dies_at = None
                if self.writes_first:
                    await super().put_segment(export_id, name, content)
                raise Killed
            self.dies_at -= 1
        await super().put_segment(export_id, name, content)


async def made(sources: ArchiveSources, member: Member) -> bytes:
    """Have an archive made, with a new job after each that is killed; its bytes."""
    export_id = await request_archive(sources, member.clerk_id)
    await finish(sources, member, export_id)
    return await bytes_of(sources, member, export_id)


async def finish(sources: ArchiveSources, member: Member, export_id: str) -> None:
    for _ in range(50):
        shown = await member.see(get_export)
        if shown is not None and shown.state == "ready":
            break
        try:
            await make_archive(sources, export_id)
        except Killed:
            continue
    else:
        raise AssertionError("It is not finished after 50 jobs")
    async with sources.database.connection() as connection:
        await withdraw(connection, JOB, "export_id", [export_id])


async def bytes_of(sources: ArchiveSources, member: Member, export_id: str) -> bytes:
    shown = await shown_to(member)
    pieces = archive_pieces(sources, export_id, ByteRange(0, shown.byte_size))
    return b"".join([each async for each in pieces])


async def shown_to(member: Member) -> Any:
    shown = await member.see(get_export)
    assert shown is not None
    return shown


async def segments_of(member: Member) -> int:
    """How many segments are recorded of the member's export."""
    async with member.world.database.connection() as connection:
        (row,) = await connection.text(
            "SELECT count(*) AS n FROM export_segments s JOIN exports e ON e.id = s.export_id WHERE e.account_id = $1",
            member.clerk_id,
        )
    return int(row.n)


async def media_of(member: Member) -> list[str]:
    async with member.world.database.connection() as connection:
        rows = await connection.text(
            "SELECT id FROM media WHERE owner_id = $1 ORDER BY created_at, id", member.clerk_id
        )
    return [row.id for row in rows]
