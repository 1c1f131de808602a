"""Which members are connected."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.connections.tables import connections
from inflow.members.access import caller
from inflow.members.rules import UserId
from reflow import QueryCtx, ReadCtx, internal_query, statement


def connected_to(column: sa.ColumnElement[Any], viewer: sa.ColumnElement[Any] | None = None) -> sa.ColumnElement[bool]:
    """The condition that the viewer, by default `:viewer`, is connected to the member in this column; both are users'
    ids.
    """
    viewer = bindparam("viewer") if viewer is None else viewer
    pair = sa.select(connections.c.other_id).where(connections.c.member_id == viewer, connections.c.other_id == column)
    return pair.exists()


_theirs = connections.alias("theirs")
IN_COMMON = statement(
    sa.select(connections.c.other_id)
    .join(_theirs, sa.and_(_theirs.c.member_id == bindparam("other_id"), _theirs.c.other_id == connections.c.other_id))
    .where(connections.c.member_id == bindparam("member_id"))
    .limit(1)
)
CONNECTION_IDS = statement(
    sa.select(connections.c.other_id)
    .where(connections.c.member_id == bindparam("member_id"))
    .order_by(connections.c.other_id)
)
CONNECTION_OF_PAIR = statement(
    sa.select(connections.c.other_id).where(
        connections.c.member_id == bindparam("member_id"), connections.c.other_id == bindparam("other_id")
    )
)


@internal_query
async def connection_ids(ctx: QueryCtx) -> list[UserId]:
    """The users to whom the caller is connected."""
    member = await ctx.run(caller)
    return [] if member is None else [row.other_id for row in await ctx.rows(CONNECTION_IDS, member_id=member.id)]


@internal_query
async def is_connected(ctx: QueryCtx, *, one: UserId, other: UserId) -> bool:
    """Whether two users are connected."""
    return await ctx.row(CONNECTION_OF_PAIR, member_id=one, other_id=other) is not None


async def are_connected(ctx: ReadCtx, one: str, other: str) -> bool:
    return await ctx.run(is_connected, one=UserId(one), other=UserId(other))


async def have_in_common(ctx: ReadCtx, one: str, other: str) -> bool:
    """Whether some member is connected to both."""
    return await ctx.row(IN_COMMON, member_id=one, other_id=other) is not None
