"""The running stream: always read at once, and answered in time.

A reader that pauses makes the server keep its log, and can hold up the server's checkpoints. So the stream never waits
for the rest of the program: it passes decoded transactions on by a plain call, and a consumer that is too slow loses
its queue, not the connection.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from struct import Struct

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus

from reflow.changes.change_stream import Deliver
from reflow.changes.pgoutput import Decoder
from reflow.changes.replication import ReplicationConnection, System
from reflow.changes.transactions import Transaction
from reflow.postgres.database import PUBLIC

_MESSAGES_PER_TURN = 2_000
_SKIPPED_PER_TURN = 20_000
_MUCH = 100  # messages in one read, above which the socket probably has more
# Seconds between status reports. The server's sender can miss the wake-up for a commit that is flushed just as the
# sender goes to sleep (seen on 18.4: up to one in 400 on a busy machine). It then sleeps until the next commit or the
# next report.
_STATUS_EVERY = 0.1
_SILENCE = 10.0  # seconds without a message from the server, although every status report requests an answer
_STATUS = Struct(">cqqqqB")
_POSITION = Struct(">q")
_BODY = 25  # where the message begins in an XLogData frame
_ROW = _BODY + 9  # where the row begins in a frame of a streamed block
_DATA, _KEEPALIVE = ord("w"), ord("k")


class LogConnection:
    """Streams the server's own log. Implements :class:`~reflow.changes.change_stream.StreamConnection`.

    Attributes:
        slot: The name of the temporary slot; empty until the stream is started.
    """

    def __init__(
        self,
        connection: ReplicationConnection,
        publications: Sequence[str],
        *,
        schema: str = PUBLIC,
        slot_prefix: str = "reflow",
    ) -> None:
        self.slot = ""
        self._schema = schema
        self._slot_prefix = slot_prefix
        self._connection = connection
        self._publications = publications

    @classmethod
    async def connect(
        cls,
        dsn: str,
        publications: Sequence[str],
        *,
        lock_timeout: str,
        schema: str = PUBLIC,
        slot_prefix: str = "reflow",
    ) -> LogConnection:
        """Connect.

        Args:
            dsn: See :meth:`ReplicationConnection.connect`, also for the errors.
            publications: The publications to follow.
            lock_timeout: See `dsn`.
            schema: The schema whose tables are named without it.
            slot_prefix: The beginning of the slot's name: lower-case letters, digits and underscores.
        """
        connection = await ReplicationConnection.connect(dsn, lock_timeout=lock_timeout)
        return cls(connection, publications, schema=schema, slot_prefix=slot_prefix)

    async def identify(self) -> System:
        """The identity of the log."""
        return await self._connection.identify()

    async def stream(self, deliver: Deliver) -> Stream:
        """Create a slot and stream from it."""
        slot = f"{self._slot_prefix}_{secrets.token_hex(8)}"
        position = await self._connection.create_slot(slot)
        await self._connection.start(slot, self._publications)
        self.slot = slot
        return Stream(self._connection, position, deliver, schema=self._schema)

    def close(self) -> None:
        """Close the connection; the server drops the slot."""
        self._connection.close()


class Stream:
    """A replication connection that streams. Implements :class:`~reflow.changes.change_stream.ChangeStream`.

    Args:
        connection: One on which streaming was started.
        position: The slot's consistent point.
        deliver: Called with transactions as they are decoded, in the order of their commits.
        schema: The schema whose tables are named without it.

    Attributes:
        position_listeners: Called after each read that moved the position.
    """

    def __init__(
        self, connection: ReplicationConnection, position: int, deliver: Deliver, *, schema: str = PUBLIC
    ) -> None:
        self.position = position
        self.position_listeners: list[Callable[[], None]] = []
        self._connection = connection
        self._deliver = deliver
        self._decoder = Decoder(schema=schema)
        self._decoded: list[Transaction] = []
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[BaseException] = self._loop.create_future()
        self._awaited: tuple[int, asyncio.Future[bool]] | None = None
        self._heard = self._loop.time()
        self._loop.add_reader(connection.descriptor, self._on_readable)
        self._timer = self._loop.call_later(_STATUS_EVERY, self._on_timer)
        # The first data may have come with the answer to START_REPLICATION, so that the descriptor does not become
        # readable.
        self._continues = True
        self._loop.call_soon(self._drain)

    async def reach(self, lsn: int, *, within: float) -> bool:
        """See :meth:`ChangeStream.reach`."""
        if self.position >= lsn or self.lost.done():
            return self.position >= lsn
        arrived: asyncio.Future[bool] = self._loop.create_future()
        self._awaited = (lsn, arrived)
        surrender = self._loop.call_later(within, _settle, arrived, False)
        self._report()
        try:
            return await arrived
        finally:
            surrender.cancel()
            self._awaited = None

    def ask(self) -> None:
        """Ask the server to send all it has; it answers at once with its position."""
        if not self.lost.done():
            self._report()

    def close(self) -> None:
        """End the stream; the server drops its slot."""
        self._lose(psycopg.OperationalError("The stream was closed."))

    def _on_readable(self) -> None:
        try:
            self._connection.pgconn.consume_input()
        except Exception as error:  # noqa: BLE001 — the loop would log it and go on reading a dead connection
            self._lose(error)
        else:
            self._heard = self._loop.time()
            if not self._continues:
                self._drain()

    def _drain(self) -> None:
        self._continues = False
        if self.lost.done():
            return
        before = self.position
        try:
            self._read_messages()
            if self._decoded:
                decoded, self._decoded = self._decoded, []
                self._deliver(decoded)
        except Exception as error:  # noqa: BLE001 — see below
            # After a message that could not be processed, no later message can be trusted. What was decoded in this
            # turn is not delivered.
            self.position = before
            self._lose(error)
            return
        if self._awaited is not None and self.position >= self._awaited[0]:
            _settle(self._awaited[1], True)
        if self.position != before:
            for listener in self.position_listeners:
                listener()

    def _read_messages(self) -> None:
        kept = passed = 0
        while kept < _MESSAGES_PER_TURN and passed < _SKIPPED_PER_TURN:
            more, skipped = self._read_buffered()
            kept += more
            passed += skipped
            if more + skipped < _MUCH:
                return
            self._connection.pgconn.consume_input()  # libpq takes 16 kB at a time, however much the socket has
        # Lets other tasks run, and then continues, whether or not more data has come meanwhile.
        self._continues = True
        self._loop.call_soon(self._drain)

    def _read_buffered(self) -> tuple[int, int]:
        """Process the messages that libpq has read. Returns how many, and how many besides were skipped."""
        get_copy_data, skippable = self._connection.pgconn.get_copy_data, self._decoder.skipped
        kept = skipped = 0
        while kept < _MESSAGES_PER_TURN:
            size, view = get_copy_data(1)
            if size == 0:
                break
            if size < 0:
                raise self._reason_of_end()
            frame = bytes(view)
            if frame[_BODY:_ROW] in skippable:
                skipped += 1
            else:
                kept += 1
                self._take(frame)
        self._decoder.streamed += skipped
        return kept, skipped

    def _reason_of_end(self) -> psycopg.Error:
        pgconn = self._connection.pgconn
        result = None if pgconn.is_busy() else pgconn.get_result()
        if result is not None and result.status == ExecStatus.FATAL_ERROR:
            return error_from_result(result)
        return psycopg.OperationalError("The server ended the stream.")

    def _take(self, frame: bytes) -> None:
        if frame[0] == _DATA:
            transaction = self._decoder.feed(frame[_BODY:])
            if transaction is not None:
                self._decoded.append(transaction)
                self.position = max(self.position, transaction.lsn)
        elif frame[0] == _KEEPALIVE:
            (end,) = _POSITION.unpack_from(frame, 1)
            self.position = max(self.position, end)
            if frame[17]:
                self._report(ask=False)

    def _on_timer(self) -> None:
        if self._loop.time() - self._heard > _SILENCE:
            self._lose(psycopg.OperationalError(f"The server has been silent for {_SILENCE:.0f} seconds."))
            return
        self._timer = self._loop.call_later(_STATUS_EVERY, self._on_timer)
        self._report()

    def _report(self, *, ask: bool = True) -> None:
        """Report our position to the server, so that it can drop older log, and by default request its position."""
        at = self.position
        try:
            self._connection.pgconn.put_copy_data(_STATUS.pack(b"r", at, at, at, 0, ask))
            self._connection.pgconn.flush()
        except Exception as error:  # noqa: BLE001 — a timer that raises would never run again
            self._lose(error)

    def _lose(self, error: BaseException) -> None:
        if self.lost.done():
            return
        self.lost.set_result(error)
        self._timer.cancel()
        self._loop.remove_reader(self._connection.descriptor)
        self._connection.close()
        if self._awaited is not None:
            _settle(self._awaited[1], False)


def _settle(future: asyncio.Future[bool], outcome: bool) -> None:
    if not future.done():
        future.set_result(outcome)
