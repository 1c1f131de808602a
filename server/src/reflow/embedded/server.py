"""The server's processes: creating the cluster, starting the server, checking whether it answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from psycopg.pq import PGconn, Ping

from reflow.embedded import reaper
from reflow.embedded.account import Account
from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.locks import Lock
from reflow.embedded.major_upgrade import INITDB, Move, finish_upgrade, flush, upgrade
from reflow.embedded.place import Place, open_socket_directory
from reflow.embedded.programs import ENVIRONMENT, MAJOR_VERSION, Programs, copied_programs, wheel_programs

# Given on the command line, so that no file in the data directory can override them.
_SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "wal_level": "logical",
    "max_wal_senders": "32",
    "max_replication_slots": "32",
    "max_slot_wal_keep_size": "2GB",
    "summarize_wal": "on",  # for incremental backups
    "fsync": "on",
    "synchronous_commit": "on",
    "shared_buffers": "128MB",
    "max_connections": "250",  # ten processes of Inflow
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "logging_collector": "off",
    # What failed, without the statement and the rows: these have the data of the application's users.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
}

_SILENCE_SECONDS = 60.0
_LOST_SOCKET_SECONDS = 1.0

# Our child processes, which may outlive the object that started them, each with its cluster.
_children: list[tuple[Place, subprocess.Popen[bytes]]] = []


@dataclass(frozen=True, slots=True)
class Server:
    """The configuration to start a server at a place."""

    place: Place
    programs: Programs
    account: Account
    settings: Mapping[str, str]

    def ensure(self) -> None:
        """Return when the server answers; starts it if there is none. The caller holds ``start.lock``."""
        launched = False
        silent_since = time.monotonic()
        while (answer := ping(self.place)) != Ping.OK:
            lock = Lock(self.place.server_lock)
            try:
                if lock.try_exclusive():
                    if launched:
                        raise EmbeddedPostgresError(f"PostgreSQL ended while starting. {_last_words(self.place)}")
                    self._launch(lock)
                    launched, silent_since = True, time.monotonic()
            finally:
                lock.close()
            silent_since = time.monotonic() if answer == Ping.REJECT else silent_since
            self._bear_silence(time.monotonic() - silent_since)
            time.sleep(reaper.PAUSE_SECONDS)

    def _bear_silence(self, seconds: float) -> None:
        """Handle a server that is alive and does not answer: give up after a while, and end one that has lost its
        socket.
        """
        if seconds > _SILENCE_SECONDS:
            raise EmbeddedPostgresError(f"PostgreSQL runs and does not answer. {_last_words(self.place)}")
        if seconds > _LOST_SOCKET_SECONDS and _has_lost_its_socket(self.place):
            # The socket's file was removed. A server never creates it again, so this one can never be reached.
            end(self.place)

    def _launch(self, lock: Lock) -> None:
        """Start the server, which inherits the lock. Because the lock was free, files that name a running server are
        outdated.
        """
        programs = self._readable(self.programs, MAJOR_VERSION)
        reaper.trim_log(str(self.place.root))
        finish_upgrade(self.place)
        if not self.place.data.exists():
            self._make_cluster(programs, lock)
        self._upgrade_if_older(programs, lock)
        open_socket_directory(self.place, self.account)
        for stale in (self.place.data / "postmaster.pid", *self.place.sockets.glob(f"{reaper.SOCKET}*")):
            stale.unlink(missing_ok=True)
        settings = {**_SETTINGS, **self.settings, "unix_socket_directories": str(self.place.sockets)}
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._spawn([str(programs.postgres), "-D", str(self.place.data), *arguments], lock)

    def _readable(self, programs: Programs, version: int) -> Programs:
        """The programs, where the server's account can read them."""
        return copied_programs(programs, self.place.root, version) if self.account.borrowed else programs

    def _upgrade_if_older(self, programs: Programs, lock: Lock) -> None:
        found = int((self.place.data / "PG_VERSION").read_text())
        if found == MAJOR_VERSION:
            return
        try:
            former = self._readable(wheel_programs(found), found)
        except EmbeddedPostgresError:
            raise EmbeddedPostgresError(
                f"The database in {self.place.data} was made by PostgreSQL {found}, and this is PostgreSQL "
                f"{MAJOR_VERSION}. Dump it with version {found} (pg_dumpall) and load the dump into a new one."
            ) from None

        def run(*command: str, cwd: Path = Path("/")) -> None:
            if self._spawn(list(command), lock, cwd).wait() != 0:
                raise EmbeddedPostgresError(
                    f"The database in {self.place.data} is of PostgreSQL {found} and could not be upgraded; it is as "
                    f"it was. {_last_words(self.place)}"
                )

        upgrade(self.place, self.account, Move(found, former, programs), run)

    def _make_cluster(self, programs: Programs, lock: Lock) -> None:
        unfinished = self.place.unfinished_data
        if unfinished.exists():
            shutil.rmtree(unfinished)
        unfinished.mkdir(mode=0o700)
        self.account.own(unfinished)
        # initdb inherits the lock too: if this process dies now, no other starts a second initdb.
        initdb = self._spawn([str(programs.initdb), "-D", str(unfinished), *INITDB], lock)
        if initdb.wait() != 0:
            raise EmbeddedPostgresError(f"PostgreSQL could not make a database. {_last_words(self.place)}")
        unfinished.rename(self.place.data)
        flush(self.place.root)

    def _spawn(self, command: list[str], lock: Lock, cwd: Path = Path("/")) -> subprocess.Popen[bytes]:
        """Start a program as the account, in a session of its own so that it gets no signals from our terminal, with
        output to the log.
        """
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        log = os.open(self.place.log, flags, 0o600)
        try:
            return _start(command, self.place, log, lock, self.account, cwd)
        except OSError as error:
            raise EmbeddedPostgresError(f"{command[0]} does not run on this machine: {error}.") from error
        finally:
            os.close(log)


