"""``python -m reflow.changes.local_relay SOCKET``, which a process starts that finds no relay.

It reads the log's address, which contains a password, from its standard input.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import sys
from pathlib import Path

import msgspec

from reflow.changes.local_relay.relay import Relay
from reflow.changes.local_relay.starting import Source
from reflow.unix_sockets import bound


def main() -> None:
    """Serve until the last follower has left. Ends at once if another relay serves this socket."""
    path = Path(sys.argv[1])
    source = msgspec.json.decode(sys.stdin.buffer.read(), type=Source)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    asyncio.run(_serve(source, path))


async def _serve(source: Source, path: Path) -> None:
    relay = Relay(source.connect)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, relay.end_when_unused)
    await relay.serve(bound(path))


if __name__ == "__main__":
    main()
