"""The way to a provider and back: ten minutes, one browser, one answer."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.hosted.exchange import Proofs
from inflow.hosted.tables import visits
from inflow.identity.sessions import hash_of
from reflow.postgres.database import Connection, Row
from reflow.statements import statement

LIVES = timedelta(minutes=10)

BEGIN = statement(
    sa.insert(visits).values(
        state_hash=bindparam("state_hash"),
        cookie_hash=bindparam("cookie_hash"),
        issuer=bindparam("issuer"),
        former_session=bindparam("former_session"),
        expires_at=bindparam("expires_at"),
    )
)
# Taken by its one right answer. A wrong one changes nothing, or anybody could end somebody's sign-in by a link.
TAKE = statement(
    sa.delete(visits)
    .where(
        visits.c.state_hash == bindparam("state_hash"),
        visits.c.cookie_hash == bindparam("cookie_hash"),
        visits.c.expires_at > bindparam("now"),
    )
    .returning(visits.c.issuer, visits.c.former_session)
)
FORGET_EXPIRED = statement(sa.delete(visits).where(visits.c.expires_at <= bindparam("now")))


async def begin(
    connection: Connection, *, state: str, cookie: str, issuer: str, former_session: str | None, now: datetime
) -> None:
    """Wait for the browser that holds this cookie to come back with this state."""
    given = {
        "state_hash": hash_of(state),
        "cookie_hash": hash_of(cookie),
        "issuer": issuer,
        "former_session": former_session,
        "expires_at": now + LIVES,
    }
    await connection.rows(BEGIN, given)


async def take(connection: Connection, *, state: str, cookie: str, now: datetime) -> Row | None:
    """The visit that is answered, once: None the second time, in another browser, or too late."""
    return await connection.row(TAKE, {"state_hash": hash_of(state), "cookie_hash": hash_of(cookie), "now": now})


def proofs_of(secret: Secret, *, state: str, cookie: str) -> Proofs:
    """Nonce and verifier of a visit; nobody knows them who lacks the secret or the cookie."""
    return Proofs(
        nonce=_text(secret.mac("hosted nonce", state, cookie)),
        verifier=_text(secret.mac("hosted verifier", state, cookie)),
    )


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
