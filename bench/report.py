"""The table of results, and the machine that they were measured on."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import asyncpg

from bench.measured import Row


async def machine(dsn: str) -> list[str]:
    """A description of the machine and its software, as lines of Markdown."""
    connection = await asyncpg.connect(dsn)
    version = await connection.fetchval("SHOW server_version")
    await connection.close()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return [
        f"- {os.cpu_count()} cores ({_processor()}), {memory:.0f} GiB of memory, {platform.system()}",
        f"- Python {platform.python_version()}, PostgreSQL {version} on a Unix socket, fsync and synchronous_commit on",
        f"- load average at the start: {', '.join(f'{load:.2f}' for load in os.getloadavg())}",
        f"- {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    ]


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | floor | | ours | ratio | target | |", "|---|---|--:|--:|--:|--:|---|"]
    for row in rows:
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}×"
        said = {True: "met", False: "**missed**", None: ""}[row.met]
        lines.append(
            f"| {row.what} | {row.floor} | {row.floor_text} | {row.ours_text} | {ratio} | {row.target} | {said} |"
        )
    return "\n".join(lines)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
