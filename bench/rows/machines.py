"""Processor time of a delivered message with one, two and four machines whose pages read on a standby.

The machines share one decoder over NATS, as with `INFLOW_RELAY_URL`. Everything is counted: their processes and relays,
NATS, the primary and the standby.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple

import asyncpg

from bench.cluster import PostgreSQL, primary_and_standby
from bench.measured import Row
from bench.rows.messages import in_touch, written
from bench.rows.relay import Nats, nats_server
from bench.server import PROCESSES
from bench.stage import Server, Stage, cpu_of, relay_cpu
from inflow.app.migrate import migrate

_MACHINES = (1, 2, 4)
_PAIRS = 20
_SECONDS = 12.0
_FLUSHED = 1.2
"""A session of PostgreSQL tells its transactions at most once in a second."""


class _Used(NamedTuple):
    """What a message took: milliseconds of each part, and the primary's transactions."""

    servers: float
    relays: float
    nats: float
    primary: float
    standby: float
    transactions: float

    @property
    def total(self) -> float:
        return sum(self[:-1])

    def __str__(self) -> str:
        return (
            f"{self.total:.2f} ms (processes {self.servers:.2f}, relays {self.relays:.2f}, NATS {self.nats:.2f}, "
            f"primary {self.primary:.2f}, standby {self.standby:.2f}), "
            f"{self.transactions:.2f} transactions on the primary"
        )


async def measure(stage: Stage, **settings: str) -> Row:
    """Forty members write at their pace. Both ends are open, each on another machine where there are several."""
    async with nats_server() as nats:
        one, *more = [await _measure(stage, machines, nats, settings) for machines in _MACHINES]
    return Row(
        what=f"a delivered message, processor time with {', '.join(map(str, _MACHINES))} machines, a standby and NATS",
        floor="one machine, a standby and NATS",
        floor_text=str(one),
        ours_text="; ".join(map(str, more)),
        ratio=more[-1].total / one.total,
        target="≤ 1.15×",
        met=more[-1].total / one.total <= 1.15,
    )


async def _measure(stage: Stage, machines: int, nats: Nats, settings: dict[str, str]) -> _Used:
    folder = stage.folder / f"machines_{machines}"
    async with primary_and_standby(folder) as both, AsyncExitStack() as stack:
        primary, standby = both
        await migrate(primary.dsn)
        homes = [folder / str(number) for number in range(machines)]
        given = {**settings, "INFLOW_READER_URL": standby.dsn, "INFLOW_RELAY_URL": nats.url, PROCESSES: "2"}
        servers: list[Server] = []
        for home in homes:
            given["INFLOW_HOME"] = str(home)
            servers.append(await stack.enter_async_context(stage.process("inflow", primary.dsn, **given)))
            if home is homes[0]:
                given |= {
                    "INFLOW_PUBLIC_URL": servers[0].url,
                    "INFLOW_SECRET_FILE": str(home / "keys" / "secret"),
                    "INFLOW_MESSAGE_KEYS": str(home / "keys" / "messages"),
                }
        return await _written(servers, nats, primary, standby)


async def _written(servers: list[Server], nats: Nats, primary: PostgreSQL, standby: PostgreSQL) -> _Used:
    count = len(servers)
    ends = [
        end
        for number in range(_PAIRS)
        for end in await in_touch(servers[0], servers[number % count], servers[(number + 1) % count])
    ]
    await written(ends, 1.0)

    async def used() -> list[float]:
        await asyncio.sleep(_FLUSHED)
        return [
            1e3 * sum(server.cpu() for server in servers),
            1e3 * sum(relay_cpu(server.home) for server in servers),
            1e3 * cpu_of(nats.pid),
            1e3 * primary.cpu(),
            1e3 * standby.cpu(),
            await _transactions(primary),
        ]

    before = await used()
    sent = len((await written(ends, _SECONDS)).waits)
    after = await used()
    for end in ends:
        end.page.socket.close()
    return _Used(*((new - old) / sent for new, old in zip(after, before, strict=True)))


async def _transactions(server: PostgreSQL) -> float:
    connection = await asyncpg.connect(server.dsn)
    try:
        return float(await connection.fetchval("SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database"))
    finally:
        await connection.close()
