"""The relay: follows the log, and passes transactions on to the processes that are connected."""

from __future__ import annotations

import asyncio
import socket
from typing import cast

import msgspec
import psycopg

from reflow.changes.change_stream import ChangeStream, Connect
from reflow.changes.local_relay.frames import (
    ALIVE,
    ALIVE_EVERY,
    ANY,
    CHANGES,
    ENDED,
    POSITION,
    WELCOME,
    Changes,
    Ended,
    Welcome,
    packed,
)
from reflow.changes.replication import System
from reflow.changes.transactions import Transaction

_MOST_UNREAD = 64 * 1024 * 1024  # bytes that wait for a follower; above that it is dropped, and reads everything again
# Seconds without a follower, after which the relay ends: before the first one, who starts it, and later.
_FIRST_COMES_WITHIN, _UNUSED_FOR = 10.0, 1.0
_BEGUN_WITHIN = 30.0  # seconds
_PAUSE = 0.05  # seconds between attempts to follow the log


class _Log(msgspec.Struct, frozen=True):
    """The log that is being followed."""

    system: System
    slot: str
    stream: ChangeStream


class _Follower(asyncio.Protocol):
    """The relay's end of a connection.

    Attributes:
        position: What the follower has been sent so far.
        awaited: The position that it asked for; None once it was sent.
    """

    def __init__(self, relay: Relay) -> None:
        self.position = 0
        self.awaited: int | None = None
        self.transport: asyncio.Transport | None = None
        self._relay = relay
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        self.transport = cast("asyncio.Transport", transport)
        self._relay.admit(self)

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        self._rest += data
        whole = len(self._rest) // POSITION.size * POSITION.size
        positions = {each for (each,) in POSITION.iter_unpack(self._rest[:whole])}
        self._rest = self._rest[whole:]
        if positions:
            self._relay.reach(self, max(positions), asks=ANY in positions)

    def connection_lost(self, _: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self._relay.forget(self)

    def send(self, frame: bytes) -> None:
        """Send a frame, unless too much waits already: the follower is then dropped."""
        assert self.transport is not None
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.transport.abort()
        else:
            self.transport.write(frame)

    def end(self, frame: bytes) -> None:
        """Send the last frame."""
        assert self.transport is not None
        self.transport.write(frame)
        self.transport.close()


class Relay:
    """Reads the log while it has followers.

    A follower gets every transaction after the position in its welcome. When the log is lost, the streams of all
    followers end; they connect again, and wait for their welcome until the relay follows the log again.

    Args:
        connect: Connects to the log.
    """

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._waiting: set[_Follower] = set()
        self._followers: set[_Follower] = set()
        self._log: _Log | None = None
        self._changed = asyncio.Event()
        self._wanted = asyncio.Event()
        self._asks = False
        self._unused_for = _FIRST_COMES_WITHIN

    @property
    def followers(self) -> int:
        """How many processes are connected."""
        return len(self._followers) + len(self._waiting)

    async def serve(self, listening: socket.socket) -> None:
        """Serve followers on this socket until there have been none for some seconds."""
        server = await asyncio.get_running_loop().create_unix_server(lambda: _Follower(self), sock=listening)
        tasks = [asyncio.create_task(each) for each in (self._follow(), self._keep_alive())]
        try:
            await self._until_unused()
        finally:
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def end_when_unused(self) -> None:
        """End as soon as there is no follower. Those that there are may be about to end, too, and still need it."""
        self._unused_for = 0
        self._changed.set()

    def admit(self, follower: _Follower) -> None:
        """Begin the follower's stream, at once or as soon as the log is followed."""
        self._unused_for = min(self._unused_for, _UNUSED_FOR)
        self._changed.set()
        if self._log is None:
            self._waiting.add(follower)
            self._wanted.set()
        else:
            self._welcome(follower, self._log)

    def reach(self, follower: _Follower, lsn: int, *, asks: bool) -> None:
        """Send the follower its position once it is at this one, and ask the server for it.

        Args:
            asks: Ask also for what the server has committed since.
        """
        if self._log is None or self._log.stream.lost.done() or follower not in self._followers:
            return
        position = self._log.stream.position
        if asks:
            lsn = max(lsn, position + 1)
        follower.awaited = max(lsn, follower.awaited or 0)
        self._pass_position(follower, position)
        if follower.awaited is not None and not self._asks:
            # Once for all followers whose questions came together.
            self._asks = True
            asyncio.get_running_loop().call_soon(self._ask)

    def forget(self, follower: _Follower) -> None:
        """The follower has left."""
        self._waiting.discard(follower)
        self._followers.discard(follower)
        self._changed.set()

    def _ask(self) -> None:
        self._asks = False
        if self._log is not None:
            self._log.stream.ask()

    async def _until_unused(self) -> None:
        while True:
            self._changed.clear()
            used = bool(self.followers)
            try:
                async with asyncio.timeout(None if used else self._unused_for):
                    await self._changed.wait()
            except TimeoutError:
                return

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            for follower in self._followers | self._waiting:
                follower.send(packed(ALIVE))

    async def _follow(self) -> None:
        """Follow the log whenever a follower waits for it. Followers that were refused make pauses of their own."""
        while True:
            while not self._waiting:
                self._wanted.clear()
                await self._wanted.wait()
            waited = set(self._waiting)
            try:
                reason = await self._until_lost()
            except Exception as error:  # noqa: BLE001  # the followers report it; the only remedy is to connect again
                # Who came later may have seen that the server is back, and waits for the next attempt.
                self._end(waited & self._waiting, error)
            else:
                self._end(self._followers | self._waiting, reason)
            await asyncio.sleep(_PAUSE)

    async def _until_lost(self) -> BaseException:
        try:
            async with asyncio.timeout(_BEGUN_WITHIN):
                connection = await self._connect()
                try:
                    system = await connection.identify()
                    stream = await connection.stream(self._pass_on)
                except BaseException:
                    connection.close()
                    raise
        except TimeoutError:
            raise psycopg.OperationalError(f"The log did not begin within {_BEGUN_WITHIN:.0f} seconds.") from None
        stream.position_listeners.append(self._pass_positions)
        self._log = _Log(system, connection.slot, stream)
        waiting, self._waiting = self._waiting, set()
        for follower in waiting:
            self._welcome(follower, self._log)
        try:
            return await asyncio.shield(stream.lost)
        finally:
            self._log = None
            stream.close()

    def _welcome(self, follower: _Follower, log: _Log) -> None:
        follower.position = log.stream.position
        follower.send(packed(WELCOME, Welcome(log.system, log.stream.position, log.slot)))
        self._followers.add(follower)

    def _pass_on(self, transactions: list[Transaction]) -> None:
        if self._log is None:
            return  # before the first follower
        position = self._log.stream.position
        frame = packed(CHANGES, Changes(position, transactions))
        for follower in list(self._followers):
            follower.send(frame)
            self._note_position(follower, position)

    def _pass_positions(self) -> None:
        if self._log is not None:
            for follower in self._followers:
                self._pass_position(follower, self._log.stream.position)

    def _pass_position(self, follower: _Follower, position: int) -> None:
        """Send the position to a follower that waits for one."""
        if follower.awaited is not None and position > follower.position:
            follower.send(packed(CHANGES, Changes(position, [])))
            self._note_position(follower, position)

    def _note_position(self, follower: _Follower, position: int) -> None:
        follower.position = position
        if follower.awaited is not None and position >= follower.awaited:
            follower.awaited = None

    def _end(self, followers: set[_Follower], reason: BaseException) -> None:
        frame = packed(ENDED, Ended.of(reason))
        for follower in followers:
            follower.end(frame)
        self._followers -= followers
        self._waiting -= followers
        self._changed.set()
