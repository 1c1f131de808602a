"""Granting roles, setting restrictions, and noting second steps. The callers check who may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.standing.rules import Role
from inflow.standing.tables import restrictions, roles, second_steps
from reflow import Row, statement

Rows = Callable[..., Awaitable[list[Row]]]
"""Runs a statement in the caller's transaction, as `MutationCtx.rows` does."""

SET_ROLE = statement(
    insert(roles)
    .values(user_id=bindparam("user_id"), role=bindparam("role"))
    .on_conflict_do_update(index_elements=[roles.c.user_id], set_={"role": bindparam("role")})
)
REMOVE_ROLE = statement(sa.delete(roles).where(roles.c.user_id == bindparam("user_id")))
OWNERS = statement(
    sa.select(roles.c.user_id).where(roles.c.role == "owner").with_for_update(),
    whole_table="A handful of rows, read before a change.",
)
RESTRICT = statement(
    insert(restrictions)
    .values(user_id=bindparam("user_id"), until=bindparam("until"))
    .on_conflict_do_update(index_elements=[restrictions.c.user_id], set_={"until": bindparam("until")})
)
NOTE_SECOND_STEP = statement(
    insert(second_steps)
    .values(user_id=bindparam("user_id"))
    .on_conflict_do_nothing(index_elements=[second_steps.c.user_id])
)
FORGET_SECOND_STEP = statement(sa.delete(second_steps).where(second_steps.c.user_id == bindparam("user_id")))
LIFT_RESTRICTION = statement(sa.delete(restrictions).where(restrictions.c.user_id == bindparam("user_id")))


async def set_role(rows: Rows, user_id: str, role: Role) -> None:
    """Give a user this role in place of the one before."""
    if role == "member":
        await rows(REMOVE_ROLE, user_id=user_id)
    else:
        await rows(SET_ROLE, user_id=user_id, role=role)


async def is_only_owner(rows: Rows, user_id: str) -> bool:
    """Whether this user is the only owner; it stays so until the transaction ends."""
    return [row.user_id for row in await rows(OWNERS)] == [user_id]


async def restrict(rows: Rows, user_id: str, until: datetime) -> None:
    """Let a user write nothing until the restriction is lifted, at the announced time or before."""
    await rows(RESTRICT, user_id=user_id, until=until)


async def lift_restriction(rows: Rows, user_id: str) -> None:
    """Let a user write again. Without a restriction it does nothing."""
    await rows(LIFT_RESTRICTION, user_id=user_id)


async def note_second_step(rows: Rows, user_id: str, *, has_one: bool) -> None:
    """Note whether a user's account has a second step, in the transaction that changes it."""
    await rows(NOTE_SECOND_STEP if has_one else FORGET_SECOND_STEP, user_id=user_id)
