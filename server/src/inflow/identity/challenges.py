"""Codes by email: six digits, ten minutes, five attempts, one browser.

A code proves an address. An attempt is counted before the comparison, in its own transaction, so that simultaneous
guesses get no more than five. A resent code is a new challenge; the old code becomes invalid.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.core.ids import new_id
from inflow.identity import audit
from inflow.identity.sessions.sessions import token_hash
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import UNWATCHED, challenges
from reflow import AppError, Connection, Row, statement

LIFETIME = timedelta(minutes=10)
RESEND_AFTER = timedelta(seconds=60)
MOST_ATTEMPTS = 5
DIGITS = 6
RESENDABLE_FOR = timedelta(hours=1)
"""How long after its end a code can be resent, so that the visitor need not fill in the form again."""
PURPOSE = "e-mail code"
WRONG = "Invalid verification code"

ADD_CHALLENGE = statement(
    sa.insert(challenges).values(
        id=bindparam("id"),
        purpose=bindparam("purpose"),
        email=bindparam("email"),
        code_mac=bindparam("code_mac"),
        cookie_hash=bindparam("cookie_hash"),
        created_at=bindparam("created_at"),
        expires_at=bindparam("expires_at"),
    )
)
_OF_BROWSER = (
    challenges.c.id == bindparam("b_id"),
    challenges.c.purpose == bindparam("b_purpose"),
    challenges.c.cookie_hash == bindparam("b_cookie_hash"),
)
CHALLENGE_OF_BROWSER = statement(sa.select(challenges).where(*_OF_BROWSER))
COUNT_ATTEMPT = statement(
    sa.update(challenges)
    .where(*_OF_BROWSER, challenges.c.attempts < MOST_ATTEMPTS, challenges.c.expires_at > bindparam("now"))
    .values(attempts=challenges.c.attempts + 1)
    .returning(challenges.c.id, challenges.c.email, challenges.c.code_mac, challenges.c.attempts)
)
CONSUME_CHALLENGE = statement(
    sa.delete(challenges)
    .where(challenges.c.id == bindparam("b_id"), challenges.c.code_mac == bindparam("b_code_mac"))
    .returning(challenges.c.id)
)
DELETE_CHALLENGE = statement(sa.delete(challenges).where(challenges.c.id == bindparam("id")))
DELETE_CHALLENGES_OF_EMAIL = statement(sa.delete(challenges).where(challenges.c.email == bindparam("email")))
_OF_THIS = sa.select(challenges.c.cookie_hash).where(challenges.c.email == bindparam("email"))
ADDRESSES_IN_BROWSERS_OF = statement(
    sa.select(challenges.c.email).distinct().where(challenges.c.cookie_hash.in_(_OF_THIS)), whole_table=UNWATCHED
)
"""The addresses to which browsers that asked for a code to this address asked for codes as well."""
DELETE_EXPIRED = statement(sa.delete(challenges).where(challenges.c.expires_at <= bindparam("before")))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that waits for its code.

    Attributes:
        email: The recipient of the code.
        expires_at: The end of the code's validity.
        resend_at: The earliest time of a resend.
        code: The digits, for the email and nothing else.
    """

    id: str
    email: str
    expires_at: datetime
    resend_at: datetime
    code: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A right code; consume it in the transaction of the change that it permits."""

    challenge_id: str
    email: str
    code_mac: bytes


async def issue(
    connection: Connection, secret: Secret, *, purpose: str, email: str, cookie: str, now: datetime
) -> Challenge:
    """Create a challenge for the browser that holds this cookie."""
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    challenge = Challenge(new_id(), email, now + LIFETIME, now + RESEND_AFTER, code)
    values = {
        "id": challenge.id,
        "purpose": purpose,
        "email": email,
        "code_mac": secret.mac(PURPOSE, challenge.id, code),
        "cookie_hash": token_hash(cookie),
        "created_at": now,
        "expires_at": challenge.expires_at,
    }
    await connection.rows(ADD_CHALLENGE, values)
    return challenge


async def find(connection: Connection, *, purpose: str, challenge_id: str, cookie: str) -> Row | None:
    """The challenge, if this browser requested it; it may have expired."""
    return await connection.row(CHALLENGE_OF_BROWSER, _browser_key(purpose, challenge_id, cookie))


async def verify_code(
    setup: Setup, visitor: Visitor, *, purpose: str, challenge_id: str, code: str, now: datetime, refusal: str = WRONG
) -> Proof:
    """Count one attempt and compare the code.

    Args:
        setup: Identity.
        visitor: The browser that sends the code.
        purpose: The challenge's purpose.
        challenge_id: The challenge.
        code: As typed.
        now: The time.
        refusal: The message for a wrong code.

    Raises:
        AppError: ``invalid``, the code is wrong or this browser requested none; ``expired``, the challenge has ended,
            and the visitor has to request another code.
    """
    mine = _browser_key(purpose, challenge_id, visitor.challenge or "")
    async with setup.database.transaction() as connection:
        row = await connection.row(COUNT_ATTEMPT, mine | {"now": now})
        known = row is not None or await connection.row(CHALLENGE_OF_BROWSER, mine) is not None
    if row is not None and hmac.compare_digest(row.code_mac, setup.secret.mac(PURPOSE, challenge_id, code.strip())):
        return Proof(row.id, row.email, row.code_mac)
    audit.note(setup, "code refused", peer=visitor.peer, name=row.email if row is not None else None)
    has_expired = known if row is None else row.attempts >= MOST_ATTEMPTS
    raise challenge_expired() if has_expired else wrong_code(refusal)


async def consume(connection: Connection, proof: Proof) -> None:
    """Use up the code. Of two requests with the same right code, one succeeds.

    Raises:
        AppError: ``expired``, the code was used before.
    """
    if await connection.row(CONSUME_CHALLENGE, {"b_id": proof.challenge_id, "b_code_mac": proof.code_mac}) is None:
        raise challenge_expired()


def wrong_code(refusal: str = WRONG) -> AppError:
    """The refusal of a wrong code."""
    return AppError("invalid", refusal, field="code")


def challenge_expired() -> AppError:
    """The refusal of any code after the end of a challenge."""
    return AppError("expired", "This code is no longer valid. Please ask for a new one.", field="code")


def _browser_key(purpose: str, challenge_id: str, cookie: str) -> dict[str, object]:
    return {"b_id": challenge_id, "b_purpose": purpose, "b_cookie_hash": token_hash(cookie)}
