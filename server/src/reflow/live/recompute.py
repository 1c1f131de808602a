"""The evaluations of one cycle."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from math import inf
from typing import TYPE_CHECKING, Any

import asyncpg

from reflow.limits.budget import EvaluationBudget, query_cost
from reflow.live.evaluation import Evaluation, EvaluationCtx, NeedsNarrowerScope
from reflow.live.nodes import ancestors
from reflow.postgres.database import OUTDATED

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch
    from reflow.functions import Query
    from reflow.live.graph import Graph
    from reflow.live.nodes import Node, Subscription
    from reflow.postgres.database import Connection, Database

_ROUNDS = 4  # a query may be specialised twice: by authentication, then by person


class SnapshotFailed(Exception):
    """A query's statement failed in the database, which aborts the cycle's snapshot. The cycle must begin again."""


class RecomputePass:
    """The evaluations of one cycle, all in the cut's snapshot.

    Args:
        helpers: How many further connections may share the snapshot.
    """

    def __init__(self, graph: Graph, database: Database, cut: SnapshotBatch, helpers: int) -> None:
        self.graph = graph
        self.fresh: dict[Node, Evaluation] = {}
        self._database = database
        self._cut = cut
        self._helpers = helpers
        self._running: dict[Node, asyncio.Future[Evaluation]] = {}
        self._suspects: set[Node] = set()
        self._budget = EvaluationBudget(graph)
        # Subscriptions to attach again in their caller's turn, and how many queries each counts as.
        self.postponed: list[tuple[Subscription, float]] = []
        # Nodes below this height are up to date.
        self._level: float = 0

    async def bring_up_to_date(self, touched: set[Node]) -> None:
        """Run the touched nodes, then those built on changed ones, and answer the new ones."""
        stale: dict[int, set[Node]] = defaultdict(set)
        for node in touched:
            stale[node.height].add(node)
        self._suspects = ancestors(touched)
        async with self._connections(len(touched) + len(self.graph.unanswered)) as connections:
            while stale:
                self._level = min(stale)
                level = self._due(stale.pop(self._level))
                await self._run_all(level, connections)
                for node in level:
                    # A node without a fresh result was specialised, so the nodes built on it must run too.
                    if node not in self.fresh or self.fresh[node].differs(node.evaluation):
                        for parent in node.parents:
                            stale[max(parent.height, node.height + 1)].add(parent)
            self._level = inf
            await self._answer(connections)

    def _due(self, level: set[Node]) -> set[Node]:
        """The nodes of a level that must run in this cycle.

        Nodes without an observer are dropped. A caller with too many of them waits for all of theirs.
        """
        waiting = {node for node in level if node not in self.fresh and self.graph.holds(node)}
        now, late = self._budget.split(self.graph.observed(waiting, self._budget))
        for node in late:
            queries = query_cost(self.graph, node.function)
            self.postponed += [(subscription, queries) for subscription in self.graph.postpone(node)]
        return now | (level & self.fresh.keys())

    async def _answer(self, connections: list[Connection]) -> None:
        """Answer the new nodes. Nodes that arrive meanwhile may have to wait for the next cycle, because otherwise this
        one might never end. So may nodes of one caller that are too many.
        """
        for _ in range(_ROUNDS):
            unanswered = self._budget.first(node for node in self.graph.unanswered if node not in self.fresh)
            if not unanswered:
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
                if node.evaluation is not None and (node.height < self._level or node not in self._suspects):
                    return node, node.evaluation
                return node, await self._evaluate(node, connection)
            except NeedsNarrowerScope as asks:
                self.graph.specialise(node, asks.caller_scope)

    async def _run_all(self, nodes: set[Node], connections: list[Connection]) -> None:
        waiting = list(nodes)

        async def work(connection: Connection) -> None:
            while waiting:
                node = waiting.pop()
                if node in self.fresh:
                    continue
                try:
                    await self._evaluate(node, connection)
                except NeedsNarrowerScope as asks:
                    self.graph.specialise(node, asks.caller_scope)

        if len(waiting) == 1 or len(connections) == 1:
            await work(connections[0])
            return
        try:
            async with asyncio.TaskGroup() as group:
                for connection in connections:
                    group.create_task(work(connection))
        except ExceptionGroup as raised:
            spoilt, others = raised.split(SnapshotFailed)
            raise (others or spoilt or raised).exceptions[0] from None

    async def _evaluate(self, node: Node, connection: Connection) -> Evaluation:
        running = self._running.get(node)
        if running is not None:
            return await running
        self._running[node] = future = asyncio.get_running_loop().create_future()
        try:
            evaluation = await self._call(node, connection)
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
            future.exception()
            raise
        finally:
            del self._running[node]
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
        except (NeedsNarrowerScope, SnapshotFailed):
            raise
        except asyncio.CancelledError as error:
            raised = _cancelled_from_inside(error)
        except Exception as error:  # noqa: BLE001  # every exception of the product's query is its outcome
            raised = self._outcome(error, node, connection)
        journal = ctx.journal if raised is None else node.page_bounds
        same_as = next((each for each in ctx.answers if returned is not None and each.returned is returned), None)
        evaluation = Evaluation(
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
        )
        evaluation.forget_traces()
        return evaluation

    def _outcome(self, error: Exception, node: Node, connection: Connection) -> Exception:
        """Return the error if it is the query's own; raise it if it is the connection's or the snapshot's."""
        if connection.raw.is_closed() or isinstance(error, asyncpg.InternalClientError):
            raise error  # the latter comes from a connection that the server has closed
        if isinstance(error, OUTDATED):
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
            if nodes > 8 and self._helpers:
                snapshot = await self._cut.export()
                for _ in range(min(self._helpers, nodes // 8)):
                    if self._database.is_busy:
                        break  # updates must not wait for slow mutations
                    mode = f"ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '{snapshot}'"
                    connections.append(await stack.enter_async_context(self._database.transaction(mode)))
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
