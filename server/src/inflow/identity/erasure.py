"""Deletes an account and all that the product keeps of its member, in one transaction."""

from __future__ import annotations

from datetime import datetime, timedelta

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, challenges, emails, limits
from inflow.identity.passwords import account_passwords
from inflow.identity.sessions import sessions
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.sign_up import former_usernames
from inflow.identity.tables import accounts, reserved_usernames
from reflow.errors import AppError
from reflow.limits.hosts import host_of
from reflow.postgres.database import Connection, Row
from reflow.statements import statement

MOST_ATTEMPTS = 10
PROVED_FOR = timedelta(minutes=5)

DELETE_ACCOUNT = statement(sa.delete(accounts).where(accounts.c.id == bindparam("id")).returning(accounts.c.id))
RELEASE_RESERVATIONS_OF_EMAIL = statement(
    sa.delete(reserved_usernames).where(reserved_usernames.c.email == bindparam("email"))
)
ACCOUNT_EXISTS = statement(sa.select(accounts.c.id).where(accounts.c.id == bindparam("id")))


async def erase_account(setup: Setup, visitor: Visitor, session: Session, password: str) -> None:
    """Erase the member whose session this is. When it returns, nothing of them is left but what jobs still remove.

    Raises:
        AppError: ``invalid``, the password is missing or another; ``forbidden``, an account without a password was
            signed in to too long ago; ``rate_limited``; ``unauthenticated``, somebody with the same account was
            faster.
    """
    now = setup.clock()
    account = await account_passwords.account_of(setup, session)
    if account.password_hash is None:
        require_fresh(session, now, "Please log in again, and delete your account within five minutes.")
    elif not password:
        raise AppError("invalid", "Please fill in all fields", field="password")
    await limits.DELETIONS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    await limits.DELETIONS.take(setup.database, limits.account_key(setup.secret, session.account_id), now)
    if account.password_hash is not None:
        await account_passwords.require_password(setup, visitor, account, password, field="password")
    ended = await _erase_with_retries(setup, account, now)
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, account.id)
    audit.note(setup, "account deleted", peer=visitor.peer, member=account.id)


def require_fresh(session: Session, now: datetime, otherwise: str) -> None:
    """An account without a password is proved where it was signed in to, and that must be a moment ago.

    Raises:
        AppError: ``forbidden``.
    """
    if now - session.created_at > PROVED_FOR:
        raise AppError("forbidden", otherwise)


async def require_account(connection: Connection, account_id: str) -> None:
    """Prove, in a serializable transaction, that the account is there and is not being deleted meanwhile.

    What a feature stores for a member outside of calls is stored behind this: a deletion that it overlaps with either
    sees what was stored or fails it.

    Raises:
        AppError: ``unauthenticated``.
    """
    if await connection.row(ACCOUNT_EXISTS, {"id": account_id}) is None:
        raise sessions.not_signed_in()


async def _erase_with_retries(setup: Setup, account: Row, now: datetime) -> list[str]:
    """Erase, again and again while something else writes about the same member; the sessions that ended."""
    for _ in range(MOST_ATTEMPTS):
        try:
            # Serializable: a mutation or upload that runs meanwhile is seen whole, or fails.
            async with setup.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
                return await _erase(setup, connection, account, now)
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            continue
    raise AppError("busy", "The server is busy. Please try again in a moment.")


async def _erase(setup: Setup, connection: Connection, account: Row, now: datetime) -> list[str]:
    ended = await sessions.end_all(connection, account.id)
    if await connection.row(DELETE_ACCOUNT, {"id": account.id}) is None:
        raise sessions.not_signed_in()
    await limits.DELETED.take_with(connection, _person_key(setup, account), now)
    await _forget_counters(setup, connection, account)
    await former_usernames.reserve(setup, connection, account.username, now)
    await setup.on_account_deleted(connection, account.id)
    if account.email is not None:
        await _forget_address(setup, connection, account.email)
    return ended


def _person_key(setup: Setup, account: Row) -> str:
    """Who leaves, as far as they are the same person when they come back: by their address, or their provider."""
    if account.email is not None:
        return limits.address_key(setup.secret, account.email)
    return limits.account_key(setup.secret, account.id)


async def _forget_address(setup: Setup, connection: Connection, email: str) -> None:
    await connection.rows(challenges.DELETE_CHALLENGES_OF_EMAIL, {"email": email})
    await connection.rows(RELEASE_RESERVATIONS_OF_EMAIL, {"email": email})
    await setup.outbox.forget_recipient(connection, email)
    await setup.outbox.enqueue(connection, email, emails.account_deleted(setup.product), leaves_nothing=True)


async def _forget_counters(setup: Setup, connection: Connection, account: Row) -> None:
    """Forget what was counted for this account. Emails to its address stay counted: they still reach a person."""
    of_account = limits.account_key(setup.secret, account.id)
    for counter in (limits.DELETIONS, limits.PASSWORD_CHECKS, limits.SIGN_INS_OF_KNOWN, limits.RESET_MAILS_OF_KNOWN):
        await counter.forget_with(connection, of_account)
    for name in filter(None, (account.email, account.username)):
        for counter in (limits.FAILED_BY_STRANGERS, limits.LOCK_EMAILS):
            await counter.forget_with(connection, limits.name_key(setup.secret, name))
