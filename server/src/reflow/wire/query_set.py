"""The queries one connection follows, and what it has been told of each."""

from __future__ import annotations

from functools import partial
from typing import Any

from reflow.auth.tokens import Identity
from reflow.errors import BadArguments, UnknownFunction
from reflow.pagination import LONGEST_CURSOR
from reflow.wire import frames, messages
from reflow.wire.engine import Engine, Failure, Refused, RefusedResult, RefusedSubscription, Result, Subscription
from reflow.wire.limits import Limits
from reflow.wire.messages import Add, BadFrame
from reflow.wire.writer import Wake


class Followed:
    """One query. `arguments` is None where they were refused; `sent` is what the client shows."""

    __slots__ = ("arguments", "bytes", "journal", "path", "sent", "subscription")

    def __init__(self, path: str, arguments: dict[str, Any] | None, journal: str | None) -> None:
        self.path = path
        self.arguments = arguments
        self.bytes = 0
        self.journal = journal
        self.sent: Result | None = None
        self.subscription: Subscription | None = None

    @property
    def result(self) -> Result | None:
        """Its answer now, if there is one."""
        return self.subscription.result if self.subscription else None


class QuerySet:
    """The queries of one connection.

    Attributes:
        unready: Those without an answer for the present identity.
        changed: Those whose answer may not have been told.
        removed: Those told of that are followed no longer.
        withdrawn: Those that the client shows and that the engine has no answer to for now. Until it has, the client is
            sent no other query's news: all that a page shows is of one moment.
    """

    def __init__(self, engine: Engine, limits: Limits, wake: Wake) -> None:
        self._engine = engine
        self._limits = limits
        self._wake = wake
        self._followed: dict[int, Followed] = {}
        self.changed: set[int] = set()
        self.removed: list[int] = []
        self.unready: set[int] = set()
        self.withdrawn: set[int] = set()
        self._bytes = 0

    def add(self, add: Add, identity: Identity | None) -> None:
        """Begin to follow a query.

        Raises:
            BadFrame: The connection follows one under this number, or far too many.
        """
        if add.query_id in self._followed:
            raise BadFrame("A query was added twice")
        # A query that is refused is answered and kept, too.
        if len(self._followed) >= 2 * self._limits.subscriptions:
            raise BadFrame("Too many queries", code=1008)
        # A page whose journal cannot be ours is measured anew.
        journal = add.journal if len(add.journal or "") <= LONGEST_CURSOR else None
        followed = Followed(add.udf_path[: self._limits.path], None, journal)
        try:
            self._admit(add, followed)
            followed.arguments = messages.arguments(add.args, self._limits.query_arguments)
        except (BadArguments, UnknownFunction) as error:
            followed.subscription = RefusedSubscription(RefusedResult(Refused(str(error))))
        self._followed[add.query_id] = followed
        self._subscribe(add.query_id, followed, identity)

    def remove(self, query_id: int) -> None:
        """Follow it no longer."""
        followed = self._followed.pop(query_id, None)
        if followed is None:
            return
        self._bytes -= followed.bytes
        self.unready.discard(query_id)
        self.withdrawn.discard(query_id)
        self.changed.discard(query_id)
        if followed.sent is not None:
            self.removed.append(query_id)
        if followed.subscription is not None:
            followed.subscription.cancel()

    def ask_again(self, identity: Identity | None) -> set[int]:
        """Follow all of them as somebody else. What stays the same is not sent again.

        Returns:
            Those the client shows and that have no answer yet for the new identity.
        """
        for query_id, followed in self._followed.items():
            self._subscribe(query_id, followed, identity)
        return {query_id for query_id in self.unready if self._followed[query_id].sent is not None}

    def clear(self) -> None:
        """Follow nothing: the connection is gone."""
        for followed in self._followed.values():
            if followed.subscription is not None:
                followed.subscription.cancel()
        self._followed.clear()
        self.unready.clear()
        self.withdrawn.clear()

    @property
    def has_updates(self) -> bool:
        """Whether an answer the client already shows may be old."""
        return any(self._followed[query_id].sent is not None for query_id in self.changed)

    def modifications(self) -> list[str]:
        """All that the client has not been told, in one state of the engine; it counts as told."""
        made = [frames.query_removed(query_id) for query_id in self.removed]
        self.removed = []
        changed, self.changed = self.changed, set()
        for query_id in sorted(changed) if len(changed) > 1 else changed:
            followed = self._followed[query_id]
            result = followed.result
            if result is not None and not _same(followed.sent, result):
                made.append(frames.query_result(query_id, result))
                followed.sent = result
        return made

    def _admit(self, add: Add, followed: Followed) -> None:
        """Count a query and what it holds.

        Raises:
            BadArguments: It is one too many, or all of them together hold too much.
            UnknownFunction: No function has so long a name.
        """
        if len(self._followed) >= self._limits.subscriptions:
            raise BadArguments(f"A connection follows at most {self._limits.subscriptions} queries")
        if len(add.udf_path) > self._limits.path:
            raise UnknownFunction("Could not find public function: its name is too long")
        size = len(bytes(add.args)) + len(followed.journal or "")
        if self._bytes + size > self._limits.all_query_arguments:
            raise BadArguments(
                f"The arguments of a connection's queries are at most {self._limits.all_query_arguments} bytes"
            )
        followed.bytes = size
        self._bytes += size

    def _subscribe(self, query_id: int, followed: Followed, identity: Identity | None) -> None:
        """The new subscription before the old one ends, so that a shared answer is kept."""
        old = followed.subscription
        if followed.arguments is not None:
            journal = old.result.journal if old and old.result else followed.journal
            changed = partial(self._on_change, query_id)
            followed.subscription = self._engine.subscribe(
                followed.path, followed.arguments, identity, journal, changed
            )
            if old is not None:
                old.cancel()
        self.unready.add(query_id)
        self.withdrawn.discard(query_id)
        self._on_change(query_id)

    def _on_change(self, query_id: int) -> None:
        followed = self._followed.get(query_id)
        if followed is None or followed.subscription is None:
            return
        if followed.subscription.result is None:
            if followed.sent is not None and query_id not in self.unready:
                self.withdrawn.add(query_id)
                self.unready.add(query_id)
            return
        self.unready.discard(query_id)
        self.withdrawn.discard(query_id)
        self.changed.add(query_id)
        self._wake()


def _same(sent: Result | None, result: Result) -> bool:
    if sent is None or sent is result:
        return sent is result
    return sent.value == result.value and sent.journal == result.journal and _same_error(sent.error, result.error)


def _same_error(sent: Failure | None, error: Failure | None) -> bool:
    if sent is None or error is None:
        return sent is error
    return sent.message == error.message and sent.data == error.data
