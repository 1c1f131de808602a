"""Signed tokens for the realtime connection, and the keys that sign them.

Two ES256 keys are always published: the one that signs and the next one, so that clients which cache the key set know a
key before its first token. Every 90 days the next key takes over. A retired key stays published for two days: longer
than the lifetime of its last token and of a cached key set.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from joserfc import jwt
from joserfc.jwk import ECKey
from sqlalchemy import bindparam

from inflow.core.clock import Clock
from inflow.core.encryption import DecryptionFailed, Secret
from inflow.identity.tables import UNWATCHED, signing_keys
from reflow import Connection, Database, Row, statement

ALGORITHM = "ES256"
AUDIENCE = "sync"
TOKEN_LIFETIME = timedelta(seconds=300)
KEY_SIGNS_FOR = timedelta(days=90)
RETIRED_PUBLISHED_FOR = timedelta(days=2)
REREAD_AFTER = timedelta(minutes=5)
PURPOSE = "signing key"
_LOCK = 0x1F10_0001  # any number that no other advisory lock of ours has

LOCK = "SELECT pg_advisory_xact_lock($1)"
PUBLISHED_KEYS = statement(
    sa.select(signing_keys)
    .where(sa.or_(signing_keys.c.retired_at.is_(None), signing_keys.c.retired_at > bindparam("retired_after")))
    .order_by(signing_keys.c.signs_from.asc().nulls_last(), signing_keys.c.created_at),
    whole_table=UNWATCHED,
)
ADD_KEY = statement(
    sa.insert(signing_keys).values(
        kid=bindparam("kid"),
        public_jwk=bindparam("public_jwk"),
        sealed_private_jwk=bindparam("sealed_private_jwk"),
        created_at=bindparam("created_at"),
    )
)
RETIRE_KEY = statement(
    sa.update(signing_keys).where(signing_keys.c.kid == bindparam("b_kid")).values(retired_at=bindparam("now"))
)
PROMOTE_KEY = statement(
    sa.update(signing_keys).where(signing_keys.c.kid == bindparam("b_kid")).values(signs_from=bindparam("now"))
)


@dataclass(frozen=True, slots=True)
class Token:
    """A signed token and its expiry."""

    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys as read from the database: the signing key, until when it signs, and the published set."""

    key: ECKey
    kid: str
    signs_until: datetime
    read_at: datetime
    published: list[dict[str, Any]]


class Signer:
    """Signs tokens with the current key, and rotates keys.

    Args:
        database: Stores the keys, encrypted.
        secret: Decrypts them.
        issuer: The tokens' `iss`.
        clock: The time now.
    """

    def __init__(self, database: Database, secret: Secret, *, issuer: str, clock: Clock) -> None:
        self._database = database
        self._secret = secret
        self._issuer = issuer
        self._clock = clock
        self._live: _Keys | None = None
        self._reading = asyncio.Lock()

    async def token(self, *, account_id: str, session_id: str, until: datetime) -> Token:
        """A token for this session, for five minutes, and never beyond `until`."""
        live = await self._keys()
        issued_at = int(self._clock().timestamp())
        expires_at = min(issued_at + int(TOKEN_LIFETIME.total_seconds()), int(until.timestamp()))
        claims = {
            "iss": self._issuer,
            "aud": AUDIENCE,
            "sub": account_id,
            "sid": session_id,
            "iat": issued_at,
            "exp": expires_at,
        }
        header = {"alg": ALGORITHM, "kid": live.kid, "typ": "JWT"}
        signed = jwt.encode(header, claims, live.key, algorithms=[ALGORITHM])
        return Token(signed, datetime.fromtimestamp(expires_at, tz=self._clock().tzinfo))

    async def jwks(self) -> dict[str, Any]:
        """The public keys, as a JSON Web Key Set."""
        return {"keys": (await self._keys()).published}

    async def _keys(self) -> _Keys:
        now = self._clock()
        async with self._reading:
            live = self._live
            # Reading again shows the keys that other processes rotated.
            if live is None or now >= live.signs_until or now - live.read_at >= REREAD_AFTER:
                live = self._live = await self._read(now)
            return live

    async def _read(self, now: datetime) -> _Keys:
        async with self._database.transaction() as connection:
            await connection.text(LOCK, _LOCK)
            rows = await self._rows(connection, now)
            if self._is_due(rows, now):
                await self._change(connection, rows, now)
                rows = await self._rows(connection, now)
        current = next(row for row in rows if row.signs_from and not row.retired_at)
        published = [row.public_jwk for row in rows]
        return _Keys(self._open(current), current.kid, current.signs_from + KEY_SIGNS_FOR, now, published)

    async def _rows(self, connection: Connection, now: datetime) -> list[Row]:
        return await connection.rows(PUBLISHED_KEYS, {"retired_after": now - RETIRED_PUBLISHED_FOR})

    def _is_due(self, rows: list[Row], now: datetime) -> bool:
        signing = [row for row in rows if row.signs_from and not row.retired_at]
        waiting = [row for row in rows if not row.signs_from]
        return not signing or not waiting or now >= signing[0].signs_from + KEY_SIGNS_FOR

    async def _change(self, connection: Connection, rows: list[Row], now: datetime) -> None:
        """Retire the signing key, promote the next one, and create another next one. The first time, create both."""
        for row in rows:
            if row.signs_from and not row.retired_at:
                await connection.rows(RETIRE_KEY, {"b_kid": row.kid, "now": now})
        following = next((row.kid for row in rows if not row.signs_from), None) or await self._make(connection, now)
        await connection.rows(PROMOTE_KEY, {"b_kid": following, "now": now})
        await self._make(connection, now)

    async def _make(self, connection: Connection, now: datetime) -> str:
        key = ECKey.generate_key("P-256")
        kid = key.thumbprint()
        private = msgspec.json.encode(key.as_dict(private=True))
        values = {
            "kid": kid,
            "public_jwk": {**key.as_dict(private=False), "kid": kid, "use": "sig", "alg": ALGORITHM},
            "sealed_private_jwk": self._secret.encrypt(PURPOSE, kid, private),
            "created_at": now,
        }
        await connection.rows(ADD_KEY, values)
        return kid

    def _open(self, row: Row) -> ECKey:
        try:
            return ECKey.import_key(msgspec.json.decode(self._secret.decrypt(PURPOSE, row.kid, row.sealed_private_jwk)))
        except DecryptionFailed:
            raise RuntimeError(
                "The secret in INFLOW_HOME/keys does not open the signing keys in the database. Put the right file "
                "back, or empty the table identity_signing_keys: then new keys are made and nobody is signed out."
            ) from None
