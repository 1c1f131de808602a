"""The open connections of a process, by their callers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from reflow.identity import Identity
from reflow.limits.rate_limits import RateLimit


class Open(Protocol):
    """An open connection."""

    @property
    def host(self) -> str:
        """The host that it comes from."""

    def revoke(self) -> None:
        """End its identity: it sends only the AuthError, and closes."""

    def close(self, code: int, reason: str = "") -> None:
        """Close it."""


class Connections:
    """All open connections of this process, so that logging out closes those of the session at once.

    Args:
        unauthenticated_rate: The rate limit of unauthenticated calls from one host.

    Attributes:
        turned_away: How many sockets were refused because their host or member had too many.
        transitions: How many Transitions were sent.
        on_left: Is called with the subject of a person who has closed their last connection.
    """

    def __init__(self, unauthenticated_rate: RateLimit) -> None:
        self.unauthenticated_rate = unauthenticated_rate
        self.turned_away = 0
        self.transitions = 0
        self.on_left: Callable[[str], object] = str
        self._identities: dict[Open, Identity | None] = {}
        self._sessions: dict[str, set[Open]] = {}
        self._subjects: dict[str, set[Open]] = {}
        self._unauthenticated: dict[str, set[Open]] = {}
        self._watching: set[Revocations] = set()

    def __len__(self) -> int:
        return len(self._identities)

    def identify(self, connection: Open, identity: Identity | None) -> None:
        """Add a connection, or record its new identity."""
        self._remove(connection)
        self._identities[connection] = identity
        if identity is None:
            self._unauthenticated.setdefault(connection.host, set()).add(connection)
        else:
            self._subjects.setdefault(identity.subject, set()).add(connection)
            if identity.session is not None:
                self._sessions.setdefault(identity.session, set()).add(connection)

    def discard(self, connection: Open) -> None:
        """Forget a closed connection."""
        identity = self._remove(connection)
        if identity is not None and identity.subject not in self._subjects:
            self.on_left(identity.subject)

    def unauthenticated(self, host: str) -> int:
        """The number of unauthenticated connections from this host."""
        return len(self._unauthenticated.get(host, ()))

    def count(self, host: str, asked: int) -> None:
        """Count unauthenticated calls from this host; the engine counts those of members.

        Raises:
            AppError: `rate_limited`.
        """
        self.unauthenticated_rate.reserve(host, max_wait=0, cost=asked)

    def others(self, connection: Open, identity: Identity) -> int:
        """How many other connections this person has."""
        return len(self._subjects.get(identity.subject, set()) - {connection})

    def revoke(self, *, session: str | None = None, subject: str | None = None) -> int:
        """Close every connection of this session, and every one of this person; returns how many there were."""
        found = self._sessions.get(session or "", set()) | self._subjects.get(subject or "", set())
        for watching in self._watching:
            watching.note(session, subject)
        for connection in found:
            connection.revoke()
        return len(found)

    def sessions(self) -> set[str]:
        """The sessions with open connections."""
        return set(self._sessions)

    def subjects(self) -> set[str]:
        """The people with open connections."""
        return set(self._subjects)

    @contextmanager
    def revocations(self) -> Iterator[Revocations]:
        """Collects revocations while the block runs: a token may be checked just before its session ends, and used just
        after.
        """
        watching = Revocations()
        self._watching.add(watching)
        try:
            yield watching
        finally:
            self._watching.discard(watching)

    def shutdown(self) -> None:
        """Close all connections; clients reconnect within about a second."""
        for connection in self._all():
            connection.close(1012)

    def _remove(self, connection: Open) -> Identity | None:
        if connection not in self._identities:
            return None
        identity = self._identities.pop(connection)
        if identity is None:
            _remove(self._unauthenticated, connection.host, connection)
            return None
        _remove(self._subjects, identity.subject, connection)
        if identity.session is not None:
            _remove(self._sessions, identity.session, connection)
        return identity

    def _all(self) -> Iterable[Open]:
        return list(self._identities)


class Revocations:
    """The sessions and people revoked during a block of `Connections.revocations`."""

    def __init__(self) -> None:
        self._sessions: set[str] = set()
        self._subjects: set[str] = set()

    def note(self, session: str | None, subject: str | None) -> None:
        """Record a revocation."""
        if session is not None:
            self._sessions.add(session)
        if subject is not None:
            self._subjects.add(subject)

    def cover(self, identity: Identity) -> bool:
        """Whether this identity was revoked."""
        return identity.session in self._sessions or identity.subject in self._subjects


def _remove(index: dict[str, set[Open]], key: str, connection: Open) -> None:
    index[key].discard(connection)
    if not index[key]:
        del index[key]
