"""What a browser was asked to prove: one row each, bound to a cookie, used once.

*Ceremony* is WebAuthn's word for the exchange between a server, a browser and an authenticator.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.identity.sessions.sessions import new_token, token_hash
from inflow.identity.tables import UNWATCHED, ceremonies
from reflow import AppError, Connection, Database, Row, statement

LIFETIME = timedelta(minutes=10)
MOST_ATTEMPTS = 5
CHALLENGE_BYTES = 32

Purpose = Literal["sign in", "second step", "add", "prove"]

ADD_CEREMONY = statement(
    sa.insert(ceremonies).values(
        id=bindparam("id"),
        purpose=bindparam("purpose"),
        account_id=bindparam("account_id"),
        challenge=bindparam("challenge"),
        cookie_hash=bindparam("cookie_hash"),
        expires_at=bindparam("expires_at"),
    )
)
COUNT_ATTEMPT = statement(
    sa.update(ceremonies)
    .where(
        ceremonies.c.cookie_hash == bindparam("b_cookie_hash"),
        ceremonies.c.purpose == bindparam("b_purpose"),
        ceremonies.c.attempts < MOST_ATTEMPTS,
        ceremonies.c.expires_at > bindparam("now"),
    )
    .values(attempts=ceremonies.c.attempts + 1)
    .returning(ceremonies.c.id, ceremonies.c.account_id, ceremonies.c.challenge),
    whole_table=UNWATCHED,
)
CONSUME_CEREMONY = statement(sa.delete(ceremonies).where(ceremonies.c.id == bindparam("id")).returning(ceremonies.c.id))
# Within a session, the newest question of a kind counts, so that repeated ones do not fill the table.
END_FORMER = statement(
    sa.delete(ceremonies).where(
        ceremonies.c.account_id == bindparam("account_id"),
        ceremonies.c.purpose == bindparam("purpose"),
        sa.or_(ceremonies.c.purpose == "add", ceremonies.c.purpose == "prove"),
    )
)
END_OF_ACCOUNT = statement(sa.delete(ceremonies).where(ceremonies.c.account_id == bindparam("account_id")))
DELETE_EXPIRED = statement(sa.delete(ceremonies).where(ceremonies.c.expires_at <= bindparam("now")))


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A ceremony that has begun.

    Attributes:
        challenge: What a passkey has to sign.
        cookie: The value of the cookie that binds it to the browser.
    """

    challenge: bytes
    cookie: str


async def begin(connection: Connection, purpose: Purpose, account_id: str | None, now: datetime) -> Ceremony:
    """Begin a ceremony for the browser that gets the cookie."""
    ceremony = Ceremony(secrets.token_bytes(CHALLENGE_BYTES), new_token())
    values = {
        "id": new_id(),
        "purpose": purpose,
        "account_id": account_id,
        "challenge": ceremony.challenge,
        "cookie_hash": token_hash(ceremony.cookie),
        "expires_at": now + LIFETIME,
    }
    await connection.rows(END_FORMER, {"account_id": account_id, "purpose": purpose})
    await connection.rows(ADD_CEREMONY, values)
    return ceremony


async def attempt(database: Database, purpose: Purpose, cookie: str | None, now: datetime) -> Row:
    """Count one attempt, in a transaction of its own, before the answer is checked.

    Raises:
        AppError: ``expired``, there is no such ceremony in this browser, or its attempts are used up.
    """
    async with database.connection() as connection:
        values = {"b_cookie_hash": token_hash(cookie or ""), "b_purpose": purpose, "now": now}
        row = await connection.row(COUNT_ATTEMPT, values)
    if row is None:
        raise expired()
    return row


async def consume(connection: Connection, ceremony: Row) -> None:
    """Use up the ceremony. Of two requests with a right answer, one succeeds.

    Raises:
        AppError: ``expired``.
    """
    if await connection.row(CONSUME_CEREMONY, {"id": ceremony.id}) is None:
        raise expired()


def expired() -> AppError:
    """The refusal of an answer that comes too late."""
    return AppError("expired", "This took too long. Please start again.", field="code")
