"""Authorization requests that wait for the provider's response: for ten minutes, one browser and one response."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.identity.sessions.sessions import token_hash
from inflow.oidc.provider_client import RequestSecrets
from inflow.oidc.tables import authorization_requests
from reflow import Connection, Row, statement

LIFETIME = timedelta(minutes=10)

ADD_REQUEST = statement(
    sa.insert(authorization_requests).values(
        state_hash=bindparam("state_hash"),
        cookie_hash=bindparam("cookie_hash"),
        issuer=bindparam("issuer"),
        former_session=bindparam("former_session"),
        expires_at=bindparam("expires_at"),
    )
)
# Only the right response consumes a request. If a wrong one did, a link could end another visitor's sign-in.
CONSUME_REQUEST = statement(
    sa.delete(authorization_requests)
    .where(
        authorization_requests.c.state_hash == bindparam("state_hash"),
        authorization_requests.c.cookie_hash == bindparam("cookie_hash"),
        authorization_requests.c.expires_at > bindparam("now"),
    )
    .returning(authorization_requests.c.issuer, authorization_requests.c.former_session)
)
DELETE_EXPIRED = statement(
    sa.delete(authorization_requests).where(authorization_requests.c.expires_at <= bindparam("now"))
)


async def add(
    connection: Connection, *, state: str, cookie: str, issuer: str, former_session: str | None, now: datetime
) -> None:
    """Store a request of the browser that holds this cookie."""
    values = {
        "state_hash": token_hash(state),
        "cookie_hash": token_hash(cookie),
        "issuer": issuer,
        "former_session": former_session,
        "expires_at": now + LIFETIME,
    }
    await connection.rows(ADD_REQUEST, values)


async def consume(connection: Connection, *, state: str, cookie: str, now: datetime) -> Row | None:
    """Delete and return the request with this state; None the second time, in another browser, or too late."""
    return await connection.row(
        CONSUME_REQUEST, {"state_hash": token_hash(state), "cookie_hash": token_hash(cookie), "now": now}
    )


def derive_secrets(secret: Secret, *, state: str, cookie: str) -> RequestSecrets:
    """Derive nonce and PKCE verifier of a request from the deployment's secret, the state and the cookie."""
    return RequestSecrets(
        nonce=_base64url(secret.mac("hosted nonce", state, cookie)),
        verifier=_base64url(secret.mac("hosted verifier", state, cookie)),
    )


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
