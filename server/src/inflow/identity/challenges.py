"""Codes by e-mail: six digits, ten minutes, five tries, one browser.

A code proves an address. An attempt is counted before it is compared, in a transaction of its own, so that no crowd
of simultaneous guesses gets more than five. A resent code is a new challenge: nothing of the old one stays valid.
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
from inflow.identity.tables import challenges
from reflow.errors import AppError
from reflow.postgres.database import Connection, Row
from reflow.statements import statement

LIFETIME = timedelta(minutes=10)
RESEND_AFTER = timedelta(seconds=60)
MOST_ATTEMPTS = 5
DIGITS = 6
RESENDABLE_FOR = timedelta(hours=1)
"""How long after its end a challenge can still be sent anew, so that the form need not be filled in again."""
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
DELETE_EXPIRED = statement(sa.delete(challenges).where(challenges.c.expires_at <= bindparam("before")))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A code that is waited for.

    Attributes:
        id: Its name.
        email: Where the code went.
        expires_at: Until when the code is good.
        resend_at: From when another may be asked for.
        code: The digits, for the email and nothing else.
    """

    id: str
    email: str
    expires_at: datetime
    resend_at: datetime
    code: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A code that came back right; spend it in the transaction that does what it proves."""

    challenge_id: str
    email: str
    code_mac: bytes


async def issue(
    connection: Connection, secret: Secret, *, purpose: str, email: str, cookie: str, now: datetime
) -> Challenge:
    """Wait for a new code from the browser that holds this cookie."""
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    challenge = Challenge(new_id(), email, now + LIFETIME, now + RESEND_AFTER, code)
    given = {
        "id": challenge.id,
        "purpose": purpose,
        "email": email,
        "code_mac": secret.mac(PURPOSE, challenge.id, code),
        "cookie_hash": token_hash(cookie),
        "created_at": now,
        "expires_at": challenge.expires_at,
    }
    await connection.rows(ADD_CHALLENGE, given)
    return challenge


async def find(connection: Connection, *, purpose: str, challenge_id: str, cookie: str) -> Row | None:
    """The challenge, if this browser asked for it; it may be over."""
    return await connection.row(CHALLENGE_OF_BROWSER, _browser_key(purpose, challenge_id, cookie))


async def verify_code(
    setup: Setup, visitor: Visitor, *, purpose: str, challenge_id: str, code: str, now: datetime, refusal: str = WRONG
) -> Proof:
    """Count one attempt and compare.

    Args:
        setup: Identity.
        visitor: The browser that brings the code.
        purpose: What the code was for.
        challenge_id: Which code.
        code: As typed.
        now: The time.
        refusal: What somebody is told whose code is wrong.

    Raises:
        AppError: ``invalid``, the code is wrong or this browser asked for none; ``expired``, the challenge is over,
            and another code has to be asked for.
    """
    mine = _browser_key(purpose, challenge_id, visitor.challenge or "")
    async with setup.database.transaction() as connection:
        row = await connection.row(COUNT_ATTEMPT, mine | {"now": now})
        known = row is not None or await connection.row(CHALLENGE_OF_BROWSER, mine) is not None
    if row is not None and hmac.compare_digest(row.code_mac, setup.secret.mac(PURPOSE, challenge_id, code.strip())):
        return Proof(row.id, row.email, row.code_mac)
    audit.note(setup, "code refused", peer=visitor.peer, name=row.email if row is not None else None)
    is_over = known if row is None else row.attempts >= MOST_ATTEMPTS
    raise challenge_expired() if is_over else wrong_code(refusal)


async def consume(connection: Connection, proof: Proof) -> None:
    """Use the code up. Of two that bring the same right code at once, one succeeds.

    Raises:
        AppError: ``expired``, it was used already.
    """
    if await connection.row(CONSUME_CHALLENGE, {"b_id": proof.challenge_id, "b_code_mac": proof.code_mac}) is None:
        raise challenge_expired()


def wrong_code(refusal: str = WRONG) -> AppError:
    """The code is not this one."""
    return AppError("invalid", refusal, field="code")


def challenge_expired() -> AppError:
    """No code will do any more."""
    return AppError("expired", "This code is no longer valid. Please ask for a new one.", field="code")


def _browser_key(purpose: str, challenge_id: str, cookie: str) -> dict[str, object]:
    return {"b_id": challenge_id, "b_purpose": purpose, "b_cookie_hash": token_hash(cookie)}
