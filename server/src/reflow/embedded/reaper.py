"""The small process that stops the server once it has no more users, and the locks that tell it so.

It imports only the standard library, and runs as a script without site-packages, because one stays in memory beside
every running server. A process that dies releases its locks, however it was killed; the reaper relies on nothing else.

The lock files of a cluster:

- ``start.lock``: exclusive while a process starts or stops the server.
- ``users.lock``: shared, by every process that uses the server. The reaper waits until it is free.
- ``reaper.lock``: exclusive, by the reaper, so that each new user can see whether there is one.
- ``pg.lock``: inherited by the postmaster and so by each of its children. If it is free, no PostgreSQL process of this
  cluster is alive, and its files that name one are outdated.
"""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import struct
import sys
import time

USERS_LOCK = "users.lock"
SERVER_LOCK = "pg.lock"
DATA = "data"
SOCKETS = "run"
SOCKET = ".s.PGSQL.5432"
LOG = "postgres.log"

LOG_LIMIT = 4_000_000
LOG_LOOK_SECONDS = 60.0
PATIENCE_SECONDS = 10.0
# Locks, sockets and process ids belong to other processes, which send no event when they change; they are polled.
PAUSE_SECONDS = 0.005


def open_lock(path: str) -> int:
    """A descriptor of the lock file, which is created if missing. It does not hold the lock yet."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


def try_lock(descriptor: int, how: int) -> bool:
    """Take the lock if it is free now.

    Args:
        descriptor: From `open_lock`.
        how: ``fcntl.LOCK_SH`` or ``fcntl.LOCK_EX``.
    """
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def socket_directory(root: str) -> str:
    """The real directory of the socket: a short one elsewhere if the cluster's own path is too long for a socket."""
    return os.path.realpath(f"{root}/{SOCKETS}")


def postmaster_pid(root: str) -> int | None:
    """The process that listens on the socket now, or None if there is none.

    The kernel says which process listens, because ``postmaster.pid`` may contain the id of a process that is long dead,
    and that another process has now. Only without a socket file (not created yet, or cleaned up) is the file used, and
    only because the caller knows that a process of the server is alive.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(f"{socket_directory(root)}/{SOCKET}")
        except FileNotFoundError:
            return _written_pid(root)
        except OSError:
            return None
        return _peer(probe) or None


def end_server(root: str, lock: int) -> None:
    """Stop the server and return when none of its processes is left.

    It begins with a fast shutdown. If a client that does not read delays that, an immediate one follows: no commit is
    lost, because the next start recovers.

    Args:
        root: The cluster's directory.
        lock: A descriptor of ``pg.lock`` without the lock. It is without the lock again on return.

    The caller ensures that no process starts the server meanwhile.
    """
    asked: dict[int, float] = {}
    while not try_lock(lock, fcntl.LOCK_SH):
        pid = postmaster_pid(root)
        now = time.monotonic()
        if pid is not None and pid not in asked:
            _send(pid, signal.SIGINT)
            asked[pid] = now
        elif pid is not None and now - asked[pid] > PATIENCE_SECONDS:
            _send(pid, signal.SIGQUIT)
            asked[pid] = now
        time.sleep(PAUSE_SECONDS)
    _leave_socket_directory(root)
    fcntl.flock(lock, fcntl.LOCK_UN)


def trim_log(root: str) -> None:
    """Keep the log below its limit: its last part replaces the one older log, and it is emptied.

    The server continues to write to the emptied file, because it appends.
    """
    path = f"{root}/{LOG}"
    try:
        with open(path, "r+b") as log:  # noqa: PTH123 - pathlib would double our start-up time
            if os.fstat(log.fileno()).st_size <= LOG_LIMIT:
                return
            with open(f"{path}.old", "wb") as older:  # noqa: PTH123 - as above
                log.seek(-LOG_LIMIT, os.SEEK_END)
                older.write(log.read(LOG_LIMIT))
            log.truncate(0)
    except OSError:
        # A full disk or a removed directory must not end the reaper: the server would outlive its users.
        return


def main(root: str, own_lock: int) -> None:
    """Wait until the last user has ended, in whatever way; stop the server; exit."""
    users = open_lock(f"{root}/{USERS_LOCK}")
    server = open_lock(f"{root}/{SERVER_LOCK}")
    signal.signal(signal.SIGALRM, lambda *_: trim_log(root))
    signal.setitimer(signal.ITIMER_REAL, LOG_LOOK_SECONDS, LOG_LOOK_SECONDS)
    fcntl.flock(users, fcntl.LOCK_EX)
    end_server(root, server)
    # The order matters: a new user who gets ``users.lock`` must already see that there is no reaper.
    os.close(own_lock)
    os.close(users)


def _peer(connected: socket.socket) -> int:
    if sys.platform == "darwin":
        local, peer_pid = 0, 2  # SOL_LOCAL and LOCAL_PEERPID, which the socket module does not name
        return int(struct.unpack("i", connected.getsockopt(local, peer_pid, 4))[0])
    return int(struct.unpack("3i", connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0])


def _written_pid(root: str) -> int | None:
    try:
        descriptor = os.open(f"{root}/{DATA}/postmaster.pid", os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        first_line = os.read(descriptor, 32).split(b"\n")[0]
    finally:
        os.close(descriptor)
    return int(first_line) if first_line.isdigit() and int(first_line) > 1 else None


def _send(pid: int, what: signal.Signals) -> None:
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        return


def _leave_socket_directory(root: str) -> None:
    """Remove the short directory outside the cluster, if there is one."""
    link = f"{root}/{SOCKETS}"
    if not os.path.islink(link):  # noqa: PTH114 - pathlib would double our start-up time
        return
    target = socket_directory(root)
    for name in (SOCKET, f"{SOCKET}.lock"):
        _quietly(os.unlink, f"{target}/{name}")
    _quietly(os.rmdir, target)
    _quietly(os.unlink, link)


def _quietly(remove: object, path: str) -> None:
    assert callable(remove)
    try:
        remove(path)
    except OSError:
        return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
