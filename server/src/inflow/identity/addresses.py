"""Changing the email address of an account, for an operator who has made sure who asks."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity.rules import check_email
from inflow.identity.tables import accounts
from reflow import Connection, statement

SET_EMAIL_OF_ACCOUNT = statement(
    sa.update(accounts)
    .where(accounts.c.id == bindparam("b_id"), accounts.c.email.is_not(None))
    .values(email=bindparam("b_email"))
    .returning(accounts.c.id)
)


async def change_address(connection: Connection, account_id: str, email: str) -> str | None:
    """Give an account another address, from now on also for codes. Open sessions stay open.

    Returns:
        The address as it is stored; None for an account of a hosted provider, which has none here.

    Raises:
        AppError: ``invalid``, it is no address.
        asyncpg.UniqueViolationError: Another account has it.
    """
    address = check_email(email)
    changed = await connection.row(SET_EMAIL_OF_ACCOUNT, {"b_id": account_id, "b_email": address})
    return None if changed is None else address
