"""The stalls of the storm that other programs cause in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg

_LOCKED_FOR, _LOCKED_EVERY = 30.0, 35.0
_ROWS, _BULK_EVERY = 2_000_000, 120.0
_BULK = f"INSERT INTO archive (channel, number) SELECT 'archive', generate_series(1, {_ROWS})"
_WRITERS, _COMMITS = 8, 200  # in a second
_FULL_FOR, _FULL_EVERY = 10.0, 60.0
_ALL_ARE_OPEN_AFTER = 20.0  # seconds until the other stalls have their connections
_FULL_ERRORS = (asyncpg.TooManyConnectionsError, OSError, TimeoutError)

Say = Callable[[str], None]


async def lock_table(dsn: str, say: Say) -> None:
    """Leave an `ALTER TABLE` open, again and again."""
    connection = await asyncpg.connect(dsn)
    try:
        while True:
            await connection.execute("BEGIN; ALTER TABLE locked ADD COLUMN more int")
            say("table locked")
            await asyncio.sleep(_LOCKED_FOR)
            await connection.execute("ROLLBACK")
            say("table free")
            await asyncio.sleep(_LOCKED_EVERY - _LOCKED_FOR)
    finally:
        connection.terminate()


async def write_in_bulk(dsn: str, say: Say) -> None:
    """Write two million rows to a table that no page shows, in one transaction, and empty the table."""
    connection = await asyncpg.connect(dsn)
    clock = asyncio.get_running_loop().time
    try:
        while True:
            began = clock()
            say("bulk write begins")
            await connection.execute(_BULK, timeout=600)
            say("bulk write committed")
            await connection.execute("TRUNCATE archive")
            await asyncio.sleep(max(1.0, _BULK_EVERY - (clock() - began)))
    finally:
        connection.terminate()


async def commit_often(dsn: str, say: Say) -> None:
    """Commit to a table that no page shows, from several connections."""
    say("writers begin")
    async with asyncio.TaskGroup() as group:
        for _ in range(_WRITERS):
            group.create_task(_write(dsn))


async def _write(dsn: str) -> None:
    connection = await asyncpg.connect(dsn)
    clock = asyncio.get_running_loop().time
    due = clock()
    try:
        while True:
            await connection.execute("INSERT INTO noise (channel, number) VALUES ('noise', 1)")
            due = max(due + _WRITERS / _COMMITS, clock() - 1)
            await asyncio.sleep(max(0, due - clock()))
    finally:
        connection.terminate()


async def fill_connections_later(dsn: str, say: Say) -> None:
    """Fill the connections once the other stalls have theirs."""
    await asyncio.sleep(_ALL_ARE_OPEN_AFTER)
    await fill_connections(dsn, say)


async def fill_connections(dsn: str, say: Say) -> None:
    """Take every connection that the server has left, and every one that becomes free, for ten seconds."""
    clock = asyncio.get_running_loop().time
    while True:
        taken: list[asyncpg.Connection] = []
        say("connections are being taken")
        ends = clock() + _FULL_FOR
        try:
            while clock() < ends:
                try:
                    taken.append(await asyncpg.connect(dsn))
                except _FULL_ERRORS:
                    await asyncio.sleep(0.05)
        finally:
            for connection in taken:
                connection.terminate()
            say(f"{len(taken)} connections given back")
        await asyncio.sleep(_FULL_EVERY - _FULL_FOR)
