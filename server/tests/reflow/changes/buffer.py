"""A proxy to PostgreSQL over TCP, whose buffers hold what comes while the client's process is busy."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_CHUNK = 1 << 16


@contextmanager
def buffered(dsn: str) -> Iterator[str]:
    """The DSN of a proxy to this server. It has threads of its own, so it also works while the event loop does not."""
    given = conninfo_to_dict(dsn)
    target = str(Path(str(given["host"])) / f".s.PGSQL.{given['port']}")
    ends: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ends.append(listening)
        threading.Thread(target=_carry, args=(listening, target, ends), daemon=True).start()
        yield make_conninfo(dsn, host="127.0.0.1", port=str(listening.getsockname()[1]))
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def _carry(listening: socket.socket, target: str, ends: list[socket.socket]) -> None:
    with suppress(OSError):
        while True:
            here, _ = listening.accept()
            there = socket.socket(socket.AF_UNIX)
            there.connect(target)
            ends += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=_copy, args=(one, other), daemon=True).start()


def _copy(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while chunk := one.recv(_CHUNK):
            other.sendall(chunk)
        other.shutdown(socket.SHUT_WR)
