"""What a member signs in with, as live queries see it: no secret, and no hash of one."""

from __future__ import annotations

import hashlib
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity.tables import authenticators, passkeys, recovery_codes, sessions, trusted_devices
from reflow import QueryCtx, statement

_account_id: sa.BindParameter[str] = bindparam("account_id")
_LISTS: Final = (
    statement(sa.select(sessions.c.id).where(sessions.c.account_id == _account_id).order_by(sessions.c.id)),
    statement(
        sa.select(passkeys.c.id, passkeys.c.name, passkeys.c.last_used_at)
        .where(passkeys.c.account_id == _account_id)
        .order_by(passkeys.c.id)
    ),
    statement(sa.select(authenticators.c.confirmed_at).where(authenticators.c.account_id == _account_id)),
    statement(
        sa.select(recovery_codes.c.number)
        .where(recovery_codes.c.account_id == _account_id)
        .order_by(recovery_codes.c.number)
    ),
    statement(
        sa.select(trusted_devices.c.id, trusted_devices.c.last_used_at)
        .where(trusted_devices.c.account_id == _account_id)
        .order_by(trusted_devices.c.id)
    ),
)


async def version_of_sign_ins(ctx: QueryCtx, account_id: str) -> str:
    """A text that differs whenever one of the lists does. Their contents cannot be read from it."""
    lists = [await ctx.rows(each, account_id=account_id) for each in _LISTS]
    found = repr([[tuple(row) for row in rows] for rows in lists])
    return hashlib.sha256(found.encode()).hexdigest()[:32]
