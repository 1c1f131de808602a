"""Opens pages of a server over and over, in a process of its own: a busy test would let them wait for itself.

    python -m tests.app.visitors ADDRESS

It ends when its standard input does, and prints what it found as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field

import httpx

from architecture.sources import SERVER

_PATIENCE = 30.0


@dataclass
class Visits:
    """What visitors found.

    Attributes:
        count: How many pages they opened.
        failures: Every request that was not answered as it should be, or not within half a minute.
    """

    count: int = 0
    failures: list[str] = field(default_factory=list)


@asynccontextmanager
async def visiting(address: str) -> AsyncIterator[Visits]:
    """Have two visitors as long as the block lasts, one of whom makes a new connection each time; complete after it."""
    visits, pipe = Visits(), asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.app.visitors", address),
        cwd=SERVER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=pipe,
        stdout=pipe,
    )
    try:
        yield visits
    finally:
        found, _ = await process.communicate(b"")  # which closes its standard input
        visits.__dict__.update(json.loads(found))


async def _visit(address: str) -> Visits:
    visits = Visits()
    opening = [asyncio.create_task(_open(address, visits, keep=keep)) for keep in (True, False)]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
    for each in opening:
        each.cancel()
    await asyncio.gather(*opening, return_exceptions=True)
    return visits


async def _open(address: str, visits: Visits, *, keep: bool) -> None:
    """Ask again and again, on one connection or on a new one each time, until cancelled."""
    limits = httpx.Limits(max_keepalive_connections=1 if keep else 0)
    async with httpx.AsyncClient(limits=limits, base_url=address, trust_env=False, timeout=_PATIENCE) as http:
        while True:
            for path in ("/", "/healthz"):
                try:
                    status = (await http.get(path)).status_code
                    if status != 200:
                        visits.failures.append(f"{path}: {status}")
                except httpx.TransportError as error:
                    visits.failures.append(f"{path}: {error!r}")
                visits.count += 1
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(_visit(sys.argv[1])))))
