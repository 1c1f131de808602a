"""Connects a process to the relay of its machine, and starts that relay if it does not run."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from reflow.changes.change_stream import StreamConnection
from reflow.changes.local_relay.following import RelayConnection, RelayUnreachable
from reflow.changes.local_relay.frames import VERSION
from reflow.changes.stream import LogConnection
from reflow.postgres.database import PUBLIC

_LOG = logging.getLogger(__name__)
_PATIENCE = 10.0  # seconds for a relay to start; then the process reads the log itself
_LOOK_EVERY, _START_AGAIN_AFTER = 0.05, 0.5
_ENVIRONMENT = ("HOME", "LANG", "LC_", "LD_LIBRARY_PATH", "PATH", "PG", "PYTHON", "SSL_", "TMPDIR", "TZ")


class Source(msgspec.Struct, frozen=True):
    """The log that a relay reads, and how; see :class:`~reflow.changes.stream.LogConnection`."""

    dsn: str
    publications: tuple[str, ...]
    schema: str
    lock_timeout: str
    slot_prefix: str
    nats_url: str = ""

    async def connect(self) -> StreamConnection:
        """Connect to the log itself, or with a URL of NATS to the process that decodes it for all machines."""
        if not self.nats_url:
            return await self.connect_to_log()
        from reflow.changes.nats_relay import NatsRelay  # noqa: PLC0415  # its package is an extra

        relay = NatsRelay(
            self.nats_url, self.dsn, self.publications, schema=self.schema, connect_to_log=self.connect_to_log
        )
        return await relay.connect()

    async def connect_to_log(self) -> LogConnection:
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

    Processes share a relay if they name the same folder and the same log, and run the same code. A process that cannot
    reach it reads the log itself.

    Args:
        folder: For the relay's socket. Whoever can write there can forge changes: it belongs to this user alone.
        dsn: A libpq connection string; its role needs REPLICATION.
        publications: The publications to follow.
        schema: The schema whose tables are named without it.
        lock_timeout: How long creating the slot may wait for open write transactions, as PostgreSQL spells it.
        slot_prefix: The beginning of the slot's name: lower-case letters, digits and underscores.
        nats_url: Where the machines of a deployment share one reader; see :mod:`reflow.changes.nats_relay`.

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
        nats_url: str = "",
    ) -> None:
        self._source = Source(dsn, tuple(publications), schema, lock_timeout, slot_prefix, nats_url)
        same = msgspec.json.encode([self._source, sys.executable, _code()])
        self.path = folder / f"changes-{hashlib.sha256(same).hexdigest()[:16]}"
        self.process: subprocess.Popen[bytes] | None = None
        self._last: RelayConnection | None = None

    async def connect(self) -> StreamConnection:
        """Connect to the relay, which is started if it does not run; else to the log. Use it as ``connect`` of a
        :class:`~reflow.changes.wal.WalSource`.

        Raises:
            psycopg.Error: The log cannot be followed.
        """
        last, self._last = self._last, None
        try:
            if last is not None and last.is_avoided:
                raise RelayUnreachable("Its last stream was silent, or brought no changes of this database.")
            self._last = await self._connect_to_relay()
        except (RelayUnreachable, OSError) as error:
            _LOG.warning("This process reads the log itself, without the relay: %s", error)
            return await self._source.connect_to_log()
        return self._last

    async def _connect_to_relay(self) -> RelayConnection:
        loop = asyncio.get_running_loop()
        deadline, start_at, has_started = loop.time() + _PATIENCE, 0.0, False
        while True:
            try:
                return await RelayConnection.connect(self.path)
            except RelayUnreachable:
                if loop.time() > deadline:
                    raise
            runs = self.process is not None and self.process.poll() is None
            if has_started and self.process is not None and not runs and self.process.returncode:
                raise RelayUnreachable(f"It ended with {self.process.returncode}.")
            if not runs and loop.time() >= start_at:
                self.process = await asyncio.to_thread(self._start)
                # One that ends well has found another one, which is about to serve or to end.
                start_at, has_started = loop.time() + _START_AGAIN_AFTER, True
            await asyncio.sleep(_LOOK_EVERY)

    def _start(self) -> subprocess.Popen[bytes]:
        """Start a relay. It ends by itself if another process was faster."""
        # Without the working folder in its path for modules, and without the secrets of this process.
        command = [sys.executable, "-P", "-m", "reflow.changes.local_relay", str(self.path)]
        needed = {name: value for name, value in os.environ.items() if name.startswith(_ENVIRONMENT)}
        # A process group of its own: Ctrl+C and the end of this process leave it to the others.
        started = subprocess.Popen(  # noqa: S603  # our own program
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=needed, process_group=0
        )
        threading.Thread(target=started.wait, name="reflow relay", daemon=True).start()
        assert started.stdin is not None
        with suppress(BrokenPipeError), started.stdin as given:  # it may have ended already
            given.write(msgspec.json.encode(self._source))
        return started


def _code() -> tuple[int, int]:
    """Names the code of relays and followers: the version of their messages, and when a file was changed last."""
    files = Path(__file__).parents[1].rglob("*.py")
    return VERSION, max(file.stat().st_mtime_ns for file in files)
