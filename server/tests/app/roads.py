"""Proxies that lose answers after the server or PostgreSQL has done its work: between pages and a server, or between a
server and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import random
from asyncio import StreamReader, StreamWriter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from tests.app.house import House, free_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

_CHUNK = 1 << 20
# The bytes by which the engine ends a mutation's transaction, and those by which PostgreSQL confirms the commit and
# says that it is ready.
_COMMIT = b"; COMMIT\0"
_COMMITTED = b"COMMIT\0"
_READY = b"Z\0\0\0\x05"


class Loss:
    """Decides which answers are lost: each with this chance, always the same ones for a seed, and none before `lose` is
    called.

    Attributes:
        lost: How many answers were lost.
    """

    def __init__(self, *, seed: int, chance: float = 0.6) -> None:
        self.lost = 0
        self._most = 0
        self._chance = chance
        self._random = random.Random(seed)

    def lose(self, count: int) -> None:
        """Lose this many answers from now on."""
        self._most = self.lost + count

    @property
    def is_over(self) -> bool:
        """Whether all of them were lost."""
        return self.lost >= self._most

    def may(self) -> bool:
        """Whether the next answer should be lost."""
        return not self.is_over and self._random.random() < self._chance

    def note(self) -> None:
        """Count one lost answer."""
        self.lost += 1


class Road:
    """A proxy between pages and a house. When it loses an answer to a mutation, it closes the connection as well.

    Attributes:
        address: The address that pages connect to instead of the house's.
    """

    def __init__(self, house: House, loss: Loss) -> None:
        self._house = house
        self._loss = loss
        self._port = free_port()
        self._open = AsyncExitStack()
        self.address = f"http://127.0.0.1:{self._port}"

    async def __aenter__(self) -> Road:
        given = {"max_size": None, "compression": None, "ping_interval": None, "close_timeout": 1}
        await self._open.enter_async_context(serve(self._carry, "127.0.0.1", self._port, **given))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def _carry(self, page: ServerConnection) -> None:
        assert page.request is not None
        address = self._house.address.replace("http", "ws") + page.request.path
        given = {"max_size": None, "compression": None, "ping_interval": None, "close_timeout": 1, "proxy": None}
        with suppress(ConnectionClosed, InvalidHandshake, OSError):
            async with connect(address, origin=self._house.origin, **given) as server:  # type: ignore[arg-type]  # options of several types, in one dict for both ends
                ways = [asyncio.create_task(self._up(page, server)), asyncio.create_task(self._down(server, page))]
                await asyncio.wait(ways, return_when="FIRST_COMPLETED")
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        page.transport.abort()

    async def _up(self, page: ServerConnection, server: ClientConnection) -> None:
        async for frame in page:
            await server.send(frame)

    async def _down(self, server: ClientConnection, page: ServerConnection) -> None:
        async for frame in server:
            assert isinstance(frame, str)
            is_answer = '"MutationResponse"' in frame[:200] and '"success":true' in frame
            if is_answer and self._loss.may():
                self._loss.note()
                return
            await page.send(frame)


class Wire:
    """A proxy between a server and PostgreSQL. When it loses the answer to a COMMIT, it closes the connection as well.

    Args:
        dsn: PostgreSQL's, with a socket in a directory.
        folder: The folder for the socket that the server connects to.

    Attributes:
        dsn: The DSN that the server connects to instead.
    """

    def __init__(self, dsn: str, folder: Path, loss: Loss) -> None:
        parts = urlsplit(dsn)
        given = dict(parse_qsl(parts.query))
        name = f".s.PGSQL.{given['port']}"
        self._target, self._here = Path(given["host"]) / name, folder / name
        self._loss = loss
        self._server: asyncio.Server | None = None
        self.dsn = urlunsplit(parts._replace(query=urlencode({**given, "host": folder}, safe="/")))

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_unix_server(self._carry, self._here)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()

    async def _carry(self, here: StreamReader, back: StreamWriter) -> None:
        there, on = await asyncio.open_unix_connection(self._target)
        doubt = asyncio.Event()
        ways = [asyncio.create_task(self._up(here, on, doubt)), asyncio.create_task(self._down(there, back, doubt))]
        await asyncio.wait(ways, return_when="FIRST_COMPLETED")
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for writer in (on, back):
            writer.transport.abort()

    async def _up(self, here: StreamReader, on: StreamWriter, doubt: asyncio.Event) -> None:
        while chunk := await here.read(_CHUNK):
            if chunk.endswith(_COMMIT) and self._loss.may():
                doubt.set()
            on.write(chunk)
            await on.drain()

    async def _down(self, there: StreamReader, back: StreamWriter, doubt: asyncio.Event) -> None:
        while chunk := await there.read(_CHUNK):
            if doubt.is_set():
                while chunk[-6:-1] != _READY:
                    chunk += await there.read(_CHUNK)
                doubt.clear()
                # Several commits were on their way when the last answer was lost.
                if _COMMITTED in chunk and not self._loss.is_over:
                    self._loss.note()
                    return
            back.write(chunk)
            await back.drain()
