"""Deletes an account and all that the product keeps of its member, in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, challenges, limits
from inflow.identity.changes.email_change import FORMER_ADDRESSES
from inflow.identity.factors.proofs import require_proof_if_enrolled
from inflow.identity.passwords import account_passwords
from inflow.identity.passwords.reauthentication import require_fresh
from inflow.identity.sessions import sessions
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.sign_up import former_usernames
from inflow.identity.sign_up.applications import DUE_FOR_ERASURE
from inflow.identity.sign_up.invitations import FORGET_CREATOR
from inflow.identity.tables import accounts, applications, reserved_usernames
from reflow import AppError, Connection, Row, host_of, statement

MOST_ATTEMPTS = 10

DELETE_ACCOUNT = statement(sa.delete(accounts).where(accounts.c.id == bindparam("id")).returning(accounts.c.id))
RELEASE_RESERVATIONS_OF_EMAIL = statement(
    sa.delete(reserved_usernames).where(reserved_usernames.c.email == bindparam("email"))
)
JOINED_ACCOUNT = statement(
    sa.select(accounts.c.id).where(
        accounts.c.id == bindparam("id"),
        ~sa.select(applications.c.id)
        .where(applications.c.account_id == accounts.c.id, applications.c.state != "approved")
        .exists(),
    )
)


async def erase_account(setup: Setup, visitor: Visitor, session: Session, password: str) -> None:
    """Erase the session's member: all rows at once; jobs delete the files afterwards.

    Raises:
        AppError: ``invalid``, the password is missing or wrong; ``forbidden``, an account without a password, and the
            session is not fresh, or one with a second step that was not given in the last minutes; ``rate_limited``;
            ``unauthenticated``, another request deleted the account first.
    """
    now = setup.clock()
    account = await account_passwords.account_of(setup, session)
    if account.password_hash is None:
        require_fresh(session, now, "Please log in again, and delete your account within five minutes.")
    elif not password:
        raise AppError("invalid", "Please fill in all fields", field="password")
    await require_proof_if_enrolled(setup, session)
    await limits.DELETIONS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    await limits.DELETIONS.take(setup.database, limits.account_key(setup.secret, session.account_id), now)
    if account.password_hash is not None:
        await account_passwords.require_password(setup, visitor, account, password, field="password")

    async def count(connection: Connection) -> None:
        await limits.DELETED.take_with(connection, _person_key(setup, account), now)

    ended = await _erase_with_retries(setup, account, now, count)
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, account.id)
    audit.note(setup, "account deleted", peer=visitor.peer, member=account.id)


async def erase_for_operator(setup: Setup, account_id: str, note: Callable[[Connection], Awaitable[None]]) -> bool:
    """Erase a member as an operator wants it: without their password, and not counted as a deletion of theirs. Returns
    whether the account existed.

    Args:
        note: Records the erasure, in its transaction.

    Raises:
        AppError: ``conflict``, they are the only owner; ``busy``; ``unauthenticated``, it was deleted meanwhile.
    """
    async with setup.database.connection() as connection:
        account = await connection.row(account_passwords.ACCOUNT_BY_ID, {"id": account_id})
    if account is None:
        return False
    await _erase_with_retries(setup, account, setup.clock(), note)
    setup.outbox.wake()
    return True


async def erase_refused(setup: Setup) -> None:
    """Erase the applicants whom a moderator refused, once their time is over."""
    now = setup.clock()
    async with setup.database.connection() as connection:
        due = await connection.rows(DUE_FOR_ERASURE, {"now": now})
    for row in due:
        async with setup.database.connection() as connection:
            account = await connection.row(account_passwords.ACCOUNT_BY_ID, {"id": row.account_id})
        if account is None:
            continue
        try:
            ended = await _erase_with_retries(setup, account, now)
        except AppError:
            continue  # busy: the next run erases it
        for session_id in ended:
            await setup.on_revoked(session_id, account.id)
        audit.note(setup, "account deleted", peer=None, member=account.id)
    setup.outbox.wake()


async def require_account(connection: Connection, account_id: str) -> None:
    """Prove, in a serializable transaction, that a member has this account, and that it is not deleted concurrently.

    An applicant is no member yet, and stores nothing.

    Features that store rows of a member outside of calls call this first: a concurrent deletion either sees the rows or
    makes the transaction fail.

    Raises:
        AppError: ``unauthenticated``.
    """
    if await connection.row(JOINED_ACCOUNT, {"id": account_id}) is None:
        raise sessions.not_signed_in()


async def _erase_with_retries(
    setup: Setup, account: Row, now: datetime, note: Callable[[Connection], Awaitable[None]] | None = None
) -> list[str]:
    """Erase, with retries while other transactions write rows of the same member. Returns the sessions that ended."""
    for _ in range(MOST_ATTEMPTS):
        try:
            # Serializable: a concurrent mutation or upload is either seen whole or fails.
            async with setup.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
                return await _erase(setup, connection, account, now, note)
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            continue
    raise AppError("busy", "The server is busy. Please try again in a moment.")


async def _erase(
    setup: Setup,
    connection: Connection,
    account: Row,
    now: datetime,
    note: Callable[[Connection], Awaitable[None]] | None,
) -> list[str]:
    ended = await sessions.end_all(connection, account.id)
    former = await connection.rows(FORMER_ADDRESSES, {"account_id": account.id})
    if await connection.row(DELETE_ACCOUNT, {"id": account.id}) is None:
        raise sessions.not_signed_in()
    # Not before: a repeated deletion must hear that the account is gone, not that it deletes too often.
    if note is not None:
        await note(connection)
    await _forget_counters(setup, connection, account)
    await connection.rows(FORGET_CREATOR, {"b_account": account.id})
    await former_usernames.reserve(setup, connection, account.username, now)
    await setup.on_account_deleted(connection, account.id)
    if account.email is not None:
        await _forget_addresses(setup, connection, account, former)
    return ended


def _person_key(setup: Setup, account: Row) -> str:
    """The key that recognises a returning person: their address, or their account at a provider."""
    if account.email is not None:
        return limits.address_key(setup.secret, account.email)
    return limits.account_key(setup.secret, account.id)


async def _forget_addresses(setup: Setup, connection: Connection, account: Row, former: list[Row]) -> None:
    """Forget the account's address, those that it had in the last days, and one that a change waits for."""
    asked = await connection.rows(challenges.ADDRESSES_IN_BROWSERS_OF, {"email": account.email})
    for email in {account.email, *(row.email for row in (*former, *asked))}:
        await connection.rows(challenges.DELETE_CHALLENGES_OF_EMAIL, {"email": email})
        await connection.rows(RELEASE_RESERVATIONS_OF_EMAIL, {"email": email})
        await setup.outbox.forget_recipient(connection, email)
    content = setup.emails.account_deleted(account.language)
    await setup.outbox.enqueue(connection, account.email, content, leaves_nothing=True)


async def _forget_counters(setup: Setup, connection: Connection, account: Row) -> None:
    """Delete this account's counters. Emails to its address stay counted, because they still reach a person."""
    of_account = limits.account_key(setup.secret, account.id)
    for counter in limits.OF_ACCOUNT:
        await counter.forget_with(connection, of_account)
    for name in filter(None, (account.email, account.username)):
        for counter in (limits.FAILED_BY_STRANGERS, limits.LOCK_EMAILS):
            await counter.forget_with(connection, limits.name_key(setup.secret, name))
