"""Making, listing and revoking invitations. The callers check who may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.identity.tables import invitations
from reflow import Row, statement

Rows = Callable[..., Awaitable[list[Row]]]
"""Runs a statement in the caller's transaction, as `MutationCtx.rows` does."""

INVITATIONS_OF = statement(
    sa.select(
        invitations.c.id,
        invitations.c.created_by,
        invitations.c.most,
        invitations.c.uses,
        invitations.c.created_at,
        invitations.c.expires_at,
        invitations.c.revoked_at,
    )
    .where(invitations.c.created_by == bindparam("account_id"))
    .order_by(invitations.c.created_at.desc(), invitations.c.id.desc())
    .limit(100)
)
ADD_INVITATION = statement(
    sa.insert(invitations).values(
        {name: bindparam(name) for name in ("id", "created_by", "most", "created_at", "expires_at")}
    )
)
REVOKE_INVITATION = statement(
    sa.update(invitations)
    .where(
        invitations.c.id == bindparam("b_id"),
        invitations.c.created_by == bindparam("b_account"),
        invitations.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("now"))
    .returning(invitations.c.id)
)
FORGET_CREATOR = statement(
    sa.update(invitations)
    .where(invitations.c.created_by == bindparam("b_account"))
    .values(created_by="", revoked_at=sa.func.coalesce(invitations.c.revoked_at, sa.func.now()))
)


async def add_invitation(rows: Rows, account_id: str, most: int, now: datetime, expires_at: datetime) -> str:
    """Store an invitation for so many people; returns its id, which is the secret in its link."""
    invitation_id = new_id()
    await rows(
        ADD_INVITATION, id=invitation_id, created_by=account_id, most=most, created_at=now, expires_at=expires_at
    )
    return invitation_id


async def revoke_invitation(rows: Rows, account_id: str, invitation_id: str, now: datetime) -> bool:
    """Revoke an invitation of this account; returns whether there was one."""
    return bool(await rows(REVOKE_INVITATION, b_id=invitation_id, b_account=account_id, now=now))
