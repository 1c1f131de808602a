"""A stream that comes from a relay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from reflow.changes.change_stream import Deliver
from reflow.changes.local_relay.frames import (
    ANY,
    CHANGES,
    ENDED,
    WELCOME,
    Changes,
    Ended,
    Frame,
    FrameReader,
    RelayLost,
    Welcome,
)
from reflow.changes.replication import System
from reflow.unix_sockets import reachable

_CHANGES = msgspec.msgpack.Decoder(Changes)


class RelayUnreachable(Exception):
    """No relay answers at the socket."""


class RelayConnection:
    """A connection to a relay that follows the log. Implements :class:`~reflow.changes.change_stream.StreamConnection`.

    Attributes:
        slot: The relay's.
    """

    def __init__(self, reader: FrameReader, welcome: Welcome) -> None:
        self.slot = welcome.slot
        self._reader = reader
        self._welcome = welcome

    @classmethod
    async def connect(cls, path: Path) -> RelayConnection:
        """Connect, and wait until the relay follows the log.

        Raises:
            RelayUnreachable: There is no relay, or it does not answer.
            psycopg.Error: The relay cannot read the log.
        """
        try:
            with reachable(path) as name:
                _, reader = await asyncio.get_running_loop().create_unix_connection(FrameReader, name)
        except OSError as error:
            raise RelayUnreachable(str(error)) from error
        try:
            frame = await reader.next()
        except Exception as error:
            raise RelayUnreachable(str(error)) from error
        except BaseException:
            reader.end(RelayLost("The connection was given up."))
            raise
        if frame.kind == WELCOME:
            return cls(reader, msgspec.msgpack.decode(frame.body, type=Welcome))
        reader.end(RelayLost("The relay does not follow the log."))
        raise msgspec.msgpack.decode(frame.body, type=Ended).error

    async def identify(self) -> System:
        """The identity of the log that the relay reads."""
        return self._welcome.system

    @property
    def is_avoided(self) -> bool:
        """Whether it has ended in a way that the relay may be at fault for."""
        ended = self._reader.ended
        return ended.done() and isinstance(reason := ended.result(), RelayLost) and reason.is_avoided

    @property
    def has_ended(self) -> bool:
        """Whether nothing comes any more."""
        return self._reader.ended.done()

    async def stream(self, deliver: Deliver) -> RelayStream:
        """Stream from the position at which the relay accepted this connection."""
        return RelayStream(self._reader, self._welcome.position, deliver)

    def close(self) -> None:
        """Close the connection."""
        self._reader.end(RelayLost("The connection was closed."))


class RelayStream:
    """A relay's transactions. Implements :class:`~reflow.changes.change_stream.ChangeStream`.

    Args:
        reader: A connection on which the relay has sent its welcome.
        position: The position in it.
        deliver: Called with the transactions of each frame.
    """

    def __init__(self, reader: FrameReader, position: int, deliver: Deliver) -> None:
        self.position = position
        self.lost = reader.ended
        self._reader = reader
        self._deliver = deliver
        self.position_listeners: list[Callable[[], None]] = []
        self._awaited: tuple[int, asyncio.Future[bool]] | None = None
        reader.pass_to(self._take, self._on_end)

    async def reach(self, lsn: int, *, within: float) -> bool:
        """See :meth:`ChangeStream.reach`."""
        if self.position >= lsn or self.lost.done():
            return self.position >= lsn
        loop = asyncio.get_running_loop()
        arrived: asyncio.Future[bool] = loop.create_future()
        self._awaited = (lsn, arrived)
        surrender = loop.call_later(within, self._settle, False)
        self._reader.send(lsn)
        try:
            return await arrived
        finally:
            surrender.cancel()
            self._awaited = None

    def ask(self) -> None:
        """Let the relay ask the server for all it has."""
        self._reader.send(ANY)

    def close(self) -> None:
        """End the stream. Its consumer does so while it runs if what it brings is wrong."""
        self._reader.end(RelayLost("The stream was closed.", is_avoided=True))

    def _take(self, frame: Frame) -> None:
        if frame.kind == ENDED:
            self._reader.end(msgspec.msgpack.decode(frame.body, type=Ended).error)
        elif frame.kind == CHANGES:
            changes = _CHANGES.decode(frame.body)
            if changes.transactions:
                self._deliver(changes.transactions)
            self.position = max(self.position, changes.position)
            for listener in self.position_listeners:
                listener()
            if self._awaited is not None and self.position >= self._awaited[0]:
                self._settle(True)

    def _on_end(self, _reason: BaseException) -> None:
        self._settle(False)

    def _settle(self, outcome: bool) -> None:
        if self._awaited is not None and not self._awaited[1].done():
            self._awaited[1].set_result(outcome)
