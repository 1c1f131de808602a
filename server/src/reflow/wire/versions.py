"""The sequence of versions of one connection: every Transition begins at the version where the last one ended."""

from __future__ import annotations

from reflow.wire import frames
from reflow.wire.messages import BadFrame


class Versions:
    """The client's current version, and the version that its messages lead to."""

    __slots__ = ("_sent", "_sent_identity", "_sent_query_set", "identity", "query_set")

    def __init__(self) -> None:
        self.query_set = 0
        self.identity = 0
        self._sent = frames.BEGINNING
        self._sent_query_set = 0
        self._sent_identity = 0

    @property
    def identity_moved(self) -> bool:
        """Whether a login or logout has not been confirmed yet."""
        return self.identity != self._sent_identity

    @property
    def moved(self) -> bool:
        """Whether a login, a logout or a changed query set has not been confirmed yet."""
        return self.query_set != self._sent_query_set or self.identity != self._sent_identity

    def change_query_set(self, base: int, new: int) -> None:
        """Accept the client's next query set.

        Raises:
            BadFrame: It is not the next one; the client recovers by a new connection.
        """
        if base != self.query_set or new != base + 1:
            raise BadFrame("The query set's version is not the next one")
        self.query_set = new

    def check_identity(self, base: int) -> None:
        """Check that an Authenticate continues from the current identity.

        Raises:
            BadFrame: It does not.
        """
        if base != self.identity:
            raise BadFrame("The identity's version is not the present one")

    @property
    def at_the_beginning(self) -> bool:
        """Whether no Transition has been made yet."""
        return self._sent == frames.BEGINNING

    def transition(self, ts: int, modifications: list[str], clock: str) -> str:
        """The frame that takes the client from its version to the current one."""
        start, self._sent = self._sent, frames.version(self.query_set, self.identity, ts)
        self._sent_query_set, self._sent_identity = self.query_set, self.identity
        return frames.transition(start, self._sent, tuple(modifications), clock)
