"""Closes all connections of ended sessions, on every process, within a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import structlog
from msgspec.structs import replace

from inflow.identity.accounts import Accounts
from inflow.oidc.providers import account_id_of
from reflow import Identity
from reflow.auth.tokens import Verifier
from reflow.changes import Change
from reflow.errors import AuthenticationFailed
from reflow.wire.connections import Connections

_MOST_KEPT = 10_000
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds
_CACHED_FOR = 30.0  # seconds; a withdrawn key stays valid for at most this long
log = structlog.get_logger(__name__)


class OpenSessionCache:
    """Sessions that were open at the last check. The log reports their end, so no second check is needed.

    Attributes:
        endings: Increases whenever a session ends.
    """

    def __init__(self) -> None:
        self._sessions: set[str] = set()
        self.endings = 0

    def __contains__(self, session: str) -> bool:
        return session in self._sessions

    def add(self, session: str) -> None:
        """Record that this session is open."""
        if len(self._sessions) >= _MOST_KEPT:
            self._sessions.clear()
        self._sessions.add(session)

    def forget(self, session: str) -> None:
        """Record that this session has ended."""
        self.endings += 1
        self._sessions.discard(session)

    def forget_all(self) -> None:
        """Forget all sessions, because any of them may have ended."""
        self.endings += 1
        self._sessions.clear()


class SessionTokenVerifier:
    """A verifier that accepts a token only while its session is open.

    A hosted provider's token, which native clients send themselves, has no session here: it is accepted until it
    expires, while the issuer's subject has an account here. The code behind this verifier treats it like any other
    token.
    """

    def __init__(self, verifier: Verifier, accounts: Accounts, known: OpenSessionCache) -> None:
        self._verifier = verifier
        self._accounts = accounts
        self._known = known
        self._believed: dict[str, tuple[Identity, float]] = {}

    async def verify(self, token: str) -> Identity:
        """The identity of this token.

        Raises:
            AuthenticationFailed: It must not be trusted, its session has ended, or its subject has no account here.
        """
        identity = await self._verified(token)
        if identity.issuer != self._accounts.issuer:
            return await self._member(identity)
        session = identity.session
        if session is None or not await self._is_open(session):
            raise AuthenticationFailed("The session has ended.")
        return identity

    async def _verified(self, token: str) -> Identity:
        """The verified identity, cached for a while: a page that calls over HTTP sends the same token each time."""
        now = time.time()
        identity, believed_until = self._believed.get(token, (None, 0.0))
        if identity is None or now >= min(believed_until, identity.expires_at):
            identity = await self._verifier.verify(token)
            if len(self._believed) >= _MOST_KEPT:
                self._believed.clear()
            self._believed[token] = (identity, now + _CACHED_FOR)
        return identity

    async def _is_open(self, session: str) -> bool:
        if session in self._known:
            return True
        endings = self._known.endings
        is_open = session in await self._accounts.open_sessions_among([session])
        # A session that ended during the check may be this one, after it was read.
        if is_open and endings == self._known.endings:
            self._known.add(session)
        return is_open

    async def _member(self, identity: Identity) -> Identity:
        account_id = account_id_of(identity.issuer, identity.subject)
        if not await self._accounts.may_use_token(account_id):
            raise AuthenticationFailed("Nobody here is known by this token.")
        # The provider's sessions are not ours: looked up among ours, they would all seem to have ended.
        return replace(identity, issuer=self._accounts.issuer, subject=account_id, session=None)


async def _answered(what: str, ask: Callable[[], Awaitable[set[str]]]) -> set[str]:
    """The answer of the database, however often it must be asked: what broke the log may last a while longer."""
    pause = _FIRST_PAUSE
    while True:
        try:
            return await ask()
        except Exception:
            log.exception("not checked yet", what=what)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _start(check: Coroutine[Any, Any, None], checks: set[asyncio.Task[None]]) -> None:
    """Start a check, and keep it among the others until it is over."""
    task = asyncio.create_task(check)
    checks.add(task)
    task.add_done_callback(checks.discard)


class EndedSessionCloser:
    """Closes the connections of sessions whose rows are deleted, and rejects their tokens from then on."""

    def __init__(self, connections: Connections, known: OpenSessionCache, accounts: Accounts) -> None:
        self._connections = connections
        self._known = known
        self._accounts = accounts
        self._checks: set[asyncio.Task[None]] = set()

    def changed(self, change: Change) -> None:
        """Handle a change of a session's row."""
        if change.new is None and change.old is not None:
            session = change.old["id"] or ""
            self._known.forget(session)
            self._connections.revoke(session=session)

    def uncertain(self) -> None:
        """Handle missed changes: check every open session."""
        self._known.forget_all()
        _start(self._check(), self._checks)

    async def _check(self) -> None:
        open_here = self._connections.sessions()
        live = await _answered("sessions", partial(self._accounts.open_sessions_among, sorted(open_here)))
        for session in open_here - live:
            self._connections.revoke(session=session)


class SuspendedAccountCloser:
    """Closes the connections of accounts that are suspended, those with a provider's own token included."""

    def __init__(self, connections: Connections, accounts: Accounts) -> None:
        self._connections = connections
        self._accounts = accounts
        self._checks: set[asyncio.Task[None]] = set()

    def changed(self, change: Change) -> None:
        """Handle a change of a suspension's row."""
        if change.new is not None:
            self._connections.revoke(subject=change.new["account_id"])

    def uncertain(self) -> None:
        """Handle missed changes: check everybody who is connected."""
        _start(self._check(), self._checks)

    async def _check(self) -> None:
        subjects = sorted(self._connections.subjects())
        for account_id in await _answered("suspensions", partial(self._accounts.suspended_among, subjects)):
            self._connections.revoke(subject=account_id)


class DeletedMemberCloser:
    """Closes the connections of members whose rows are deleted, those with a provider's own token included."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def changed(self, change: Change) -> None:
        """Handle a change of a user's row."""
        if change.new is None and change.old is not None:
            self._connections.revoke(subject=change.old["clerk_id"])

    def uncertain(self) -> None:
        """Does nothing after missed changes: every query then runs again, and finds no member for such a connection."""
