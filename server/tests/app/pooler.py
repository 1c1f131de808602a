"""PgBouncer in transaction mode before a PostgreSQL server of the tests."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import psycopg
from psycopg.rows import dict_row
from tests.app.house import free_port, until

from reflow.embedded.account import server_account

_ACCOUNT = server_account("nobody")
_SESSIONS = 3
"""So few sessions of PostgreSQL that the connections of one process must take turns."""
_INI = """
[databases]
* = user=postgres host=127.0.0.1 port={server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = {clients}
server_round_robin = 1
"""


class Pooler:
    """The pooler.

    Attributes:
        port: Where it listens, at 127.0.0.1.
    """

    def __init__(self, folder: Path, server_dsn: str, *, clients: int = 200) -> None:
        folder.mkdir(mode=0o755)
        self.port = free_port()
        self._dsn = server_dsn
        self._file = folder / "pgbouncer.ini"
        self._file.write_text(
            _INI.format(server=urlsplit(server_dsn).port, port=self.port, sessions=_SESSIONS, clients=clients), "utf-8"
        )
        self._process: asyncio.subprocess.Process | None = None

    @property
    def dsn(self) -> str:
        """The address of the server's first database through the pooler."""
        return self._dsn.replace(f":{urlsplit(self._dsn).port}/", f":{self.port}/")

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = await asyncio.create_subprocess_exec(
            "pgbouncer", "-q", str(self._file), cwd="/", stderr=asyncio.subprocess.DEVNULL, **_ACCOUNT.identity()
        )
        await until(self._answers)

    async def kill(self) -> None:
        """End it as a power cut would. A second call does nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            await process.wait()

    async def transactions(self) -> int:
        """How many it has passed on since it started."""
        console = f"host=127.0.0.1 port={self.port} user=postgres dbname=pgbouncer"
        # The console knows the simple protocol only.
        connection = await psycopg.AsyncConnection.connect(
            console, autocommit=True, cursor_factory=psycopg.AsyncClientCursor
        )
        async with connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute("SHOW STATS")
            return sum(int(row["total_xact_count"]) for row in await cursor.fetchall())

    async def _answers(self) -> bool:
        try:
            connection = await asyncpg.connect(self.dsn, statement_cache_size=0, timeout=2)
        except (OSError, asyncpg.PostgresError, TimeoutError):
            return False
        await connection.close()
        return True
