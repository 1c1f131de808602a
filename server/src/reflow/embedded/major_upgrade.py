"""The upgrade of a cluster to another major version of PostgreSQL, by its own pg_upgrade."""

from __future__ import annotations

import logging
import os
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reflow.embedded.account import Account
from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.place import Place, open_socket_directory
from reflow.embedded.programs import Programs

log = logging.getLogger(__name__)

INITDB = (
    *("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-instructions"),
    *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
)
"""The options of every new cluster. pg_upgrade takes over the locale of the former one."""

_SPARE = 256 << 20  # bytes, beside a copy of the cluster
# In case the server was killed: pg_upgrade wants a cluster that was shut down.
_START = ("-w", "-t", "600", "start")
_STOP = ("-w", "-t", "600", "-m", "fast", "stop")

Run = Callable[..., None]
"""Runs a program as the account, with its output in the log. Raises EmbeddedPostgresError if it fails."""


@dataclass(frozen=True, slots=True)
class Move:
    """From one major version to another.

    Attributes:
        version: The former version.
        former: Its programs.
        programs: Those of the new one.
    """

    version: int
    former: Programs
    programs: Programs


def upgrade(place: Place, account: Account, move: Move, run: Run) -> None:
    """Copy the cluster into one of the new version. The former one stays beside it, unchanged.

    The caller holds ``server.lock``, and no server runs. If this is interrupted at any moment, the next start either
    finds the former cluster and begins again, or finds the new one complete.

    Raises:
        EmbeddedPostgresError: The disk has too little room, or a program failed.
    """
    _require_room(place)
    log.warning("embedded_postgres_upgrade", extra={"cluster": str(place.root), "former": move.version})
    work = place.root / "upgrade"
    for each in (place.unfinished_data, work):
        if each.exists():
            shutil.rmtree(each)
        each.mkdir(mode=0o700)
        account.own(each)
    open_socket_directory(place, account)
    former, new = str(move.former.binaries), str(move.programs.binaries)
    # pg_ctl gives them to a shell.
    options = shlex.join(["-c", "listen_addresses=", "-c", f"unix_socket_directories={place.sockets}"])
    for action in (_START, _STOP):
        run(f"{former}/pg_ctl", "-D", str(place.data), "-o", options, *action)
    run(f"{new}/initdb", "-D", str(place.unfinished_data), *INITDB, "--no-data-checksums")
    run(
        f"{new}/pg_upgrade",
        *("--old-bindir", former, "--new-bindir", new, "--old-datadir", str(place.data)),
        *("--new-datadir", str(place.unfinished_data), "--username", "postgres", "--socketdir", str(place.sockets)),
        cwd=work,
    )
    run(f"{new}/pg_checksums", "--enable", "-D", str(place.unfinished_data))
    shutil.rmtree(work)
    place.unfinished_data.rename(place.upgraded_data)
    flush(place.root)
    place.data.rename(place.data_of(move.version))
    finish_upgrade(place)


def finish_upgrade(place: Place) -> None:
    """Put a complete new cluster in its place, if an upgrade was interrupted before that."""
    if not place.upgraded_data.exists():
        return
    if place.data.exists():
        version = int((place.data / "PG_VERSION").read_text())
        place.data.rename(place.data_of(version))
    place.upgraded_data.rename(place.data)
    flush(place.root)


def flush(directory: Path) -> None:
    """Flush a directory, so that a rename in it survives a power cut."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _require_room(place: Place) -> None:
    needed = sum(file.stat().st_size for file in place.data.rglob("*") if file.is_file()) + _SPARE
    free = shutil.disk_usage(place.root).free
    if free < needed:
        raise EmbeddedPostgresError(
            f"The upgrade of the database in {place.data} needs {needed / 1e9:.1f} GB on its disk, which has "
            f"{free / 1e9:.1f} GB. Make room, or restore a dump of it elsewhere."
        )
