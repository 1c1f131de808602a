"""How many jobs a second the queue gives to the workers of one, two and four processes."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack

import asyncpg

from bench.measured import Row
from bench.stage import Stage
from inflow.app.migrate import migrate
from inflow.core.ids import new_id

_PROCESSES = (1, 2, 4)
_JOBS = 1_500
_DEFER = """
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW('default', 'discard_renditions', 0, NULL, NULL, $1::jsonb, NULL)::procrastinate_job_to_defer_v1))
    FROM generate_series(1, $2)"""
_LEFT = "SELECT count(*) FROM procrastinate_jobs"


async def measure(stage: Stage, **settings: str) -> list[Row]:
    """Jobs that have nothing to do, so that the queue itself is measured, on one database and one machine."""
    dsn = await stage.database("jobs")
    await migrate(dsn)
    rates: list[float] = []
    async with AsyncExitStack() as stack:
        running = 0
        for processes in _PROCESSES:
            while running < processes:
                await stack.enter_async_context(stage.process("inflow", dsn, **settings))
                running += 1
            await _rate(dsn)  # all have found the queue
            rates.append(await _rate(dsn))
    return [
        Row(
            what=f"jobs a second, {processes} processes",
            floor="with one process",
            floor_text=f"{rates[0]:.0f}",
            ours_text=f"{rate:.0f}",
            ratio=rate / rates[0],
            target="–",
            met=None,
        )
        for processes, rate in zip(_PROCESSES[1:], rates[1:], strict=True)
    ]


async def _rate(dsn: str) -> float:
    connection = await asyncpg.connect(dsn)
    try:
        began = time.perf_counter()
        await connection.execute(_DEFER, json.dumps({"media_id": new_id(), "names": []}), _JOBS)
        while await connection.fetchval(_LEFT):
            await asyncio.sleep(0.02)
        return _JOBS / (time.perf_counter() - began)
    finally:
        await connection.close()
