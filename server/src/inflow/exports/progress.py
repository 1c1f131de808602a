"""How an export advances: only the newest job that took it up records segments.

A job takes an export up with a claim of its own. Every later statement names that claim, so a job that was believed
dead and goes on, or a second one, changes nothing. Segments are recorded after their objects are stored, in the
transaction that counts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import JSONB

from inflow.core.ids import new_id
from inflow.core.tables import INSTANT
from inflow.exports.rules import KEPT_FOR, OPENED_FOR
from inflow.exports.tables import DELETE_EXPORT_OF, export_segments, exports
from reflow import Connection, Database, Row, statement

_CLAIMED = sa.and_(exports.c.id == bindparam("b_id"), exports.c.claim == bindparam("b_claim"))

_OPENED = ("opened_by", "opened_until")
ADD_EXPORT = statement(sa.insert(exports).values(id=bindparam("id"), account_id=bindparam("account_id")))
OPEN_EXPORT = statement(
    sa.update(exports)
    .where(exports.c.account_id == bindparam("b_account_id"), exports.c.id == bindparam("b_export_id"))
    .values({name: bindparam(name) for name in _OPENED})
    .returning(exports.c.id)
)
TAKE_UP = statement(
    sa.update(exports)
    .where(exports.c.id == bindparam("b_id"), sa.or_(exports.c.state == "waiting", exports.c.state == "working"))
    .values(state="working", claim=bindparam("claim"), attempts=exports.c.attempts + 1)
    .returning(*(column for column in exports.columns if column.name != "claim"))
)
SEGMENTS = statement(
    sa.select(*export_segments.columns)
    .where(export_segments.c.export_id == bindparam("export_id"))
    .order_by(export_segments.c.number)
)
ADVANCE = statement(
    sa.update(exports)
    .where(_CLAIMED)
    .values(
        {name: bindparam(name) for name in ("done", "byte_size", "state", "expires_at")}
        | {"attempts": 0, "missing": exports.c.missing.op("||")(bindparam("more_missing", type_=JSONB))}
    )
    .returning(exports.c.id)
)
SET_PLAN = statement(
    sa.update(exports)
    .where(_CLAIMED)
    .values(plan=bindparam("plan"), total=bindparam("total"), made_at=bindparam("made_at", type_=INSTANT))
)
ADD_SEGMENT = statement(
    sa.insert(export_segments).values({column.name: bindparam(column.name) for column in export_segments.columns})
)
FAIL = statement(
    sa.update(exports)
    .where(_CLAIMED)
    .values(state="failed", expires_at=bindparam("expires_at", type_=INSTANT))
    .returning(exports.c.id)
)
READY_EXPORT_OF_ACCOUNT = statement(
    sa.select(exports.c.id, exports.c.byte_size, exports.c.made_at, *(exports.c[name] for name in _OPENED)).where(
        exports.c.account_id == bindparam("account_id"),
        exports.c.id == bindparam("export_id"),
        exports.c.state == "ready",
        exports.c.expires_at > bindparam("now", type_=INSTANT),
    )
)
PLACES_OF_SEGMENTS = statement(
    sa.select(export_segments.c.name, export_segments.c.byte_size)
    .where(export_segments.c.export_id == bindparam("export_id"))
    .order_by(export_segments.c.number)
)


class Superseded(Exception):
    """The export is gone, or another job has taken it up."""


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A stored segment, to be recorded.

    Attributes:
        name: Of the object in the store.
        directory: The central directory's entries of the files in it.
    """

    number: int
    name: str
    byte_size: int
    entries: int
    directory: bytes


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What the first segment decides: the files to come, the content of `archive.json`, and the snapshot's time."""

    content: dict[str, Any]
    total: int
    made_at: datetime


async def replace_export(connection: Connection, account_id: str) -> tuple[str, list[str]]:
    """Add an export in the connection's transaction. Returns its id, and those that it replaces: their segments remain
    to be deleted.
    """
    replaced = [row.id for row in await connection.rows(DELETE_EXPORT_OF, {"account_id": account_id})]
    export_id = new_id()
    await connection.execute(ADD_EXPORT, {"id": export_id, "account_id": account_id})
    return export_id, replaced


async def take_up(database: Database, export_id: str, claim: str) -> Row | None:
    """The export, which from now on only this claim advances; None if it is gone, ready or failed."""
    async with database.transaction() as connection:
        return await connection.row(TAKE_UP, {"b_id": export_id, "claim": claim})


async def segments_of(database: Database, export_id: str) -> list[Row]:
    """The recorded segments in order."""
    async with database.connection() as connection:
        return await connection.rows(SEGMENTS, {"export_id": export_id})


async def record(
    connection: Connection,
    export: Row,
    claim: str,
    segment: Segment,
    *,
    done: int,
    missing: list[str],
    plan: Plan | None = None,
    ready_at: datetime | None = None,
) -> None:
    """Record a stored segment in the connection's transaction.

    Args:
        done: How many of the plan's files are done with it.
        missing: Those of them that no longer exist.
        plan: With the first segment.
        ready_at: With the last one, the time.

    Raises:
        Superseded: Nothing was changed.
    """
    owned = {"b_id": export.id, "b_claim": claim}
    if plan is not None:
        await connection.execute(
            SET_PLAN, {**owned, "plan": plan.content, "total": plan.total, "made_at": plan.made_at}
        )
    advanced = {
        "done": done,
        "byte_size": segment.byte_size + await _bytes_before(connection, export.id),
        "state": "working" if ready_at is None else "ready",
        "expires_at": None if ready_at is None else ready_at + KEPT_FOR,
        "more_missing": missing,
    }
    if await connection.row(ADVANCE, {**owned, **advanced}) is None:
        raise Superseded
    content = {name: getattr(segment, name) for name in ("number", "name", "byte_size", "entries", "directory")}
    await connection.execute(ADD_SEGMENT, {"export_id": export.id, **content})


async def fail(connection: Connection, export_id: str, claim: str, now: datetime) -> None:
    """Give an export up in the connection's transaction. Its member sees that for some days.

    Raises:
        Superseded: Nothing was changed.
    """
    given = {"b_id": export_id, "b_claim": claim, "expires_at": now + KEPT_FOR}
    if await connection.row(FAIL, given) is None:
        raise Superseded


async def ready_export(database: Database, account_id: str, export_id: str, now: datetime) -> Row | None:
    """The account's finished archive, if it has not expired."""
    given = {"account_id": account_id, "export_id": export_id, "now": now}
    async with database.connection() as connection:
        return await connection.row(READY_EXPORT_OF_ACCOUNT, given)


async def open_export(database: Database, account_id: str, export_id: str, session_id: str, now: datetime) -> bool:
    """Let this session, and no other one, download the account's archive for a day, as soon as it is finished. Returns
    whether there is such an export.
    """
    given = {"b_account_id": account_id, "b_export_id": export_id}
    opened = {"opened_by": session_id, "opened_until": now + OPENED_FOR}
    async with database.connection() as connection:
        return await connection.row(OPEN_EXPORT, {**given, **opened}) is not None


async def places_of_segments(database: Database, export_id: str) -> list[tuple[str, int]]:
    """The names and sizes of the objects that form the archive, in order."""
    async with database.connection() as connection:
        rows = await connection.rows(PLACES_OF_SEGMENTS, {"export_id": export_id})
    return [(row.name, row.byte_size) for row in rows]


async def _bytes_before(connection: Connection, export_id: str) -> int:
    rows = await connection.rows(PLACES_OF_SEGMENTS, {"export_id": export_id})
    return sum(row.byte_size for row in rows)
