"""Loses the machine of the primary PostgreSQL again and again while members write; Patroni promotes a standby.

    python -m tests.app.failovers FOLDER COUNT

Every other time the machine loses its power, and otherwise its network. Prints what members noticed, as JSON. It runs
in a network of its own, with the three machines in others.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from tests.app import own_network
from tests.app.correspondents import Correspondent, judged, two_pairs
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.machines import Machine, joined
from tests.app.patroni import PATIENCE, Cluster

from mail.mail_server import MailServer

_MACHINES = 3
_MOST_EACH = 100_000
BETWEEN = 5
"""Messages of each page between two failures."""
Act = Callable[[Cluster, Sequence[Machine], Sequence[Correspondent]], Awaitable[dict[str, Any]]]


async def while_members_write(folder: Path, act: Act) -> dict[str, Any]:
    """Start three machines with PostgreSQL and an Inflow beside them, and do something while four members write.

    Returns:
        What was found, how many messages were acknowledged, and what is wrong with them.
    """
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
        await each_writes(pages, BETWEEN)
        found = await act(cluster, machines, pages)
        for page in pages:
            page.hush()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*talking)
        return {
            "acknowledged": history.count("acknowledged"),
            **found,
            "anomalies": await judged(history, chats),
        }


async def _failovers(cluster: Cluster, _: Sequence[Machine], pages: Sequence[Correspondent]) -> dict[str, Any]:
    lost = [await _failover(cluster, pages, is_power=number % 2 == 0) for number in range(int(sys.argv[2]))]
    return {
        "promoted after": [round(each[0], 1) for each in lost],
        "current after": [round(each[1], 1) for each in lost],
    }


async def _failover(cluster: Cluster, pages: Sequence[Correspondent], *, is_power: bool) -> tuple[float, float]:
    """Lose the primary's machine, and let it come back.

    Returns:
        After how many seconds another one was promoted, and after how many more every page had written a message.
    """
    former = await cluster.whole()
    clock = asyncio.get_running_loop().time
    lost_at = clock()
    await (former.lose_power() if is_power else former.cut())

    async def is_promoted() -> bool:
        return await cluster.primary() not in {None, former}

    await cluster.reaches(is_promoted)
    promoted_at = clock()
    await each_writes(pages, 1)
    current_at = clock()
    await (cluster.start(former) if is_power else former.mend())
    await each_writes(pages, BETWEEN)
    print(f"promoted after {promoted_at - lost_at:.1f} s, current after {current_at - promoted_at:.1f} s", flush=True)
    return promoted_at - lost_at, current_at - promoted_at


async def each_writes(pages: Sequence[Correspondent], count: int) -> None:
    """Wait until each page has so many further messages acknowledged."""
    enough = [len(page.waits) + count for page in pages]

    async def written() -> bool:
        return all(len(page.waits) >= each for page, each in zip(pages, enough, strict=True))

    await until(written, seconds=PATIENCE)


if __name__ == "__main__":
    sys.exit(own_network.play(partial(while_members_write, act=_failovers), lambda _: None))
