"""Takes the network between any two of three machines of PostgreSQL away while members write, and gives it back.

    python -m tests.app.partitions FOLDER COUNT

Patroni and etcd run on the same machines. The third one reaches both, and so does Inflow. Prints what members noticed,
as JSON. It runs in a network of its own, with the three machines in others.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from itertools import combinations, cycle, islice
from typing import Any, NamedTuple

from tests.app import own_network
from tests.app.correspondents import Correspondent
from tests.app.failovers import BETWEEN, each_writes, while_members_write
from tests.app.machines import Machine
from tests.app.patroni import Cluster


class _Noticed(NamedTuple):
    """Seconds until every page had written further messages, while two machines were apart and after they met."""

    apart: float
    together: float


async def _partitions(cluster: Cluster, machines: Sequence[Machine], pages: Sequence[Correspondent]) -> dict[str, Any]:
    pairs = islice(cycle(combinations(machines, 2)), int(sys.argv[2]))
    noticed = [await _partition(cluster, pages, *pair) for pair in pairs]
    return {
        "written apart after": [round(each.apart, 1) for each in noticed],
        "written together after": [round(each.together, 1) for each in noticed],
    }


async def _partition(cluster: Cluster, pages: Sequence[Correspondent], one: Machine, other: Machine) -> _Noticed:
    primary = await cluster.whole()
    clock = asyncio.get_running_loop().time
    parted_at = clock()
    await one.part_from(other)
    await each_writes(pages, BETWEEN)
    met_at = clock()
    await one.meet(other)
    await each_writes(pages, BETWEEN)
    noticed = _Noticed(met_at - parted_at, clock() - met_at)
    apart = f"{one.number} and {other.number} apart, {primary.number} the primary"
    print(f"{apart}: written after {noticed.apart:.1f} s, together after {noticed.together:.1f} s", flush=True)
    return noticed


if __name__ == "__main__":
    sys.exit(own_network.play(partial(while_members_write, act=_partitions), lambda _: None))
