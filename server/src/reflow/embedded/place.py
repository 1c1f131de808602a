"""The paths of a cluster: its directory, the files in it, and the directory of its socket."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from reflow.embedded import reaper
from reflow.embedded.account import Account
from reflow.embedded.failure import EmbeddedPostgresError

log = logging.getLogger(__name__)

# A socket's address can have 104 bytes on macOS and 108 on Linux, including a final zero and ".s.PGSQL.5432.lock".
_LONGEST_SOCKET_DIRECTORY = 84

# For libpq and asyncpg a comma separates hosts, and for PostgreSQL it separates directories.
_NEVER_IN_A_SOCKET_PATH = ","


@dataclass(frozen=True, slots=True)
class Place:
    """One cluster's directory. Only its ``data`` and the socket's directory belong to the server's account."""

    root: Path

    @property
    def start_lock(self) -> Path:
        return self.root / "start.lock"

    @property
    def users_lock(self) -> Path:
        return self.root / reaper.USERS_LOCK

    @property
    def reaper_lock(self) -> Path:
        return self.root / "reaper.lock"

    @property
    def server_lock(self) -> Path:
        return self.root / reaper.SERVER_LOCK

    @property
    def data(self) -> Path:
        return self.root / reaper.DATA

    @property
    def unfinished_data(self) -> Path:
        """The cluster while initdb creates it; afterwards it is renamed to `data`."""
        return self.root / "data.unfinished"

    @property
    def upgraded_data(self) -> Path:
        """The cluster after pg_upgrade has finished it, until it is renamed to `data`."""
        return self.root / "data.upgraded"

    def data_of(self, version: int) -> Path:
        """The cluster of a former major version of PostgreSQL, which an upgrade leaves."""
        return self.root / f"data-{version}"

    @property
    def log(self) -> Path:
        return self.root / reaper.LOG

    @property
    def sockets(self) -> Path:
        """The directory of the socket, by the path that the server and its clients must use."""
        return Path(reaper.socket_directory(str(self.root)))

    @property
    def dsn(self) -> str:
        """A URI that asyncpg and libpq can both parse, whatever characters the path has."""
        return f"postgresql://postgres@/postgres?host={quote(str(self.sockets), safe='/')}&port=5432&sslmode=disable"


def settle(home: Path, *, elsewhere: Path, account: Account) -> Place:
    """The place of the home's cluster, created if missing.

    It is ``home/cluster``. If this process is root and the server's account cannot reach the home (below ``/root``,
    say), the cluster is in ``elsewhere`` and ``home/cluster`` is a link to it: no permissions of other directories
    change.
    """
    home.mkdir(parents=True, exist_ok=True)
    entry = home.resolve() / "cluster"
    if not os.path.lexists(entry):
        _make(entry, elsewhere, account)
    if not entry.is_dir():
        # The home is on a volume that outlived the machine with the link's target. An empty cluster would hide the
        # loss.
        raise EmbeddedPostgresError(f"{entry} leads to {os.path.realpath(entry)}, which is not there.")
    place = Place(entry.resolve())
    _check_owner(place.root)
    if account.borrowed:
        place.root.chmod(0o711)
    return place


def open_socket_directory(place: Place, account: Account) -> None:
    """Create the directory of the socket, for the server's account alone. No other process may be starting the
    server.
    """
    entry = place.root / reaper.SOCKETS
    if entry.is_symlink():
        if _is_private(entry, account):
            return
        entry.unlink()
    if _fits(entry):
        entry.mkdir(mode=0o700, exist_ok=True)
        account.own(entry)
        return
    if entry.exists():
        shutil.rmtree(entry)
    # Not `tempfile.gettempdir()`, whose path is itself long on macOS.
    short = Path(tempfile.mkdtemp(prefix="reflow-", dir="/tmp"))
    account.own(short)
    entry.symlink_to(short)


def _make(entry: Path, elsewhere: Path, account: Account) -> None:
    if account.can_pass(entry.parent):
        entry.mkdir(mode=0o711 if account.borrowed else 0o700, exist_ok=True)
        return
    elsewhere.mkdir(mode=0o755, parents=True, exist_ok=True)
    if not account.can_pass(elsewhere.resolve()):
        raise EmbeddedPostgresError(
            f"PostgreSQL does not run as root, and the account it would run as can reach neither {entry.parent} "
            f"nor {elsewhere}. Let others pass through one of them (chmod o+x), or start the app as another account."
        )
    target = Path(tempfile.mkdtemp(prefix="cluster-", dir=elsewhere))
    try:
        entry.symlink_to(target)
    except FileExistsError:
        # Another process was faster, and its cluster is used.
        target.rmdir()
        return
    log.warning("embedded_postgres_kept_elsewhere", extra={"home": str(entry.parent), "cluster": str(target)})


def _check_owner(root: Path) -> None:
    owner = root.stat().st_uid
    if owner != os.geteuid():
        raise EmbeddedPostgresError(
            f"The database in {root} belongs to the account with the id {owner}. Start the app as that account."
        )


def _fits(directory: Path) -> bool:
    name = os.fsencode(directory)
    return len(name) <= _LONGEST_SOCKET_DIRECTORY and os.fsencode(_NEVER_IN_A_SOCKET_PATH) not in name


def _is_private(directory: Path, account: Account) -> bool:
    """Whether it is still the directory that we created: a cleanup of /tmp may have removed it, and another user may
    have taken its name.
    """
    try:
        found = directory.stat()
    except FileNotFoundError:
        return False
    return found.st_uid == account.uid and found.st_mode & 0o077 == 0
