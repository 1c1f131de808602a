"""Connects and parts two members. Only this module writes connections, so both rows and both counts change together."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.connections.tables import connections
from inflow.curators.counting import count, count_back
from reflow import MutationCtx, statement

CONNECT = statement(
    insert(connections)
    .values(member_id=bindparam("member_id"), other_id=bindparam("other_id"), asked=bindparam("asked"))
    .on_conflict_do_nothing()
    .returning(connections.c.member_id)
)
SEVER = statement(
    sa.delete(connections)
    .where(connections.c.member_id == bindparam("member_id"), connections.c.other_id == bindparam("other_id"))
    .returning(connections.c.created_at)
)


async def connect(ctx: MutationCtx, a: str, b: str) -> bool:
    """Connect two users; `a` is the one who sent the request. Returns False if they were connected before."""
    for here, there in sorted(((a, b), (b, a))):
        if await ctx.row(CONNECT, member_id=here, other_id=there, asked=here == a) is None:
            return False
    for each in sorted((a, b)):
        await count(ctx, each, "syncs")
    return True


async def sever(ctx: MutationCtx, a: str, b: str) -> bool:
    """Part two users. Returns whether they were connected."""
    # Always in the same order: in opposite orders two concurrent calls could deadlock.
    begun: list[datetime] = []
    for here, there in sorted(((a, b), (b, a))):
        gone = await ctx.row(SEVER, member_id=here, other_id=there)
        if gone is None:
            return False
        begun = [gone.created_at]
    for each in sorted((a, b)):
        await count_back(ctx, each, "syncs", begun)
    return True
