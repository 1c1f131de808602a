"""Limits of one connection: sizes, rates and times."""

from __future__ import annotations

from dataclasses import dataclass

from reflow.naming import canonical_path


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds, rates per second.

    Attributes:
        unauthenticated_frame: Largest frame from a connection that has not authenticated.
        arguments: Largest arguments of one call. Larger ones get a failed answer, because after a closed socket the
            client would send them again for ever.
        query_arguments: Largest arguments of a query.
        all_query_arguments: Largest total of the arguments and journals of one connection's live queries.
        path: The longest name of a function, in characters.
        large_arguments: Largest arguments of the mutations and actions in `large`: a photo of 5 MB in base64. They must
            be below what the ASGI server accepts as a frame.
        large: The paths of mutations and actions with files among their arguments.
        body: Largest HTTP body. An authenticated caller's may be larger by as much as the arguments of `large`.
        unauthenticated_calls: Whether unauthenticated callers may run mutations and actions. If not, they are refused
            before a transaction begins, without any query.
        unauthenticated: Unauthenticated connections of one host; further ones are refused.
        auth_timeout: How long a connection may be unauthenticated before it is closed.
        unauthenticated_rate: Sustained rate of calls and queries without sign-in, over all connections of a host;
            `unauthenticated_burst` at once.
        member: Connections of one person. A further one is closed: if the oldest were, it would reconnect at once and
            push out the next.
        subscriptions: Live queries of one connection; further ones fail, and twice as many close it.
        updates: Sustained rate of changed answers, over all connections of a member; `updates_burst` at once. A
            connection whose member has had more gets its next Transition later, with the newest answers.
        modifications: Sustained rate of added and removed queries; `modifications_burst` at once.
        pending: Waiting and running mutations and actions; while there are this many, the server stops reading.
        large_pending: The same for calls whose arguments are larger than `arguments`, over all connections of a member:
            each holds a photo in memory.
        bytes: Sustained rate of bytes in frames and bodies, over all connections of a member, or of a host's
            unauthenticated ones;
            `bytes_burst` at once. Further ones wait for their turn, and are refused if it is further away than
            `bytes_wait` seconds.
        frames: Sustained rate of frames; `frames_burst` at once.
        logins: Sustained rate of Authenticates; `logins_burst` at once.
        ping: Silence after which the server sends a Ping. The client closes a connection after 30 to 60 s without one.
        stall: How long the peer may read nothing; the server notices at most half as long again afterwards.
        close_timeout: How long sending the close frame may take after that.
        batch_delay: How long the first answers wait for each other, so that one Transition contains them all.
        resend_timeout: How long the first Transition waits for mutations that are about to be sent again.
        timeout: How long it waits for queries that it must contain, or for the engine to catch up.
    """

    unauthenticated_frame: int = 64 * 1024
    arguments: int = 64 * 1024
    query_arguments: int = 16 * 1024
    all_query_arguments: int = 512 * 1024
    path: int = 256
    large_arguments: int = 7 * 1024 * 1024
    large: frozenset[str] = frozenset()
    body: int = 64 * 1024
    unauthenticated_calls: bool = True
    unauthenticated: int = 20
    auth_timeout: float = 10
    unauthenticated_rate: float = 100
    unauthenticated_burst: int = 400
    member: int = 24
    subscriptions: int = 200
    updates: float = 20 * 24
    updates_burst: int = 40 * 24
    modifications: float = 200
    modifications_burst: int = 2_000
    pending: int = 256
    large_pending: int = 2
    bytes: float = 2 * 1024 * 1024
    bytes_burst: int = 32 * 1024 * 1024
    bytes_wait: float = 20
    frames: float = 100
    frames_burst: int = 600
    logins: float = 1
    logins_burst: int = 20
    ping: float = 12
    stall: float = 10
    close_timeout: float = 1
    batch_delay: float = 0.01
    resend_timeout: float = 3
    timeout: float = 5

    @property
    def large_body(self) -> int:
        """Largest HTTP body of an authenticated caller."""
        return max(self.body, self.large_arguments + self.body if self.large else 0)

    def arguments_of(self, path: str) -> int:
        """Largest arguments of a call of this function, in any spelling."""
        return self.large_arguments if canonical_path(path) in self.large else self.arguments
