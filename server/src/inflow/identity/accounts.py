"""Identity as the rest of the app sees it: one object, made once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from starlette.requests import Request

from inflow.core.clock import Clock, utc_now
from inflow.core.sealing import Secret
from inflow.identity import challenges, sessions, sign_in, sign_up
from inflow.identity.challenges import Challenge
from inflow.identity.cookies import Cookies
from inflow.identity.origin import Origin
from inflow.identity.passwords import Passwords
from inflow.identity.sessions import Session
from inflow.identity.setup import OnAccountCreated, OnRevoked, Setup, Visitor
from inflow.identity.sign_in import SignedIn
from inflow.identity.sign_up import Complete, Form
from inflow.identity.signing import ALGORITHM, AUDIENCE, Signer, Token
from inflow.identity.tables import counters, session_tokens
from inflow.mail import Outbox
from reflow.auth import Issuer
from reflow.errors import AppError
from reflow.statements import Statement, statement
from reflow.store import Database

PATH = "/api/identity"

FORGET_COUNTERS = statement(sa.delete(counters).where(counters.c.expires_at <= bindparam("now")))
FORGET_TOKENS = statement(sa.delete(session_tokens).where(session_tokens.c.expires_at <= bindparam("now")))


@dataclass(frozen=True, slots=True)
class SocketToken:
    """A token for the realtime connection, and the cookie's new value if it was time for one."""

    token: Token
    session_token: str | None


class Accounts:
    """The embedded issuer: sign-up, sign-in, sessions and tokens.

    Args:
        database: Holds its tables.
        secret: ``Secret.kept_in(home / "keys" / "identity.key")``, or one that the operator gives.
        outbox: Sends its letters; the app runs it.
        public_url: Where browsers find the app. ``https`` decides whether cookies are `Secure`.
        product: The product's name.
        on_account_created: Stores the product's part of a new member, in the account's transaction.
        on_revoked: Closes what a session that ended has open.
        clock: The time now.
        passwords: Hashing, where other parameters than the recommended ones are wanted.
    """

    def __init__(
        self,
        database: Database,
        secret: Secret,
        outbox: Outbox,
        *,
        public_url: str,
        product: str,
        on_account_created: OnAccountCreated,
        on_revoked: OnRevoked,
        clock: Clock = utc_now,
        passwords: Passwords | None = None,
    ) -> None:
        url = public_url.rstrip("/")
        self.issuer = url + PATH
        self.origin = Origin(url)
        self.cookies = Cookies(secure=url.startswith("https://"))
        self._setup = Setup(
            database=database,
            secret=secret,
            outbox=outbox,
            passwords=passwords or Passwords(),
            product=product,
            public_url=url,
            on_account_created=on_account_created,
            on_revoked=on_revoked,
            clock=clock,
        )
        self._signer = Signer(database, secret, issuer=self.issuer, clock=clock)

    async def start(self) -> None:
        """Make what the first request would otherwise wait for: the keys, and the stand-in password hash."""
        await self._signer.jwks()
        await self._setup.passwords.warm_up()

    def close(self) -> None:
        """End the password thread."""
        self._setup.passwords.close()

    def as_issuer(self) -> Issuer:
        """This issuer, as the realtime side is configured with it: no different from a hosted one."""
        return Issuer(self.issuer, AUDIENCE, (ALGORITHM,), self.jwks)

    async def jwks(self) -> dict[str, Any]:
        """The public keys."""
        return await self._signer.jwks()

    async def session_of(self, request: Request) -> Session | None:
        """The open session that the request's cookie belongs to.

        Reading something with it is safe; before changing anything, call ``origin.require_own_page(request)`` too.
        """
        return await self._session(self.cookies.visitor(request).session)

    async def live_among(self, session_ids: list[str]) -> set[str]:
        """Those of these sessions that are open: for connections to ask when they authenticate, and now and then."""
        async with self._setup.database.connection() as connection:
            return await sessions.live_among(connection, session_ids, self._setup.clock())

    async def begin_sign_up(self, visitor: Visitor, form: Form) -> tuple[Challenge, str]:
        """See :func:`sign_up.begin`."""
        return await sign_up.begin(self._setup, visitor, form)

    async def resend_code(self, visitor: Visitor, challenge_id: str) -> Challenge:
        """See :func:`sign_up.resend`."""
        return await sign_up.resend(self._setup, visitor, challenge_id)

    async def complete_sign_up(self, visitor: Visitor, challenge_id: str, code: str) -> tuple[Complete, str]:
        """See :func:`sign_up.complete`; the browser becomes a trusted device, and leaves its former session."""
        complete = await sign_up.complete(self._setup, visitor, challenge_id, code)
        await self.sign_out(visitor)
        return complete, sign_in.device_token(self._setup, complete.account_id, self._setup.clock())

    async def sign_in(self, visitor: Visitor, identifier: str, password: str) -> SignedIn:
        """See :func:`sign_in.sign_in`."""
        return await sign_in.sign_in(self._setup, visitor, identifier, password)

    async def sign_out(self, visitor: Visitor) -> None:
        """End the browser's session, if it has one, and close what it has open."""
        session = await self._session(visitor.session)
        if session is None:
            return
        async with self._setup.database.connection() as connection:
            ended = await sessions.end(connection, session.id)
        if ended:
            await self._setup.on_revoked(session.id, session.account_id)

    async def socket_token(self, visitor: Visitor) -> SocketToken:
        """A token for the realtime connection.

        Raises:
            AppError: ``unauthenticated``, the browser has no open session.
        """
        session = await self._session(visitor.session)
        if session is None:
            raise AppError("unauthenticated", "Please log in.")
        async with self._setup.database.transaction() as connection:
            renewed = await sessions.rotate(connection, session, self._setup.clock())
        token = await self._signer.token(account_id=session.account_id, session_id=session.id, until=session.ends_at)
        return SocketToken(token, renewed)

    async def forget_expired(self) -> None:
        """Delete what is over: for a job, every hour or so. Nothing depends on when it runs."""
        now = self._setup.clock()
        await self._forget(sessions.FORGET_EXPIRED, now=now)
        await self._forget(FORGET_TOKENS, now=now)
        await self._forget(FORGET_COUNTERS, now=now)
        await self._forget(sign_up.FORGET_EXPIRED_RESERVATIONS, now=now)
        await self._forget(challenges.FORGET_EXPIRED, before=now - challenges.KEPT_FOR)
        await self._setup.outbox.forget_old()

    async def _forget(self, what: Statement, **given: datetime) -> None:
        async with self._setup.database.connection() as connection:
            await connection.rows(what, given)

    async def _session(self, token: str | None) -> Session | None:
        if not token:
            return None
        async with self._setup.database.transaction() as connection:
            return await sessions.find(connection, token, self._setup.clock())
