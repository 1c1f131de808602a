"""One connection's subscriptions, and the last answer of each that the client got."""

from __future__ import annotations

from functools import partial
from typing import Any

from reflow.auth.tokens import Identity
from reflow.errors import BadArguments, UnknownFunction
from reflow.pagination import LONGEST_CURSOR
from reflow.results import Failure, QueryResult, RefusedSubscription
from reflow.wire import frames, messages
from reflow.wire.engine import Engine, Result, Subscription
from reflow.wire.limits import Limits
from reflow.wire.messages import Add, BadFrame
from reflow.wire.writer import Wake


class Followed:
    """One subscription. `arguments` is None if they were refused; `sent` is the answer that the client shows."""

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
        """Its current answer; None if there is none."""
        return self.subscription.result if self.subscription else None


class QuerySet:
    """The subscriptions of one connection.

    Attributes:
        unready: Queries without an answer for the current identity.
        changed: Queries whose current answer the client may not have.
        removed: Queries that the client shows and that have ended.
        withdrawn: Queries that the client shows and for which the engine has no answer now. Until it has one, the
            client gets no updates of other queries: everything on a page is of one moment.
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
        """Subscribe to a query.

        Raises:
            BadFrame: The connection has a subscription with this number, or far too many.
        """
        if add.query_id in self._followed:
            raise BadFrame("A query was added twice")
        # A refused query is answered and kept, too.
        if len(self._followed) >= 2 * self._limits.subscriptions:
            raise BadFrame("Too many queries", code=1008)
        # A journal that is too long to be ours is ignored, and the page is measured again.
        journal = add.journal if len(add.journal or "") <= LONGEST_CURSOR else None
        followed = Followed(add.udf_path[: self._limits.path], None, journal)
        try:
            self._admit(add, followed)
            followed.arguments = messages.arguments(add.args, self._limits.query_arguments)
        except (BadArguments, UnknownFunction) as error:
            followed.subscription = RefusedSubscription(QueryResult(Failure(str(error))))
        self._followed[add.query_id] = followed
        self._subscribe(add.query_id, followed, identity)

    def remove(self, query_id: int) -> None:
        """End a subscription."""
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
        """Subscribe to all queries again for another identity. Answers that stay the same are not sent again.

        Returns:
            The queries that the client shows and that have no answer for the new identity yet.
        """
        for query_id, followed in self._followed.items():
            self._subscribe(query_id, followed, identity)
        return {query_id for query_id in self.unready if self._followed[query_id].sent is not None}

    def clear(self) -> None:
        """End all subscriptions, because the connection has ended."""
        for followed in self._followed.values():
            if followed.subscription is not None:
                followed.subscription.cancel()
        self._followed.clear()
        self.unready.clear()
        self.withdrawn.clear()

    @property
    def has_updates(self) -> bool:
        """Whether an answer that the client shows may be outdated."""
        return any(self._followed[query_id].sent is not None for query_id in self.changed)

    def modifications(self) -> list[str]:
        """All changes that the client does not have, in one state of the engine; they count as sent."""
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
        """Count a query and its bytes.

        Raises:
            BadArguments: There are too many queries, or too many bytes in all of them together.
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
        """Subscribe before the old subscription ends, so that the engine keeps a shared answer."""
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
