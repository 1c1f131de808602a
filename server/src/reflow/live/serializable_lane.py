"""The lane of serializable queries: their results fit into one order with all mutations.

Mutations behave as if they ran one after another, in an order that may differ from the order of their commits. So a
cycle's snapshot, which shows the commits so far, may show a state that this order does not have. PostgreSQL calls a
snapshot *safe* if that is impossible. It takes one, waits until the serializable transactions that were running have
ended, and begins again if one of them proved it unsafe.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from reflow.changes.kept import KeptConnection
from reflow.live.lanes import FIRST_RETRY, LOST, Lanes

if TYPE_CHECKING:
    from reflow.changes import ChangeSource, SnapshotBatch
    from reflow.live.graph import Graph
    from reflow.live.lane_pass import LanePass
    from reflow.live.nodes import Node
    from reflow.postgres.database import Connection, Database

log = logging.getLogger(__name__)

_LONGEST_WAIT = 5.0  # seconds for a safe snapshot
_BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE"


class SerializableLane(Lanes):
    """Runs serializable queries in safe snapshots, one snapshot after another.

    Args:
        primary: The database that mutations write to: a standby has no serializable transactions.
        source: Tells the position of a snapshot.
        wake: See :class:`Lanes`.
        reached: Waits until cycles have published up to a position; raises TimeoutError.
    """

    def __init__(
        self,
        graph: Graph,
        primary: Database,
        source: ChangeSource,
        wake: Callable[[], None],
        reached: Callable[[int], Awaitable[None]],
    ) -> None:
        super().__init__(graph, primary, wake, size=1)
        self._source = source
        self._reached = reached

    @property
    def is_due(self) -> bool:
        # While the log is not followed, no result can be compared with the changes since its snapshot.
        return self._source.healthy and super().is_due

    def _takes(self, node: Node) -> bool:
        return node.function.is_serializable

    async def _enter(self, _cut: SnapshotBatch, /) -> list[tuple[KeptConnection, Connection]]:
        """The connection, without a snapshot: the cycle must not wait for one."""
        kept = self._free.pop()
        return [(kept, await kept.get())]

    async def _work(self, run: LanePass, connection: Connection, usable: list[Connection]) -> None:
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                await connection.raw.execute(_BEGIN)
                run.snapshot, ts = await self._source.look(connection)
        except TimeoutError:
            self._refuse(run)
        except LOST as error:
            log.warning("a safe snapshot could not be taken", extra={"error": repr(error)})
            await asyncio.sleep(FIRST_RETRY)  # it may be a standby, until a failover is complete
        else:
            # A result must not be ahead of others: cycles first publish everything that the snapshot shows.
            try:
                await self._reached(ts)
            except TimeoutError:
                log.warning("the log lags behind a safe snapshot")
            else:
                await super()._work(run, connection, usable)

    def _refuse(self, run: LanePass) -> None:
        while run.roots:
            node = run.roots.popleft()
            if self._graph.holds(node):
                self._graph.slow.report(node, _LONGEST_WAIT, "mutations ran too long for a serializable query")
                run.refuse(node)
                self._install(run, node)


class AllLanes:
    """The lanes of an engine. See :class:`Lanes` for the methods."""

    def __init__(self, *lanes: Lanes) -> None:
        self._lanes: Sequence[Lanes] = lanes

    @property
    def is_busy(self) -> bool:
        return any(lanes.is_busy for lanes in self._lanes)

    @property
    def is_due(self) -> bool:
        return any(lanes.is_due for lanes in self._lanes)

    def note(self, cut: SnapshotBatch) -> None:
        for lanes in self._lanes:
            lanes.note(cut)

    async def begin(self, cut: SnapshotBatch) -> None:
        for lanes in self._lanes:
            await lanes.begin(cut)

    async def stop(self) -> None:
        for lanes in self._lanes:
            await lanes.stop()