def ping(place: Place) -> Ping:
    """Whether the server answers: OK, REJECT while it starts or stops, or no answer."""
    return Ping(PGconn.ping(f"{place.dsn}&connect_timeout=2".encode()))


def end(place: Place) -> None:
    """Stop the server and wait for its end. The caller ensures that no process starts it meanwhile."""
    lock = Lock(place.server_lock)
    try:
        reaper.end_server(str(place.root), lock.descriptor)
    finally:
        lock.close()


def ensure_reaper(place: Place) -> None:
    """Start the reaper if there is none. The caller holds ``start.lock`` and a shared ``users.lock``."""
    lock = Lock(place.reaper_lock)
    try:
        if not lock.try_exclusive():
            return
        script = str(Path(reaper.__file__))
        command = [sys.executable, "-I", "-S", script, str(place.root), str(lock.descriptor)]
        child = subprocess.Popen(  # noqa: S603 - our own interpreter and script
            command,
            pass_fds=[lock.descriptor],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        _children.append((place, child))
    finally:
        lock.close()


def reap() -> None:
    """Collect the exit status of ended children, so that none stays a zombie for long."""
    _children[:] = [(place, child) for place, child in _children if child.poll() is None]


def part(place: Place) -> None:
    """Wait for our children of this cluster, which are all about to end."""
    for owner, child in _children:
        if owner == place:
            child.wait()
    reap()


def _start(
    command: list[str], place: Place, log: int, lock: Lock, account: Account, cwd: Path
) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(  # noqa: S603 - the programs of the wheel, no shell
        command,
        pass_fds=[lock.descriptor],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd=cwd,
        env=ENVIRONMENT,
        start_new_session=True,
        **account.identity(),
    )
    _children.append((place, child))
    return child


def _has_lost_its_socket(place: Place) -> bool:
    """Whether the server reports that it is ready, and has no socket."""
    try:
        status = (place.data / "postmaster.pid").read_text()
    except FileNotFoundError:
        return False
    return "ready" in status and not (place.sockets / reaper.SOCKET).exists()


def _last_words(place: Place) -> str:
    lines = place.log.read_text(errors="replace").splitlines()[-5:] if place.log.exists() else []
    return "\n".join([f"The end of {place.log}:", *lines])
