"""How an import advances: only the newest job that took it up changes it.

A job takes an import up with a claim of its own. Every later statement names that claim, so a job that was believed
dead and goes on, or a second one, changes nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import JSONB, insert

from inflow.core.tables import INSTANT, TEXT
from inflow.imports.mutations import JOB, REMOVAL, START
from inflow.imports.planning import Item, Plan
from inflow.imports.rules import ANOTHER_IMPORT, ImportId, Source
from inflow.imports.tables import import_items, imports
from inflow.members.tables import users
from inflow.posts.rules import PostType
from reflow import AppError, Connection, MutationCtx, Row, statement
from reflow.contrib.jobs import defer

_CLAIMED = sa.and_(
    imports.c.id == bindparam("b_id"),
    imports.c.claim == bindparam("b_claim"),
    sa.or_(imports.c.state == "reading", imports.c.state == "working"),
)
_ITEM = sa.and_(import_items.c.import_id == bindparam("b_id"), import_items.c.number == bindparam("b_number"))
_BATCH = 1_000
_COUNTS = ("done", "skipped", "refused")

BEGIN_IMPORT = statement(
    insert(imports)
    .values({name: bindparam(name) for name in ("id", "user_id", "file_name", "byte_size")} | {"state": "reading"})
    .on_conflict_do_update(
        index_elements=["id"],
        set_={"state": "reading", "byte_size": bindparam("byte_size")},
        where=sa.and_(imports.c.state == "uploading", imports.c.user_id == bindparam("user_id")),
    )
    .returning(imports.c.id)
)
TAKE_UP = statement(
    sa.update(imports)
    .where(imports.c.id == bindparam("b_id"), sa.or_(imports.c.state == "reading", imports.c.state == "working"))
    .values(claim=bindparam("claim"), attempts=imports.c.attempts + 1)
    .returning(*(column for column in imports.columns if column.name != "claim"))
)
OWNER = statement(sa.select(users.c.id, users.c.clerk_id, users.c.nook).where(users.c.id == bindparam("user_id")))
_ROWS = (
    sa.func.jsonb_to_recordset(bindparam("rows", type_=JSONB))
    .table_valued(
        sa.column("number", sa.Integer),
        sa.column("key", sa.Text),
        sa.column("at", INSTANT),
        sa.column("content", JSONB),
        sa.column("state", sa.Text),
        sa.column("why", sa.Text),
    )
    .render_derived("given", with_types=True)
)
ADD_ITEMS = statement(
    sa.insert(import_items).from_select(
        ["import_id", "number", "key", "at", "content", "state", "why"],
        sa.select(
            *(bindparam("import_id", type_=TEXT), _ROWS.c.number, _ROWS.c.key, _ROWS.c.at, _ROWS.c.content),
            *(_ROWS.c.state, _ROWS.c.why),
        ),
    )
)
SET_READY = statement(
    sa.update(imports)
    .where(_CLAIMED)
    .values(
        {name: bindparam(name) for name in ("source", "total", "skipped", "refused", "contents")}
        | {"state": "ready", "attempts": 0, "failure_code": None, "failure_words": None}
    )
    .returning(imports.c.id)
)
LOCK_CLAIMED = statement(
    sa.select(imports.c.id, imports.c.user_id, imports.c.source, imports.c.audience).where(_CLAIMED).with_for_update()
)
WAITING_ITEMS = statement(
    sa.select(*import_items.columns)
    .where(import_items.c.import_id == bindparam("import_id"), import_items.c.state == "waiting")
    .order_by(import_items.c.number)
    .limit(bindparam("most"))
)
SETTLE_ITEM = statement(
    sa.update(import_items)
    .where(_ITEM, import_items.c.state == "waiting")
    .values(
        state=bindparam("state"),
        why=sa.func.coalesce(bindparam("why", type_=sa.Text), import_items.c.why),
        post_id=bindparam("post_id", type_=TEXT),
    )
    .returning(import_items.c.number)
)
COUNT_ITEM = statement(
    sa.update(imports)
    .where(imports.c.id == bindparam("b_id"))
    .values(
        {name: getattr(imports.c, name) + bindparam(f"b_{name}", type_=sa.Integer) for name in _COUNTS}
        | {"attempts": 0, "failure_code": None, "failure_words": None}
    )
)
PAUSE = statement(
    sa.update(imports)
    .where(_CLAIMED)
    .values(attempts=bindparam("attempts"), failure_code=bindparam("code"), failure_words=bindparam("words"))
    .returning(imports.c.id)
)
FINISH = statement(
    sa.update(imports)
    .where(_CLAIMED)
    .values(
        {name: bindparam(name) for name in ("state", "failure_code", "failure_words")}
        | {"finished_at": sa.func.clock_timestamp()}
    )
    .returning(imports.c.id)
)


class Superseded(Exception):
    """The import was cancelled or deleted, or another job has taken it up."""


async def begin_import(
    connection: Connection, user_id: str, *, import_id: ImportId, file_name: str, byte_size: int
) -> None:
    """Have an archive read whose segments are in the store under the import's id, in the connection's transaction. The
    import may exist in the state `uploading`; otherwise it is added.

    Raises:
        AppError: `conflict`, the member has another unfinished import, or this one is no longer uploading.
    """
    await add_import(connection, user_id, import_id=import_id, file_name=file_name, byte_size=byte_size)
    await defer(connection, JOB, {"import_id": import_id})


async def add_import(
    connection: Connection, user_id: str, *, import_id: ImportId, file_name: str, byte_size: int
) -> None:
    """Add an import to be read, without a job that reads it. Otherwise as `begin_import`."""
    given = {"id": import_id, "user_id": user_id, "file_name": file_name, "byte_size": byte_size}
    try:
        begun = await connection.row(BEGIN_IMPORT, given)
    except asyncpg.UniqueViolationError:
        begun = None
    if begun is None:
        raise AppError("conflict", ANOTHER_IMPORT)


async def set_started(connection: Connection, import_id: ImportId, audience: PostType) -> None:
    """Start an import that is ready, without a job that brings its items."""
    await connection.execute(START, {"b_id": import_id, "audience": audience})


async def take_up(connection: Connection, import_id: str, claim: str) -> Row | None:
    """The import, which from now on only this claim advances; None if it is gone, waits for its member or is finished.

    `failure_code` and `failure_words` are those with which it waited.
    """
    return await connection.row(TAKE_UP, {"b_id": import_id, "claim": claim})


async def store_plan(
    connection: Connection, import_id: str, claim: str, source: Source, made: Plan, skipped: int
) -> None:
    """Store the items of an archive that was read, in the connection's transaction.

    Raises:
        Superseded: Nothing may be committed.
    """
    given = {
        "source": source,
        "total": len(made.items),
        "skipped": skipped,
        "refused": sum(each.state == "refused" for each in made.items),
        "contents": made.contents,
    }
    if await connection.row(SET_READY, {"b_id": import_id, "b_claim": claim, **given}) is None:
        raise Superseded
    rows = [_row(number, each) for number, each in enumerate(made.items)]
    for start in range(0, len(rows), _BATCH):
        await connection.execute(ADD_ITEMS, {"import_id": import_id, "rows": rows[start : start + _BATCH]})


async def require_claim(ctx: MutationCtx, import_id: str, claim: str) -> Row:
    """The import, locked until the transaction ends.

    Raises:
        Superseded: Nothing may be changed.
    """
    row = await ctx.row(LOCK_CLAIMED, b_id=import_id, b_claim=claim)
    if row is None:
        raise Superseded
    return row


async def settle(
    ctx: MutationCtx, import_id: str, number: int, state: str, *, why: str | None = None, post_id: str | None = None
) -> None:
    """Mark an item of a claimed import as done, skipped or refused, and count it.

    Raises:
        Superseded: It was settled already.
    """
    given = {"b_id": import_id, "b_number": number, "state": state, "why": why, "post_id": post_id}
    if await ctx.row(SETTLE_ITEM, **given) is None:
        raise Superseded
    await ctx.execute(COUNT_ITEM, b_id=import_id, **{f"b_{name}": int(name == state) for name in _COUNTS})


async def pause(
    ctx: MutationCtx, import_id: str, claim: str, refusal: AppError, until: datetime, attempts: int = 0
) -> None:
    """Have a claimed import go on later, and say why it waits.

    Args:
        attempts: How many jobs failed to bring its next item.

    Raises:
        Superseded: Nothing was changed.
    """
    given = {"b_id": import_id, "b_claim": claim, "code": refusal.code, "words": refusal.message}
    if await ctx.row(PAUSE, **given, attempts=attempts) is None:
        raise Superseded
    await ctx.defer_until(until, JOB, import_id=import_id)


async def finish(ctx: MutationCtx, import_id: str, claim: str, failure: AppError | None = None) -> None:
    """End a claimed import, and delete its archive.

    Raises:
        Superseded: Nothing was changed.
    """
    given = {
        "state": "done" if failure is None else "failed",
        "failure_code": None if failure is None else failure.code,
        "failure_words": None if failure is None else failure.message,
    }
    if await ctx.row(FINISH, b_id=import_id, b_claim=claim, **given) is None:
        raise Superseded
    await ctx.defer(REMOVAL, import_id=import_id)


def _row(number: int, item: Item) -> dict[str, Any]:
    return {"number": number, **item._asdict()}
