"""One connection's subscriptions, and the last answer of each that the client got."""

from __future__ import annotations

from functools import partial
from typing import Any

from reflow.errors import BadArguments, UnknownFunction
from reflow.identity import Identity
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


class Moment:
    """An earlier state of the engine that the client can still be shown.

    Attributes:
        ts: The state.
        results: The answers in it, by query.
        missing: The queries that run for this state now.
    """

    def __init__(self, ts: int, results: dict[int, Result], missing: set[int]) -> None:
        self.ts = ts
        self.results = results
        self.missing = missing


class QuerySet:
    """The subscriptions of one connection.

    Attributes:
        unready: Queries without an answer for the current identity.
        changed: Queries whose current answer the client may not have.
        removed: Queries that the client shows and that have ended.
        withheld: Queries that the client shows and for which the engine has no answer now, or one that may be outdated.
            Until it has one, the client gets no updates of other queries: everything on a page is of one moment.
        updates: How many changed answers were sent so far, without the first ones.
        moment: While queries are withheld: the state for which all of them run now, with the answers of that state. It
            is shown if they are outdated again by the time they are ready.
    """

    def __init__(self, engine: Engine, limits: Limits, wake: Wake) -> None:
        self._engine = engine
        self._limits = limits
        self._wake = wake
        self._followed: dict[int, Followed] = {}
        self.changed: set[int] = set()
        self.removed: list[int] = []
        self.unready: set[int] = set()
        self.withheld: set[int] = set()
        self.moment: Moment | None = None
        self.updates = 0
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
        self.withheld.discard(query_id)
        self.changed.discard(query_id)
        if self.moment is not None:
            self.moment.missing.discard(query_id)
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
        self.withheld.clear()
        self.moment = None

    @property
    def has_updates(self) -> bool:
        """Whether an answer that the client shows may be outdated."""
        return any(self._followed[query_id].sent is not None for query_id in self.changed)

    def modifications(self) -> list[str]:
        """All changes that the client does not have, in one state of the engine; they count as sent."""
        made = self._removals()
        changed, self.changed = self.changed, set()
        for query_id in sorted(changed) if len(changed) > 1 else changed:
            self._modify(query_id, self._followed[query_id].result, made)
        return made

    def take_moment(self) -> tuple[int, list[str]] | None:
        """The state of `moment`, and all changes up to it that the client does not have; they count as sent. None if
        it is not complete.
        """
        moment = self.moment
        if moment is None or moment.missing:
            return None
        self.moment = None
        made = self._removals()
        for query_id, result in sorted(moment.results.items()):
            followed = self._followed.get(query_id)
            if followed is None:
                continue
            self._modify(query_id, result, made)
            one = followed.subscription
            if one is not None and (one.result is None or one.is_stale):
                self.withheld.add(query_id)  # it may have been its first answer
                self.unready.add(query_id)
        return moment.ts, made

    def _removals(self) -> list[str]:
        removed, self.removed = self.removed, []
        return [frames.query_removed(query_id) for query_id in removed]

    def _modify(self, query_id: int, result: Result | None, made: list[str]) -> None:
        followed = self._followed[query_id]
        if result is not None and not _same(followed.sent, result):
            made.append(frames.query_result(query_id, result))
            self.updates += followed.sent is not None
            followed.sent = result

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
        self.withheld.discard(query_id)
        self.moment = None
        self._on_change(query_id)

    def _on_change(self, query_id: int) -> None:
        followed = self._followed.get(query_id)
        if followed is None or followed.subscription is None:
            return
        subscription = followed.subscription
        if subscription.result is None or subscription.is_stale:
            if followed.sent is not None and (subscription.is_stale or query_id not in self.unready):
                self.withheld.add(query_id)
            if followed.sent is not None or subscription.is_stale:
                self.unready.add(query_id)
            self.changed.discard(query_id)  # an answer that was not sent yet
            if subscription.is_stale:
                self._keep_moment(query_id, subscription)
            return
        if self.moment is not None and subscription.since <= self.moment.ts:
            self._complete_moment(query_id, subscription.result)
        elif self.moment is not None and query_id in self.moment.missing:
            self.moment = None  # its answer in that state will not come any more
        self.unready.discard(query_id)
        self.withheld.discard(query_id)
        self.changed.add(query_id)
        self._wake()

    def _keep_moment(self, query_id: int, subscription: Subscription) -> None:
        """Begin to keep the engine's state for which a withheld query runs, or complete the one that is kept."""
        late = subscription.late
        if late is not None and self.moment is not None and self.moment.ts == late[0]:
            self._complete_moment(query_id, late[1])
        if subscription.lane_ts != self._engine.ts or (self.moment is not None and not self.moment.missing):
            return
        followed = {each: one for each, one in self._followed.items() if one.subscription is not None}
        stale = {each for each, one in followed.items() if one.subscription is not None and one.subscription.is_stale}
        for each in stale:
            one = followed[each].subscription
            if one is None or one.lane_ts != self._engine.ts:
                return  # a query of this page is in no lane or in another one
        results = {each: one.result for each, one in followed.items() if each not in stale and one.result is not None}
        if any(one.sent is not None and each not in stale and each not in results for each, one in followed.items()):
            return  # the client would show this query's answer of another state
        self.moment = Moment(self._engine.ts, results, stale)

    def _complete_moment(self, query_id: int, result: Result) -> None:
        """Add an answer that was true in the kept state."""
        assert self.moment is not None
        if query_id in self.moment.missing:
            self.moment.missing.discard(query_id)
            self.moment.results[query_id] = result
            if not self.moment.missing:
                self._wake()


def _same(sent: Result | None, result: Result) -> bool:
    if sent is None or sent is result:
        return sent is result
    return sent.value == result.value and sent.journal == result.journal and _same_error(sent.error, result.error)


def _same_error(sent: Failure | None, error: Failure | None) -> bool:
    if sent is None or error is None:
        return sent is error
    return sent.message == error.message and sent.data == error.data
