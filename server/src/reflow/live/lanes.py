"""Slow lanes: slow queries run in snapshots of their own, so that only the pages that show them wait.

A lane begins in a cycle's snapshot, and goes on while later cycles publish. Its results are true at its own position.
So when one is ready, the changes since then decide: if none of them concerns the result, it is true now and installed.
Otherwise the query runs again. A page that waits for nothing but queries of one lane may then show that lane's moment:
it knows its other results of that position. So a slow query that is outdated all the time still shows its progress.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from heapq import nsmallest
from math import inf
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import asyncpg

from reflow.changes.kept import KeptConnection
from reflow.live.evaluation import NeedsNarrowerScope, TooSlow
from reflow.live.lane_pass import LanePass
from reflow.live.later_changes import LaterChanges
from reflow.live.nodes import Node
from reflow.live.shared_snapshots import SnapshotFailed, shared
from reflow.live.slow_queries import LONG_AFTER

if TYPE_CHECKING:
    from reflow.changes import ChangeSource, SnapshotBatch
    from reflow.live.graph import Graph
    from reflow.postgres.database import Connection, Database

log = logging.getLogger(__name__)

_MOST_ROOTS = 64
_OPENING = 0.25  # seconds for a lane's connection to enter the snapshot
FIRST_RETRY, _LONGEST_RETRY = 1.0, 60.0  # seconds until a query that took too long runs again
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class Lanes:
    """The lanes of an engine for queries that are expected to take long.

    While the server has no room for a shared snapshot, only one of their connections runs them at a time, in a snapshot
    of its own.

    Args:
        primary: The database that mutations write to.
        source: Tells the position of a snapshot.
        wake: Starts another cycle, in which waiting queries may begin and installed results take effect.
        reached: Waits until cycles have published up to a position; raises TimeoutError.
        size: How many connections they may use.
    """

    _patience = inf

    def __init__(
        self,
        graph: Graph,
        primary: Database,
        source: ChangeSource,
        wake: Callable[[], None],
        reached: Callable[[int], Awaitable[None]],
        size: int,
    ) -> None:
        self._graph = graph
        self._primary = self._database = primary
        self._source = source
        self._wake = wake
        self._reached = reached
        self._free = [KeptConnection(primary) for _ in range(size)]
        self._opening: set[asyncio.Task[None]] = set()
        self._running: dict[asyncio.Task[None], LanePass] = {}
        self._changes = LaterChanges()
        self._retries: dict[Node, None] = {}
        self._failures: WeakKeyDictionary[Node, int] = WeakKeyDictionary()
        self._turn = 0
        self._turns: WeakKeyDictionary[Node, int] = WeakKeyDictionary()  # in which it was last taken

    def note(self, cut: SnapshotBatch) -> None:
        """Record the changes of a cycle, before it runs anything."""
        if self._running:
            self._changes.add(cut)

    @property
    def is_busy(self) -> bool:
        """Whether a slow query runs now: its result has to be compared with all changes meanwhile."""
        return bool(self._running)

    @property
    def is_due(self) -> bool:
        """Whether a slow query waits for a lane, and one is free."""
        if not self._free or not self._may_run or not any(True for _ in self._waiting()):
            return False
        if all(kept.lost for kept in self._free):
            self._open_one()
            return False
        return True

    @property
    def _may_run(self) -> bool:
        # While the log is not followed, no result of a snapshot of its own can be compared with the changes since then.
        return self._database.shares_snapshots or self._source.healthy

    async def begin(self, cut: SnapshotBatch) -> None:
        """Begin to run waiting slow queries in this cut's snapshot, just after its results were published."""
        if not self.is_due:
            return
        connections = await self._enter(cut)
        if not connections:
            return
        # While the log cannot be followed, every cycle makes all queries wait again, in the same order.
        roots = nsmallest(_MOST_ROOTS, self._waiting(), key=lambda node: self._turns.get(node, 0))
        self._turn += 1
        for node in roots:
            self._turns[node] = self._turn
            self._retries.pop(node, None)
            for earlier in self._running.values():
                if node in earlier.held_up:
                    earlier.roots.remove(node)
        run = LanePass(self._graph, cut, self._changes.cycle, roots, self._patience)
        for node in run.closure:
            node.lane_ts = run.ts
        self._running[task := asyncio.create_task(self._run(run, connections))] = run
        task.add_done_callback(self._ended)
        self._graph.notify(run.closure)

    async def stop(self) -> None:
        """Stop all slow queries, and close the connections."""
        tasks = [*self._running, *self._opening]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for kept in self._free:
            kept.drop()

    def _waiting(self) -> Iterable[Node]:
        graph = self._graph
        running = {node for run in self._running.values() for node in run.all_roots.difference(run.held_up)}
        for nodes in (graph.due, graph.unanswered, self._retries):
            for node in list(nodes):
                is_taken = nodes is self._retries or self._takes(node)
                if is_taken and node not in running and graph.holds(node):
                    yield node

    def _takes(self, node: Node) -> bool:
        """Whether a node that must run runs in one of these lanes."""
        return not node.function.is_serializable and self._graph.slow.holds(node) and self._graph.slow.is_long(node)

    def _still_takes(self, _node: Node, /) -> bool:
        """Whether a root of a lane that has begun still runs in it."""
        return True

    async def _enter(self, cut: SnapshotBatch, /) -> list[tuple[KeptConnection, Connection]]:
        """Connections in the cut's snapshot: half of the free ones, so that further lanes can begin meanwhile, but
        one for each waiting query if there are as many.
        """
        if not cut.database.shares_snapshots:
            return await self._enter_later()
        waiting = sum(1 for _ in self._waiting())
        entered: list[tuple[KeptConnection, Connection]] = []
        usable = self._usable_on(cut.database)
        if not usable or (snapshot := await shared(cut)) is None:
            return entered
        mode = f"ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '{snapshot}'"
        for kept in usable[: max((len(usable) + 1) // 2, waiting)]:
            self._free.remove(kept)
            try:
                async with asyncio.timeout(_OPENING):
                    connection = await kept.get()
                    await connection.begin(mode)
            except (TimeoutError, *LOST):
                kept.drop()
                self._free.append(kept)
            else:
                entered.append((kept, connection))
        return entered

    async def _enter_later(self) -> list[tuple[KeptConnection, Connection]]:
        """A connection without a snapshot: the cycle does not wait for one."""
        if not self._source.healthy or not (usable := self._usable_on(self._primary)):
            return []
        self._free.remove(usable[0])
        return [(usable[0], await usable[0].get())]

    def _usable_on(self, database: Database) -> list[KeptConnection]:
        """The open connections to this server. If there is none, one is opened meanwhile."""
        self._read_on(database)
        usable = [kept for kept in self._free if not kept.lost]
        if not usable:
            self._open_one()
        return usable

    def _read_on(self, database: Database) -> None:
        """Use connections to this server: only those to the server of a cut can share its snapshot."""
        self._database = database
        for kept in self._free:
            kept.move(database)

    def _open_one(self) -> None:
        if not self._opening:
            self._opening.add(task := asyncio.create_task(self._open(self._free[0])))
            task.add_done_callback(self._opening.discard)

    async def _open(self, kept: KeptConnection) -> None:
        try:
            await kept.get()
        except LOST:
            await asyncio.sleep(FIRST_RETRY)  # the server has no room for it
        self._wake()

    async def _run(self, run: LanePass, connections: list[tuple[KeptConnection, Connection]]) -> None:
        usable: list[Connection] = []
        try:
            async with asyncio.TaskGroup() as group:
                for _, connection in connections:
                    group.create_task(self._work(run, connection, usable))
            if run.has_late and not run.is_later:
                if usable:
                    with suppress(TimeoutError, TooSlow, NeedsNarrowerScope):
                        await run.run_above(usable[0])
                self._deliver_late(run)
            for connection in usable:
                await connection.raw.execute("ROLLBACK")
        finally:
            for node in run.closure:
                if node.lane_ts == run.ts:  # a later run may have taken it over
                    node.lane_ts = None
            # No change makes a refused query due, so this one would not be tried again.
            self._retries |= dict.fromkeys(run.all_roots & self._graph.timed_out - run.refused)
            for kept, connection in connections:
                if connection not in usable or connection.raw.is_in_transaction():
                    kept.leave()
                self._free.append(kept)

    async def _work(self, run: LanePass, connection: Connection, usable: list[Connection]) -> None:
        try:
            # A connection that has not entered the cycle's snapshot takes one of its own.
            if not connection.raw.is_in_transaction() and not await self._take_snapshot(run, connection):
                return
            while run.roots:
                if not await self._run_next(run, connection):
                    return
        except (SnapshotFailed, *LOST) as error:
            log.warning("a slow query was interrupted", extra={"error": repr(error)})
        else:
            usable.append(connection)

    async def _take_snapshot(self, run: LanePass, connection: Connection) -> bool:
        """Take a snapshot later than the cycle's. Returns whether there is one that results may come from."""
        try:
            ts = await self._look(run, connection)
        except LOST as error:
            log.warning("a slow lane could not take a snapshot", extra={"error": repr(error)})
            await asyncio.sleep(FIRST_RETRY)  # it may be a standby, until a failover is complete
            return False
        if ts is None:
            return False
        # A result must not be ahead of others: cycles first publish everything that the snapshot shows.
        try:
            await self._reached(ts)
        except TimeoutError:
            log.warning("the log lags behind the snapshot of a slow lane")
            return False
        return True

    async def _look(self, run: LanePass, connection: Connection) -> int | None:
        """Take the run's snapshot. Returns its position; None if the run ended without one."""
        await connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY")
        run.snapshot, ts = await self._source.look(connection)
        return ts

    async def _run_next(self, run: LanePass, connection: Connection) -> bool:
        node = run.roots.popleft()
        if not (self._graph.holds(node) and node.wanted and self._still_takes(node)):
            return True
        self._graph.metrics.slow_lane_entered(node.function.path)
        # A connection that has become free meanwhile runs the next.
        alarm = asyncio.get_running_loop().call_later(LONG_AFTER, self._wake)
        try:
            is_usable = await run.run_root(node, connection)
        finally:
            alarm.cancel()
        self._install(run, node)
        return is_usable

    def _install(self, run: LanePass, root: Node) -> None:
        """Install the outcomes that are true now. Those that are not run again."""
        graph = self._graph
        fresh = run.take_fresh()
        valid = run.still_true(fresh, self._changes.since(run.cycle))
        first = {node: fresh[node] for node in fresh.keys() - valid.keys() if node.evaluation is None}
        due = [parent for node, outcome in valid.items() if outcome.differs(node.evaluation) for parent in node.parents]
        graph.install(valid | first, run.since, due=[*(node for node in due if node not in valid), *first])
        if root in run.refused:
            self._retry_later(root)
        else:
            self._failures.pop(root, None)
        self._wake()

    def _retry_later(self, node: Node) -> None:
        failures = self._failures[node] = self._failures.get(node, 0) + 1
        self._graph.timed_out.add(node)
        pause = min(_LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1))
        asyncio.get_running_loop().call_later(pause, self._retry, node)

    def _retry(self, node: Node) -> None:
        if self._graph.holds(node) and node.wanted and node in self._graph.timed_out:
            self._retries[node] = None
            self._wake()

    def _deliver_late(self, run: LanePass) -> None:
        """Give pages that waited for this lane alone the outcomes of its moment."""
        stale = {node for node in run.closure if node.is_stale and node.evaluation is not None}
        for node in stale:
            outcome = run.outcome_of_moment(node)
            node.late = None if outcome is None else (run.ts, outcome)
        self._graph.notify(stale)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.pop(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a slow lane failed", exc_info=error)
        self._changes.forget_before(min((run.cycle for run in self._running.values()), default=self._changes.cycle))
        self._wake()


class BriefLane(Lanes):
    """Runs slow queries that are not expected to take long. One that does is stopped, and runs beside the long ones.

    On a busy machine every query counts as slow now and then. It must not wait for a turn behind queries that take
    seconds.

    Args:
        beside: The lanes of the long ones.
    """

    _patience = LONG_AFTER

    def __init__(self, beside: Lanes) -> None:
        super().__init__(beside._graph, beside._primary, beside._source, beside._wake, beside._reached, size=1)
        self._retries, self._failures = beside._retries, beside._failures

    def _waiting(self) -> Iterable[Node]:
        return (node for node in super()._waiting() if node not in self._retries)

    def _takes(self, node: Node) -> bool:
        slow = self._graph.slow
        return not node.function.is_serializable and slow.holds(node) and not slow.is_long(node)

    def _still_takes(self, node: Node, /) -> bool:
        return not self._graph.slow.is_long(node)
