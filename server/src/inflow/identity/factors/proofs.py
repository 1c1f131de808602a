"""Step-up authentication: proving to be the owner once more, within a session, before what cannot be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit
from inflow.identity.factors import ceremonies, second_step
from inflow.identity.factors.rules import PROVE_FIRST, PROVED_FOR, SECOND_STEP
from inflow.identity.factors.second_step import Answer, SecondStep
from inflow.identity.passwords import account_passwords, reauthentication
from inflow.identity.sessions import devices, sessions
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import UNWATCHED
from inflow.identity.tables import sessions as sessions_table
from reflow import AppError, Connection, statement

PROVED_AT: Final = statement(
    sa.select(sessions_table.c.account_id, sessions_table.c.proved_at).where(
        sessions_table.c.id == bindparam("session_id")
    ),
    whole_table=UNWATCHED,
)


async def begin(setup: Setup, session: Session) -> SecondStep | None:
    """Ask for a second step; None where the account has none, and its password proves the owner."""
    now = setup.clock()
    async with setup.database.transaction() as connection:
        methods = await second_step.methods_of(setup, connection, session.account_id)
        if not methods:
            return None
        return await second_step.begin(setup, connection, session.account_id, "prove", methods, now)


async def complete(setup: Setup, visitor: Visitor, session: Session, password: str, answer: Answer) -> str | None:
    """Prove to be the owner: by a second step, or by the password where the account has none.

    Returns:
        The session cookie's new value, as after each authentication; None if another request has just changed it.

    Raises:
        AppError: ``invalid``, the answer is missing or wrong; ``expired``; ``forbidden``, an account without a
            password, and the session is not fresh; ``rate_limited``.
    """
    now = setup.clock()
    async with setup.database.connection() as connection:
        methods = await second_step.methods_of(setup, connection, session.account_id)
    if not methods:
        await reauthentication.reauthenticate(setup, visitor, session, password)
        async with setup.database.transaction() as connection:
            await sessions.record_proof(connection, session, now)
            return await sessions.rotate(connection, session, now, after=timedelta())
    account = await account_passwords.account_of(setup, session)
    device = devices.recognise(setup, visitor.device, account, now)
    ceremony = await ceremonies.attempt(setup.database, "prove", visitor.ceremony, now)
    if ceremony.account_id != account.id:
        raise ceremonies.expired()
    await second_step.count(setup, account.id, device, answer, now)
    try:
        async with setup.database.transaction() as connection:
            await second_step.prove(setup, connection, account, answer, ceremony)
            await second_step.forget_count(setup, connection, account.id, device)
            await sessions.record_proof(connection, session, now)
            renewed = await sessions.rotate(connection, session, now, after=timedelta())
    except AppError:
        audit.note(setup, "second step refused", peer=visitor.peer, member=account.id)
        raise
    setup.outbox.wake()
    audit.note(setup, "owner proved", peer=visitor.peer, member=account.id)
    return renewed


def require_proof(session: Session, now: datetime) -> None:
    """Check that the session's holder proved to be the owner in the last five minutes.

    Raises:
        AppError: ``forbidden``, with the field by which the web app knows to ask.
    """
    if not is_recent(session.proved_at, now):
        raise prove_first()


async def require_proof_if_enrolled(setup: Setup, session: Session) -> None:
    """The same for members with a second step; others have no other proof than their password.

    Raises:
        AppError: ``forbidden``.
    """
    async with setup.database.connection() as connection:
        methods = await second_step.methods_of(setup, connection, session.account_id)
    if methods:
        require_proof(session, setup.clock())


async def has_recent_proof(connection: Connection, session_id: str, now: datetime) -> bool:
    """Whether this session's holder proved to be the owner in the last five minutes."""
    row = await connection.row(PROVED_AT, {"session_id": session_id})
    return row is not None and is_recent(row.proved_at, now)


def is_recent(proved_at: datetime | None, now: datetime) -> bool:
    """Whether a proof still counts."""
    return proved_at is not None and now - proved_at <= PROVED_FOR


def prove_first() -> AppError:
    """The refusal without a recent proof."""
    return AppError("forbidden", PROVE_FIRST, field=SECOND_STEP)
