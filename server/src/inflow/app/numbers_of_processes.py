"""The numbers of all processes of one server in one scrape: each offers its own on a Unix socket to the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from reflow.unix_sockets import bound, reachable

_LABEL = "process"


@asynccontextmanager
async def offered(folder: Path, port: str, pid: int, numbers: Callable[[], Awaitable[bytes]]) -> AsyncIterator[None]:
    """Offer this process's numbers to the others until the block ends. Only the user that Inflow runs as gets them.

    Args:
        folder: Where the sockets of this home are.
        port: The port of this server: several may share a home.
        numbers: The numbers in Prometheus' text format.
    """
    path = _path(folder, port, pid)
    _tidy(folder, port)

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(await numbers())
            await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(answer, sock=bound(path))
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


async def read_of(folder: Path, port: str, pid: int, patience: float) -> list[Metric]:
    """Another process's numbers; none if it does not answer within so many seconds."""
    try:
        async with asyncio.timeout(patience):
            with reachable(_path(folder, port, pid)) as name:
                reader, writer = await asyncio.open_unix_connection(name)
            text = (await reader.read()).decode()
            writer.close()
        return list(text_string_to_metric_families(text))
    except (OSError, TimeoutError, ValueError):
        return []


def merged(processes: Sequence[Iterable[Metric]]) -> list[Metric]:
    """All numbers of these processes, each with the process's place among them as a label."""
    families: dict[str, Metric] = {}
    for place, metrics in enumerate(processes):
        for metric in metrics:
            family = families.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
            family.samples += [
                sample._replace(labels={**sample.labels, _LABEL: f"{place}"}) for sample in metric.samples
            ]
    return list(families.values())


def _path(folder: Path, port: str, pid: int) -> Path:
    return folder / f"numbers-{port}-{pid}"


def _tidy(folder: Path, port: str) -> None:
    """Delete the sockets of processes that were killed."""
    for former in folder.glob(f"numbers-{port}-*"):
        if not Path("/proc", former.name.rpartition("-")[2]).exists():
            former.unlink(missing_ok=True)
