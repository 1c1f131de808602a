"""Takes the network between any two of three machines of PostgreSQL away while members write, and gives it back.

    python -m tests.app.partitions FOLDER COUNT

Patroni and etcd run on the same machines. The third one reaches both, and so does Inflow. Prints what members noticed,
as JSON. It runs in a network of its own, with the three machines in others.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from tests.app import own_network
from tests.app.correspondents import Correspondent, judged, two_pairs
from tests.app.failovers import each_writes
from tests.app.history import History
from tests.app.house import ROOMY, House
from tests.app.machines import Machine, joined
from tests.app.patroni import PATIENCE, Cluster

from mail.mail_server import MailServer

_MACHINES = 3
_MOST_EACH = 100_000
_BETWEEN = 5
"""Messages of each page during a partition, and after it."""


class _Noticed(NamedTuple):
    """Seconds until every page had written further messages, while two machines were apart and after they met."""

    apart: float
    together: float


async def _partitions(folder: Path) -> dict[str, Any]:
    count = int(sys.argv[2])
    async with AsyncExitStack() as stack:
        machines = await joined(_MACHINES, stack)
        cluster = Cluster(machines, folder)
        for machine in machines:
            await cluster.start(machine)
        await cluster.whole()
        mail_server = await stack.enter_async_context(MailServer())
        settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_DATABASE_URL": cluster.url}
        house = await stack.enter_async_context(House(folder / "home", serving=2, **settings, **ROOMY))
        history = History()
        chats, pages = await two_pairs(house, mail_server, history, _MOST_EACH)
        talking = [asyncio.create_task(page.talk()) for page in pages]
        await each_writes(pages, _BETWEEN)
        pairs = islice(cycle(combinations(machines, 2)), count)
        noticed = [await _partition(cluster, pages, *pair) for pair in pairs]
        for page in pages:
            page.hush()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*talking)
        return {
            "acknowledged": history.count("acknowledged"),
            "written apart after": [round(each.apart, 1) for each in noticed],
            "written together after": [round(each.together, 1) for each in noticed],
            "anomalies": await judged(history, chats),
        }


async def _partition(cluster: Cluster, pages: Sequence[Correspondent], one: Machine, other: Machine) -> _Noticed:
    primary = await cluster.whole()
    clock = asyncio.get_running_loop().time
    parted_at = clock()
    await one.part_from(other)
    await each_writes(pages, _BETWEEN)
    met_at = clock()
    await one.meet(other)
    await each_writes(pages, _BETWEEN)
    noticed = _Noticed(met_at - parted_at, clock() - met_at)
    apart = f"{one.number} and {other.number} apart, {primary.number} the primary"
    print(f"{apart}: written after {noticed.apart:.1f} s, together after {noticed.together:.1f} s", flush=True)
    return noticed


if __name__ == "__main__":
    sys.exit(own_network.play(_partitions, lambda _: None))
