"""A server of the former major version of PostgreSQL, where the built-in one has its cluster."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.reflow.embedded.stage import wait_until

from reflow.embedded.account import server_account
from reflow.embedded.place import Place, open_socket_directory, settle
from reflow.embedded.programs import copied_programs, wheel_programs
from reflow.embedded.server import Ping, ping

FORMER = 16


@contextmanager
def former_server(home: Path, elsewhere: Path, how: signal.Signals = signal.SIGINT) -> Iterator[Place]:
    """Make its cluster below this home, and serve it until the block ends.

    Args:
        elsewhere: The folder for root's clusters.
        how: How the server ends.
    """
    account = server_account("nobody")
    place = settle(home, elsewhere=elsewhere, account=account)
    programs = wheel_programs(FORMER)
    if account.borrowed:
        programs = copied_programs(programs, place.root, FORMER)
    place.data.mkdir(mode=0o700)
    account.own(place.data)
    open_socket_directory(place, account)
    initdb = [programs.initdb, "-D", place.data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
    subprocess.run(initdb, check=True, capture_output=True, **account.identity())
    settings = ["listen_addresses=", "wal_level=logical", f"unix_socket_directories={place.sockets}"]
    server = subprocess.Popen(
        [programs.postgres, "-D", place.data, *(part for each in settings for part in ("-c", each))],
        stderr=subprocess.DEVNULL,
        **account.identity(),
    )
    try:
        wait_until("the former server answers", lambda: ping(place) == Ping.OK)
        yield place
    finally:
        server.send_signal(how)
        server.wait()
