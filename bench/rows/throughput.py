"""Durable messages per second with 16 senders."""

from __future__ import annotations

import asyncio
import re
import statistics
import tempfile
import time
from pathlib import Path

from bench.measured import Row
from bench.page import Page
from bench.stage import Server, pgbench

_SENDERS = 16
_ROUNDS = 5
_SECONDS = 2.0
_SCRIPT = "INSERT INTO plain (room, author, body) VALUES ('throughput', 'somebody', 'message number 000001');\n"
_TPS = re.compile(r"tps = ([\d.]+)")


async def measure(server: Server, *, rounds: int = _ROUNDS) -> Row:
    """pgbench for two seconds, then 16 pages that each send when their last message was answered, in turns."""
    pages = [await Page.open(server.port) for _ in range(_SENDERS)]
    await _ours(pages, 0.5)
    floors, ours = [], []
    for _ in range(rounds):
        floors.append(await inserts_per_second(server, _SCRIPT, _SENDERS))
        ours.append(await _ours(pages, _SECONDS))
    for page in pages:
        page.socket.close()
    least, done = statistics.median(floors), statistics.median(ours)
    return Row(
        what="durable messages per second, 16 senders, one process",
        floor="pgbench inserting the same row with 16 clients",
        floor_text=f"{least:,.0f}/s",
        ours_text=f"{done:,.0f}/s",
        ratio=done / least,
        target="≥ 0.25×",
        met=done / least >= 0.25,
    )


async def inserts_per_second(server: Server, sql: str, clients: int) -> float:
    """How many of these transactions pgbench makes per second."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(sql)
        script.flush()
        command = [str(pgbench()), "-n", "-M", "prepared", "-c", str(clients), "-T", f"{_SECONDS:.0f}"]
        process = await asyncio.create_subprocess_exec(
            *command, "-f", script.name, server.dsn, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said = (await process.communicate())[0].decode()
    found = _TPS.search(said)
    if found is None:
        raise RuntimeError(f"{Path(command[0]).name}: {said}")
    return float(found[1])


async def _ours(pages: list[Page], seconds: float) -> float:
    """How many messages per second the server acknowledged."""
    ends = time.perf_counter() + seconds
    counts = await asyncio.gather(*(_send(page, ends) for page in pages))
    return sum(counts) / seconds


async def _send(page: Page, ends: float) -> int:
    sent = 0
    while time.perf_counter() < ends:
        response = page.mutate("chat:say", room="throughput", body="message number 000001")
        await page.socket.until(response + b'"success":true')
        sent += 1
    return sent
