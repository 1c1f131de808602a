"""A connection in replication mode, which asyncpg does not support: psycopg's PGconn, driven by the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from reflow.changes.positions import lsn_of
from reflow.postgres.connecting import connect_timeout

# A transaction that takes more memory is streamed while it runs, so that the server does not have to send all of it
# before the next commit.
_OPTIONS = (
    "-c logical_decoding_work_mem=8MB"
    " -c wal_sender_timeout=10s -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex"
    " -c extra_float_digits=1"
)

_STARTED_AT = "SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"


class System(msgspec.Struct, frozen=True):
    """The identity of a log: the cluster's identifier, its timeline, and when its server was started.

    Attributes:
        started_at: In microseconds since 1970.
    """

    identifier: str
    timeline: int
    started_at: int


class ReplicationConnection:
    """A connection that can create a slot and stream from it."""

    def __init__(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        self._connection = connection
        self.pgconn = connection.pgconn
        # After a loss PGconn no longer returns its descriptor, but the event loop must still remove it.
        self.descriptor = connection.pgconn.socket

    @classmethod
    async def connect(cls, dsn: str, *, lock_timeout: str) -> ReplicationConnection:
        """Connect in replication mode.

        Args:
            dsn: A libpq connection string; its role needs REPLICATION.
            lock_timeout: How long creating a slot may wait for open write transactions, as PostgreSQL spells it.

        Raises:
            psycopg.Error: The server cannot be reached, or refuses.
        """
        options = f"{conninfo_to_dict(dsn).get('options') or ''} {_OPTIONS} -c lock_timeout={lock_timeout}"
        conninfo = make_conninfo(
            dsn,
            replication="database",
            options=options.strip(),
            client_encoding="UTF8",
            application_name="reflow changes",
            connect_timeout=connect_timeout(dsn),
            keepalives_idle=5,
            tcp_user_timeout=10_000,
        )
        return cls(await psycopg.AsyncConnection.connect(conninfo, autocommit=True))

    async def identify(self) -> System:
        """The identity of the log that this connection reads."""
        result, start = await self._command("IDENTIFY_SYSTEM"), await self._command(_STARTED_AT)
        return System(_text(result, 0), int(_text(result, 1)), int(_text(start, 0)))

    async def create_slot(self, name: str) -> int:
        """Create a slot that lives as long as this connection. Returns the position after which commits are sent.

        Raises:
            psycopg.errors.LockNotAvailable: A write transaction stayed open for longer than `lock_timeout`.
        """
        create = f"CREATE_REPLICATION_SLOT \"{name}\" TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')"
        result = await self._command(create)
        return lsn_of(_text(result, 1))

    async def start(self, slot: str, publications: Sequence[str]) -> None:
        """Start streaming. After that, the connection carries only copy data."""
        names = ",".join('"' + name.replace('"', '""') + '"' for name in publications).replace("'", "''")
        options = f"proto_version '2', publication_names '{names}', messages 'true', streaming 'on'"
        await self._command(f'START_REPLICATION SLOT "{slot}" LOGICAL 0/0 ({options})')

    def close(self) -> None:
        """Close at once; the server drops the slot."""
        self.pgconn.finish()

    async def _command(self, sql: str) -> PGresult:
        pgconn = self.pgconn
        pgconn.send_query(sql.encode())
        last: PGresult | None = None
        while last is None or last.status != ExecStatus.COPY_BOTH:
            pgconn.flush()
            while pgconn.is_busy():
                await self._readable()
                pgconn.consume_input()
            result = pgconn.get_result()
            if result is None:
                break
            last = result
        if last is None:
            raise psycopg.OperationalError("The server gave no answer.")
        if last.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(last)
        return last

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        readable = loop.create_future()
        loop.add_reader(self.descriptor, _wake, readable)
        try:
            await readable
        finally:
            loop.remove_reader(self.descriptor)


def _text(result: PGresult, column: int) -> str:
    return (result.get_value(0, column) or b"").decode()


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)
