"""Connects a process to the relay of its machine, and starts that relay if it does not run."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from reflow.changes.change_stream import StreamConnection
from reflow.changes.local_relay.following import RelayConnection, RelayUnreachable
from reflow.changes.local_relay.frames import VERSION
from reflow.changes.stream import LogConnection
from reflow.postgres.database import PUBLIC

_LOG = logging.getLogger(__name__)
_PATIENCE = 10.0  # seconds for a relay to start; then the process reads the log itself
_LOOK_EVERY = 0.05


class Source(msgspec.Struct, frozen=True):
    """The log that a relay reads, and how; see :class:`~reflow.changes.stream.LogConnection`."""

    dsn: str
    publications: tuple[str, ...]
    schema: str
    lock_timeout: str
    slot_prefix: str

    async def connect(self) -> LogConnection:
        """Connect to the log itself."""
        return await LogConnection.connect(
            self.dsn,
            self.publications,
            lock_timeout=self.lock_timeout,
            schema=self.schema,
            slot_prefix=self.slot_prefix,
        )


class LocalRelay:
    """The relay of this machine for one log.

    Processes share a relay if they name the same folder and the same log, and run from the same installation. A process
    that cannot reach it reads the log itself.

    Args:
        folder: For the relay's socket. Whoever can write there can forge changes: it belongs to this user alone.
        dsn: A libpq connection string; its role needs REPLICATION.
        publications: The publications to follow.
        schema: The schema whose tables are named without it.
        lock_timeout: How long creating the slot may wait for open write transactions, as PostgreSQL spells it.
        slot_prefix: The beginning of the slot's name: lower-case letters, digits and underscores.

    Attributes:
        path: The relay's socket.
        process: The last relay that this process has started. It may have ended since.
    """

    def __init__(
        self,
        folder: Path,
        dsn: str,
        publications: Sequence[str],
        *,
        schema: str = PUBLIC,
        lock_timeout: str = "5s",
        slot_prefix: str = "reflow",
    ) -> None:
        self._source = Source(dsn, tuple(publications), schema, lock_timeout, slot_prefix)
        same = msgspec.json.encode([self._source, sys.executable, __file__, VERSION])
        self.path = folder / f"changes-{hashlib.sha256(same).hexdigest()[:16]}"
        self.process: subprocess.Popen[bytes] | None = None

    async def connect(self) -> StreamConnection:
        """Connect to the relay, which is started if it does not run; else to the log. Use it as ``connect`` of a
        :class:`~reflow.changes.wal.WalSource`.

        Raises:
            psycopg.Error: The log cannot be followed.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _PATIENCE
        while True:
            try:
                return await RelayConnection.connect(self.path)
            except RelayUnreachable as error:
                if loop.time() > deadline:
                    _LOG.warning("The relay cannot be reached, and this process reads the log itself: %s", error)
                    return await self._source.connect()
            if self.process is None or self.process.poll() is not None:
                self.process = await asyncio.to_thread(self._start)
            await asyncio.sleep(_LOOK_EVERY)

    def _start(self) -> subprocess.Popen[bytes]:
        """Start a relay. It ends by itself if another process was faster."""
        command = [sys.executable, "-m", "reflow.changes.local_relay", str(self.path)]
        # A process group of its own: Ctrl+C and the end of this process leave it to the others.
        started = subprocess.Popen(command, stdin=subprocess.PIPE, process_group=0)  # noqa: S603  # our own program
        assert started.stdin is not None
        with started.stdin:
            started.stdin.write(msgspec.json.encode(self._source))
        threading.Thread(target=started.wait, name="reflow relay", daemon=True).start()
        return started
