"""A relay in one process: one decoder reads the log, and several engines follow it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import psycopg

from reflow.changes import ChangeStream, Deliver, Transaction
from reflow.changes.replication import System
from reflow.changes.stream import LogConnection

_PATIENCE = 5.0  # seconds for the decoder to reach a position that a follower asks for


class Relay:
    """Reads the log once, and passes what it decodes on to its followers, each time through the event loop's queue.

    Attributes:
        decoders: How many times the relay has begun to read the log.
        followers: The streams that are open.
    """

    def __init__(self, dsn: str, publications: Sequence[str]) -> None:
        self.decoders = 0
        self.followers: set[RelayedStream] = set()
        self.system = System("", 0, 0)
        self._dsn = dsn
        self._publications = publications
        self._decoder: ChangeStream | None = None
        self._starting = asyncio.Lock()
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def connect(self) -> RelayConnection:
        """A connection for one follower."""
        async with self._starting:
            if self._decoder is None:
                connection = await LogConnection.connect(self._dsn, self._publications, lock_timeout="5s")
                self.system = await connection.identify()
                decoder = self._decoder = await connection.stream(self._pass_on)
                decoder.lost.add_done_callback(self._interrupted)
                self.decoders += 1
        return RelayConnection(self)

    def follow(self, deliver: Deliver) -> RelayedStream:
        """A stream that begins at the decoder's position."""
        if self._decoder is None:
            raise psycopg.OperationalError("The relay has lost the log.")
        follower = RelayedStream(self, self._decoder.position, deliver)
        self.followers.add(follower)
        return follower

    def interrupt(self) -> None:
        """Lose the log, as when the server ends the connection."""
        assert self._decoder is not None
        self._decoder.close()

    def ask(self, lsn: int | None) -> None:
        """Bring the followers to this position, or get what the server has, without waiting."""
        if lsn is None and self._decoder is not None:
            self._decoder.ask()
        elif lsn is not None:
            self._tasks.add(task := asyncio.create_task(self._reach(lsn)))
            task.add_done_callback(self._tasks.discard)

    async def _reach(self, lsn: int) -> None:
        async with self._asking:
            if self._decoder is not None:
                await self._decoder.reach(lsn, within=_PATIENCE)
                self._pass_on([])

    def _pass_on(self, transactions: list[Transaction]) -> None:
        loop = asyncio.get_running_loop()
        # While the first transactions come, `connect` has not returned, and there are no followers.
        position = self._decoder.position if self._decoder is not None else 0
        for follower in self.followers:
            loop.call_soon(follower.take, transactions, position)

    def _interrupted(self, lost: asyncio.Future[BaseException]) -> None:
        self._decoder = None
        for follower in list(self.followers):
            follower.lose(lost.result())


class RelayConnection:
    """Implements ``StreamConnection``."""

    slot = ""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    async def identify(self) -> System:
        return self._relay.system

    async def stream(self, deliver: Deliver) -> RelayedStream:
        return self._relay.follow(deliver)

    def close(self) -> None:
        """There is no connection to close."""


class RelayedStream:
    """Implements ``ChangeStream``. Its position is behind the decoder's until the event loop has passed it on."""

    def __init__(self, relay: Relay, position: int, deliver: Deliver) -> None:
        self.position = position
        self.lost: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self._relay = relay
        self._deliver = deliver
        self._moved = asyncio.Event()

    def take(self, transactions: list[Transaction], position: int) -> None:
        """Take transactions, and the position up to which there are no others."""
        if self.lost.done():
            return
        if new := [transaction for transaction in transactions if transaction.lsn > self.position]:
            self._deliver(new)
        self.position = max(self.position, position)
        self._moved.set()

    def lose(self, reason: BaseException) -> None:
        """End the stream."""
        self._relay.followers.discard(self)
        if not self.lost.done():
            self.lost.set_result(reason)
            self._moved.set()

    async def reach(self, lsn: int, *, within: float) -> bool:
        try:
            async with asyncio.timeout(within):
                while self.position < lsn and not self.lost.done():
                    self._moved.clear()
                    self._relay.ask(lsn)
                    await self._moved.wait()
        except TimeoutError:
            pass
        return self.position >= lsn

    def ask(self) -> None:
        if not self.lost.done():
            self._relay.ask(None)

    def close(self) -> None:
        self.lose(psycopg.OperationalError("The stream was closed."))
