"""The engine: functions, live queries, mutations, and the cycle that connects them to the database's log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from reflow.dependencies import NO_DEPENDENCIES, Dependencies
from reflow.errors import AppError, PlainError
from reflow.identity import NO_TOKENS
from reflow.limits.caller_rates import PUT_OFF, UNLIMITED, CallerRateLimits, rate_limited, reserve, with_call
from reflow.live.actions import LONGEST_ACTION, ActionContext, within
from reflow.live.current import CurrentReaders, acknowledged
from reflow.live.cycle_pace import CyclePace
from reflow.live.evaluation import Evaluation, failure_of
from reflow.live.graph import Graph
from reflow.live.lanes import BriefLane, Lanes
from reflow.live.late_subscriptions import LateSubscriptions
from reflow.live.listeners import ChangeListeners
from reflow.live.maintenance import forget_old_results, give_memory_back
from reflow.live.mutations import IdempotencyKey, Invocation, Mutations
from reflow.live.nodes import Subscription, caller_of
from reflow.live.pending_responses import PendingResponses
from reflow.live.position_waiters import PositionWaiters
from reflow.live.recompute import RecomputePass
from reflow.live.retries import UNREADABLE
from reflow.live.serializable_lane import AllLanes, SerializableLane
from reflow.live.shared_snapshots import SnapshotFailed
from reflow.live.transaction_ctx import NO_JOBS, Defer
from reflow.metrics import NO_METRICS, Metrics, Progress
from reflow.postgres.database import NoConnection
from reflow.results import Outcome, QueryResult, RefusedSubscription
from reflow.values import encode

if TYPE_CHECKING:
    from reflow.changes import ChangeSource, Transaction
    from reflow.changes.listener import ChangeListener
    from reflow.functions import Function, Kind, Registry
    from reflow.identity import Identity, TokenVerifier
    from reflow.postgres.database import Database

log = logging.getLogger(__name__)

_REACHED_TIMEOUT = 10.0
_SEEN_WITHIN = 0.5  # seconds; past them, a position that covers a commit is as good as its own
_RECOVERY_PAUSE = 0.2
_POSITION_ATTEMPTS = 50


class Engine:
    """Serves functions and live queries.

    Args:
        registry: The functions that clients may call.
        source: The source of committed changes.
        verifier: Verifies tokens; by default none is accepted.
        secret: Signs cursors; the same on every process of a deployment.
        defer: Writes a job's row in a mutation's transaction; by default a mutation that defers a job fails.
        dependencies: The objects that functions get from :meth:`~reflow.context.Ctx.get`.
        rate_limits: The limits of one caller over all functions.
        longest_action: Seconds after which an action is stopped and refused.
        helpers: How many connections beside the cycle's own evaluate queries when there are many.
        lanes: How many connections run slow queries, for which only the pages that show them wait. One of them is for
            those that are not expected to take long. One more is opened for serializable queries.
        metrics: Receives numbers for monitoring.
    """

    def __init__(
        self,
        registry: Registry,
        database: Database,
        source: ChangeSource,
        verifier: TokenVerifier = NO_TOKENS,
        *,
        secret: bytes,
        defer: Defer = NO_JOBS,
        dependencies: Dependencies = NO_DEPENDENCIES,
        rate_limits: CallerRateLimits = UNLIMITED,
        longest_action: float = LONGEST_ACTION,
        helpers: int = 3,
        lanes: int = 3,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._registry = registry
        self._database = database
        self._source = source
        self._verifier = verifier
        self._calls = rate_limits.calls
        self._longest_action = longest_action
        self._helpers = helpers
        self._mutations = Mutations(database, defer, secret, dependencies, metrics)
        self.dependencies = dependencies
        self.graph = Graph(secret, dependencies, metrics)
        self.progress = Progress(metrics)
        self._late = LateSubscriptions(self.graph, rate_limits.queries, self.attach)
        self._reserve = partial(reserve, self.graph, rate_limits.queries)
        self._pace = CyclePace(source)
        self._current = CurrentReaders(self._pace.wake, self.progress, partial(acknowledged, source, self.reached))
        self._doubt = True
        self._unanswered = PendingResponses()
        self._is_in_cycle = self._is_stopping = False
        place = (self.graph, database, source, self._pace.wake_for_lanes, self.reached)
        long_lanes = Lanes(*place, max(1, lanes - 1))
        self._lanes = AllLanes(BriefLane(long_lanes), long_lanes, SerializableLane(*place, 1))
        self._reached = PositionWaiters()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners = ChangeListeners()

    @property
    def ts(self) -> int:
        """The position of the database's history at which every result is true."""
        return self.graph.ts

    @property
    def healthy(self) -> bool:
        """Whether the engine follows the log. While it does not, it reads all results again every second."""
        return self._source.healthy

    async def start(self) -> None:
        """Connect to the log and begin to serve."""
        self._source.on_pending = self._pace.wake
        self._source.matters = self._matters
        await self._source.start()
        self._tasks.add(asyncio.create_task(self._cycles()))
        self._tasks.add(asyncio.create_task(forget_old_results(self._mutations)))
        self._tasks.add(asyncio.create_task(give_memory_back(self.graph)))
        self._pace.wake()

    async def stop(self) -> None:
        """Stop serving. Mutations that run are awaited by their connections, not here."""
        self._is_stopping = True  # a cancellation alone may be swallowed by a query
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._lanes.stop()
        await self._source.stop()

    # What connections ask for.

    def subscribe(
        self,
        path: str,
        arguments: Mapping[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Callable[[], None],
    ) -> Subscription | RefusedSubscription:
        """Subscribe to a query. Never raises: an error becomes the result."""
        try:
            function, given = self._find("query", path, arguments)
            self.graph.retention.require_room(caller_of(identity))
            wait = self._reserve(function, given, identity, journal, max_wait=PUT_OFF)
        except (PlainError, AppError) as error:
            return RefusedSubscription(QueryResult(failure_of(error)))
        if not wait:
            return self._subscribe(function, given, identity, journal, on_change)
        subscription = Subscription(self.graph, function, given, identity, journal, on_change)
        asyncio.get_running_loop().call_later(wait, self._late.attach, subscription)
        return subscription

    async def mutate(
        self,
        *,
        session: str | None,
        request: int | None,
        path: str,
        arguments: Mapping[str, Any],
        identity: Identity | None,
    ) -> Outcome:
        """Run a mutation. No effect of it has been shown to any client when it returns.

        Args:
            session: The client's session. With the number of the `request` it identifies the mutation: a repeat takes
                no effect again, and has the same result.
            request: See `session`.
        """
        try:
            function, given = self._find("mutation", path, arguments)
        except PlainError as error:
            return Outcome(failure=failure_of(error))
        key = None
        if session is not None and request is not None:
            key = IdempotencyKey(session, request, function, given, identity, self.graph.secret)
        outcome = await self._mutate(rate_limited(function, identity, self._calls), given, identity, key)
        if key is None and outcome.ts is not None:
            # This caller gets no Transition, so their next query must already show the effects.
            with suppress(TimeoutError):  # it is committed, even if that is not visible yet
                await self.reached(outcome.ts)
        return outcome

    async def run_action(self, *, path: str, arguments: Mapping[str, Any], identity: Identity | None) -> Outcome:
        """Run an action."""
        try:
            function, given = self._find("action", path, arguments)
            call = rate_limited(function, identity, self._calls).call
            returned = await within(self._longest_action, call(ActionContext(self, identity), **given))
            return Outcome(encode(returned, function.returns))
        except Exception as error:  # noqa: BLE001  # every exception of an action becomes its outcome
            return Outcome(failure=failure_of(error))

    async def query(self, *, path: str, arguments: Mapping[str, Any], identity: Identity | None) -> Outcome:
        """A query's result now. It covers every commit acknowledged before the call, by other processes too."""
        try:
            function, given = self._find("query", path, arguments)
            self._reserve(function, given, identity, None, max_wait=0)
            evaluation = await self.run_query(function, given, identity)
        except (PlainError, AppError) as error:
            return Outcome(failure=failure_of(error))
        return Outcome(evaluation.value, self.ts, evaluation.error)

    async def authenticate(self, token: str) -> Identity:
        """The identity of this token.

        Raises:
            AuthenticationFailed: It must not be trusted.
        """
        return await self._verifier.verify(token)

    async def unseen(self, session: str, observed_ts: int) -> set[int]:
        """The mutations of a session whose effects a client at this position has not seen."""
        return await self._mutations.unseen(session, observed_ts)

    async def reached(self, ts: int) -> None:
        """Wait until results cover this position.

        Raises:
            TimeoutError: They did not within ten seconds.
        """
        if self.graph.ts >= ts:
            return
        future = self._reached.add(ts)
        if not self._is_in_cycle:  # whose end checks for waiting callers
            self._pace.wake()
        async with asyncio.timeout(_REACHED_TIMEOUT):
            await future

    # What actions and other parts of the process ask for.

    async def run_query(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None
    ) -> Evaluation:
        """A query's outcome now.

        Raises:
            AppError: ``busy``: the database or its log could not be read in time.
        """
        answered = asyncio.Event()
        subscription = self._subscribe(function, given, identity, None, answered.set)
        try:
            return await self._current.answer(subscription, answered, _REACHED_TIMEOUT)
        finally:
            subscription.cancel()

    async def run_mutation(self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None) -> Any:
        """Run a mutation from inside the process; returns its Python result.

        Raises:
            AppError: It was refused.
        """
        kept: list[Any] = []

        async def keeping(ctx: Any, **arguments: Any) -> Any:
            kept[:] = [await function.call(ctx, **arguments)]
            return kept[0]

        outcome = await self._mutate(with_call(function, keeping), given, identity, None)
        if outcome.failure is not None:
            raise outcome.failure.as_error()
        if outcome.ts is not None:
            with suppress(TimeoutError):
                await self.reached(outcome.ts)
        return kept[0]

    def attach(self, subscription: Subscription) -> None:
        """Connect a subscription to its node, so that it gets answers."""
        self.graph.attach(subscription)
        if self.graph.is_behind or self._lanes.is_due:
            self._pace.wake()

    def follow(self, table: str, follower: ChangeListener) -> None:
        """Send a published table's changes to this follower."""
        self._listeners.add(table, follower)

    async def catch_up(self) -> int:
        """Wait until results cover everything committed before now, and none is stale; returns the position reached."""
        ts = await self._source.flushed()
        await self.reached(ts)
        async with asyncio.timeout(_REACHED_TIMEOUT):
            while self.graph.due or self.graph.unanswered:
                await self._current.covered()
        return ts

    # The inside.

    def _find(self, kind: Kind, path: str, arguments: Mapping[str, Any]) -> tuple[Function[..., Any], dict[str, Any]]:
        function = self._registry.find(kind, path)
        return function, function.decode(arguments)

    def _subscribe(
        self,
        function: Function[..., Any],
        given: dict[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Callable[[], None],
    ) -> Subscription:
        subscription = Subscription(self.graph, function, given, identity, journal, on_change)
        self.attach(subscription)
        return subscription

    async def _mutate(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, key: IdempotencyKey | None
    ) -> Outcome:
        self._source.expect()
        with self._unanswered.answering() as announce:
            result = await self._mutations.run(Invocation(function, given, identity, key, announce))
            if result.failure is not None:
                return Outcome(failure=result.failure)
            if result.commit is not None:
                with suppress(TimeoutError):
                    return Outcome(result.value, await self._source.committed(result.commit, within=_SEEN_WITHIN))
            return Outcome(result.value, await self._position_behind())

    async def _position_behind(self) -> int | None:
        """A position that covers the commit; None if the database cannot be queried, which must not look like a
        failure.
        """
        for _ in range(_POSITION_ATTEMPTS):
            try:
                return await self._source.flushed()
            except (*UNREADABLE, NoConnection):
                await asyncio.sleep(_RECOVERY_PAUSE)
        return None

    def _matters(self, transactions: Sequence[Transaction]) -> bool:
        """Whether a cycle is due for these. Without one, no snapshot is opened for them until much later."""
        return self._lanes.is_busy or self._listeners.matter(transactions) or self.graph.matters(transactions)

    async def _cycles(self) -> None:
        while not self._is_stopping:
            await self._pace.due()
            self._is_in_cycle = True
            try:
                await self._cycle()
            except SnapshotFailed:
                self._pace.wake()
            except Exception:
                # After a failure it is uncertain whether the cut's changes were processed.
                log.exception("cycle failed")
                self._doubt = True
                self._database.discard_idle()
                await asyncio.sleep(_RECOVERY_PAUSE)
                self._pace.wake()

    async def _cycle(self) -> None:
        asked_at = asyncio.get_running_loop().time()
        async with self._current.cycle() as coverage, self._source.cut() as cut:
            cut.resync_required |= self._doubt
            began = asyncio.get_running_loop().time()
            is_sliced = self._source.healthy
            run = RecomputePass(self.graph, cut, self._helpers, is_sliced=is_sliced, asked_at=asked_at)
            touched = self.graph.touched(cut)
            self._lanes.note(cut)
            try:
                await run.bring_up_to_date(touched, is_everything=cut.resync_required)
            finally:
                cut.is_spoilt = run.is_cut_short
                self._late.attach_in_turn(run.postponed)
            self._doubt = False
            await self._unanswered.before(cut.transactions)
            # The results are true whether or not the cut's end succeeds, so publishing need not wait for it.
            self.graph.publish(cut.ts, run.fresh, run.unfinished())
            coverage.is_complete = cut.exact or cut.resync_required
            self._pace.took = asyncio.get_running_loop().time() - began
            self._listeners.notify(cut)
            self._is_in_cycle = False
            if self._reached.notify(self.graph.ts):
                self._pace.wake()
            if not cut.is_spoilt:
                await self._lanes.begin(cut)
            if self.graph.is_behind:
                self._pace.wake()
            if self._lanes.is_due:
                self._pace.wake_for_lanes()
