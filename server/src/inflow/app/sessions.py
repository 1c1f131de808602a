"""Sessions that ended have nothing open any more, on any process, within a second."""

from __future__ import annotations

import asyncio
import time

import structlog
from msgspec.structs import replace

from inflow.identity.accounts import Accounts
from inflow.oidc.providers import account_id_of
from reflow.auth.tokens import Identity, Verifier
from reflow.changes import Change
from reflow.errors import AuthenticationFailed
from reflow.wire.connections import Connections

_MOST_KEPT = 10_000
_BELIEVED_FOR = 30.0  # seconds; a key that is withdrawn counts for no longer than this
log = structlog.get_logger(__name__)


class KnownOpen:
    """Sessions that were open when last asked about. The log says when one ends, so nobody need ask again.

    Attributes:
        endings: Grows whenever a session ends.
    """

    def __init__(self) -> None:
        self._sessions: set[str] = set()
        self.endings = 0

    def __contains__(self, session: str) -> bool:
        return session in self._sessions

    def add(self, session: str) -> None:
        """It is open."""
        if len(self._sessions) >= _MOST_KEPT:
            self._sessions.clear()
        self._sessions.add(session)

    def forget(self, session: str) -> None:
        """It has ended."""
        self.endings += 1
        self._sessions.discard(session)

    def forget_all(self) -> None:
        """Any of them may have ended."""
        self.endings += 1
        self._sessions.clear()


class StillOpen:
    """A verifier that believes a token only while the session it was made for is open.

    A hosted provider's token, which native clients bring themselves, has no session of ours: it is believed until it
    expires, while the account that its issuer's subject has here exists. To what is behind it is a token like any.
    """

    def __init__(self, verifier: Verifier, accounts: Accounts, known: KnownOpen) -> None:
        self._verifier = verifier
        self._accounts = accounts
        self._known = known
        self._believed: dict[str, tuple[Identity, float]] = {}

    async def verify(self, token: str) -> Identity:
        """Whose token this is.

        Raises:
            AuthenticationFailed: It must not be trusted, its session has ended, or it is nobody's here.
        """
        identity = await self._verified(token)
        if identity.issuer != self._accounts.issuer:
            return await self._member(identity)
        session = identity.session
        if session is None or not await self._is_open(session):
            raise AuthenticationFailed("The session has ended.")
        return identity

    async def _verified(self, token: str) -> Identity:
        """Its signature is not checked again and again: a page that calls over HTTP sends the same one each time."""
        now = time.time()
        identity, believed_until = self._believed.get(token, (None, 0.0))
        if identity is None or now >= min(believed_until, identity.expires_at):
            identity = await self._verifier.verify(token)
            if len(self._believed) >= _MOST_KEPT:
                self._believed.clear()
            self._believed[token] = (identity, now + _BELIEVED_FOR)
        return identity

    async def _is_open(self, session: str) -> bool:
        if session in self._known:
            return True
        endings = self._known.endings
        is_open = session in await self._accounts.open_sessions_among([session])
        # What ended while we asked may have been this one, after it was looked at.
        if is_open and endings == self._known.endings:
            self._known.add(session)
        return is_open

    async def _member(self, identity: Identity) -> Identity:
        account_id = account_id_of(identity.issuer, identity.subject)
        if not await self._accounts.exists(account_id):
            raise AuthenticationFailed("Nobody here is known by this token.")
        # The provider's sessions are not ours: looked for among them, they would all seem to have ended.
        return replace(identity, issuer=self._accounts.issuer, subject=account_id, session=None)


class SessionsThatEnd:
    """Closes the connections of sessions whose rows disappear, and believes their tokens no longer."""

    def __init__(self, connections: Connections, known: KnownOpen, accounts: Accounts) -> None:
        self._connections = connections
        self._known = known
        self._accounts = accounts
        self._looking: set[asyncio.Task[None]] = set()

    def changed(self, change: Change) -> None:
        """A session's row was written."""
        if change.new is None and change.old is not None:
            session = change.old["id"] or ""
            self._known.forget(session)
            self._connections.revoke(session=session)

    def uncertain(self) -> None:
        """Some changes were not seen: ask about every open session."""
        self._known.forget_all()
        task = asyncio.create_task(self._look())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look(self) -> None:
        asked = self._connections.sessions()
        try:
            live = await self._accounts.open_sessions_among(sorted(asked))
        except Exception:
            log.exception("sessions not checked")
            return
        for session in asked - live:
            self._connections.revoke(session=session)


class MembersWhoLeave:
    """Closes the connections of members whose rows disappear, also of those that came with a provider's own token."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def changed(self, change: Change) -> None:
        """A user's row was written."""
        if change.new is None and change.old is not None:
            self._connections.revoke(subject=change.old["clerk_id"])

    def uncertain(self) -> None:
        """Some changes were not seen. Every query runs again then, and finds nobody behind such a connection."""
