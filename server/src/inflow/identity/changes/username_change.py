"""Changing the username. The former one stays reserved for ninety days, and only its member can take it back."""

from __future__ import annotations

from datetime import datetime

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, limits
from inflow.identity.passwords import account_passwords
from inflow.identity.rules import check_username, username_taken
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.sign_up import former_usernames
from inflow.identity.tables import UNWATCHED, accounts, reserved_usernames
from reflow import AppError, Connection, Row, statement

SET_USERNAME = statement(
    sa.update(accounts).where(accounts.c.id == bindparam("b_id")).values(username=bindparam("b_username"))
)
RESERVED_BY_SIGN_UP = statement(
    sa.select(reserved_usernames.c.username).where(
        reserved_usernames.c.username == bindparam("username"), reserved_usernames.c.expires_at > bindparam("now")
    ),
    whole_table=UNWATCHED,
)


async def change_username(setup: Setup, visitor: Visitor, session: Session, username: str) -> str:
    """Give the session's member another username. Returns it as it is stored.

    Raises:
        AppError: ``invalid``, by the rules of sign-up, or it is theirs already; ``conflict``, taken or reserved;
            ``rate_limited``.
    """
    now = setup.clock()
    if not username.strip():
        raise AppError("invalid", "Please fill in all fields", field="username")
    wanted = check_username(username, setup.profanity, setup.product)
    account = await account_passwords.account_of(setup, session)
    if wanted == account.username:
        raise AppError("invalid", "This is your username already.", field="username")
    try:
        async with setup.database.transaction() as connection:
            locked = await connection.row(account_passwords.ACCOUNT_FOR_UPDATE, {"id": account.id})
            if locked is None or locked.username != account.username:
                raise username_taken()
            await _change(setup, connection, locked, wanted, now)
    except asyncpg.UniqueViolationError:
        raise username_taken() from None
    audit.note(setup, "username changed", peer=visitor.peer, member=account.id)
    return wanted


async def _change(setup: Setup, connection: Connection, account: Row, wanted: str, now: datetime) -> None:
    is_taken = await former_usernames.is_reserved(setup, connection, wanted, now, but_for=account.id)
    is_taken = is_taken or await connection.row(RESERVED_BY_SIGN_UP, {"username": wanted, "now": now}) is not None
    if is_taken:
        raise username_taken()
    await limits.USERNAME_CHANGES.take_with(connection, limits.account_key(setup.secret, account.id), now)
    await connection.rows(SET_USERNAME, {"b_id": account.id, "b_username": wanted})
    await former_usernames.release(setup, connection, wanted)
    await former_usernames.reserve(setup, connection, account.username, now, account_id=account.id)
    await setup.on_account_changed(connection, account.id, account.email, wanted)
