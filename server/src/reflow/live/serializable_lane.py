"""The lane of serializable queries: their results fit into one order with all mutations.

Mutations behave as if they ran one after another, in an order that may differ from the order of their commits. So a
cycle's snapshot, which shows the commits so far, may show a state that this order does not have. PostgreSQL calls a
snapshot *safe* if that is impossible. It takes one, waits until the serializable transactions that were running have
ended, and begins again if one of them proved it unsafe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reflow.live.lanes import Lanes

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch
    from reflow.changes.kept import KeptConnection
    from reflow.live.lane_pass import LanePass
    from reflow.live.nodes import Node
    from reflow.postgres.database import Connection

_LONGEST_WAIT = 5.0  # seconds for a safe snapshot
_MODE = "ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE"


class SerializableLane(Lanes):
    """Runs serializable queries in safe snapshots, one snapshot after another.

    A standby has no serializable transactions.
    """

    @property
    def _may_run(self) -> bool:
        return self._source.healthy

    def _takes(self, node: Node) -> bool:
        return node.function.is_serializable

    async def _enter(self, _cut: SnapshotBatch, /) -> list[tuple[KeptConnection, Connection]]:
        return await self._enter_later()

    async def _look(self, run: LanePass, connection: Connection) -> int | None:
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                await connection.begin(_MODE)
                run.snapshot, ts = await self._source.look(connection)
        except TimeoutError:
            self._refuse(run)
            return None
        return ts

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
