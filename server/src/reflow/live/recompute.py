"""The evaluations of one cycle."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from math import inf
from typing import TYPE_CHECKING, Any

import asyncpg

from reflow.errors import AppError
from reflow.limits.budget import EvaluationBudget, query_cost
from reflow.live.evaluation import CallCycle, Evaluation, EvaluationCtx, NeedsNarrowerScope, TooSlow
from reflow.live.nodes import ancestors
from reflow.live.run_order import in_turns, newest_first
from reflow.live.shared_snapshots import SnapshotFailed, shared
from reflow.live.side_by_side import side_by_side
from reflow.postgres.database import OUTDATED

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch
    from reflow.functions import Query
    from reflow.live.evaluation import CallerScope
    from reflow.live.graph import Graph
    from reflow.live.nodes import Node, Subscription
    from reflow.postgres.database import Connection

_SLICE = 0.025  # seconds of a cycle in which it begins to run nodes that a change touched
_REST = 0.01  # seconds in which it then begins to run nodes that have waited, and as many for new ones
_PATIENCE = 0.06  # seconds more, after which what still runs is too slow for the cycle
_LONGEST_ALLOWANCE = 0.1  # seconds more on a busy machine, for each of these
_LONGEST_ENTRY = 1.0  # seconds for one more connection
_LONGEST = 5.0  # seconds of a cycle that must run everything
_ROUNDS = 4  # a query may be specialised twice: by authentication, then by person


class RecomputePass:
    """The evaluations of one cycle, all in the cut's snapshot.

    Args:
        helpers: How many further connections may share the snapshot.
        is_patient: Whether it runs everything, however long that takes.
        asked_at: When the cut was asked for, on the loop's clock. On a busy machine that is a while ago, and
            all queries take longer. Nodes then get as much more time, because a cycle that runs hardly any is wasted.
        is_sliced: Whether nodes may wait for a later cycle. They cannot while changes are unknown, because every cycle
            then runs everything.

    Attributes:
        fresh: The outcomes so far.
        is_cut_short: Whether a query was stopped because it was too slow, perhaps within a statement.
    """

    def __init__(
        self,
        graph: Graph,
        cut: SnapshotBatch,
        helpers: int,
        *,
        is_patient: bool = False,
        is_sliced: bool = True,
        asked_at: float = inf,
    ) -> None:
        self.graph = graph
        self.fresh: dict[Node, Evaluation] = {}
        self.is_cut_short = False
        self._cut = cut
        self._helpers = helpers
        self._is_patient = is_patient
        self._is_sliced = is_sliced
        self._clock = asyncio.get_running_loop().time
        self._asked_at = asked_at
        self._ends = 0.0
        self._running: dict[Node, asyncio.Future[Evaluation]] = {}
        self._waits_for: dict[Node, set[Node]] = {}
        self._suspects: set[Node] = set()
        self._touched: set[Node] = set()
        self._budget = EvaluationBudget(graph)
        # Subscriptions to attach again in their caller's turn, and how many queries each counts as.
        self.postponed: list[tuple[Subscription, float]] = []
        # Nodes below this height are up to date, except those that were left out and what is built on them.
        self._level: float = 0
        self._left_out: set[Node] = set()
        self._without_child: set[Node] = set()

    async def bring_up_to_date(self, touched: set[Node], *, is_everything: bool = False) -> None:
        """Run the touched nodes, then those built on changed ones, and answer the new ones, as far as there is time.

        Args:
            is_everything: Whether all nodes are touched. Then whole pages run one after another: those that wait since
                the cycle before, then the newest ones first.
        """
        if is_everything:
            waited = [node for node in self.graph.due if node in touched]
            self.graph.due = dict.fromkeys([*waited, *newest_first(touched)])
            touched = set()
        self._touched = touched
        self._suspects = ancestors(touched)
        nodes = len(touched) + len(self.graph.due) + len(self.graph.unanswered)
        async with self._cutting_short() as limit, self._connections(nodes) as connections:
            self.graph.slow.allowance = min(_LONGEST_ALLOWANCE, max(0.0, self._clock() - self._asked_at))
            self._allow(_SLICE, limit)
            await self._run_touched(connections)
            self._suspects, self._level = ancestors(self.unfinished()), 0
            await self._run_waiting(connections, limit)
            await self._answer(connections, limit)

    @asynccontextmanager
    async def _cutting_short(self) -> AsyncIterator[asyncio.Timeout]:
        try:
            async with asyncio.timeout(None) as limit:
                yield limit
        except TimeoutError:
            if not limit.expired():
                raise
            self.is_cut_short = True

    def _allow(self, seconds: float, limit: asyncio.Timeout) -> None:
        """Begin to run nodes for this long, and stop those that then still run for long."""
        if not self._is_patient:
            allowance = self.graph.slow.allowance
            self._ends = self._clock() + (max(seconds, allowance) if self._is_sliced else _LONGEST)
            limit.reschedule(self._ends + _PATIENCE + allowance)

    def unfinished(self) -> list[Node]:
        """The nodes that have not run here, and whose outcome may be different in this snapshot. Those that wait since
        an earlier cycle come first, in their order.
        """
        graph, fresh = self.graph, self.fresh
        found = {node: None for nodes in (graph.due, self._touched) for node in nodes if node not in fresh}
        # What a dropped node was built on must run too.
        found |= {parent: None for node in list(found) if not graph.holds(node) for parent in node.parents}
        found |= dict.fromkeys(self._without_child)
        for node, evaluation in fresh.items():
            if node.parents and evaluation.differs(node.evaluation):
                found |= dict.fromkeys(node.parents)
        return [node for node in found if node not in fresh and node.evaluation is not None]

    @property
    def _is_over(self) -> bool:
        return not self._is_patient and self._clock() > self._ends

    def is_slow(self, node: Node) -> bool:
        """Whether a node must run in a slow lane."""
        return not self._is_patient and self.graph.slow.holds(node)

    async def _run_touched(self, connections: list[Connection]) -> None:
        """Run the touched nodes level by level, so that a node runs after those that it is built on."""
        heights = {node: node.height for node in self._touched}
        while heights and not self._is_over:
            self._level = min(heights.values())
            level = {node for node, height in heights.items() if height == self._level}
            for node in level:
                del heights[node]
            runnable = self._runnable(level)
            await self._run_all(in_turns(runnable), connections)
            self._left_out |= ancestors(node for node in level if node not in self.fresh)
            for node in runnable:
                # A node without a fresh result was specialised, so the nodes built on it must run too.
                if self.fresh[node].differs(node.evaluation) if node in self.fresh else not self.graph.holds(node):
                    for parent in node.parents:
                        heights[parent] = max(parent.height, node.height + 1)

    def _runnable(self, level: set[Node]) -> set[Node]:
        """The nodes of a level that run in this cycle.

        Nodes without an observer are dropped. A caller with too many of them waits for all of theirs. Slow ones, and
        those built on slow ones that have not run, run in a lane of their own.
        """
        waiting = {node for node in level if node not in self.fresh and self.graph.holds(node)}
        now, late = self._budget.split(self.graph.observed(waiting, self._budget))
        for node in late:
            queries = query_cost(self.graph, node.function)
            self.postponed += [(subscription, queries) for subscription in self.graph.postpone(node)]
        return {node for node in now if not self.is_slow(node)} | (level & self.fresh.keys())

    async def _run_waiting(self, connections: list[Connection], limit: asyncio.Timeout) -> None:
        """Run nodes for which earlier cycles had no time."""
        due = {node: None for node in self.graph.due if node not in self.fresh}
        if due:
            observed = self.graph.observed(set(due), self._budget)
            runnable = [node for node in due if node in observed and not self.is_slow(node)]
            # Choosing among thousands may take longer than the time to run them, which begins now.
            self._allow(_REST, limit)
            await self._run_all(runnable if self._cut.resync_required else in_turns(runnable), connections)

    async def _answer(self, connections: list[Connection], limit: asyncio.Timeout) -> None:
        """Answer the new nodes. Nodes that arrive meanwhile may have to wait for the next cycle, because otherwise this
        one might never end. So may nodes of one caller that are too many.
        """
        for round_ in range(_ROUNDS):
            new = (node for node in self.graph.unanswered if node not in self.fresh and not self.is_slow(node))
            unanswered = self._budget.first(new)
            if not round_:
                self._allow(_REST, limit)  # as for those that have waited
            if not unanswered or (round_ and self._is_over):
                return
            await self._run_all(unanswered, connections)

    async def child(
        self,
        query: Query[Any, Any],
        given: dict[str, Any],
        parent: Node,
        connection: Connection,
        page_bounds: str | None = None,
    ) -> tuple[Node, Evaluation]:
        """The outcome of another query in this snapshot, for a query that builds on it."""
        while True:
            node = self.graph.node(query, query.complete(given), parent.identity, page_bounds)
            try:
                if node in self.fresh:
                    return node, self.fresh[node]
                if node.evaluation is not None and self._is_true(node):
                    return node, node.evaluation
                if self.is_slow(node):
                    self.graph.slow.add(parent)
                    raise TooSlow(node.function.path)
                with self._waiting(parent, node):
                    return node, await self._evaluate(node, connection)
            except NeedsNarrowerScope as asks:
                self.specialise(node, asks.caller_scope)

    def specialise(self, node: Node, caller_scope: CallerScope) -> None:
        """Drop a query that reads more of its caller. What was built on it must run again."""
        self._without_child |= node.parents
        self.graph.specialise(node, caller_scope)

    def _is_true(self, node: Node) -> bool:
        """Whether a node's earlier outcome is also true in this snapshot."""
        if node.is_stale or node in self._left_out:
            return False
        return node.height < self._level or node not in self._suspects

    @contextmanager
    def _waiting(self, parent: Node, child: Node) -> Iterator[None]:
        """Record that a query waits for another one.

        Raises:
            CallCycle: The other one waits for this one.
        """
        frontier = {child}
        while frontier:
            if parent in frontier:
                raise CallCycle(parent.function.path)
            frontier = {each for node in frontier for each in self._waits_for.get(node, ())}
        waits_for = self._waits_for.setdefault(parent, set())
        waits_for.add(child)
        try:
            yield
        finally:
            waits_for.discard(child)

    async def _run_all(self, nodes: Iterable[Node], connections: list[Connection]) -> None:
        """Run these nodes in order until the time is over, but at least one, so that a slow machine makes progress."""
        waiting = deque(nodes)
        has_begun = False

        async def work(connection: Connection) -> None:
            nonlocal has_begun
            while waiting and not (has_begun and self._is_over):
                has_begun = True
                node = waiting.popleft()
                if node in self.fresh:
                    continue
                try:
                    await self._evaluate(node, connection)
                except NeedsNarrowerScope as asks:
                    self.specialise(node, asks.caller_scope)
                except TooSlow:
                    continue

        if len(waiting) == 1 or len(connections) == 1:
            await work(connections[0])
            return
        raised = await side_by_side(work(connection) for connection in connections)
        if raised:
            first = next((error for error in raised if not isinstance(error, SnapshotFailed)), raised[0])
            raise first from first.__cause__

    async def _evaluate(self, node: Node, connection: Connection) -> Evaluation:
        running = self._running.get(node)
        if running is not None:
            # The caller may be stopped while it waits. This must not cancel the evaluation, which others wait for.
            return await asyncio.shield(running)
        self._running[node] = future = asyncio.get_running_loop().create_future()
        began = self._clock()
        try:
            evaluation = await self._call(node, connection)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                self.graph.slow.add(node, is_cause=not self._waits_for.get(node))
            future.set_exception(error if isinstance(error, Exception) else TooSlow(node.function.path))
            future.exception()
            raise
        finally:
            del self._running[node]
        self.graph.slow.measure(node, self._clock() - began)
        evaluation.forget_traces()
        evaluation.share(node.evaluation)
        future.set_result(evaluation)
        self.fresh[node] = evaluation
        return evaluation

    async def _call(self, node: Node, connection: Connection) -> Evaluation:
        ctx = EvaluationCtx(self, node, connection)
        returned: Any = None
        raised: Exception | None = None
        call = _apart(connection, node, ctx) if node.function.path in self.graph.fragile else _returned(node, ctx)
        try:
            returned = await call
        except (NeedsNarrowerScope, SnapshotFailed, TooSlow):
            raise
        except asyncio.CancelledError as error:
            raised = _cancelled_from_inside(error)
        except Exception as error:  # noqa: BLE001  # every exception of the product's query is its outcome
            raised = self._outcome(error, node, connection)
        journal = ctx.journal if raised is None else node.page_bounds
        same_as = next((each for each in ctx.answers if returned is not None and each.returned is returned), None)
        return Evaluation(
            returned,
            raised,
            journal,
            ctx.watches,
            frozenset(ctx.children),
            node.function.returns,
            same_as,
            is_timed=ctx.is_timed,
            rows_read=ctx.rows_read,
            rows_below=ctx.rows_below,
            views=ctx.views,
        )

    def _outcome(self, error: Exception, node: Node, connection: Connection) -> Exception:
        """Return the error if it is the query's own; raise it if it is the connection's or the snapshot's."""
        if connection.raw.is_closed() or isinstance(error, asyncpg.InternalClientError):
            raise error  # the latter comes from a connection that the server has closed
        # A standby ends a snapshot that needs rows which its primary has removed.
        if isinstance(error, (*OUTDATED, asyncpg.SerializationError)):
            raise SnapshotFailed(node.function.path) from error
        if isinstance(error, asyncpg.PostgresError) and node.function.path not in self.graph.fragile:
            # PostgreSQL answers no further statement in this snapshot.
            self.graph.fragile.add(node.function.path)
            raise SnapshotFailed(node.function.path) from error
        return error

    @asynccontextmanager
    async def _connections(self, nodes: int) -> AsyncIterator[list[Connection]]:
        """The cut's own connection, and for many nodes further ones with the same snapshot."""
        connections = [self._cut.connection]
        async with AsyncExitStack() as stack:
            if nodes > 8 and self._helpers and (snapshot := await shared(self._cut)):
                for _ in range(min(self._helpers, nodes // 8)):
                    if self._cut.database.is_busy:
                        break  # updates must not wait for slow mutations
                    try:
                        async with asyncio.timeout(_LONGEST_ENTRY):
                            helper = await stack.enter_async_context(self._cut.database.snapshot(snapshot))
                        connections.append(helper)
                    except (AppError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                        break  # the server has no room for further connections
            yield connections


async def _returned(node: Node, ctx: EvaluationCtx) -> Any:
    """Call a node's function. If it caught an exception that it must not catch, raise that again."""
    try:
        returned = await node.function.call(ctx, **node.given)
    except Exception:
        ctx.raise_caught()
        raise
    ctx.raise_caught()
    return returned


async def _apart(connection: Connection, node: Node, ctx: EvaluationCtx) -> Any:
    """Call a function whose statements have failed before, in a savepoint, so that a failure affects only this
    function.
    """
    await connection.raw.execute("SAVEPOINT apart")
    try:
        returned = await _returned(node, ctx)
    except BaseException:
        if not connection.raw.is_closed():
            await connection.raw.execute("ROLLBACK TO SAVEPOINT apart")
        raise
    finally:
        if not connection.raw.is_closed():
            await connection.raw.execute("RELEASE SAVEPOINT apart")
    return returned


def _cancelled_from_inside(error: asyncio.CancelledError) -> Exception:
    """A cancellation by the product's own code, converted to a failure; otherwise it would end the cycle silently."""
    task = asyncio.current_task()
    if task is None or task.cancelling():
        raise error
    return RuntimeError("The query was cancelled from inside")
