"""The password of an existing account: checking and changing it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, limits
from inflow.identity.factors import ceremonies, trusted_devices
from inflow.identity.passwords.policy import check_password, telltales_of
from inflow.identity.sessions import devices, sessions
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import accounts
from reflow import AppError, Connection, Row, statement

ACCOUNT_BY_ID = statement(sa.select(accounts).where(accounts.c.id == bindparam("id")))
ACCOUNT_FOR_UPDATE = statement(
    sa.select(accounts).where(accounts.c.id == bindparam("id")).with_for_update(key_share=True)
)
ACCOUNT_WITH_PASSWORD_HASH = statement(
    sa.select(accounts.c.id)
    .where(accounts.c.id == bindparam("id"), accounts.c.password_hash == bindparam("password_hash"))
    .with_for_update(key_share=True)
)
SET_PASSWORD = statement(
    sa.update(accounts).where(accounts.c.id == bindparam("b_id")).values(password_hash=bindparam("b_password_hash"))
)


@dataclass(frozen=True, slots=True)
class ChangedPassword:
    """The new cookies of the browser that changed the password; all other browsers become unknown."""

    session_token: str
    device_token: str


async def change_password(setup: Setup, visitor: Visitor, session: Session, current: str, new: str) -> ChangedPassword:
    """Change the password. All sessions end; this browser gets a new one.

    Raises:
        AppError: ``invalid``, a field is empty or breaks a rule, or the current password is wrong; ``forbidden``, the
            account has no password; ``rate_limited``.
    """
    if not current or not new:
        raise AppError("invalid", "Please fill in all fields", field="newPassword" if current else "currentPassword")
    now = setup.clock()
    account = await account_of(setup, session)
    if account.password_hash is None:
        raise AppError("forbidden", "Your account has no password here. Change it where you log in.")
    telltales = telltales_of(setup.product, account.username, account.email)
    check_password(new, setup.policy, telltales=telltales, field="newPassword")
    counted = limits.account_key(setup.secret, account.id)
    await limits.PASSWORD_CHECKS.take(setup.database, counted, now)
    await require_password(setup, visitor, account, current, field="currentPassword")
    await limits.PASSWORD_CHECKS.forget(setup.database, counted)
    password_hash = await setup.passwords.hash(new)
    async with setup.database.transaction() as connection:
        if not await has_unchanged_password(connection, account):
            raise _wrong_password("currentPassword")
        ended = await replace_password(setup, connection, account, password_hash, now)
        _, token = await sessions.start(connection, account.id, visitor.browser, now)
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, account.id)
    audit.note(setup, "password changed", peer=visitor.peer, member=account.id)
    return ChangedPassword(token, devices.new_token(setup, account.id, password_hash, now))


async def has_unchanged_password(connection: Connection, account: Row) -> bool:
    """Whether the account still has this password hash. If so, its row is locked until the transaction ends."""
    values = {"id": account.id, "password_hash": account.password_hash}
    return await connection.row(ACCOUNT_WITH_PASSWORD_HASH, values) is not None


async def replace_password(
    setup: Setup, connection: Connection, account: Row, password_hash: str, now: datetime
) -> list[str]:
    """Store the password hash, end all sessions, and notify the owner. Returns the sessions that ended."""
    await connection.rows(SET_PASSWORD, {"b_id": account.id, "b_password_hash": password_hash})
    content = setup.emails.password_changed(account.language, setup.reset_url, now)
    await setup.outbox.enqueue(connection, account.email, content)
    # A sign-in with the former password must not go on, and no browser of its time is trusted.
    await connection.rows(ceremonies.END_OF_ACCOUNT, {"account_id": account.id})
    await connection.rows(trusted_devices.FORGET_DEVICES, {"account_id": account.id})
    return await sessions.end_all(connection, account.id)


async def account_of(setup: Setup, session: Session) -> Row:
    """The session's account.

    Raises:
        AppError: ``unauthenticated``, the account was deleted meanwhile.
    """
    async with setup.database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_ID, {"id": session.account_id})
    if account is None:
        raise sessions.not_signed_in()
    return account


async def require_password(setup: Setup, visitor: Visitor, account: Row, password: str, *, field: str) -> None:
    """Prove that the holder of the session also knows the password.

    Raises:
        AppError: ``invalid``. Not ``unauthenticated``, because the session stays valid.
    """
    if not await setup.passwords.matches(password, account.password_hash):
        audit.note(setup, "password refused", peer=visitor.peer, member=account.id)
        raise _wrong_password(field)


def _wrong_password(field: str) -> AppError:
    return AppError("invalid", "Invalid credentials", field=field)
