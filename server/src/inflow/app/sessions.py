"""Sessions that ended have nothing open any more, on any process, within a second."""

from __future__ import annotations

import asyncio

import structlog

from inflow.identity.accounts import Accounts
from reflow.auth import Identity, Verifier
from reflow.changes import Change
from reflow.errors import AuthenticationFailed
from reflow.wire.connections import Connections

log = structlog.get_logger(__name__)


class StillOpen:
    """A verifier that believes a token only while the session it was made for is open."""

    def __init__(self, verifier: Verifier, accounts: Accounts) -> None:
        self._verifier = verifier
        self._accounts = accounts

    async def verify(self, token: str) -> Identity:
        """Whose token this is.

        Raises:
            AuthenticationFailed: It must not be trusted, or its session has ended.
        """
        identity = await self._verifier.verify(token)
        if identity.issuer == self._accounts.issuer:
            session = identity.session
            if session is None or session not in await self._accounts.live_among([session]):
                raise AuthenticationFailed("The session has ended.")
        return identity


class SessionsThatEnd:
    """Closes the connections of sessions whose rows disappear."""

    def __init__(self, connections: Connections, accounts: Accounts) -> None:
        self._connections = connections
        self._accounts = accounts
        self._looking: set[asyncio.Task[None]] = set()

    def changed(self, change: Change) -> None:
        """A session's row was written."""
        if change.new is None and change.old is not None:
            self._connections.revoke(session=change.old["id"])

    def uncertain(self) -> None:
        """Some changes were not seen: ask about every open session."""
        task = asyncio.create_task(self._look())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look(self) -> None:
        asked = self._connections.sessions()
        try:
            live = await self._accounts.live_among(sorted(asked))
        except Exception:
            log.exception("sessions not checked")
            return
        for session in asked - live:
            self._connections.revoke(session=session)
