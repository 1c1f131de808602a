"""uvicorn's server in a process that has a supervisor: it can stop accepting connections, and begin again."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial

from uvicorn import Config, Server

from inflow.app.serving import BACKLOG, SERVING
from inflow.app.supervisor import channel
from inflow.app.web import Application
from reflow.wire.serving import Requests, drain


class WorkerServer(Server):
    """The server of one process.

    Args:
        listening: The socket that all processes accept connections from.
        meanwhile: Runs while the process serves.
    """

    def __init__(
        self, app: Application, listening: socket.socket, meanwhile: Callable[[WorkerServer], Awaitable[None]]
    ) -> None:
        super().__init__(Config(app, **SERVING))
        self._meanwhile = meanwhile
        self._listening = listening
        self._words: asyncio.Queue[str] = asyncio.Queue()

    async def main_loop(self) -> None:
        """Serve until told to end."""
        tasks = [asyncio.ensure_future(each) for each in (self._meanwhile(self), self._obey())]
        try:
            await super().main_loop()
        finally:
            for task in tasks:
                task.cancel()

    @property
    def sockets(self) -> int:
        """How many connections are open."""
        return len(self.server_state.connections)

    @property
    def accepts(self) -> bool:
        """Whether it accepts new connections."""
        return bool(self.servers)

    def hear(self, word: str) -> None:
        """Do what the supervisor says, as soon as possible."""
        self._words.put_nowait(word)

    async def _obey(self) -> None:
        while True:
            match await self._words.get():
                case channel.LISTEN:
                    await self._listen()
                case channel.PAUSE:
                    self._pause()
                case channel.DRAIN:
                    self._pause()
                    drain(self.server_state)

    async def _listen(self) -> None:
        if self.servers:
            return
        protocol = partial(
            Requests,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        loop = asyncio.get_running_loop()
        self.servers = [await loop.create_server(protocol, sock=self._listening.dup(), backlog=BACKLOG)]

    def _pause(self) -> None:
        for server in self.servers:
            server.close()
        self.servers = []
