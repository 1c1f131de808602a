"""Accounts of other issuers.

They have no address and no password here, so neither can be guessed, reset or confused: only a sign-in at that issuer
gives access to them. Their sessions are like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, challenges
from inflow.identity.rules import TERMS_VERSION, username_taken
from inflow.identity.sessions import sessions
from inflow.identity.setup import NewAccount, Setup, Visitor
from inflow.identity.sign_up import former_usernames
from inflow.identity.sign_up.applications import join_or_apply
from inflow.identity.sign_up.denied_hosts import require_allowed_host
from inflow.identity.sign_up.sign_up import RELEASE_USERNAME, RESERVE_USERNAME
from inflow.identity.suspensions import is_suspended, require_not_suspended
from inflow.identity.tables import accounts
from reflow import Connection, statement

ACCOUNT_EXISTS = statement(sa.select(accounts.c.id).where(accounts.c.id == bindparam("id")))
ADD_FEDERATED_ACCOUNT = statement(
    sa.insert(accounts).values(
        id=bindparam("id"),
        username=bindparam("username"),
        created_at=bindparam("created_at"),
        terms_version=bindparam("terms_version"),
        terms_accepted_at=bindparam("created_at"),
        language=bindparam("language"),
    )
)


@dataclass(frozen=True, slots=True)
class NewMember:
    """A new member, signed in. An applicant, who waits for a moderator, has no user."""

    user: dict[str, Any] | None
    session_token: str


async def account_exists(connection: Connection, account_id: str) -> bool:
    """Whether there is such an account."""
    return await connection.row(ACCOUNT_EXISTS, {"id": account_id}) is not None


async def may_use_token(connection: Connection, account_id: str) -> bool:
    """Whether a provider's own token lets its subject in: the account exists and is not suspended."""
    return await account_exists(connection, account_id) and not await is_suspended(connection, account_id)


async def open_session(setup: Setup, account_id: str, *, former_session: str | None, browser: str) -> str | None:
    """Open a session and end the browser's former one. Returns the cookie's value; None for an unknown account.

    Raises:
        AppError: ``suspended``.
    """
    now, ended = setup.clock(), None
    async with setup.database.transaction() as connection:
        if not await account_exists(connection, account_id):
            return None
        await require_not_suspended(connection, setup.secret, account_id)
        if former_session is not None:
            ended = await connection.row(sessions.END_SESSION, {"id": former_session})
        _, token = await sessions.start(connection, account_id, browser, now)
    if ended is not None:
        await setup.on_revoked(ended.id, ended.account_id)
    return token


async def create_account(
    setup: Setup, connection: Connection, account: NewAccount, visitor: Visitor, invitation: str = "", reason: str = ""
) -> NewMember:
    """Create account, member and session in the caller's transaction. Only the product stores the address.

    Raises:
        AppError: ``conflict``, the username is taken, reserved, or was a former member's; ``forbidden`` or ``expired``,
            they may not sign up; ``invalid``, a reason is needed.
        asyncpg.UniqueViolationError: Another request took username or account at the same moment.
    """
    now = account.created_at
    tag = audit.host_tag(setup.secret, visitor.peer)
    await require_allowed_host(connection, setup.entry.denied_hosts, visitor.peer, tag, now)
    held = {"username": account.username, "email": account.id, "expires_at": now + challenges.LIFETIME, "now": now}
    reserved = await connection.row(RESERVE_USERNAME, held) is not None
    if not reserved or await former_usernames.is_reserved(setup, connection, account.username, now):
        raise username_taken()
    values = {"id": account.id, "username": account.username, "created_at": now, "terms_version": TERMS_VERSION}
    await connection.rows(ADD_FEDERATED_ACCOUNT, values | {"language": visitor.language})
    words = await setup.entry.require_reason(connection, invitation, reason, now)
    is_invited = await setup.entry.use_invitation(connection, invitation, account.id, now)
    await connection.rows(RELEASE_USERNAME, {"username": account.username})
    user = await join_or_apply(setup, connection, account, words, is_invited=is_invited)
    _, token = await sessions.start(connection, account.id, visitor.browser, now)
    return NewMember(user, token)
