"""The ledger of erasures in the backup. A restore repeats those that came after its moment.

The database has the rows; see `tables.py`. Each call copies all since the oldest transaction that was still open at the
call before: that one could add a row later. So a row may be copied twice, and none is missed.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.backup.destination import Destination, sha256_of
from inflow.backup.tables import erasures
from reflow import Connection, Database, statement

KEPT_FOR: Final = timedelta(days=400)
"""How long the database keeps erasures. The backup keeps them longer than any snapshot."""

_FOLDER = "ledger/"
_FINISHED = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS before"

ERASURES_SINCE = statement(
    sa.select(erasures.c.erased_at, erasures.c.kind, erasures.c.act, erasures.c.subject)
    .where(erasures.c.transaction >= bindparam("first"))
    .order_by(erasures.c.id),
    whole_table="Asked by the backup; no query watches it.",
)
FORGET_ERASURES = statement(sa.delete(erasures).where(erasures.c.erased_at <= bindparam("before")))


class Erasure(msgspec.Struct, frozen=True):
    """One erasure, or one change of an audience by an author or a moderator.

    Attributes:
        kind: ``account``, ``post``, ``draft``, ``grid``, ``comment`` or ``message``.
        act: ``deleted``, ``restored``, or the audience that it has now. An archived post has two, such as
            ``archived cue``.
        subject: The SHA-256 of its id.
    """

    erased_at: datetime
    kind: str
    act: str
    subject: str


class Ledger:
    """Copies the erasures of one history of the database into the backup.

    Args:
        timeline: PostgreSQL's number of the history. After a restore, transactions are counted from its moment on.
    """

    def __init__(self, database: Database, to: Destination, timeline: int) -> None:
        self._database = database
        self._to = to
        self._folder = f"{_FOLDER}{timeline:08x}/"
        self._next: int | None = None
        self._last = ""

    async def copy(self) -> int:
        """Copy all erasures since the last call. Returns how many there were."""
        if self._next is None:
            parts = await self._to.stored(self._folder)
            self._next = max((_range_of(each.key)[1] for each in parts), default=0)
        async with self._database.connection() as connection:
            (finished,) = await connection.text(_FINISHED)
            rows = await connection.rows(ERASURES_SINCE, {"first": self._next})
        if not rows:
            return 0
        content = gzip.compress(msgspec.json.encode([Erasure(*row) for row in rows]), mtime=0)
        key = f"{self._folder}{self._next:016x}-{finished.before:016x}.{sha256_of(content)}.gz"
        self._next = finished.before
        if key == self._last:
            return 0
        await self._to.put(key, content)
        self._last = key
        return len(rows)


async def read(place: Destination) -> list[Erasure]:
    """All erasures that the backup knows, the oldest first.

    Raises:
        BackupRefused: A part was changed.
    """
    found: set[Erasure] = set()
    for each in await place.stored(_FOLDER):
        content = await place.require(each.key, each.key.split(".")[-2])
        found.update(msgspec.json.decode(gzip.decompress(content), type=list[Erasure]))
    return sorted(found, key=lambda each: (each.erased_at, each.subject))


async def prune(place: Destination, before: datetime) -> None:
    """Delete the parts that were written before a moment."""
    await place.remove([each.key for each in await place.stored(_FOLDER) if each.changed_at < before])


async def forget_old_erasures(database: Database, now: datetime) -> None:
    """Delete the erasures that no backup needs any more."""
    async with database.transaction() as connection:
        await connection.rows(FORGET_ERASURES, {"before": now - KEPT_FOR})


_FOUND: Final[dict[str, str]] = {
    "account": "identity_accounts",
    "post": "posts",
    "draft": "drafts",
    "grid": "grids",
    "comment": "comments",
    "message": "messages",
}


async def still_there(connection: Connection, kind: str, known: Sequence[Erasure]) -> list[tuple[str, Erasure]]:
    """The ids of a kind that are in the database although they were erased or withheld, each with its last erasure."""
    last = {each.subject: each for each in known if each.kind == kind}
    if not last or kind not in _FOUND:
        return []
    sql = f"""
        SELECT id, subject FROM (
            SELECT id, encode(sha256(convert_to(id, 'UTF8')), 'hex') AS subject FROM {_FOUND[kind]}
        ) AS hashed WHERE subject = ANY($1::text[]) ORDER BY id
    """  # noqa: S608  # the table is a constant
    rows: list[Any] = await connection.text(sql, list(last))
    return [(row.id, last[row.subject]) for row in rows]


def _range_of(key: str) -> tuple[int, int]:
    first, _, before = key.rpartition("/")[2].partition(".")[0].partition("-")
    return int(first, 16), int(before, 16)
