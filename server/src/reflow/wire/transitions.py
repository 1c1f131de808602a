"""Decides when a connection's next Transition is due, and what it contains."""

from __future__ import annotations

import asyncio
import time

from reflow.identity import Identity
from reflow.wire.engine import Engine
from reflow.wire.frames import clock
from reflow.wire.limits import Limits
from reflow.wire.messages import Add, ModifyQuerySet
from reflow.wire.query_set import QuerySet
from reflow.wire.transition_gate import TransitionGate
from reflow.wire.versions import Versions
from reflow.wire.writer import Wake


class Transitions:
    """A connection's subscriptions, its version, and the Transitions that it must still get.

    Attributes:
        gate: The conditions that the next Transition waits for.
        versions: The client's version.
        skew: How far its clock is ahead in milliseconds, if the client sent its time.
    """

    def __init__(self, engine: Engine, limits: Limits, wake: Wake) -> None:
        self._engine = engine
        self._limits = limits
        self._wake = wake
        self._queries = QuerySet(engine, limits, wake)
        self.gate = TransitionGate(limits, wake)
        self.versions = Versions()
        self.skew: int | None = None
        self._owed: int | None = None
        self._lingers_until = 0.0

    def modify(self, message: ModifyQuerySet, identity: Identity | None, *, again: bool) -> None:
        """Change the set of subscriptions.

        Args:
            again: Whether the client shows answers to them from an earlier connection, which must not vanish before the
                new ones arrive.

        Raises:
            BadFrame: The message does not continue the current query set.
        """
        self.versions.change_query_set(message.base_version, message.new_version)
        was_ready = not self._queries.unready
        for modification in message.modifications:
            if isinstance(modification, Add):
                self._queries.add(modification, identity)
            else:
                self._queries.remove(modification.query_id)
        if again:
            self.gate.for_queries(self._queries.unready)
        if was_ready and self._queries.unready:
            self._linger()
        self._wake()

    def set_identity(self, identity: Identity | None) -> None:
        """Change the identity: the next Transition confirms it, with all answers that differ for it."""
        self.versions.identity += 1
        self.gate.for_queries(self._queries.ask_again(identity))
        self._wake()

    def require_transition(self, ts: int) -> None:
        """Require a Transition after a response, even an empty one, from a state not before `ts`."""
        self._owed = max(self._owed or 0, ts)
        self._wake()

    def end(self) -> None:
        """End all subscriptions, because the connection has ended."""
        self._queries.clear()
        self.gate.cancel()

    @property
    def updates(self) -> int:
        """How many changed answers were sent so far, without the first ones."""
        return self._queries.updates

    def compose(self) -> str | None:
        """The next Transition, if one is due.

        Everything in it is read in one turn of the loop, so it is one state of the engine.
        """
        queries, versions = self._queries, self.versions
        if not (queries.changed or queries.removed or versions.moved or self._owed is not None):
            return None
        if queries.withheld:
            return self._compose_moment()
        queries.moment = None
        ts = self._engine.ts
        paid = self._owed is not None and ts >= self._owed
        if not self.gate.is_over(ts, queries.unready) or not (paid or self._is_due()):
            return None
        modifications = queries.modifications()
        if not (modifications or paid or self._has_moved()):
            return None
        if paid:
            self._owed = None
        return versions.transition(ts, modifications, self._clock())

    def _compose_moment(self) -> str | None:
        """The Transition to an earlier state, for a page whose queries are outdated faster than they run."""
        moment = self._queries.moment
        if moment is None or not self.gate.is_over(moment.ts, self._queries.unready - self._queries.withheld):
            return None
        taken = self._queries.take_moment()
        if taken is None or not taken[1]:
            return None
        ts, modifications = taken
        if self._owed is not None and ts >= self._owed:
            self._owed = None
        return self.versions.transition(ts, modifications, self._clock())

    def _is_due(self) -> bool:
        queries = self._queries
        if not queries.unready:
            return True
        if self.versions.identity_moved or queries.has_updates:
            return True
        if asyncio.get_running_loop().time() < self._lingers_until:
            return False
        return bool(queries.changed or queries.removed)

    def _has_moved(self) -> bool:
        """Whether the versions alone need a Transition: a new query set without its answers does not."""
        return self.versions.identity_moved or (self.versions.moved and not self._queries.unready)

    def _linger(self) -> None:
        """Let first answers wait a moment for each other: a page that mounts 30 queries gets them in one Transition."""
        loop = asyncio.get_running_loop()
        self._lingers_until = loop.time() + self._limits.batch_delay
        loop.call_later(self._limits.batch_delay, self._wake)

    def _clock(self) -> str:
        """The clocks, once per connection: later Transitions are then equal for all clients at the same version."""
        if self.skew is None or not self.versions.at_the_beginning:
            return ""
        return clock(self.skew, time.time_ns())
