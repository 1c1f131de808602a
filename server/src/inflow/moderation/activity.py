"""Unusual activity: the job that counts what members did within a day, so that moderators look at some of them."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import blocks
from inflow.comments.tables import comments
from inflow.flow_requests.tables import flow_requests
from inflow.moderation.opening import open_case_about_activity
from inflow.moderation.rules import ACTIVITY_FOR_CASE, ACTIVITY_WITHIN, FactKind
from inflow.moderation.subjects import Fact
from inflow.posts.tables import posts
from reflow import Database, Statement, statement
from reflow.live.engine import Engine


def _counted(
    kind: FactKind,
    member_id: sa.ColumnElement[Any],
    created_at: sa.ColumnElement[datetime],
    *only: sa.ColumnElement[bool],
) -> Statement:
    """The members of whom there are so many of these, and how many. It reads the end of the table by an index,
    which PostgreSQL chooses only for a range with two ends.
    """
    return statement(
        sa.select(member_id.label("member_id"), sa.func.count().label("count"))
        .where(created_at.between(bindparam("since"), bindparam("now")), *only)
        .group_by(member_id)
        .having(sa.func.count() >= ACTIVITY_FOR_CASE[kind]),
        whole_table="Asked every hour by a job; no query watches it.",
    )


COMMENTS = _counted("comments", comments.c.author_id, comments.c.created_at, comments.c.author_id.is_not(None))
REQUESTS = _counted("requests", flow_requests.c.sender_id, flow_requests.c.created_at)
FOTOS = _counted("fotos", posts.c.author_id, posts.c.created_at, sa.not_(posts.c.is_video))
BLOCKS = _counted("blocks", blocks.c.blocked_id, blocks.c.created_at)

_STATEMENTS: Final[dict[FactKind, Statement]] = {
    "comments": COMMENTS,
    "requests": REQUESTS,
    "fotos": FOTOS,
    "blocks": BLOCKS,
}


async def look_for_unusual_activity(database: Database, engine: Engine, now: datetime) -> None:
    """Open a case about each member who did unusually much within a day, unless there was one not long ago."""
    for user_id, facts in (await _unusual(database, now)).items():
        await engine.run_mutation(open_case_about_activity, {"user_id": user_id, "facts": facts}, None)


async def _unusual(database: Database, now: datetime) -> dict[str, list[Fact]]:
    """What was counted of each such member."""
    found: dict[str, list[Fact]] = defaultdict(list)
    async with database.connection() as connection:
        for kind, counting in _STATEMENTS.items():
            for row in await connection.rows(counting, {"since": now - ACTIVITY_WITHIN, "now": now}):
                found[row.member_id].append(Fact(what=kind, count=row.count))
    return found
